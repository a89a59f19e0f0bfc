"""Views to pages: what one reader is told, by listing what the reader may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine import Card, DealView, Rules, Seat, View
from engine.players import fair_bid, lowest_card
from pbem.letters.news import deal_result, news
from pbem.letters.pages import (
    BidTap,
    DealResult,
    Digest,
    Due,
    Frame,
    GameStart,
    HandCard,
    Help,
    Invitation,
    LeadLine,
    Line,
    Noted,
    Place,
    Refused,
    Round,
    Standing,
    Status,
    YourBid,
    YourPlay,
)
from pbem.letters.taps import Taps
from pbem.letters.words import by_suit, card_words, number_word
from pbem.table.model import Logged, Player, Question, Said, Table


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a letter, and where the answers go."""

    table: Table
    player: Player
    view: View
    taps: Taps

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(player.name for player in self.table.players)


def tag(table: Table, view: View | None) -> str:
    """The short name of a moment: `Lindy-6.3` is deal 6, trick 3; `Lindy-6.B` its bids."""
    deal = view.deal if view else None
    if deal is None:
        return table.name
    return f"{table.name}-{deal.number}.{'B' if deal.bidding else deal.trick_number}"


def invitation(reader: Reader, rules: Rules, words: str) -> Invitation:
    """P1."""
    players = len(reader.table.players)
    others = [p.name for p in reader.table.players if p.id != reader.player.id]
    return Invitation(
        frame=_frame(reader),
        others=tuple(others),
        players=players,
        rules=rules,
        sizes=rules.sizes(players),
        answer_in=reader.table.answer_in,
        words=words,
        yes_tap=reader.taps.to("yes"),
        no_tap=reader.taps.to("no"),
    )


def game_start(reader: Reader, log: Sequence[Logged], question: Question | None) -> GameStart:
    """P4, with the question of P5 for the seat that bids first."""
    deal, names = _deal(reader), reader.names
    draw = news(log, names, reader.view).draw
    return GameStart(
        frame=_frame(reader),
        round=_round(reader, deal),
        order=tuple(names[seat] for seat in deal.bidders),
        draw=draw,
        rules=reader.view.rules,
        sizes=reader.view.rules.sizes(reader.view.players),
        answer_in=reader.table.answer_in,
        bids=_bid_taps(reader) if question else (),
        due=_due(reader, question) if question else None,
        waiting_for=tuple(names[seat] for seat in reader.view.awaiting),
    )


def your_bid(reader: Reader, log: Sequence[Logged], question: Question) -> YourBid:
    """P5."""
    return YourBid(
        frame=_frame(reader),
        round=_round(reader, _deal(reader)),
        bids=_bid_taps(reader),
        due=_due(reader, question),
        news=news(log, reader.names, reader.view).told,
    )


def your_play(reader: Reader, log: Sequence[Logged], question: Question) -> YourPlay:
    """P6."""
    return YourPlay(
        frame=_frame(reader),
        round=_round(reader, _deal(reader)),
        due=_due(reader, question),
        news=news(log, reader.names, reader.view).told,
    )


def status(reader: Reader, question: Question | None, since: datetime | None) -> Status:
    """P8; `since` is when the player whom all wait for was asked."""
    view, names = reader.view, reader.names
    return Status(
        frame=_frame(reader),
        round=_round(reader, view.deal) if view.deal else None,
        waiting_for=tuple(names[seat] for seat in view.awaiting),
        waiting_since=since,
        due=_due(reader, question) if question else None,
        last=_last_result(reader),
        totals=tuple(zip(names, view.totals, strict=True)),
    )


def waiting_status(reader: Reader) -> Status:
    """P8 before the start: who has said yes."""
    table = reader.table
    said = tuple(
        (player.name, answer.value)
        for player, answer in zip(table.players, table.said, strict=True)
    )
    open_seats = (n for n, answer in said if answer == Said.NOTHING)
    return Status(_frame(reader), None, tuple(open_seats), None, None, None, (), said)


def refused(
    reader: Reader, wrote: str, why: str, question: Question | None, old: str = ""
) -> Refused:
    """P10; `question` is the reader's open question, `old` what a closed one had asked."""
    deal = reader.view.deal
    return Refused(
        frame=_frame(reader),
        wrote=wrote,
        why=why,
        round=_round(reader, deal) if deal else None,
        bids=_bid_taps(reader) if question and deal and deal.bidding else (),
        due=_due(reader, question) if question and deal else None,
        old=old,
    )


def noted(reader: Reader, *, yes: bool) -> Noted:
    """The word back to an answered invitation."""
    return Noted(_frame(reader), "yes" if yes else "no")


def helping(reader: Reader) -> Help:
    """P21."""
    rules = reader.view.rules
    hand = by_suit(reader.view.hand)
    return Help(
        frame=_frame(reader),
        players=len(reader.table.players),
        rules=rules,
        sizes=rules.sizes(len(reader.table.players)),
        answer_in=reader.table.answer_in,
        hold=reader.table.hold,
        example=hand[0] if hand else None,
    )


def digest(reader: Reader, answers: Sequence[int], ended_at: datetime) -> Digest:
    """P18; `answers` counts the mails each seat answered."""
    view, names, table = reader.view, reader.names, reader.table
    order = sorted(range(view.players), key=lambda seat: -view.totals[seat])
    best = view.totals[order[0]]
    floor = min(0, *view.totals)
    made = [sum(deal.bids[s] == deal.taken[s] for deal in view.past) for s in range(view.players)]
    standings = tuple(
        Standing(
            place=1 + sum(total > view.totals[seat] for total in view.totals),
            name=names[seat],
            you=seat == view.seat,
            total=view.totals[seat],
            made=made[seat],
            won=seat in (view.winners or ()),
            share=round(100 * (view.totals[seat] - floor) / max(1, best - floor)),
        )
        for seat in order
    )
    runner_up = max((t for t in view.totals if t < best), default=best)
    mine = view.seat if view.seat is not None else 0
    return Digest(
        frame=_frame(reader),
        winners=tuple(names[seat] for seat in view.winners or ()),
        names=names,
        standings=standings,
        lead=_lead(view),
        sheet=tuple(deal_result(view, at, names) for at in range(len(view.past))),
        margin=best - runner_up,
        tricks=sum(deal.size for deal in view.past),
        answers=sum(answers),
        own_answers=answers[mine],
        started_at=table.started_at or table.created_at,
        ended_at=ended_at,
    )


def _frame(reader: Reader) -> Frame:
    view, table = reader.view, reader.table
    deal = view.deal
    return Frame(
        game=table.name,
        to=reader.player.name,
        organiser=table.organiser.name,
        zone=reader.player.zone,
        tag=tag(table, view),
        deal=deal.number if deal else len(view.past),
        deals=view.deal_count,
        trump=deal.trump if deal else None,
        status_tap=reader.taps.to("status"),
        help_tap=reader.taps.to("help"),
    )


def _deal(reader: Reader) -> DealView:
    if reader.view.deal is None:
        raise ValueError("this letter needs a deal under way")
    return reader.view.deal


def _due(reader: Reader, question: Question) -> Due:
    """What silence brings: the deadline, and the bid or card the server would choose."""
    if question.due_at is None:
        raise ValueError("a question about a deal has a deadline")
    view = reader.view
    if view.legal_cards:
        return Due(question.due_at, card=lowest_card(view))
    return Due(question.due_at, bid=fair_bid(view))


def _bid_taps(reader: Reader) -> tuple[BidTap, ...]:
    deal, view = _deal(reader), reader.view
    return tuple(
        BidTap(n, reader.taps.to(str(n), number_word(n)) if n in view.legal_bids else None)
        for n in range(deal.size + 1)
    )


def _round(reader: Reader, deal: DealView) -> Round:
    view, names = reader.view, reader.names
    asked = view.seat in view.awaiting

    def tap(card: Card) -> str | None:
        may = asked and card in view.legal_cards
        return reader.taps.to(str(card), card_words(card)) if may else None

    first_open = next((seat for seat in deal.bidders if deal.bids[seat] is None), None)
    lines = tuple(
        Line(
            name=names[seat],
            you=seat == view.seat,
            dealer=seat == deal.dealer,
            leads=seat == deal.opening_leader,
            bid=deal.bids[seat],
            taken=deal.taken[seat],
            total=view.totals[seat],
            next_to_bid=seat == first_open,
        )
        for seat in deal.bidders
    )
    hand = sorted(
        (HandCard(card, tap(card)) for card in by_suit(view.hand)), key=lambda held: not held.tap
    )
    return Round(
        number=deal.number,
        size=deal.size,
        trick_number=deal.trick_number,
        turn_up=deal.turn_up,
        trump=deal.trump,
        dealer=names[deal.dealer],
        lines=lines,
        bid_total=deal.bid_total,
        bidding=deal.bidding,
        hand=tuple(hand),
        trick=() if deal.bidding else _places(view, deal, names),
        led=deal.trick.cards[0].suit if deal.trick.cards else None,
    )


def _places(view: View, deal: DealView, names: Sequence[str]) -> tuple[Place, ...]:
    trick = deal.trick
    best = trick.best(deal.ranking, view.players, deal.way)
    seats = [Seat((trick.leader + i * deal.way) % view.players) for i in range(view.players)]
    return tuple(
        Place(
            name=names[seat],
            you=seat == view.seat,
            card=trick.cards[at] if at < len(trick.cards) else None,
            led=at == 0,
            best=seat == best,
        )
        for at, seat in enumerate(seats)
    )


def _last_result(reader: Reader) -> DealResult | None:
    past = reader.view.past
    return deal_result(reader.view, len(past) - 1, reader.names) if past else None


def _lead(view: View) -> tuple[LeadLine, ...]:
    """The totals after every fifth deal and the last."""
    lines, totals = [], [0] * view.players
    for deal in view.past:
        totals = [t + p for t, p in zip(totals, deal.points or (), strict=True)]
        if deal.number % 5 == 0 or deal.number == len(view.past):
            leads = tuple(total == max(totals) for total in totals)
            lines.append(LeadLine(deal.number, tuple(totals), leads))
    return tuple(lines)
