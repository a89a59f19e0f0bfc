"""Letters about who plays: invited, there or away, in a pause, once more."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import get_args

from pbem.demo.specimens.games import NOW, Story
from pbem.domain.code_powers import Grave
from pbem.domain.deadlines import Span
from pbem.letters.page import AnyPage
from pbem.letters.pages.pause import PauseKind, PausePoll
from pbem.letters.pages.people import (
    AreYouSure,
    AwayOffer,
    GameAway,
    Invitation,
    Noted,
    Presence,
    PresenceKind,
    SeatChange,
    SeatKind,
)
from pbem.letters.pages.rematch import Rematch, RematchKind

AWAY = Span(date(2026, 11, 3), date(2026, 11, 17))
"""Days without the game."""


def pages(story: Story) -> dict[str, AnyPage]:
    """The letters that ask whether somebody plays, and the words back."""
    return {
        **_invited(story),
        **_present(story),
        **_seats(story),
        **_paused(story),
        **_again(story),
    }


def _invited(story: Story) -> dict[str, AnyPage]:
    words = ("yes", "no", "joined")
    asked = Invitation.of(story.fresh, "Same silly game. You in?")
    return {
        "invitation restored": Invitation.of(
            replace(story.fresh, notes=replace(story.fresh.notes, went_back=NOW)), ""
        ),
        "invitation": asked,
        "invitation hints": replace(asked, setup=replace(asked.setup, hints=True)),
        **{f"noted {word}": Noted(story.fresh.frame, word) for word in words},
    }


def _present(story: Story) -> dict[str, AnyPage]:
    reader = story.last_bid.reader()
    games = (GameAway("Lindy", 15, 15), GameAway("Club", 3, 15), GameAway("Tuesday Night", 0, 15))
    details = {Grave.ADDRESS: "anna@new.example"}
    return {
        **{
            f"presence {what}": Presence.of(reader, what, missed=2)
            for what in get_args(PresenceKind)
        },
        **{
            f"are_you_sure {order}": AreYouSure(reader.frame, order, details.get(order, ""))
            for order in Grave
        },
        "presence away": Presence.of(reader, "away", missed=2, away=AWAY, games=games),
        "away_offer": AwayOffer.of(story.fresh, Span(NOW.date(), NOW.date() + timedelta(days=9))),
    }


def _seats(story: Story) -> dict[str, AnyPage]:
    """What is written about a seat that somebody is asked to take."""
    return {
        f"seat_change {kind}{' moved' * moved}": SeatChange(
            story.fresh.taps,
            *("Lindy", "Marta", kind, "Ruth", "Ruth", "Eva", moved, 48, NOW, "UTC"),
        )
        for kind in get_args(SeatKind)
        for moved in (False, True)
    }


def _paused(story: Story) -> dict[str, AnyPage]:
    frame, days = story.over.reader(0).frame, {"proposed": date(2026, 12, 24)}
    return {
        **{
            f"pause_poll {kind}": PausePoll(
                frame,
                kind,
                name="Bruno",
                first=days.get(kind),
                days=10,
                waits=("Anna", "Chloé"),
            )
            for kind in get_args(PauseKind)
        },
        "pause_poll days": PausePoll(
            frame, "proposed", name="Bruno", first=None, days=3, waits=("Anna",)
        ),
    }


def _again(story: Story) -> dict[str, AnyPage]:
    frame, following = story.over.reader(0).frame, {"noted": "Lindy II"}
    said = (("Anna", "yes"), ("Bruno", "no"), ("Chloé", "nothing"))
    return {
        f"rematch {kind}": Rematch(
            frame, kind, name="Bruno", said=said, needed=3, following=following.get(kind, "")
        )
        for kind in get_args(RematchKind)
    }
