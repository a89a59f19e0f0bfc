"""`dev.py` never runs one Python's task in the environment of another."""

import dev


def made_by(folder, version):
    (folder / ".venv").mkdir()
    (folder / ".venv" / "pyvenv.cfg").write_text(f"home = /usr/bin\nversion = {version}\n")


def test_the_first_python_gets_the_plain_environment(tmp_path):
    assert dev.environment(tmp_path, (3, 13)) == tmp_path / ".venv"


def test_the_python_that_made_the_environment_keeps_it(tmp_path):
    made_by(tmp_path, "3.11.7")
    assert dev.environment(tmp_path, (3, 11)) == tmp_path / ".venv"


def test_any_other_python_has_one_of_its_own(tmp_path):
    made_by(tmp_path, "3.11.7")
    assert dev.environment(tmp_path, (3, 13)) == tmp_path / ".venvs" / "3.13"
    assert dev.environment(tmp_path, (3, 1)) == tmp_path / ".venvs" / "3.1"


def test_a_task_may_have_a_name_of_two_words():
    assert dev.named(["test", "quick", "-x"]) == ("test quick", ["-x"])
    assert dev.named(["test", "-x"]) == ("test", ["-x"])
    assert dev.named([]) == ("", [])


def test_the_quick_tests_are_there():
    lines = (dev.ROOT / "tests" / "quick.txt").read_text("utf-8").splitlines()
    files = [line.removeprefix("--ignore=") for line in lines]

    assert [file for file in files if not (dev.ROOT / file).exists()] == []


def test_what_python_compiles_stays_beside_it(monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    variables = dev.compiling(dev.ROOT / ".venv" / "bin" / "python")

    assert "PYTHONDONTWRITEBYTECODE" not in variables
    assert variables["PYTHONPYCACHEPREFIX"] == str(dev.ROOT / ".venv" / "bytecode")
