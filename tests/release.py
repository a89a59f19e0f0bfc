"""`python3 dev.py release 1.2.0`: make a release of what is committed, or change nothing.

After all tests a copy of the commit gets its version and the day in its changelog. A wheel and an
sdist are built of the copy, and a whole game is played from the wheel in an empty environment.
Only then the two files change here, and what was built is put into `dist/`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).resolve().parent.parent
VERSION = Path("pbem", "cli", "__init__.py")
CHANGELOG = Path("CHANGELOG.md")
TASKS = ("check", "test", "long")

_VERSION = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)
_UNRELEASED = "## [Unreleased]\n"
_LEFT = """
{version} is built. Left to do:

  git commit -am 'Release {version}'
  git tag -a v{version} -m 'Version {version}'
  git push --follow-tags

and to publish {files}.
"""


class Refused(Exception):
    """A release that cannot be made, and why; nothing has been changed."""


def wanted(asked: str, source: str) -> str:
    """The version that is asked for; Refused unless it is in its normal form and newer.

    `source` is the file with the version as it stands.
    """
    now = Version(_VERSION.search(source)[1])
    try:
        version = Version(asked)
    except InvalidVersion:
        raise Refused(f"{asked!r} is no version as PEP 440 has them, such as 1.2.0") from None
    if str(version) != asked or version.local:
        raise Refused(f"a version for everybody is written {version.public}")
    if version <= now:
        raise Refused(f"{version} is not newer than {now}")
    return asked


def with_version(source: str, version: str) -> str:
    """The file that holds the version, with another one."""
    return _VERSION.sub(f'__version__ = "{version}"', source, count=1)


def with_day(changelog: str, version: str, day: date) -> str:
    """The changelog once what was not released is a version of some day.

    Refused if there is nothing to tell.
    """
    head, mark, rest = changelog.partition(_UNRELEASED)
    told = rest.partition("\n## ")[0]
    if not mark or "\n- " not in told:
        raise Refused(f"{CHANGELOG} tells nothing under {_UNRELEASED.strip()!r}")
    return f"{head}{_UNRELEASED}\n## [{version}] - {day.isoformat()}\n{rest}"


def committed(root: Path) -> str:
    """The commit a checkout is at; Refused if anything in it differs, or if it is none."""
    try:
        differs = _git(root, "status", "--porcelain")
        commit = _git(root, "rev-parse", "HEAD")
    except (OSError, subprocess.CalledProcessError):
        raise Refused(f"{root} is no checkout with a commit") from None
    if differs:
        raise Refused(f"this is not committed:\n{differs}")
    return commit


def build(source: Path, into: Path) -> tuple[Path, ...]:
    """The sdist of a copy, and the wheel made from that sdist."""
    words = ("-m", "build", "--no-isolation", "--outdir", str(into), str(source))
    _run(sys.executable, *words)
    return tuple(sorted(into.iterdir()))


def play(wheel: Path, constraints: Path, folder: Path) -> None:
    """Install a wheel into an empty environment and play a whole game from it in a folder."""
    venv.create(folder / "empty", with_pip=True)
    bin_ = folder / "empty" / ("Scripts" if os.name == "nt" else "bin")
    alone = {
        name: value for name, value in os.environ.items() if not name.startswith(("OHHELL", "PY"))
    }
    pip = ("-m", "pip", "install", "-q", "--disable-pip-version-check")
    _run(str(bin_ / "python"), *pip, "-c", str(constraints), f"{wheel}[demo]", env=alone)
    for words in (("--version",), ("demo",)):
        _run(str(bin_ / "pbem"), *words, folder=folder, env=alone)
    if not (folder / "demo" / "index.html").is_file():
        raise Refused("the demo left nothing to leaf through")


def release(
    root: Path,
    asked: str,
    day: date,
    proof: Callable[[Path, Path, Path], None] = play,
) -> tuple[Path, ...]:
    """Make a release and say where it was put; Refused or CalledProcessError if nothing changed.

    `proof` is given the wheel, the versions it is installed with, and a folder of its own.
    """
    commit = committed(root)
    version = wanted(asked, (root / VERSION).read_text("utf-8"))
    with_day((root / CHANGELOG).read_text("utf-8"), version, day)
    for task in TASKS:
        print(f"{task}:", flush=True)
        env = os.environ | {"OHHELL_SERVERS": "required"}
        _run(sys.executable, "dev.py", task, folder=root, env=env)
    with tempfile.TemporaryDirectory() as made:
        copy, trial = Path(made, "copy"), Path(made, "trial")
        _git(root, "clone", "--quiet", str(root), str(copy))
        trial.mkdir()
        changed = {
            VERSION: with_version((copy / VERSION).read_text("utf-8"), version),
            CHANGELOG: with_day((copy / CHANGELOG).read_text("utf-8"), version, day),
        }
        for file, text in changed.items():
            (copy / file).write_text(text, "utf-8")
        built = build(copy, Path(made, "dist"))
        [wheel] = [file for file in built if file.suffix == ".whl"]
        proof(wheel, copy / "constraints.txt", trial)
        if committed(root) != commit or _git(copy, "rev-parse", "HEAD") != commit:
            raise Refused("something was committed meanwhile")
        files = {root / "dist" / file.name: file.read_bytes() for file in built}
        put(files | {root / file: text.encode() for file, text in changed.items()})
    return tuple(files)


def put(files: Mapping[Path, bytes]) -> None:
    """Write all of some files, or leave all as they were."""
    before = {file: file.read_bytes() if file.exists() else None for file in files}
    try:
        for file, data in files.items():
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(data)
    except BaseException:
        for file, old in before.items():
            if old is not None:
                file.write_bytes(old)
            elif file.exists():
                file.unlink()
        raise


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *words], check=True, capture_output=True, text=True
    )
    return done.stdout.rstrip("\n")


def _run(*words: str, folder: Path | None = None, env: Mapping[str, str] | None = None) -> None:
    subprocess.run(words, check=True, cwd=folder, env=env)


def main(words: list[str], root: Path = ROOT) -> int:
    """Make the release that is named, and say what is left to do; 1 if it could not be made."""
    if len(words) != 1 or words[0].startswith("-"):
        print("usage: python3 dev.py release VERSION, such as 1.2.0")
        return 2
    try:
        files = release(root, words[0], date.today())
    except Refused as why:
        print(f"No release: {why}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as failed:
        print(f"No release, and nothing was changed: {failed}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("No release, and nothing was changed.", file=sys.stderr)
        return 130
    named = " and ".join(str(file.relative_to(root)) for file in files)
    print(_LEFT.format(version=words[0], files=named))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
