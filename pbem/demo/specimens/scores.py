"""Letters to who keeps the scores of a table with real cards."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from pbem.demo.specimens.games import RULES, Story
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.score_lines import LineKind, LineOutcome
from pbem.domain.strangers import Unwritten, WhyUnwritten
from pbem.letters.page import AnyPage
from pbem.letters.pages.organisers import CommandResult
from pbem.letters.pages.scores import DealToCome, EveningOver, PlayerScore, ScoresKept
from pbem.letters.pages.standings import EveningRank

_LINE = "deal 2: Anna 2/1, Bruno 1/3"
_AMISS = (
    LineOutcome(_LINE, LineKind.NO_DEAL, n=9, m=2),
    LineOutcome(_LINE, LineKind.NO_DEAL, n=1),
    LineOutcome(_LINE, LineKind.NOBODY, 2, ("Zo\u00eb", "Anna", "Bruno")),
    LineOutcome(_LINE, LineKind.TWICE, 2, ("Anna",)),
    LineOutcome(_LINE, LineKind.MISSING, 2, ("Anna", "Bruno")),
    LineOutcome(_LINE, LineKind.BID_OR_TRICKS, 2),
    LineOutcome(_LINE, LineKind.WRONG_BID, 2, ("Anna",), n=8, m=1),
    LineOutcome(_LINE, LineKind.HOOK, 2, m=7),
    LineOutcome(_LINE, LineKind.TRICKS, 2, n=8, m=7),
    LineOutcome("How are you?", LineKind.UNREAD),
)

SOME_EVENINGS = (
    EveningRank(1, "Anna", 3, 2, 31, 40),
    EveningRank(2, "Bruno", 2, 0, 11, 26),
    EveningRank(2, "Carla", 1, 0, 11, 14),
)


def pages(story: Story) -> dict[str, AnyPage]:
    """At the beginning, after deals, with lines that cannot be, and at the end."""
    taps, names = story.fresh.taps, story.fresh.names
    sizes = RULES.sizes(story.players)
    begins = ScoresKept(
        *(taps, "Tuesday", (), names, RULES, sizes, (), 0),
        next=DealToCome(1, sizes[0], names[0], bids_known=False),
    )
    stand = tuple(
        PlayerScore(at, name, 30 - 9 * at, at % 2, 1, 11 if at % 2 else 1)
        for at, name in enumerate(names, 1)
    )
    scored = LineOutcome("deal 1", LineKind.SCORED, 1)
    coming = DealToCome(2, sizes[1], names[1], bids_known=False)
    kept = replace(begins, told=(scored,), scores=stand, deal=1, next=coming)
    over = replace(kept, next=None, winners=names[:1])
    noon = datetime(2026, 10, 6, 12, tzinfo=UTC)
    told = EveningOver(
        *(taps, "Tuesday", names[1], names[0], stand, 1, names[:1]), first=True, confirmed=False
    )
    asked = ((CommandOutcome(CommandKind.STANDINGS), ()),)
    result = CommandResult(taps, "Tuesday", "UTC", asked, (), (), noon.date())
    return {
        "command_result evenings": replace(result, evenings=SOME_EVENINGS),
        "evening_over": told,
        "evening_over operator": replace(told, keeper="", winners=names[:2]),
        "evening_over confirmed": replace(told, confirmed=True, winners=(), evenings=SOME_EVENINGS),
        "evening_over answer": replace(told, first=False, confirmed=True, evenings=SOME_EVENINGS),
        "evening_over status": replace(told, first=False),
        "scores_kept": kept,
        "scores_kept begins": begins,
        "scores_kept bids": replace(
            kept,
            told=(LineOutcome("deal 2", LineKind.BIDS, 2),),
            next=replace(coming, bids_known=True),
        ),
        "scores_kept several": replace(kept, told=(scored, replace(scored, deal=2))),
        "scores_kept amiss": replace(kept, told=_AMISS),
        "scores_kept shown": replace(kept, told=(LineOutcome("status", LineKind.SHOWN),)),
        "scores_kept addresses": replace(begins, others=names[1:], league="Winter"),
        "scores_kept over": over,
        "scores_kept evenings": replace(over, others=names[1:2], evenings=SOME_EVENINGS),
        "scores_kept unwritten": replace(
            over,
            unwritten=(
                Unwritten(WhyUnwritten.STOPPED, names[1]),
                Unwritten(WhyUnwritten.BLOCKED, names[2]),
                Unwritten(WhyUnwritten.WEEK, names[0], until=noon),
            ),
        ),
        "scores_kept shared": replace(over, winners=names[:2]),
        "scores_kept late": replace(over, late=2),
        "scores_kept nothing": replace(over, scores=(), deal=0, winners=()),
    }
