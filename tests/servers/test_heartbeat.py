"""Several servers on one PostgreSQL: what a killed one had in hand waits seconds, not its lease."""

from datetime import UTC, datetime, timedelta

from pbem.config.settings import Settings
from pbem.server.app import Server
from pbem.server.heartbeat import beat
from pbem.store.server import alive
from tests.servers.postgres import shared

NOW = datetime(2026, 10, 18, 9, tzinfo=UTC)


def test_who_is_killed_on_its_way_up_is_missed_soon():
    """It has said that it lives before it can have anything in hand."""
    settings = Settings(database=shared().url(shared().create()), doors=())
    killed = Server(settings, now=lambda: NOW)
    db = killed.services.db

    def at_work():
        with db.begin() as session:
            return set(alive(session))

    killed.take_up()
    assert at_work() == {killed.name}

    beat(db, "another", NOW + timedelta(seconds=20))
    assert at_work() == {"another"}
    killed.close()
