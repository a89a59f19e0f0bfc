"""The players' pages say what the mails of help say, and what they say to send is understood."""

import re
from datetime import UTC, datetime

import pypdfium2
import pytest

from engine import PRESETS
from pbem.cli.base import app
from pbem.commands.player.handlers import NAMING, SENDABLE
from pbem.domain.asking import asked_of
from pbem.domain.outcomes import Automatic, Changed, NotActed, Parked, Played
from pbem.exports.guide import markdown_of, printed
from pbem.letters.guide import guide
from pbem.letters.render import Templates
from pbem.orders.keywords import Ask
from pbem.orders.model import Unread, Unsure
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected
from tests import guides
from tests.club import MORNING, configured, once, seated
from tests.effort import LONG, few

SENT = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)
LAST = ("stop", "forget me", "leave", "hand over", "my data")
"""After these the newest letter asks whether that is meant, and nothing else."""


def lines_of(language):
    """What the page in a language says can be sent; what stands open in it is filled in."""
    written = SENT.findall(guides.file(language).read_text("utf-8"))
    return [line.replace(": …", ": A♠").replace("…", "bravo") for line in written]


@pytest.mark.parametrize("language", guides.COMPLETE)
def test_the_page_is_what_the_mails_say_now(language):
    """If not: `python3 dev.py guides` writes it anew."""
    assert guides.file(language).read_bytes() == guides.page(language)


@pytest.mark.parametrize("language", guides.COMPLETE)
def test_every_line_on_the_page_is_read(language):
    lines = lines_of(language)
    asked = [
        Expected(ask, language, today=MORNING.date(), naming=NAMING) for ask in (Ask.PLAY, Ask.BID)
    ]
    for line in lines:
        alone = line.removeprefix("Lindy: ")
        read = [one.order for context in asked for one in read_answer((alone,), context)]
        assert not all(isinstance(order, Unread | Unsure) for order in read), line

    assert len(lines) > 50


@once
def table(folder, language, ask=Ask.PLAY):
    """Anna, Bruno and Ruth at a table; Anna is asked for this, and writes in this language."""
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth")
    while club.waiting != "Anna" or asked_of(club.game.deal) != ask:
        club.say(club.waiting, club.letter(club.waiting).choices[0])
    if language != "en":
        assert isinstance(club.say("Anna", f"language {language}"), Changed)
    return club


@LONG
@pytest.mark.parametrize("language", guides.COMPLETE)
def test_every_line_on_the_page_is_answered_by_a_real_table(language, tmp_path):
    club = table(tmp_path, language)
    club.services = configured(club.services, open_games=True)
    unread = club.say("Anna", "qwertz")
    lines = lines_of(language)
    other = same("language fr", language)
    left_out = {same(line, language) for line in LAST} | {other}
    lines = [one for one in lines if one not in left_out and not one.startswith("2 ")]
    for line in (*lines, other):
        became = club.say("Anna", line)
        assert became != unread, line
        assert not isinstance(became, Parked | NotActed | Automatic), (line, became)
    club.services.db.close()


@pytest.mark.parametrize("language", few(guides.COMPLETE, 1))
def test_a_bid_on_the_page_is_made_at_a_real_table(language, tmp_path):
    club = table(tmp_path, language, Ask.BID)
    [line, again] = [one for one in lines_of(language) if one.startswith("2 ")]

    assert line == again
    assert club.say("Anna", line) == Played("2 else 3")
    club.services.db.close()


@pytest.mark.parametrize("line", [LAST[0], *(pytest.param(line, marks=LONG) for line in LAST[1:])])
def test_a_line_that_ends_it_is_answered_too(line, tmp_path):
    assert line in lines_of("en")
    club = table(tmp_path, "en")
    letters = len(club.letters("Anna"))
    club.say("Anna", line)

    assert len(club.letters("Anna")) == letters + 1
    club.services.db.close()


def same(line, language):
    """What says in a language what a line says in English."""
    return lines_of(language)[lines_of("en").index(line)]


# --- on paper --------------------------------------------------------------------------------


@pytest.mark.parametrize("row", few(PRESETS, 2), ids=lambda row: getattr(row, "name", ""))
def test_there_is_a_guide_for_every_rule_set(row):
    chapters = guide(Templates(), row.rules, row.rules.players[0], "en", guides.DAY, SENDABLE)

    assert len(chapters) == 8
    assert markdown_of(chapters).startswith(b"# How to play by mail\n")


@pytest.mark.parametrize("language", few(guides.COMPLETE, 1))
def test_the_printed_guide_says_all_that_the_page_says(language):
    chapters = guide(Templates(), PRESETS[0].rules, 4, language, guides.DAY, SENDABLE)
    with pypdfium2.PdfDocument(printed(chapters)) as paper:
        text = " ".join(page.get_textpage().get_text_bounded() for page in paper)
    found = "".join(text.split()).replace("\ufffe", "")

    said = [row for chapter in chapters for block in chapter.blocks for row in block.rows]
    assert [row for row in said if "".join(row[1].split()) not in found] == []
    assert "?" not in "".join(word for word, _ in said)
    assert "♣" in found


def test_the_command_writes_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pbem.server.clock.now", lambda: datetime(2026, 7, 20, 12, tzinfo=UTC))
    app(["guide", "players.md", "--language", "fr"], standalone_mode=False)

    assert (tmp_path / "players.md").read_text("utf-8") == guides.words("fr")
