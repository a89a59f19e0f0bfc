"""`pbem export`: a file by its ending, with what everybody may know and nothing else."""

from datetime import timedelta

import pytest
from openpyxl import load_workbook

from pbem.exports.files import WRITERS, put
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from pbem.results.shown import CannotExport, shown
from tests.pbem.test_cli import PLAYERS, dump, out, pbem, sorry


@pytest.fixture(name="begun", scope="module")
def _begun(tmp_path_factory):
    """A folder with a game that has just begun, and one that has not."""
    folder = tmp_path_factory.mktemp("exports")
    out(pbem(folder, "new", "Lindy", *PLAYERS, "--start"))
    out(pbem(folder, "new", "Later", *PLAYERS))
    return folder


def seen_now(club):
    with club.services.db.begin() as session:
        return shown(session, 1, club.now)


def test_each_ending_writes_its_kind(begun, tmp_path):
    for ending in (".csv", ".pdf", ".txt", ".XLSX"):
        file = tmp_path / f"game{ending}"
        assert out(pbem(begun, "export", "Lindy", str(file))) == f"Wrote {file}."

    table = (tmp_path / "game.csv").read_text("utf-8-sig")
    assert table.startswith("deal,cards,dealer,trump,Anna bid,Anna tricks,Anna points,Anna total,")
    assert load_workbook(tmp_path / "game.XLSX").active["E3"].value == "Anna"
    assert (tmp_path / "game.pdf").read_bytes().startswith(b"%PDF-")
    told = (tmp_path / "game.txt").read_text("utf-8")
    assert told.startswith("LINDY                                 Anna, Bruno and Ruth\n\nDEAL 1\n")
    assert not set("♠♥♦♣") & set(told)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("Lindy", "game.doc"), "game.doc has none of the endings that can be written: .csv"),
        (("Lindy", "game"), "none of the endings"),
        (("Nobody", "game.csv"), "no game is called Nobody"),
        (("Lindy", "nowhere/game.csv"), "nowhere/game.csv cannot be written: No such file"),
        (("Later", "game.csv"), "Later has not begun"),
        (("game.pdf",), "say the game and then the file"),
        (("--blank", "game.csv"), "an empty sheet is a PDF"),
        (("--blank", "--players", "9", "game.pdf"), "9"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_sentence(begun, words, says):
    before, files = dump(begun), set(begun.iterdir())

    assert says in sorry(pbem(begun, "export", *words))
    assert (dump(begun), set(begun.iterdir())) == (before, files)


def test_a_move_that_can_be_undone_is_in_no_file(club):
    club.open("Anna", "Bruno", "Ruth", hold=10)
    english = speech("en")
    kinds = (".csv", ".txt")
    before = [WRITERS[kind](seen_now(club), Templates(), english) for kind in kinds]

    club.say(club.waiting, "2")

    held = seen_now(club)
    assert held.sheet.lines[0].scores[1].bid is None
    assert [WRITERS[kind](held, Templates(), english) for kind in kinds] == before
    club.now += timedelta(minutes=11)
    assert [score.bid for score in seen_now(club).sheet.lines[0].scores].count(2) == 1


def test_a_file_is_written_over_and_left_alone_when_that_fails(tmp_path):
    file = tmp_path / "game.csv"
    put(file, b"one")
    put(file, b"two", 0o600)

    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"two", 0o600)
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(CannotExport, match="cannot be written"):
        put(tmp_path / "folder.csv", b"three")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["folder.csv", "game.csv"]
