"""The sentences of each language: its `letters.po`, read when first needed."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from pbem.languages import file

_FILE = "letters.po"


@cache
def messages(language: str) -> NullTranslations:
    """A language's sentences; English, which the templates hold, has no file.

    Sentences that are missing or marked as fuzzy stay English.
    """
    if language == "en":
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, catalogue(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def catalogue(language: str) -> Catalog:
    """A language's file as it stands."""
    with file(language, _FILE).open("rb") as written:
        return read_po(written, locale=language)
