"""Letters about what is known of a reader: settings, data, addresses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Self

from pbem.domain.code_powers import Grave
from pbem.letters.choices import Choice, Matter, choice, matters, offer, usual_values
from pbem.letters.page import Attachment, GameNotice, Notice, Page, Trait
from pbem.letters.pages.talk import unmuting
from pbem.letters.parts import Offer
from pbem.letters.reader import Reader, TimeLeft
from pbem.letters.typed import in_words, line_of
from pbem.orders.keywords import Ask, Key
from pbem.orders.model import Order, Setting

_DATA_FILE = "my-data.json"


@dataclass(frozen=True, slots=True)
class Settings(Page):
    """The reader's settings, by what they are about."""

    matters: tuple[Matter, ...]
    time: TimeLeft | None = None
    muted: tuple[Offer, ...] = ()

    @classmethod
    def of(cls, reader: Reader, muted: Sequence[str] = ()) -> Self:
        """The settings as they are; `muted` are the names of those whose words are left out."""
        return cls(
            frame=reader.frame,
            matters=matters(reader),
            time=reader.time_left,
            muted=tuple(unmuting(reader, name) for name in muted),
        )


@dataclass(frozen=True, slots=True)
class SettingChanged(Page):
    """A setting that the reader has just changed, and the line that sets it `back`, if any does."""

    now: Choice
    back: Offer | None
    line: str = ""

    @classmethod
    def of(cls, reader: Reader, key: Key, before: str) -> Self:
        """A setting as it is now; it was `before`, or empty where nothing had been said."""
        now = choice(reader, key)
        if before in ("", now.value):
            return cls(reader.frame, now, None)
        line = line_of(key, before, reader.speech)
        return cls(reader.frame, now, offer(reader, key, before), line)


@dataclass(frozen=True, slots=True)
class NoSuchValue(Page, traits=Trait.REFUSES):
    """A setting that the reader wanted otherwise than it can be; `offers` are lines that set it,
    none where it is free words.
    """

    now: Choice
    offers: tuple[Offer, ...]

    @classmethod
    def of(cls, reader: Reader, key: Key, near: Sequence[Setting]) -> Self:
        """A setting as it is: what was written sets nothing, those `near` may be meant."""
        values = [one.value for one in near] or usual_values(key)
        offers = tuple(offer(reader, key, value, whole=True) for value in values)
        return cls(reader.frame, choice(reader, key), offers)


@dataclass(frozen=True, slots=True)
class YourData(Page):
    """All that is kept about the reader, as JSON in a file."""

    data: str

    @property
    def attached(self) -> tuple[Attachment, ...]:
        """All of it."""
        return (Attachment(_DATA_FILE, self.data),)


@dataclass(frozen=True, slots=True)
class WasThatYou(Page, asks=Ask.INVITATION, traits=Trait.REFUSES | Trait.OWN_CODE | Trait.APART):
    """A mail with the reader's code came from `address`; is it the reader's?

    `ordered` is what it says in the words of its reader, empty if that cannot be told. `own` tells
    that the address is the reader's, but the mail server holds it for forged.
    """

    address: str
    own: bool
    ordered: str

    @classmethod
    def of(cls, reader: Reader, address: str, order: Order) -> Self:
        """Is a mail the reader's? It says `order`; its free words are not quoted: they could say
        anything.
        """
        return cls(
            frame=reader.frame,
            address=address,
            own=address == reader.player.address,
            ordered=in_words(order, reader.speech),
        )


@dataclass(frozen=True, slots=True)
class SenderNoted(Page):
    """The word back to who was asked whether a mail is his: `yes`, `no`, or `late` when the
    question was closed meanwhile.
    """

    address: str
    own: bool
    what: Literal["yes", "no", "late"]

    @classmethod
    def of(cls, reader: Reader, address: str, what: Literal["yes", "no", "late"]) -> Self:
        """The word back to who was asked whether a mail is his."""
        return cls(reader.frame, address, address == reader.player.address, what)


@dataclass(frozen=True, slots=True)
class ConfirmAddress(Notice, asks=Ask.INVITATION, traits=Trait.FIRST):
    """To the new address of a player, which has not confirmed yet: is it the player's?"""

    name: str


@dataclass(frozen=True, slots=True)
class AddressChange(Notice, asks=Ask.INVITATION):
    """To a player who changes address. `address` is the new one, `until` when to object by.

    `stage` is `asked`, `changed` or `kept` to the old address, `here` to the new one.
    """

    name: str
    stage: str
    address: str
    until: datetime
    zone: str


@dataclass(frozen=True, slots=True)
class OurFault(GameNotice, traits=Trait.AT_THE_DOOR):
    """A mail of the reader's, which came `at` a moment, was set aside: we could not carry it out.

    `game` is the one it was about, empty if that cannot be told.
    """

    at: datetime
    zone: str


@dataclass(frozen=True, slots=True)
class AtNoTable(GameNotice, asks=Ask.INVITATION, traits=Trait.AT_THE_DOOR):
    """To a person, wherever there is a seat for them or none: is the order `what` meant, or it is
    `done`; with `data` in a file. Without `what` their yes came after `game` had begun.
    """

    name: str
    what: Grave | None
    done: bool
    data: str = ""

    @property
    def attached(self) -> tuple[Attachment, ...]:
        """The data, where that was wanted."""
        return (Attachment(_DATA_FILE, self.data),) if self.data else ()
