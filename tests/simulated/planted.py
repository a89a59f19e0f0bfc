"""Faults of which it is known that a world must find them: each put into the server's own source.

A fault is a piece of a function that is exchanged for another. Where the function, or the piece, is
no longer there, planting it fails: then the fault wants a new place, or is no longer possible.
"""

from __future__ import annotations

import importlib
import inspect
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

_ANNOTATIONS = 0x1000000
"""What `from __future__ import annotations` tells the compiler."""


class Withered(Exception):
    """There is no place for a fault any more; the message says which."""


@dataclass(frozen=True, slots=True)
class Planted:
    """In a function, by module and name, some pieces stand in the place of others."""

    where: str
    pieces: tuple[tuple[str, str], ...]

    @property
    def function(self) -> FunctionType:
        """Where it is put. Withered if there is none."""
        module, _, names = self.where.partition(":")
        found: Any = importlib.import_module(module)
        for name in names.split("."):
            found = getattr(found, name, None)
        if not isinstance(found, FunctionType):
            raise Withered(f"{self.where} is no more")
        return found

    @contextmanager
    def in_the_server(self) -> Iterator[None]:
        """The server has the fault in this block. Withered if there is no place for it."""
        function = self.function
        right, wrong = function.__code__, self._wrong(function)
        # It stays the same function for all who hold it: other modules, and rows of tables.
        function.__code__ = wrong
        try:
            yield
        finally:
            function.__code__ = right

    def _wrong(self, right: FunctionType) -> CodeType:
        source = textwrap.dedent(inspect.getsource(right))
        for old, new in self.pieces:
            if source.count(old) != 1:
                raise Withered(f"{self.where} has {source.count(old)} times: {old}")
            source = source.replace(old, new)
        made: dict[str, FunctionType] = {}
        exec(compile(source, inspect.getfile(right), "exec", _ANNOTATIONS), right.__globals__, made)
        return made[right.__name__].__code__


PLANTED = {
    "a receipt sent twice": Planted(
        "pbem.commands.player.play:play",
        (
            (
                "return Done(outcomes.Repeated())",
                "return _noted(at, outcomes.Repeated())",
            ),
        ),
    ),
    "an event lost on a crash between commits": Planted(
        "pbem.inbound.worker:_think",
        (
            (
                "            services.note.begin(mail.id for mail in mails)\n",
                "            for mail in mails:\n"
                "                close_inbound(session, mail.id, (), now)\n"
                "        with services.db.begin(lasting=False) as session:\n"
                "            services.note.begin(mail.id for mail in mails)\n",
            ),
        ),
    ),
    "a hold that leaks": Planted(
        "pbem.domain.hold:known",
        (("from_then > now", "from_then > now + timedelta(minutes=9)"),),
    ),
    "a forced card told by a number": Planted(
        "pbem.mail.addresses:Addresses.fresh",
        (
            (
                "return draw(self.chance)",
                "drawn = globals().setdefault('_drawn', [])\n"
                "    drawn.append(str.maketrans('0123456789', 'abcdefghij'))\n"
                "    return Signs(f'{len(drawn):06}'.translate(drawn[0]) + draw(self.chance)[6:])",
            ),
        ),
    ),
    "a forced card told by its time": Planted(
        "pbem.domain.hold:opens",
        (
            (
                "wait = pause(at) + BRIEF if hold.live(before) else hold.usual",
                "wait = timedelta(0) if actor is Actor.SERVER else hold.usual",
            ),
        ),
    ),
    "who watches told when a held question leaves": Planted(
        "pbem.context.known:asked_openly",
        (("return ()", "return open_questions(session, table.id)"),),
    ),
    "the cap that stops an evening": Planted(
        "pbem.store.frequency:unasked_between",
        (
            (
                "value_of(session, _UNASKED, values)",
                "session.scalar(\n"
                "        select(func.count()).where(*_UNASKED.whereclause.clauses[:-1]), values\n"
                "    )",
            ),
        ),
    ),
    "the attempt counted before the thought": Planted(
        "pbem.inbound.worker:_think",
        (
            (
                "    try:\n        # It lasts",
                "    from pbem.inbound.parking import Parked, _set_aside, note_failure\n"
                "    with services.db.begin() as session:\n"
                "        for mail in which(session):\n"
                "            if note_failure(session, mail.id, Parked()) > 3:\n"
                "                _set_aside(Context(services, session, now), mail, Parked())\n"
                "    try:\n        # It lasts",
            ),
        ),
    ),
    "a code that outlives its question": Planted(
        "pbem.turns.decide:_choose",
        (
            (
                "question.closed is not None:",
                "question.closed is not None and not at.their_turn:",
            ),
        ),
    ),
    "a restore that forgets a stage": Planted(
        "pbem.games.after_restore:ask_everybody",
        (("Stage.INVITING, Stage.PLAYING", "Stage.INVITING"),),
    ),
    "a deadline computed in the wrong zone": Planted(
        "pbem.domain.deadlines:deadline", (("ZoneInfo(pace.zone)", 'ZoneInfo("UTC")'),)
    ),
    "a bounce counted for the wrong player": Planted(
        "pbem.inbound.bounces:_returned",
        (
            (
                "return bounces.sent_mail(ctx.session, token.number)",
                "return bounces.sent_mail(ctx.session, token.number - 1)",
            ),
        ),
    ),
    "a plan kept one trick too long": Planted(
        "pbem.turns.turn:_Run._kept",
        (
            (
                "KeptChange(seat, part, kept.rest,",
                "KeptChange(seat, part, replace(kept, trick=kept.trick + 1),",
            ),
        ),
    ),
    "a savepoint that takes a neighbour with it": Planted(
        "pbem.inbound.worker:_heard",
        (
            (
                "    for mail in mails:\n",
                "    whole = ctx.session.begin_nested()\n    for mail in mails:\n",
            ),
            ("with apart(ctx.session):", "if whole.is_active:"),
            (
                "        except Exception as problem:\n",
                "        except Exception as problem:\n"
                "            whole.rollback()\n"
                "            whole = ctx.session.begin_nested()\n",
            ),
            (
                "    return came_of",
                "    for number, outcomes in came_of.items():\n"
                "        close_inbound(ctx.session, number, outcomes, ctx.now)\n"
                "    return came_of",
            ),
        ),
    ),
}
"""The faults by what they are."""
