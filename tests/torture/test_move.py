"""`pbem move` by the real command, killed on its way, there and back."""

from tests.databases import FROM_A_FILE
from tests.effort import LONG
from tests.torture.moving import moving, written


@LONG
@FROM_A_FILE
def test_whatever_kills_a_move_both_ends_are_as_they_were(tmp_path):
    """And at last everything is there, as it was written, and each letter can be answered."""
    with moving(tmp_path, 36) as run:
        (tmp_path / "back").mkdir()
        again, last = tmp_path / "again.db", tmp_path / "back" / "ohhell.db"
        moves = [run.out_of_the_file(), run.into_a_file(again)]
        assert written(again) == written(run.first)

        assert run.answered_in_the_postgresql() == 36
        run.into_a_file(last)
        assert run.answered_in_a_file(last) == 36
        assert [one.memory < 200 for one in moves] == [True, True]
