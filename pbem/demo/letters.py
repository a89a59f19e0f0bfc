"""Every letter in every language, to leaf through: a folder for each language, and an index."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from html import escape
from pathlib import Path

from pbem.demo.gallery import INDEX, Gallery, write_page
from pbem.demo.specimens import all_pages
from pbem.demo.specimens.games import NOW
from pbem.demo.specimens.odd import odd_pages
from pbem.letters.mime import Envelope, mime
from pbem.letters.render import Templates
from pbem.letters.speech import speech

PLAYERS, SEED = 4, 7
"""The table and the game that the letters tell of."""


class NotOurs(ValueError):
    """A folder holds something else than a gallery."""


def write_gallery(folder: Path, languages: Sequence[str]) -> Path:
    """Write a letter of every kind in each of the languages, and say where the index is.

    An earlier gallery is replaced; NotOurs for a folder that holds other things.
    """
    if folder.is_dir():
        if not all(map(_is_ours, folder.iterdir())):
            raise NotOurs(f"{folder} holds other things; name another folder")
        shutil.rmtree(folder)
    elif folder.exists():
        raise NotOurs(f"{folder} is a file; name a folder")
    templates = Templates()
    for language in languages:
        _write(folder / language, language, templates)
    listed = "\n".join(
        f'<li><a href="{language}/{INDEX}">{escape(speech(language).name)}</a></li>'
        for language in languages
    )
    return write_page(folder, "languages.html", languages=listed)


def _is_ours(found: Path) -> bool:
    """Whether a file or folder is a part of a gallery."""
    return found.name == INDEX or ((found / "mails").is_dir() and (found / INDEX).is_file())


def _write(folder: Path, language: str, templates: Templates) -> None:
    """A letter of every kind in one language."""
    gallery = Gallery(folder)
    for name, page in {**all_pages(PLAYERS, SEED, language), **odd_pages(language)}.items():
        place = f"{name.replace(' ', '-')}.{language}"
        envelope = Envelope(
            game=name,
            list_id="gallery.ohhell.example",
            mailbox="table@ohhell.example",
            to_name="Anna",
            to_address="anna@cards.example",
            reply_to="table+code@ohhell.example",
            help_link="mailto:table@ohhell.example?subject=help",
            leave_link=None,
            message_id=f"<{place}@ohhell.example>",
            thread=f"<{name.split(' ')[0]}.{language}@ohhell.example>",
            date=NOW,
            language=language,
            replied=False,
        )
        gallery.add(mime(templates.render(page), envelope))
    gallery.write_index(f"Every letter: {speech(language).name}")
