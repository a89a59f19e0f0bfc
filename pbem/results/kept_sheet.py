"""The score sheet of a table that plays with real cards, as those of games are."""

from __future__ import annotations

from engine.ending import totals
from engine.kept import winners_kept
from pbem.domain.score_sheet import ScoreSheet
from pbem.results.sheet import Sheet, SheetLine, seat_scores


def sheet_of(kept: ScoreSheet) -> Sheet:
    """The sheet of the deals that are over; without trumps, which nobody writes down."""
    rules, points = kept.rules, kept.points
    scores = seat_scores(rules, kept.players, kept.deals, points)
    lines = (
        SheetLine(
            *(number, kept.size(number), kept.dealer(number), None),
            trump_fixed=False,
            scores=each,
        )
        for number, each in enumerate(scores, 1)
    )
    reached = totals(rules.end, rules.target, points, kept.players)
    over = kept.over and points
    winners = winners_kept(rules, kept.players, kept.deals, points) if over else None
    return Sheet(kept.name, kept.names, tuple(lines), reached, winners, ())
