"""What a seat may know: dealing all hidden cards anew leaves its view as it was."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine import BidLaid, BidMade, CardsDealt, DealStage, Rules, Seat, preset, replay, view
from engine.bidding import LAID, BidMode, Premium, bid_by
from engine.deals import SpecialDeal
from engine.play import Visibility
from pbem.demo.playouts import play_out
from tests.effort import few
from tests.table import bid, deal_of, play

FOREHEAD = Rules(players=(3, 3), hand_max=((3, 1),), special_deals=((1, SpecialDeal.FOREHEAD),))


def known_to(seat, dealt, deal):
    """The cards of each hand that a seat knows, by the rules of its deal, and no more."""
    played = [card for trick in (*deal.tricks, deal.trick) for card in trick.cards]
    open_ = [*played, dealt.turn_up]
    known = [[card for card in hand if card in open_] for hand in dealt.hands]
    blind = deal.rules.bid_mode is BidMode.BLIND and deal.stage is DealStage.BID
    forehead = deal.rules.visibility is Visibility.OTHERS_ONLY
    for other, hand in enumerate(dealt.hands):
        if (other == seat) != forehead and not blind:
            known[other] = list(hand)
    if deal.premium is not None:
        holder, premium = deal.premium
        shown = deal.laid[holder] if premium is Premium.DECLARE else dealt.hands[holder]
        known[holder] = [c for c in dealt.hands[holder] if c in known[holder] or c in shown]
    return known


def dealt_anew(log, seat, dice):
    """The same log, but everything of the deal under way that `seat` cannot know is another.

    Cards it cannot see are dealt anew, among them the card that lies face down and those laid
    aside; sealed bids are any others.
    """
    game = replay(log)
    at = max(n for n, event in enumerate(log) if isinstance(event, CardsDealt))
    dealt, deal = log[at], game.deal
    known = known_to(seat, dealt, deal)
    face_down = dealt.face_down if deal.face_down is None else None
    seen = [card for some in known for card in some]
    seen += [card for card in (dealt.turn_up, face_down) if card and card not in seen]
    hidden = list((Counter(game.rules.pack_for(game.players).cards()) - Counter(seen)).elements())
    dice.shuffle(hidden)
    hands = [
        (*some, *(hidden.pop() for _ in range(len(hand) - len(some))))
        for some, hand in zip(known, dealt.hands, strict=True)
    ]
    hands[seat] = (
        dealt.hands[seat] if sorted(hands[seat]) == sorted(dealt.hands[seat]) else hands[seat]
    )
    turned = face_down or (hidden.pop() if dealt.face_down else None)
    anew = replace(dealt, hands=tuple(hands), face_down=turned)
    return [*log[:at], anew, *(told_anew(event, seat, deal, hands) for event in log[at + 1 :])]


def told_anew(event, seat, deal, hands):
    """An event of the deal, with another bid in it where the bid is sealed."""
    sealed = deal.rules.bid_mode is BidMode.SIMULTANEOUS and deal.stage is DealStage.BID
    match event:
        case BidMade(other, tricks) if sealed and other != seat:
            return BidMade(other, (tricks + 1) % (deal.size + 1))
        case BidLaid(other, _, _, premium) if other != seat:
            if deal.premium and deal.premium[0] == other:
                return event
            played = {c for trick in (*deal.tricks, deal.trick) for c in trick.cards}
            laid = tuple(card for card in hands[other] if card not in played)[:LAID]
            return BidLaid(other, bid_by(laid, deal.turn_up), laid, premium)
    return event


ODD = ["ninety_nine", "ninety_nine_37", "clag", "clag_foss", "australian_bust", "devils_bridge"]
ODD += ["boerenbridge_100", "wizard", "atkinson_blackout", "okuneff", "super_screw", "oh_well"]


@pytest.mark.parametrize(
    ("name", "players"),
    [
        *(("ohhell_pagat", players) for players in (3, 4, 5, 6, 7)),
        *(("pocha", 5), ("podrida_40", 4), ("kachuful", 4), ("marrows_two_player", 2)),
        *((name, preset(name).players[1]) for name in ODD),
    ],
)
@pytest.mark.parametrize("games", few([6, 60], 1))
def test_a_view_holds_nothing_the_seat_may_not_know(name, players, games):
    dice = random.Random(players)
    rules = preset(name)
    seen = 0
    for _ in range(games):
        stop = dice.randrange(1, 300)
        steps = iter(range(10_000))
        game, log = play_out(rules, players, dice, until=lambda _, s=steps, n=stop: next(s) >= n)
        if game.deal is None:
            continue
        for seat in map(Seat, range(players)):
            other = replay(dealt_anew(log, seat, dice))
            assert view(other, seat) == view(game, seat)
            seen += other != game
    assert seen >= games


def test_a_spectator_knows_no_more_than_anybody():
    """Forehead hands, sealed bids and cards laid aside are shown to no spectator."""
    game = deal_of("AC | 3C | 4D", turn_up="9D", rules=FOREHEAD)

    assert not any(code in repr(view(game)) for code in ("AC", "3C", "4D"))


def test_a_spectator_sees_no_hand():
    game = deal_of("AC 2D | 3C 5D | 4C 6D", turn_up="2H")
    seen = view(game)

    assert seen.hand == ()
    assert seen.legal == ()
    assert seen.deal.turn_up is game.deal.turn_up


def test_a_seat_sees_its_own_hand_and_what_lies_open():
    game = play(bid(deal_of("AC 2D | 3C 5D | 4C 6D", turn_up="2H"), 0, 0, 0), "3C")
    seen = view(game, 2)

    assert seen.hand == game.deal.hands[2]
    assert [str(card) for card in seen.deal.trick.cards] == ["3C"]
    assert [str(card) for card in seen.legal] == ["4C"]
    assert seen.awaiting == (2,)


def test_only_the_seat_whose_turn_it_is_has_choices():
    game = bid(deal_of("AC 2D | 3C 5D | 4C 6D", turn_up="2H"), 0, 0, 0)

    assert view(game, 0).legal == view(game, 2).legal == ()
    assert len(view(game, 1).legal) == 2


def test_nothing_in_a_view_leads_to_another_hand():
    """Whatever a view holds, however deep, no card of another hand is in it."""
    game = bid(deal_of("AC 2D | 3C 5D | 4C 6D", turn_up="2H"), 0, 0, 0)
    told = repr(view(game, 1))

    assert all(code in told for code in ("3C", "5D", "2H"))
    assert not any(code in told for code in ("AC", "2D", "4C", "6D"))


def test_a_deal_that_is_over_is_the_same_to_everybody_and_put_together_once():
    """So that a view takes no longer in the last deal of a game than in its first."""
    game, _ = play_out(
        preset("option_simultaneous"), 3, random.Random(3), until=lambda game: len(game.deals) == 3
    )
    everybody = [view(game, seat).past for seat in (None, 0, 1, 2)]

    assert all(past is everybody[0] for past in everybody)
    assert [deal.points for deal in everybody[0]] == list(game.points)
    assert game.totals == tuple(map(sum, zip(*game.points, strict=True)))
