"""What is a person's of a server that ends, in files: games in words, their proofs, her data."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO

from engine.proof import write_proof
from pbem.domain.model import Player
from pbem.exports.as_text import words_of
from pbem.letters.looks import usual_look
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from pbem.results.finished import file_name
from pbem.results.proof import proof
from pbem.results.shown import CannotExport, shown
from pbem.store.database import Session
from pbem.store.games import games_of, load_table
from pbem.store.person_export import data_of
from pbem.store.roles import organised_by

MOST_BYTES = 5_000_000
"""So much of a file goes with one letter: a third more on its way, and many take ten million."""

_MAILS = "mails you sent"
_HEAD = 250
"""Bytes at most that a file costs beside what it holds, but for its name."""

File = tuple[str, bytes]


@dataclass(frozen=True, slots=True)
class Keepsake:
    """The packed files of one person, each small enough for a letter; they hold so many `games`.

    Unless it is `whole` the texts of the mails that the person sent are left out.
    """

    games: int
    packed: tuple[bytes, ...]
    whole: bool


def keepsake(
    session: Session, templates: Templates, player: Player, now: datetime, most: int = MOST_BYTES
) -> Keepsake:
    """All that is a player's, packed into files of so many bytes at most."""
    numbers = sorted({*games_of(session, player.id), *organised_by(session, player.id)})
    games = [
        found for one in numbers if (found := list(_game(session, templates, one, player, now)))
    ]
    data = data_of(session, player.id)
    kept = _json("my-data.json", data)
    whole = _packed_size(kept) <= most
    if not whole:
        for mail in data[_MAILS]:
            del mail["text"]
        kept = _json("my-data.json", data)
    files = (file for game in games for file in game)
    return Keepsake(len(games), tuple(_packed([kept, *files], most, now)), whole)


def _game(
    session: Session, templates: Templates, number: int, player: Player, now: datetime
) -> Iterator[File]:
    """A game that was begun and counts, as all may read it, and the proof of its deals."""
    table = load_table(session, number)
    if table.setup.trial:
        return
    try:
        found = shown(session, number, now)
    except CannotExport:
        return
    name = f"{file_name(table.name)}-{number}"
    said = speech(player.language, usual_look(found.view.rules.pack))
    yield f"{name}.txt", words_of(found, templates, said)
    names = [one.name for one in table.players]
    record = write_proof(table.name, names, proof(session, table, now), table.shuffled_as)
    yield f"{name}.proof.txt", record.encode()


def _json(name: str, data: object) -> File:
    return name, json.dumps(data, indent=2, ensure_ascii=False).encode() + b"\n"


def _packed(files: Iterable[File], most: int, now: datetime) -> Iterator[bytes]:
    """Files in zips of so many bytes at most, but for a single one that is bigger."""
    some: list[File] = []
    size = 0
    for file in files:
        more = _packed_size(file)
        if some and size + more > most:
            yield _zip(some, now)
            some, size = [], 0
        some.append(file)
        size += more
    if some:
        yield _zip(some, now)


def _packed_size(file: File) -> int:
    name, held = file
    return len(zlib.compress(held)) + 2 * len(name) + _HEAD


def _zip(files: Iterable[File], now: datetime) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for name, held in files:
            into.writestr(zipfile.ZipInfo(name, now.timetuple()[:6]), held, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
