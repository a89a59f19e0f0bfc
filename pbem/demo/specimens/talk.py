"""Letters about what is said at a table."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pbem.demo.specimens.games import NOW, TAG, Story
from pbem.letters.page import AnyPage
from pbem.letters.pages.talk import Muted, Reported, SaidForYou, Silenced, TalkReported
from pbem.letters.taps import Taps

_SAID = (
    (NOW - timedelta(hours=3), "Bruno", "You play like a sack of flour."),
    (NOW - timedelta(hours=2), "Ruth", "Be kind, please."),
    (NOW, "Bruno", "A sack of flour bids better."),
)


def pages(story: Story) -> dict[str, AnyPage]:
    """What was said in a name, kept from the table, muted, and reported."""
    fresh, frame = story.fresh, story.last_bid.reader().frame
    taps = Taps("table+qaaa@ohhell.example", f"Lindy {TAG}", story.language)
    reported = TalkReported(taps, "Lindy", "Europe/Paris", "Ruth", "Bruno", _SAID)
    return {
        "said_for_you": SaidForYou(frame, "Happy new year to all of you!"),
        "silenced": Silenced(frame, "Happy new year to all of you!", NOW),
        **{f"muted {muted}": Muted.of(fresh, "Bruno", muted=muted) for muted in (True, False)},
        **{
            f"reported {enough} {operator}": Reported.of(
                fresh, "Bruno", operator=operator, enough=enough
            )
            for enough in (False, True)
            for operator in (False, True)
        },
        "talk_reported": reported,
        "talk_reported to the operator": replace(reported, address="bruno@club.example"),
    }
