"""What becomes of one answer: who gave it, to which question, and what it brings about."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine import Choice, Game, Seat, TakenBack, replay, start
from pbem.exports.shown import shown
from pbem.hearing.beginning import begin_if_ready, free
from pbem.hearing.joining import heard_at, wants_a_seat
from pbem.hearing.trials import begin_test
from pbem.house import House, Known, as_known, holds_passed, mix_in, packs
from pbem.letters import compose
from pbem.letters.compose.helping import helping
from pbem.letters.fates import fate_in_short
from pbem.letters.pages import Got, Page
from pbem.letters.rounds import Reader
from pbem.orders.commands.words import similar
from pbem.orders.context import Doubt, Reading
from pbem.orders.model import HousePolicy, Join, Key, MoreTime, Request, Salt, Setting, Talk, Wish
from pbem.reading.mail import subject_of
from pbem.store import outbox, questions
from pbem.store.acts import Announced, announce
from pbem.store.database import Session
from pbem.store.events import held_until, load_log
from pbem.store.forgetting import forget
from pbem.store.games import load_table, rules_of, set_notation, set_said
from pbem.store.inbound import recent_inbound
from pbem.store.personal import data_of
from pbem.store.plans import keep, set_policy
from pbem.table.answer import Situation, answer, served
from pbem.table.asking import stands
from pbem.table.model import Actor, Closed, Logged, Player, Question, Said, Stage, Table
from pbem.table.plans import Change, Kept, StandingOrders
from pbem.table.release import holds
from pbem.table.turn import own_turn, shuffles_to_come
from pbem.table.undo import own_sealed_bid
from pbem.table.verdicts import (
    Asked,
    Denied,
    Early,
    Forgotten,
    Moved,
    Repeated,
    Replaced,
    Ruled,
    Stored,
    Unclear,
    Undone,
    Verdict,
)
from pbem.telling.preferences import settle
from pbem.telling.presence import heard
from pbem.telling.proving import proof
from pbem.telling.reports import tell_answers
from pbem.telling.spare import take_spare
from pbem.telling.teller import speakers, teller_for
from pbem.telling.turns import carry_out, standing_orders, take_back, withdraw

_MOST_MAILS = 10
"""How many of a player's mails are listed."""

_NO = (Request(Wish.LEAVE), Request(Wish.UNSUBSCRIBE))
"""These say no to an invitation."""

PageFor = Callable[[Reader, Question | None], Page]


@dataclass(frozen=True, slots=True)
class Answer:
    """One player's answer: to which question, from which seat, and what it says.

    `meant_for` is the deal a tap was written for.
    """

    house: House
    session: Session
    table: Table
    seat: Seat
    question: Question | None
    reading: Reading
    inbound: int
    now: datetime
    meant_for: int | None = None

    @property
    def player(self) -> Player:
        """Who answers."""
        return self.table.players[self.seat]

    def reply(
        self,
        page: PageFor,
        latest: Game | None = None,
        orders: StandingOrders | None = None,
    ) -> None:
        """Write back to the player, about the table as that player may know it now.

        `latest` is the game as this answer has left it, `orders` are those standing if it has
        changed none.
        """
        table = load_table(self.session, self.table.id)
        about = (self.house, self.session, table, self.seat, self.now)
        teller = teller_for(*about, latest=latest, orders=orders)
        teller.say(self.seat, page, self.inbound)

    @property
    def mails(self) -> list[Got]:
        """What became of the player's last mails, this one apart."""
        kept = recent_inbound(self.session, _MOST_MAILS + 1, player=self.player.id)
        return [
            Got(
                mail.received_at,
                subject_of(mail.raw),
                *fate_in_short(mail.fate, mail.state),
                silent=mail.unanswered is not None,
            )
            for mail in kept
            if mail.id != self.inbound
        ][:_MOST_MAILS]

    def close(self, text: str) -> None:
        """The question is answered: the one the mail names, or else the one that is open."""
        asked = self.question or self._asked()
        if asked is not None:
            questions.give_spare_back(self.session, asked, self.now)
            questions.close(self.session, asked.id, Closed.ANSWERED, self.now, text)

    def _asked(self) -> Question | None:
        open_ = questions.open_questions(self.session, self.table.id)
        return next((q for q in open_ if q.seat == self.seat), None)


def take(given: Answer) -> str:
    """Do what an answer asks; what became of it in words."""
    order, now = given.reading.order, given.now
    changed = settle(given.house, given.session, given.player.id, order, now)
    if changed is not None:
        given.reply(lambda reader, _: compose.settings(reader, changed))
        return f"set: {changed}" if changed else "asked for the settings"
    if isinstance(order, Setting) and order.key is Key.NAME:
        given.reply(lambda r, asked: compose.refused(r, given.reading.line, "name", asked))
        return "refused: name"
    again = given.table.trial and order == Request(Wish.REMATCH)
    if again or order == Request(Wish.TEST):
        return _test(given)
    if given.reading.order == Request(Wish.MY_DATA):
        data = json.dumps(data_of(given.session, given.player.id), indent=2, ensure_ascii=False)
        given.reply(lambda reader, _: compose.your_data(reader, data + "\n"))
        return "asked for the own data"
    if isinstance(order, MoreTime):
        return _more_time(given, order.hours)
    inviting = given.table.stage is Stage.INVITING
    if inviting and given.reading.order in _NO:
        given = replace(given, reading=replace(given.reading, order=Join(False)))
    if (fate := _comes_or_goes(given)) is not None:
        return fate
    if wants_a_seat(given.house, order) and isinstance(order, Request):
        if not (inviting and similar(order.topic, (given.table.name,))):
            at = (given.house, given.session, given.table, given.seat)
            return heard_at(*at, order, given.inbound, given.now)
        given = replace(given, reading=replace(given.reading, order=Join(True)))
    if given.table.stage in (Stage.DRAFT, Stage.CANCELLED):
        return _no_game(given)
    if isinstance(given.reading.order, Salt):
        return _mixed_in(given, given.reading.order.word)
    if isinstance(given.reading.order, Talk) and given.table.stage is not Stage.OVER:
        said = Announced("talk", given.reading.order.words, given.player.name)
        announce(given.session, given.table.id, said, given.now)
        return "said to the table"
    if not given.table.begun:
        return _before_the_game(given)
    if given.reading.notation is not None:
        set_notation(given.session, given.player.id, given.reading.notation)
    return _in_the_game(given)


def _test(given: Answer) -> str:
    """A wish for a test game; what became of it."""
    fate = begin_test(given.house, given.session, given.player, given.inbound, given.now)
    if fate.startswith("refused: "):
        given.reply(lambda r, asked: compose.refused(r, given.reading.line, "tests", asked))
    return fate


def _comes_or_goes(given: Answer) -> str | None:
    """An answer about being there at all; what became of it, None if it is about something else."""
    order = given.reading.order
    word = heard(given.house, given.session, given.table, given.seat, order, given.now)
    if word is None:
        return None
    if word.what is not None:
        given.reply(lambda reader, _: word.page(reader))
    if word.what == "forgotten":
        # After the last letter, which still needs the address.
        forget(given.session, given.player.id, given.now)
    return word.fate


def _more_time(given: Answer, hours: int) -> str:
    """Hours in reserve for what the player is asked; what became of it."""
    open_ = questions.open_questions(given.session, given.table.id)
    asked = next((one for one in open_ if one.seat == given.seat), None)
    if why := take_spare(given.session, given.table, asked, hours, given.now):
        given.reply(lambda reader, one: compose.refused(reader, given.reading.line, why, one))
        return f"refused: {why}"
    given.reply(lambda reader, one: compose.status(reader, one, one.asked_at if one else None))
    return "took more time"


def _mixed_in(given: Answer, word: str) -> str:
    """A word for the next shuffle, whatever the player is asked; what became of it."""
    table = given.table
    if table.stage is Stage.INVITING:
        game = start(rules_of(given.session, table.id), len(table.players))
    else:
        game = as_known(given.house, given.session, table, given.now, given.seat).game
    # The tables of a match take words only before the first card.
    kept = bool(shuffles_to_come(game)) and not (table.shuffled_as and table.begun)
    if kept:
        mix_in(given.house, given.session, table, given.seat, word, given.now)
    given.reply(lambda reader, _: compose.salted(reader, word if kept else None))
    return "mixed in a word" if kept else "refused: no shuffle to come"


def _no_game(given: Answer) -> str:
    """An answer to a game that its organiser has cancelled."""
    wrote = given.reading.line
    given.reply(lambda reader, _: compose.refused(reader, wrote, "cancelled", None))
    return "refused: cancelled"


def _before_the_game(given: Answer) -> str:
    """An answer before the cards are out; what became of it."""
    table, seat, session = given.table, given.seat, given.session
    match given.reading.order:
        case Join(yes) as said:
            word = Said.YES if yes else Said.NO
            if table.said[seat] is word:
                return f"said {said} again"
            set_said(session, table.id, [seat], word)
            given.close(str(said))
            present = load_table(session, table.id)
            unique = f"after{given.inbound}"
            if yes and begin_if_ready(given.house, session, present, given.now):
                tell_answers(given.house, session, table.id, unique, given.now)
                return "said yes: the game begins"
            noted = "joined" if yes and free(session, present) else str(said)
            given.reply(lambda reader, _: compose.noted(reader, noted))
            tell_answers(given.house, session, table.id, unique, given.now)
            return f"said {said}"
        case Request(Wish.HELP, topic):
            given.reply(lambda r, _: helping(r, topic, given.house.addresses.mailbox))
            return f"asked for help {topic}".strip()
        case Request(wish=Wish.STATUS):
            given.reply(lambda reader, _: compose.waiting_status(reader))
            return "asked for the status"
        case Request(wish=Wish.PROOF):
            deals, names = proof(session, table, given.now), speakers(session, table)
            given.reply(lambda reader, _: compose.proof(reader, deals, names))
            return "asked for the proof"
        case Request(wish=Wish.FATES):
            given.reply(lambda reader, _: compose.what_we_got(reader, given.mails))
            return "asked for what became of mails"
        case _:
            wrote = given.reading.line
            why = "yes or no" if wrote else "empty"
            given.reply(lambda reader, _: compose.refused(reader, wrote, why, None))
            return f"refused: {why}"


def _in_the_game(given: Answer) -> str:
    """An answer in a game that has begun; what became of it."""
    house, session, table, seat = given.house, given.session, given.table, given.seat
    log = load_log(session, table.id)
    turn = log[-1].turn
    own = own_turn(log[turn:], seat) is not None
    # For this player a move that is held back has not been made yet.
    known = as_known(house, session, table, given.now, seat)
    asked = given.question
    if known.hiding and asked is not None and asked.closed is None:
        if stands(asked, known.game, known.entries):
            # Sealed bids: what others have done is no part of this question.
            known = Known(*house.folded.game(session, table.id), hiding=False)
        else:
            asked = None
    entries = known.entries if known.hiding else None
    at = Situation(
        seat,
        asked,
        known.game,
        log[turn:],
        seen=not own or _seen(given, log[turn:]),
        packs=packs(house, session, table, known.game.rules),
        orders=standing_orders(session, table, known.game, known=entries),
        meant_for=given.meant_for,
        behind=known.hiding,
        sealed=own_sealed_bid(log, known.game, seat),
    )
    if not at.seen:
        at = replace(at, before=_before(at, given, log[:turn]))
    return _Doing(given, at, len(log), turn if known.hiding else None).do(
        answer(served(given.reading), at)
    )


def _before(at: Situation, given: Answer, log: Sequence[Logged]) -> Situation:
    """How it was before the last turn, by the log up to there."""
    game = replay(one.entry for one in log)
    orders = standing_orders(given.session, given.table, game, known=len(log))
    return replace(at, game=game, orders=orders, log=(), behind=False, sealed=None)


def _seen(given: Answer, entries: Sequence[Logged]) -> bool:
    """Whether others may have seen the last turn, which these are, so that it cannot be taken back.

    A mail of it has left, perhaps one that was asked for; or its first move has been known while
    the next ones were still held.
    """
    turn = entries[0].seq
    number = given.table.id
    if outbox.turn_seen(given.session, number, turn):
        return True
    if outbox.told_others(given.session, number, given.seat, turn):
        return True
    several = holds([(one.actor, one.entry) for one in entries]) > 1
    return several and holds_passed(given.session, given.table, turn, given.now) > 0


@dataclass(frozen=True, slots=True)
class _Doing:
    """Does what a verdict says. `hidden` is a turn that the player does not know all of yet."""

    given: Answer
    at: Situation
    length: int
    hidden: int | None

    def do(self, verdict: Verdict) -> str:
        """Write down what a verdict brings about, and write back where that is due; its fate."""
        given = self.given
        match verdict:
            case Moved():
                return self._move(verdict)
            case Undone(entry, again):
                taken = self._withdrawn(entry)
                take_back(given.house, given.session, given.table, taken, again, given.now)
                return "taken back"
            case Replaced(entry, moved):
                taken = self._withdrawn(entry)
                withdraw(given.session, given.table, taken, given.now)
                table = load_table(given.session, given.table.id)
                later = replace(self, given=replace(given, table=table), length=self.length + 1)
                return later._move(moved)
            case Stored(kept):
                return self._store(kept)
            case Forgotten():
                mine = [part for seat, part in self.at.orders.kept if seat == self.at.seat]
                self._keep(Change(self.at.seat, part, None) for part in mine)
                self._got_it(news="forgotten")
                return "plans forgotten"
            case Ruled(HousePolicy(when, policy), moved):
                set_policy(given.session, given.table.id, self.at.seat, when, policy)
                news = "policy" if policy else "no policy"
                if moved is not None:
                    return self._move(moved, news)
                self._got_it(news=news)
                return "house policy noted"
            case Unclear(among, question):
                questions.set_doubt(given.session, question.id, Doubt(given.reading.line, among))
                self._reply(lambda r, _: compose.which_card(r, given.reading.line, among, question))
                return "asked back: which card"
            case Early(order, kept, old):
                self._reply(lambda r, _: compose.not_yet(r, given.reading.line, order, kept, old))
                return "not yet: keep it?"
            case Denied(why, old):
                line = given.reading.line
                self._reply(lambda r, asked: compose.refused(r, line, why, asked, old))
                return f"refused: {why}"
            case Asked(Wish.HELP, topic):
                mailbox = given.house.addresses.mailbox
                self._reply(lambda reader, _: helping(reader, topic, mailbox))
                return f"asked for help {topic}".strip()
            case Asked(Wish.CHART):
                return self._draw()
            case Asked(Wish.LOG, number):
                return self._tell_log(int(number) if number else None)
            case Asked(wish):
                return self._tell(wish)
            case Repeated():
                return "the same answer once more"

    def _withdrawn(self, entry: TakenBack) -> Logged:
        return Logged(self.length, self.length, Actor.PLAYER, self.at.seat, entry)

    def _move(self, moved: Moved, news: str = "") -> str:
        given = self.given
        given.close(moved.answer)
        table, now = given.table, given.now
        carry_out(
            given.house, given.session, table, moved.outcome, self.length, now, mover=self.at.seat
        )
        odd = moved.keeps or moved.by_policy or given.reading.repaired
        asked_for = odd or given.player.mailing.value(Key.ACK) == "all"
        first = not asked_for and self._is_among_the_first()
        if asked_for or first:
            until = now + timedelta(minutes=table.hold) if table.hold else None
            self._got_it(
                did=moved.choice,
                until=until,
                keeps=moved.keeps,
                news="first" if first else news,
                latest=moved.outcome.game,
            )
        return f"played: {moved.answer}"

    def _is_among_the_first(self) -> bool:
        """Whether a new player should hear that an answer has come (UX.md 2.1, P9).

        Not where the next question, or the final score, leaves at once and tells it.
        """
        given = self.given
        most = given.house.limits.newcomer_receipts
        if not most or given.table.trial or Key.ACK in given.player.mailing.said:
            return False
        if load_table(given.session, given.table.id).stage is Stage.OVER and not given.table.hold:
            return False
        open_ = questions.open_questions(given.session, given.table.id)
        if any(one.seat == given.seat and one.asked_at <= given.now for one in open_):
            return False
        return not questions.has_answered_more(given.session, given.player.id, most)

    def _store(self, kept: Kept) -> str:
        given = self.given
        leaves = None
        if self.hidden is not None:
            leaves = held_until(given.session, given.table.id)
        self._keep([Change(self.at.seat, kept.part, kept)], due_at=leaves)
        self._got_it(keeps=True)
        return f"kept: {kept.order}"

    def _keep(self, changes: Iterable[Change], due_at: datetime | None = None) -> None:
        deal = self.at.game.deal
        assert deal is not None
        keep(
            self.given.session,
            self.given.table.id,
            deal.number,
            changes,
            seq=self.length,
            due_at=due_at,
        )

    def _tell(self, wish: Wish) -> str:
        if wish is Wish.FATES:
            self._reply(lambda reader, _: compose.what_we_got(reader, self.given.mails))
            return "asked for what became of mails"
        if wish is Wish.PROOF:
            session, table = self.given.session, self.given.table
            deals, names = proof(session, table, self.given.now), speakers(session, table)
            self._reply(lambda reader, _: compose.proof(reader, deals, names))
            return "asked for the proof"
        asked = questions.open_questions(self.given.session, self.given.table.id)
        now = self.given.now
        waiting = [question.asked_at for question in asked if question.asked_at <= now]
        since = None if self.hidden is not None else min(waiting, default=None)
        self._reply(lambda reader, question: compose.status(reader, question, since))
        return "asked for the status"

    def _draw(self) -> str:
        from pbem.exports.as_png import chart_png

        given, line = self.given, self.given.reading.line
        sheet = shown(given.session, given.table.id, given.now).sheet
        if not sheet.finished:
            self._reply(lambda reader, asked: compose.refused(reader, line, "no chart", asked))
            return "refused: no chart"
        totals = [tuple(score.total or 0 for score in one.scores) for one in sheet.finished]
        image = chart_png(sheet, given.seat)
        self._reply(lambda reader, _: compose.chart(reader, totals, image))
        return "asked for the chart"

    def _tell_log(self, number: int | None) -> str:
        line = self.given.reading.line
        self._reply(
            lambda reader, asked: (
                compose.deal_log(reader, number)
                or compose.refused(reader, line, "no such deal", asked)
            )
        )
        return "asked for the log"

    def _got_it(
        self,
        *,
        did: Choice | None = None,
        until: datetime | None = None,
        keeps: bool = False,
        news: str = "",
        latest: Game | None = None,
    ) -> None:
        line = self.given.reading.line
        if self.given.player.mailing.value(Key.ACK) == "none":
            return
        self.given.reply(
            lambda r, _: compose.got_it(r, line, did=did, until=until, keeps=keeps, news=news),
            latest,
        )

    def _reply(self, page: PageFor) -> None:
        """Write back when nothing has changed."""
        self.given.reply(page, orders=self.at.orders)
