"""Letters that tell how games went: the totals, the end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine import View
from pbem.letters.afterwards import luck, turned
from pbem.letters.compose.parts import frame_of
from pbem.letters.news import deal_result, totals_after
from pbem.letters.pages.results import Chart, Digest, LeadLine, Standing
from pbem.letters.reader import Reader


def digest(reader: Reader, answers: Sequence[int], ended_at: datetime) -> Digest:
    """How the game went, once it is over; `answers` counts the mails each seat answered."""
    view, names, table = reader.view, reader.names, reader.table
    order = sorted(range(view.players), key=lambda seat: -view.totals[seat])
    best = view.totals[order[0]]
    floor = min(0, *view.totals)
    made = [sum(deal.made[seat] for deal in view.past) for seat in range(view.players)]
    bids = [sum(deal.bids[seat] is not None for deal in view.past) for seat in range(view.players)]
    standings = tuple(
        Standing(
            place=1 + sum(total > view.totals[seat] for total in view.totals),
            name=names[seat],
            you=seat == view.seat,
            total=view.totals[seat],
            made=made[seat],
            bids=bids[seat],
            won=seat in (view.winners or ()),
            share=round(100 * (view.totals[seat] - floor) / max(1, best - floor)),
        )
        for seat in order
    )
    runner_up = max((t for t in view.totals if t < best), default=best)
    mine = view.seat if view.seat is not None else 0
    return Digest(
        frame=frame_of(reader),
        winners=tuple(names[seat] for seat in view.winners or ()),
        names=names,
        standings=standings,
        lead=() if table.setup.trial else _lead(view),
        sheet=tuple(deal_result(view, at, names, reader.opened) for at in range(len(view.past))),
        margin=best - runner_up,
        tricks=sum(deal.size for deal in view.past),
        payments=tuple(zip(names, view.payments, strict=False)),
        answers=sum(answers),
        own_answers=answers[mine],
        started_at=table.started_at or table.created_at,
        ended_at=ended_at,
        luck=() if table.setup.trial else luck(view, names),
        turned=None if table.setup.trial else turned(view, names),
        rematch_tap=reader.request("rematch"),
        chart_tap=reader.request("chart"),
        log_tap=reader.request("log"),
        proof_tap=reader.request("proof"),
    )


def chart(reader: Reader, totals: Sequence[tuple[int, ...]], image: bytes) -> Chart:
    """The totals after each deal, with a picture of them."""
    lines = tuple(
        LeadLine(number, after, tuple(total == max(after) for total in after))
        for number, after in enumerate(totals, 1)
    )
    return Chart(frame_of(reader), reader.names, lines, image)


def _lead(view: View) -> tuple[LeadLine, ...]:
    """The totals after every fifth deal and the last."""
    lines = []
    for deal in view.past:
        if deal.number % 5 == 0 or deal.number == len(view.past):
            totals = totals_after(view, deal.number)
            leads = tuple(total == max(totals) for total in totals)
            lines.append(LeadLine(deal.number, totals, leads))
    return tuple(lines)
