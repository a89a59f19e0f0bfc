"""Who reads a letter, and what silence brings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from engine import (
    LayBid,
    MakeBid,
    NameTrump,
    PlayCard,
    View,
)
from engine.bidding import bid_by
from engine.players import usual
from pbem.domain.model import Player, Question, Table
from pbem.letters.looks import look_of
from pbem.letters.parts import NO_NOTES, Due, Fingerprint, Notes, Opened
from pbem.letters.speech import Speech, speech
from pbem.letters.taps import Taps
from pbem.orders.keywords import Ask


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a letter, where the answers go, and what is noted for this reader only.

    `today` is the day where the reader is, `told` how much of the log earlier letters have told,
    `asked` the open question that the letter is answered to, if it is one. `so_far` and
    `fingerprints` show that nobody meddles; `opened` is what finished deals were shuffled from,
    where the letter tells it.
    """

    table: Table
    player: Player
    view: View
    taps: Taps
    today: date
    told: int = 0
    notes: Notes = NO_NOTES
    so_far: str = ""
    fingerprints: tuple[Fingerprint, ...] = ()
    opened: tuple[Opened, ...] = ()
    asked: Question | None = None

    @property
    def speech(self) -> Speech:
        """The language the letter is written in, with cards as the reader wants them."""
        return speech(self.player.language, look_of(self.player))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(player.name for player in self.table.players)

    def request(self, word: str) -> str:
        """The link that asks for something by its word: `undo`, `forget_plan`."""
        return self.taps.to(word.replace("_", " "), self.speech.say("requests", word))

    def answer(self, word: Literal["yes", "no"]) -> str:
        """The link that says yes or no."""
        return self.taps.to(word, self.speech.say("answers", word))


def due_of(reader: Reader, question: Question) -> Due:
    """What silence brings: the deadline, and what the server would choose then."""
    if question.due_at is None:
        raise ValueError("a question about a deal has a deadline")
    pace = reader.table.pace(question.seat)
    due = Due(
        question.due_at,
        question.ask,
        days_off=pace.days_off(question.asked_at, question.due_at),
        trial=reader.table.setup.trial,
        spare=reader.table.spare_for(question),
        running=question.spare,
        hold=_hold(reader, question) if question.live else 0,
    )
    match usual(reader.view):
        case MakeBid(_, tricks):
            return replace(due, ask=Ask.BID.value, bid=tricks)
        case PlayCard(_, card, call):
            return replace(due, ask=Ask.PLAY.value, card=card, call=call)
        case LayBid(_, laid, _):
            bid = bid_by(laid, reader.view.deal.turn_up if reader.view.deal else None)
            return replace(due, ask=Ask.LAY.value, bid=bid, laid=laid)
        case NameTrump(_, trump):
            return replace(due, ask=Ask.TRUMP.value, trump=trump)


def _hold(reader: Reader, question: Question) -> int:
    return reader.table.setup.hold if question.hold is None else question.hold
