"""Boundaries of the three stages, hit once each; `python3 dev.py torture` does it for long."""

from dataclasses import replace

from tests.effort import LONG
from tests.torture.audit import audit
from tests.torture.moments import MOMENTS, thinking
from tests.torture.run import tables, torture
from tests.torture.server import wait_until

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


def test_a_server_killed_three_times_at_one_mail_plays_it_the_fourth_time(tmp_path):
    with tables(tmp_path, 1) as players:
        server = players.server
        server.start()
        reply = players.next()
        # So much to read that the kill comes in time.
        reply = replace(reply, raw=reply.raw + b"> and so on, and on\r\n" * 10_000)
        players.hand_in(reply)
        for _ in range(3):
            wait_until(lambda: thinking(players, reply), "the mail to be thought about")
            server.kill()
            assert server.ask("select state from inbound") == [("new",)]
            # As if the pause after the kill had passed.
            server.do("update inbound set died_at = '2026-01-01 00:00:00'")
            server.launch()
        wait_until(
            lambda: server.ask("select 1 from inbound where state != 'new'"), "it to be read"
        )
        figures = audit(players)

    assert figures.wrong == {}
    assert (figures.kills, figures.played, figures.parked) == (3, 1, 0)
