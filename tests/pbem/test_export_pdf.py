"""Score sheets to print: all of it is on the paper, and the rules are on the back."""

import logging
from dataclasses import replace
from datetime import date

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


def printed(name, names=NAMES, days=()):
    """The pages of a golden game's sheet."""
    game = replay(golden(name))
    sheet = score_sheet("Lindy", names[: game.players], view(game), days)
    return pages(pdf_of(filled(sheet, TEMPLATES.rules(game.rules, game.players), ENGLISH)))


def empty(name, players):
    """The pages of an empty sheet."""
    row = find_preset(name)
    words = TEMPLATES.rules(row.rules, players)
    return pages(pdf_of(blank(row, players, words, ENGLISH)))


def test_a_game_is_on_one_side_and_its_rules_on_the_other():
    front, back = printed("option_down_only")

    heads = "deal cards dealer trump date bid tricks points total bid"
    assert front.startswith(f"Lindy Anna Bruno Chloé Dieter {heads}")
    assert "1 10 Chloé ♣ clubs 2 2 12 12 1 3 3 3 3 3 13 13 2 2 12 12 2 9" in front
    cells = front.partition(" 10 1 Dieter ")[2].split()[2:]
    assert tuple(int(total) for total in cells[3:16:4]) == DOWN_ONLY[-1]
    assert front.endswith("Won by Anna.")
    assert back.startswith("Lindy: The rules 10 deals: 10 cards down to 1.")


def test_a_deal_has_its_day_and_a_missed_bid_is_black():
    """Bruno bid one in the first deal and took three; nobody else missed."""
    days = [date(2026, 10, 31), date(2026, 11, 1)]

    front, _ = printed("option_down_only", days=days)

    assert "1 10 Chloé ♣ clubs 31 Oct 2 2 12 12 1 3 3 3" in front
    assert " 2 9 Dieter ♥ hearts 1 Nov 2 4 4 16 " in front
    game = replay(golden("option_down_only"))
    form = filled(score_sheet("Lindy", NAMES[:4], view(game)), (), ENGLISH)
    assert form.rows[0].missed == {1}
    ran = view(game).totals
    ranked = sorted(zip(ran, NAMES, strict=False), reverse=True)
    told = " · ".join(f"{at}. {name} {total}" for at, (total, name) in enumerate(ranked, 1))
    assert form.foot == (told, "Won by Anna.")


def test_a_long_game_repeats_its_heads_and_keeps_the_rules_on_a_back():
    """A game of 19 deals, its lines three times over."""
    game = replay(golden("ohhell_pagat"))
    sheet = score_sheet("Lindy", NAMES[:4], view(game))
    long = replace(sheet, lines=sheet.lines * 3)

    *sheets, empty_side, back = pages(pdf_of(filled(long, ("Have fun.",), ENGLISH)))

    assert len(sheets) == 2
    assert all(sheet.count("deal cards dealer trump date bid") == 1 for sheet in sheets)
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

    heads = " ".join(["bid tricks points total"] * players)
    named = preset.replace("_", " ")
    assert front.startswith(f"Oh Hell! · {named} deal cards dealer trump {heads} 1 ")
    assert front.endswith(last)
    for sentence in TEMPLATES.rules(find_preset(preset).rules, players):
        assert " ".join(sentence.split()) in back


@pytest.mark.parametrize(
    ("language", "heads"),
    [
        ("fr", "donne cartes donneur atout annonce plis points total"),
        ("de", "Runde Karten Geber Trumpf Ansage Stiche Punkte gesamt"),
        ("it", "mano carte mazziere briscola dichiara prese punti totale"),
        pytest.param("es", "mano cartas da triunfo apuesta bazas puntos total", marks=LONG),
        pytest.param("nl", "kaart gever troef bod slagen punten totaal", marks=LONG),
        ("ro", "runda cărți împarte atu licitat levate puncte total"),
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
