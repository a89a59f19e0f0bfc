"""`pbem inbox`, `queue` and `requeue`: what came in, what has not left, and trying again."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import text

from pbem.domain.outcomes import Parked, Played, Repeated, at
from pbem.server.clock import now
from pbem.store import bounces, inbound, inbox, reports
from pbem.store.inbound import Arrived, accept
from pbem.store.outbox import Sending
from pbem.store.server import Rest, rest, set_rest
from tests.databases import database_url
from tests.pbem.test_cli import out, sorry
from tests.terminal import command


def operator_of(folder):
    """Runs commands on the database of the club in a folder, at a wide terminal."""
    env = {
        "OHHELL_DATABASE": database_url(folder / "club.db"),
        "OHHELL_MAILBOX": "table@ohhell.example",
        "COLUMNS": "200",
    }
    return lambda *words: command(folder, *words, env=env)


@pytest.fixture(name="operator")
def _operator(club, tmp_path):
    return operator_of(tmp_path)


def execute(club, sql):
    with club.services.db.begin() as session:
        session.connection().execute(text(sql))


def test_every_mail_that_came_in_is_listed_and_no_move_is_told(table, operator):
    player = table.waiting
    letter = table.letter(player)
    table.say(player, "2")
    table.say(player, "bid 9", sender="eve@evil.example", to=letter)
    table.receive(b"From: x@y.example\n\nhello\n", "table@ohhell.example")
    with table.services.db.begin() as session:
        accept(session, Arrived("smtp", letter.reply_to, "a@b.example", b"no head", table.now))
    said = out(operator("inbox"))

    for fact in (
        f"{table.addresses[player]} │ played │ Lindy",
        "eve@evil.example │ held: eve@evil.example │ Lindy",
        "x@y.example │ not acted: no code",
        "a@b.example │ waits",
    ):
        assert fact in said
    assert "played: 2" not in said


def test_a_mail_that_fails_three_times_is_parked_whole_and_can_be_put_back(table, operator):
    player, letter = table.waiting, table.letter(table.waiting)
    execute(table, "update player set zone = 'Nowhere'")
    assert table.say(player, "2") == Parked("ZoneInfoNotFoundError")
    assert f"{table.addresses[player]} │ parked; failed: ZoneInfoNotFoundError" in out(
        operator("inbox", "--parked")
    )

    execute(table, "update player set zone = 'Europe/Paris'")
    assert "Mail 1 is processed again" in out(operator("inbox", "--again", "1"))
    assert table.process() == Played("2")
    assert table.say(player, "2 ", to=letter) == Repeated()


def test_only_a_parked_mail_is_put_back(table):
    table.say(table.waiting, "2")
    with table.services.db.begin() as session:
        assert not inbound.again(session, 1)
        assert not inbound.again(session, 7)
        assert inbox.recent_inbound(session, 9)[0].outcomes == at(1, Played("2"))


def test_what_waits_is_listed_with_its_reason_and_can_be_tried_again(table, operator):
    never, then = "done_at = null", "due_at = '2099-01-01 00:00:00'"
    for change in (
        "state = 'failed', error = '550 gone', attempts = 9 where id = 1",
        f"state = 'queued', error = 'full', attempts = 2, {never}, {then} where id = 2",
        f"state = 'queued', {never}, {then} where id = 3",
    ):
        execute(table, f"update outbox set {change}")
    with table.services.db.begin() as session:
        set_rest(session, Rest(now() + timedelta(hours=1), 3, "nobody is at home"))
    said = out(operator("queue"))
    assert "The post rests until" in said
    assert "nobody is at home" in said
    full = "01 Jan 00:00 │ full (2 tries)"
    for fact in ("never │ failed: 550 gone", full, "held back until then"):
        assert fact in said

    assert "mail 3 has not failed" in sorry(operator("requeue", "3"))
    assert "2 mails are tried again" in out(operator("requeue", "--all"))
    with table.services.db.begin() as session:
        waiting = {mail.id: (mail.state, mail.attempts) for mail in reports.not_left(session)}
        assert rest(session) is None
    queued = Sending.QUEUED
    assert waiting == {1: (queued, 0), 2: (queued, 0), 3: (queued, 1)}


def test_addresses_that_bounce_are_listed_and_written_to_again(table, operator):
    player = table.waiting
    address = table.addresses[player]
    nothing = out(operator("bounces"))
    with table.services.db.begin() as session:
        for _ in range(2):
            bounces.count_bounce(session, address, 2, "550 User unknown", now())
    listed = out(operator("bounces"))
    again = out(operator("bounces", "--again", address.upper()))
    sent = sorry(operator("bounces", "--again", address))

    assert "No mail has come back." in nothing
    assert re.search(rf"{address} │ 4 +│ .* │ no +│ 550 User unknown", listed)
    assert f"Mails go to {address.upper()} again" in again
    assert f"no mails come back from {address}" in sent
    with table.services.db.begin() as session:
        assert bounces.all_bouncing(session) == []
        assert [mail.state for mail in reports.not_left(session)] == [Sending.QUEUED]
