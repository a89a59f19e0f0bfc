"""What becomes of one answer: who gave it, to which question, and what it brings about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from engine import Game, Seat, replay, start
from pbem.house import House, packs, shown_log
from pbem.letters import compose
from pbem.letters.pages import Page
from pbem.letters.rounds import Reader
from pbem.orders.context import Doubt, Reading
from pbem.orders.model import Join, Request, Wish
from pbem.store import outbox, questions
from pbem.store.database import Session
from pbem.store.games import load_log, load_table, rules_of, set_notation, set_said
from pbem.table.answer import (
    Asked,
    Denied,
    Moved,
    Repeated,
    Unclear,
    Undone,
    answer,
    served,
)
from pbem.table.model import Actor, Closed, Logged, Player, Question, Said, Stage, Table
from pbem.telling import Teller
from pbem.turns import carry_out, start_game, take_back

PageFor = Callable[[Reader, Question | None], Page]


@dataclass(frozen=True, slots=True)
class Answer:
    """One player's answer: to which question, from which seat, and what it says."""

    house: House
    session: Session
    table: Table
    seat: Seat
    question: Question | None
    reading: Reading
    inbound: int
    now: datetime

    @property
    def player(self) -> Player:
        """Who answers."""
        return self.table.players[self.seat]

    def reply(self, game: Game, length: int, page: PageFor, *, hiding: bool = False) -> None:
        """Write back to the player, about the table as it is now."""
        table = load_table(self.session, self.table.id)
        teller = Teller(self.house, self.session, table, game, length, self.now, hiding=hiding)
        teller.say(self.seat, page, self.inbound)

    def close(self, text: str) -> None:
        """The question is answered, if the mail answered one."""
        if self.question is not None:
            questions.close(self.session, self.question.id, Closed.ANSWERED, self.now, text)


def take(given: Answer) -> str:
    """Do what an answer asks; what became of it in words."""
    if given.table.stage is Stage.INVITING:
        return _before_the_game(given)
    if given.reading.notation is not None:
        set_notation(given.session, given.player.id, given.reading.notation)
    return _in_the_game(given)


def _before_the_game(given: Answer) -> str:
    """An answer before the cards are out; what became of it."""
    table, seat, session = given.table, given.seat, given.session
    game = start(rules_of(session, table.id), len(table.players))
    match given.reading.order:
        case Join(yes) as said:
            word = Said.YES if yes else Said.NO
            if table.said[seat] is word:
                return f"said {said} again"
            set_said(session, table.id, seat, word)
            given.close(str(said))
            present = load_table(session, table.id)
            if all(other is Said.YES for other in present.said):
                start_game(given.house, session, present, given.now)
                return "said yes: the game begins"
            given.reply(game, 0, lambda reader, _: compose.noted(reader, yes=yes))
            return f"said {said}"
        case Request(wish=Wish.HELP):
            given.reply(game, 0, lambda reader, _: compose.helping(reader))
            return "asked for help"
        case Request(wish=Wish.STATUS):
            given.reply(game, 0, lambda reader, _: compose.waiting_status(reader))
            return "asked for the status"
        case _:
            wrote = given.reading.line
            why = "yes or no" if wrote else "empty"
            given.reply(game, 0, lambda reader, _: compose.refused(reader, wrote, why, None))
            return f"refused: {why}"


def _in_the_game(given: Answer) -> str:
    """An answer in a game that has begun; what became of it."""
    house, session, table, seat = given.house, given.session, given.table, given.seat
    game, length = house.folded.game(session, table.id)
    turn = load_log(session, table.id, since=length - 1)[0].turn
    shown = shown_log(session, table.id, given.now, seat)
    if shown is not None:
        # For this player the move that is held back has not been made yet.
        game = replay(logged.entry for logged in shown)
    hiding = shown is not None
    verdict = answer(
        served(given.reading),
        seat,
        None if hiding else given.question,
        game,
        load_log(session, table.id, since=turn),
        seen=outbox.turn_seen(session, table.id, turn),
        packs=packs(house, session, table, game.rules),
    )
    match verdict:
        case Moved(outcome, text):
            given.close(text)
            carry_out(house, session, table, outcome, length, given.now, mover=seat)
            return f"played: {text}"
        case Undone(entry):
            logged = Logged(length, length, Actor.PLAYER, seat, entry)
            take_back(house, session, table, entry.to, logged, given.now)
            return "taken back"
        case Unclear(wrote, among, question):
            questions.set_doubt(session, question.id, Doubt(wrote, among))
            given.reply(game, length, lambda r, _: compose.which_card(r, wrote, among, question))
            return "asked back: which card"
        case Denied(why, wrote, old):
            given.reply(
                game,
                length,
                lambda r, asked: compose.refused(r, wrote, why, asked, old),
                hiding=hiding,
            )
            return f"refused: {why}"
        case Asked(wish=Wish.HELP):
            given.reply(game, length, lambda reader, _: compose.helping(reader), hiding=hiding)
            return "asked for help"
        case Asked():
            waiting = [q.asked_at for q in questions.open_questions(session, table.id)]
            since = None if hiding else min(waiting, default=None)
            given.reply(
                game, length, lambda r, asked: compose.status(r, asked, since), hiding=hiding
            )
            return "asked for the status"
        case Repeated():
            return "the same answer once more"
