"""The strong player: tries each card in deals that look like this one, and plays the best.

It sees a View and nothing else. The hidden cards are dealt anew, so that they fit what was seen
and bid; each deal is played on by players who want their bids, the last tricks of it by players
who see all cards. How many deals are tried depends on the size of the table alone. It names
trumps as the steady player does, and bids as that does with a hand worth a little less for each
seat that bids after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.bidding import BidMode
from engine.cards import Seat
from engine.commands import Choice, MakeBid, PlayCard
from engine.players.dice import Dice, dice_at
from engine.players.endgame import Endgame
from engine.players.steady import choose, fair_bid
from engine.players.trials import (
    bids_in,
    guise_of,
    play_of,
    played_on,
    scored,
    table_odds,
    unlike_plays,
)
from engine.players.worlds import table_of, worlds
from engine.scoring import Score, points_by_bid
from engine.view import DealView, View

_CARDS_TRIED, _FEWER_A_SEAT = 18_000, 1_000
"""So many cards are laid, all in all, to choose one, fewer for each seat: hands are dealt to it."""

_LATER = 0.04
"""So many tricks less a hand is taken to be worth for each seat that bids later: that one reckons
with this bid, and takes what it leaves.
"""

_MOST_WORLDS = 160
_ROUNDS = 3
"""After each round the worse half of the choices is left out."""

_OPEN, _OPEN_CARDS = 3, 15
"""So many tricks before the end all hands are opened and every way to play is tried, if they hold
no more than so many cards together.
"""

_CARDS_SEARCHED = 16_000
"""Once so many cards have been laid in trying every way, further deals are played on instead: the
more sit at a table, and the more can be said with a card, the more ways there are.
"""

_SEARCHED = 7
"""A card is searched for when so many or fewer are held; before, the steady player's is as good."""


def choose_strong(view: View, seed: bytes) -> Choice:
    """What this player would choose; ValueError if it is not its turn.

    It follows from the view and the seed, whatever the hidden cards are.
    """
    usual = choose(view)
    deal, seat = view.deal, view.seat
    assert deal is not None
    assert seat is not None
    if isinstance(usual, MakeBid) and deal.rules.bid_mode is BidMode.SEQUENTIAL:
        later = sum(deal.bids[one] is None for one in deal.bidders if one != seat)
        return MakeBid(seat, fair_bid(view, -_LATER * later))
    if not isinstance(usual, PlayCard):
        return usual
    return _card(view, deal, seat, usual, dice_at(seed, deal))


def searches(view: View) -> bool:
    """Whether a choice is searched for: one of several cards, late enough in a deal."""
    return len(view.legal_cards) > 1 and len(view.hand) <= _SEARCHED


def _best(choices: Sequence[int], trials: int, worth_in: Callable[[int, int], float]) -> int:
    """The choice of the best mean over some trials; each is tried in the same, the worse in fewer.

    `worth_in` tells what a choice brings in a trial, by its number. Of equals the first is taken.
    """
    left = list(range(len(choices)))
    sums = [0.0] * len(choices)
    done = 0
    for round_ in range(_ROUNDS):
        share = trials // (_ROUNDS - round_) // len(left)
        trials -= share * len(left)
        for trial in range(done, done + share):
            for one in left:
                sums[one] += worth_in(choices[one], trial)
        done += share
        left.sort(key=lambda one: (-sums[one], one))
        left = left[: max(2, (len(left) + 1) // 2)] if round_ < _ROUNDS - 1 else left[:1]
    return choices[left[0]]


def _trials(deal: DealView, left: int, choices: int) -> int:
    """How many times choices are tried, all together, where so many cards are held."""
    cards = _CARDS_TRIED - _FEWER_A_SEAT * deal.players
    most = cards // (deal.players * left)
    return min(max(most, 4 * choices), _MOST_WORLDS * choices)


def _worlds_for(trials: int, choices: int) -> int:
    """How many worlds the last round may come to; see `_best`."""
    left, done = choices, 0
    for round_ in range(_ROUNDS):
        share = trials // (_ROUNDS - round_) // left
        trials -= share * left
        done += share
        left = max(2, (left + 1) // 2)
    return done


def _card(view: View, deal: DealView, seat: Seat, usual: PlayCard, dice: Dice) -> PlayCard:
    if len(view.hand) > _SEARCHED:
        return usual
    table = table_of(view, deal, seat)
    own = table.known[seat] or 0
    options = unlike_plays(table)
    if len(options) <= 1:
        return play_of(table, options[0]) if options else usual
    said_first = guise_of(table, usual)
    options.sort(key=lambda guise: guise != said_first)
    left = own.bit_count()
    trials = _trials(deal, left, len(options))
    some = worlds(table, dice, _worlds_for(trials, len(options)))
    bids = [bids_in(table, world) for world in some]
    odds = table_odds(table, [bid for bid in deal.bids if bid is not None])
    solved: dict[int, Endgame] = {}
    near = left <= _OPEN and sum(table.held) <= _OPEN_CARDS

    def brings(guise: int, at: int) -> float:
        searches = near and sum(one.laid for one in solved.values()) < _CARDS_SEARCHED
        ends: Sequence[int]
        if at in solved or searches:
            if at not in solved:
                points = [
                    [_points(deal, bids[at], one, tricks) for tricks in range(deal.size + 1)]
                    for one in range(deal.players)
                ]
                here = table.position(some[at].hands, seat)
                solved[at] = Endgame(here, points, deal.taken)
            ends = solved[at].after(guise)
        else:
            ends = played_on(table, some[at], guise, bids[at], odds)
        return scored(deal, bids[at], ends, seat)

    return play_of(table, _best(options, trials, brings))


def _points(deal: DealView, bids: Sequence[int | None], seat: int, tricks: int) -> float:
    """The points of a seat for so many tricks, if the others' do not matter."""
    score, bid = deal.rules.score, bids[seat]
    if score is Score.NINETY_NINE:
        return tricks + 20.0 * (bid == tricks)
    points = points_by_bid(score, deal.size, deal.players)
    return float(tricks if bid is None or points is None else points[bid][tricks])
