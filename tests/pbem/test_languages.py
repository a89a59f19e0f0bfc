"""A folder a language: each file is whole, and no word means two things."""

from __future__ import annotations

import pytest

from pbem.languages import having, spoken
from pbem.letters.speech import speech
from pbem.orders.words import Lists, Words, data, tokens, with_english, words
from tests.effort import of_each
from tests.guides import COMPLETE
from tests.languages import ROLES, collisions, in_two_lists, missing, problems, twice

in_every_language = pytest.mark.parametrize("language", spoken())


@of_each("language", having("quoting.toml"))
def test_nothing_is_wrong_in_a_folder(language):
    """What is missing is told only of languages that are complete."""
    told = [one for one in problems(language) if language in COMPLETE or "missing" not in one]

    assert told == []


@of_each(
    ("language", "yes", "no"),
    [
        ("en", "yes", "no"),
        ("fr", "oui", "non"),
        ("de", "ja", "nein"),
        ("it", "sì", "no"),
        ("es", "sí", "no"),
        ("nl", "ja", "nee"),
        ("ro", "da", "nu"),
    ],
)
def test_letters_teach_the_plain_word_for_yes_and_no(language, yes, no):
    """The first word of a list is the one that letters teach."""
    said = speech(language)

    assert (said.say("answers", "yes"), said.say("answers", "no")) == (yes, no)


@of_each("language", COMPLETE)
def test_letters_teach_whole_words(language):
    short = [
        (section, name, say[0])
        for section in ("requests", "answers", "settings", "values", "policies", "plan", "topics")
        for name, say in data(language)[section].items()
        if len(say[0]) < 2
    ]
    assert short == []


@in_every_language
def test_english_words_do_not_change_what_a_language_s_own_words_mean(language):
    """Requests and settings are understood in English too: the same word must say the same."""
    own, english = words(language), words("en")
    for section in ("requests", "settings", "house", "special", "topics", "policies"):
        ours, theirs = getattr(own, section), getattr(english, section)
        differ = {phrase for phrase in {*ours} & {*theirs} if ours[phrase] != theirs[phrase]}
        assert differ == set(), section


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"ranks": {"A": ["ace"]}}, "[ranks] K is missing"),
        ({"ranks": {**data("en")["ranks"], "Q": []}}, "[ranks] Q is empty"),
        ({"ranks": {**data("en")["ranks"], "1": ["one"]}}, "[ranks] 1 is not known"),
        ({"ranks": {**data("en")["ranks"], "Q": "queen"}}, "[ranks] Q must be a list"),
        ({"colour": {}}, "[colour] is not known"),
        ({"months": None}, "[months] is missing"),
    ],
)
def test_a_translator_is_told_what_is_missing(change, told):
    whole = {name: part for name, part in {**data("en"), **change}.items() if part is not None}

    assert told in list(missing(whole, data("en")))


def test_a_translator_is_told_of_a_word_in_two_lists():
    whole = {**data("en"), "suits": {**data("en")["suits"], "S": ["spades", "Hearts"]}}

    assert list(twice(whole)) == ['"hearts" stands in [suits] S and in [suits] H']


def test_what_is_written_out_counts_before_what_stands_in_brackets():
    """`I don't have time` says no at any clause's end, `... for cards` only where it is all."""
    known = words("en").answers

    assert known[tokens("I don't have time")] == "no"
    assert known[tokens("I don't have time for cards")] == "unable"
    assert list(in_two_lists({"no": ["no time"], "unable": ["no (time|way)"]})) == []
    assert list(in_two_lists({"no": ["no (luck|time)"], "unable": ["no (time|way)"]})) == [
        '"no (time|way)" stands in no and in unable'
    ]


def test_a_translator_is_told_of_an_order_that_begins_like_another():
    assert list(in_two_lists({"pause": ["Pause"], "resume": ["weiter", "pause"]})) == [
        '"pause" stands in pause and in resume'
    ]


@pytest.mark.parametrize(
    ("section", "phrase", "name", "told"),
    [
        ("dropped", "queen", "play", '"queen" is [ranks] Q and [dropped] play in a card'),
        ("dropped", "three", "bid", '"three" is [numbers] 3 and [dropped] bid in a bid'),
        ("requests", "low", "log", '"low" is [requests] log and [policies] low as a whole line'),
        ("dates", "may", "from", '"may" is [months] 5 and [dates] from as a day'),
        ("dropped", "as", "play", '"as" is [dropped] play but can be a card'),
        ("dropped", "h", "courtesy", '"h" is [dropped] courtesy but can be a card'),
    ],
)
def test_a_translator_is_told_of_a_collision(section, phrase, name, told):
    def with_one_more(each):
        more = {tokens(phrase): name} if each.name == section else {}
        return Lists({**getattr(words("en"), each.name), **more})

    assert told in list(collisions(Words(with_one_more)))


def test_every_place_where_words_meet_names_sections_that_exist():
    for places in ROLES.values():
        for section, names in places:
            assert set(names) <= set(getattr(words("en"), section).values()), section


@in_every_language
def test_a_language_falls_back_on_english(language):
    known = with_english(language)

    assert known.requests[("status",)] == "status"
    assert known.numbers[("three",)] == "3"
