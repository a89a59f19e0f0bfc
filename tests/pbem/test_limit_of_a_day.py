"""704 letters on a day on which the provider takes 500: a whole server, with a clock of ours.

Eight tables of twelve ended their first deal on Monday. On Tuesday ten players of each are told the
result, whom no other letter has told it meanwhile; then fifty-two tables begin, of which
each asks one player, and tells 11 that the game begins.
"""

import asyncio
import hashlib
from collections import Counter
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select
from sqlmodel import col
from typer.testing import CliRunner

from engine import Preset, Rules
from engine.schedule import Schedule
from pbem.cli import app
from pbem.config.settings import Settings, Smarthost
from pbem.context import Context
from pbem.games.guests import Person
from pbem.games.set_up import new_game
from pbem.server.app import Server
from pbem.store.inbound import Arrived
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.log import QuestionRow
from pbem.store.tables.mails import OutboxRow
from pbem.store.tables.people import PlayerRow
from tests.club import Letter
from tests.databases import database_url
from tests.setups import set_up

pytestmark = pytest.mark.long

MONDAY = datetime(2026, 10, 5, 8, tzinfo=UTC)
OPERATOR = "op@home.example"
RULES = Rules(hand_max=((12, 4),), schedule=Schedule.UP, players=(12, 12))
"""Twelve players with a card each, which plays itself once all have bid; then two cards each."""

RANKS = ("question", "result", "rest")


class Club:
    """A server that is at work day and night, and the letters that its provider took."""

    def __init__(self, folder):
        self.now, self.left, self.boxes = MONDAY, [], {}
        self.settings = Settings(
            database=database_url(folder / "ohhell.db"),
            mailbox="table@cards.example",
            doors=(),
            smarthost=Smarthost(host="smtp.cards.example", a_day=500),
            operator=OPERATOR,
        )
        self.server = Server(
            self.settings,
            secrets=lambda game, deal: hashlib.sha256(f"{game}/{deal}".encode()).digest(),
            now=lambda: self.now,
            carrier=self.carrier,
        )
        self.server.take_up()
        self.work()

    @asynccontextmanager
    async def carrier(self):
        async def send(_sender, to, raw):
            self.boxes[to] = Letter(to, raw)
            self.left.append((self.now, self.boxes[to]))

        yield send

    def work(self, **time):
        """So much time passes, in which the server looks at everything every nine minutes."""
        until = self.now + timedelta(**time)
        while True:
            while self.server.judge():
                pass
            asyncio.run(self.server.deliver())
            if self.now == until:
                return
            self.now = min(until, self.now + timedelta(minutes=9))

    def begin(self, *tables, answer_in=48):
        for table in tables:
            with self.server.services.db.begin() as session:
                new_game(
                    Context(self.server.services, session, self.now),
                    name=f"Table{table}",
                    setup=set_up(Preset("few cards", (), "", RULES), answer_in=answer_in),
                    organiser=Person("Marta", "marta@club.example"),
                    people=[Person(f"P{at}", who(at, table)) for at in range(12)],
                    zone="UTC",
                    invite=False,
                )

    def bid(self, address):
        """Somebody bids no trick, in answer to the newest letter that is there."""
        letter = self.boxes[address]
        raw = f"From: {address}\nTo: {letter.reply_to}\nSubject: Re: {letter.subject}\n\n0\n"
        self.server.accept([Arrived("smtp", letter.reply_to, address, raw.encode(), self.now)])

    def sent(self, since):
        """What has left since a time, in its order, each as a question, a result, or the rest."""
        query = select(col(OutboxRow.message_id), col(OutboxRow.kind), col(OutboxRow.question_id))
        with self.server.services.db.begin() as session:
            rows = {name: told for name, *told in session.execute(query)}
        found = []
        for at, letter in self.left:
            kind, question = rows[str(letter.message["Message-ID"])]
            asks = question is not None or kind == "operator_day"
            rank = RANKS[0] if asks else RANKS[1] if kind == "deal_over" else RANKS[2]
            if at >= since:
                found.append(rank)
        return found

    def asked(self, table):
        """Who is asked at a table, and until when an answer is in time."""
        query = (
            select(col(PlayerRow.address), col(QuestionRow.due_at))
            .join(SeatRow, col(SeatRow.player_id) == col(PlayerRow.id))
            .join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
            .join(QuestionRow, col(QuestionRow.game_id) == col(GameRow.id))
            .where(col(QuestionRow.seat) == col(SeatRow.seat), col(QuestionRow.closed).is_(None))
            .where(col(GameRow.name) == f"Table{table}")
        )
        with self.server.services.db.begin() as session:
            [found] = session.execute(query)
        return tuple(found)

    def says(self, command):
        """What the command line says now."""
        found = CliRunner().invoke(app, [command], env={"OHHELL_DATABASE": self.settings.database})
        return " ".join(found.output.split())


def who(seat, table):
    return f"p{seat}.{table}@club.example"


@pytest.fixture(name="club")
def _club(tmp_path, monkeypatch):
    """Tuesday at the moment when all those letters are to leave; yesterday's count no more."""
    club = Club(tmp_path)
    monkeypatch.setattr("pbem.server.clock.now", lambda: club.now)
    club.begin(*range(8), answer_in=72)
    club.work()
    for _ in range(12):
        for table in range(8):
            club.bid(club.asked(table)[0])
        club.work(minutes=1)
    club.work(hours=23, minutes=56)
    club.now += timedelta(minutes=9)
    club.begin(*range(8, 59), answer_in=72)
    club.begin(59, answer_in=12)
    yield club
    club.server.close()


def test_more_letters_than_the_provider_takes_in_a_day(club):
    tuesday = club.now
    club.work()

    # One of the 500 is kept for the operator, who is told in the next round.
    first = club.sent(tuesday)
    assert Counter(first) == {"question": 52, "result": 80, "rest": 367}
    assert first == sorted(first, key=RANKS.index)

    club.work(minutes=9)
    assert len(club.sent(tuesday)) == 500
    said = "205 mails wait: the provider takes no more before Wednesday 7 October, 08:17."
    assert said in " ".join(club.boxes[OPERATOR].text.split())
    why = "the provider's limit of 500 mails a day is reached"
    assert f"rests until 07 Oct 08:17 UTC, and 205 mails wait: {why}" in club.says("status")
    assert f"The post rests until 07 Oct 08:17 UTC: {why}" in club.says("queue")
    assert f"{why}: 205 mails to send wait until 07 Oct 08:17 UTC" in club.says("doctor")

    # What is asked meanwhile has twelve hours, and waits for twenty-four: nobody is late.
    club.bid(club.asked(59)[0])
    club.work()
    address, _ = club.asked(59)
    club.work(hours=23)
    assert club.asked(59)[0] == address
    assert len(club.sent(tuesday)) == 500
    assert "overdue" not in club.says("status")

    # With it waits the receipt for the bid before.
    club.work(hours=1)
    second = club.sent(tuesday + timedelta(days=1))
    assert Counter(second) == {"question": 1, "rest": 206}
    assert second[0] == "question"
    left, question = club.left[-207]
    assert question.to == address
    _, due = club.asked(59)
    assert timedelta(hours=12) <= due - left < timedelta(hours=13)
    assert f"{due:%A} {due.day} {due:%B}, {due:%H:%M}" in question.text
    assert "rests" not in club.says("status")
