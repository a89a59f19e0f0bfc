"""Every way an answer can be refused has a sentence of its own; none is answered with a shrug."""

import re
from dataclasses import replace

import pytest

from engine import Reason, view
from pbem.demo.specimens.games import closed_question, played_until, question_to, reader_of
from pbem.domain.vocabulary import Why
from pbem.letters.pages.replies import Refused
from pbem.letters.render import Templates, templates_folder

TEMPLATES = Templates()
SHRUG = "I could not read that."

NEVER_SAID = {
    Reason.NO_SUCH_SEAT: "a player always has a seat",
    Reason.DEAL_UNDER_WAY: "only the server deals",
    Reason.WRONG_PACK: "only the server deals",
    Reason.TOP_CARD: "the engine plays such deals itself",
}
"""Reasons that no player's mail can bring about."""


@pytest.fixture(scope="module")
def playing():
    """A player who is to follow suit, and has a choice."""
    return played_until(
        "cards shut",
        4,
        3,
        lambda g: (
            g.deal is not None
            and len(g.deal.trick.cards) == 2
            and len(view(g, g.awaiting[0]).legal) > 1
        ),
    )


@pytest.fixture(scope="module")
def bidding():
    """The last bidder of a deal."""
    return played_until("hook", 4, 3, lambda g: g.deal is not None and g.deal.bids_made == 3)


def told(asked, why):
    """The letter that refuses for that reason."""
    game, log = asked
    seat = game.awaiting[0]
    old = closed_question(seat) if why is Why.OLD_QUESTION else None
    page = Refused.of(
        replace(reader_of(game, seat), asked=question_to(game, seat, log)), "QH or so", why, old
    )
    return " ".join(TEMPLATES.render(page).text.split())


@pytest.mark.parametrize(
    ("zero_before", "sentence"),
    [(False, "Nobody may bid zero."), (True, "So many players before you have bid zero")],
)
def test_a_zero_too_many_is_told_by_what_the_others_have_bid(zero_before, sentence):
    asked = played_until(
        sentence,
        4,
        3,
        lambda g: (
            g.deal is not None and g.deal.bids_made == 3 and (0 in g.deal.bids) is zero_before
        ),
    )

    assert sentence in told(asked, Reason.BID_ZEROS)


@pytest.mark.parametrize("why", [one for one in Reason if one not in NEVER_SAID])
def test_each_rule_has_a_letter(why, playing, bidding):
    letter = told(bidding if "bid" in why or "zeros" in why else playing, why)

    assert SHRUG not in letter
    assert "You wrote: QH or so" in letter
    assert "Nothing has changed" in letter
    assert "HOW TO ANSWER" in letter


@pytest.mark.parametrize("why", Why)
def test_each_reason_of_ours_has_a_letter(why, playing):
    """Whom a computer plays for is not told how to answer what it is asked."""
    letter = told(playing, why)

    assert SHRUG not in letter
    assert "You wrote: QH or so" in letter
    assert "Nothing has changed" in letter
    assert ("HOW TO ANSWER" in letter) is (why is not Why.COMPUTER_PLAYS)


def test_no_two_reasons_say_the_same(playing):
    said = {}
    for why in Why:
        said.setdefault(told(playing, why), []).append(why)

    assert [both for both in said.values() if len(both) > 1] == []


def test_the_words_are_those_of_the_reasons_and_of_no_other():
    text = (templates_folder() / "_why.txt").read_text("utf-8")
    asked = " ".join(re.findall(r'page\.why (?:==|in) (\([^)]*\)|"[^"]*")', text))
    keys = set(re.findall(r'"([^"]+)"', asked))
    told = {*Why, *Reason} - NEVER_SAID.keys() - {Why.OLD_QUESTION}  # told by what it asked

    assert keys == {one.value for one in told}
