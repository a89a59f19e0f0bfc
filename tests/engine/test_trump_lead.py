"""Trumps that may be led only once one has been played."""

from dataclasses import replace

import pytest

from engine import IllegalAction, PlayCard, Reason, Rules, Suit, decide, view
from engine.kernel import position
from engine.play import Lead, TrumpLead
from engine.specials import Specials
from engine.trump import TrumpBy
from tests.engine.test_kernel import shown
from tests.table import bid, cards, deal_of, play

OWN = Rules(
    players=(2, 2),
    hand_max=((2, 3),),
    lead=Lead.DEALER,
    trump=TrumpBy.FIXED,
    trump_cycle=(Suit.SPADES,),
    trump_lead=TrumpLead.BROKEN,
    hook=False,
)


def dealt(row):
    return bid(deal_of(row, rules=OWN), 0, 0)


def test_no_trump_is_led_while_something_else_is_held():
    game = dealt("AS KS 2C | 3C 4C 5C")

    assert view(game, 0).legal_cards == cards("2C")
    with pytest.raises(IllegalAction) as refused:
        decide(game, PlayCard(0, cards("AS")[0]))
    assert refused.value.reason is Reason.TRUMPS_CLOSED
    assert refused.value.legal_cards == cards("2C")


def test_who_holds_trumps_alone_leads_one():
    assert view(dealt("AS KS 2S | 3C 4C 5C"), 0).legal_cards == cards("AS KS 2S")


def test_a_trump_on_a_card_of_another_suit_opens_them():
    """Seat 1 has no club and trumps; then it may lead its next trump."""
    game = play(dealt("2C 3C 4D | 2S KS 5D"), "2C 2S")

    assert view(game, 1).legal_cards == cards("KS 5D")


def test_a_trump_that_could_be_played_and_was_not_opens_nothing():
    game = play(dealt("2C 3C AS | 4C KS 5D"), "2C 4C")

    assert view(game, 1).legal_cards == cards("5D")


WILD = replace(OWN, specials=Specials.TWOS_WILD)


@pytest.mark.parametrize(
    ("row", "may"), [("2S KS AS | 3C 4C 6C", "2S"), ("2S KS 5D | 3C 4C 6C", "2S 5D")]
)
def test_a_wild_two_is_no_trump_whatever_its_suit(row, may):
    """Nothing is said of it before it is played."""
    game = bid(deal_of(row, rules=WILD), 0, 0)
    here = position(game.deal)

    assert view(game, 0).legal_cards == cards(may)
    legal = here.kernel.legal(here.hands[here.turn], here.table, first=here.first)
    assert sorted(cards(shown(here.kernel, legal))) == sorted(cards(may))


@pytest.mark.parametrize(
    ("row", "played", "may"),
    [
        ("AS KS 2C | 3C 4C 5C", "", "2C"),
        ("2C 3C 4D | 2S KS 5D", "2C 2S", "5D KS"),
        ("2C 3C AS | 4C KS 5D", "2C 4C", "5D"),
    ],
)
def test_the_deal_in_integers_knows_the_same(row, played, may):
    here = position(play(dealt(row), played).deal)
    legal = here.kernel.legal(here.hands[here.turn], here.table, first=here.first)

    assert shown(here.kernel, legal) == may
