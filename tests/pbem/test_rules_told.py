"""What a sheet of rules says of the hook, zeros, trumps, aces, ties and dealers is what is played.

Each sentence is held against the engine: bids that are made, cards that are dealt, games that end.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from engine import PRESETS, cards, combine, preset
from engine.bidding import BidMode, legal_bids
from engine.cards import Suit
from engine.dealer import dealer_drawn, draw_for_dealer
from engine.ending import End, winners
from engine.order import Ranking, RankOrder, best_card, led_suit
from engine.play import legal_cards, step
from engine.trump import TURNS, Dealt, TrumpBy, fix_trump
from pbem.letters.render import Templates
from tests.effort import of_each
from tests.guides import COMPLETE

TEMPLATES = Templates()
PACK = cards("2C 3C 4C 5C 6C 7C 8C 9C TC QC")
TABLES = [
    (row.rules, players)
    for row in PRESETS
    for players in range(row.rules.players[0], row.rules.players[1] + 1)
]
every_table = of_each(("rules", "players"), TABLES)


@cache
def told(rules, players, language="en"):
    """The sheet as one text."""
    return " ".join(TEMPLATES.rules(rules, players, language))


def bids_in_turn(rules):
    return rules.bid_mode in (BidMode.SEQUENTIAL, BidMode.BLIND)


@every_table
def test_the_hook(rules, players):
    """All before the last have bid zero: may the last bid all tricks?"""
    hook = "he last bidder may not bid the number that would make the bids add up to the"
    said = told(rules, players)
    size = max(rules.sizes(players))
    last = legal_bids(
        size,
        (0,) * (players - 1),
        last=True,
        hook=rules.hook,
        hook_above=rules.hook_above,
        zero_limit=rules.zero_limit,
    )
    if bids_in_turn(rules):
        assert (hook in said) is (size not in last)
        assert ("The bids may add up to the number of tricks" in said) is (size in last)
    else:
        assert "add up to" not in said
    if rules.hook_above:
        assert f"In deals of more than {rules.hook_above} cards t{hook}" in said


@every_table
def test_zeros_in_a_row(rules, players):
    """Everybody bids zero as long as that may be: is it ever closed before the last bid?"""
    closed = any(
        0 not in legal_bids(5, (0,) * made, last=False, hook=False, zero_limit=rules.zero_limit)
        for made in range(players)
    )
    assert ("zeros in a row" in told(rules, players)) is (closed and bids_in_turn(rules))


@pytest.mark.parametrize("limit", [None, *range(6)])
def test_every_limit_on_zeros(limit):
    """After so many zeros none is allowed: at once, in a row, or never at this table."""
    players = 4
    said = "ohhell_pagat" if limit is None else f"ohhell_pagat, zero limit {limit}"
    rules = combine(said).rules
    closed = [
        made
        for made in range(players)
        if 0 not in legal_bids(5, (0,) * made, last=False, hook=False, zero_limit=rules.zero_limit)
    ]
    words = {0: "Nobody may bid zero.", 1: "no more than 1 zero in a row"}
    sentence = words.get(closed[0], f"than {closed[0]} zeros in a row") if closed else "zeros in"
    assert rules.zero_limit == limit
    assert (sentence in told(rules, players)) is bool(closed)


@every_table
def test_the_card_that_shows_the_trump(rules, players):
    """In each deal of a game: it lies beside the play, or is the dealer's own; or none is left."""
    beside, dealers, none_left = False, False, False
    for number, size in enumerate(rules.sizes(players), 1):
        pack = rules.pack_for(players).cards()
        dealt, stock = pack[: players * size], pack[players * size :]
        biggest = size >= (rules.no_trump_from or max(rules.sizes(players)))
        of = Dealt(number, stock, dealt[-1], biggest, rules.trump_cycle)
        trump = fix_trump(rules.trump, of, rules.trump_if_no_stock)
        shown = trump.shown or trump.face_down
        if shown is not None:
            in_hand = dealt.count(shown) == pack.count(shown)
            beside, dealers = beside or not in_hand, dealers or in_hand
        left_out = biggest and rules.trump is TrumpBy.TURN_UP_BUT_BIG_DEALS
        none_left |= rules.trump in TURNS and not stock and not left_out
    said = told(rules, players)

    assert ("turned up is not played" in said) is beside
    assert ("stays in the dealer's hand" in said) is dealers
    assert ("If no card is left" in said) is none_left


@every_table
def test_aces(rules, players):
    """The ace beats the king of its suit, and in the Spanish order the three."""
    said = told(rules, players)
    ranking = Ranking(None, rules.order, rules.equal_cards)
    ace, king = cards("AS KS")
    high = best_card((king, ace), ranking) == 1
    if rules.order is RankOrder.SPANISH:
        ranks = "ace, three, king, knight, jack, seven, six, five, four, two"
        assert f"From the top the cards rank {ranks}." in said
        from_the_top = cards("AS 3S KS QS JS 7S 6S 5S 4S 2S")
        for higher, lower in pairwise(from_the_top):
            assert best_card((lower, higher), ranking) == 1
            assert best_card((higher, lower), ranking) == 0
    else:
        assert ("Aces are high." in said) is high
        assert ("Aces are low." in said) is not high


def test_a_joker_that_had_to_be_led_sets_no_suit():
    """Who holds jokers alone has to lead one; then comes a heart, which the next must follow."""
    rules = preset("atkinson_blackout")
    ranking = Ranking(Suit.CLUBS, specials=rules.specials)
    joker, low = (card for card in rules.pack_for(5).cards() if not card.plain)
    [heart] = cards("4H")

    assert legal_cards((joker, low), (), ranking) == (joker, low)
    assert led_suit((joker, heart), ranking) is Suit.HEARTS
    sentence = "After a joker that had to be led, the next card of a suit sets the suit."
    assert sentence in told(rules, 5)


@every_table
def test_who_wins_and_what_becomes_of_a_tie(rules, players):
    said = told(rules, players)
    match rules.end:
        case End.SCHEDULE:
            assert "The highest score after the last deal wins." in said
        case End.TARGET:
            assert f"The first to have {rules.target} points ends the game; the highest" in said
        case End.EXACT_TARGET:
            assert f"The first to have exactly {rules.target} points wins" in said
        case End.RUBBER:
            assert "after three games the highest total wins" in said
    totals = [rules.target or 50] * 2 + [7] * (players - 2)
    several = winners(rules.end, rules.target, rules.tie, totals, [[0]] * players)
    by_bids = winners(rules.end, rules.target, rules.tie, totals, [[1, 1]] + [[2]] * (players - 1))
    assert len(several) == 2
    assert ("decide a tie" in said) is (len(by_bids) == 1)
    more = rules.tie.value == "extra_max_deals"
    assert ("more deals of the most cards until one player leads alone" in said) is more
    assert ("share the win" in said) is not more


@every_table
def test_who_deals_first_and_then(rules, players):
    """The first seat draws a jack, the second an ace; by jacks the draw is over with the first."""
    jack, ace = cards("JH AS")
    rounds = draw_for_dealer((jack, ace, *PACK), players, rules.first_dealer)
    said = told(rules, players)

    assert ("first jack" in said) is (dealer_drawn(rounds, rules.first_dealer) == 0)
    assert ("Who draws the highest card deals first" in said) is (rounds[0][:2][-1][1] == ace)
    way = "left" if step(rules.direction) == 1 else "right"
    assert f"then the deal goes round to the {way}." in said


@pytest.mark.parametrize("language", COMPLETE[1:])
def test_every_language_says_as_much(language):
    """A sentence for a sentence, and none of them English."""
    for rules, players in TABLES:
        english = TEMPLATES.rules(rules, players)
        other = TEMPLATES.rules(rules, players, language)

        assert list(map(_sentences, other)) == list(map(_sentences, english))
        assert set(other).isdisjoint(english)


def _sentences(line):
    """How many sentences a line has."""
    return len(line.replace(" ...", "").split(". "))
