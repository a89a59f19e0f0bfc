"""Every kind of what comes of an organiser's order has words, and comes of something."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from pbem.demo.specimens.command_outcomes import every_sentence
from pbem.domain.command_outcomes import CommandKind
from pbem.letters.render import Templates, templates_folder
from tests.effort import of_each

PBEM = Path(__file__).parents[2] / "pbem"
ELSEWHERE = {PBEM / "domain" / "command_outcomes.py", *(PBEM / "demo").rglob("*.py")}
"""Where a kind is named, and nothing comes of anything."""


def test_the_template_has_words_for_each_kind_and_for_no_other():
    whole = (templates_folder() / "_commands.txt").read_text("utf-8")
    told = whole.partition("{% macro told(")[2].partition("endmacro")[0]

    assert {*re.findall(r'one\.kind == "(\w+)"', told), "not_understood"} == {*CommandKind}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_kind_is_told_in_words_of_its_own(language):
    told = {one: Templates().told(one, language)[0] for one in every_sentence()}
    [otherwise] = {told[one] for one in told if one.kind is CommandKind.NOT_UNDERSTOOD}

    assert {one.kind for one in told if told[one] != otherwise} == {*CommandKind} - {
        CommandKind.NOT_UNDERSTOOD
    }
    assert all(told.values())


@of_each("kind", CommandKind)
def test_something_comes_of_each_kind(kind):
    assert kind.name in used()


def _named(file: Path) -> set[str]:
    """The kinds that a file names."""
    return {
        node.attr
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == CommandKind.__name__
    }


@cache
def used() -> set[str]:
    """The kinds that are named anywhere else in the server."""
    return set().union(*map(_named, set(PBEM.rglob("*.py")) - ELSEWHERE))
