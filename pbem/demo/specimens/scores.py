"""Letters to who keeps the scores of a table with real cards."""

from __future__ import annotations

from dataclasses import replace

from pbem.demo.specimens.games import RULES, Story
from pbem.domain.score_lines import LineKind, LineOutcome
from pbem.letters.page import AnyPage
from pbem.letters.pages.scores import DealToCome, PlayerScore, ScoresKept

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
    return {
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
        "scores_kept over": over,
        "scores_kept shared": replace(over, winners=names[:2]),
        "scores_kept late": replace(over, late=2),
        "scores_kept nothing": replace(over, scores=(), deal=0, winners=()),
    }
