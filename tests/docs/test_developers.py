"""The developers' page names what there is, and all there is."""

import importlib.util
import re
import sys

import pytest

import dev
from tests.databases import TAKEN_AT_ONCE
from tests.docs.blocks import DOCS, README, blocks
from tests.pbem.test_cli import out
from tests.terminal import command
from tests.test_imports import ROOMS
from tests.walk import scene
from tests.walk.picture import picture

PAGE = DOCS / "DEVELOPERS.md"
GLOSSARY = DOCS / "GLOSSARY.md"
ROOT = DOCS.parent
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
PATH = re.compile(r"`((?:engine|pbem|tests|templates|docs|\.ci)/[\w./-]*|[A-Z]+\.md)`")


def words_of(block):
    return [words[2:] for words in block.commands if words[:2] == ["python3", "dev.py"]]


def test_every_task_is_on_the_page_and_runs_what_is_there():
    [block] = blocks(PAGE, "console", "tasks")

    tasks = [dev.named(words)[0] for words in words_of(block)]
    assert sorted(tasks) == sorted(dev.TASKS)
    for name in tasks:
        for line in dev.TASKS[name].commands:
            assert importlib.util.find_spec(line.split("-m ")[1].split()[0]), line


def test_every_room_is_on_the_page_in_its_place():
    rows = re.findall(r"^\| `([\w.]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)

    assert rows == ROOMS


@pytest.mark.parametrize(("page", "count"), [(PAGE, 20), (CONTRIBUTING, 15), (GLOSSARY, 2)])
def test_every_file_it_names_is_there(page, count):
    named = set(PATH.findall(page.read_text("utf-8")))

    assert len(named) > count
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_the_commands_of_its_recipes_work(tmp_path):
    [block] = blocks(PAGE, "console", "done")
    [golden, (*_, rules, name)] = block.commands

    assert importlib.util.find_spec(golden[-1]).loader is not None
    assert out(command(tmp_path, rules, name))


def test_every_word_that_is_explained_is_used():
    rows = re.findall(r"^\| ([a-z, -]+) \| [^-]", GLOSSARY.read_text("utf-8"), re.MULTILINE)
    words = {word for row in rows if row != "word" for word in row.split(", ")}
    files = [file for part in ("engine", "pbem", "templates", "tests") for file in walk(part)]
    told = " ".join(file.read_text("utf-8").lower().replace("_", " ") for file in files)

    assert len(words) > 50
    assert sorted(word for word in words if word not in told) == []


def walk(part):
    """The files of a folder in which words are used."""
    return [file for file in (ROOT / part).rglob("*.*") if file.suffix in (".py", ".txt", ".html")]


@pytest.mark.parametrize("page", [README, PAGE, CONTRIBUTING], ids=lambda page: page.name)
def test_every_task_that_is_named_is_one(page):
    named = re.findall(r"python3 dev\.py ([a-z-]+)", page.read_text("utf-8"))

    assert set(named) <= set(dev.TASKS)
    assert sys.version_info >= (3, 11)


@TAKEN_AT_ONCE
def test_the_picture_is_the_way_that_a_card_goes():
    [drawn] = re.findall(r"```mermaid\n(.*?)\n```", PAGE.read_text("utf-8"), re.DOTALL)

    assert drawn == picture(scene.walk("QH"))
