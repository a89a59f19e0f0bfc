"""The score sheet of a table that plays with real cards, as those of games are."""

from __future__ import annotations

from engine.ending import totals
from engine.kept import winners_kept
from pbem.domain.score_sheet import ScoreSheet
from pbem.results.sheet import SeatScore, Sheet, SheetLine


def sheet_of(kept: ScoreSheet) -> Sheet:
    """The sheet of the deals that are over; without trumps, which nobody writes down."""
    before, points, lines = (0,) * kept.players, kept.points, []
    rules = kept.rules
    for number, (deal, brought) in enumerate(zip(kept.deals, points, strict=False), 1):
        after = totals(rules.end, rules.target, points[:number], kept.players)
        besides = (now - was - more for was, more, now in zip(before, brought, after, strict=True))
        parts = zip(deal.bids, deal.taken, brought, besides, after, strict=True)
        lines.append(
            SheetLine(
                *(number, kept.size(number), kept.dealer(number), None),
                trump_fixed=False,
                scores=tuple(SeatScore(*part) for part in parts),
            )
        )
        before = after
    over = kept.over and points
    winners = winners_kept(rules, kept.players, kept.deals, points) if over else None
    return Sheet(kept.name, kept.names, tuple(lines), before, winners, ())
