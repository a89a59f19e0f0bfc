"""Every row of the organiser's table (UX 4.9), by mail and at the command line, from one start."""

from __future__ import annotations

from dataclasses import dataclass
from shlex import split

import pytest

from pbem.cli import Sorry, app
from pbem.store.games import load_table
from tests.club import configured, once, seated
from tests.conversations.test_organising import MARTA, order, welcome
from tests.databases import database_url
from tests.effort import others_long

PEOPLE = "'Anna <anna@club.example>' 'Bruno <bruno@club.example>' 'Ruth <ruth@club.example>'"


@dataclass(frozen=True, slots=True)
class Row:
    """What is mailed, what is typed if that is not the same with the game's name, and what is said.

    `said` is part of both answers, unless `typed_said` is what the command line says. The game is
    under way, or, with `inviting`, all but Jan have said yes.
    """

    mailed: str
    said: str
    typed: str = ""
    typed_said: str = ""
    inviting: bool = False

    @property
    def command(self) -> list[str]:
        """The words of the command line."""
        name, *more = self.mailed.split()
        return [name, "Lindy", *more]


ROWS = [
    Row(
        "new game Friday with Anna anna@club.example, Bruno bruno@club.example, Ruth r@x.example",
        "Nobody is asked yet.",
        f"new Friday {PEOPLE}",
        "Friday: Anna, Bruno, Ruth. Invitations are in the outbox",
    ),
    Row(
        "new game Tuesday club, 13 deals up, sealed bids, no hook, 36 hours",
        "Tuesday club",
        f"new Tuesday {PEOPLE} --preset 'ohhell_pagat, 13 deals up, sealed bids, no hook' "
        "--answer-in 36",
        "Tuesday: Anna, Bruno, Ruth. Invitations are in the outbox",
    ),
    Row("invite papa@example.fr (fr)", "Papa: invited to Lindy.", inviting=True),
    Row("uninvite Ruth", "Lindy does without Ruth.", inviting=True),
    Row("open 1 seat", "1 seat of Lindy is free for whoever asks.", inviting=True),
    Row("open 1 seat", "Lindy has begun"),
    Row(
        "duplicate with Eva eva@club.example, Leo leo@club.example, Kim kim@club.example",
        "Lindy II is drafted, for the same deals as Lindy.",
        inviting=True,
    ),
    Row("duplicate with Eva eva@club.example", "Lindy has begun"),
    Row("set reliable 80 %", "of whose answers at least 80 of 100 came in time.", inviting=True),
    Row("set hints on", "was told to those who were invited, so it stays as it is.", inviting=True),
    Row("start", "3 of 4 have said yes. Start with these, or wait?", inviting=True),
    Row("set hook off", "Whoever was invited is asked again.", inviting=True),
    Row(
        "set made 10+2t, missed -2d, zero 5+h", "Whoever was invited is asked again.", inviting=True
    ),
    Row("set hook off", "Rules are fixed once cards are out."),
    Row("set hold 5", "A move can be taken back for 5 minutes."),
    Row("deadline 2 days", "48 hours for each answer, from the next question on."),
    Row("extend {waiting} 3 days", "{waiting}: time until"),
    Row("extend 3 days", "{waiting}: time until"),
    Row("pause", "Lindy is paused: nobody is late"),
    Row("resume", "Lindy is not paused"),
    Row(
        "pause 24.12.-2.1.",
        "Thursday 24 December 2026 to Saturday 2 January 2027 do not count in Lindy.",
        "pause Lindy 2030-12-24 to 2031-01-02",
        "Tuesday 24 December 2030 to Thursday 2 January 2031 do not count in Lindy.",
    ),
    Row("pause 3/4", "Which day is meant?", typed_said="can be read in two ways"),
    Row("remind {waiting}", "Sent. {waiting} has until"),
    Row(
        "away Ruth 24.12.-2.1.",
        "Ruth is away from Thursday 24 December 2026",
        "away Lindy Ruth 2030-12-24 to 2031-01-02",
        "Ruth is away from Tuesday 24 December 2030",
    ),
    Row("replace Ruth with Jan jan@example.nl (nl)", "Jan is asked to take the seat of Ruth"),
    Row("replace Ruth with policy", "A computer plays for Ruth. You can replace it at any time."),
    Row("standby Jan jan@example.nl (nl)", "Jan: ready to take a seat in Lindy"),
    Row("replace Ruth with standby", "Nobody is kept ready to take a seat in Lindy."),
    Row("drop Ruth", "A computer plays for Ruth, and the table reads why."),
    Row(
        "adress Ruth ruth@example.org",
        "with a yes from ruth@example.org",
        "address Lindy Ruth ruth@example.org",
    ),
    Row(
        "roll back to trick 2 because Anna's card was mistyped",
        "There is nothing in Lindy that could be taken back to there.",
        'roll-back Lindy "to trick 2 because Anna\'s card was mistyped"',
    ),
    Row("status", "Lindy deal 1 of 19, bids {waiting}", "games", "{waiting}"),
    Row("log", "hands hidden until the deal is over", "log Lindy"),
    Row("standings", "The standings are below.", "standings", "No game is over yet."),
    Row(
        "standings 2025",
        "No game of yours ended in 2025.",
        "standings --year 2025",
        "No game has ended in 2025.",
    ),
    Row("members", "PLAYERS Anna English", "users", "anna@club.example"),
    Row("export", "is attached, to read and as JSON", "export Lindy {folder}/lindy.txt", "Wrote"),
    Row("digest only when needed", "comes only when one of them needs you."),
    Row("digest weekly Monday 8:00", "comes every week, next on Monday"),
    Row("digest off", "does not come by itself any more"),
    Row(
        "announce Happy new year! Next deal on the 3rd.",
        "Sent to all.",
        typed_said="Goes out with the next mails.",
    ),
    Row("undo", "There is no order for Lindy that could be taken back."),
    Row("cancel", "Really cancel Lindy?"),
    Row("cancel now", "Lindy is cancelled."),
    Row("organiser Jan jan@example.nl (nl)", "Jan can give orders for Lindy from now on"),
    Row(
        "hand over to Jan jan@example.nl",
        "Jan organises Lindy from now on",
        "hand-over Lindy to Jan jan@example.nl",
    ),
    Row("same again", "CHECK AND START LINDY II", "same-again Lindy", "Lindy II is drafted."),
    Row("close", "Lindy has not ended, so it cannot be put away."),
    Row("frobnicate Lindy", "Not understood, nothing done.", typed_said="No such command"),
    Row("help", "WHAT YOU CAN ORDER NOW extend {waiting} 3 days", "--help", "roll-back"),
    Row("help orders", "WHAT YOU CAN ORDER, ONE LINE EACH", "--help", "roll-back"),
]
"""The texts in braces are filled in: who is waited for, and a folder to write to."""


@once
def lindy(folder, inviting):
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth", *(["Jan"] if inviting else []), invite=inviting)
    for name in ("Anna", "Bruno", "Ruth") if inviting else ():
        club.say(name, "yes")
    welcome(club)
    return club


@pytest.fixture(name="start")
def _start(tmp_path):
    """Gives the club in the state a row wants."""
    opened = []

    def start(row):
        club = lindy(tmp_path, row.inviting)
        club.services = configured(club.services, open_games=True)
        opened.append(club)
        return club

    yield start
    for club in opened:
        club.services.db.close()


def filled(text, club, folder):
    waiting = "" if club.table.stage.value == "inviting" else club.waiting
    return text.replace("{waiting}", waiting).replace("{folder}", str(folder))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.mailed)
def test_by_mail(start, row, tmp_path):
    club = start(row)
    line = filled(row.mailed, club, tmp_path)
    expected = filled(row.said, club, tmp_path)

    assert expected in order(club, line)


@pytest.mark.parametrize(
    "row", others_long(ROWS, ROWS[::4].__contains__), ids=lambda row: row.mailed
)
def test_at_the_command_line(start, row, tmp_path, monkeypatch, capsys):
    club = start(row)
    words = split(filled(row.typed, club, tmp_path)) if row.typed else row.command
    words = [filled(word, club, tmp_path) for word in words]
    monkeypatch.setenv("OHHELL_DATABASE", database_url(tmp_path / "club.db"))
    monkeypatch.setenv("OHHELL_OPEN_GAMES", "true")
    monkeypatch.setenv("COLUMNS", "200")
    expected = filled(row.typed_said or row.said, club, tmp_path)
    capsys.readouterr()
    try:
        app(words, standalone_mode=False)
        said = capsys.readouterr().out
    except (Sorry, Exception) as problem:
        said = str(problem)

    assert expected in " ".join(said.split())


def test_five_lines_the_third_wrong_are_answered_in_one_mail(start):
    club = start(ROWS[-1])
    answer = order(
        club, "deadline 3 days\nset hold 5\nfrobnicate\nannounce Hello\npause 24.12.-2.1."
    )

    assert answer.count("Not understood, nothing done.") == 1
    assert (club.table.setup.answer_in, club.table.setup.hold) == (72, 5)
    with club.services.db.begin() as session:
        assert len(load_table(session, 1).setup.days_off) == 1
    assert club.addresses["Marta"] == MARTA
