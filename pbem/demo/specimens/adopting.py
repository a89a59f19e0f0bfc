"""Letters about who organises a game that was left alone."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from pbem.demo.specimens.games import NOW, TAG, Story
from pbem.letters.page import AnyPage
from pbem.letters.pages.adopting import Adopting, AdoptingKind, AdoptionPoll, NotHeardOf
from pbem.letters.taps import Taps


def pages(story: Story) -> dict[str, AnyPage]:
    """Those to the players, each case of them, and to whoever has not written."""
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
