"""Cards, numbers and moments as the reader of a letter says them, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from typing import Literal
from zoneinfo import ZoneInfo

from babel.core import Locale
from babel.dates import (
    format_date,
    format_datetime,
    format_skeleton,
    format_timedelta,
    get_timezone_location,
)
from babel.numbers import format_decimal

from engine import Problem, Suit
from pbem.domain.deadlines import Span
from pbem.languages import read, translated
from pbem.letters.card_names import CardNames
from pbem.letters.catalogues import messages
from pbem.letters.locales import lean
from pbem.letters.looks import USUAL_LOOK, Look
from pbem.orders.words import data, lists_at

_LOCALES = {"en": "en_GB"}
_WEEK = 7


@dataclass(frozen=True, slots=True)
class Speech(CardNames):
    """One language as letters are written in it: cards, numbers, moments, lists of names."""

    def order(self, name: str) -> str:
        """The usual one of the words an organiser may send: `order("start_now")`."""
        words: list[str] = read(self.code, "organisers.toml")[name]
        return words[0]

    def if_led(self, suit: Suit) -> str:
        """A condition as it can be sent: `if clubs led`."""
        # NOTE: How a player writes what holds only if a suit is led: "if clubs led". %(if_)s and
        # NOTE: %(led)s are the first words of the lists "if" and "led" of answers.toml.
        pattern = self.messages.pgettext("plan", "%(if_)s %(suit)s %(led)s")
        words = {"if_": self.say("plan", "if"), "led": self.say("plan", "led")}
        return pattern % {"suit": self.suit_word(suit), **words}

    def number(self, number: int) -> str:
        """`five`; digits above twenty."""
        words = lists_at(data(self.code), ("numbers",)).get(str(number))
        return words[0] if words else str(number)

    def decimal(self, number: float) -> str:
        """`12.5`; `12,5` where that is the way."""
        return str(format_decimal(number, "#,##0.0", locale=self._locale))

    def difference(self, number: float) -> str:
        """`+12.5`, `-3.0`."""
        return str(format_decimal(number, "+#,##0.0;-#,##0.0", locale=self._locale))

    def lasting(self, time: timedelta, how: Literal["short", "long"] = "short") -> str:
        """`3 hrs`, `36 hrs`, `2 days`; `3 hours` in a sentence."""
        told = format_timedelta(
            time, granularity="minute", threshold=2, format=how, locale=self._locale
        )
        return str(told).replace("\u202f", "\u00a0")

    def problem(self, problem: Problem) -> str:
        """What is wrong, as a part of a sentence."""
        values = {
            name: self.problem(value) if isinstance(value, Problem) else value
            for name, value in problem.values.items()
        }
        return self.messages.gettext(problem.sentence) % values

    def listed(self, words: Iterable[str]) -> str:
        """`one`, `one and two`, `one, two and three`."""
        *most, last = words
        if not most:
            return last
        # NOTE: The end of a list of names: "Anna, Bruno and Ruth".
        joined = self.messages.pgettext("list", "%(most)s and %(last)s")
        return joined % {"most": ", ".join(most), "last": last}

    def former(self, number: str) -> str:
        """How somebody is called who is forgotten, by a number."""
        # NOTE: Stands for the name of a player who has been forgotten; %(n)s tells several apart.
        return self.messages.gettext("Former player %(n)s") % {"n": number}

    def unnamed(self, seat: int | None = None) -> str:
        """How somebody is called on public pages who wants no name there; in a game by the seat."""
        if seat is None:
            # NOTE: Stands in a list for the name of a player who wants to be told of without it.
            return self.messages.gettext("A player")
        # NOTE: Stands for the name of such a player in a game; %(n)s is a number.
        return self.messages.gettext("Player %(n)s") % {"n": seat + 1}

    def moment(self, at: datetime, zone: str) -> str:
        """`Tuesday 20 October, 18:00`, on the clock of that zone."""
        # NOTE: How a moment is written, in the letters of Unicode: EEEE is the weekday, d the day
        # NOTE: of the month, MMMM the month, HH:mm the time. Words between stand in '...'.
        pattern = self.messages.pgettext("moment", "EEEE d MMMM, HH:mm")
        # NOTE: The same on the first of a month, where a language writes "1er" or "1º".
        first = self.messages.pgettext("moment on the first", "EEEE d MMMM, HH:mm")
        return self._moment(at, zone, pattern, first)

    def soon(self, at: datetime, zone: str, today: date) -> str:
        """`Tue 9:00`, on the clock of that zone; `Tue 20 Oct, 9:00` if that is a week or later."""
        # NOTE: A moment in the coming days, in a subject: EEE is the weekday in short, ccc the same
        # NOTE: without a dot, H:mm the time.
        near = self.messages.pgettext("moment soon", "EEE H:mm")
        # NOTE: The same a week later and more: MMM is the month in short.
        far = self.messages.pgettext("moment later", "EEE d MMM, H:mm")
        days = (at.astimezone(ZoneInfo(zone)).date() - today).days
        pattern = near if days < _WEEK else far
        return self._moment(at, zone, pattern, pattern)

    def day(self, at: datetime, zone: str) -> str:
        """`2 October`, in that zone."""
        return self.short_date(at.astimezone(ZoneInfo(zone)).date())

    def short_date(self, day: date) -> str:
        """`3 November`."""
        # NOTE: How a day is written: d is the day of the month, MMMM the month.
        pattern = self.messages.pgettext("day", "d MMMM")
        # NOTE: The same on the first of a month, where a language writes "1er" or "1º".
        first = self.messages.pgettext("day, the first", "d MMMM")
        return format_date(day, first if day.day == 1 else pattern, locale=self._locale)

    def full_date(self, day: date) -> str:
        """`Tuesday 3 November 2026`."""
        # NOTE: How a date is written in full: y is the year, the others as in moments.
        pattern = self.messages.pgettext("date", "EEEE d MMMM y")
        # NOTE: The same on the first of a month, where a language writes "1er" or "1º".
        first = self.messages.pgettext("date, the first", "EEEE d MMMM y")
        return format_date(day, first if day.day == 1 else pattern, locale=self._locale)

    def long_date(self, day: date) -> str:
        """`3 November 2026`."""
        whole = format_date(day, "long", locale=self._locale)
        return whole.replace(format_date(day, "d MMMM", locale=self._locale), self.short_date(day))

    def brief_date(self, day: date) -> str:
        """`3 Nov`, for the column of a table."""
        return format_skeleton("MMMd", day, locale=self._locale)

    def days(self, span: Span) -> str:
        """Days within one month as they can be sent: `3-17 November`; not its first day."""
        # NOTE: Days of one month, as a player may send them after the word for "away" or "pause":
        # NOTE: "3-17 November". %(first)s and %(last)s are days of the month, never the first.
        pattern = self.messages.pgettext("days", "%(first)s-%(last)s %(month)s")
        month = format_date(span.first, "MMMM", locale=self._locale)
        return pattern % {"first": span.first.day, "last": span.last.day, "month": month}

    def zone_word(self, zone: str) -> str:
        """`Paris time`, or the zone's own name when it names no place."""
        if "/" not in zone:
            return zone
        place = get_timezone_location(ZoneInfo(zone), locale=self._locale, return_city=True)
        # NOTE: What follows a moment: whose clock it is on. %(place)s is a city.
        return self.messages.gettext("%(place)s time") % {"place": place.rpartition("/")[2]}

    @property
    def name(self) -> str:
        """What the language calls itself: `English`, `français`."""
        return str(Locale.parse(self._locale).languages[self.code])

    @property
    def press_send(self) -> str:
        """What stands below the answer that a tap opens."""
        # NOTE: Stands in the answer that a tap on a card opens, below the card.
        return self.messages.gettext("(Nothing else to write: just press Send.)")

    @property
    def fill_in(self) -> str:
        """What stands below the beginning of an order that a tap opens."""
        # NOTE: Stands below the beginning of an order, such as "replace Ruth with", in the mail
        # NOTE: that a tap opens.
        return self.messages.gettext("(Write the rest behind that, then press Send.)")

    def your_turn(self, game: str) -> str:
        """What stands in a calendar at the time a question is due."""
        # NOTE: An entry in a calendar; %(game)s is the name of a game.
        return self.messages.gettext("%(game)s: your turn") % {"game": game}

    @property
    def _locale(self) -> str:
        return lean(_LOCALES.get(self.code, self.code))

    def _moment(self, at: datetime, zone: str, pattern: str, first: str) -> str:
        local = at.astimezone(ZoneInfo(zone))
        right = first if local.day == 1 else pattern
        return format_datetime(local, right, tzinfo=ZoneInfo(zone), locale=self._locale)


def speech(language: str, look: Look = USUAL_LOOK) -> Speech:
    """A language's speech by its code; English for a language there is no catalogue for."""
    return _speech(language if language in translated() else "en", look)


@cache
def _speech(language: str, look: Look) -> Speech:
    return Speech(language, messages(language), look)
