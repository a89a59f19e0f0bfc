"""The container image: what of a checkout gets into it, and that it is built, serves and plays."""

import re
import signal
import subprocess
import sys
import tomllib
from fnmatch import fnmatchcase

import pytest
import yaml

from tests.docs.blocks import DOCS
from tests.effort import LONG, of_each
from tests.image import FILE, build, instructions
from tests.pbem.test_cli import wait_until
from tests.servers import need, need_root

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


COMPOSE = DOCS.parent / "contrib" / "compose.yaml"


def test_the_compose_file_keeps_to_the_schema_and_asks_for_health_as_the_image_does():
    words = ["-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(COMPOSE)]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout

    set_up = yaml.safe_load(COMPOSE.read_text())
    [service] = set_up["services"].values()
    [health] = [rest for word, rest in instructions() if word == "HEALTHCHECK"]
    assert (COMPOSE.parent / service["build"]["context"]).resolve() == ROOT
    assert ROOT / service["build"]["dockerfile"] == FILE
    assert [one.partition(":") for one in service["volumes"]] == [
        (name, ":", "/data") for name in set_up["volumes"]
    ]
    assert service["healthcheck"]["test"] == ["CMD", *yaml.safe_load(health.partition("CMD ")[2])]


def test_the_image_runs_as_nobody_in_particular_and_takes_another_base():
    said = dict(instructions())
    assert said["USER"].replace(":", "").isdecimal()
    assert said["ARG"] == "BASE=python:3.13-slim"
    assert {rest.split()[0] for word, rest in instructions() if word == "FROM"} == {"$BASE"}


@pytest.fixture(name="image", scope="module")
def _image(tmp_path_factory):
    need_root()
    for program in ("unshare", "chroot"):
        need(program)
    if subprocess.run(["unshare", "--mount", "true"], check=False).returncode:
        pytest.skip("this machine lets nobody mount")
    return build(tmp_path_factory.mktemp("image"), sent)


def kept(image):
    """What was made of templates and catalogues, and when."""
    forms = ("plain", "escaped", "sentences")
    files = [one for form in forms for one in image.root.glob(f"opt/ohhell/**/*.{form}.*.pyc")]
    return {file: file.stat().st_mtime_ns for file in files}


@LONG
def test_the_image_plays_the_demo_and_compiles_no_letter_for_it(image):
    before = kept(image)
    image.run([*image.entry, "demo", "--out", "/data/demo"])

    assert (image.root / "data/demo/index.html").is_file()
    assert len(before) > 200
    assert kept(image) == before
    of_the_demo = {one.stat().st_uid for one in (image.root / "data/demo").rglob("*")}
    assert of_the_demo == {int(image.user.partition(":")[0])}


@LONG
def test_only_what_runs_is_in_the_image(image):
    there = {one.name for one in image.root.iterdir()}
    assert "src" not in there
    assert not list(image.root.glob("opt/ohhell/bin/pip*"))
    assert not list(image.root.glob("opt/ohhell/lib/python3*/site-packages/pip"))


@LONG
def test_the_image_serves_and_tells_its_health(image):
    """As a daemon runs it: its entry and words, its check, and an end by its signal."""
    with pytest.raises(RuntimeError, match="is not at work"):
        image.run(image.health)
    process = image.start([*image.entry, *image.words], stdout=subprocess.PIPE)
    try:
        wait_until(lambda: "is at work" in healthy(image))
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.communicate()
    with pytest.raises(RuntimeError, match="does not run"):
        image.run(image.health)


def healthy(image):
    """What the check of its health says, if it says that all is well."""
    try:
        return image.run(image.health)
    except RuntimeError:
        return ""
