"""A game by mail on loopback: the real server, a mail exchange, and correspondents around it."""

from __future__ import annotations

import asyncio
import hashlib
import re
import smtplib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from engine import Preset
from pbem.casefolding import folded
from pbem.config.settings import Receiver, Settings, Smarthost
from pbem.context import Context
from pbem.context.services import Secrets, Services
from pbem.demo.correspondent import Correspondent, answer, quoted, typed
from pbem.demo.gallery import Gallery, part
from pbem.demo.human import Human, next_mail, seen_by
from pbem.domain.setup import GameSetup
from pbem.games.guests import Person
from pbem.games.set_up import new_game
from pbem.mail.addresses import NO_SUCH_ADDRESS
from pbem.receivers.smtp import open_receiver
from pbem.server import clock
from pbem.server.app import Server
from pbem.store.database import Database
from pbem.store.inbound import Arrived
from pbem.store.inbox import inbound_counts
from pbem.store.reports import outbox_counts

HandIn = Callable[[str, str, bytes], None]
"""Takes a player's mail on its way to the server: sender, recipient, bytes. It blocks."""

_ORGANISER = Person("Marta", "marta@players.localhost")


class Stuck(Exception):
    """No mail has moved for a long time, and the game is not over."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What a game took: mails in the folder, and what the server's own tables say."""

    letters: int
    answers: int
    outbox: dict[str, int]
    inbound: dict[str, int]


@dataclass(slots=True)
class MailExchange:
    """The mail exchange between the server and its people: files each mail, hands it over."""

    gallery: Gallery
    inboxes: Mapping[str, asyncio.Queue[EmailMessage]]
    letters: int = 0
    answers: int = 0

    def refusal(self, address: str) -> str | None:
        """The reply to mail for an address that nobody here has."""
        return None if folded(address) in self.inboxes else NO_SUCH_ADDRESS

    def deliver(self, loop: asyncio.AbstractEventLoop, mails: Sequence[Arrived]) -> None:
        """Take mails from the server, each into its reader's inbox. Runs in a receiver's thread."""
        for mail in mails:
            loop.call_soon_threadsafe(self._put, mail)

    def _put(self, mail: Arrived) -> None:
        self.letters += 1
        self.inboxes[folded(mail.recipient)].put_nowait(self.gallery.add(mail.raw))


async def play_by_mail(
    settings: Settings,
    people: Sequence[Correspondent],
    *,
    game: str,
    preset: Preset,
    gallery: Gallery,
    secrets: Secrets | None = None,
    hand_in: HandIn | None = None,
    human: Human | None = None,
    moved: Callable[[int], None] = lambda _deal: None,
    patience: float | None = 60,
) -> tuple[str, Counted]:
    """Play a whole game; the final digest as text, and what it took.

    Stuck if a player waits longer than `patience` seconds for a mail.

    The server runs as it would anywhere; its smarthost is an exchange on loopback that holds the
    players' inboxes. `hand_in` replaces SMTP to the server. `moved` hears the deal of every
    letter. Where there is a `human`, the first of the people types; Left if that person leaves.
    """
    loop = asyncio.get_running_loop()
    addresses = [_ORGANISER.address, *(one.address for one in people)]
    post = MailExchange(gallery, {address: asyncio.Queue() for address in addresses})
    exchange = await open_receiver(
        Receiver(port=0),
        "players.localhost",
        post.refusal,
        lambda mails: post.deliver(loop, mails),
        clock.now,
    )
    server = Server(
        settings.model_copy(
            update={"smarthost": Smarthost(host="127.0.0.1", port=exchange.port, tls="none")}
        ),
        secrets=secrets,
    )
    try:
        await server.start()
        await asyncio.to_thread(_set_up, server, people, game, preset)
        server.nudge()
        hand_in = hand_in or over_smtp(server)
        chair = _Chair(post, hand_in, moved, patience)
        first, *others = people
        mine = (
            chair.take_part(first)
            if human is None
            else chair.let_take_part(first, human, server.services)
        )
        endings = await asyncio.gather(mine, *map(chair.take_part, others))
    finally:
        await server.stop()
        await exchange.close()
    return endings[0], _count(settings.database, post)


def seeded(seed: int) -> Secrets:
    """Secrets that a number fixes, so that the cards are the same every time. For demos only."""
    return lambda game, deal: hashlib.sha256(f"{seed}/{game}/{deal}".encode()).digest()


def over_smtp(server: Server) -> HandIn:
    """Hands mail in at the server's first receiver."""
    port = server.ports[0]

    def hand_in(sender: str, recipient: str, raw: bytes) -> None:
        with smtplib.SMTP("127.0.0.1", port, timeout=30) as client:
            client.sendmail(sender, [recipient], raw)

    return hand_in


def _set_up(server: Server, people: Sequence[Correspondent], game: str, preset: Preset) -> None:
    settings = server.settings
    setup = GameSetup(preset.name, preset.rules, answer_in=settings.answer_in, hold=settings.hold)
    with server.services.db.begin() as session:
        new_game(
            Context(server.services, session, clock.now()),
            name=game,
            setup=setup,
            organiser=_ORGANISER,
            people=[Person(one.name, one.address) for one in people],
            zone=settings.zone,
            words="Same silly game, no hurry. You in?",
        )


@dataclass(frozen=True, slots=True)
class _Chair:
    """How a correspondent takes part: what reaches it, how it thinks, where its answers go."""

    post: MailExchange
    hand_in: HandIn
    moved: Callable[[int], None]
    patience: float | None

    async def take_part(self, person: Correspondent) -> str:
        """Answer every mail that asks something, until the one that says the game is over."""
        inbox = self.post.inboxes[person.address]
        while True:
            try:
                letter = await asyncio.wait_for(inbox.get(), self.patience)
            except TimeoutError as problem:
                raise Stuck(f"{person.name} has waited too long for a mail") from problem
            text = self._read(letter)
            if _ends(text):
                return text
            said = answer(text, person.habit)
            if said is not None:
                await self._reply(person, letter, typed(person, said))

    async def let_take_part(self, person: Correspondent, human: Human, services: Services) -> str:
        """Show a person every mail, and send what is typed while something is asked.

        Up to the mail that says the game is over; Left if that will not come.
        """
        inbox, last = self.post.inboxes[person.address], None
        while True:
            letter = await next_mail(inbox, services, person.address, clock.now)
            if letter is not None:
                last, text = letter, self._read(letter)
                human.show(text)
                if _ends(text):
                    return text
            elif last is not None:
                if (seen := await asyncio.to_thread(seen_by, services, person.address)) is not None:
                    human.look(*seen)
                said = await asyncio.to_thread(human.type)
                await self._reply(person, last, f"{said}\n")

    def _read(self, letter: EmailMessage) -> str:
        text = part(letter, "plain")
        found = re.search(r"deal (\d+) of \d+", text)
        self.moved(int(found[1]) if found else 0)
        return text

    async def _reply(self, person: Correspondent, letter: EmailMessage, said: str) -> None:
        reply = _reply(person, letter, part(letter, "plain"), said)
        self.post.answers += 1
        self.post.gallery.add(reply.as_bytes())
        to, raw = str(letter["Reply-To"]), reply.as_bytes()
        await asyncio.to_thread(self.hand_in, person.address, to, raw)


def _ends(text: str) -> bool:
    return re.search(r"^.* IS OVER: ", text) is not None


def _reply(person: Correspondent, letter: EmailMessage, text: str, said: str) -> EmailMessage:
    headers = {
        "From": f"{person.name} <{person.address}>",
        "To": str(letter["Reply-To"]),
        "Subject": f"Re: {letter['Subject']}",
        "Date": format_datetime(clock.now()),
        "Message-ID": make_msgid(domain="players.localhost"),
        "In-Reply-To": str(letter["Message-ID"]),
        "References": f"{letter['References']} {letter['Message-ID']}",
    }
    reply = EmailMessage()
    for name, value in headers.items():
        reply[name] = value
    reply.set_content(said + quoted(text, str(letter["From"]), f"{clock.now():%A}"))
    return reply


def _count(database: str, post: MailExchange) -> Counted:
    db = Database(database)
    with db.begin() as session:
        sent, came = outbox_counts(session), inbound_counts(session)
    db.close()
    return Counted(post.letters, post.answers, sent, came)
