"""An evening at a table with real cards, whose scores one of its players mails.

The figures are worked by hand: a made bid is worth 10 and its tricks, a missed one its tricks.
"""

from __future__ import annotations

import io

import pytest
from openpyxl import load_workbook

from pbem.domain.outcomes import Changed, NotActed, Ordered
from pbem.domain.vocabulary import Change, WhyNot
from pbem.store.erasure import forget
from pbem.store.person_export import data_of
from pbem.store.score_sheets import find_sheet
from tests.club import configured, seated
from tests.conversations.test_first_game import MARTA, mailed

BEGIN = "keep score Tuesday with Anna, Bruno and Carla, 3 cards"


@pytest.fixture(name="club")
def _club(tmp_path):
    """A server on which Marta may organise, and has begun to keep the scores of an evening."""
    club = seated(tmp_path)
    club.services = configured(club.services, organisers=(MARTA,))
    club.addresses |= {"Marta": MARTA}
    assert mailed(club, BEGIN) == Changed(Change.SCORES)
    yield club
    club.services.db.close()


def words(letter):
    return " ".join(letter.text.split())


def standing(letter):
    """How all stand, as the letter has it, a line each."""
    lines = (" ".join(line.split()) for line in letter.text.splitlines())
    return [line for line in lines if line[:1].isdigit() and ". " in line]


def test_the_first_letter_tells_how_it_is_done(club):
    letter = club.letter("Marta")

    assert letter.subject == "[Tuesday] Ready to keep the scores"
    assert "Next comes deal 1: 3 cards, dealt by Anna." in words(letter)
    assert "deal 1: Anna 2/1, Bruno 1/1, Carla 1/1" in words(letter)
    assert "How it goes" in letter.text


def test_its_example_can_be_sent_as_it_stands(club):
    assert club.say("Marta", "deal 1: Anna 2/1, Bruno 1/1, Carla 1/1") == Ordered(1, 1)


def filled_in(club, sign, *numbers):
    """The line that a tap opens, with numbers where its signs stand."""
    [line] = [code for code in club.letter("Marta").taps if code.startswith("deal")]
    for number in numbers:
        line = line.replace(f" {sign}", f" {number}", 1)
    return line


def test_a_tap_opens_the_line_to_be_filled_in(club):
    line = filled_in(club, "/", "1/1", "0/0", "1/2")

    assert line == "deal 1: Anna 1/1, Bruno 0/0, Carla 1/2"
    assert club.say("Marta", line) == Ordered(1, 1)


def test_a_tap_opens_the_line_for_the_tricks_where_the_bids_are_known(club):
    club.say("Marta", "Anna 1, Bruno 0, Carla 1")
    line = filled_in(club, "=", "1", "0", "2")

    assert line == "deal 1: Anna 1, Bruno 0, Carla 2"
    assert club.say("Marta", line) == Ordered(1, 1)


def test_a_line_that_was_not_filled_in_is_asked_back(club):
    assert club.say("Marta", filled_in(club, "/")) == Ordered(0, 1)


def test_a_deal_is_written_down_and_all_stand_by_their_points(club):
    assert club.say("Marta", "deal 1: Anna 1/1, Bruno 0/0, Carla 1/2") == Ordered(1, 1)
    letter = club.letter("Marta")

    assert letter.subject == "[Tuesday] Deal 1 is written down"
    assert standing(letter) == [
        "1. Anna 11 (1/1: 11)",
        "2. Bruno 10 (0/0: 10)",
        "3. Carla 2 (1/2: 2)",
    ]
    assert "Next comes deal 2: 2 cards, dealt by Bruno." in words(letter)


def test_bids_come_first_and_tricks_later(club):
    club.say("Marta", "Anna 1, Bruno 0, Carla 1")
    letter = club.letter("Marta")
    assert letter.subject == "[Tuesday] The bids of deal 1 are written down"
    assert "After it, answer with the tricks of each." in words(letter)

    club.say("Marta", "Anna 1, Bruno 0, Carla 2")

    assert standing(club.letter("Marta"))[0] == "1. Anna 11 (1/1: 11)"


def test_a_slip_is_asked_back_and_the_other_lines_count(club):
    became = club.say(
        "Marta", "1: Anna 1/1, Bruno 0/0, Carla 1/2\n2: Anna 1/1, Bruno 1/1, Dora 1/0"
    )
    letter = club.letter("Marta")

    assert became == Ordered(1, 2)
    assert letter.subject == "[Tuesday] Please look at this once more"
    assert "2: Anna 1/1, Bruno 1/1, Dora 1/0" in letter.text
    assert "Nobody here is called Dora. At this table sit Anna, Bruno and Carla." in words(letter)
    assert "Next comes deal 2" in words(letter)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (
            "1: Anna 1/1, Bruno 1/0, Carla 1/2",
            "The bids of deal 1 add up to 3, which is not",
        ),
        ("1: Anna 1/1, Bruno 0/0, Carla 1/3", "The tricks of deal 1 add up to 4 instead of 3."),
        ("1: Anna 4/1, Bruno 0/0, Carla 1/2", "Anna cannot bid 4 in deal 1, which has 3 cards."),
        ("1: Anna 1/1, Carla 1/2", "Nothing is said of Bruno."),
        ("7: Anna 1/1, Bruno 0/0, Carla 1/2", "There is no deal 7 to write down"),
        ("Anna had a good evening", "I could not read that."),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_written_down(club, line, why):
    assert club.say("Marta", line) == Ordered(0, 1)

    assert why in words(club.letter("Marta"))
    assert standing(club.letter("Marta")) == []


EVENING = """\
1: Anna 1/1, Bruno 0/0, Carla 1/2
2: Anna 0/0, Bruno 1/1, Carla 2/1
3: Anna 1/1, Bruno 1/0, Carla 0/0
4: Anna 0/1, Bruno 0/0, Carla 1/1
5: Anna 1/1, Bruno 2/2, Carla 1/0
"""


class TestAWholeEvening:
    @pytest.fixture(autouse=True)
    def _evening(self, club):
        assert club.say("Marta", EVENING) == Ordered(5, 5)

    def test_is_won(self, club):
        """Anna 11, 10, 11, 1, 11; Bruno 10, 11, 0, 10, 12; Carla 2, 1, 10, 11, 0."""
        letter = club.letter("Marta")

        assert letter.subject == "[Tuesday] The evening is over: Anna wins"
        assert standing(letter) == [
            "1. Anna 44 (1/1: 11)",
            "2. Bruno 43 (2/2: 12)",
            "3. Carla 24 (1/0: 0)",
        ]

    def test_comes_with_its_sheet_as_files(self, club):
        sent = club.letter("Marta").message.iter_attachments()
        files = {part.get_filename(): part.get_payload(decode=True) for part in sent}
        [page, *_] = load_workbook(io.BytesIO(files["tuesday.xlsx"])).worksheets

        assert files["tuesday.pdf"].startswith(b"%PDF-")
        cells = [str(cell.value) for row in page.iter_rows() for cell in row]
        assert {"Anna", "Bruno", "Carla"} <= set(cells)

    def test_a_line_corrects_a_line_and_another_wins(self, club):
        club.say("Marta", "Sorry, once more:\n5: Anna 1/0, Bruno 2/2, Carla 1/1")
        letter = club.letter("Marta")

        assert letter.subject == "[Tuesday] The evening is over: Bruno wins"
        assert standing(letter)[0] == "1. Bruno 43 (2/2: 12)"


def test_an_evening_may_end_early(club):
    club.say("Marta", "1: Anna 1/1, Bruno 0/0, Carla 1/2")
    club.tap("Marta", "done")

    assert club.letter("Marta").subject == "[Tuesday] The evening is over: Anna wins"


def test_the_tricks_of_a_deal_that_was_only_bid_may_come_after_the_end(club):
    """Bruno, who bid 1 and takes 2, has 10 and 2 points; Anna 11 and 10, Carla 2 and 10."""
    club.say("Marta", "1: Anna 1/1, Bruno 0/0, Carla 1/2\nAnna 0, Bruno 1, Carla 0\ndone")
    letter = club.letter("Marta")
    assert "Of deal 2 only the bids are known." in words(letter)
    assert "deal 2: Anna =, Bruno =, Carla =" in letter.taps

    assert club.say("Marta", "deal 2: Anna 0, Bruno 2, Carla 0") == Ordered(1, 1)

    letter = club.letter("Marta")
    assert standing(letter)[:2] == ["1. Anna 21 (0/0: 10)", "2. Bruno 12 (1/2: 2)"]
    assert "only the bids are known" not in words(letter)


def test_nobody_else_writes_it_down(club):
    sent = club.letter("Marta")
    club.addresses["Eve"] = "eve@evil.example"
    became = club.receive(
        f"From: eve@evil.example\nTo: {sent.reply_to}\nSubject: x\n\n1: Anna 3/3\n".encode(),
        sent.reply_to,
        "eve@evil.example",
    )

    assert became == NotActed(WhyNot.NOBODY)


def test_a_name_is_taken_until_its_evening_is_over_whatever_its_case(club):
    mailed(club, "keep score TUESDAY with Eva, Jan, Ruth")
    assert "There is a game called TUESDAY already" in words(club.letter("Marta"))

    club.tap("Marta", "done", to=club.letters("Marta")[0])

    assert mailed(club, "keep score Tuesday with Eva, Jan, Ruth") == Changed(Change.SCORES)


def test_others_may_have_an_evening_of_that_name(club):
    club.services = configured(club.services, organisers=(MARTA, "olga@club.example"))
    club.addresses["Olga"] = "olga@club.example"

    assert mailed(club, BEGIN, "olga@club.example") == Changed(Change.SCORES)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("keep score Ninety with Anna, Bruno, Carla, ninety_nine", "depend on more than its bids"),
        ("keep score Friday with Anna, Bruno, anna", "two players have the same name"),
        ("keep score Friday with Anna, Bruno, Zoe/1", "cannot name a player"),
    ],
)
def test_what_cannot_be_kept_is_refused(club, order, why):
    mailed(club, order)

    assert why in words(club.letter("Marta"))


def test_it_is_kept_in_another_language(club):
    mailed(club, "Punkte schreiben Freitag mit Anna, Bruno und Carla")
    assert club.say("Marta", "Runde 1: Anna 5/5, Bruno 3/3, Carla 3/2") == Ordered(1, 1)


def test_who_is_forgotten_keeps_no_sheet(club):
    letter = club.letter("Marta")
    with club.services.db.begin() as session:
        [kept] = data_of(session, 1)["evenings whose scores you keep"]
        assert (kept["name"], kept["names"]) == ("Tuesday", ["Anna", "Bruno", "Carla"])
        forget(session, 1, club.now)

        assert find_sheet(session, 1, "Tuesday") is None
    assert club.say("Marta", "1: Anna 1/1, Bruno 0/0, Carla 1/2", to=letter) != Ordered(1, 1)


def test_who_organises_games_begins_an_evening_from_any_of_their_letters(club):
    mailed(club, "new game Lindy with anna@club.example, bruno@club.example, jan@club.example")
    assert club.letter("Marta").subject == "[Lindy] Draft: check and start"
    letters = len(club.letters("Marta"))

    assert club.say("Marta", "keep score Friday with Anna, Bruno, Carla") == Ordered(1, 1)

    assert club.letter("Marta").subject == "[Friday] Ready to keep the scores"
    assert len(club.letters("Marta")) == letters + 1
