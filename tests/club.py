"""A club that plays by mail in a test: real database, real mails, a clock that stands still.

Mails go in where both receivers end and come out where the smarthost would take them, so a
conversation reads like one: `club.say("Anna", "QH")`, then `club.letter("Bruno")`.
"""

from __future__ import annotations

import email
import email.policy
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage, Message
from functools import cached_property, wraps
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Concatenate, ParamSpec, TypeVar
from urllib.parse import parse_qs, unquote

from selectolax.lexbor import LexborHTMLParser

from engine import Game, Seat, combine, view
from pbem.commands.player.adopting import adopt_next
from pbem.config.settings import Limits, Settings
from pbem.context import Context
from pbem.context.services import Services, open_services
from pbem.domain.model import Table
from pbem.domain.outcomes import Outcome, restored
from pbem.games.guests import person
from pbem.games.late import renew
from pbem.games.seat_offers import seat_next
from pbem.games.set_up import days, new_game
from pbem.inbound.computers import Chosen, choose_next
from pbem.inbound.deadlines import process_deadlines
from pbem.inbound.identify import lane_of
from pbem.inbound.worker import process_kept, process_next
from pbem.lanes import OwnProcess
from pbem.notifications.gathering import gather_next
from pbem.notifications.reminders import remind_next
from pbem.notifications.results import tell_result_next
from pbem.server.chores import look_back, wanted
from pbem.store import questions, sending
from pbem.store.games import load_table
from pbem.store.inbound import Arrived, accept
from pbem.store.outbox import Sending
from pbem.store.sending import Outgoing
from tests.databases import Kept, empty_database, keep, lay
from tests.setups import set_up

Asked = ParamSpec("Asked")
Given = ParamSpec("Given")
Found = TypeVar("Found")
Became = Outcome | tuple[Outcome, ...]
"""What became of a mail; several outcomes if it said several things."""

MORNING = datetime(2026, 10, 5, 8, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Letter:
    """A mail as its reader has it; what is in it is looked for when somebody reads it.

    `kind` is what the server calls it, which its reader does not see.
    """

    to: str
    raw: bytes
    kind: str = ""

    @cached_property
    def message(self) -> EmailMessage:
        """The mail taken apart, its headers as the standard library reads them."""
        return email.message_from_bytes(self.raw, _class=EmailMessage, policy=email.policy.default)

    @cached_property
    def _plainly(self) -> Message:
        """The mail taken apart, its headers as they are: a fifth of the work."""
        return email.message_from_bytes(self.raw)

    @property
    def subject(self) -> str:
        """What the list of mails shows."""
        return self._header("Subject")

    @property
    def reply_to(self) -> str:
        """Where its answer goes."""
        return self._header("Reply-To")

    def _header(self, name: str) -> str:
        return str(email.policy.default.header_fetch_parse(name, self._plainly[name]))

    @cached_property
    def text(self) -> str:
        """Its text part."""
        text = self._part("plain")
        assert text is not None
        return text

    @cached_property
    def html(self) -> str:
        """Its HTML part; empty if it has none."""
        return self._part("html") or ""

    def _part(self, kind: str) -> str | None:
        for part in self._plainly.walk():
            if part.get_content_type() == f"text/{kind}" and not part.get_filename():
                return part.get_payload(decode=True).decode().replace("\r\n", "\n")
        return None

    @property
    def taps(self) -> dict[str, str]:
        """The links of its buttons, by the code they answer with."""
        links = (link.attributes["href"] or "" for link in LexborHTMLParser(self.html).css("a"))
        return {unquote(link).partition("] ")[2].partition("&body=")[0]: link for link in links}

    @property
    def tag(self) -> str:
        """The code at its foot."""
        return re.findall(r"#\w+", self.text)[-1]

    @property
    def choices(self) -> list[str]:
        """The cards, by their codes if they have any, or the numbers that its text part offers."""
        if allowed := re.search(r"^  Allowed: ([\d ]+)\.$", self.text, re.MULTILINE):
            return allowed[1].split()
        block = self.text.partition("YOU CAN PLAY\n")[2].partition("\n\n")[0]
        cards = re.findall(r"^  (?:(\S+) +)?(\w+ of \w+)$", block, re.MULTILINE)
        return [code or name for code, name in cards]


def became(stored: str | None) -> Became:
    """What became of a mail, as it is stored."""
    found = tuple(outcome for _, outcome in restored(stored))
    return found[0] if len(found) == 1 else found


def is_like(became: Became, expected: Became | type[Outcome]) -> bool:
    """Whether this became of a mail, or first of all something of that kind."""
    if not isinstance(expected, type):
        return became == expected
    return isinstance(became[0] if isinstance(became, tuple) else became, expected)


@dataclass(slots=True)
class Club:
    """One game, its players' letters, and the time."""

    services: Services
    now: datetime = MORNING
    boxes: dict[str, list[Letter]] = field(default_factory=dict)
    addresses: dict[str, str] = field(default_factory=dict)
    sent: int = 0
    seed: int = 1
    ways: Mapping[str, str] = field(default_factory=dict)
    receiver: tuple[str, int] | None = None

    def open(
        self,
        *names: str,
        hold: int = 0,
        follows: bool = False,
        invite: bool = False,
        preset: str = "ohhell_pagat",
        game: str = "Lindy",
        zone: str = "Europe/Paris",
        words: str = "You in?",
        languages: Mapping[str, str] | None = None,
        weekends: bool = True,
        days_off: tuple[str, ...] = (),
        spare_hours: int = 0,
    ) -> None:
        """Set a game up; without `invite` it begins at once."""
        tongues = languages or {}
        people = [
            person(f"{name} <{name.lower()}@club.example> ({tongues.get(name, 'en')})")
            for name in names
        ]
        self.addresses |= {one.name: one.address for one in people}
        setup = set_up(
            combine(preset),
            hold=hold,
            follows=follows,
            weekends=weekends,
            days_off=tuple(days(one, self.now.date()) for one in days_off),
            spare_hours=spare_hours,
        )
        with self.services.db.begin() as session:
            new_game(
                Context(self.services, session, self.now),
                name=game,
                setup=setup,
                organiser=person("Marta <marta@club.example>"),
                people=people,
                zone=zone,
                words=words,
                invite=invite,
            )
        self.deliver()

    def deliver(self) -> Became:
        """Hand out what is due, as the smarthost would; what became of the mail that came last."""
        names = {address: name for name, address in self.addresses.items()}
        mails: list[Outgoing] = []
        while True:
            with self.services.db.begin() as session:
                for mail in mails:
                    state = Sending.SUPERSEDED if mail.stale else Sending.SENT
                    sending.mark(session, mail.id, state, self.now)
                mails = sending.claim(session, self.now, timedelta(minutes=5))
                if not mails:
                    last = "select outcomes from inbound order by id desc limit 1"
                    return became(session.connection().exec_driver_sql(last).scalar())
            for mail in mails:
                left = mail if mail.stale else renew(self.services, mail, self.now) or mail
                if not mail.stale:
                    self.sent += 1
                    name = names.get(mail.rcpt, mail.rcpt)
                    self.boxes.setdefault(name, []).append(Letter(name, left.raw, mail.kind))

    def letter(self, name: str) -> Letter:
        """The newest letter somebody has."""
        return self.boxes[name][-1]

    def letters(self, name: str) -> list[Letter]:
        """All of somebody's letters, oldest first."""
        return self.boxes.get(name, [])

    def say(
        self,
        name: str,
        text: str,
        *,
        to: Letter | None = None,
        sender: str | None = None,
        quoting: bool = True,
        headers: str = "",
        mail_from: str = "somebody@club.example",
    ) -> Became:
        """Somebody answers a letter, the newest unless another is given; what became of it."""
        letter = to or self.letter(name)
        quote = "\n".join(f"> {line}" for line in letter.text.splitlines()) if quoting else ""
        subject = "" if "Subject:" in headers else f"Subject: Re: {letter.subject}\n"
        raw = (
            f"From: {name} <{sender or self.addresses[name]}>\n"
            f"To: {letter.reply_to}\n"
            f"{subject}{headers}"
            "Content-Type: text/plain; charset=utf-8\n\n"
            f"{text}\n\nOn Monday, Lindy wrote:\n{quote}\n"
        )
        return self.receive(raw.encode(), letter.reply_to, mail_from)

    def tap(
        self, name: str, code: str, *, to: Letter | None = None, sender: str | None = None
    ) -> Became:
        """Somebody taps the button of a letter that answers with `code`, and presses Send."""
        return self.follow(name, (to or self.letter(name)).taps[code], sender=sender)

    def follow(self, name: str, link: str, *, sender: str | None = None) -> Became:
        """Somebody opens a `mailto:` link, and presses Send."""
        address, _, query = link.removeprefix("mailto:").partition("?")
        filled = parse_qs(query)
        raw = (
            f"From: {sender or self.addresses[name]}\nTo: {address}\n"
            f"Subject: {filled['subject'][0]}\n"
            f"Content-Type: text/plain; charset=utf-8\n\n{filled['body'][0]}\n"
        )
        return self.receive(raw.encode(), address)

    def receive(
        self, raw: bytes, recipient: str, mail_from: str = "somebody@club.example"
    ) -> Became:
        """A mail comes in, is processed, and what it brings about is delivered."""
        with self.services.db.begin() as session:
            mail = Arrived("smtp", recipient, mail_from, raw, self.now)
            accept(session, mail, lane_of(self.services, session, mail))
        return self.process()

    def process(self) -> Became:
        """Process what waits and deliver; what became of the mail that came last, as stored."""
        while process_next(self.services, self.now):
            pass
        if wanted(self.services.reviews_wanted):
            lane = OwnProcess()
            while look_back(self.services, self.now, lane):
                pass
            lane.rest()
        if wanted(self.services.choices_wanted):
            self.let_computers_play(None)
        return self.deliver()

    def later(self, **time: float) -> None:
        """Time passes; what is due is delivered, and deadlines that pass with it are kept."""
        then = self.now + timedelta(**time)
        self.now = min(then, self.now + timedelta(hours=1))
        self.deliver()
        while process_kept(self.services, self.now):
            pass
        self.deliver()
        self.now = then
        self.let_computers_play(self.now)
        while remind_next(self.services, self.now):
            pass
        while tell_result_next(self.services, self.now):
            pass
        while gather_next(self.services, self.now):
            pass
        while seat_next(self.services, self.now):
            pass
        while adopt_next(self.services, self.now):
            pass
        self.deliver()

    def let_computers_play(self, heard: datetime | None) -> None:
        """Deadlines that have passed are kept, and computers that think longer choose; without
        `heard` those play for which nobody waits.
        """
        failed: set[int] = set()
        chosen: Chosen = {}
        played = True
        while played:
            while choose_next(self.services, self.now, here, chosen):
                pass
            played = process_deadlines(self.services, self.now, failed, chosen, heard)
            assert not failed

    @property
    def game(self) -> Game:
        """The game as its log tells it."""
        with self.services.db.begin() as session:
            return self.services.games.game(session, 1)[0]

    @property
    def table(self) -> Table:
        """The table as it is set up."""
        with self.services.db.begin() as session:
            return load_table(session, 1)

    @property
    def waiting(self) -> str:
        """The one whose turn it is."""
        return self.table.players[self.game.awaiting[0]].name

    def due(self) -> datetime | None:
        """The deadline of the open question."""
        with self.services.db.begin() as session:
            [asked] = questions.open_questions(session, 1)
        return asked.due_at

    def hand(self, name: str) -> list[str]:
        """The codes of the cards somebody holds."""
        return [str(card) for card in view(self.game, self.seat(name)).hand]

    def seat(self, name: str) -> Seat:
        """Where somebody sits."""
        return Seat([player.name for player in self.table.players].index(name))


def here(work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """A lane that is none: the work is done at once."""
    return work(*given, **named)


def configured(services: Services, **changes: object) -> Services:
    """The same services under other settings."""
    return replace(services, settings=services.settings.model_copy(update=changes))


def seated(folder: Path, seed: int = 1, mails_a_day: int | None = None, **ways: str) -> Club:
    """A club with an empty database; the seed fixes its cards, `ways` how answers are addressed."""
    services = open_services(
        empty_database(folder / "club.db"),
        Settings(mailbox="table@ohhell.example", **ways),
        lambda game, deal: hashlib.sha256(f"{seed}/{game}/{deal}".encode()).digest(),
    )
    # As many mails a day as there are: in most conversations hardly any time passes.
    # And everybody has played before.
    limits = Limits(mails_a_day=mails_a_day, newcomer_receipts=0)
    return Club(configured(services, limits=limits), seed=seed, ways=ways)


def once(
    build: Callable[Concatenate[Path, Asked], Club],
) -> Callable[Concatenate[Path, Asked], Club]:
    """Builds the same club once, and gives everybody who asks a copy in a folder of its own."""
    built: dict[object, tuple[Kept, Club]] = {}

    @wraps(build)
    def copied(folder: Path, *args: Asked.args, **kwargs: Asked.kwargs) -> Club:
        asked = (args, tuple(sorted(kwargs.items(), key=itemgetter(0))))
        if asked not in built:
            with TemporaryDirectory() as first:
                club = build(Path(first), *args, **kwargs)
                club.services.db.close()
                built[asked] = keep(Path(first) / "club.db"), club
        database, club = built[asked]
        lay(database, folder / "club.db")
        return replace(
            seated(folder, club.seed, **club.ways),
            now=club.now,
            boxes={name: list(letters) for name, letters in club.boxes.items()},
            addresses=dict(club.addresses),
            sent=club.sent,
        )

    return copied
