"""Views to pages: what one reader is told, by listing what the reader may know."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Literal

from engine import CardsDealt, Choice, DealView, Hand, Rules, Stage, View
from engine.proof import Section, write_proof
from pbem.letters.afterwards import luck, turned
from pbem.letters.catalogues import translated
from pbem.letters.choices import choices
from pbem.letters.news import answered, deal_result, news, totals_after, trick_line
from pbem.letters.notes import steps_of
from pbem.letters.pages import (
    AwayOffer,
    Chart,
    DealLog,
    DealOver,
    DealResult,
    Digest,
    Fingerprint,
    ForgetMe,
    Frame,
    GameAway,
    GameNews,
    GameStart,
    Got,
    GotIt,
    HandCard,
    Invitation,
    LeadLine,
    LeaveGame,
    Noted,
    NotYet,
    Offer,
    Old,
    Opened,
    PauseKind,
    PausePoll,
    Presence,
    PresenceKind,
    Proof,
    ProvedDeal,
    Refused,
    Rematch,
    RematchKind,
    Salted,
    SenderNoted,
    Settings,
    Standing,
    Status,
    TakeSeat,
    TimeLeft,
    WasThatYou,
    WhatWeGot,
    WhichCard,
    YourBid,
    YourData,
    YourPlay,
)
from pbem.letters.pages.proofs import said_by
from pbem.letters.rounds import Reader, due_of, round_of
from pbem.letters.speech import speech
from pbem.letters.typed import answered as in_words
from pbem.letters.typed import code, typed
from pbem.letters.words import begun, by_suit, shorten
from pbem.orders.cards import notation_of
from pbem.orders.model import Plan, Play
from pbem.table.deadlines import Span
from pbem.table.model import PAUSE_DAYS, Logged, Question, Said, Table
from pbem.table.model import Stage as GameStage
from pbem.table.plans import Kept

_MOST_QUOTED = 160
"""So many characters of what a player wrote are quoted back."""


def tag(table: Table, view: View | None) -> str:
    """The short name of a moment: `Lindy-6.3` is trick 3 of deal 6, `6.B` its bids, `6.T` trump."""
    deal = view.deal if view else None
    if deal is None:
        return table.name
    moment = "B" if deal.bidding else deal.trick_number if deal.stage is Stage.PLAY else "T"
    return f"{table.name}-{deal.number}.{moment}"


def invitation(reader: Reader, rules: Rules, words: str) -> Invitation:
    """P1."""
    players = len(reader.table.players)
    others = [p.name for p in reader.table.players if p.id != reader.player.id]
    return Invitation(
        frame=frame_of(reader),
        others=tuple(others),
        players=players,
        rules=rules,
        sizes=rules.sizes(players),
        answer_in=reader.table.answer_in,
        words=words,
        yes_tap=reader.taps.to("yes", reader.speech.say("answers", "yes")),
        no_tap=reader.taps.to("no", reader.speech.say("answers", "no")),
        test_tap=reader.taps.to("test", reader.speech.say("requests", "test")),
    )


def game_start(reader: Reader, log: Sequence[Logged], question: Question | None) -> GameStart:
    """P4, with the question of P5 for the seat that bids first."""
    deal, names = _deal(reader), reader.names
    draw = news(log, names, reader.view).draw
    return GameStart(
        frame=frame_of(reader),
        round=round_of(reader, deal, asked=question is not None),
        order=tuple(names[seat] for seat in deal.seats),
        draw=draw,
        rules=reader.view.rules,
        sizes=reader.view.rules.sizes(reader.view.players),
        answer_in=reader.table.answer_in,
        due=due_of(reader, question) if question else None,
        waiting_for=tuple(names[seat] for seat in reader.view.awaiting),
    )


def your_bid(reader: Reader, log: Sequence[Logged], question: Question) -> YourBid:
    """P5."""
    return YourBid(
        frame=frame_of(reader),
        round=round_of(reader, _deal(reader), asked=True),
        due=due_of(reader, question),
        news=news(log, reader.names, reader.view, reader.opened).told,
    )


def your_play(reader: Reader, log: Sequence[Logged], question: Question) -> YourPlay:
    """P6."""
    return YourPlay(
        frame=frame_of(reader),
        round=round_of(reader, _deal(reader), asked=True),
        due=due_of(reader, question),
        news=news(log, reader.names, reader.view, reader.opened).told,
    )


def deal_over(reader: Reader, log: Sequence[Logged]) -> DealOver:
    """P7; the log ends a deal."""
    return DealOver(
        frame=frame_of(reader),
        deal=len(reader.view.past),
        news=news(log, reader.names, reader.view, reader.opened).told,
        waiting_for=tuple(reader.names[seat] for seat in reader.view.awaiting),
    )


def status(reader: Reader, question: Question | None, since: datetime | None) -> Status:
    """P8; `since` is when the player whom all wait for was asked."""
    view, names = reader.view, reader.names
    return Status(
        frame=frame_of(reader),
        round=round_of(reader, view.deal, asked=question is not None) if view.deal else None,
        waiting_for=tuple(names[seat] for seat in view.awaiting),
        waiting_since=since,
        due=due_of(reader, question) if question else None,
        last=_last_result(reader),
        totals=tuple(zip(names, view.totals, strict=True)),
        time=_time_left(reader),
    )


def deal_log(reader: Reader, number: int | None) -> DealLog | None:
    """A deal from its first card on; the last that was begun, or the one with a number.

    None if that deal has not begun.
    """
    view, names = reader.view, reader.names
    deals = [*view.past, *([view.deal] if view.deal else [])]
    number = number or len(deals)
    if not 0 < number <= len(deals):
        return None
    deal = deals[number - 1]
    return DealLog(
        frame=frame_of(reader),
        deal=number,
        round=round_of(reader, deal, asked=False),
        tricks=tuple(trick_line(deal, at, names) for at in range(1, len(deal.tricks) + 1)),
        result=deal_result(view, number - 1, names) if number <= len(view.past) else None,
    )


def chart(reader: Reader, totals: Sequence[tuple[int, ...]], image: bytes) -> Chart:
    """The totals after each deal, with a picture of them."""
    lines = tuple(
        LeadLine(number, after, tuple(total == max(after) for total in after))
        for number, after in enumerate(totals, 1)
    )
    return Chart(frame_of(reader), reader.names, lines, image)


def waiting_status(reader: Reader) -> Status:
    """P8 before the start: who has said yes."""
    table = reader.table
    said = tuple(
        (player.name, answer.value)
        for player, answer in zip(table.players, table.said, strict=True)
    )
    open_seats = (n for n, answer in said if answer == Said.NOTHING)
    return Status(frame_of(reader), None, tuple(open_seats), None, None, None, (), said)


def refused(
    reader: Reader, wrote: str, why: str, question: Question | None, old: Question | None = None
) -> Refused:
    """P10, P13; `question` is the open one, `old` the closed one that was answered."""
    deal = reader.view.deal
    return Refused(
        frame=frame_of(reader),
        wrote=shorten(wrote, _MOST_QUOTED),
        why=why,
        round=round_of(reader, deal, asked=question is not None) if deal else None,
        due=due_of(reader, question) if question and deal else None,
        old=_old(reader, old),
    )


def _old(reader: Reader, question: Question | None) -> Old | None:
    if question is None:
        return None
    closed, ask = question.closed.value if question.closed else "", question.ask.value
    answer = in_words(question.answer, ask, reader.speech) if question.answer else ""
    return Old(ask, question.deal, question.trick, closed, answer)


def got_it(
    reader: Reader,
    wrote: str,
    *,
    did: Choice | None = None,
    until: datetime | None = None,
    keeps: bool = False,
    news: str = "",
) -> GotIt:
    """P9; `did` is the move that was made, if one was."""
    return GotIt(
        frame=frame_of(reader),
        wrote=shorten(wrote, _MOST_QUOTED),
        did=answered(None, did) if did else None,
        until=until,
        keeps=keeps,
        news=news,
        undo_tap=reader.taps.to("undo", reader.speech.say("requests", "undo")),
    )


def not_yet(
    reader: Reader, wrote: str, order: Play | Plan, kept: Kept, old: Question | None
) -> NotYet:
    """P12; `kept` is the order as it would be kept."""
    keep = f"{reader.speech.say('plan', 'keep')} {typed(order, reader.speech)}"
    return NotYet(
        frame=frame_of(reader),
        wrote=shorten(wrote, _MOST_QUOTED),
        steps=tuple(steps_of(kept)),
        waiting_for=tuple(reader.names[seat] for seat in reader.view.awaiting),
        keep_tap=reader.taps.to(f"keep {code(order)}", keep),
        forget_tap=reader.taps.to("forget plan", reader.speech.say("requests", "forget_plan")),
        keep_words=keep,
        old=_old(reader, old),
    )


def which_card(reader: Reader, wrote: str, among: Hand, question: Question) -> WhichCard:
    """P11; `among` is what was written may mean."""
    held = reader.view.hand
    words = reader.speech.card_words
    taps = [reader.taps.to(str(card), words(card)) if card in held else None for card in among]
    return WhichCard(
        frame=frame_of(reader),
        wrote=shorten(wrote, _MOST_QUOTED),
        candidates=tuple(map(HandCard, among, taps)),
        remembers=_tells_notation(reader, wrote, among),
        round=round_of(reader, _deal(reader), asked=True),
        due=due_of(reader, question),
    )


def _tells_notation(reader: Reader, wrote: str, among: Hand) -> bool:
    """Whether the letters of a text mean another card in each of a player's notations."""
    pack = reader.view.rules.pack_for(reader.view.players)
    told = [notation_of(wrote, card, reader.player.language, pack) for card in among]
    return len({notation for notation in told if notation}) > 1


def noted(reader: Reader, what: str) -> Noted:
    """The word back to an answered invitation: `yes` or `no`, `joined` where seats are free."""
    return Noted(frame_of(reader), what)


def pause_poll(
    reader: Reader,
    what: PauseKind,
    *,
    name: str,
    first: date | None,
    days: int,
    waits: tuple[str, ...],
) -> PausePoll:
    """Shall the game pause? And the words back to what a player says to that."""
    say = reader.speech.say
    yes, no = (f"{say('time', 'pause')} {say('answers', word)}" for word in ("yes", "no"))
    return PausePoll(
        frame=frame_of(reader),
        what=what,
        name=name,
        first=first,
        days=days,
        waits=waits,
        yes_tap=reader.taps.to("pause yes", yes),
        no_tap=reader.taps.to("pause no", no),
    )


def rematch(
    reader: Reader,
    what: RematchKind,
    *,
    name: str,
    said: tuple[tuple[str, str], ...],
    needed: int,
    following: str,
) -> Rematch:
    """Shall we play again? And the words back to what a player says to that."""
    return Rematch(
        frame=frame_of(reader),
        what=what,
        name=name,
        said=said,
        needed=needed,
        following=following,
        yes_tap=reader.taps.to("rematch", reader.speech.say("requests", "rematch")),
        no_tap=reader.taps.to("no", reader.speech.say("answers", "no")),
    )


def was_that_you(reader: Reader, address: str, ordered: str) -> WasThatYou:
    """P25; `ordered` is what the mail says, in the code of an answer."""
    return WasThatYou(
        frame=frame_of(reader),
        address=address,
        own=address == reader.player.address,
        ordered=ordered,
        yes_tap=reader.taps.to("yes", reader.speech.say("answers", "yes")),
        no_tap=reader.taps.to("no", reader.speech.say("answers", "no")),
    )


def sender_noted(reader: Reader, address: str, what: Literal["yes", "no", "late"]) -> SenderNoted:
    """The word back to an answered P25."""
    return SenderNoted(frame_of(reader), address, address == reader.player.address, what)


def presence(
    reader: Reader,
    what: PresenceKind,
    *,
    missed: int = 0,
    away: Span | None = None,
    games: tuple[GameAway, ...] = (),
) -> Presence:
    """P16, P17, P23, and the words back to them."""
    letter = {"leaving": LeaveGame, "forgetting": ForgetMe}.get(what, Presence)
    return letter(
        frame=frame_of(reader),
        what=what,
        missed=missed,
        away=away,
        games=games,
        back_tap=reader.taps.to("back", reader.speech.say("requests", "back")),
        leave_tap=reader.taps.to("leave", reader.speech.say("requests", "leave")),
        stay_tap=reader.taps.to("stay", reader.speech.say("requests", "stay")),
    )


def away_offer(reader: Reader, away: Span) -> AwayOffer:
    """The offer to note days away that an automatic answer told of."""
    days = f"{away.first.isoformat()} %s {away.last.isoformat()}"
    say = reader.speech.say
    words = f"{say('dates', 'away')} {days % say('dates', 'to')}"
    return AwayOffer(frame_of(reader), away, reader.taps.to(f"away {days % 'to'}", words))


def game_news(
    reader: Reader,
    what: str,
    *,
    words: str = "",
    name: str = "",
    until: datetime | None = None,
    days: Span | None = None,
) -> GameNews:
    """What the organiser has done, to a player whom it concerns."""
    first, last = (days.first, days.last) if days else (None, None)
    return GameNews(frame_of(reader), what, words, name, until, first, last)


def take_seat(reader: Reader, before: str) -> TakeSeat:
    """P28; `before` is who played there."""
    view = reader.view
    return TakeSeat(
        frame=frame_of(reader),
        before=before,
        round=round_of(reader, _deal(reader), asked=False),
        waiting_for=tuple(reader.names[seat] for seat in view.awaiting),
        rules=view.rules,
        sizes=view.rules.sizes(view.players),
        answer_in=reader.table.answer_in,
    )


def what_we_got(reader: Reader, mails: Sequence[Got]) -> WhatWeGot:
    """What became of a player's last mails."""
    return WhatWeGot(frame_of(reader), tuple(mails))


def salted(reader: Reader, word: str | None) -> Salted:
    """The word back to a player's word for the next shuffle."""
    return Salted(frame_of(reader), word, reader.table.match is not None)


def proof(reader: Reader, deals: Sequence[Section], speakers: Sequence[str]) -> Proof:
    """P19; `speakers` may have said a word for the shuffles."""
    proved = tuple(_proved(reader, section, speakers) for section in deals)
    table = reader.table
    record = write_proof(table.name, reader.names, deals, table.shuffled_as)
    return Proof(frame_of(reader), proved, record)


def _proved(reader: Reader, section: Section, speakers: Sequence[str]) -> ProvedDeal:
    shown, names = section.shown, reader.names
    hands: tuple[tuple[str, Hand], ...] = ()
    for event in section.events[:1]:
        if isinstance(event, CardsDealt):
            hands = tuple((names[at], tuple(by_suit(hand))) for at, hand in enumerate(event.hands))
    words = said_by(speakers, shown.words)
    return ProvedDeal(
        shown.deal,
        Fingerprint(shown.deal, shown.fingerprint) if shown.fingerprint else None,
        Opened(shown.deal, shown.secret, words) if shown.secret else None,
        hands,
    )


def settings(reader: Reader, changed: str) -> Settings:
    """P22; `changed` is the setting that was changed just now."""
    word = reader.speech.say("settings", "language")
    return Settings(
        frame=frame_of(reader),
        changed=changed,
        spoken=reader.speech.name,
        languages=tuple(
            Offer(begun(speech(code).name), reader.taps.to(f"language {code}", f"{word} {code}"))
            for code in ("en", *translated())
            if code != reader.speech.code
        ),
        choices=choices(reader),
        time=_time_left(reader),
    )


def your_data(reader: Reader, data: str) -> YourData:
    """The letter that all that is kept about its reader goes with."""
    return YourData(frame_of(reader), data)


def digest(reader: Reader, answers: Sequence[int], ended_at: datetime) -> Digest:
    """P18; `answers` counts the mails each seat answered."""
    view, names, table = reader.view, reader.names, reader.table
    order = sorted(range(view.players), key=lambda seat: -view.totals[seat])
    best = view.totals[order[0]]
    floor = min(0, *view.totals)
    made = [sum(deal.made[seat] for deal in view.past) for seat in range(view.players)]
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
        frame=frame_of(reader),
        winners=tuple(names[seat] for seat in view.winners or ()),
        names=names,
        standings=standings,
        lead=() if table.trial else _lead(view),
        sheet=tuple(deal_result(view, at, names, reader.opened) for at in range(len(view.past))),
        margin=best - runner_up,
        tricks=sum(deal.size for deal in view.past),
        payments=tuple(zip(names, view.payments, strict=False)),
        answers=sum(answers),
        own_answers=answers[mine],
        started_at=table.started_at or table.created_at,
        ended_at=ended_at,
        luck=() if table.trial else luck(view, names),
        turned=None if table.trial else turned(view, names),
        rematch_tap=reader.taps.to("rematch", reader.speech.say("requests", "rematch")),
        chart_tap=reader.taps.to("chart", reader.speech.say("requests", "chart")),
        log_tap=reader.taps.to("log", reader.speech.say("requests", "log")),
        proof_tap=reader.taps.to("proof", reader.speech.say("requests", "proof")),
    )


def _time_left(reader: Reader) -> TimeLeft | None:
    table, seat = reader.table, reader.view.seat
    if table.stage is not GameStage.PLAYING or seat is None:
        return None
    return TimeLeft(
        *(table.days_away_left(seat), table.away_days),
        *(table.spare(seat), table.spare_hours),
        *(table.pause_left, PAUSE_DAYS),
    )


def frame_of(reader: Reader) -> Frame:
    """What every letter to a player carries."""
    view, table = reader.view, reader.table
    deal = view.deal
    return Frame(
        language=reader.speech.code,
        look=reader.speech.look,
        game=table.name,
        to=reader.player.name,
        organiser=table.organiser.name,
        zone=reader.player.zone,
        tag=reader.taps.tag,
        deal=deal.number if deal else len(view.past),
        deals=view.deal_count,
        trump=deal.trump if deal else None,
        notes=reader.notes,
        status_tap=reader.taps.to("status", reader.speech.say("requests", "status")),
        help_tap=reader.taps.to("help", reader.speech.say("requests", "help")),
        absent=tuple(
            player.name
            for seat, player in enumerate(table.players)
            if seat in table.kept and player.id != reader.player.id and not table.trial
        ),
        so_far=reader.so_far,
        fingerprints=reader.fingerprints,
        paused=table.paused_at is not None,
        trial=table.trial,
    )


def _deal(reader: Reader) -> DealView:
    if reader.view.deal is None:
        raise ValueError("this letter needs a deal under way")
    return reader.view.deal


def _last_result(reader: Reader) -> DealResult | None:
    past = reader.view.past
    return deal_result(reader.view, len(past) - 1, reader.names) if past else None


def _lead(view: View) -> tuple[LeadLine, ...]:
    """The totals after every fifth deal and the last."""
    lines = []
    for deal in view.past:
        if deal.number % 5 == 0 or deal.number == len(view.past):
            totals = totals_after(view, deal.number)
            leads = tuple(total == max(totals) for total in totals)
            lines.append(LeadLine(deal.number, totals, leads))
    return tuple(lines)
