"""Letters to the operator."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pbem.demo.specimens.games import NOW, Story
from pbem.domain.server_orders import ServerOrdered, ServerOutcome
from pbem.domain.vocabulary import Trouble
from pbem.domain.week import DomainMails, NewerVersion, Slowest, Week
from pbem.letters.page import AnyPage
from pbem.letters.pages.operators import (
    Concern,
    OperatorDay,
    OperatorWeek,
    ServerAnswer,
    ServerOrdersMeant,
)
from pbem.letters.taps import Taps
from pbem.orders.server_orders import ServerLine, ServerOrder


def pages(story: Story) -> dict[str, AnyPage]:
    """What an operator should look at."""
    troubles = tuple(Concern(NOW, what, 7, "x" * 150, NOW) for what in Trouble)
    taps = Taps("table+qaaa@ohhell.example", "server #qaaabcdefghijkmnpqrst", story.language)
    day = OperatorDay(taps, "Europe/Paris", troubles, 0)
    mails = DomainMails("cards.example", 1240, 17, 2, 1, 1), DomainMails("", 31)
    week = OperatorWeek(
        taps,
        "Europe/Paris",
        since=NOW - timedelta(days=7),
        until=NOW,
        needs=troubles[:2],
        more=3,
        week=Week(12, 9, 41, 7, 88, 1302, mails, Slowest(4711, timedelta(seconds=3))),
        megabytes=812.4,
        grown=12.3,
        gigabytes=41.8,
        copied=NOW,
        ends=NOW.date(),
        newer=NewerVersion("1.4.0", NOW.date(), "Rounds begin sooner."),
    )
    nothing = Week(0, 0, 0, 0, 0, 0, (), None)
    quiet = replace(
        week, needs=(), more=0, ends=None, newer=None, week=nothing, grown=None, gigabytes=None
    )
    line = ServerLine("block eve@cards.example", ServerOrder.BLOCK, "eve@cards.example")
    seats, blocks = (("Lindy", "Eve"),), (("@evil.example", NOW, "spam"),)
    told = tuple(
        ServerOutcome(kind, "eve@cards.example", seats, blocks * (kind == "listed"), line.written)
        for kind in ServerOrdered
    )
    answer = ServerAnswer(taps, "Europe/Paris", told)
    return {
        "server_answer": answer,
        "server_answer nobody": replace(
            answer, told=(ServerOutcome(ServerOrdered.LISTED, written="blocks"),)
        ),
        "server_answer nothing": replace(answer, told=()),
        "server_orders_meant": ServerOrdersMeant.of(taps, [line]),
        "operator_week": week,
        "operator_week quiet": replace(quiet, copied=None),
        "operator_day": day,
        "operator_day more": replace(day, zone="UTC", troubles=troubles[:1], more=3),
        "operator_day copied": replace(day, troubles=troubles[:1], copied=NOW, megabytes=12.3),
    }
