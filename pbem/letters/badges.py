"""Badges: the colour and the initial by which each seat is known wherever a game is shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

_JOINER = "\u200d"


@dataclass(frozen=True, slots=True)
class SeatColour:
    """A block of `fill` with letters of `ink` on it and a `rim` around it.

    A line that stands alone takes the rim. Letters stand out on their block, and rims on light and
    on dark paper, so that no mail program has to know which of them it shows.
    """

    fill: str
    ink: str
    rim: str


_NIGHT, _PAPER = "#14181D", "#FFFFFF"

SEAT_COLOURS = (
    SeatColour("#0067A0", _PAPER, "#1A7DBD"),
    SeatColour("#E8A91A", _NIGHT, "#B8790A"),
    SeatColour("#005F45", _PAPER, "#008A65"),
    SeatColour("#B04D00", _PAPER, "#C95000"),
    SeatColour("#56B4E9", _NIGHT, "#3090C8"),
    SeatColour("#DEA8C6", _NIGHT, "#B65A8C"),
    SeatColour("#F0E442", _NIGHT, "#8C8200"),
    SeatColour("#1A1A1A", _PAPER, "#7B8288"),
    SeatColour(_PAPER, "#0067A0", "#1A7DBD"),
    SeatColour(_PAPER, "#B04D00", "#C95000"),
    SeatColour(_PAPER, "#005F45", "#008A65"),
    SeatColour(_PAPER, "#9B3F72", "#B65A8C"),
)
"""By seat: the eight that Okabe and Ito chose for whoever sees colours otherwise, some lighter or
darker so that letters stand out on them; then four of them as rings.
"""


@dataclass(frozen=True, slots=True)
class Badge:
    """Who sits at a seat: the name, and the coloured initial that stands for it."""

    name: str
    initial: str
    colour: SeatColour


@dataclass(frozen=True, slots=True)
class Seated:
    """What is told of one seat."""

    badge: Badge

    @property
    def name(self) -> str:
        """Who sits there."""
        return self.badge.name


@lru_cache(maxsize=512)
def badges(names: tuple[str, ...]) -> tuple[Badge, ...]:
    """The badges of a table, by seat."""
    marks = zip(names, initials(names), strict=True)
    return tuple(
        Badge(name, initial, SEAT_COLOURS[seat % len(SEAT_COLOURS)])
        for seat, (name, initial) in enumerate(marks)
    )


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """A sign or two for each name, different for all; where nothing else tells them apart, numbers.

    >>> initials(("Anna", "Bruno", "Adam")), initials(("Anna M.", "Anna B."))
    (('An', 'B', 'Ad'), ('AM', 'AB'))
    >>> initials(("Jan", "Jan"))
    ('J1', 'J2')
    """
    signs = [_signs(name) for name in names]
    alike: dict[str, list[int]] = {}
    for seat, (first, *_) in enumerate(signs):
        alike.setdefault(first.casefold(), []).append(seat)
    second = [""] * len(names)
    for seats in alike.values():
        if len(seats) > 1:
            told = _told_apart([signs[seat][1:] for seat in seats])
            for seat, sign in zip(seats, told, strict=True):
                second[seat] = sign
    return tuple(first + more for (first, *_), more in zip(signs, second, strict=True))


def _told_apart(rests: Sequence[Sequence[str]]) -> list[str]:
    """For each of several, the first sign that differs in all of them, or a number."""
    for at in range(max(map(len, rests))):
        signs = [rest[at] if at < len(rest) else "" for rest in rests]
        if len({sign.casefold() for sign in signs}) == len(signs):
            return signs
    return [str(number) for number in range(1, len(rests) + 1)]


def _signs(name: str) -> list[str]:
    """The letters and digits of a name, the first upper case; its other signs if it has none."""
    every = list(_clusters(unicodedata.normalize("NFC", name)))
    signs = [sign for sign in every if sign[0].isalnum()] or every or ["?"]
    upper = signs[0].title()
    return [upper if len(upper) == len(signs[0]) else signs[0], *signs[1:]]


def _clusters(words: str) -> Iterator[str]:
    """The signs as a reader counts them: with their accents, and with what is joined to them."""
    cluster = ""
    for sign in words:
        if sign.isspace():
            continue
        joined = cluster.endswith(_JOINER) or sign == _JOINER or _adds(sign)
        if cluster and not joined:
            yield cluster
            cluster = ""
        cluster += sign
    if cluster:
        yield cluster


def _adds(sign: str) -> bool:
    """Whether a sign only changes the one before it: an accent, a vowel sign, a tone of skin."""
    return unicodedata.category(sign).startswith("M") or "\U0001f3fb" <= sign <= "\U0001f3ff"
