"""Who goes up and who goes down, and how people are divided among tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.domain.seasons import levels, moved


@pytest.mark.parametrize(
    ("people", "size", "tables"),
    [
        ("abcdefgh", 4, ["abcd", "efgh"]),
        ("abcdefg", 4, ["abcd", "efg"]),
        ("abcdefghi", 4, ["abcde", "fghi"]),
        ("abc", 4, ["abc"]),
        ("abcdefghijk", 4, ["abcd", "efgh", "ijk"]),
    ],
)
def test_tables_are_of_about_one_size(people, size, tables):
    assert ["".join(table) for table in levels(people, size)] == tables


@pytest.mark.parametrize(
    ("before", "movers", "after"),
    [
        (["abcd", "efgh"], 1, ["abce", "dfgh"]),
        (["abcd", "efgh"], 2, ["abef", "cdgh"]),
        (["abcd", "efgh", "ijkl"], 1, ["abce", "dfgi", "hjkl"]),
        (["abcd", "efgh"], 0, ["abcd", "efgh"]),
        (["abc", "def"], 3, ["abd", "cef"]),
        (["abcd"], 1, ["abcd"]),
    ],
)
def test_the_last_go_down_and_the_first_go_up(before, movers, after):
    assert ["".join(table) for table in moved(before, movers)] == after


@given(st.integers(1, 60), st.integers(2, 10), st.integers(0, 5))
def test_nobody_is_lost_and_no_table_changes_its_size(count, size, movers):
    before = levels(range(count), size)
    after = moved(before, movers)

    assert sorted(one for table in after for one in table) == list(range(count))
    assert list(map(len, after)) == list(map(len, before))
    was = {one: level for level, table in enumerate(before) for one in table}
    assert all(abs(was[one] - level) <= 1 for level, table in enumerate(after) for one in table)
