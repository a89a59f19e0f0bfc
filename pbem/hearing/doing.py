"""What a verdict brings about: a move, what is kept, what is taken back; and the word back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from engine import Choice, Game, TakenBack
from pbem.hearing.answer import Answer, PageFor
from pbem.hearing.held import hidden_until
from pbem.hearing.wishes import tell
from pbem.letters import compose
from pbem.orders.context import Doubt
from pbem.orders.model import HousePolicy, Key
from pbem.store import answers, questions
from pbem.store.events import held_until
from pbem.store.games import load_table
from pbem.store.plans import keep, set_policy
from pbem.table import outcomes, vocabulary
from pbem.table.model import Actor, Logged, Stage
from pbem.table.outcomes import AskedBack, Changed, Outcome, Played
from pbem.table.plans import Change, Kept
from pbem.table.situation import Situation
from pbem.table.verdicts import (
    Asked,
    Denied,
    Doubted,
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
from pbem.table.vocabulary import Back
from pbem.telling.turns import carry_out, take_back, withdraw
from pbem.telling.writer import RECEIPT_WAITS


@dataclass(frozen=True, slots=True)
class Doing:
    """Does what a verdict says. With `hiding` the player does not know all of the last turn yet."""

    given: Answer
    at: Situation
    length: int
    hiding: bool

    def do(self, verdict: Verdict) -> Outcome:
        """Write down what a verdict brings about, and write back where that is due."""
        given = self.given
        match verdict:
            case Moved():
                return self._move(verdict)
            case Undone(entry, again):
                taken = self._withdrawn(entry)
                take_back(given.house, given.session, given.table, taken, again, given.now)
                return outcomes.TakenBack()
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
                return Changed(vocabulary.Change.PLANS)
            case Ruled(HousePolicy(when, policy), moved):
                set_policy(given.session, given.table.id, self.at.seat, when, policy)
                news = "policy" if policy else "no policy"
                if moved is not None:
                    return self._move(moved, news)
                self._got_it(news=news)
                return Changed(vocabulary.Change.POLICY)
            case Unclear(among, question):
                questions.set_doubt(given.session, question.id, Doubt(given.reading.line, among))
                self._reply(lambda r, _: compose.which_card(r, given.reading.line, among, question))
                return AskedBack(Back.WHICH_CARD)
            case Doubted():
                return self._ask_which(verdict)
            case Early(order, kept, old):
                self._reply(lambda r, _: compose.not_yet(r, given.reading.line, order, kept, old))
                return AskedBack(Back.KEEP)
            case Denied(why, old):
                line = given.reading.line
                self._reply(lambda r, asked: compose.refused(r, line, why, asked, old))
                return outcomes.Refused(why)
            case Asked(wish, topic):
                return tell(given, wish, topic, self.at.orders, hiding=self.hiding)
            case Repeated():
                return outcomes.Repeated()

    def _ask_which(self, doubted: Doubted) -> AskedBack:
        line, about = self.given.reading.line, doubted.standing
        until = hidden_until(self.given.session, self.given.table) if about else None
        among, question = doubted.among, doubted.question
        self.given.reply(
            lambda r, _: compose.did_you_mean(r, line, among, question, about, until),
            orders=self.at.orders,
            about=about,
        )
        return AskedBack(Back.STANDS if about else Back.WHICH)

    def _withdrawn(self, entry: TakenBack) -> Logged:
        return Logged(self.length, self.length, Actor.PLAYER, self.at.seat, entry)

    def _move(self, moved: Moved, news: str = "") -> Played:
        given = self.given
        given.close(moved.answer)
        table, now, ack = given.table, given.now, given.player.mailing.value(Key.ACK)
        odd = moved.keeps or moved.by_policy or given.reading.repaired
        asked_for = ack == "all" or (odd and ack != "none")
        carry_out(
            *(given.house, given.session, table, moved.outcome, self.length, now),
            mover=self.at.seat,
            reads=asked_for,
        )
        first = not asked_for and self._is_among_the_first()
        if (asked_for or first) and not self._asked_again():
            self._got_it(
                did=moved.choice,
                until=hidden_until(given.session, table),
                keeps=moved.keeps,
                news="first" if first else news,
                latest=moved.outcome.game,
            )
        return Played(moved.answer)

    def _is_among_the_first(self) -> bool:
        """Whether a new player should hear that an answer has come (UX.md 2.1, P9).

        Not where the final score leaves at once and tells it.
        """
        given = self.given
        most = given.house.limits.newcomer_receipts
        if not most or given.table.trial or Key.ACK in given.player.mailing.said:
            return False
        if load_table(given.session, given.table.id).stage is Stage.OVER and not given.table.hold:
            return False
        return not answers.has_answered_more(given.session, given.player.id, most)

    def _asked_again(self) -> bool:
        """Whether the next question to the player leaves soon: it tells that an answer has come."""
        given = self.given
        open_ = questions.open_questions(given.session, given.table.id)
        soon = given.now + RECEIPT_WAITS
        return any(one.seat == given.seat and one.asked_at <= soon for one in open_)

    def _store(self, kept: Kept) -> outcomes.Kept:
        given = self.given
        leaves = held_until(given.session, given.table.id) if self.hiding else None
        self._keep([Change(self.at.seat, kept.part, kept)], due_at=leaves)
        self._got_it(keeps=True)
        return outcomes.Kept(str(kept.order))

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
        if self.given.player.mailing.value(Key.ACK) == "none" and not self.given.aged:
            return
        self.given.reply(
            lambda r, _: compose.got_it(r, line, did=did, until=until, keeps=keeps, news=news),
            latest,
        )

    def _reply(self, page: PageFor) -> None:
        """Write back when nothing has changed."""
        self.given.reply(page, orders=self.at.orders)
