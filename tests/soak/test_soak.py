"""A small town for ten days: the soak itself must go on working."""

from __future__ import annotations

import asyncio
import random
import sys

import pytest

from pbem.logs import log_to
from tests.databases import GROWTH
from tests.soak.__main__ import soak
from tests.soak.counting import verdict
from tests.soak.town import Log, Town


@GROWTH
@pytest.mark.long
def test_ten_days_of_some_games_leave_nothing_undone(tmp_path):
    log = Log()
    log_to(log, style="json")
    town = Town(tmp_path, 6, random.Random(2))
    try:
        samples = asyncio.run(soak(town, log, days=10, seconds=600))
        wrong = verdict(town, log, samples)
    finally:
        log_to(sys.stderr)
        town.server.services.db.close()

    assert wrong == []
    assert len(samples) == 10
    assert town.became["answer", "played"] > 10
