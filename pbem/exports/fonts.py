"""The font that score sheets and charts are written in, and the letters that it has."""

from __future__ import annotations

import io
from functools import cache

import pymupdf_fonts
from fontTools.ttLib import TTFont

FONT = "FiraGO"
"""Latin, Greek, Cyrillic, Arabic, Hebrew, Thai, Georgian and Devanagari letters; OFL."""

SIGNS = "symbol2"
"""Noto Sans Symbols 2, for the signs of the suits; OFL."""


_LAYOUT = ("GSUB", "GPOS", "GDEF")
"""The tables of a font about ligatures and accents that are set apart, which nobody here asks."""


@cache
def font_bytes(name: str) -> bytes:
    """A font by its name, as the file that a PDF takes its letters from."""
    font, plain = TTFont(io.BytesIO(pymupdf_fonts.fontbuffers[name]()), lazy=True), io.BytesIO()
    for table in filter(font.__contains__, _LAYOUT):
        del font[table]
    font.save(plain, reorderTables=None)
    return plain.getvalue()


def printable(name: str, seat: int) -> str:
    """A name in letters that the font has; one with others is told by its seat too.

    >>> printable("Chloé", 1), printable("花子", 1)
    ('Chloé', '?? (2)')
    """
    shown = in_font(name)
    return shown if shown == name else f"{shown} ({seat + 1})"


def in_font(text: str) -> str:
    """Text with a question mark for each letter that the font has not."""
    return "".join(letter if ord(letter) in _letters() else "?" for letter in text)


@cache
def _letters() -> frozenset[int]:
    """The letters that the font has, by their numbers."""
    return frozenset(TTFont(io.BytesIO(pymupdf_fonts.fontbuffers["figo"]())).getBestCmap())
