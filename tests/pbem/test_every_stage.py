"""Every command of the command line, for a game at every stage: done, or refused in a sentence."""

from __future__ import annotations

import traceback
from multiprocessing import get_context
from shutil import copytree

import pytest
from click.testing import CliRunner
from typer.main import get_command

from pbem.cli import _expected_troubles, app
from pbem.cli.orders import DAYS, given
from tests.databases import empty_database, keep, lay
from tests.effort import others_long
from tests.stages import environment, every_stage

ORDERS = given()
PBEM = get_command(app)
COMMANDS = PBEM.commands
"""All there are, by name."""

OF_GAMES = {
    name for name, one in COMMANDS.items() if any("GAME" in (p.metavar or "") for p in one.params)
}
"""Those that are told which game is meant."""

OF_ALL = {
    name: [[]]
    for name in ("bounces", "check", "farewell", "games", "inbox", "queue", "status", "users")
}
OF_ALL |= {"site": [["site"]], "standings": [[], ["Winter"]]}
"""Those that look at whatever games there are."""

OF_NONE = {
    *(
        "archive",
        "ask-anew",
        "backup",
        "block",
        "blocks",
        "score",
        "compile",
        "copy-key",
        "demo",
        "doctor",
        "forget",
        "gallery",
        "guide",
        "import",
        "init",
        "league",
        "new",
    ),
    *(
        "dkim",
        "migrate",
        "move",
        "tidy",
        "unblock",
        "unpack",
        "login",
        "logout",
        "new-key",
        "next-round",
        "odds",
        "options",
        "presets",
        "requeue",
        "restore",
        "rules",
        "serve",
        "verify",
    ),
}
"""Those that look at no game that is here, or have a test of their own."""

FILES = {"export": [["game.json"], ["game.txt"], ["game.csv"], ["game.xlsx"], ["game.pdf"]]}
ALWAYS = {"show", "export game.json", "log"}
"""What is done at every stage."""

SEALED = {"log", "export game.json"}
"""What is refused while another table plays the same deals."""


def lines_of(name, game):
    """A command as it is typed for a game; an order as its own help has it."""
    if name in ORDERS:
        lines = [one.typed(game, **DAYS) for one in ORDERS[name]]
        return [[word.replace("Ruth", f"Ruth{game}") for word in line] for line in lines]
    return [[name, game, *words] for words in FILES.get(name, [[]])]


def run(lines, folder):
    """What came of some commands, one after the other: code, words, and what nobody expected."""
    told = []
    for words in lines:
        done = CliRunner().invoke(PBEM, words, env=environment(folder))
        wrong = done.exception
        if wrong is None or isinstance(wrong, SystemExit):
            told.append((done.exit_code, done.output, ""))
        elif isinstance(wrong, _expected_troubles()):
            told.append((1, str(wrong), ""))
        else:
            told.append((1, "", "".join(traceback.format_exception(wrong))))
    return told


@pytest.fixture(name="town", scope="module")
def _town(tmp_path_factory):
    """The database of a server with a game at every stage, and the games' names by stage."""
    folder = tmp_path_factory.mktemp("town")
    club, games = every_stage(folder, archive=True)
    club.services.db.close()
    return keep(folder / "club.db"), games, folder / "archive"


@pytest.fixture(name="told")
def _told(town, tmp_path, monkeypatch):
    """Runs commands on a copy, in a process of their own."""
    lay(town[0], tmp_path / "club.db")
    copytree(town[2], tmp_path / "archive")
    monkeypatch.chdir(tmp_path)

    def told(lines, folder=tmp_path):
        with get_context("fork").Pool(1) as child:
            return child.apply(run, [lines, folder])

    return told


def test_every_command_is_asked():
    assert OF_GAMES | OF_ALL.keys() | OF_NONE == COMMANDS.keys()
    assert set(ORDERS) < OF_GAMES


@pytest.mark.parametrize("name", others_long(sorted(OF_GAMES), lambda one: one not in ORDERS))
def test_a_command_for_a_game_at_every_stage(name, town, told):
    lines = [(stage, line) for stage, game in town[1].items() for line in lines_of(name, game)]
    done = told([line for _, line in lines])
    what = [" ".join([line[0], *line[2:]]) for _, line in lines]

    assert [wrong for _, _, wrong in done if wrong] == []
    assert [said for _, said, _ in done if not said.strip()] == []
    assert not [
        (stage, said)
        for (stage, _), one, (code, said, _) in zip(lines, what, done, strict=True)
        if one in ALWAYS and code and not (stage == "of a match" and one in SEALED)
    ]


@pytest.mark.parametrize("name", sorted(OF_ALL))
def test_a_command_for_all_games_at_once(name, told):
    for code, said, wrong in told([[name, *words] for words in OF_ALL[name]]):
        assert (code, wrong) == (0, "")
        assert said.strip()


def test_a_game_of_every_stage_moves_to_another_server(town, told, tmp_path):
    games = {stage: game for stage, game in town[1].items() if stage != "of a match"}
    done = told([["export", game, f"{n}.json"] for n, game in enumerate(games.values())])
    assert {code for code, _, _ in done} == {0}
    there = tmp_path / "there"
    there.mkdir()
    empty_database(there / "club.db").close()
    done = told([["import", f"{n}.json"] for n in range(len(games))], there)

    assert [wrong for _, _, wrong in done if wrong] == []
    assert [said for code, said, _ in done if code] == []
