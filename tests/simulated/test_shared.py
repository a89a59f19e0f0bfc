"""Worlds in which two servers share a PostgreSQL, of fixed seeds."""

from __future__ import annotations

import pytest

from tests.effort import LONG
from tests.simulated.run import Size, live
from tests.simulated.shared import TROUBLES


@LONG
@pytest.mark.parametrize("seed", [4, 6, 9])
def test_nothing_is_wrong_where_one_of_two_servers_is_killed_cut_off_or_hangs(seed):
    found = live(seed, Size(games=5, days=1, postgres=True))

    assert found.wrong == []
    assert not found.kinds.isdisjoint(TROUBLES)
    assert found.counted["letters"] > 20
