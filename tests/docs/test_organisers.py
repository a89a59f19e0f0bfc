"""Every order on the organisers' page is given, by mail and at the command line."""

from __future__ import annotations

from contextlib import nullcontext
from typing import get_args

import pytest

from pbem import languages
from pbem.cli.base import Sorry, app
from pbem.domain.outcomes import Changed, Ordered
from pbem.domain.vocabulary import Change
from pbem.orders.organiser.model import Command
from pbem.orders.organiser.parse import read_commands
from pbem.orders.organiser.typed import TYPED_ORDERS
from pbem.store.games import find_game, load_table
from tests.club import MORNING, configured, once, seated
from tests.conversations.test_clubs import play_to_the_end
from tests.conversations.test_first_game import MARTA, mailed
from tests.conversations.test_organising import welcome
from tests.databases import database_url
from tests.docs.blocks import DOCS, blocks
from tests.effort import LONG
from tests.terminal import command

PAGE = DOCS / "ORGANISERS.md"
JOINED = {"roll back": "roll-back", "same again": "same-again", "hand over": "hand-over"}
SHOWN = {"status": "games", "log": "log", "standings": "standings", "members": "users"}
"""Orders that only show something, and the commands that do the same."""


DRAFTED = {
    "new game Lindy ": {"Lindy": (["Anna", "Bruno", "Ruth"], 48, "ohhell_pagat")},
    "new game Solo ": {"Solo": (["Anna", "Atlas", "Colossus", "Deuce"], 48, "ohhell_pagat")},
    "new game Evening ": {
        "Evening": (["Eva", "Jan", "Atlas", "Colossus", "Deuce"], 48, "ohhell_pagat")
    },
    "new game School, ": {"School": (["Eva", "Jan", "Leo"], 48, "ohhell_pagat")},
    "new game Tuesday ": {
        "Tuesday club": (
            ["Eva", "Jan", "Leo"],
            36,
            "ohhell_pagat, 13 deals up, sealed bids, no hook",
        )
    },
    "club night ": {
        "Friday": (
            ["Anna", "Bruno", "Ruth", "Eva", "Jan", "Kim", "Leo"],
            48,
            "ohhell_pagat",
        )
    },
    "new league ": {
        "Winter 1-1": (["Anna", "Bruno", "Ruth"], 48, "ohhell_pagat, no hook"),
        "Winter 1-2": (["Eva", "Jan", "Kim"], 48, "ohhell_pagat, no hook"),
    },
}
"""What the lines that begin so draft: games with their players, hours to answer, and rules."""


@once
def club_in(folder, state):
    """A club of Marta's in a state that the page names."""
    club = seated(folder)
    club.addresses["Marta"] = MARTA
    match state:
        case "nothing yet":
            pass
        case "before the start":
            club.open("Anna", "Bruno", "Ruth", "Jan", invite=True)
            welcome(club)
            for name in ("Anna", "Bruno", "Ruth"):
                club.say(name, "yes")
        case "while it is played":
            club.open("Anna", "Bruno", "Ruth")
            welcome(club)
            while len(club.game.deal.tricks) < 3 or club.waiting != "Ruth":
                club.say(club.waiting, club.letter(club.waiting).choices[0])
        case "when it is over":
            club.open("Anna", "Bruno", "Ruth", preset="ohhell_pagat, 2 deals up")
            welcome(club)
            play_to_the_end(club)
        case _:
            raise AssertionError(f"no such state: {state}")
    return club


@pytest.fixture(name="opened")
def _opened(tmp_path, monkeypatch):
    """Gives a club in the state of a block, and the settings that commands need for it."""
    monkeypatch.setenv("OHHELL_DATABASE", database_url(tmp_path / "club.db"))
    monkeypatch.setenv("OHHELL_OPEN_GAMES", "true")
    clubs = []

    def opened(block):
        club = club_in(tmp_path, block.state)
        club.services = configured(club.services, organisers=(MARTA,), open_games=True)
        clubs.append(club)
        return club

    yield opened
    for club in clubs:
        club.services.db.close()


def set_up(club, name):
    """Who plays in a game, in how many hours each answers, and by which rules."""
    with club.services.db.begin() as session:
        table = load_table(session, find_game(session, name))
    return [player.name for player in table.players], table.setup.answer_in, table.setup.preset


@pytest.mark.parametrize("block", blocks(PAGE, "mail"), ids=str)
def test_every_order_is_carried_out_by_mail(opened, block):
    club = opened(block)
    letter = next(iter(club.letters("Marta")), None)
    for line in block.lines:
        if letter is None and line.startswith("keep score"):
            assert mailed(club, line) == Changed(Change.SCORES)
            letter = club.letter("Marta")
            continue
        if letter is None:
            assert mailed(club, line) == Changed(Change.DRAFTED)
            letter = club.letter("Marta")
            [games] = [drafted for begin, drafted in DRAFTED.items() if line.startswith(begin)]
            assert {name: set_up(club, name) for name in games} == games
            continue
        asked = line == "cancel"  # it asks back, and does nothing yet
        became = club.say("Marta", line, to=letter)
        assert became == Ordered(0 if asked else 1, 1), line


@LONG
@pytest.mark.parametrize(
    "block", [one for one in blocks(PAGE, "mail") if one.state != "nothing yet"], ids=str
)
def test_every_order_is_a_command(opened, block):
    opened(block)
    for line in block.lines:
        name = next((words for words in JOINED if line.startswith(words)), line.split()[0])
        if name in ("help", "export") or line == "standings 2026":
            continue  # their commands stand in the page's own blocks
        words = [SHOWN.get(name) or JOINED.get(name, name), *line.removeprefix(name).split()]
        if name not in ("status", "standings", "members"):
            words.insert(1, "Lindy")
        with pytest.raises(Sorry) if line == "cancel" else nullcontext():
            app(words, standalone_mode=False)


@LONG
@pytest.mark.parametrize("block", blocks(PAGE, "console"), ids=str)
def test_every_command_works(opened, block, tmp_path):
    opened(block)
    for pbem, *words in block.commands:
        assert pbem == "pbem"
        done = command(
            tmp_path, *words, env={"OHHELL_DATABASE": database_url(tmp_path / "club.db")}
        )
        assert (done.returncode, done.stderr) == (0, ""), words


def test_no_order_is_left_out():
    lines = [line for block in blocks(PAGE, "mail") for line in block.lines]
    read = [read_commands([line], "en", MORNING.date())[0] for line in lines]

    understood = {type(command) for line in read for command in line.commands}
    assert {kind.__name__ for kind in get_args(Command)} == {kind.__name__ for kind in understood}
    told = PAGE.read_text("utf-8")
    words = languages.read("en", "organisers.toml")
    assert [
        one.name
        for one in TYPED_ORDERS
        if not any(f"\n{phrase}" in told for phrase in words[one.name])
    ] == []
