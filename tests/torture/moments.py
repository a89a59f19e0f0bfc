"""The moments at which the server is killed, each brought about from outside.

A kill is aimed at a boundary of the three stages by watching the database and the sockets, and by
holding the database's lock; there is nothing in the server that helps. What the dead server left
behind says whether the boundary was hit.
"""

from __future__ import annotations

import random
import select
import subprocess
from collections.abc import Callable
from contextlib import suppress
from threading import Thread, Timer

from tests.torture.players import Players, Reply
from tests.torture.server import Stuck, wait_until

Moment = Callable[[Players, Reply, random.Random], bool]
"""Hands in an answer and kills the server on the way; whether it died where it was meant to."""


def accept_before_commit(players: Players, reply: Reply, _dice: random.Random) -> bool:
    """The mail is here to the final dot, but cannot be stored yet."""
    server = players.server
    with server.locked(), players.push(reply) as line:
        heard = select.select([line], [], [], 0.02)[0]
        said = line.recv(100) if heard else b""
        server.kill()
    if said.startswith(b"250"):
        players.accepted[reply.digest] = reply
    else:
        players.keep(reply)
    return not said and not _rows(players, reply)


def accept_after_commit(players: Players, reply: Reply, _dice: random.Random) -> bool:
    """The mail is stored; whoever sent it does not hear the 250."""
    with players.push(reply):
        wait_until(lambda: _rows(players, reply), "the mail to be stored")
        players.server.kill()
    players.keep(reply)
    return bool(_rows(players, reply))


def process_before_commit(players: Players, reply: Reply, _dice: random.Random) -> bool:
    """The mail is being thought through, in the middle of its transaction."""
    players.hand_in(reply)

    wait_until(lambda: thinking(players, reply), "the mail to be looked at")
    players.server.kill()
    return _state(players, reply) == "new"


def process_after_commit(players: Players, reply: Reply, _dice: random.Random) -> bool:
    """The move is made, its letters are written, and none has left."""
    players.hand_in(reply)
    wait_until(lambda: _state(players, reply) == "done", "the mail to be processed")
    players.server.kill()
    return bool(players.server.ask("select id from outbox where state = 'queued'"))


def deliver_before_send(players: Players, reply: Reply, _dice: random.Random) -> bool:
    """A letter is claimed and the smarthost is being talked to, but has not got it."""
    return _at_the_sink(players, reply, "MAIL")


def deliver_without_reply(players: Players, reply: Reply, _dice: random.Random) -> bool:
    """The smarthost has the letter, and its reply never comes."""
    return _at_the_sink(players, reply, "DATA")


def deliver_before_mark(players: Players, reply: Reply, _dice: random.Random) -> bool:
    """The smarthost has said 250, and the letter cannot be marked as sent yet."""
    server, sink = players.server, players.sink
    killers: list[Thread] = []

    def hold(moment: str) -> None:
        if moment != "DATA" or killers:
            return
        lock = server.locked()
        lock.__enter__()

        def end() -> None:
            server.kill()
            lock.__exit__(None, None, None)

        killers.append(Timer(0.03, end))
        killers[0].start()

    return _until_dead(players, reply, sink, hold, killers)


def at_random_under_load(players: Players, reply: Reply, dice: random.Random) -> bool:
    """Many answers at once, by both receivers, some of them twice; the end comes at any time."""
    players.keep(reply)

    def provider(number: int) -> None:
        while players.server.running and (one := players.next(patience=0.1)):
            taken = players.hand_in(one, lmtp=number % 2 == 1)
            if taken and number == 0:
                players.hand_in(one)

    ends = Timer(dice.uniform(0, 0.5), players.server.kill)
    threads = [Thread(target=provider, args=(number,)) for number in range(4)]
    for thread in (ends, *threads):
        thread.start()
    for thread in (*threads, ends):
        thread.join()
    return True


def on_its_way_up(players: Players, reply: Reply, dice: random.Random) -> bool:
    """A server that was told to stop, and has just been started again."""
    players.keep(reply)
    players.server.stop()
    players.server.launch()
    with suppress(subprocess.TimeoutExpired):
        players.server.wait(dice.uniform(0, 1.5))
    players.server.kill()
    return True


MOMENTS: dict[str, Moment] = {
    "accept, before its commit": accept_before_commit,
    "accept, after its commit": accept_after_commit,
    "process, before its commit": process_before_commit,
    "process, after its commit": process_after_commit,
    "deliver, before the send": deliver_before_send,
    "deliver, the reply lost": deliver_without_reply,
    "deliver, before the mark": deliver_before_mark,
    "at random, under load": at_random_under_load,
    "on its way up": on_its_way_up,
}


def thinking(players: Players, reply: Reply) -> bool:
    """Whether an answer is being thought through, as the server has noted, or is done already."""
    [(number, state)] = _rows(players, reply)
    return state == "done" or number in players.server.thinks_about


def _rows(players: Players, reply: Reply) -> list[tuple]:
    return players.server.ask("select id, state from inbound where digest = ?", reply.digest)


def _state(players: Players, reply: Reply) -> str:
    [(_, state)] = _rows(players, reply)
    return str(state)


def _at_the_sink(players: Players, reply: Reply, wanted: str) -> bool:
    """Kill the server when its smarthost hears a word; the talk goes no further."""
    dead: list[str] = []

    def end(moment: str) -> None:
        if moment == wanted and not dead:
            dead.append(moment)
            players.server.kill()

    return _until_dead(players, reply, players.sink, end, [])


def _until_dead(
    players: Players,
    reply: Reply,
    sink: object,
    at: Callable[[str], None],
    killers: list[Thread],
) -> bool:
    """Hand in until a letter is on its way and the server dies of it."""
    players.sink.at = at
    try:
        players.hand_in(reply)
        with suppress(Stuck):
            wait_until(lambda: not players.server.running, "a letter to leave", 20)
    finally:
        players.sink.at = lambda _moment: None
        for killer in killers:
            killer.join()
    return bool(players.server.ask("select id from outbox where state = 'sending'"))
