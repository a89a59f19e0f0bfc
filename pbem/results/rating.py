"""How strong players are, from the games they have finished: one number that each game moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

PROVISIONAL = 20
"""Games before which a rating says little."""

FIRST = 1000
"""Where everybody begins."""

_SCALE = 40


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: by seat who sat there, and the totals; a computer's seat is None."""

    people: tuple[int | None, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def scores(self) -> list[float]:
        """The totals so that more is better, whatever the rules say."""
        more = sign(self.totals, self.winners)
        return [float(more * total) for total in self.totals]


def sign(totals: Sequence[int], winners: Sequence[int]) -> int:
    """1 where more points are better, -1 where fewer are."""
    return 1 if totals[winners[0]] == max(totals) else -1


def ratings(games: Iterable[Result]) -> Mapping[int, int]:
    """Everybody's rating after these games, which stand in the order they were played.

    Who has played none begins at 1000; it is what somebody is at least likely to be worth, so it
    rises as games make it surer. A computer moves nobody and is not rated.
    """
    # Imported here because most mails are about no standings.
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[int, PlackettLuceRating] = {}
    for game in games:
        rated = [(p, s) for p, s in zip(game.people, game.scores, strict=True) if p is not None]
        if len(rated) < 2:
            continue
        teams = [[known.get(person) or model.rating()] for person, _ in rated]
        after = model.rate(teams, scores=[score for _, score in rated])
        known |= {person: team[0] for (person, _), team in zip(rated, after, strict=True)}
    return {person: FIRST + round(_SCALE * one.ordinal()) for person, one in known.items()}


def share(answered: int, missed: int) -> int | None:
    """How many of a hundred answers came in time; None before the first."""
    return round(100 * answered / (answered + missed)) if answered + missed else None
