"""The settings as their reader may change them, each by one line."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.domain.model import Player
from pbem.languages import translated
from pbem.letters.parts import Offer
from pbem.letters.reader import Reader
from pbem.letters.speech import Speech, speech
from pbem.letters.typed import line_of
from pbem.letters.words import begun
from pbem.orders.keywords import VALUES, Key


@dataclass(frozen=True, slots=True)
class Choice:
    """A setting: its name, what holds, and the lines that change it."""

    name: str
    value: str
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True)
class Matter:
    """The settings about one matter, by its name."""

    name: str
    choices: tuple[Choice, ...]


MATTERS = {
    "cards": (Key.PRINT, Key.CARDS, Key.COLOURS, Key.NOTATION),
    "mails": (Key.LANGUAGE, Key.MAILS, Key.RESULTS, Key.ACK, Key.SUBJECT, Key.FORMAT, Key.EXPLAIN),
    "time": (Key.TIME_ZONE, Key.REMINDERS, Key.QUIET, Key.CALENDAR),
    "people": (Key.NAME, Key.PUBLIC, Key.TALK),
}
"""The settings by what they are about; another address is asked for and confirmed elsewhere."""


_VALUES = {
    **VALUES,
    Key.MAILS: ("normal", "daily 08:00", "all"),
    Key.REMINDERS: ("1", "0", "2"),
    Key.QUIET: ("off", "22-07"),
}
"""What can be chosen with a tap; the usual value first."""


def matters(reader: Reader) -> tuple[Matter, ...]:
    """Each setting with the values it does not have, by what they are about."""
    return tuple(
        Matter(name, tuple(choice(reader, key) for key in keys)) for name, keys in MATTERS.items()
    )


def choice(reader: Reader, key: Key) -> Choice:
    """A setting with the values it does not have."""
    held = value_of(reader.player, key)
    others = (value for value in usual_values(key) if value != held)
    return Choice(key.value, held, tuple(offer(reader, key, value) for value in others))


def usual_values(key: Key) -> tuple[str, ...]:
    """What a setting is mostly set to; nothing where that is free words."""
    return translated() if key is Key.LANGUAGE else _VALUES.get(key, ())


def lines(said: Speech) -> tuple[tuple[str, str, str], ...]:
    """Every line that sets one of them, with the name of the setting and the value it sets."""
    return tuple(
        (line_of(key, value, said), key.value, value)
        for key, values in _VALUES.items()
        for value in values
    )


def value_of(player: Player, key: Key) -> str:
    """What holds for a setting of a player, as it is stored; empty if nothing was said."""
    code = player.notation and player.notation.code
    held = {
        Key.LANGUAGE: player.language,
        Key.TIME_ZONE: player.zone,
        Key.NAME: player.name,
        Key.ADDRESS: player.address,
        Key.REMINDERS: str(player.reminders),
        Key.NOTATION: code.value if code else "",
    }
    return held[key] if key in held else player.mailing.value(key)


def offer(reader: Reader, key: Key, value: str, *, whole: bool = False) -> Offer:
    """The line that sets a value, as a tap; a language shows its name, behind the word for the
    setting if that is to be the `whole` line.
    """
    line = shown = line_of(key, value, reader.speech)
    if key is Key.LANGUAGE:
        shown = begun(speech(value).name)
        if whole:
            line = shown = f"{reader.speech.say('settings', key)} {shown}"
    return Offer(shown, reader.taps.to(line_of(key, value, speech("en")), line))
