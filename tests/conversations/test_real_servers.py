"""One game, four ways to the server: the mail programs on the way change nothing about it."""

import asyncio
import imaplib
import itertools
import re
import smtplib
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from engine import find_preset
from pbem.config.settings import Limits, Mailbox, Receiver, Settings
from pbem.demo.correspondent import Correspondent
from pbem.demo.gallery import Gallery
from pbem.demo.mailbox import Feeder, running_mailbox
from pbem.demo.play import play_by_mail, seeded
from pbem.games.check import check_game
from pbem.store.database import Database
from tests.databases import database_url
from tests.effort import LONG, few
from tests.servers import HOST, free_port
from tests.servers.dovecot import running_dovecot
from tests.servers.postfix import running_postfix
from tests.table import SHORT

PEOPLE = [
    Correspondent(name, f"{name.lower()}@players.localhost", habit)
    for habit, name in enumerate(("Anna", "Bruno", "Ruth", "Dieter"))
]

LINE = re.compile(r"^ +\d+\. (\w+)(?: \(you\))? +(-?\d+) ", re.MULTILINE)
SCORE = {"Anna": 24, "Bruno": 23, "Ruth": 14}
"""What three of them make of these cards; it may change only for all ways at once."""

LIMITS = Limits(mails_a_day=None)
"""The game is over within a minute."""

WHOLE_SCORE = {"Dieter": 146, "Anna": 113, "Bruno": 113, "Ruth": 107}
"""What the four make of a whole game."""


def final_score(folder, hand_in=None, preset=SHORT, players=3, **ways_in):
    """Play the same game to its end, every answer taken once; the final score in the digest."""
    database = database_url(folder / "game.db")
    settings = Settings(database=database, hold=0, tick=1, limits=LIMITS, **ways_in)
    digest, counted = asyncio.run(
        play_by_mail(
            settings,
            PEOPLE[:players],
            game="Lindy",
            preset=preset,
            gallery=Gallery(folder),
            secrets=seeded(7),
            hand_in=hand_in,
        )
    )
    # A receipt whose minute was not over went with the next question.
    assert counted.outbox.keys() <= {"sent", "superseded"}
    assert counted.outbox["sent"] == counted.letters
    assert counted.inbound == {"done": counted.answers}
    with closing(Database(database)) as db, db.begin() as session:
        assert check_game(session, 1) is None
    table = digest.partition("FINAL SCORE\n")[2].partition("\n\n")[0]
    return {name: int(points) for name, points in LINE.findall(table)}


def handing_in(client, port):
    """Hands each answer to a mail server by SMTP or LMTP, as the players' provider does."""

    def hand_in(sender, recipient, raw):
        with client(HOST, port, timeout=30) as connection:
            connection.sendmail(sender, [recipient], raw)

    return hand_in


@LONG
def test_a_game_straight_to_the_smtp_door(tmp_path):
    assert final_score(tmp_path, doors=(Receiver(port=0),)) == SCORE


def test_players_who_answer_in_the_same_moment_each_get_into_the_mailbox():
    mails = [b"Subject: %d\r\n\r\n" % number for number in range(50)]

    with running_mailbox() as mailbox, closing(Feeder(mailbox)) as feeder:
        with ThreadPoolExecutor(max_workers=8) as players:
            list(players.map(feeder.add, mails))

        with imaplib.IMAP4(mailbox.host, mailbox.port, timeout=30) as client:
            client.login(mailbox.user, mailbox.password.get_secret_value())
            client.select(mailbox.folder)
            _, [found] = client.uid("SEARCH", "ALL")
            _, parts = client.uid("FETCH", b",".join(found.split()), "(BODY[HEADER])")

    arrived = [part[1].strip() for part in parts if isinstance(part, tuple)]
    assert sorted(one for one in arrived if one[9:].isdigit()) == sorted(map(bytes.strip, mails))


@LONG
def test_a_game_through_a_mailbox(tmp_path):
    with running_mailbox() as mailbox, closing(Feeder(mailbox)) as feeder:

        def hand_in(_sender, _recipient, raw):
            feeder.add(raw)

        assert final_score(tmp_path, hand_in, doors=(), imap=mailbox) == SCORE


@LONG
def test_a_whole_game_of_four_through_dovecot(tmp_path):
    with running_dovecot() as it:
        account = {"host": it.host, "port": it.imap_port, "user": it.user, "password": it.password}
        mailbox = Mailbox.model_validate(account | {"tls": False, "every": 0.05})
        hand_in = handing_in(smtplib.LMTP, it.lmtp_port)

        whole = {"preset": find_preset("ohhell_pagat"), "players": 4}
        assert final_score(tmp_path, hand_in, **whole, doors=(), imap=mailbox) == WHOLE_SCORE


def test_a_game_through_postfix_to_the_lmtp_door(tmp_path):
    receiver = Receiver(protocol="lmtp", port=free_port())
    with running_postfix(receiver.port, "ohhell.localhost") as postfix:
        hand_in = handing_in(smtplib.SMTP, postfix.smtp_port)

        assert final_score(tmp_path, hand_in, doors=(receiver,)) == SCORE


def test_a_game_whose_door_is_taken_says_that_and_nothing_else(tmp_path):
    with socket.create_server((HOST, 0)) as taken:
        receiver = Receiver(port=taken.getsockname()[1])

        with pytest.raises(OSError, match="address already in use"):
            final_score(tmp_path, doors=(Receiver(port=0), receiver))


@pytest.mark.parametrize("way", few(["fixed", "catch-all"], 1))
def test_a_game_with_answers_addressed_in_another_way(tmp_path, way):
    """Typed answers, and every second one a tap: a new mail with the code in its subject."""
    answers = itertools.count()

    def hand_in(sender, recipient, raw):
        if next(answers) % 2:
            tag = re.findall(rb"\[(\S+ #\w+)\]", raw)[-1]
            body = raw.partition(b"\n\n")[2]
            head = b"From: %s\nTo: %s\n" % (sender.encode(), recipient.encode())
            raw = head + b"Subject: [%s] \n\n%s" % (tag, body.partition(b"\nOn ")[0])
        recipients.add(recipient)
        handing_in(smtplib.SMTP, port)(sender, recipient, raw)

    recipients = set()
    port = free_port()
    ways = {"answers": way, "answer_domain": "play.localhost", "doors": (Receiver(port=port),)}

    assert final_score(tmp_path, hand_in, **ways) == SCORE
    assert len(recipients) == 1 or way == "catch-all"
    assert {one.partition("@")[2] for one in recipients} == (
        {"play.localhost"} if way == "catch-all" else {"ohhell.localhost"}
    )


@LONG
def test_a_game_through_a_mailbox_with_one_address_only(tmp_path):
    with running_mailbox() as mailbox, closing(Feeder(mailbox)) as feeder:

        def hand_in(_sender, _recipient, raw):
            feeder.add(raw)

        assert final_score(tmp_path, hand_in, answers="fixed", doors=(), imap=mailbox) == SCORE
