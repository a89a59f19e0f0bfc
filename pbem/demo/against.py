"""The letters of this tree beside those of a revision: specimens, and games played by mail."""

from __future__ import annotations

import email
import email.policy
import io
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from email.message import EmailMessage
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.demo.gallery import part

ROOT = Path(__file__).resolve().parents[2]
_PLAYED = ROOT / "tests" / "played.py"

_DRAWN = re.compile(
    rb"(?:(?<![a-z0-9])|(?<=%23))[a-km-np-z2-9]{16}(?:[a-km-np-z2-9]{8})?(?![a-z0-9])"
    rb"|=_[0-9a-f]{32}"
)
"""Codes and Message-IDs, and the line between parts, which follows from the Message-ID."""

_MOST_LETTERS, _MOST_LINES = 5, 20
"""How many letters that differ are shown, and how many lines of each."""


class CannotCompare(Exception):
    """There are no letters to compare with; the message says why."""


def compare(revision: str, languages: Sequence[str]) -> tuple[bool, str]:
    """Whether the letters of this tree are those of a revision, and what is to be told of it.

    CannotCompare if there is no such revision, or one of the two cannot write its letters.
    """
    with TemporaryDirectory() as scratch:
        then, folder = Path(scratch) / "tree", Path(scratch)
        _export(revision, then)
        with ThreadPoolExecutor() as both:
            ours = both.submit(letters_of, ROOT, folder / "ours", languages)
            theirs = both.submit(letters_of, then, folder / "theirs", languages)
            return ours.result() == theirs.result(), told(ours.result(), theirs.result(), revision)


def letters_of(tree: Path, folder: Path, languages: Sequence[str]) -> dict[str, bytes]:
    """All letters that a tree writes, in a new folder, by names that do not tell their words."""
    folder.mkdir()
    wanted = [word for language in languages for word in ("--language", language)]
    _run(tree, folder, "-m", "pbem", "gallery", "specimens", *wanted)
    _run(tree, folder, str(_PLAYED), "played")
    letters: dict[str, bytes] = {}
    for file in folder.glob("specimens/*/mails/*.eml"):
        raw = file.read_bytes()
        letters[str(_parsed(raw)["Message-ID"]).strip("<>").partition("@")[0]] = raw
    for file in folder.glob("played/*.eml"):
        letters[f"played/{file.stem}"] = _numbered(file.read_bytes())
    return letters


def _numbered(raw: bytes) -> bytes:
    """A letter, its lines unfolded, with a number for each thing in it that is drawn by chance.

    In which order a server draws them says nothing about its letters.
    """
    met: dict[bytes, bytes] = {}
    whole = raw.replace(b"=\r\n", b"")
    return _DRAWN.sub(lambda found: met.setdefault(found[0], b"drawn %d" % len(met)), whole)


def told(ours: Mapping[str, bytes], theirs: Mapping[str, bytes], revision: str) -> str:
    """What there is to say about the letters of this tree and of a revision."""
    names = sorted(ours.keys() | theirs.keys(), key=lambda name: name.rpartition(".")[::-1])
    differ = [name for name in names if ours.get(name) != theirs.get(name)]
    if not differ:
        return f"All {len(names)} letters are byte for byte those of {revision}."
    lines = [f"{len(names)} letters were compared with {revision}; not the same: {len(differ)}."]
    for name in differ[:_MOST_LETTERS]:
        lines.append("")
        if name not in theirs:
            lines.append(f"{name} is not in {revision}.")
        elif name not in ours:
            lines.append(f"{name} is in {revision} alone.")
        else:
            lines += [f"{name} differs:", *_changed(theirs[name], ours[name])]
    if more := len(differ) - _MOST_LETTERS:
        lines += ["", f"... and {more} more"] if more > 0 else []
    return "\n".join(lines)


def _changed(before: bytes, after: bytes) -> Iterator[str]:
    """What differs in a letter: in its text, or else in what stands around it."""
    readings: list[Callable[[bytes], str]] = [
        lambda raw: part(_parsed(raw), "plain"),
        lambda raw: "\n".join(f"{name}: {value}" for name, value in _parsed(raw).items()),
        lambda raw: part(_parsed(raw), "html"),
        lambda raw: raw.decode("utf-8", "replace"),
    ]
    read = next((one for one in readings if one(before) != one(after)), repr)
    old, new = read(before).splitlines(), read(after).splitlines()
    return islice(unified_diff(old, new, n=1, lineterm=""), 2, 2 + _MOST_LINES)


def _parsed(raw: bytes) -> EmailMessage:
    return email.message_from_bytes(raw, _class=EmailMessage, policy=email.policy.default)


def _export(revision: str, tree: Path) -> None:
    """Write the files of a revision into a folder; CannotCompare if git does not know it."""
    command = ["git", "-C", str(ROOT), "archive", "--format=tar", f"{revision}^{{commit}}"]
    try:
        done = subprocess.run(command, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as problem:
        raise CannotCompare(f"git knows no revision {revision} of {ROOT}") from problem
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as packed:
        packed.extractall(tree, filter="data")


def _run(tree: Path, folder: Path, *words: str) -> None:
    """Run Python in a folder, on the code of a tree."""
    inherited = {name: said for name, said in os.environ.items() if not name.startswith("OHHELL")}
    env = inherited | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", "TZ": "UTC"}
    command = [sys.executable, "-P", *words]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    if done.returncode:
        raise CannotCompare(f"{tree} cannot write its letters: {done.stderr.strip()[-1000:]}")
