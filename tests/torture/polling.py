"""The moments of a polled mailbox at which the server is killed, found by listening to the wire."""

from __future__ import annotations

import random
from contextlib import suppress

from tests.torture.moments import Moment
from tests.torture.players import Players, Reply
from tests.torture.relay import Relay
from tests.torture.server import Stuck, wait_until


def poll_moments(relay: Relay) -> dict[str, Moment]:
    """The moments of one mailbox, each by its name."""

    def killed(players: Players, reply: Reply, command: bytes, *, after: bool) -> list[tuple]:
        """Kill at a command, or at the reply to it; how the mail stands then."""
        tag = b""

        def at(way: str, data: bytes) -> bool:
            nonlocal tag
            if not tag and way == "asks" and command in data:
                tag = data.split()[0]
                if not after:
                    players.server.kill()
            elif after and tag and way == "says" and tag in data:
                players.server.kill()
            return not players.server.running

        relay.at = at
        try:
            players.hand_in(reply)
            with suppress(Stuck):
                wait_until(lambda: not players.server.running, "the mailbox to be polled", 20)
        finally:
            relay.at = lambda _way, _data: False
        sql = "select state, attempts from inbound where digest = ?"
        return players.server.ask(sql, reply.digest)

    def before_commit(players: Players, reply: Reply, _dice: random.Random) -> bool:
        return killed(players, reply, b" FETCH ", after=False) == []

    def before_move(players: Players, reply: Reply, _dice: random.Random) -> bool:
        return len(killed(players, reply, b" MOVE ", after=False)) == 1

    def after_move(players: Players, reply: Reply, _dice: random.Random) -> bool:
        return len(killed(players, reply, b" MOVE ", after=True)) == 1

    return {
        "poll, before the commit": before_commit,
        "poll, before the move": before_move,
        "poll, after the move": after_move,
    }
