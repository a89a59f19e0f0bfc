"""How the tables of a match did: each player against those who had the same hands elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.letters.pages.results import MatchLine
from pbem.results.rating import sign
from pbem.results.shown import ShownGame


def compared(tables: Sequence[ShownGame], reader: int | None = None) -> tuple[MatchLine, ...]:
    """The players of at least two tables that are over, who did best at their seat first.

    Where fewer points are better, the difference has the other sign. `reader` is a player's number.
    """
    found = []
    for game in tables:
        totals = game.view.totals
        more = sign(totals, game.view.winners or (0,))
        others = [other.view.totals for other in tables if other is not game]
        for seat, (player, total) in enumerate(zip(game.table.players, totals, strict=True)):
            mean = sum(other[seat] for other in others) / len(others)
            found.append((player, game.table.name, total, mean, more * (total - mean)))
    found.sort(key=lambda one: (-one[4], one[0].name))
    ranks = [one[4] for one in found]
    return tuple(
        MatchLine(
            *(1 + ranks.index(difference), player.name, table, total, mean, difference),
            you=player.id == reader,
        )
        for player, table, total, mean, difference in found
    )
