"""An empty sheet that reckons by itself: typed in what was played, it shows what the game did."""

from __future__ import annotations

import io
import math
import random
import re
from dataclasses import replace

import pytest
from openpyxl import load_workbook

from engine import PRESETS, combine
from engine.scoring import Score, score_deal
from pbem.demo.playouts import play_out
from pbem.exports.cell_formulas import Cells, points_formula
from pbem.exports.deals_to_fill import deals_to_fill
from pbem.exports.live_sheet import ScoringChoice, live_xlsx, scores_of
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from pbem.results.shown import CannotExport
from tests.effort import LONG
from tests.pbem.test_cli import out, pbem, sorry
from tests.servers.office import reckoned, typed_in

TEMPLATES = Templates()
NAMES = ("Anna", "Bruno", "Carla", "Dieter", "Ruth", "Jan", "Sofia", "Ines", "Omar", "Pia")
TOP = 6
"""The row of the first deal, as a spreadsheet counts."""


def blank(name, players, language="en"):
    """The empty workbook of a rule set."""
    row = combine(name)
    ways = [
        ScoringChoice(score, TEMPLATES.points(replace(row.rules, score=score), language))
        for score in scores_of(row.rules)
    ]
    rules = TEMPLATES.rules(row.rules, players, language)
    return live_xlsx(row, NAMES[:players], ways, rules, speech(language))


def cell(row, seat, what):
    """`F6`: what is the bid, the tricks, the points or the total."""
    column = 5 + 4 * seat + ("bid", "tricks", "points", "total").index(what)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return (letters[column // 26 - 1] if column > 25 else "") + f"{letters[column % 26]}{row}"


def typed(game):
    """What is typed into a sheet of a game: bids and tricks, where there is something to type."""
    cells = {}
    for row, deal in enumerate(game.deals, TOP):
        for seat, (bid, taken) in enumerate(zip(deal.bids, deal.taken, strict=True)):
            if deal.rules.bid_mode not in ("zero", "none"):
                cells[cell(row, seat, "bid")] = bid
            cells[cell(row, seat, "tricks")] = taken
    return cells


FUNCTIONS = {
    "IF": lambda holds, then, other: then if holds else other,
    "AND": lambda *holds: all(holds),
    "ABS": abs,
    "MAX": max,
    "MIN": min,
    "TRUNC": math.trunc,
}


def worked_out(formula, values):
    """What a formula comes to, for the few functions that points need."""
    python = re.sub(r"(?<![<>])=", "==", formula).replace("<>", "!=")
    return eval(python, {"__builtins__": {}}, FUNCTIONS | values)


@pytest.mark.parametrize("score", Score)
def test_every_way_of_scoring_is_the_same_as_a_formula(score):
    """For all bids and tricks of one seat; the others made theirs, or did not."""
    for size in range(1, 11):
        for bid in range(size + 1):
            for taken in range(size + 1):
                for others in ((0, 0), (1, size - taken)):
                    bids, takens = (bid, 0, 1), (taken, *others)
                    values = {f"B{at}": one for at, one in enumerate(bids)}
                    values |= {f"T{at}": one for at, one in enumerate(takens)} | {"H": size}
                    cells = Cells("B0", "T0", "H", ("B0", "B1", "B2"), ("T0", "T1", "T2"))

                    points = worked_out(points_formula(score, cells), values)

                    assert points == score_deal(score, bids, takens, size)[0], (values, score)


def test_it_begins_empty_with_a_place_for_each_name():
    page = load_workbook(io.BytesIO(blank("ohhell_pagat", 4))).worksheets[0]

    assert page["A1"].value == "Oh Hell! · ohhell pagat"
    assert page["C2"].value == "1 point for each trick, 10 more if it is exactly your bid."
    assert [page.cell(3, 6 + 4 * seat).value for seat in range(4)] == [*NAMES[:4]]
    assert [page.cell(TOP + at, 2).value for at in range(19)] == [*range(10, 0, -1), *range(2, 11)]
    assert page["F6"].value is None
    assert not page["F6"].protection.locked
    assert page["H6"].protection.locked


def test_every_way_of_scoring_can_be_chosen_in_the_readers_words():
    rules, ways = load_workbook(io.BytesIO(blank("ohhell_pagat", 4, "de"))).worksheets[2:]
    told = [row[0].value for row in ways.iter_rows()]

    assert len(told) == len({*told}) == len(Score) - 2
    assert told[0] == "1 Punkt je Stich, 10 mehr, wenn es genau die Ansage ist."
    assert rules["A1"].value.startswith("19 Runden")


@pytest.mark.parametrize("name", ["ninety_nine", "boerenbridge_100"])
def test_where_points_depend_on_more_it_is_refused(name):
    with pytest.raises(CannotExport, match="no workbook reckons them"):
        scores_of(combine(name).rules)


def test_the_command_writes_it_for_those_who_play(tmp_path):
    said = out(pbem(tmp_path, "export", "--blank", "--names", "Anna, Bruno, =1+1", "s.xlsx"))

    assert said == "Wrote s.xlsx: a sheet for 3 players that reckons what is typed in."
    page = load_workbook(tmp_path / "s.xlsx").worksheets[0]
    assert [page.cell(3, 6 + 4 * seat).value for seat in range(3)] == ["Anna", "Bruno", "=1+1"]
    assert page.cell(3, 14).data_type == "s"
    twice = sorry(pbem(tmp_path, "export", "--blank", "--names", "Anna, anna", "s.xlsx"))
    assert "two players have the same name" in twice


@LONG
def test_a_game_typed_in_comes_to_the_same_points_in_libreoffice(tmp_path):
    """Every rule set that can be reckoned, for the fewest and the most who can play."""
    games, books = {}, {}
    for row in PRESETS:
        for players in dict.fromkeys((row.rules.players[0], min(10, row.rules.players[1]))):
            try:
                book = blank(row.name, players)
            except CannotExport:
                continue
            dice = random.Random(f"{row.name} {players}")
            rows = len(deals_to_fill(row.rules, players))
            game, _ = play_out(
                row.rules, players, dice, until=lambda game, most=rows: len(game.deals) >= most
            )
            name = f"{row.name}-{players}"
            games[name] = game
            books[name] = typed_in(book, typed(game))
    pages = reckoned(books, tmp_path)

    assert len(games) > 100
    for name, game in games.items():
        page, total = pages[name], [0] * game.players
        for row, points in enumerate(game.points, TOP):
            told = [page[cell(row, seat, "points")].value for seat in range(game.players)]
            assert told == [*points], (name, row)
            total = [so_far + more for so_far, more in zip(total, points, strict=True)]
            sums = [page[cell(row, seat, "total")].value for seat in range(game.players)]
            assert sums == total, (name, row)
            assert "!" not in (page[f"E{row}"].value or ""), (name, row)
        places = [page.cell(4, 6 + 4 * seat).value for seat in range(game.players)]
        assert places == [1 + sum(other > mine for other in total) for mine in total], name


@LONG
def test_the_way_of_scoring_can_be_changed_while_they_play(tmp_path):
    book = blank("ohhell_pagat", 4)
    game, _ = play_out(combine("ohhell_pagat").rules, 4, random.Random(5))
    rows = combine("ohhell_pagat").rules
    ways = {score: TEMPLATES.points(replace(rows, score=score)) for score in scores_of(rows)}
    pages = reckoned(
        {score.value: typed_in(book, typed(game) | {"C2": told}) for score, told in ways.items()},
        tmp_path,
    )

    for score in ways:
        for row, deal in enumerate(game.deals, TOP):
            told = [pages[score.value][cell(row, seat, "points")].value for seat in range(4)]
            assert told == [*score_deal(score, deal.bids, deal.taken, deal.size)], (score, row)


@LONG
def test_what_cannot_be_is_said_beside_the_deal_and_the_deal_goes_round(tmp_path):
    """Ten cards, nine, eight, seven and six; Bruno deals first."""
    deals = [
        ((2, 3, 1, None), (None,) * 4),
        ((3, 3, 1, 2), (None,) * 4),
        ((3, 3, 1, 2), (3, 3, 1, 2)),
        ((3, 3, 0, 0), (3, 3, 0, 1)),
        ((0, 5, 4, None), (None,) * 4),
    ]
    cells = {"C6": "Bruno"}
    for row, (bids, takens) in enumerate(deals, TOP):
        for seat in range(4):
            cells |= {cell(row, seat, "bid"): bids[seat]} if bids[seat] is not None else {}
            cells |= {cell(row, seat, "tricks"): takens[seat]} if takens[seat] is not None else {}
    page = reckoned({"live": typed_in(blank("ohhell_pagat", 4), cells)}, tmp_path)["live"]

    assert [page[f"E{row}"].value or "" for row in range(TOP, TOP + 6)] == [
        "the last: not 4",
        "bids add up to 9!",
        "tricks: 9 of 8!",
        "-1",
        *("", ""),
    ]
    assert [page[f"C{row}"].value for row in range(TOP, TOP + 5)] == [
        *("Bruno", "Carla", "Dieter", "Anna", "Bruno")
    ]
    assert page[cell(TOP + 1, 0, "points")].value in ("", None)
