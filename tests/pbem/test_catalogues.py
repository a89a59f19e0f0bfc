"""Catalogues: up to date, complete where they must be, and each message fit for its place."""

import ast
import re
from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from pbem.languages import file, spoken, translated
from pbem.letters.catalogues import catalogue
from pbem.letters.render import templates_folder
from tests.guides import COMPLETE
from tests.messages import PBEM, refreshed, template, template_files

CODES = translated()[1:]

PLACES = re.compile(r"%\(\w+\)s")


def forms(message):
    """A message as pairs of what it says in English and what it was translated with."""
    if not message.pluralizable:
        return [(message.id, message.string)]
    singular, *_, plural = message.id
    return [(plural if at else singular, string) for at, string in enumerate(message.string)]


def faults(catalog):
    """What is wrong with the messages of a catalogue that have been translated."""
    found = []
    for message in catalog:
        if not message.id or message.fuzzy:
            continue
        for said, translated_ in forms(message):
            if not translated_:
                continue
            every = set(PLACES.findall("".join(message.id)))
            places = set(PLACES.findall(translated_))
            if places - every or set(PLACES.findall(said)) - places - {"%(num)s"}:
                found.append(f"other places: {translated_}")
            if translated_.count("%") != len(PLACES.findall(translated_)):
                found.append(f"a stray %: {translated_}")
            if translated_ != translated_.strip() or "  " in translated_:
                found.append(f"blanks: {translated_}")
            if re.search(r"[<>&\n]", translated_):
                found.append(f"marks: {translated_}")
            end = said[-1] if said[-1] in ".:?" else ""
            if (translated_[-1] if translated_[-1] in ".:?" else "") != end:
                found.append(f"another end: {translated_}")
    return found


def lacking(catalog):
    """The messages that are missing or fuzzy."""
    return [m.id for m in catalog if m.id and (m.fuzzy or not all(s for _, s in forms(m)))]


@pytest.mark.parametrize("code", CODES)
def test_a_catalogue_is_up_to_date(code):
    """Stale? Run `python3 dev.py messages`."""
    written = file(code, "letters.po").read_bytes()

    assert refreshed(code, template(), written) == written


@pytest.mark.parametrize("code", CODES)
def test_translations_fit_their_places(code):
    assert faults(catalogue(code)) == []


SIGNS_OF_OTHERS = {
    "fr": r"""[’"„“”]|«[^\xa0]|[^\xa0]»|[^\xa0\d][;?!](?!\w)|[^\xa0\d]:(?!\S)""",
    "de": r"""[’"«»”]|\s[;:?!]""",
    "it": r"""[’«»„“”]|\s[;:?!]""",
    "es": r"""[’"„“”]|\s[;:?!]""",
    "nl": r"""[’«»„“”]|\s[;:?!]""",
    "ro": r"""[’"«»“şţŞŢ]|\s[;:?!]""",
}
"""Marks of quotation, blanks and letters that a language does not write in this way.

A mark in French never begins a line: the blank before it does not break.
"""


@pytest.mark.parametrize("code", COMPLETE[1:])
def test_a_language_is_written_with_its_own_signs(code):
    """An order that stays English keeps its own: « Lindy: extend 3 days »."""
    for message in catalogue(code):
        for _, said in forms(message) if message.id else ():
            bare = re.sub("«\xa0.*?\xa0»", "", (said or "").replace("Oh Hell!", "Oh Hell"))
            assert not re.search(SIGNS_OF_OTHERS[code], bare), said
            assert code != "es" or bare.count("¿") == bare.count("?"), said


@pytest.mark.parametrize("code", COMPLETE[1:])
def test_nothing_is_missing_or_fuzzy_in_a_complete_language(code):
    assert lacking(catalogue(code)) == []


def test_every_catalogue_is_of_a_language_that_answers_are_read_in():
    assert set(translated()) <= set(spoken())
    assert set(COMPLETE) <= set(translated())


def test_every_sentence_of_the_templates_is_found():
    found = {message.id for message in template() if message.id}

    assert len(found) > 300
    assert {"You lead to this trick.", "(Nothing else to write: just press Send.)"} <= found
    for letter in template_files():
        text = re.sub(r"\{#.*?#\}", "", letter.read_text("utf-8"), flags=re.DOTALL)
        for said in re.findall(r"""\b_\((?:"([^"]+)"|'([^']+)')""", text):
            assert "".join(said) in found


PO = b"""
msgid ""
msgstr ""
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "The game is over."
msgstr "Das Spiel ist aus."

msgid "Wombats gather every second Thursday."
msgstr "Das sagt niemand mehr."

msgid "You lead to this tricks."
msgstr "Du spielst zu diesem Stich aus."
"""


def test_refreshing_keeps_what_letters_say_and_says_the_same_every_time():
    once = refreshed("de", template(), PO)
    catalog = read_po(BytesIO(once), locale="de")

    assert catalog.get("The game is over.").string == "Das Spiel ist aus."
    assert catalog.get("You lead to this trick.").fuzzy
    assert b"Wombats" in PO
    assert b"Wombats" not in once
    assert "You bid first." in lacking(catalog)
    assert refreshed("de", template(), once) == once
    assert not re.search(rb"20\d\d|/home|/tmp|VERSION|:\d+$", once, re.MULTILINE)


@pytest.mark.parametrize(
    ("said", "translated_"),
    [
        ("%(n)s cards.", "%(m)s Karten."),
        ("%(n)s cards.", "Karten."),
        ("%(n)s cards.", "%(n) Karten."),
        ("All is lost.", "Alles ist verloren"),
        ("All is lost.", "Alles  ist verloren."),
        ("All is lost.", "Alles ist <b>verloren</b>."),
    ],
)
def test_a_fault_is_found(said, translated_):
    po = PO.decode() + f'\nmsgid "{said}"\nmsgstr "{translated_}"\n'

    assert len(faults(read_po(BytesIO(po.encode()), locale="de"))) >= 1
    assert faults(read_po(BytesIO(PO), locale="de")) == []


SAME = {"Oh", "Hell", "Lindy", "Anna", "Lena", "anna", "home", "example", "Europe", "Rome"}
"""Names in the templates, which are the same in every language."""


def bare_words(template):
    """The words of a template that no catalogue can change."""
    said = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", " ", template, flags=re.DOTALL)
    said = re.sub(r"<!--.*?-->|<style>.*?</style>|<[^>]*>", " ", said, flags=re.DOTALL)
    said = re.sub(r"&\w+;|\w+=\"[^\"]*\"", " ", said)
    said = re.sub(r"^(Subject|Preview):", " ", said, flags=re.MULTILINE)
    return [word for word in re.findall(r"[^\W\d_]{2,}", said) if word not in SAME]


def test_no_word_of_a_template_is_beyond_translation():
    found = {
        letter.name: words
        for letter in sorted(templates_folder().glob("*.*"))
        if (words := bare_words(letter.read_text("utf-8")))
    }
    assert found == {}


def test_a_bare_word_is_found():
    assert bare_words("{{ _('Yes') }} and <b title='x'>no</b> &nbsp; {# why #}") == ["and", "no"]


def test_every_refusal_of_the_server_is_among_the_sentences():
    """Wherever a module moves to: what organisers are refused is found in all of the house."""
    raised = {
        node.args[0].value
        for file in PBEM.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "CannotOrganise"
        and isinstance(node.args[0], ast.Constant)
    }

    assert len(raised) > 10
    assert raised <= {message.id for message in template()}
