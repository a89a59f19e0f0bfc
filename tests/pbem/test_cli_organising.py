"""Organisers' orders at the command line: every row of the table that has one there."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cli import Sorry, app
from pbem.domain.model import Stage
from pbem.store.audit_log import acts
from pbem.store.games import load_table
from tests.databases import copied, empty_database, settings

PLAYERS = [f"{name} <{name.lower()}@club.example>" for name in ("Anna", "Bruno", "Ruth", "Jan")]
MARTA = ("--organiser", "Marta <marta@club.example>")


def enter(patch, folder):
    """Go where a server's settings are."""
    patch.chdir(folder)
    for name, value in settings(folder).items():
        patch.setenv(name, value)


@pytest.fixture(name="made", scope="module")
def _made(tmp_path_factory):
    """A database with Lindy under way and Club, whose invitations nobody has answered."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        enter(patch, folder)
        app(["new", "Lindy", *PLAYERS, *MARTA, "--start"], standalone_mode=False)
        app(["new", "Club", *PLAYERS, *MARTA], standalone_mode=False)
    return folder


@pytest.fixture(name="pbem")
def _pbem(made, tmp_path, monkeypatch, capsys):
    """Runs one command; gives what it printed, in one line."""
    enter(monkeypatch, copied(made, tmp_path))

    def run(line):
        capsys.readouterr()
        app(line.split(), standalone_mode=False)
        return " ".join(capsys.readouterr().out.split())

    return run


def table(number=1):
    with empty_database(Path.cwd() / "ohhell.db").begin() as session:
        return load_table(session, number)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("invite Club papa@example.fr (fr)", "Papa: invited to Club."),
        ("uninvite Club Bruno", "Club does without Bruno."),
        ("set Club hook off", "Whoever was invited is asked again."),
        ("set Lindy hold 5", "A move can be taken back for 5 minutes."),
        ("deadline Lindy 2 days", "48 hours for each answer, from the next question on."),
        ("extend Lindy 3 days", "time until"),
        ("pause Lindy", 'the time is given back. To undo it: "resume".'),
        ("pause Lindy 2030-12-24 to 2031-01-02", "24 December 2030 to Thursday 2 January 2031"),
        ("away Lindy Ruth 2030-12-24 to 2031-01-02", "Ruth is away from Tuesday 24 December 2030"),
        (
            "replace Lindy Ruth with Eva eva@example.nl (nl)",
            "Eva is asked to take the seat of Ruth",
        ),
        ("replace Lindy Ruth with policy", "A computer plays for Ruth."),
        ("drop Lindy Ruth", "A computer plays for Ruth, and the table reads why."),
        ("address Lindy Ruth ruth@example.org", "with a yes from ruth@example.org"),
        ("remind Club Bruno", "Sent. Bruno is invited once more."),
        ("announce Club Happy new year!", "Sent to all."),
        ("cancel Lindy now", "Lindy is cancelled."),
    ],
)
def test_an_order_is_done_and_said(pbem, line, said):
    assert said in pbem(line)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("start Club", "0 players have said yes, and these rules are for 3–7."),
        ("start Lindy", "Lindy has begun"),
        ("invite Lindy papa@example.fr", "Lindy has begun"),
        ("set Lindy hook off", "Rules are fixed once cards are out."),
        ("cancel Lindy", 'Really cancel Lindy? You can write: "cancel now".'),
        ("resume Lindy", "Lindy is not paused"),
        ("extend Lindy Zoe 3 days", "Nobody in Lindy is called Zoe."),
        ("extend Lindy Ruth", "is not clear, and nothing was done"),
        ("pause Lindy 3/4", "can be read in two ways, and nothing was done"),
        ("pause Rummy", "no game is called Rummy"),
    ],
)
def test_what_is_not_done_is_said_with_the_reason_and_changes_nothing(pbem, line, why):
    before = table(1), table(2)
    with pytest.raises(Sorry) as sorry:
        pbem(line)

    assert why in str(sorry.value)
    assert (table(1), table(2)) == before


def test_a_pause_lasts_until_the_game_is_resumed(pbem):
    pbem("pause Lindy")
    assert table().paused_at is not None
    pbem("resume Lindy")
    assert table().paused_at is None


def test_a_cancelled_game_is_over_and_the_orders_are_logged_without_a_name(pbem):
    with pytest.raises(Sorry):
        pbem("cancel Lindy")
    pbem("cancel Lindy now")
    with empty_database(Path.cwd() / "ohhell.db").begin() as session:
        told = [(act.who, act.line, act.done) for act in acts(session, 1)]

    assert table().stage is Stage.CANCELLED
    assert told == [("", "cancel", False), ("", "cancel now", True)]
    assert "cancelled" in pbem("games")
    assert "Lindy" in pbem("show Lindy")
