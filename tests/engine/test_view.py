"""What a seat may know: dealing all hidden cards anew leaves its view as it was."""

import random

import pytest

from engine import CardsDealt, Seat, preset, replay, view
from tests.table import bid, deal_of, play, play_out


def dealt_anew(log, seat, dice):
    """The same log, but every card of the deal under way that `seat` cannot know is dealt anew.

    It knows its own hand, what has been played and the turn-up.
    """
    game = replay(log)
    at = max(n for n, event in enumerate(log) if isinstance(event, CardsDealt))
    dealt, deal = log[at], game.deal
    known = {*dealt.hands[seat], dealt.turn_up}
    known |= {card for trick in (*deal.tricks, deal.trick) for card in trick.cards}
    pack = game.rules.pack_for(game.players).cards()
    hidden = [card for card in pack if card not in known]
    dice.shuffle(hidden)
    hands = []
    for other, hand in enumerate(dealt.hands):
        if other == seat:
            hands.append(hand)
        else:
            played = [card for card in hand if card in known]
            hands.append((*played, *(hidden.pop() for _ in range(len(hand) - len(played)))))
    anew = CardsDealt(dealt.dealer, tuple(hands), dealt.turn_up, dealt.trump)
    return [*log[:at], anew, *log[at + 1 :]]


@pytest.mark.parametrize(
    ("name", "players"),
    [
        *(("ohhell_pagat", players) for players in (3, 4, 5, 6, 7)),
        *(("pocha", 5), ("podrida_40", 4), ("kachuful", 4), ("marrows_two_player", 2)),
    ],
)
def test_a_view_holds_nothing_the_seat_may_not_know(name, players):
    dice = random.Random(players)
    rules = preset(name)
    seen = 0
    for _ in range(60):
        stop = dice.randrange(1, 300)
        steps = iter(range(10_000))
        game, log = play_out(rules, players, dice, until=lambda _, s=steps, n=stop: next(s) >= n)
        if game.deal is None:
            continue
        for seat in map(Seat, range(players)):
            other = replay(dealt_anew(log, seat, dice))
            assert view(other, seat) == view(game, seat)
            seen += other != game
    assert seen > 50


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
