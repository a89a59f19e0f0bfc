"""Somebody plays in the demo: whatever is typed at the terminal, the game goes on."""

from __future__ import annotations

import pytest

from tests.databases import DEMO
from tests.terminal import command

pytestmark = DEMO

ONE_DEAL = ("demo", "--play", "--players", "3", "--preset", "1-1", "--seed", "1")
ASKED_FOR = ("settings", "away 24.12.-2.1.", "say hello", "help cards", "log", "proof")


@pytest.mark.parametrize("types", [("yes", *ASKED_FOR, "0"), (*ASKED_FOR, "yes", "status", "0")])
def test_what_is_no_answer_leaves_the_question_open(tmp_path, types):
    done = command(tmp_path, *ONE_DEAL, types="\n".join([*types, ""]))

    assert done.returncode == 0, done.stderr
    assert "IS OVER" in done.stdout
    assert done.stdout.count("Your answer:") == len(types)


def test_three_deals_fit_on_a_screen_that_tells_what_is_needed(tmp_path):
    """Worked by hand: no mail is shown that only asks, and each other by how it begins."""
    types = ["yes", "0", "6♥", "0", "8♥", "K♣", "10♣", "what", "0", "8♠"]

    done = command(
        tmp_path, "demo", "--play", "--short", *ONE_DEAL[2:4], "--seed", "1", types="\n".join(types)
    )

    assert done.returncode == 0, done.stderr
    screens = [part.strip() for part in done.stdout.split("Your answer: ")]
    assert screens[1].endswith(
        "Deal 1 of 3, trump ♣ clubs, 0 bid of 3\n\n"
        "    Anna (you)      bid ?               0\n"
        "    Bruno           bid ?               0\n"
        "    Chloé           bid ?               0\n\n"
        "    Your hand:    6♥ 5♦ 6♣\n\n"
        "  Your bid: 0, 1, 2, 3."
    )
    assert screens[5].endswith("Your hand:    K♣ 10♣ 7♣\n\n  Your card. You need no more tricks.")
    assert "Deal 1: Anna missed +1, Bruno made it +11, Chloé missed +1\n" in screens[5]
    assert screens[6].endswith("Your hand:    10♣ 7♣\n\n  Your card. Your bid is missed.")
    assert "NOT UNDERSTOOD, ANNA" in screens[8]
    assert "Your hand:    8♠ 3♠ (2♥) (2♦) (3♣)" in screens[9]
    assert "  1. Bruno                  32   bids made  3 of 3\n" in screens[10]
    assert "LUCK OF THE CARDS" not in screens[10]
    assert max(len(screen.splitlines()) for screen in screens) <= 24


def test_before_the_first_answer_it_says_what_is_to_be_typed_and_help_comes_whole(tmp_path):
    typed = "\n".join(["yes", "help", ""])
    done = command(tmp_path, "demo", "--play", "--short", "--seed", "1", types=typed)

    first, _, helped, *_ = done.stdout.split("Your answer: ")
    assert "Type what you would mail: yes to sit down, then a number" in " ".join(first.split())
    assert "THE GAME IN SHORT" in helped
    assert "help organiser" in helped


@pytest.mark.parametrize("goes", [("leave", "leave"), ("stop",)])
def test_who_leaves_the_game_leaves_the_demo(tmp_path, goes):
    done = command(tmp_path, *ONE_DEAL, types="\n".join(["yes", *goes, ""]))

    assert done.returncode == 1
    assert "you left the game" in done.stderr
