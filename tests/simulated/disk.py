"""A disk under SQLite that can be full, broken, or lose what was not yet safe.

It is a VFS (sqlite.org/vfs.html) in the very library that Python's `sqlite3` has loaded: all files
are opened, read and locked as ever, but each write and each sync is heard of on its way. What was
written and not synced is what a loss of power may take away, in part, or torn.
"""

from __future__ import annotations

import _sqlite3
import ctypes as c
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

OK, READ_ERROR, FULL = 0, 10, 13
"""What a VFS answers: SQLITE_OK, SQLITE_IOERR, SQLITE_FULL."""

_HEARD = ("xWrite", "xTruncate", "xSync")


class _Methods(c.Structure):
    _fields_ = [
        ("iVersion", c.c_int),
        *((name, c.c_void_p) for name in ("xClose", "xRead", *_HEARD, "xFileSize", "xLock")),
        *((name, c.c_void_p) for name in ("xUnlock", "xCheckReservedLock", "xFileControl")),
        *((name, c.c_void_p) for name in ("xSectorSize", "xDeviceCharacteristics", "xShmMap")),
        *((name, c.c_void_p) for name in ("xShmLock", "xShmBarrier", "xShmUnmap")),
        *((name, c.c_void_p) for name in ("xFetch", "xUnfetch")),
    ]


class _File(c.Structure):
    _fields_ = [("methods", c.POINTER(_Methods))]


class _Vfs(c.Structure):
    _fields_ = [
        ("iVersion", c.c_int),
        ("szOsFile", c.c_int),
        ("mxPathname", c.c_int),
        ("pNext", c.c_void_p),
        ("zName", c.c_char_p),
        ("pAppData", c.c_void_p),
        ("xOpen", c.c_void_p),
        ("xDelete", c.c_void_p),
        *((f"more{number}", c.c_void_p) for number in range(14)),
    ]


_Open = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_void_p, c.c_int, c.c_void_p)
_Delete = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_char_p, c.c_int)
_Write = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_int, c.c_int64)
_Truncate = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int64)
_Sync = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int)

_Change = tuple[int, bytes | None]
"""Bytes at an offset; None cuts the file off there."""


@dataclass(slots=True)
class Disk:
    """What of the files of one folder is safe, and what fails. `full` refuses every write.

    `fails_after` so many more writes or syncs one fails. After a death it is laid out in another
    `folder`: what still had a file open there may close it whenever it likes.
    """

    folder: Path
    full: bool = False
    fails_after: int | None = None
    writes: int = 0
    syncs: int = 0
    lives: int = 1
    _safe: dict[str, bytearray] = field(default_factory=dict)
    _unsafe: dict[str, list[_Change]] = field(default_factory=dict)

    def opened(self, name: str) -> None:
        """A file is in use from now on; as it lies there it is safe."""
        if name not in self._safe:
            file = Path(name)
            self._safe[name] = bytearray(file.read_bytes() if file.exists() else b"")
            self._unsafe[name] = []

    def deleted(self, name: str) -> None:
        """A file is gone."""
        self._safe.pop(name, None)
        self._unsafe.pop(name, None)

    def writes_to(self, name: str, change: _Change) -> int:
        """What a write is answered with."""
        self.writes += 1
        if answer := self._answer():
            return answer
        if name in self._unsafe:
            self._unsafe[name].append(change)
        return OK

    def syncs_file(self, name: str) -> int:
        """What a sync is answered with; all that was written before is safe."""
        self.syncs += 1
        if answer := self._answer():
            return answer
        if name in self._safe:
            _change(self._safe[name], self._unsafe[name])
            self._unsafe[name].clear()
        return OK

    def _answer(self) -> int:
        if self.full:
            return FULL
        if self.fails_after is not None:
            self.fails_after -= 1
            if self.fails_after < 0:
                self.fails_after = None
                return READ_ERROR
        return OK

    def as_killed(self) -> dict[str, bytes]:
        """The files as a process that is killed at this moment leaves them."""
        return {one.name: one.read_bytes() for one in self.folder.iterdir() if _kept(one)}

    def as_power_goes(self, dice: random.Random) -> dict[str, bytes]:
        """The files as they may be when the power goes now: some of what is not safe, or torn."""
        left = self.as_killed()
        for name in sorted(left.keys() - {Path(one).name for one in self._safe}):
            # What nobody asked to be safe may be there, or in part, or not.
            left[name] = left[name][: dice.choice((0, dice.randrange(len(left[name]) + 1), None))]
        for name, safe in self._safe.items():
            some = [one for one in self._unsafe[name] if dice.random() < 0.5]
            image = bytearray(safe)
            _change(image, [_torn(one, dice) for one in some])
            left[Path(name).name] = bytes(image)
        return left

    def put_back(self, left: dict[str, bytes]) -> None:
        """Lay out in another folder what was left."""
        for one in self.folder.iterdir():
            one.unlink()
        self.lives += 1
        self.folder = self.folder.with_name(f"life{self.lives}")
        self.folder.mkdir()
        for name, content in left.items():
            (self.folder / name).write_bytes(content)
        self.forget()
        self.full, self.fails_after = False, None

    def forget(self) -> None:
        """Keep nothing of any file; those that are open still may be closed whenever they are."""
        self._safe.clear()
        self._unsafe.clear()


def _kept(file: Path) -> bool:
    """Whether a file outlives its process: what SQLite shares in memory is made anew."""
    return file.is_file() and not file.name.endswith("-shm")


def _torn(change: _Change, dice: random.Random) -> _Change:
    at, content = change
    if content is None or dice.random() < 0.8:
        return change
    return at, content[: dice.randrange(len(content) + 1)]


def _change(image: bytearray, changes: list[_Change]) -> None:
    for at, new in changes:
        if new is None:
            del image[at:]
            continue
        if at > len(image):
            image.extend(bytes(at - len(image)))
        image[at : at + len(new)] = new


@contextmanager
def under(disk: Disk) -> Iterator[Disk]:
    """Every database that is opened in this block, in the folder of the disk, lies on it."""
    _HEARING.append(disk)
    _install()
    try:
        yield disk
    finally:
        _HEARING.remove(disk)
        disk.forget()


def in_use() -> bool:
    """Whether there is such a disk just now."""
    return bool(_HEARING)


_HEARING: list[Disk] = []
_KEPT: list[object] = []
"""What C calls must not be collected."""

_NAMES: dict[int, tuple[Disk, str]] = {}
_TABLES: dict[int, _Methods] = {}


def _library() -> c.CDLL:
    """The SQLite that Python's own module runs; OSError if it is built into the interpreter."""
    for line in Path("/proc/self/maps").read_text().splitlines():
        path = line.rpartition(" ")[2]
        if "libsqlite3" in path:
            return c.CDLL(path)
    return c.CDLL(_sqlite3.__file__)


def _install() -> None:
    if _KEPT:
        return
    library = _library()
    library.sqlite3_vfs_find.restype = c.POINTER(_Vfs)
    library.sqlite3_vfs_find.argtypes = [c.c_char_p]
    below = library.sqlite3_vfs_find(None).contents
    opens, deletes = _Open(below.xOpen), _Delete(below.xDelete)

    @_Open
    def opened(_vfs: int, name: int, file: int, flags: int, out: int) -> int:
        answer = opens(c.addressof(below), name, file, flags, out)
        if answer == OK and name:
            told = c.string_at(name).decode()
            disk = next((one for one in _HEARING if Path(told).parent == one.folder), None)
            if disk is not None:
                disk.opened(told)
                _NAMES[file] = disk, told
                _listen(c.cast(file, c.POINTER(_File)).contents)
        return answer

    @_Delete
    def deleted(_vfs: int, name: bytes, sync: int) -> int:
        answer = deletes(c.addressof(below), name, sync)
        for disk in _HEARING:
            disk.deleted(name.decode())
        return answer

    ours = _Vfs()
    c.memmove(c.byref(ours), c.byref(below), c.sizeof(_Vfs))
    ours.zName = b"simulated"
    ours.xOpen, ours.xDelete = c.cast(opened, c.c_void_p), c.cast(deleted, c.c_void_p)
    _KEPT.extend((library, below, opens, deletes, opened, deleted, ours))
    if library.sqlite3_vfs_register(c.byref(ours), 1):
        raise OSError("SQLite takes no disk of ours")


def _listen(file: _File) -> None:
    """Give an open file a table of methods that tells its disk of writes and syncs."""
    at = c.addressof(file.methods.contents)
    if at not in _TABLES:
        _TABLES[at] = _heard(file.methods.contents)
    file.methods = c.pointer(_TABLES[at])


def _heard(below: _Methods) -> _Methods:
    table = _Methods()
    c.memmove(c.byref(table), c.byref(below), c.sizeof(_Methods))
    writes, truncates, syncs = _Write(below.xWrite), _Truncate(below.xTruncate), _Sync(below.xSync)

    @_Write
    def write(file: int, buffer: int, size: int, at: int) -> int:
        disk, name = _NAMES[file]
        return disk.writes_to(name, (at, c.string_at(buffer, size))) or writes(
            file, buffer, size, at
        )

    @_Truncate
    def truncate(file: int, size: int) -> int:
        disk, name = _NAMES[file]
        return disk.writes_to(name, (size, None)) or truncates(file, size)

    @_Sync
    def sync(file: int, flags: int) -> int:
        disk, name = _NAMES[file]
        return disk.syncs_file(name) or syncs(file, flags)

    for name, function in zip(_HEARD, (write, truncate, sync), strict=True):
        setattr(table, name, c.cast(function, c.c_void_p))
    _KEPT.extend((writes, truncates, syncs, write, truncate, sync))
    return table
