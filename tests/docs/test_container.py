"""What of a checkout gets into the container image: what it is made of, and nothing private."""

import re
import tomllib
from fnmatch import fnmatchcase

from tests.docs.blocks import DOCS
from tests.effort import of_each

ROOT = DOCS.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
WHEEL = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]


def rules(name):
    """The lines of such a file that say something."""
    lines = (ROOT / name).read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def sent(path):
    """Whether `docker build` sends a file: the last rule for it, or for a folder above, decides.

    https://docs.docker.com/build/concepts/context/#dockerignore-files
    """
    parts = path.split("/")
    above = ["/".join(parts[: end + 1]) for end in range(len(parts))]
    kept = True
    for rule in rules(".dockerignore"):
        pattern = rule.removeprefix("!").strip("/")
        anywhere = pattern.removeprefix("**/")
        names = parts if anywhere != pattern else [one for one in above if pattern != "*"] or above
        if any(fnmatchcase(one, anywhere) for one in names):
            kept = rule.startswith("!")
    return kept


PRIVATE = [
    *(re.sub(r"\*", "x", line.strip("/")) for line in rules(".gitignore")),
    *("ohhell.db", "ohhell.db-wal", "ohhell-2026-10-05-120000.db", "config.yaml", "my.yaml"),
    *(".git/config", ".env", "outgoing/new/1", "demo/ohhell.db", "gallery/index.html"),
    *(".venvs/3.13/bin/python", "Lindy.json", "contrib/key.pem", "pbem/__pycache__/x.pyc"),
]


@of_each("path", PRIVATE)
def test_nothing_private_gets_into_the_image(path):
    assert not sent(path)


def test_all_that_the_package_is_made_of_gets_into_the_image():
    named = [PROJECT["project"]["readme"], *PROJECT["project"]["license-files"], "pyproject.toml"]
    packed = [*WHEEL["packages"], *WHEEL["force-include"]]
    files = [file for part in packed for file in (ROOT / part).rglob("*")] + [
        ROOT / name for name in [*named, *packed, "constraints.txt"]
    ]
    paths = {file.relative_to(ROOT).as_posix() for file in files if file.is_file()}
    lost = {path for path in paths if not sent(path)}

    assert len(paths) > 300
    assert {path for path in lost if "__pycache__" not in path} == set()
