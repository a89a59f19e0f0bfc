"""Who reads a letter, and what silence brings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from engine import (
    DealStage,
    DealView,
    LayBid,
    MakeBid,
    NameTrump,
    PlayCard,
    Seat,
    View,
)
from engine.bidding import bid_by
from engine.players import usual
from pbem.domain.model import Player, Question, Stage, Table
from pbem.domain.setup import PAUSE_DAYS
from pbem.letters.badges import Badge, badges
from pbem.letters.frame import Frame, Words
from pbem.letters.looks import look_of
from pbem.letters.parts import NO_NOTES, Due, Fingerprint, Notes, Opened
from pbem.letters.speech import Speech, speech
from pbem.letters.taps import Taps
from pbem.orders.keywords import Ask


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What a reader has left in one game of days away, hours in reserve, and days to pause."""

    days: int
    all_days: int
    hours: int
    all_hours: int
    pause: int
    all_pause: int


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a letter, where the answers go, and what is noted for this reader only.

    The `view` says what the reader may know; one of no seat shows what lies on the table, and its
    reader has nothing to answer with.
    `today` is the day where the reader is, `told` how much of the log earlier letters have told,
    `asked` the open question that the letter is answered to, if it is one. `so_far` and
    `fingerprints` show that nobody meddles; `opened` is what finished deals were shuffled from,
    where the letter tells it; `sealed` that another table of the match still plays these deals.
    Who watches by a wish of his own is `offered` what the foot of a letter says that he can answer;
    `watchers` are the names of all who do.
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
    sealed: bool = False
    offered: Words = ()
    watchers: tuple[str, ...] = ()

    @property
    def seat(self) -> Seat | None:
        """Where the reader sits; None for somebody who only looks on."""
        return self.view.seat

    @property
    def speech(self) -> Speech:
        """The language the letter is written in, with cards as the reader wants them."""
        pack = self.table.setup.rules.pack
        return speech(self.player.language, look_of(self.player, pack))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(player.name for player in self.table.players)

    @property
    def badges(self) -> tuple[Badge, ...]:
        """The badges of the table, by seat."""
        return badges(self.names)

    @property
    def may_talk(self) -> bool:
        """Whether there are letters to come that bring the reader's words to others."""
        table = self.table
        on = table.stage in (Stage.INVITING, Stage.PLAYING)
        return on and self.seat is not None and not table.setup.trial

    @property
    def frame(self) -> Frame:
        """What every letter to a player carries."""
        view, table = self.view, self.table
        deal = view.deal
        return Frame(
            language=self.speech.code,
            look=self.speech.look,
            game=table.name,
            to=self.player.name,
            organiser=table.organiser.name,
            zone=self.player.zone,
            taps=self.taps,
            deal=deal.number if deal else len(view.past),
            deals=view.deal_count,
            trump=deal.trump if deal else None,
            notes=self.notes,
            today=self.today,
            absent=tuple(
                player.name
                for seat, player in enumerate(table.players)
                if seat in table.absent and player.id != self.player.id
            ),
            computers=computers_of(table),
            so_far=self.so_far,
            fingerprints=self.fingerprints,
            paused=table.paused_at is not None,
            trial=table.setup.trial,
            test=table.setup.is_test,
            seated=self.seat is not None,
            offered=self.offered,
            watchers=self.watchers,
        )

    @property
    def deal(self) -> DealView:
        """The deal under way; ValueError for a letter that needs one where none is."""
        if self.view.deal is None:
            raise ValueError("this letter needs a deal under way")
        return self.view.deal

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The names of those whom the game waits for."""
        return tuple(self.names[seat] for seat in self.view.awaiting)

    @property
    def time_left(self) -> TimeLeft | None:
        """What time the reader has in store, while the game is played."""
        table, seat = self.table, self.seat
        if table.stage is not Stage.PLAYING or seat is None:
            return None
        return TimeLeft(
            *(table.days_away_left(seat), table.setup.away_days),
            *(table.spare(seat), table.setup.spare_hours),
            *(table.pause_left, PAUSE_DAYS),
        )

    def due(self, question: Question) -> Due:
        """What silence brings: the deadline, and what the server would choose then."""
        if question.due_at is None:
            raise ValueError("a question about a deal has a deadline")
        hold = self.table.setup.hold if question.hold is None else question.hold
        due = Due(
            question.due_at,
            question.ask,
            days_off=self.table.pace(question.seat).days_off(question.asked_at, question.due_at),
            trial=self.table.setup.trial,
            spare=self.table.spare_for(question),
            running=question.spare,
            hold=hold if question.live else 0,
        )
        match usual(self.view):
            case MakeBid(_, tricks):
                return replace(due, ask=Ask.BID.value, bid=tricks)
            case PlayCard(_, card, call):
                return replace(due, ask=Ask.PLAY.value, card=card, call=call)
            case LayBid(_, laid, _):
                bid = bid_by(laid, self.view.deal.turn_up if self.view.deal else None)
                return replace(due, ask=Ask.LAY.value, bid=bid, laid=laid)
            case NameTrump(_, trump):
                return replace(due, ask=Ask.TRUMP.value, trump=trump)


def computers_of(table: Table) -> tuple[tuple[str, str], ...]:
    """The computers of a table, by name, and at which level each plays."""
    return tuple((table.players[at].name, level.value) for at, level in table.computers.items())


def replies(table: Table) -> tuple[str, ...]:
    """By seat what its player has said; of a computer, at which level it plays."""
    return tuple(table.computers.get(Seat(at), said).value for at, said in enumerate(table.said))


def tag(table: Table, view: View | None) -> str:
    """The short name of a moment: `Lindy-6.3` is trick 3 of deal 6, `6.B` its bids, `6.T` trump."""
    deal = view.deal if view else None
    if deal is None:
        return table.name
    moment = "B" if deal.bidding else deal.trick_number if deal.stage is DealStage.PLAY else "T"
    return f"{table.name}-{deal.number}.{moment}"
