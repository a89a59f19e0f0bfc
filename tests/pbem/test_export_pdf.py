"""Score sheets to print: all of it is on the paper, and the rules are on the back."""

import logging
from dataclasses import replace

import pypdfium2
import pytest

from engine import RulesError, find_preset, replay, view
from pbem.exports.as_pdf import blank, filled, pdf_of, printable
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from pbem.results.sheet import score_sheet
from tests.effort import LONG
from tests.pbem.test_cli import out, pbem
from tests.pbem.test_exports import DOWN_ONLY, NAMES, golden

ENGLISH = speech("en")
TEMPLATES = Templates()


def pages(written):
    """The words on each page of a PDF; none of them may stick out of its page."""
    found = []
    with pypdfium2.PdfDocument(written) as paper:
        for page in paper:
            width, height = page.get_size()
            for part in page.get_objects():
                left, bottom, right, top = part.get_bounds()
                assert 20 < left <= right < width - 20
                assert 20 < bottom <= top < height - 20
            found.append(" ".join(page.get_textpage().get_text_bounded().split()))
    return found


def printed(name, names=NAMES):
    """The pages of a golden game's sheet."""
    game = replay(golden(name))
    sheet = score_sheet("Lindy", names[: game.players], view(game))
    return pages(pdf_of(filled(sheet, TEMPLATES.rules(game.rules, game.players), ENGLISH)))


def empty(name, players):
    """The pages of an empty sheet."""
    row = find_preset(name)
    words = TEMPLATES.rules(row.rules, players)
    return pages(pdf_of(blank(row, players, words, ENGLISH)))


def test_a_game_is_on_one_side_and_its_rules_on_the_other():
    front, back = printed("option_down_only")

    assert front.startswith("Lindy Anna Bruno Chloé Dieter deal cards trump bid tricks total")
    assert "1 10 clubs 2 2 12 1 3 3 3 3 13 2 2 12 2 9" in front
    totals = " ".join(str(total) for total in DOWN_ONLY[-1])
    assert [word for word in front.split() if word in totals.split()][-4:] == totals.split()
    assert front.endswith("Won by Anna.")
    assert back.startswith("Lindy: The rules 10 deals: 10 cards down to 1.")


def test_a_long_game_repeats_its_heads_and_keeps_the_rules_on_a_back():
    """A game of 19 deals, its lines three times over."""
    game = replay(golden("ohhell_pagat"))
    sheet = score_sheet("Lindy", NAMES[:4], view(game))
    long = replace(sheet, lines=sheet.lines * 3)

    *sheets, empty_side, back = pages(pdf_of(filled(long, ("Have fun.",), ENGLISH)))

    assert len(sheets) == 2
    assert all(sheet.count("deal cards trump bid tricks total") == 1 for sheet in sheets)
    assert (empty_side, back) == ("", "Lindy: The rules Have fun.")


@pytest.mark.parametrize(
    ("preset", "players", "last"),
    [
        ("ohhell_pagat", 3, "19 10"),
        ("ohhell_pagat", 7, "13 7"),
        ("boerenbridge_100", 4, "24 13"),
        ("option_big_hands", 3, "33 17"),
        ("pocha", 5, "27 1"),
    ],
)
def test_an_empty_sheet_has_a_row_for_each_deal(preset, players, last):
    front, back = empty(preset, players)

    heads = " ".join(["bid tricks total"] * players)
    named = preset.replace("_", " ")
    assert front.startswith(f"Oh Hell! · {named} deal cards trump {heads} 1 ")
    assert front.endswith(last)
    for sentence in TEMPLATES.rules(find_preset(preset).rules, players):
        assert " ".join(sentence.split()) in back


@pytest.mark.parametrize(
    ("language", "heads"),
    [
        ("fr", "donne cartes atout annonce plis total"),
        ("de", "Runde Karten Trumpf Ansage Stiche gesamt"),
        ("it", "mano carte briscola dichiara prese totale"),
        pytest.param("es", "mano cartas triunfo apuesta bazas total", marks=LONG),
        pytest.param("nl", "spel kaart troef bod slagen totaal", marks=LONG),
        ("ro", "runda cărți atu licitat levate total"),
    ],
)
def test_a_sheet_speaks_one_language(language, heads):
    row = find_preset("ohhell_pagat")
    rules = TEMPLATES.rules(row.rules, 3, language)
    front, back = pages(pdf_of(blank(row, 3, rules, speech(language))))

    assert heads in front
    assert " ".join(rules[0].split()) in back


def test_a_table_that_cannot_play_gets_no_sheet():
    with pytest.raises(RulesError):
        blank(find_preset("ohhell_pagat"), 60, (), ENGLISH)


def test_letters_the_font_has_not_are_marked_and_never_break_the_sheet(caplog):
    caplog.set_level(logging.WARNING)

    front, _ = printed("option_down_only", ("花子", "Дмитрий", "Ελένη", "Łucja"))

    assert "?? (1)" in front
    assert all(name in front for name in ("Дмитрий", "Ελένη", "Łucja"))
    assert front.endswith("Won by ?? (1).")
    assert caplog.records == []
    assert printable("Đặng", 0) == "Đặng"


def test_the_command_writes_an_empty_sheet_without_a_game(tmp_path):
    said = out(pbem(tmp_path, "export", "--blank", "--preset", "blackout, no hook", "s.pdf"))

    assert said == "Wrote s.pdf: the sheet for 4 players, and the rules for its back."
    front, back = pages((tmp_path / "s.pdf").read_bytes())
    assert front.startswith("Oh Hell! · blackout, no hook")
    assert "Exactly your bid: 10 points and the bid. Otherwise nothing." in back
    assert "there is no hook" in " ".join(back.partition("The rules")[2].split())
    assert list(tmp_path.iterdir()) == [tmp_path / "s.pdf"]
