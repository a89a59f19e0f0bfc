"""Boundaries of the three stages, hit once each; `python3 dev.py torture` does it for long."""

from tests.effort import LONG
from tests.torture.moments import MOMENTS
from tests.torture.run import tables, torture

FEW = [
    "process, before its commit",
    "deliver, before the mark",
    "at random, under load",
]


@LONG
def test_a_server_that_is_killed_loses_nothing_and_doubles_nothing(tmp_path):
    """EMAIL 7.3."""
    with tables(tmp_path, 1) as players:
        figures, hits = torture(players, [(name, MOMENTS[name]) for name in FEW], seed=3)

    assert figures.wrong == {}
    assert figures.kills == len(FEW)
    assert figures.accepted == figures.played >= 2
    assert sum(hits.values()) >= 2
