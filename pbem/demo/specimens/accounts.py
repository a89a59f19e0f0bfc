"""Letters about what is known of a reader: settings, data, addresses."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from engine import Card
from pbem.demo.specimens.games import NOW, Story
from pbem.domain.code_powers import Grave
from pbem.domain.preferences import Mailing
from pbem.letters.choices import MATTERS
from pbem.letters.page import AnyPage
from pbem.letters.pages.accounts import (
    AddressChange,
    AtNoTable,
    ConfirmAddress,
    NoSuchValue,
    OurFault,
    SenderNoted,
    SettingChanged,
    Settings,
    WasThatYou,
    YourData,
)
from pbem.letters.taps import Taps
from pbem.orders.answers import Play
from pbem.orders.keywords import Key
from pbem.orders.model import Setting, Unread

SAID = (
    {"mails": "all", "results": "now", "ack": "all", "quiet": "23-07"},
    {"ack": "none", "mails": "daily 08:00", "calendar": "on"},
)
"""What players have said about mails."""


BEFORE = {
    Key.LANGUAGE: "ro",
    Key.TIME_ZONE: "Europe/Rome",
    Key.NAME: "Anna-Lena",
    Key.NOTATION: "",
    Key.MAILS: "daily 08:00",
}
"""What held for some settings before they were changed."""


def pages(story: Story) -> dict[str, AnyPage]:
    """The letters about settings, and those about addresses."""
    return {**_settings(story), **_senders(story), **_moving(story)}


def _settings(story: Story) -> dict[str, AnyPage]:
    fresh = story.fresh
    players = [
        replace(fresh.player, reminders=2 * (number % 2), mailing=Mailing(said))
        for number, said in enumerate(SAID, 1)
    ]
    near = [Setting(Key.TIME_ZONE, zone) for zone in ("Europe/Rome", "Europe/Prague")]
    return {
        "your_data": YourData(story.last_bid.reader().frame, "{}\n"),
        "settings": Settings.of(fresh),
        "settings muted": Settings.of(fresh, ("Bruno", "Ruth")),
        **{
            f"settings {number}": Settings.of(replace(fresh, player=player))
            for number, player in enumerate(players, 1)
        },
        **{
            f"setting_changed {key}": SettingChanged.of(fresh, key, before)
            for key, before in BEFORE.items()
        },
        **{
            f"no_such_value {key}": NoSuchValue.of(fresh, key, ())
            for key in (*chain(*MATTERS.values()), Key.ADDRESS)
        },
        "no_such_value near": NoSuchValue.of(fresh, Key.TIME_ZONE, near),
    }


def _senders(story: Story) -> dict[str, AnyPage]:
    fresh, work, own = story.fresh, "anna@work.example", "p0@x.example"
    return {
        "was_that_you": WasThatYou.of(fresh, work, Play(Card.parse("QH"))),
        "was_that_you own": WasThatYou.of(fresh, own, Unread("")),
        "sender_noted yes": SenderNoted.of(fresh, work, "yes"),
        "sender_noted own": SenderNoted.of(fresh, own, "yes"),
        "sender_noted late": SenderNoted.of(fresh, work, "late"),
        "sender_noted no": SenderNoted.of(fresh, work, "no"),
    }


def _moving(story: Story) -> dict[str, AnyPage]:
    taps, server = story.fresh.taps, Taps("table@ohhell.example", "server", story.language)
    return {
        "confirm_address": ConfirmAddress(taps, "Anna"),
        **{
            f"at_no_table {what}": AtNoTable(taps, "", "Anna", what, False)
            for what in (Grave.STOP, Grave.FORGET_ME, Grave.MY_DATA)
        },
        "at_no_table stopped": AtNoTable(taps, "", "Anna", Grave.STOP, True),
        "at_no_table forgotten": AtNoTable(taps, "", "Anna", Grave.FORGET_ME, True),
        "at_no_table data": AtNoTable(taps, "", "Anna", Grave.MY_DATA, True, data="{}\n"),
        "at_no_table begun": AtNoTable(taps, "Lindy", "Anna", None, True),
        "our_fault": OurFault(taps, "Lindy", NOW, "Europe/Paris"),
        "our_fault elsewhere": OurFault(server, "", NOW, "UTC"),
        **{
            f"address_change {stage}": AddressChange(
                taps, "Anna", stage, "anna@new.example", NOW, "UTC"
            )
            for stage in ("asked", "changed", "here", "kept")
        },
    }
