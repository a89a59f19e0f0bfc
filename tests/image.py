"""What `docker build` makes of contrib/Dockerfile, where there is no daemon: its steps, in folders.

Each stage is an empty folder with a view of this machine in it that stands for the base image, and
its steps run there as in a root of their own, by `unshare` and `chroot`, which needs root.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "contrib" / "Dockerfile"
BASE = Path(sys.base_prefix)
"""The Python that stands for that of the base image."""

_SYSTEM = ("/bin", "/sbin", "/lib", "/lib64", "/usr", "/etc", "/dev", "/proc", "/sys")
_PLACED = ("/opt",)
"""A folder that the image adds to, so that what this machine has in it is put there one by one."""

_ENTER = """
set -e
root=$1; shift
for one in $MOUNTED; do
  if [ -d "$one" ]; then mkdir -p "$root$one"; mount --rbind "$one" "$root$one"; fi
done
exec chroot --groups= --userspec="$AS" "$root" env --ignore-environment --chdir="$IN" "$@"
"""


@dataclass
class Stage:
    """One stage: its folder, and what its instructions set."""

    root: Path
    env: dict[str, str]
    user: str = "0:0"
    folder: str = "/"
    entry: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def start(self, words: Sequence[str], **how: object) -> subprocess.Popen[str]:
        """Begin a command in it, as its user, in its folder, with its variables."""
        there = [f"/opt/{one.name}" for one in Path("/opt").iterdir()]
        env = os.environ | {
            "MOUNTED": " ".join([*_SYSTEM, *there, str(BASE)]),
            "AS": self.user,
            "IN": self.folder,
        }
        named = [f"{name}={value}" for name, value in self.env.items()]
        called = ["unshare", "--mount", "sh", "-c", _ENTER, "sh", str(self.root), *named, *words]
        return subprocess.Popen(called, env=env, text=True, **how)

    def run(self, words: Sequence[str]) -> str:
        """What a command in it prints; RuntimeError with all it said if it fails."""
        piped = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        process = self.start(words, **piped)
        said, _ = process.communicate(timeout=600)
        if process.returncode:
            raise RuntimeError(f"{words} ended with {process.returncode}:\n{said}")
        return said


def instructions(file: Path = FILE) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile, each with what follows it."""
    text = re.sub(r"^#.*\n", "", file.read_text(), flags=re.MULTILINE).replace("\\\n", "")
    return [(line.split()[0], line.partition(" ")[2]) for line in text.splitlines() if line.strip()]


def build(folder: Path, sent: Callable[[str], bool]) -> Stage:
    """Do the steps in a folder, with the files of the checkout that are sent; the last stage."""
    stages: dict[str, Stage] = {}
    for word, rest in instructions():
        if word == "FROM":
            stage = _begun(folder / f"stage{len(stages)}")
            stages[rest.partition(" AS ")[2] or "last"] = stage
        elif word == "COPY":
            _copy(rest, stage, stages, sent)
        elif word == "RUN":
            stage.run(["sh", "-c", rest])
        elif word == "USER":
            stage.user = rest
        elif word == "WORKDIR":
            stage.folder = rest
        elif word == "ENV":
            name, _, value = rest.partition("=")
            stage.env[name] = value.strip("'").replace("$PATH", stage.env["PATH"])
        elif word == "ENTRYPOINT":
            stage.entry = json.loads(rest)
        elif word == "CMD":
            stage.words = json.loads(rest)
        elif word == "HEALTHCHECK":
            stage.health = json.loads(rest.partition(" CMD ")[2])
        elif word not in ("ARG", "VOLUME", "EXPOSE", "STOPSIGNAL"):
            raise NotImplementedError(word)
    return stage


def _begun(root: Path) -> Stage:
    for one in ("tmp", *(place.strip("/") for place in _PLACED)):
        (root / one).mkdir(parents=True)
    (root / "tmp").chmod(0o1777)
    fetching = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    path = f"{BASE}/bin:/usr/local/bin:/usr/bin:/bin"
    return Stage(root, {"PATH": path, "HOME": "/tmp", **fetching})


def _copy(rest: str, stage: Stage, stages: dict[str, Stage], sent: Callable[[str], bool]) -> None:
    *_, source, target = rest.split()
    into = stage.root / target.lstrip("/")
    if rest.startswith("--from="):
        made = stages[rest.split()[0].removeprefix("--from=")].root
        shutil.copytree(made / source.lstrip("/"), into, symlinks=True)
        return
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    for name in filter(sent, filter(None, listed.stdout.split("\0"))):
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, into / name)
