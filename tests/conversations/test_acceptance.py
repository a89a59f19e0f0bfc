"""What a picky player wants to see before joining, point by point."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from datetime import datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from selectolax.lexbor import LexborHTMLParser

from pbem.demo.specimens import all_pages
from pbem.demo.specimens.odd import odd_pages
from pbem.domain.outcomes import AskedBack, Played, Refused, Said
from pbem.domain.vocabulary import Back
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from pbem.mail.html import html_text
from pbem.orders.answers import Play
from pbem.orders.keywords import Ask
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected
from tests.club import Club, Letter, once, seated
from tests.conversations.dealing import bids, club_dealt, plays
from tests.effort import LONG, few
from tests.guides import COMPLETE
from tests.pbem.card_names import PACK
from tests.pbem.test_letters_languages import english_pieces, plain, visible

NAMES = ("Anna", "Bruno", "Chloe", "Dieter")
PARIS = ZoneInfo("Europe/Paris")
TEMPLATES = Templates()
SIGN = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")


@dataclass(slots=True)
class WholeGame:
    """A whole game as it went: when each letter came, and how many questions there were."""

    club: Club
    came: dict[str, list[tuple[datetime, Letter]]] = field(default_factory=dict)
    questions: int = 0

    def look(self) -> None:
        """Note the letters that have come meanwhile."""
        for name in (*NAMES, "Marta"):
            had = self.came.setdefault(name, [])
            had += [(self.club.now, one) for one in self.club.letters(name)[len(had) :]]


def play(folder: Path, preset: str, seed: int) -> WholeGame:
    """From the invitation to the final score by people who see text and write text, and no more.

    Each looks for mail every three hours by day, and answers what is asked by what the text says.
    """
    dice = random.Random(seed)
    club = seated(folder, seed, mails_a_day=6)
    club.open(*NAMES, preset=preset, hold=10, invite=True)
    game = WholeGame(club)
    for name in NAMES:
        assert isinstance(club.say(name, "yes"), Said)
    answered: set[str] = set()
    while not club.game.over:
        name = club.waiting
        letter = next((one for one in reversed(club.letters(name)) if one.choices), None)
        if letter is None or str(letter.message["Message-ID"]) in answered:
            club.later(hours=3 if 7 <= club.now.hour < 19 else 1)
            game.look()
            continue
        answered.add(str(letter.message["Message-ID"]))
        became = club.say(name, dice.choice(letter.choices), to=letter)
        assert isinstance(became, Played), (became, letter.text)
        game.questions += 1
        club.later(minutes=10)
        game.look()
    club.later(hours=24)
    game.look()
    return game


GAMES = [("3-1-3", 5), pytest.param(("ohhell_pagat", 19), marks=LONG)]


@pytest.fixture(name="game", scope="module", params=GAMES)
def _game(request, tmp_path_factory):
    preset, deals = request.param
    game = play(tmp_path_factory.mktemp("game"), preset, 7)
    assert len(game.club.game.deals) == deals
    yield game
    game.club.services.db.close()


def asking(game: WholeGame) -> list[tuple[str, datetime, Letter]]:
    """The letters of a game that ask for a bid or a card."""
    return [
        (name, came, one)
        for name in NAMES
        for came, one in game.came[name]
        if "Please answer by" in one.text
    ]


def test_01_i_never_leave_my_mail_program(game):
    for name in NAMES:
        last = game.came[name][-1][1]
        assert re.search(r"^\[Lindy\] .+: final score$", last.subject)
        assert "http" not in "".join(one.text for _, one in game.came[name])


@pytest.mark.parametrize("language", COMPLETE)
def test_02_any_way_a_letter_writes_a_card_is_that_card(language):
    """Typed back in the reader's language, whatever else is in the hand."""
    context = Expected(Ask.PLAY, language)
    said = speech(language)
    for card in PACK:
        for written in (said.card_words(card), said.card_sign(card), said.card_typed(card)):
            assert read_answer((written,), context)[0].order == Play(card)


@once
def french(folder):
    """Anna writes French, and leads; what she holds can be read in two ways."""
    club = club_dealt(folder, "7H 7C KH KC QC | 2D 3D 4D 5D 6D | 8D 9D TD JD AC", Anna="fr")
    bids(club, 1, 1, 1)
    return club


def test_03_what_is_unclear_is_asked_once(tmp_path):
    club = french(tmp_path)
    before = club.game

    assert club.say("Anna", "7C") == AskedBack(Back.WHICH_CARD)
    asked = club.letter("Anna")
    assert {"7H", "7C"} <= set(asked.taps)
    assert "mercredi 7 octobre" in asked.text
    assert club.game == before
    assert club.tap("Anna", "7H", to=asked) == Played("7H")
    while club.waiting != "Anna":
        assert isinstance(club.say(club.waiting, club.letter(club.waiting).choices[0]), Played)
    assert club.say("Anna", "KC") == Played("KH")


HANDS = "QH 3H KC TD 9D | AH 2H 5C 4D 2S | KH 4H AC 6D 3S"


def test_04_an_old_mail_cannot_hurt_me(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S")
    old = club.letter("Anna")
    bids(club, 1, 1, 1)
    before = club.game

    for said in ("3", "3", "1", "0"):
        assert isinstance(club.say("Anna", said, to=old), Refused)
        assert club.game == before
        again = club.letter("Anna")
        assert "YOU CAN PLAY" in again.text
        assert again.reply_to != old.reply_to
        club.later(hours=7)
    assert club.say("Anna", "3H") == Played("3H")


def test_05_i_am_asked_only_when_there_is_something_to_decide(game):
    deals = game.club.game.deals
    decisions = sum(len(NAMES) * (1 + deal.size) for deal in deals)
    assert game.questions < decisions * 360 / 512

    for name in NAMES:
        unasked = [
            one for _, one in game.came[name] if one.message["Auto-Submitted"] == "auto-generated"
        ]
        assert len(deals) <= len(unasked) <= game.questions
        for _, one in game.came[name]:
            assert "GOT IT" not in one.text


def test_06_one_glance_tells_what_by_when_and_what_if_not(game):
    for _, _, one in asking(game):
        start = " ".join((one.subject + " " + one.text[:140]).split())
        assert re.match(r"\[Lindy \d+/\d+\] ", start)
        assert re.search(r"(your bid|(play|lead) a card.*), by \w{3} \d+:\d\d", one.subject)
        assert "Please answer by" in one.text[:140] or "Game starts" in one.subject
        assert "No answer by the deadline? The server" in one.text
        [due] = re.findall(r"Please answer by \w+ \d+ \w+,\s(\d\d:\d\d) \(Paris time\)", one.text)
        assert time(9) <= time.fromisoformat(due) <= time(21)


def test_07_nobody_sees_my_cards(game):
    """Where a lock screen shows it stand only cards that lie open on the table."""
    lying = set()
    for name in NAMES:
        for _, one in game.came[name]:
            table = one.text.partition("ON THE TABLE\n")[2].partition("\n\n")[0]
            seen = visible(one.html)[:140]
            for shown in (one.subject, one.text[:140], seen):
                assert {*SIGN.findall(shown)} <= {*SIGN.findall(table)}
            lying |= {*SIGN.findall(seen)}
    assert lying
    for _, one in game.came["Marta"]:
        assert SIGN.findall(one.text) == []


@once
def following(folder):
    """Bruno follows to hearts; he holds two."""
    club = club_dealt(folder, HANDS, turn_up="7S")
    bids(club, 1, 1, 1)
    plays(club, "QH")
    return club


def test_08_a_wrong_move_teaches_me_the_rule(tmp_path):
    club = following(tmp_path)
    before = club.game
    became = club.say("Bruno", "5C")
    letter = club.letter("Bruno")

    assert isinstance(became, Refused)
    said = " ".join(letter.text.split())
    assert "You wrote: 5C" in said
    assert "Hearts were led and you have 2, so it has to be one of these." in said
    assert "othing has changed" in said
    assert club.game == before
    cards = [code for code in letter.taps if re.fullmatch(r"[2-9TJQKA][CDHS]", code)]
    assert sorted(cards) == ["2H", "AH"]
    for at, code in enumerate(cards):
        (tmp_path / str(at)).mkdir()
        again = following(tmp_path / str(at))
        again.say("Bruno", "5C")
        assert again.tap("Bruno", code) == Played(code)


def words_of(text: str) -> list[str]:
    """The words and numbers of a text, without signs and case."""
    return re.findall(r"[^\W_]+", text.replace("\ufe0e", "").casefold())


BY_TAPS = (
    "More: %(words)s",
    "How to answer",
    "You can play",
    "Reply with one word on the first line:",
    "Reply with the one you mean on the first line:",
    "Allowed: %(list)s.",
    "(say high or low)",
    "(or as any other card)",
    "Bid/tricks, points. A star marks a missed bid.",
    "Trick by trick, deal %(n)s: [who took it]",
    "A star marks the lead.",
    "To take a seat, write:",
    'To undo it: "%(line)s".',
    'To say a word to the others, reply "%(line)s".',
    'Was it meant for the table? Then reply "%(line)s".',
    'You can write: "%(lines)s".',
    "To change it, reply:",
)
"""What the text part says, and the HTML part by its taps and colours."""


@pytest.mark.parametrize("language", few(COMPLETE, 1))
def test_09_text_and_html_say_the_same(language):
    """Every word of the text part stands in the HTML part, as a screen reader finds it."""
    by_taps = [speech(language).messages.gettext(said) for said in BY_TAPS]
    lacking = {}
    for name, page in {**all_pages(4, 7, language), **odd_pages(language)}.items():
        letter = TEMPLATES.render(page)
        text = plain(re.sub(r"x{3,}", "", letter.text))
        for said in by_taps:
            for piece in re.split(r"%\(\w+\)s", said):
                text = text.replace(plain(piece), " ") if len(piece) > 4 else text
        shown = {*words_of(html_text(letter.html)), *words_of(visible(letter.html))}
        if missing := {word for word in words_of(text) if len(word) > 2} - shown:
            lacking[name] = sorted(missing)
    assert lacking == {}


@pytest.mark.parametrize("language", few([one for one in COMPLETE if one != "en"], 1))
def test_10_it_is_in_my_language(tmp_path, language):
    """Every letter that one player gets in a deal, with a slip, a question and the settings."""
    club = seated(tmp_path)
    club.open(*NAMES, preset="2-1-2", languages={"Anna": language}, hold=0)
    for said in ("help", "settings", "status", "frobnicate", "99"):
        club.say("Anna", said)
    while not club.game.over:
        name = club.waiting
        letter = next(one for one in reversed(club.letters(name)) if one.taps)
        codes = [one for one in letter.taps if re.fullmatch(r"\d|[2-9TJQKA][CDHS]", one)]
        assert isinstance(club.tap(name, codes[0], to=letter), Played)

    letters = club.letters("Anna")
    assert len(letters) > 8
    for one in letters:
        assert one.message["Content-Language"] == language
        for told in (one.subject, re.sub(r"\d+ \w+: .*", "", one.text)):
            assert [said for said in english_pieces() if said in plain(told)] == []
        html = LexborHTMLParser(one.html)
        assert html.css_first("html").attributes["lang"] == language
