"""A folder of a language that is not whole yet: its words are read, its letters are English."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from tests.test_imports import ROOT

ASKED = """
from engine import Card, cards
from pbem.config.settings import Settings
from pbem.languages import spoken, translated
from pbem.letters.speech import speech
from pbem.orders.keywords import Ask
from pbem.orders.organiser.guests import guest_of
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected

def said(line):
    hand = cards("QH 7C")
    order = read_answer([line], Expected(Ask.PLAY, hand=hand, legal=hand))[0].order
    return type(order).__name__

def settings():
    try:
        Settings(mailbox="table@cards.example", language="pt")
    except ValueError as problem:
        return str(problem)

print("pt" in spoken(), "pt" in translated(), speech("pt").code)
print(said("rainha"), said("language pt"), guest_of("Rui <rui@cards.example> (pt)").language or "-")
print(settings().splitlines()[-2])
"""


@pytest.fixture(name="begun", scope="module")
def _begun(tmp_path_factory):
    """What is said where the folder `pt` has a word to read and no sentence to write."""
    root = tmp_path_factory.mktemp("begun")
    for folder in ("engine", "pbem", "templates"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    words = '[ranks]\nQ = ["rainha"]\n'
    (root / "pbem" / "languages" / "pt" / "answers.toml").write_text(words)
    run = (sys.executable, "-c", ASKED)
    return subprocess.check_output(run, cwd=root, text=True).splitlines()


def test_its_words_are_read(begun):
    """As those of any language that is not the player's: a lone queen is asked back."""
    assert begun[0].startswith("True ")
    assert begun[1].startswith("Unsure ")


def test_its_letters_cannot_be_chosen(begun):
    assert begun[0] == "True False en"
    assert begun[1] == "Unsure UnknownValue -"
    assert "pt is not a language we write in: en, fr, de" in begun[2]
