"""What is made of templates and catalogues is made once, and kept where Python keeps bytecode."""

import importlib.util
import os
import sys
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader, TemplateSyntaxError

from pbem.compiled import found, keep
from pbem.letters import catalogues
from pbem.letters.compiling import WRITTEN_AS, Compiled
from tests.effort import of_each


@pytest.fixture(name="source")
def _source(tmp_path, monkeypatch):
    """A template whose bytecode may be kept, beside it."""
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    source = tmp_path / "letters" / "card.txt"
    source.parent.mkdir()
    source.write_text("{{ card }}!")
    return source


def beside(source):
    """The files in the folder where Python keeps what it compiled of modules there."""
    folder = Path(importlib.util.cache_from_source(str(source))).parent
    return sorted(folder.iterdir()) if folder.is_dir() else []


def test_what_is_kept_is_found_for_the_same_text_form_and_python(source, monkeypatch):
    keep(source, "plain", b"text", ("made", 3))

    assert found(source, "plain", b"text") == ("made", 3)
    assert found(source, "plain", b"other text") is None
    assert found(source, "escaped", b"text") is None
    assert found(source.with_name("card.html"), "plain", b"text") is None
    monkeypatch.setattr(importlib.util, "MAGIC_NUMBER", b"3.99")
    assert found(source, "plain", b"text") is None


def test_it_lies_with_the_bytecode_of_the_program_and_nobody_else_may_write_it(source):
    """Another folder, of all users or of one, would be another way to bring code into a server."""
    source.chmod(0o666)
    old = os.umask(0)
    try:
        keep(source, "plain", b"text", "made")
    finally:
        os.umask(old)

    (kept,) = beside(source)
    assert kept.parent == source.parent / "__pycache__"
    assert kept.stat().st_mode & 0o777 == 0o644


def test_what_others_may_not_read_they_may_not_read_compiled(source):
    source.chmod(0o600)
    keep(source, "plain", b"text", "made")
    assert [kept.stat().st_mode & 0o777 for kept in beside(source)] == [0o600]


def test_what_is_torn_or_changed_is_not_found(source):
    keep(source, "plain", b"text", ("made", 3))
    (kept,) = beside(source)
    whole = kept.read_bytes()
    for length in range(len(whole)):
        kept.write_bytes(whole[:length])
        assert found(source, "plain", b"text") is None
        kept.write_bytes(whole[:length] + bytes(len(whole) - length - 1) + b"x")
        assert found(source, "plain", b"text") is None


def test_where_nothing_can_be_written_nothing_is_kept_and_nothing_fails(source):
    (source.parent / "__pycache__").write_text("a file where the folder would be")
    keep(source, "plain", b"text", "made")
    assert found(source, "plain", b"text") is None


def test_where_it_cannot_take_its_place_nothing_is_left(source):
    Path(importlib.util.cache_from_source(f"{source}.plain.py")).mkdir(parents=True)
    keep(source, "plain", b"text", "made")
    assert [kept.is_dir() for kept in beside(source)] == [True]


def test_where_python_shall_write_no_bytecode_none_is_written(source, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    keep(source, "plain", b"text", "made")
    assert beside(source) == []


def templates(folder):
    """As a process that begins has them: it has nothing in memory."""
    return Environment(
        loader=FileSystemLoader(folder), bytecode_cache=Compiled("plain"), **WRITTEN_AS
    )


def test_a_template_is_compiled_by_the_first_process_alone_until_it_changes(source, monkeypatch):
    assert templates(source.parent).get_template("card.txt").render(card="QH") == "QH!"

    monkeypatch.setattr(Environment, "compile", None)  # who compiles fails
    assert templates(source.parent).get_template("card.txt").render(card="7C") == "7C!"

    source.write_text("{{ card }}?")
    with pytest.raises(TypeError):
        templates(source.parent).get_template("card.txt")
    monkeypatch.undo()
    assert templates(source.parent).get_template("card.txt").render(card="7C") == "7C?"


def test_a_template_that_is_wrong_is_wrong_each_time(source):
    source.write_text("{{ card")
    for _ in range(2):
        with pytest.raises(TemplateSyntaxError):
            templates(source.parent).get_template("card.txt")


@of_each("language", ["de", "fr"])
def test_a_catalogue_is_read_by_the_first_process_alone(language, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    sentence = "You lead to this trick."
    said = catalogues.catalogue(language)[sentence].string
    assert catalogues.messages.__wrapped__(language).gettext(sentence) == said

    with monkeypatch.context() as then:
        then.setattr(catalogues, "catalogue", None)  # who reads it fails
        assert catalogues.messages.__wrapped__(language).gettext(sentence) == said
