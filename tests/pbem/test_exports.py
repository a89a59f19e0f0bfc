"""Score sheets: totals worked by hand from golden records, and nothing nobody may know."""

import csv
import io
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook

from engine import PRESETS, BidLaid, BidMade, GameEnded, replay, view
from engine.players import choose
from engine.record import read_record
from pbem.demo.playouts import play_out
from pbem.exports.as_csv import csv_of
from pbem.exports.as_xlsx import xlsx_of
from pbem.letters.speech import speech
from pbem.results.sheet import score_sheet

ENGLISH = speech("en")
GOLDEN = Path(__file__).parent.parent / "golden"
NAMES = ("Anna", "Bruno", "Chloé", "Dieter", "Ruth", "Jan", "Sofia", "Ines", "Omar", "Pia")

DOWN_ONLY = [
    (12, 3, 13, 12),
    (16, 5, 25, 23),
    (21, 16, 36, 24),
    (31, 19, 48, 36),
    (31, 21, 58, 40),
    (43, 23, 59, 40),
    (54, 25, 69, 51),
    (65, 37, 69, 61),
    (76, 47, 69, 72),
    (87, 57, 79, 72),
]
"""The running totals of `option_down_only.txt`, added up by hand from its points."""


def golden(name):
    """The log of a golden record."""
    return read_record((GOLDEN / f"{name}.txt").read_text("utf-8"))


def sheet_of(log, names=NAMES):
    """The score sheet of a log."""
    game = replay(log)
    return score_sheet("Lindy", names[: game.players], view(game))


def rows_of(sheet):
    """The rows of a sheet's CSV, as a spreadsheet reads them."""
    return list(csv.reader(io.StringIO(csv_of(sheet, ENGLISH).decode("utf-8-sig"))))


def page_of(sheet, **how):
    """The page of a sheet's workbook."""
    book = load_workbook(io.BytesIO(xlsx_of(sheet, ENGLISH)), **how)
    [page] = book.worksheets
    return page


def totals_on(page, width=4, players=4):
    """The running totals that stand on the page, deal by deal."""
    columns = [4 + width * (seat + 1) for seat in range(players)]
    rows = ([page.cell(row, column).value for column in columns] for row in range(5, 200))
    return [tuple(row) for row in rows if row[0] is not None]


def added_up(page, cell):
    """What a cell comes to: its formula is a sum of cells, each a number or again a sum."""
    value = page[cell].value
    if not isinstance(value, str):
        return value
    assert re.fullmatch(r"=[A-Z]+\d+(\+[A-Z]+\d+)*", value)
    return sum(added_up(page, part) for part in value[1:].split("+"))


def test_the_totals_are_those_added_up_by_hand():
    sheet = sheet_of(golden("option_down_only"))

    assert [tuple(s.total for s in line.scores) for line in sheet.lines] == DOWN_ONLY
    assert sheet.totals == DOWN_ONLY[-1]
    assert sheet.winners == (0,)
    assert not sheet.corrected


def test_the_workbook_holds_the_same_totals_as_values():
    assert totals_on(page_of(sheet_of(golden("option_down_only")), data_only=True)) == DOWN_ONLY


def test_the_workbook_adds_its_totals_up_itself():
    page = page_of(sheet_of(golden("option_down_only")))

    assert page["H5"].value == "=G5"
    assert page["H6"].value == "=H5+G6"
    last = [added_up(page, f"{column}14") for column in ("H", "L", "P", "T")]
    assert tuple(last) == DOWN_ONLY[-1]


def test_a_line_of_the_sheet_says_what_the_record_says():
    """The first deal of `option_down_only.txt`."""
    [line, *_] = rows_of(sheet_of(golden("option_down_only")))[1:]

    assert line[:4] == ["1", "10", "Chloé", "clubs"]
    assert line[4:12] == ["2", "2", "12", "12", "1", "3", "3", "3"]
    assert line[12:] == ["3", "3", "13", "13", "2", "2", "12", "12"]


def test_the_chart_shows_every_player_over_all_deals():
    [chart] = page_of(sheet_of(golden("option_down_only")))._charts

    assert [one.val.numRef.f for one in chart.series] == [
        f"Points!${column}$5:${column}$14" for column in ("H", "L", "P", "T")
    ]
    assert [one.tx.strRef.f for one in chart.series] == [
        f"Points!${column}$3" for column in ("E", "I", "M", "Q")
    ]


def test_the_winner_of_a_game_of_a_rubber_gets_its_target_beside_the_points():
    """Ninety-Nine: the seventh deal brings seat 0 from 71 to 102, and 100 for the game."""
    sheet = sheet_of(golden("ninety_nine"))

    seventh = sheet.lines[6].scores
    assert [score.points for score in seventh] == [31, 4, 4]
    assert [score.besides for score in seventh] == [100, 0, 0]
    assert [score.total for score in seventh] == [202, 95, 86]
    assert totals_on(page_of(sheet, data_only=True), 5, 3)[6] == (202, 95, 86)
    page = page_of(sheet)
    assert added_up(page, "I11") == 202
    assert rows_of(sheet)[7][6:9] == ["31", "100", "202"]


def test_what_goes_beyond_an_exact_target_counts_back():
    """Boerenbridge to 100: with 99 points, 2 more bring seat 0 to 99 again."""
    eleventh = sheet_of(golden("boerenbridge_100")).lines[10].scores[0]

    assert (eleventh.points, eleventh.besides, eleventh.total) == (2, -2, 99)


@pytest.mark.parametrize("row", PRESETS, ids=[row.name for row in PRESETS])
def test_every_golden_game_adds_up_in_its_workbook(row):
    sheet = sheet_of(golden(row.name))

    players = len(sheet.names)
    page = page_of(sheet)
    width = 5 if sheet.corrected else 4
    last = page.cell(4 + len(sheet.lines), 4)
    cells = [last.offset(0, width * (seat + 1)).coordinate for seat in range(players)]
    assert tuple(added_up(page, cell) for cell in cells) == sheet.totals
    assert len(rows_of(sheet)) == 1 + len(sheet.lines)


def test_a_deal_under_way_shows_what_lies_open():
    log = golden("option_down_only")
    bids = [at for at, entry in enumerate(log) if isinstance(entry, BidMade)]

    sheet = sheet_of(log[: bids[1] + 1])

    assert [score.bid for score in sheet.lines[0].scores] == [2, None, None, 2]
    assert [score.points for score in sheet.lines[0].scores] == [None] * 4
    assert rows_of(sheet)[1][4:8] == ["2", "0", "", ""]
    assert page_of(sheet)._charts == []


@pytest.mark.parametrize("name", ["option_simultaneous", "ninety_nine", "boerenbridge_100"])
def test_sealed_bids_are_on_no_sheet(name):
    log = golden(name)
    first = next(at for at, entry in enumerate(log) if isinstance(entry, BidMade | BidLaid))

    sealed = sheet_of(log[: first + 1])

    assert [score.bid for score in sealed.lines[-1].scores] == [None] * len(sealed.names)
    other = replace(log[first], tricks=log[first].tricks + 1)
    assert sheet_of([*log[:first], other]) == sealed


@pytest.mark.parametrize("seed", range(12))
def test_a_sheet_of_a_running_game_can_always_be_written(seed):
    dice = random.Random(seed)
    row, stop = dice.choice(PRESETS), dice.randrange(1, 300)
    steps = iter(range(10_000))
    _, log = play_out(
        row.rules,
        row.rules.players[0],
        dice,
        lambda game, seat: choose(view(game, seat)),
        until=lambda _: next(steps) >= stop,
    )
    sheet = sheet_of(log)

    assert (sheet.winners is not None) == isinstance(log[-1], GameEnded)
    assert len(rows_of(sheet)) == 1 + len(sheet.lines)
    assert page_of(sheet)["A1"].value == "Lindy"


def test_a_sheet_is_never_made_from_what_one_seat_sees():
    with pytest.raises(ValueError, match="spectator"):
        score_sheet("Lindy", NAMES[:4], view(replay(golden("option_down_only")), 0))


@pytest.mark.parametrize("name", ["=1+1", "+A1", "-2", "@SUM(A1)", "\t=1", '=HYPERLINK("x")'])
def test_no_name_becomes_a_formula(name):
    sheet = sheet_of(golden("option_down_only"), (name, "Bruno", "https://x.example", "Ruth"))

    [heads, *rows] = rows_of(replace(sheet, game=name))
    assert all(cell[0] not in "=+-@\t" for row in [heads] for cell in row)
    assert {row[2] for row in rows} >= {f"'{name}"}
    page = page_of(replace(sheet, game=name))
    assert (page["A1"].value, page["A1"].data_type) == (name, "s")
    assert (page["E3"].value, page["E3"].data_type) == (name, "s")
    assert page["M3"].hyperlink is None
