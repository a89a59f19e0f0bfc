"""Letters about organisers who left their games alone, and about the end of a server."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from pbem.demo.specimens.games import NOW, TAG, Story
from pbem.letters.page import AnyPage
from pbem.letters.pages.adopting import Adopting, AdoptingKind, AdoptionPoll, NotHeardOf
from pbem.letters.pages.farewell import LastLetter, NothingNew, ServerEnds
from pbem.letters.taps import Taps


def pages(story: Story) -> dict[str, AnyPage]:
    """What players are told of either, and whoever has not written."""
    return _adopting(story) | _farewell(story)


def _adopting(story: Story) -> dict[str, AnyPage]:
    """Each case of a game that others adopt."""
    frame = story.fresh.frame
    taps = Taps("table+qaaa@ohhell.example", f"Lindy {TAG}", story.language)
    poll = AdoptionPoll(taps, "Lindy", "Marta", "Ruth", "Europe/Paris", NOW)
    silent = NotHeardOf(taps, "Lindy", "Ruth", "Europe/Paris", NOW)
    return {
        **{f"adopting {what}": Adopting(frame, what, "Ruth") for what in get_args(AdoptingKind)},
        "adopting unorganised": Adopting(replace(frame, organiser=""), "unorganised"),
        "adopting asked until": Adopting(frame, "asked", until=NOW),
        "adoption_poll": poll,
        "adoption_poll nobody": replace(poll, until=None),
        "not_heard_of": silent,
        "not_heard_of adopted": replace(silent, until=None),
    }


def _farewell(story: Story) -> dict[str, AnyPage]:
    """What is told of the last day of a server, before it and after."""
    taps = Taps("table@ohhell.example", "server", story.language)
    told = ServerEnds(
        *(taps, "told", "Anna", NOW.date(), NOW, "Europe/Paris"),
        games=("Lindy", "Winter 1-2"),
        words="Seven good years. Thank you!",
    )
    last = LastLetter(taps, "Anna", games=3, nth=1, letters=1, whole=True, packed=b"PK")
    return {
        "server_ends": told,
        "server_ends elsewhere": replace(told, games=(), words="", zone="UTC"),
        "server_ends soon": replace(told, what="soon", games=("Lindy",), words=""),
        "server_ends goes on": replace(told, what="goes on", games=(), words=""),
        "nothing_new": NothingNew(taps, NOW.date()),
        "last_letter": last,
        "last_letter parts": replace(last, games=1, nth=2, letters=3, whole=False),
        "last_letter nothing": replace(last, games=0),
    }
