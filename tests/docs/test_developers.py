"""The developers' page names what there is, and all there is."""

import importlib.util
import re
import sys

import pytest

import dev
from tests.docs.blocks import DOCS, README, blocks
from tests.pbem.test_cli import out
from tests.terminal import command
from tests.test_imports import ROOMS

PAGE = DOCS / "DEVELOPERS.md"
ROOT = DOCS.parent
PATH = re.compile(r"`((?:engine|pbem|tests|templates|docs|\.ci)/[\w./-]*|[A-Z]+\.md)`")


def words_of(block):
    return [words[2:] for words in block.commands if words[:2] == ["python3", "dev.py"]]


def test_every_task_is_on_the_page_and_runs_what_is_there():
    [block] = blocks(PAGE, "console", "tasks")

    assert sorted(words[0] for words in words_of(block)) == sorted(dev.TASKS)
    for name, *_ in words_of(block):
        for line in dev.TASKS[name].commands:
            assert importlib.util.find_spec(line.split("-m ")[1].split()[0]), line


def test_every_room_is_on_the_page_in_its_place():
    rows = re.findall(r"^\| `([\w.]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)

    assert rows == ROOMS


def test_every_file_it_names_is_there():
    named = set(PATH.findall(PAGE.read_text("utf-8")))

    # Begun by the task that the page names, if it is not there yet.
    named -= {"pbem/letters/messages/ro.po"}
    assert len(named) > 20
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_the_commands_of_its_recipes_work(tmp_path):
    [block] = blocks(PAGE, "console", "done")
    [golden, (*_, rules, name)] = block.commands

    assert importlib.util.find_spec(golden[-1]).loader is not None
    assert out(command(tmp_path, rules, name))


@pytest.mark.parametrize("page", [README, PAGE], ids=lambda page: page.name)
def test_every_task_that_is_named_is_one(page):
    named = re.findall(r"python3 dev\.py ([a-z-]+)", page.read_text("utf-8"))

    assert set(named) <= set(dev.TASKS)
    assert sys.version_info >= (3, 11)
