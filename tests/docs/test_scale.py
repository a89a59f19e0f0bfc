"""The page of figures is written by the bench, and the rest of it by hand."""

import re

import pytest

from tests.bench.scale import SCALE, NoPlace, written

PAGE = """\
# Page

<!-- bench moves -->
2026-11-21, abc; a machine

| what | figure | beside | ratio |
| --- | --- | --- | --- |
| moves | 1/s | the least 2/s | 0.50 |
<!-- end -->

Words.

<!-- bench start -->
<!-- end -->
"""
NEW = ("moves", "75.2/s (73.9 to 76.0)", r"of C:\1 140/s", "0.54")


def test_rows_take_the_place_of_their_part_and_nothing_else():
    put = written(PAGE, "moves", "2026-11-23, def; another", [NEW])

    assert r"| moves | 75.2/s (73.9 to 76.0) | of C:\1 140/s | 0.54 |" in put
    assert "2026-11-23, def; another\n\n| what " in put
    assert "abc" not in put
    assert put.partition("<!-- end -->")[2] == PAGE.partition("<!-- end -->")[2]
    assert written(put, "moves", "2026-11-23, def; another", [NEW]) == put


def test_a_part_without_a_place_is_named():
    with pytest.raises(NoPlace, match="crowd"):
        written(PAGE, "crowd", "today", [NEW])


def test_each_part_of_the_bench_has_its_place():
    told = (SCALE.parents[1] / "tests" / "bench" / "__main__.py").read_text("utf-8")
    parts = re.findall(r'^    "(\w+)": \("', told, re.MULTILINE)
    page = SCALE.read_text("utf-8")

    assert parts
    assert sorted(re.findall(r"<!-- bench (\w+) -->", page)) == sorted(parts)
