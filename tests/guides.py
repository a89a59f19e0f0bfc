"""`python3 dev.py guides`: write the players' pages of `docs/` anew, from what the mails say.

`python3 dev.py guides pt` begins one.
"""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

from engine import find_preset
from pbem.commands.player.handlers import SENDABLE
from pbem.exports.guide import markdown_of
from pbem.languages import spoken
from pbem.letters.guide import guide
from pbem.letters.render import Templates
from tests.pictures import ALL, subject

DOCS = Path(__file__).resolve().parent.parent / "docs"
DAY = date(2026, 7, 20)
"""The pages are as the mails of this day: the days in their examples are in August."""


def words(language: str) -> str:
    """How the standard game for four is played by mail, in a language."""
    rules = find_preset("ohhell_pagat").rules
    return markdown_of(guide(Templates(), rules, 4, language, DAY, SENDABLE)).decode()


def page(language: str) -> bytes:
    """The players' page in a language: its words below the picture of a question."""
    title, rest = words(language).split("\n", 1)
    picture = f"question.{language}"
    if picture not in ALL:
        return words(language).encode()
    shown = f'<img src="pictures/{picture}.png" width="375" alt="{subject(language)}">'
    return f"{title}\n\n{shown}\n{rest}".encode()


def file(language: str) -> Path:
    """Where the page stands: `PLAYERS.md`, `PLAYERS.fr.md`."""
    return DOCS / ("PLAYERS.md" if language == "en" else f"PLAYERS.{language}.md")


COMPLETE = tuple(language for language in spoken() if file(language).is_file())
"""The languages with a page: in these nothing may be missing, of others what lacks is English."""


if __name__ == "__main__":
    for language in dict.fromkeys((*COMPLETE, *sys.argv[1:])):
        file(language).write_bytes(page(language))
