"""A PostgreSQL is killed under two servers, and its standby promoted, while games are played."""

from tests.effort import LONG
from tests.torture.audit import audit
from tests.torture.failover import GONE, OLD, drill
from tests.torture.many import DEALS
from tests.torture.night import unfair


@LONG
def test_a_failover_costs_a_pause_and_nothing_else(tmp_path, monkeypatch):
    """Nothing is written to the old primary, which is started again unasked: `play` makes sure."""
    monkeypatch.chdir(tmp_path)
    games = 20
    with drill(tmp_path, games) as run:
        run.play(games, 1)
        figures = audit(run.players)

        assert figures.wrong == {}
        assert unfair(run.players, DEALS) == []
        assert [pause.taken < 30 for pause in run.pauses] == [True]
        logs = run.players.server.logs()
        assert GONE in logs
        assert OLD in logs
