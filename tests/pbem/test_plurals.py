"""Numbers in sentences: one trick, two tricks, and -1 point, in every language."""

import re
from dataclasses import replace
from operator import attrgetter

import pytest

from pbem.demo.specimens.games import reader_of
from pbem.letters.catalogues import catalogue
from pbem.letters.pages.helping import Help, Points
from pbem.letters.render import Templates
from tests.guides import COMPLETE
from tests.messages import template
from tests.table import deal_of

OTHERS = COMPLETE[1:]
NOUNS = (
    "answers cards days deadlines deals games hours letters minutes players points rounds seats "
    "tables tricks zeros"
)
COUNTED = re.compile(
    rf"%\((?!name|who|game|address)(\w+)\)s (?:[a-z]+ )?(?:{NOUNS.replace(' ', '|')})\b"
)
"""A number and what is counted with it; one word may stand between."""

NEVER_ONE = {
    "points points": "a mean, told with a decimal",
    "bids points": "a mean, told with a decimal",
    "range": "two players at least, written as 4 or 3–7",
    "least": "two players at least",
    "most": "two players at least",
    "players": "two players at least",
    "n players": "two players at least",
    "room seats": "two seats at least",
    "n tricks": "three in a row at least, in a headline",
    "n deals": "one deal has a sentence of its own",
    "n cards": "a pack has more than twenty cards",
    "m cards": "the largest deal of several has two cards at least",
    "k cards": "a smallest deal of one card has a sentence of its own",
    "list cards": "a row of numbers",
    "hand cards": "more cards than there are in a pack",
    "enough games": "twenty make a rating sure",
    "held cards": "a pack has more than twenty cards",
}
"""Numbers that stand beside a plural in every form of their sentence, and why they may."""

SAME = {
    "fr": re.compile(r"sur %\(num\)s|%\(num\)s oui|il y en a"),
    "de": re.compile("Spieler|Buchstaben|dieser Tage"),
    "it": re.compile(r"su %\(num\)s|carte: %\(num\)s|%\(num\)s sì|di questi giorni"),
    "es": re.compile(r"cartas: %\(num\)s|de estos días"),
    "nl": re.compile(r"\buur\b|van deze dagen"),
    "ro": re.compile(r"din %\(num\)s"),
}
"""Where a language says the same of one and of several, because it counts another way."""


def forms_of(message):
    """What is said for one, and for several."""
    return message.id if isinstance(message.id, tuple | list) else ()


def plural():
    """What is said in one way for one, and in another for several."""
    return [message for message in template() if forms_of(message)]


def test_what_is_counted_has_a_plural():
    """Where a number may be one its sentence has two forms, and the number is `num`."""
    wrong = []
    for message in filter(attrgetter("id"), template()):
        said = (*forms_of(message), message.id)[1 if forms_of(message) else 0]
        for number, noun in ((found[1], found[0].split()[-1]) for found in COUNTED.finditer(said)):
            known = {number, f"{number} {noun}"} & NEVER_ONE.keys()
            if not known and (not forms_of(message) or number != "num"):
                wrong.append(said)
    assert wrong == []


def test_what_is_said_for_one_names_one():
    """`1 tricks` is nowhere."""
    bad = re.compile(rf"%\(num\)s (?:{NOUNS.replace(' ', '|')})\b")

    assert [one for one, _ in map(forms_of, plural()) if bad.search(one)] == []
    assert len(plural()) > 60


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_tells_one_from_several_where_english_does(language):
    """Unless its words are the same: `1 uur`, `2 uur`."""
    known, same = catalogue(language), []
    for message in plural():
        one, several = forms_of(message)
        strings = known.get(one).string
        if one != several and strings[0] == strings[1]:
            same.append(strings[0])
    assert [said for said in same if not SAME[language].search(said)] == []


def test_romanian_counts_with_de_from_twenty_on():
    """`19 runde`, `20 de runde`; or nothing is counted right behind the number."""
    for message in plural():
        _, few, many = catalogue("ro").get(forms_of(message)[0]).string
        assert many in (few, few.replace("%(num)s ", "%(num)s de ")), many


POINTS = {
    "en": ("1 point", "0 points", "−1 point", "−2 points", "−5 points", "−20 points"),
    "fr": ("1 point", "0 point", "−1 point", "−2 points", "−5 points", "−20 points"),
    "de": ("1 Punkt", "0 Punkte", "−1 Punkt", "−2 Punkte", "−5 Punkte", "−20 Punkte"),
    "it": ("1 punto", "0 punti", "−1 punto", "−2 punti", "−5 punti", "−20 punti"),
    "es": ("1 punto", "0 puntos", "−1 punto", "−2 puntos", "−5 puntos", "−20 puntos"),
    "nl": ("1 punt", "0 punten", "−1 punt", "−2 punten", "−5 punten", "−20 punten"),
    "ro": ("1 punct", "0 puncte", "−1 punct", "−2 puncte", "−5 puncte", "−20 de puncte"),
}


@pytest.mark.parametrize("language", POINTS)
def test_points_below_zero_are_counted_as_those_above(language):
    game = deal_of("QH 3H | AH 2H | KH 4H", dealer=2, turn_up="7S")
    page = Help.of(reader_of(game, 0, language), "bids", "table@ohhell.example", ())
    points = tuple(Points(2, 2, number) for number in (1, 0, -1, -2, -5, -20))
    _, blocks = Templates().help(replace(page, points=points))

    assert tuple(meaning for _, meaning in blocks[-1].rows) == POINTS[language]
