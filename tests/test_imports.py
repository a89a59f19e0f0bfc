"""Who may import whom. The table below is the house plan; the test names the offender."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

ROOMS = [
    "engine",
    "pbem.casefolding",
    "pbem.logs",
    "pbem.lanes",
    "pbem.languages",
    "pbem.compiled",
    "pbem.config",
    "pbem.mail",
    "pbem.orders",
    "pbem.domain",
    "pbem.turns",
    "pbem.letters",
    "pbem.store",
    "pbem.oauth",
    "pbem.receivers",
    "pbem.outbox",
    "pbem.context",
    "pbem.doctor",
    "pbem.results",
    "pbem.exports",
    "pbem.notifications",
    "pbem.games",
    "pbem.copies",
    "pbem.commands",
    "pbem.inbound",
    "pbem.server",
    "pbem.demo",
    "pbem.cli",
    "pbem.__main__",
]
"""From the bottom up: a room may import itself and the rooms above it in this list."""

LIBRARIES = {
    "sqlmodel": {"pbem.store"},
    "sqlalchemy": {"pbem.store"},
    "alembic": {"pbem.store"},
    "jinja2": {"pbem.letters"},
    "markupsafe": {"pbem.letters"},
    "babel": {"pbem.letters"},
    "icalendar": {"pbem.letters"},
    "selectolax": {"pbem.mail"},
    "aiosmtpd": {"pbem.receivers"},
    "imapclient": {"pbem.receivers"},
    "aiosmtplib": {"pbem.outbox"},
    "oauthlib": {"pbem.oauth"},
    "apscheduler": {"pbem.server"},
    "dns": {"pbem.doctor"},
    "defusedxml": {"pbem.doctor"},
    "dkim": {"pbem.outbox"},
    "cryptography": {"pbem.outbox"},
    "xlsxwriter": {"pbem.exports"},
    "openskill": {"pbem.results"},
    "fpdf": {"pbem.exports"},
    "fontTools": {"pbem.exports"},
    "pymupdf_fonts": {"pbem.exports"},
    "PIL": {"pbem.exports"},
    "yaml": {"pbem.config"},
    "pydantic": {"pbem.config"},
    "pydantic_settings": {"pbem.config"},
    "pyrage": {"pbem.copies"},
    "prometheus_client": {"pbem.server"},
    "structlog": {"pbem.logs"},
    "typer": {"pbem.cli"},
    "rich": {"pbem.letters", "pbem.cli", "pbem.demo"},
}
"""The rooms that may import each library; a library that is not here nobody may import."""

ENGINE_NEEDS = {
    *("__future__", "collections", "dataclasses", "enum", "fractions", "functools", "hashlib"),
    *("base64", "itertools", "json", "math", "re", "typing", "unicodedata"),
    *("contextlib", "difflib"),
}
"""All the engine may import of the standard library: no clock, chance, file, socket or log."""

PURE = {"pbem.mail", "pbem.orders", "pbem.domain", "pbem.turns", "pbem.letters"}
IMPURE = {
    *("asyncio", "imaplib", "logging", "os", "random", "secrets", "smtplib", "socket"),
    *("sqlite3", "subprocess", "sys", "tempfile", "threading", "time"),
}
"""What the pure rooms may not import."""


def room_of(module: str) -> str:
    """The room a module lies in; empty for a module outside the house."""
    parts = module.split(".")
    if parts[0] == "engine":
        return "engine"
    return ".".join(parts[:2]) if parts[0] == "pbem" else ""


def imported(source: str) -> Iterator[tuple[int, str]]:
    """The modules some source imports, wherever it does, with the line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "pbem":
            yield from ((node.lineno, f"pbem.{name.name}") for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module


def offence(room: str, module: str) -> str | None:
    """Why a room may not import a module, or None if it may."""
    top, other = module.partition(".")[0], room_of(module)
    if other and other not in ROOMS:
        return f"{other} has no place in the house plan"
    if other:
        return None if ROOMS.index(other) <= ROOMS.index(room) else f"{other} lies above {room}"
    if top in sys.stdlib_module_names:
        if room == "engine" and top not in ENGINE_NEEDS:
            return f"the engine does without {top}"
        return f"{room} is pure" if room in PURE and top in IMPURE else None
    if room not in LIBRARIES.get(top, set()):
        return f"{top} belongs to {', '.join(sorted(LIBRARIES.get(top, {'nobody'})))}"
    return None


def offenders(file: str, source: str) -> list[str]:
    """What a file imports that it may not, each as `file:line imports module: why`."""
    parts = Path(file).with_suffix("").parts
    room = room_of(".".join(part for part in parts if part != "__init__"))
    if room == "pbem":
        room = ROOMS[0]
    if room not in ROOMS:
        return [f"{file}: {room} has no place in the house plan"]
    return [
        f"{file}:{line} imports {module}: {why}"
        for line, module in imported(source)
        if (why := offence(room, module))
    ]


def files() -> list[Path]:
    return [file for part in ("engine", "pbem") for file in sorted((ROOT / part).rglob("*.py"))]


def test_nobody_imports_what_lies_above():
    found = []
    for file in files():
        found += offenders(str(file.relative_to(ROOT)), file.read_text("utf-8"))

    assert len(files()) > 50
    assert found == []


@pytest.mark.parametrize(
    ("file", "source", "why"),
    [
        ("engine/game.py", "import random", "the engine does without random"),
        ("engine/game.py", "from pbem.domain import model", "pbem.domain lies above engine"),
        ("pbem/turns/turn.py", "import time", "pbem.turns is pure"),
        ("pbem/turns/turn.py", "def f():\n    from pbem import store", "pbem.store lies above"),
        ("pbem/server/app.py", "from sqlmodel import Session", "sqlmodel belongs to pbem.store"),
        ("pbem/letters/mime.py", "import requests", "requests belongs to nobody"),
        ("pbem/attic.py", "", "pbem.attic has no place in the house plan"),
    ],
)
def test_an_offender_is_named(file, source, why):
    [named] = offenders(file, source)

    assert named.startswith(file)
    assert why in named


MOST_LINES = 250
"""What somebody reads in one go; the schema's own history is exempt."""


def test_no_module_of_the_server_is_longer_than_one_reads_in_one_go():
    long = [
        f"{file.relative_to(ROOT)}: {lines} lines"
        for file in files()
        if "pbem" in file.relative_to(ROOT).parts and "migrations" not in file.parts
        if (lines := len(file.read_text("utf-8").splitlines())) > MOST_LINES
    ]

    assert long == []


def named_modules(source: str) -> Iterator[str]:
    """The modules some source imports, also as names of their packages."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{name.name}" for name in node.names))
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


FEWEST_LINES = 30
"""A shorter module that one other reads is a part of that one."""


def test_no_module_of_the_server_is_a_part_of_its_only_reader():
    modules = {
        ".".join(file.relative_to(ROOT).with_suffix("").parts): file.read_text("utf-8")
        for file in files()
        if "pbem" in file.relative_to(ROOT).parts and "migrations" not in file.parts
    }
    reads = {name: set(named_modules(text)) for name, text in modules.items()}
    parts = [
        name
        for name, text in modules.items()
        if len(text.splitlines()) < FEWEST_LINES and not name.endswith(("__init__", "__main__"))
        if sum(name in read for read in reads.values()) < 2
    ]

    assert parts == []
