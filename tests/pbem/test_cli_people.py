"""`pbem forget` deletes who somebody is, and `pbem adopt` gives a game away that was left alone."""

import pytest
from sqlalchemy import text

from tests.databases import behind, copied
from tests.pbem.test_cli import dump, out, pbem, sorry
from tests.terminal import command

PLAYERS = ["Anna <anna@club.example>", "bruno@club.example", "ruth@club.example"]


@pytest.fixture(name="begun", scope="module")
def _begun(tmp_path_factory):
    folder = tmp_path_factory.mktemp("begun")
    out(pbem(folder, "new", "Lindy", *PLAYERS, "--start", "--organiser", "marta@club.example"))
    return folder


@pytest.fixture(name="lindy")
def _lindy(begun, tmp_path):
    """A folder with the game Lindy, just begun."""
    return copied(begun, tmp_path / "lindy")


def test_nothing_that_tells_who_it_was_is_left_and_nobody_is_written_to(lindy):
    said = out(pbem(lindy, "forget", "anna@club.example", "--yes"))

    assert said == "Anna is forgotten here, and gets no letter about it."
    assert "anna@club.example" not in str(dump(lindy))
    assert "Former player" in out(pbem(lindy, "users"))
    assert "anna" not in out(pbem(lindy, "queue"))


@pytest.mark.parametrize(
    ("typed", "kept"), [("anna@club.example\n", False), ("yes\n", True), ("", True)]
)
def test_it_is_done_only_when_the_address_is_typed_once_more(lindy, typed, kept):
    command(lindy, "forget", "anna@club.example", types=typed)

    assert ("anna@club.example" in str(dump(lindy))) is kept


def test_an_address_that_nobody_has_is_said_to_be_nobodys(lindy):
    assert "nobody has the address eve@evil.example" in sorry(
        pbem(lindy, "forget", "eve@evil.example", "--yes")
    )


def test_a_game_whose_organiser_is_gone_is_named(lindy):
    said = out(pbem(lindy, "forget", "marta@club.example", "--yes"))

    assert "Nobody organises Lindy now: `pbem adopt` gives it to somebody." in said
    out(pbem(lindy, "adopt", "Lindy", "Ruth"))


def queued(folder):
    """The letters that were ever written: to whom, of which kind."""
    with behind(folder / "ohhell.db") as db:
        return [tuple(row) for row in db.execute(text("select rcpt, kind from outbox order by id"))]


@pytest.mark.parametrize("whom", ["Ruth", "jan@club.example"])
def test_somebody_adopts_a_game_and_all_whom_it_concerns_are_told(lindy, whom):
    before = len(queued(lindy))
    said = out(pbem(lindy, "adopt", "Lindy", whom))

    assert "organises Lindy from now on" in said
    others = {"anna@club.example", "bruno@club.example", "ruth@club.example"}
    others -= {"ruth@club.example"} if whom == "Ruth" else set()
    assert dict(queued(lindy)[before:]) == {
        **dict.fromkeys(others, "adopting"),
        "marta@club.example": "not_heard_of",
        "ruth@club.example" if whom == "Ruth" else whom: "your_game",
    }


@pytest.mark.parametrize(
    ("game", "whom", "why"),
    [
        ("Lindy", "Eve", "Eve"),
        ("Lindy", "marta@club.example", "organises Lindy already"),
        ("Tuesday", "Ruth", "Tuesday"),
    ],
)
def test_what_cannot_be_adopted_stays_as_it_is(lindy, game, whom, why):
    assert why in sorry(pbem(lindy, "adopt", game, whom))
    assert "not_heard_of" not in str(queued(lindy))
