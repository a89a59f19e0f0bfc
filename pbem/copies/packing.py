"""A copy locked up with all else that makes a server: its settings, its logins, its signing keys.

What comes of it is an archive (tar) in the format of `age`, which that program opens as well.
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from shutil import copyfileobj
from typing import Any, BinaryIO

from pbem.store.backup import CannotCopy, GoingOn, new_file
from pbem.store.disk import sync

_PIECE = 1 << 16
_BLOCK = tarfile.BLOCKSIZE


def new_key(file: Path) -> str:
    """Write a new secret key into a file of its owner; the public key that belongs to it."""
    key = _age().x25519.Identity.generate()
    public = str(key.to_public())
    new_file(file)
    file.write_text(f"# public key: {public}\n{key}\n")
    return public


def lock_up(recipient: str, members: Mapping[str, Path], to: Path, going_on: GoingOn) -> None:
    """Write some files, each under its name, into a new one that only a secret key opens.

    CannotCopy if it cannot be done; nowhere else on the disk is anything of them written.
    """
    age = _age()
    stream = _Stream(_archived(members, going_on))
    new_file(to)
    try:
        with to.open("wb") as out:
            age.encrypt_io(stream, out, [age.x25519.Recipient.from_str(recipient)])
    except (age.EncryptError, age.RecipientError, OSError) as problem:
        # What is raised in the middle comes back as words: what it was has been kept.
        if stream.trouble is not None:
            raise stream.trouble from None
        raise CannotCopy(f"{to} cannot be encrypted: {problem}") from problem
    sync(to)


def bundle(members: Mapping[str, Path], to: Path, going_on: GoingOn) -> None:
    """Write some files, each under its name, into a new archive that nothing locks."""
    new_file(to)
    with to.open("wb") as out:
        out.writelines(_archived(members, going_on))
    sync(to)


def unlock(locked: Path, secret: Path, into: Path) -> list[Path]:
    """Lay what was locked up into a folder; CannotCopy if it cannot be done.

    Nothing that is there is written over, and nothing is laid before all of it has been opened.
    """
    age = _age()
    archive = into / f"{locked.name}.part"
    try:
        keys = [
            age.x25519.Identity.from_str(line.strip())
            for line in secret.read_text("utf-8").splitlines()
            if line.strip() and not line.startswith("#")
        ]
        into.mkdir(mode=0o700, parents=True, exist_ok=True)
        new_file(archive)
        with locked.open("rb") as source, archive.open("wb") as out:
            age.decrypt_io(source, out, keys)
        return _laid(archive, into)
    except age.IdentityError as problem:
        raise CannotCopy(f"{secret} holds no secret key of age: {problem}") from problem
    except age.DecryptError as problem:
        raise CannotCopy(f"{locked} does not open with {secret}: {problem}") from problem
    except (OSError, UnicodeDecodeError, tarfile.TarError) as problem:
        raise CannotCopy(f"{locked} cannot be unpacked: {problem}") from problem
    finally:
        archive.unlink(missing_ok=True)


def _laid(archive: Path, into: Path) -> list[Path]:
    with tarfile.open(archive, "r:") as tar:
        members = {into / _safe(member.name): member for member in tar if member.isfile()}
        if there := next((file for file in members if file.exists()), None):
            raise CannotCopy(f"{there} is here already; nothing was written")
        for file, member in members.items():
            file.parent.mkdir(mode=0o700, exist_ok=True)
            new_file(file)
            source = tar.extractfile(member)
            assert source is not None
            with source, file.open("wb") as out:
                copyfileobj(source, out, _PIECE)
    return list(members)


def _safe(name: str) -> PurePosixPath:
    """The name of a file, or of one in a folder; CannotCopy if it leads anywhere else."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not 1 <= len(path.parts) <= 2:
        raise CannotCopy(f"{name} is no file of ours; nothing was written")
    return path


class _Stream:
    """What is read of an archive that is nowhere as a whole; `trouble` is what ended it."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._left = pieces, b""
        self.trouble: BaseException | None = None

    def read(self, size: int = -1) -> bytes:
        """The next bytes, as many as are asked for unless it ends."""
        try:
            while size < 0 or len(self._left) < size:
                if not (piece := next(self._pieces, b"")):
                    break
                self._left += piece
        except BaseException as problem:
            self.trouble = problem
            raise
        end = len(self._left) if size < 0 else size
        taken, self._left = self._left[:end], self._left[end:]
        return taken


def _archived(members: Mapping[str, Path], going_on: GoingOn) -> Iterator[bytes]:
    """An archive of some files, piece by piece."""
    for name, file in members.items():
        with file.open("rb") as source:
            source.seek(0, 2)
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = source.tell(), 0o600, int(file.stat().st_mtime)
            yield entry.tobuf(tarfile.GNU_FORMAT)
            yield from _bytes_of(source, entry.size, going_on)
            yield bytes(-entry.size % _BLOCK)
    yield bytes(2 * _BLOCK)


def _bytes_of(source: BinaryIO, size: int, going_on: GoingOn) -> Iterator[bytes]:
    source.seek(0)
    while size:
        going_on()
        piece = source.read(min(size, _PIECE))
        if not piece:
            raise CannotCopy("a file became shorter while it was encrypted")
        size -= len(piece)
        yield piece


def _age() -> Any:
    try:
        import pyrage
    except ModuleNotFoundError as problem:
        raise CannotCopy(
            "encryption needs a library: pip install 'ohhell-by-mail[encryption]'"
        ) from problem
    return pyrage
