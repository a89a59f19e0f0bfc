"""Finished games that are in the archive: one compressed file each, found by its row and read."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import bindparam, select
from sqlmodel import Session, col

from pbem.store.disk import TOO_LITTLE, free, sync
from pbem.store.plain_rows import OF_A_GAME, Plain, row_from
from pbem.store.rows import change_rows, rows_of
from pbem.store.tables.games import GameRow, RoleRow, SeatRow, WatcherRow
from pbem.store.tables.log import ArchivedRow

_FORMAT, _VERSION = "a finished game of Oh Hell! by mail, without names and addresses", 1
_FOLDER, _READ = "archive", "read of the archive"
_IN_A_FOLDER = 1000
"""So many games have their files in one folder."""

_ONE = (
    select(col(ArchivedRow.file), col(ArchivedRow.digest), col(GameRow.name))
    .join(GameRow, col(GameRow.id) == col(ArchivedRow.game_id))
    .where(col(ArchivedRow.game_id) == bindparam("game"))
)
_RESULT = select(col(ArchivedRow.result)).where(col(ArchivedRow.game_id) == bindparam("game"))


class ArchiveTrouble(Exception):
    """The file of a game in the archive cannot be read, or written; the message names it, and says
    why.
    """


def use_archive(session: Session, folder: Path | None) -> None:
    """Let a transaction look for the files of finished games in a folder."""
    session.info[_FOLDER] = folder


def result_of(session: Session, game: int) -> Plain | None:
    """How a game ended that is in the archive; None if it is not there. No file is read."""
    for (result,) in rows_of(session, _RESULT, {"game": game}):
        return dict(result)
    return None


def is_archived(session: Session, game: int) -> bool:
    """Whether a game is in the archive."""
    return result_of(session, game) is not None


def archived_rows(session: Session, game: int, name: str) -> list[Plain]:
    """The rows of one kind of a game that is in the archive; none if it is not there.

    ArchiveTrouble if its file is needed and cannot be had.
    """
    return list((_read(session, game) or {}).get(name, ()))


def archived_as(session: Session, game: int, name: str) -> list[Any]:
    """The same as rows of their table, which are of no session."""
    table = OF_A_GAME[name]
    return [row_from(table, one, game_id=game) for one in archived_rows(session, game, name)]


def archived_around(session: Session, player: int) -> list[int]:
    """The games in the archive that somebody played in, organised or watched."""
    run = select(col(GameRow.id)).where(col(GameRow.organiser_id) == player)
    others = (
        select(col(table.game_id)).where(col(table.player_id) == player)
        for table in (SeatRow, RoleRow, WatcherRow)
    )
    around = col(ArchivedRow.game_id).in_(run.union(*others))
    query = select(col(ArchivedRow.game_id)).where(around).order_by(col(ArchivedRow.game_id))
    return list(session.scalars(query))


def all_unpacked(session: Session, packs: Collection[str]) -> dict[int, str]:
    """The files of the archive that none of some packs has, by game."""
    known = session.scalars(select(col(ArchivedRow.pack)).distinct()).all()
    gone = [pack for pack in known if pack is not None and pack not in packs]
    change_rows(session, ArchivedRow, col(ArchivedRow.pack).in_(gone), pack=None)
    query = select(col(ArchivedRow.game_id), col(ArchivedRow.file))
    rows = session.execute(query.where(col(ArchivedRow.pack).is_(None)))
    return {row.game_id: row.file for row in rows}


def set_packed(session: Session, games: Sequence[int], pack: str) -> None:
    """Write down which pack has the files of some games."""
    change_rows(session, ArchivedRow, col(ArchivedRow.game_id).in_(games), pack=pack)


def archived_files(session: Session) -> list[str]:
    """The names of all files that should be in the archive."""
    return list(session.scalars(select(col(ArchivedRow.file)).order_by(col(ArchivedRow.game_id))))


def _read(session: Session, game: int) -> Plain | None:
    """What the file of a game holds; None if the game is not in the archive."""
    for file, digest, name in rows_of(session, _ONE, {"game": game}):
        number, read = session.info.get(_READ, (None, None))
        if number != (game, digest):
            folder: Path | None = session.info.get(_FOLDER)
            if folder is None:
                raise ArchiveTrouble(
                    f"{name} is in the archive, as {file}: name its folder in the settings, as"
                    " `archive`"
                )
            try:
                read = read_file(folder / file, digest)
            except ArchiveTrouble as problem:
                raise ArchiveTrouble(f"{name} is in the archive, but {problem}") from problem
            session.info[_READ] = ((game, digest), read)
        return dict(read)
    return None


def write_file(folder: Path, game: int, rows: Plain) -> tuple[str, str, int]:
    """Write the rows of a game into its file, and read it back: its name in the folder, the digest,
    and how many bytes it has. ArchiveTrouble if it cannot be done.

    The same rows always make the same file, whose name they fix; it is on the disk when this ends.
    """
    told = {"format": _FORMAT, "version": _VERSION, "game": rows}
    exact = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    written = gzip.compress(exact.encode(), mtime=0)
    digest = hashlib.sha256(written).hexdigest()
    name = f"{game // _IN_A_FOLDER}/{game}-{digest[:12]}.json.gz"
    file = folder / name
    part = file.with_name(f"{file.name}.part")
    if free(folder) < TOO_LITTLE:
        raise ArchiveTrouble(f"{file} is not written: what is free on that disk is left to mails")
    try:
        for parent in (folder, file.parent):
            if not parent.is_dir():
                parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                sync(parent.parent)
        part.unlink(missing_ok=True)
        part.touch(mode=0o600, exist_ok=False)
        part.write_bytes(written)
        sync(part)
        if read_file(part, digest) != rows:
            raise ArchiveTrouble(f"{part} does not hold what was written")
        part.replace(file)
        sync(file.parent)
    except OSError as problem:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise ArchiveTrouble(f"{file} cannot be written: {problem.strerror}") from problem
    return name, digest, len(written)


def read_file(file: Path, digest: str) -> Plain:
    """What a file of the archive holds; ArchiveTrouble if it is gone, or another."""
    try:
        written = file.read_bytes()
    except FileNotFoundError as problem:
        raise ArchiveTrouble(f"its file is missing: {file}") from problem
    except OSError as problem:
        raise ArchiveTrouble(f"its file cannot be read: {file}: {problem.strerror}") from problem
    if hashlib.sha256(written).hexdigest() != digest:
        raise ArchiveTrouble(f"its file is damaged, or another: {file}")
    told = json.loads(gzip.decompress(written))
    if told["version"] != _VERSION:
        raise ArchiveTrouble(
            f"its file is of version {told['version']}, and this server reads {_VERSION}: {file}"
        )
    rows: Plain = told["game"]
    return rows
