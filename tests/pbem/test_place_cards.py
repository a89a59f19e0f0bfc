"""Place cards: each name on both sides of a card, whole, at most six cards a page."""

import pypdfium2
import pytest

from pbem.exports.place_cards import place_cards
from tests.pbem.test_cli import out, pbem, sorry
from tests.pbem.test_export_pdf import pages

TWELVE = (
    *("Anna", "Bruno", "Chloé", "Zoë-Marie von und zu Hohenstein", "Ελένη", "Иван"),
    *("Li", "Jo", "Ștefan", "Øyvind", "Maximiliane", "Eva"),
)


@pytest.mark.parametrize("count", range(1, 13))
def test_each_name_stands_twice(count):
    told = pages(place_cards(TWELVE[:count]))

    assert len(told) == (count + 5) // 6
    for at, page in enumerate(told):
        here = TWELVE[:count][6 * at : 6 * at + 6]
        assert sorted(page.split()) == sorted(" ".join(2 * here).split())


def test_no_name_sticks_out_of_its_card():
    with pypdfium2.PdfDocument(place_cards(TWELVE)) as paper:
        for page in paper:
            words = [part for part in page.get_objects() if part.type == 1]
            assert len(words) == 12
            for part in words:
                left, bottom, right, top = part.get_bounds()
                assert right - left < 90 / 25.4 * 72
                assert top - bottom < 42 / 25.4 * 72


def test_the_command_writes_them(tmp_path):
    told = out(pbem(tmp_path, "export", "--places", "cards.pdf", "--names", "Anna, Bruno"))

    assert told == "Wrote cards.pdf: 2 cards to fold."
    assert pages((tmp_path / "cards.pdf").read_bytes()) == ["Anna Anna Bruno Bruno"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("cards.pdf",), "place cards are a PDF"),
        (("cards.txt", "--names", "Anna"), "place cards are a PDF"),
        (("cards.pdf", "--names", "Anna, anna"), "two players have the same name"),
        (("cards.pdf", "--names", ",".join("ABCDEFGHIJKLM")), "at most 12 can sit"),
    ],
)
def test_what_cannot_be_is_said(tmp_path, words, says):
    assert says in sorry(pbem(tmp_path, "export", "--places", *words))
    assert list(tmp_path.iterdir()) == []
