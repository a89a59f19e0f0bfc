"""Letters that tell how games went: the totals, the end, what other tables made of it."""

from __future__ import annotations

from dataclasses import replace

from pbem.demo.specimens.games import NOW, WORDS, Story
from pbem.letters import compose
from pbem.letters.pages import Fingerprint, MatchLine, MatchOver, Opened, Page


def pages(story: Story) -> dict[str, Page]:
    """The letters of a game that is over, and the one that compares tables."""
    players, reader = story.players, story.over.reader(0)
    totals = [(10, 0, 12, 1, 3, 4, 5)[:players]] * 3
    lines = (
        MatchLine(1, "Anna", "Lindy", 64, 51.5, 12.5, you=True),
        MatchLine(2, "Eva", "Lindy 2", 51, 57.0, -6.0, you=False),
    )
    opened, tag = Opened(1, "9f" * 32, WORDS), story.fresh.taps.tag
    match = MatchOver(
        *(story.language, "Lindy", "Anna", lines, Fingerprint(1, "0a" * 32), opened, tag)
    )
    return {
        "digest": compose.digest(reader, [50] * players, NOW),
        "chart": compose.chart(reader, totals, b""),
        "match_over": match,
        "match_over no words": replace(match, opened=Opened(1, "9f" * 32, ())),
    }
