"""A server that has nothing to do looks at no more, however many games there are."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime

import pytest
from sqlalchemy import event

from pbem.config.settings import Settings
from pbem.context.services import open_services
from pbem.server.worker import Worker
from pbem.store.database import Database
from tests.bench.crowd import crowded
from tests.databases import NO_SETTINGS

pytestmark = NO_SETTINGS
"""What is counted is the work of SQLite's machine."""


def work_of_a_look(folder, games):
    """Tens of steps of SQLite's machine in one look at all that may be due."""
    crowded(folder, games)
    steps = []

    def count(connection, _record):
        connection.set_progress_handler(lambda: steps.append(1), 10)

    now = datetime.now(UTC)
    with closing(Database(f"sqlite:///{folder}/ohhell.db")) as db:
        worker = Worker(open_services(db, Settings()), lambda: now, wake=pytest.fail)
        worker.think(now)
        db._engine.dispose()
        event.listen(db._engine, "connect", count)
        assert not worker.think(now)
    return len(steps)


def test_a_look_costs_the_same_with_many_games(tmp_path):
    few, many = (work_of_a_look(tmp_path / str(games), games) for games in (2, 200))

    assert few > 0
    assert many == pytest.approx(few, rel=0.2)
