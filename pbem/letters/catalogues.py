"""The sentences of each language: the `.po` files in `messages/`, read when first needed."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from pbem.orders.words import LANGUAGES

COMPLETE = ("en", "fr", "de", "it", "es", "nl", "ro")
"""The languages in which no sentence may be missing; what another lacks is English."""


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
    file = files("pbem.letters") / "messages" / f"{language}.po"
    with file.open("rb") as written:
        return read_po(written, locale=language)


@cache
def translated() -> tuple[str, ...]:
    """The languages there is a file for."""
    folder = files("pbem.letters") / "messages"
    return tuple(each for each in LANGUAGES if (folder / f"{each}.po").is_file())
