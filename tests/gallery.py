"""Every letter in every language, to leaf through: `python3 dev.py gallery`, or with a folder."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from pbem.demo.gallery import Gallery
from pbem.letters.catalogues import translated
from pbem.letters.mime import Envelope, mime
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from tests.pbem.pages import NOW, all_pages, odd_pages


def write_gallery(folder: Path, languages: tuple[str, ...]) -> Path:
    """Write a page of every kind in each of the languages, and say where the index is."""
    templates, gallery = Templates(), Gallery(folder)
    for language in languages:
        for name, page in (all_pages(4, 7, language) | odd_pages(language)).items():
            place = f"{name.replace(' ', '-')}.{language}"
            envelope = Envelope(
                game=f"{name}, {speech(language).name}",
                list_id="gallery.ohhell.example",
                mailbox="table@ohhell.example",
                to_name=f"Anna ({language})",
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
    return gallery.write_index("Every letter in every language")


def main(words: list[str]) -> None:
    """Write the gallery into the folder that was named, or into build/gallery."""
    folder = Path(words[0] if words else "build/gallery")
    if not words and folder.is_dir():
        shutil.rmtree(folder)
    print(write_gallery(folder, ("en", *translated())))


if __name__ == "__main__":
    main(sys.argv[1:])
