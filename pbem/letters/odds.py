"""What a single card is worth, and how often the hook bites, as help tells it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine import Rank
from engine.cards import RANKS
from engine.odds import led_card_takes, other_card_takes, trump_takes

BITES = {3: 36, 4: 37, 5: 40, 6: 43, 7: 45}
"""In how many of 100 deals the hook forbids the bid wanted, by players, as docs/ODDS.md has it."""


@dataclass(frozen=True, slots=True)
class CardOdds:
    """In how many of 100 deals of one card a card takes the trick.

    As a trump above the one turned up (the two, below it); of another suit, led or not.
    """

    rank: Rank
    trump: int
    led: int
    other: int


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds among so many players; `bites` is None where there is no hook, or not counted."""

    players: int
    cards: tuple[CardOdds, ...]
    bites: int | None


def odds_of(players: int, *, hook: bool) -> Odds:
    """The odds of a table."""
    cards = tuple(_of_rank(players, rank) for rank in reversed(RANKS))
    return Odds(players, cards, BITES.get(players) if hook else None)


def _of_rank(players: int, rank: Rank) -> CardOdds:
    trump = trump_takes(players, rank, turned_higher=rank is RANKS[0])
    led, other = led_card_takes(players, rank), other_card_takes(players, rank)
    return CardOdds(rank, of_100(trump), of_100(led), of_100(other))


def of_100(chance: Fraction | float) -> int:
    """In how many of 100 deals something comes about."""
    return round(100 * chance)
