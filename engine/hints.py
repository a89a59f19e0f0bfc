"""A hint to who is asked: the two choices that seem best by what the seat sees."""

from __future__ import annotations

from dataclasses import dataclass

from engine.commands import Choice, MakeBid, PlayCard
from engine.players.steady import choose
from engine.players.trials import play_of
from engine.view import View
from engine.weighing import Tried, Weighing, weigh_bid, weigh_card


@dataclass(frozen=True, slots=True)
class HintChoice:
    """A choice and what it brings; None where that is not weighed."""

    choice: Choice
    brings: Tried | None


@dataclass(frozen=True, slots=True)
class Hint:
    """The candidates, better ones first: two, or one where nothing else can be weighed.

    They were tried in so many `deals` that look like this one; `exact` tells that those were all.
    """

    candidates: tuple[HintChoice, ...]
    deals: int
    exact: bool


def hint(seen: View, seed: bytes) -> Hint:
    """What a seat that is asked might choose; ValueError if it is not its turn.

    It follows from the view and the seed, whatever the hidden cards are. Where choices are not
    weighed, such as a trump to name, it is what the steady player would choose.
    """
    usual = choose(seen)
    weighing: Weighing | None = None
    if isinstance(usual, PlayCard) and len(seen.legal_cards) > 1:
        weighing = weigh_card(seen, seed)
    elif isinstance(usual, MakeBid) and len(seen.legal_bids) > 1:
        weighing = weigh_bid(seen, seed, (usual.tricks,))
    if weighing is None:
        return Hint((HintChoice(usual, None),), 0, exact=False)
    means = weighing.means
    best = sorted(means, key=lambda choice: (-means[choice].points, choice))[:2]
    told = weighing.told(best)
    candidates = [
        HintChoice(
            play_of(weighing.table, one)
            if isinstance(usual, PlayCard)
            else MakeBid(usual.seat, one),
            told[one],
        )
        for one in sorted(best, key=lambda one: -told[one].points)
    ]
    return Hint(tuple(candidates), len(weighing.telling), weighing.some.exact)
