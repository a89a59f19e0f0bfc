"""A release is made of what is committed and tested, or nothing is changed."""

import shutil
import subprocess
import tarfile
from datetime import date
from zipfile import ZipFile

import pytest

from tests.effort import LONG
from tests.messages import template_files
from tests.release import CHANGELOG, ROOT, VERSION, Refused, main, put, release, wanted, with_day
from tests.servers import need

DAY = date(2026, 12, 24)
SOURCE = '"""A file."""\n\n__version__ = "1.2.0"\n'


@pytest.mark.parametrize("version", ["1.2.1", "1.3.0rc1", "1.10.0", "2.0", "1!0.1"])
def test_a_newer_version_is_taken(version):
    assert wanted(version, SOURCE) == version


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("1.2.0", "not newer than 1.2.0"),
        ("1.2", "not newer than 1.2.0"),
        ("1.2.0rc1", "not newer than 1.2.0"),
        ("1.1.9", "not newer than 1.2.0"),
        ("v1.3.0", "is written 1.3.0"),
        ("1.3.0-rc1", "is written 1.3.0rc1"),
        ("1.3.0+mine", "is written 1.3.0"),
        ("next", "no version as PEP 440"),
        ("", "no version as PEP 440"),
    ],
)
def test_any_other_version_is_refused_with_the_reason(version, why):
    with pytest.raises(Refused, match=why):
        wanted(version, SOURCE)


def test_what_was_not_released_gets_its_version_and_day_and_a_new_place_above():
    before = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- One.\n\n## [1.2.0] - 2026-11-01\n"
    after = (
        "# Changelog\n\n## [Unreleased]\n\n## [1.3.0] - 2026-12-24\n\n### Added\n\n- One.\n"
        "\n## [1.2.0] - 2026-11-01\n"
    )

    assert with_day(before, "1.3.0", DAY) == after
    with pytest.raises(Refused, match="tells nothing"):
        with_day(after, "1.3.1", DAY)


def test_files_are_written_all_or_none(tmp_path):
    old, new, never = tmp_path / "old", tmp_path / "dist" / "new", tmp_path / "old" / "never"
    old.write_bytes(b"before")

    with pytest.raises(FileExistsError):
        put({old: b"after", new: b"made", never: b"no"})

    assert old.read_bytes() == b"before"
    assert not new.exists()


@pytest.fixture(name="checkout")
def _checkout(committed, tmp_path):
    """What the package is made of, committed, with tasks that all succeed."""
    root = tmp_path / "checkout"
    git(tmp_path, "clone", "--quiet", committed, root)
    return root


@pytest.fixture(name="committed", scope="module")
def _committed(tmp_path_factory):
    """The repository that every checkout is one of, made once."""
    root = tmp_path_factory.mktemp("committed")
    for folder in ("engine", "pbem", "templates"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "constraints.txt", "config.example.yaml", "README.md"):
        shutil.copy(ROOT / name, root)
    shutil.copy(ROOT / "LICENSE", root)
    (root / ".gitignore").write_text("/dist/\n")
    (root / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n\n### Added\n\n- All.\n")
    (root / VERSION).write_text(SOURCE)
    (root / "dev.py").write_text("import sys\n")
    git(root, "init", "--quiet")
    commit(root)
    return root


def git(root, *words):
    return subprocess.run(
        [need("git"), "-c", "user.name=A", "-c", "user.email=a@club.example", *words],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def commit(root):
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "All")


def changed(root):
    return sorted(line.split()[-1] for line in git(root, "status", "--porcelain").splitlines())


def test_a_release_changes_two_files_and_leaves_what_was_built(checkout):
    proved = []
    files = release(checkout, "1.3.0", DAY, lambda *given: proved.append(given))

    assert changed(checkout) == sorted(map(str, (CHANGELOG, VERSION)))
    assert '__version__ = "1.3.0"' in (checkout / VERSION).read_text()
    assert "## [1.3.0] - 2026-12-24" in (checkout / CHANGELOG).read_text()
    assert sorted((checkout / "dist").iterdir()) == sorted(files)
    source, wheel = sorted(files, key=lambda file: file.suffix)
    assert [given[0].name for given in proved] == [wheel.name]
    with tarfile.open(source) as packed:
        assert "ohhell_by_mail-1.3.0/templates/your_play.txt" in packed.getnames()
    with ZipFile(wheel) as packed:
        inside = set(packed.namelist())
        assert b'__version__ = "1.3.0"' in packed.read(str(VERSION))
    needed = [
        *(f"pbem/{file.relative_to(ROOT)}" for file in template_files()),
        *(str(file.relative_to(ROOT)) for file in (ROOT / "pbem/languages").glob("[a-z]*/*.*")),
        *("pbem/config.example.yaml", "engine/variants.py"),
    ]
    assert [name for name in needed if name not in inside] == []
    assert [name for name in inside if "__pycache__" in name] == []


def no_proof(*_):
    raise subprocess.CalledProcessError(1, "pbem demo")


def test_a_wheel_that_does_not_play_changes_nothing(checkout):
    with pytest.raises(subprocess.CalledProcessError):
        release(checkout, "1.3.0", DAY, no_proof)

    assert changed(checkout) == []
    assert not (checkout / "dist").exists()


def test_a_task_that_fails_ends_it_before_anything_is_built(checkout, capfd):
    (checkout / "dev.py").write_text("import sys\nsys.exit(sys.argv[1] == 'long')\n")
    commit(checkout)

    assert main(["1.3.0"], checkout) == 1
    told = capfd.readouterr()
    assert told.out.split() == ["check:", "test:", "long:"]
    assert "nothing was changed" in told.err
    assert changed(checkout) == []


@pytest.mark.parametrize(("state", "name"), [("??", "new.py"), (" M", "README.md")])
def test_what_is_not_committed_is_not_released(checkout, capsys, state, name):
    (checkout / name).write_text("another")

    assert main(["1.3.0"], checkout) == 1
    told = capsys.readouterr().err
    assert told == f"No release: this is not committed:\n{state} {name}\n"
    assert changed(checkout) == [name]


@LONG
def test_a_commit_meanwhile_ends_it(checkout):
    def slow(*_):
        (checkout / "README.md").write_text("another")
        commit(checkout)

    with pytest.raises(Refused, match="meanwhile"):
        release(checkout, "1.3.0", DAY, slow)
    assert changed(checkout) == []


def test_no_checkout_is_no_release(tmp_path):
    with pytest.raises(Refused, match="no checkout"):
        release(tmp_path, "1.3.0", DAY)


@pytest.mark.parametrize("words", [[], ["--help"], ["1.3.0", "1.4.0"]])
def test_one_version_is_asked_for(words, capsys):
    assert main(words) == 2
    assert "VERSION" in capsys.readouterr().out
