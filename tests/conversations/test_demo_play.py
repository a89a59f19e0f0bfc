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


@pytest.mark.parametrize("goes", [("leave", "leave"), ("stop",)])
def test_who_leaves_the_game_leaves_the_demo(tmp_path, goes):
    done = command(tmp_path, *ONE_DEAL, types="\n".join(["yes", *goes, ""]))

    assert done.returncode == 1
    assert "you left the game" in done.stderr
