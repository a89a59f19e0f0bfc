"""Every tap of the letters players get, sent back by mail, does what its label says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from pbem.domain.code_powers import Grave
from pbem.domain.outcomes import (
    AskedBack,
    Changed,
    Kept,
    Outcome,
    Played,
    Refused,
    Said,
    TakenBack,
    Talked,
    Told,
    Unchanged,
)
from pbem.domain.vocabulary import Already, Change, Why
from tests.club import Club, Letter, once, seated
from tests.conversations.dealing import bids, club_dealt, deal_in, plays
from tests.effort import few

HANDS = "QH 3H KC TD 9D | AH 2H 5C 4D 2S | KH 4H AC 6D 3S"

BECOMES: dict[str, Callable[..., Outcome]] = {
    r"\d": Played,
    r"[2-9TJQKA][CDHS]": Played,
    r"([2-9TJQKA][CDHS]) then ([2-9TJQKA][CDHS])": lambda _, *both: Played("; ".join(both)),
    r"settings": lambda _: Told("settings"),
    r"status": lambda _: Told("status"),
    r"say .+": lambda _: Talked(),
    r"help( .+)?": lambda _, topic: Told("help", (topic or "").strip()),
    r"test": lambda _: Changed(Change.TEST),
    r"undo": lambda _: TakenBack(),
    r"keep (.+)": lambda _, order: Kept(order),
    r"forget plan": lambda _: Changed(Change.PLANS),
    r"(yes|no)": lambda code, _: Said(code == "yes"),
    r"(language|mails|results|ack|reminders|quiet|talk|calendar) .+": lambda _, key: setting(key),
    r"(subject) .+": lambda _, key: setting(key),
    r"(name|public|format|print|cards|colours|notation|explain) .+": lambda _, key: setting(key),
    r"back": lambda _: Changed(Change.BACK),
    r"leave": lambda _: AskedBack(Grave.LEAVE),
    r"stay": lambda _: Unchanged(Already.STAYS),
    r"away": lambda _: Told("help", "away"),
    r"mails": lambda _: Told("settings"),
    r"away (.+)": lambda _, days: Changed(Change.AWAY, days),
    r"mute .+": lambda _: Changed(Change.MUTED),
    r"unmute .+": lambda _: Changed(Change.UNMUTED),
    r"report .+": lambda _: Changed(Change.REPORTED),
}
"""What becomes of a tap, by the code it answers with and the parts of it."""


def setting(key: str) -> Outcome:
    """What becomes of a tap that sets something."""
    return Changed(Change.SETTING, key)


def dealt(folder: Path, *played: str) -> Club:
    club = club_dealt(folder, HANDS, turn_up="7S", hold=10)
    bids(club, 1, 1, 1)
    plays(club, " ".join(played))
    return club


@once
def invited(folder):
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth", invite=True)
    return club


@once
def begun(folder):
    return club_dealt(folder, HANDS, turn_up="7S")


@once
def to_play(folder):
    return dealt(folder)


@once
def last_to_play(folder):
    return dealt(folder, "QH 2H")


@once
def refused(folder):
    club = dealt(folder, "QH")
    club.say("Bruno", "5C")
    return club


@once
def unclear(folder):
    club = dealt(folder)
    club.say("Anna", "hearts")
    return club


@once
def too_early(folder):
    club = dealt(folder)
    club.say("Ruth", "KH")
    return club


@once
def mended(folder):
    club = dealt(folder)
    club.say("Anna", "qeen of harts")
    return club


@once
def planned(folder):
    club = dealt(folder)
    club.say("Ruth", "if hearts led KH")
    return club


@once
def settings(folder):
    club = dealt(folder)
    club.say("Anna", "settings")
    return club


@once
def muted(folder):
    club = dealt(folder)
    club.say("Anna", "mute Bruno")
    return club


@once
def unmuted(folder):
    club = dealt(folder)
    club.say("Anna", "mute Bruno")
    club.say("Anna", "unmute Bruno")
    return club


@once
def set_anew(folder):
    club = dealt(folder)
    club.say("Anna", "mails daily 08:00")
    return club


@once
def status(folder):
    club = dealt(folder)
    club.say("Anna", "status")
    return club


@once
def leaving(folder):
    club = dealt(folder)
    club.say("Anna", "leave")
    return club


@once
def silent(folder):
    club = dealt(folder)
    club.later(hours=49)
    return club


@once
def two_tables(folder):
    club = seated(folder)
    deal_in(club, HANDS, turn_up="7S")
    deal_in(club, HANDS, turn_up="7S", game="Club")
    club.say("Bruno", "mails daily 08:00")
    club.say("Anna", "Lindy: 1\nClub: 1", to=club.letters("Anna")[0])
    club.later(hours=22)
    return club


@once
def reported(folder):
    club = dealt(folder)
    club.say("Bruno", "say hello")
    club.say("Anna", "report Bruno")
    return club


LETTERS: dict[str, tuple[Callable[[Path], Club], str, dict[str, Outcome]]] = {
    "invitation": (invited, "Anna", {}),
    "your bid": (begun, "Anna", {}),
    "your play": (to_play, "Anna", {}),
    "your play, last": (last_to_play, "Ruth", {}),
    "refused": (refused, "Bruno", {}),
    "which card": (unclear, "Anna", {}),
    "not yet": (too_early, "Ruth", {"forget plan": Refused(Why.NOTHING_KEPT)}),
    "got it": (mended, "Anna", {}),
    "kept": (planned, "Ruth", {"undo": Refused(Why.NOTHING_TO_UNDO)}),
    "settings": (settings, "Anna", {}),
    "muted": (muted, "Anna", {}),
    "unmuted": (unmuted, "Anna", {}),
    "reported": (reported, "Anna", {}),
    "setting changed": (set_anew, "Anna", {}),
    "status": (status, "Anna", {}),
    "really leave?": (
        leaving,
        "Anna",
        {"yes": Changed(Change.LEFT), "no": Unchanged(Already.STAYS)},
    ),
    "after a silence": (silent, "Bruno", {}),
    "two tables": (two_tables, "Bruno", {}),
}
"""How each letter comes about, who gets it, and what its taps do otherwise than usual."""


def taps(letter: Letter) -> list[tuple[str, str]]:
    """The links of a letter that open a finished mail, each with the code it answers with."""
    links = [link.attributes["href"] for link in LexborHTMLParser(letter.html).css("a")]
    codes = {link: code for code, link in letter.taps.items()}
    return [(codes.get(link, ""), link) for link in links]


def expected(code: str, other: dict[str, Outcome]) -> Outcome:
    """What should become of a tap."""
    if code in other:
        return other[code]
    for pattern, becomes in BECOMES.items():
        if found := re.fullmatch(pattern, code):
            return becomes(code, *found.groups())
    raise AssertionError(f"no tap says {code}")


@pytest.mark.parametrize("name", few(LETTERS, 5))
def test_every_tap_does_what_its_label_says(name, tmp_path):
    build, who, other = LETTERS[name]
    (tmp_path / "first").mkdir()
    letter = build(tmp_path / "first").letter(who)
    found = taps(letter)
    assert len(found) >= 2

    for at, (code, link) in enumerate(found):
        (tmp_path / str(at)).mkdir()
        club = build(tmp_path / str(at))
        code = code or _code(link)
        assert club.follow(who, link) == expected(code, other), code
        club.services.db.close()


def _code(link: str) -> str:
    """The code in the subject of a link; several links of one letter may have the same."""
    return re.sub(r"%20", " ", link).partition("%5D ")[2].partition("&body=")[0]


def test_the_words_below_an_answer_of_ours_are_no_second_answer(table):
    """In Spanish they hold `nada`, nothing, and `basta`, stop."""
    name = table.waiting
    spanish = "(No hay nada más que escribir: basta con enviar.)"

    assert table.say(name, f"2\n\n{spanish}") == Played("2")
