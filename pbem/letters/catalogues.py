"""The sentences of each language: its `letters.po`, read when first needed."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import as_file
from io import BytesIO
from typing import TYPE_CHECKING

import babel

from pbem import compiled
from pbem.languages import file

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

_FILE = "letters.po"


@cache
def messages(language: str) -> NullTranslations:
    """A language's sentences; English, which the templates hold, has no file.

    Sentences that are missing or marked as fuzzy stay English. The file is read once, until it or
    what reads it changes: that takes as long as a letter.
    """
    if language == "en":
        return NullTranslations()
    with as_file(file(language, _FILE)) as written:
        made_of = babel.__version__.encode() + written.read_bytes()
        sentences = compiled.found(written, "sentences", made_of)
        if sentences is None:
            sentences = _compact(catalogue(language))
            compiled.keep(written, "sentences", made_of, sentences)
    return GNUTranslations(BytesIO(sentences))


def catalogue(language: str) -> Catalog:
    """A language's file as it stands."""
    from babel.messages.pofile import read_po

    with file(language, _FILE).open("rb") as written:
        return read_po(written, locale=language)


def _compact(catalogue: Catalog) -> bytes:
    """A catalogue as `gettext` reads it."""
    from babel.messages.mofile import write_mo

    written = BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()
