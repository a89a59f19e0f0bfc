"""The players and their provider: each letter is answered once, and handed in until it is taken."""

from __future__ import annotations

import hashlib
import smtplib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from queue import Empty
from threading import Lock

from engine import Preset
from pbem.config.settings import Settings
from pbem.context import Context
from pbem.context.services import Services, open_services
from pbem.demo.correspondent import answer, quoted
from pbem.games.guests import Person
from pbem.games.set_up import new_game
from pbem.server.clock import now
from pbem.store.database import Database
from tests.servers import HOST
from tests.setups import set_up
from tests.torture.server import ServerProcess
from tests.torture.sink import Letter, Sink
from tests.torture.workers import Workers


@dataclass(frozen=True, slots=True)
class Reply:
    """A player's answer on its way."""

    sender: str
    to: str
    raw: bytes

    @property
    def digest(self) -> str:
        """What the server knows it by."""
        return hashlib.sha256(self.raw).hexdigest()


@dataclass(slots=True)
class Players:
    """Everybody who plays. `accepted` are the answers the server has said 250 to."""

    sink: Sink
    server: ServerProcess | Workers
    accepted: dict[str, Reply] = field(default_factory=dict)
    _again: list[Reply] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    @contextmanager
    def services(self) -> Iterator[Services]:
        """The server's own house, beside the server."""
        with closing(Database(self.server.url)) as db:
            yield open_services(db, Settings(mailbox="table@ohhell.localhost"))

    def set_up(self, games: int, names: Sequence[str], preset: Preset | None = None) -> None:
        """Begin games whose players have all agreed; standard ones unless another is given."""
        with self.services() as services:
            for number in range(games):
                game = f"Table{number}"
                people = [Person(name, f"{name}.{game}@club.example".lower()) for name in names]
                with services.db.begin() as session:
                    new_game(
                        Context(services, session, now()),
                        name=game,
                        setup=set_up(preset),
                        organiser=people[0],
                        people=people,
                        zone="UTC",
                        invite=False,
                    )

    def next(self, patience: float = 30) -> Reply | None:
        """The next answer to hand in: one that was not taken before, or one to a new letter.

        None if nobody has anything to say for so long.
        """
        with self._lock:
            if self._again:
                return self._again.pop(0)
        with suppress(Empty):
            while letter := self.sink.fresh.get(timeout=patience):
                said = answer(letter.text)
                if said is not None:
                    return _reply(letter, said)
        return None

    def keep(self, reply: Reply) -> None:
        """Hand an answer in again later: nobody knows whether it was taken."""
        with self._lock:
            self._again.append(reply)

    def hand_in(self, reply: Reply, *, lmtp: bool = False) -> bool:
        """Whether the server said 250; if not, the answer is kept for later."""
        port = self.server.lmtp if lmtp else self.server.smtp
        try:
            with (smtplib.LMTP if lmtp else smtplib.SMTP)(HOST, port, timeout=30) as client:
                client.sendmail(reply.sender, [reply.to], reply.raw)
        except (smtplib.SMTPException, OSError):
            self.keep(reply)
            return False
        with self._lock:
            self.accepted[reply.digest] = reply
        return True

    def hand_in_what_is_kept(self) -> None:
        """Hand in again what may not have been taken, and answer no new letter."""
        kept, self._again = self._again, []
        for reply in kept:
            assert self.hand_in(reply)


def _reply(letter: Letter, said: str) -> Reply:
    to = str(letter.message["Reply-To"])
    body = f"{said}\n{quoted(letter.text, 'Oh Hell', 'Monday')}".replace("\n", "\r\n")
    head = (
        f"From: {letter.rcpt}\r\nTo: {to}\r\nIn-Reply-To: {letter.id}\r\n"
        f"Message-ID: <answer-to-{letter.id.strip('<>')}>\r\n"
        "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    )
    return Reply(letter.rcpt, to, (head + body).encode())
