"""A game looked back at from one seat, put together from what is kept of its deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from engine import DealScored, Game, Seat, TakenBack
from engine.game_review import GameReview, LookedBack, review_game
from engine.luck import Luck, whole_luck
from pbem.domain.logged import BY_COMPUTER, Actor, Logged
from pbem.results.coaching import luck_of, review_of
from pbem.turns.turn import standing_log

_NOT_BY_THE_PLAYER = BY_COMPUTER | {Actor.DEADLINE}

Found = Mapping[tuple[int, int], dict[str, Any]]
"""What is kept of looks back, by the entry a deal ended with and the seat."""


Lucks = Mapping[int, dict[str, Any]]
"""What is kept of what the cards of deals were worth, by the entry a deal ended with."""


class DealEnd(NamedTuple):
    """A deal that is over, by its number, and the entry of the log that it ended with."""

    deal: int
    ended: int


def ends(entries: Sequence[Logged]) -> list[DealEnd]:
    """How the deals of a log ended that stand."""
    return [DealEnd(n, deal[-1].seq) for n, deal in enumerate(_deals(entries), 1)]


def own_ends(entries: Sequence[Logged], seat: Seat) -> list[DealEnd]:
    """The same of those in which nobody but its player chose for a seat."""
    return [
        DealEnd(n, deal[-1].seq)
        for n, deal in enumerate(_deals(entries), 1)
        if not any(one.seat == seat and one.actor in _NOT_BY_THE_PLAYER for one in deal)
    ]


def _deals(entries: Sequence[Logged]) -> list[list[Logged]]:
    stand = [one for one in standing_log(entries) if not isinstance(one.entry, TakenBack)]
    next_deals = [at for at, one in enumerate(stand, 1) if isinstance(one.entry, DealScored)]
    return [stand[begun:end] for begun, end in pairwise([0, *next_deals])]


def found_so_far(
    game: Game, entries: Sequence[Logged], seat: Seat, found: Found
) -> GameReview | None:
    """The same of a game that ends now, whose last deal nobody can have looked back at; None unless
    all others of the seat's own have been.
    """
    deals = own_ends(entries, seat)
    before = [one for one in deals if one.deal < len(game.past) or (one.ended, seat) in found]
    if not before or any((one.ended, seat) not in found for one in before):
        return None
    return game_review(game, before, seat, found)


def luck_in(deals: Sequence[DealEnd], lucks: Lucks) -> Luck | None:
    """What the cards of some deals were worth; None if that is not known of all."""
    found = [luck_of(lucks[one.ended]) for one in deals]
    known = [one for one in found if one is not None]
    return whole_luck(known) if known and len(known) == len(found) else None


def game_review(game: Game, deals: Sequence[DealEnd], seat: Seat, found: Found) -> GameReview:
    """What the looks back at some deals come to, all of which have been found."""
    return review_game(
        [LookedBack(review_of(found[one.ended, seat]), game.past[one.deal - 1]) for one in deals],
        seat,
    )
