"""Letters about what is known of a reader: settings, data, addresses."""

from __future__ import annotations

from typing import Literal

from pbem.letters.catalogues import translated
from pbem.letters.choices import choices
from pbem.letters.compose.parts import frame_of, time_left
from pbem.letters.pages.accounts import SenderNoted, Settings, WasThatYou, YourData
from pbem.letters.parts import Offer
from pbem.letters.reader import Reader
from pbem.letters.speech import speech
from pbem.letters.typed import in_words
from pbem.letters.words import begun
from pbem.orders.model import Order


def settings(reader: Reader, changed: str) -> Settings:
    """The settings as they are; `changed` is the one that was changed just now."""
    word = reader.speech.say("settings", "language")
    return Settings(
        frame=frame_of(reader),
        changed=changed,
        spoken=reader.speech.name,
        languages=tuple(
            Offer(begun(speech(code).name), reader.taps.to(f"language {code}", f"{word} {code}"))
            for code in ("en", *translated())
            if code != reader.speech.code
        ),
        choices=choices(reader),
        time=time_left(reader),
    )


def your_data(reader: Reader, data: str) -> YourData:
    """The letter that all that is kept about its reader goes with."""
    return YourData(frame_of(reader), data)


def was_that_you(reader: Reader, address: str, order: Order) -> WasThatYou:
    """Is a mail the reader's? `order` is what it says; free words are not quoted, they could say
    anything.
    """
    return WasThatYou(
        frame=frame_of(reader),
        address=address,
        own=address == reader.player.address,
        ordered=in_words(order, reader.speech),
        yes_tap=reader.answer("yes"),
        no_tap=reader.answer("no"),
    )


def sender_noted(reader: Reader, address: str, what: Literal["yes", "no", "late"]) -> SenderNoted:
    """The word back to who was asked whether a mail is his."""
    return SenderNoted(frame_of(reader), address, address == reader.player.address, what)
