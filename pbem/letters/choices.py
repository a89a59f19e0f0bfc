"""The settings about mails and cards as their reader may change them, each by one line."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.letters.parts import Offer
from pbem.letters.reader import Reader
from pbem.letters.speech import Speech, speech
from pbem.orders.keywords import Key


@dataclass(frozen=True, slots=True)
class Choice:
    """A setting about mails: its name, what holds, and the lines that change it."""

    name: str
    value: str
    offers: tuple[Offer, ...]


_VALUES = {
    Key.MAILS: ("normal", "daily 08:00", "all"),
    Key.RESULTS: ("next", "now"),
    Key.ACK: ("odd", "all", "none"),
    Key.REMINDERS: ("1", "0", "2"),
    Key.QUIET: ("off", "22-07"),
    Key.TALK: ("on", "off"),
    Key.CALENDAR: ("off", "on"),
    Key.FORMAT: ("both", "text"),
    Key.CARDS: ("symbols", "words", "letters"),
    Key.COLOURS: ("four", "two"),
    Key.NOTATION: ("own", "english"),
}
"""What can be chosen with a tap; the usual value first."""


def choices(reader: Reader) -> tuple[Choice, ...]:
    """Each setting with the values it does not have."""
    return tuple(
        Choice(
            key.value,
            held := _value(reader, key),
            tuple(_offer(reader, key, value) for value in values if value != held),
        )
        for key, values in _VALUES.items()
    )


def lines(said: Speech) -> tuple[tuple[str, str, str], ...]:
    """Every line that sets one of them, with the name of the setting and the value it sets."""
    return tuple(
        (_line(key, value, said), key.value, value)
        for key, values in _VALUES.items()
        for value in values
    )


def _value(reader: Reader, key: Key) -> str:
    player = reader.player
    match key:
        case Key.REMINDERS:
            return str(player.reminders)
        case Key.NOTATION:
            code = player.notation and player.notation.code
            return code.value if code else ""
        case _:
            return player.mailing.value(key)


def _offer(reader: Reader, key: Key, value: str) -> Offer:
    line = _line(key, value, reader.speech)
    return Offer(line, reader.taps.to(_line(key, value, speech("en")), line))


def _line(key: Key, value: str, said: Speech) -> str:
    """`mails daily 08:00`, in the words of a language."""
    word, *rest = value.split()
    if word.isalpha():
        word = said.say("values", word)
    return " ".join((said.say("settings", key), word, *rest))
