import pytest

from tests.bench import against
from tests.bench.__main__ import beside
from tests.bench.measure import CannotCompare


def test_a_revision_that_there_is_not_is_named_in_one_sentence(capsys):
    assert beside("no-such-revision") == 2

    [said] = capsys.readouterr().err.splitlines()
    assert "no-such-revision" in said


def test_a_revision_without_a_bench_is_left_as_it_was(monkeypatch, tmp_path):
    """Whatever fails there is told, and the worktree is gone."""
    made = []

    def run(folder, *command):
        made.append(command[:3])
        if command[0] != "git":
            raise CannotCompare("no bench")
        return ""

    monkeypatch.setattr(against, "_run", run)
    with pytest.raises(CannotCompare):
        list(against.rows("HEAD"))

    assert made[0] == ("git", "worktree", "add")
    assert made[-1] == ("git", "worktree", "remove")
