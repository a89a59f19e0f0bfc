"""Letters that explain: how to play by mail, and each topic of it."""

from __future__ import annotations

from pbem.demo.specimens.games import Story
from pbem.letters.compose.helping import helping
from pbem.letters.pages import Page
from pbem.letters.pages.helping import TOPICS


def pages(story: Story) -> dict[str, Page]:
    """The letters of help to a seat that is to bid."""
    reader = story.last_bid.reader()
    return {
        f"help {topic}".strip(): helping(reader, topic, "table@ohhell.example")
        for topic in ("", *TOPICS)
    }
