"""Organisers, players and strangers give any orders in any order, by real mails, and no letter with
a hand leaves for an address that the holder of its seat has not confirmed.
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.club import configured, seated
from tests.conversations.test_organising import welcome
from tests.effort import LONG

PLAYERS = ("Marta", "Bruno", "Ruth")
STRANGERS = {
    "Mallory": "mallory@evil.example",
    "Second": "second@evil.example",
    "Third": "third@evil.example",
}
ORDERS = (
    "address Bruno {address}",
    "replace Bruno with {name} {address}",
    "replace Ruth with {name} {address}",
    "replace Bruno with Bruno {address}",
    "standby {name} {address}",
    "replace Bruno with standby",
    "drop Bruno because I say so",
    "replace Bruno with computer",
    "replace Bruno with Bruno",
    "organiser {name} {address}",
    "status",
)
"""What an organiser might order who wants to see a hand."""

SAYINGS = ("yes", "no", "here", "status", "log 1", "hand", "leave", "back", "address {address}")
"""What anybody might say in answer to any letter that he has."""

HAND = re.compile(r"^YOUR HAND", re.MULTILINE)


class Authority(RuleBasedStateMachine):
    """Two games: in one Marta plays and organises, the other is Mallory's; its draft names Bruno.

    The world outside is known by what was sent. An address is confirmed if it belonged to a player
    at the start, or has said yes to a letter of this game, or to any letter after the player who
    sits there has named it himself.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        club = seated(Path(self.folder.name))
        club.open(*PLAYERS, preset="ohhell_pagat, 5 deals down")
        welcome(club)
        club.services = configured(club.services, organisers=("*",))
        club.addresses |= STRANGERS
        self.confirmed = {club.addresses[name] for name in PLAYERS}
        self.named: set[str] = set()
        self.club, self.mails, self.seen = club, 0, dict.fromkeys(club.addresses, 0)
        club.receive(
            b"From: Mallory <mallory@evil.example>\nTo: table@ohhell.example\nSubject: x\n\n"
            b"new game Trap with Bruno bruno@club.example, Mallory mallory@evil.example,"
            b" Kim kim@club.example\n",
            "table@ohhell.example",
        )

    def _writes(self, sender: str, line: str, letter: int) -> None:
        """Somebody answers one of the letters in his own mailbox."""
        letters = self.club.letters(sender)
        if not letters:
            return
        to = letters[letter % len(letters)]
        address = self.club.addresses[sender]
        if line == "yes" and (to.subject.startswith("[Lindy]") or address in self.named):
            self.confirmed.add(address)
        self._sends(address, line, to.reply_to)

    def _sends(self, address: str, line: str, to: str) -> None:
        self.mails += 1
        raw = f"From: {address}\nTo: {to}\nSubject: Re: cards\nX-Mail: {self.mails}\n\n{line}\n"
        self.club.receive(raw.encode(), to)

    def _orders(self, who: str, order: str, whom: str) -> None:
        """An organiser answers the letter with his own code."""
        letters = [one.subject for one in self.club.letters(who)]
        mine = [at for at, one in enumerate(letters) if "set up" in one or "Draft" in one]
        if mine:
            self._writes(who, order.format(name=whom, address=STRANGERS[whom]), mine[0])

    @rule(order=st.sampled_from(ORDERS), whom=st.sampled_from(sorted(STRANGERS)))
    def the_organiser_orders(self, order, whom):
        """Marta, who plays."""
        self._orders("Marta", order, whom)

    @rule(order=st.sampled_from(ORDERS), whom=st.sampled_from(sorted(STRANGERS)))
    def the_organiser_of_another_game_orders(self, order, whom):
        """Mallory, in whose draft Bruno is named."""
        self._orders("Mallory", order, whom)

    @rule(who=st.sampled_from(sorted(STRANGERS)))
    def agrees(self, who):
        """A stranger says yes to his newest letter."""
        self._writes(who, "yes", -1)

    @rule(
        who=st.sampled_from((*PLAYERS, *STRANGERS)),
        saying=st.sampled_from(SAYINGS),
        whom=st.sampled_from(sorted(STRANGERS)),
        letter=st.integers(-3, -1),
    )
    def says(self, who, saying, whom, letter):
        """Anybody says anything in answer to one of his newest letters."""
        if saying.startswith("address") and who in PLAYERS:
            self.named.add(STRANGERS[whom])
        self._writes(who, saying.format(address=STRANGERS[whom]), letter)

    @rule(who=st.sampled_from(sorted(STRANGERS)), line=st.sampled_from(("yes", "status", "1")))
    def steals(self, who, line):
        """A stranger answers Bruno's newest letter, from his own address."""
        self._sends(STRANGERS[who], line, self.club.letter("Bruno").reply_to)

    @rule()
    def plays(self):
        """Whoever is asked does what comes first."""
        club = self.club
        if club.game.over:
            return
        name = club.waiting
        address = club.table.players[club.seat(name)].address
        boxes = [one for one in club.addresses if club.addresses[one] == address]
        letters = [one for one in club.letters(boxes[0]) if one.choices] if boxes else []
        if letters:
            self._sends(address, letters[-1].choices[0], letters[-1].reply_to)

    @rule(hours=st.sampled_from((2, 25)))
    def waits(self, hours):
        """Time passes."""
        self.club.later(hours=hours)

    @invariant()
    def no_hand_leaves_for_an_address_that_its_holder_has_not_confirmed(self):
        """It is asked of every letter that has left."""
        for name, letters in self.club.boxes.items():
            new, self.seen[name] = letters[self.seen.get(name, 0) :], len(letters)
            address = self.club.addresses.get(name, name)
            if any(HAND.search(letter.text) for letter in new):
                assert address in self.confirmed, (name, [one.subject for one in new])

    def teardown(self):
        """Close what was opened."""
        self.club.services.db.close()
        self.folder.cleanup()


FEW = settings(
    max_examples=5,
    stateful_step_count=14,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)

TestAuthority = Authority.TestCase
TestAuthority.settings = FEW


@LONG
class TestAuthorityAtLength(Authority.TestCase):
    """The same with many more orders."""

    settings = settings(FEW, max_examples=200)


PLAY = ("plays", {})
KNOWN = {
    "the organiser at the table names a friend": (
        ("the_organiser_orders", {"order": ORDERS[1], "whom": "Second"}),
    ),
    "the organiser of another game moves an account": (
        ("the_organiser_of_another_game_orders", {"order": ORDERS[0], "whom": "Second"}),
        ("agrees", {"who": "Second"}),
        *(PLAY, PLAY, PLAY),
    ),
    "a drop, and a friend who says yes": (
        ("the_organiser_orders", {"order": ORDERS[6], "whom": "Second"}),
        ("the_organiser_orders", {"order": ORDERS[1], "whom": "Second"}),
        *(PLAY, PLAY, PLAY),
    ),
}
"""Ways that once showed a hand: this world finds them."""


@pytest.mark.parametrize("way", KNOWN)
def test_what_once_showed_a_hand_shows_none(way):
    world = Authority()
    for rule_, given in KNOWN[way]:
        getattr(world, rule_)(**given)
        world.no_hand_leaves_for_an_address_that_its_holder_has_not_confirmed()
    world.teardown()
