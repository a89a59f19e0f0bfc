"""One player's answer: to which question, from which seat, and the way back to the player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from engine import Game, Seat
from pbem.house import House
from pbem.letters.pages import Page
from pbem.letters.rounds import Reader
from pbem.orders.context import Reading
from pbem.reading.tokens import Purpose
from pbem.store import deadlines, questions
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.table.model import Closed, Player, Question, Table
from pbem.table.plans import StandingOrders
from pbem.telling.teller import teller_for
from pbem.telling.waiting import let_leave

PageFor = Callable[[Reader, Question | None], Page]


@dataclass(frozen=True, slots=True)
class Answer:
    """One player's answer: to which question, from which seat, and what it says.

    `meant_for` is the deal a tap was written for. With `aged` its code could be anybody's by now,
    so that whatever is changed is told.
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
    aged: bool = False

    @property
    def player(self) -> Player:
        """Who answers."""
        return self.table.players[self.seat]

    def reply(
        self,
        page: PageFor,
        latest: Game | None = None,
        orders: StandingOrders | None = None,
        *,
        about: Question | None = None,
    ) -> None:
        """Write back to the player, about the table as that player may know it now.

        `latest` is the game as this answer has left it, `orders` are those standing if it has
        changed none. With `about`, a closed question, the letter is answered to that one.
        """
        table = load_table(self.session, self.table.id)
        there = (self.house, self.session, table, self.seat, self.now)
        teller = teller_for(*there, latest=latest, orders=orders)
        if about is None:
            teller.say(self.seat, page, self.inbound)
        else:
            code = (Purpose.QUESTION, about.id)
            teller.say_at(self.seat, lambda reader: page(reader, None), code, self.inbound)

    def close(self, text: str) -> None:
        """The question is answered: the one the mail names, or else the one that is open.

        What waited because the player had not answered for so long leaves now.
        """
        asked = self.question or self._asked()
        if asked is not None:
            deadlines.give_spare_back(self.session, asked, self.now)
            questions.close(self.session, asked.id, Closed.ANSWERED, self.now, text)
            let_leave(self.house, self.session, self.player.id, self.now, game=self.table.id)

    def _asked(self) -> Question | None:
        open_ = questions.open_questions(self.session, self.table.id)
        return next((q for q in open_ if q.seat == self.seat), None)
