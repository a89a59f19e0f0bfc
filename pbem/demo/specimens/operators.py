"""Letters to the operator."""

from __future__ import annotations

from dataclasses import replace

from pbem.demo.specimens.games import NOW, Story
from pbem.domain.vocabulary import Trouble
from pbem.letters.page import AnyPage
from pbem.letters.pages.organisers import Concern, OperatorDay
from pbem.letters.taps import Taps


def pages(story: Story) -> dict[str, AnyPage]:
    """What an operator should look at."""
    troubles = tuple(Concern(NOW, what, 7, "x" * 150, NOW) for what in Trouble)
    day = OperatorDay(
        Taps("table@ohhell.example", "server", story.language), "Europe/Paris", troubles, 0
    )
    return {
        "operator_day": day,
        "operator_day more": replace(day, zone="UTC", troubles=troubles[:1], more=3),
        "operator_day copied": replace(day, troubles=troubles[:1], copied=NOW, megabytes=12.3),
    }
