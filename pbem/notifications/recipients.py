"""Who reads a letter about a game: what that seat may know, and what is noted for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from engine import Game, Seat, view
from engine.chain import so_far
from pbem.context import Context
from pbem.domain.model import Player, Question, Table
from pbem.domain.seats import seat_number
from pbem.letters.notes import notes_of
from pbem.letters.parts import NO_NOTES, Fingerprint, Notes, Opened
from pbem.letters.reader import Reader, reader_taps, zone_tap
from pbem.letters.speech import speech
from pbem.letters.taps import Taps
from pbem.mail.codes import Purpose
from pbem.orders.keywords import Key
from pbem.results.proof import opened_by
from pbem.store import clocks, outbox, plans, shuffles
from pbem.store.audit_log import announced
from pbem.store.codes import mint
from pbem.store.personal_data import NOWHERE
from pbem.turns.plans import NO_ORDERS, Part, StandingOrders
from pbem.turns.turn import shuffles_to_come


@dataclass(frozen=True, slots=True)
class Recipients:
    """The readers of letters about a game at one moment, by their seats.

    With `hiding`, `game` is that of only so many of the `length` entries of the log as the reader
    may know. `went_back` is when a copy was made that the server has gone back to, `moved` when
    the game came from another server; `orders` are those standing, None to look them up.
    """

    ctx: Context
    table: Table
    game: Game
    length: int
    hiding: int | None
    went_back: datetime | None
    moved: datetime | None
    orders: StandingOrders | None

    def of(self, seat: Seat, asked: Question | None, *, but: int | None = None) -> Reader:
        """Who reads a letter, and answers what is asked with it, if anything is.

        What the mail with the number `but` has told is told anew.
        """
        if asked is not None:
            return replace(self.at(seat, Purpose.QUESTION, asked.id, but=but), asked=asked)
        return self.at(seat, Purpose.SEAT, seat_number(self.table, seat), but=but)

    def at(self, seat: Seat, purpose: Purpose, number: int, *, but: int | None = None) -> Reader:
        """Who reads a letter whose answers are about something else, by its purpose and number."""
        seen = view(self.game, seat)
        player = self.table.players[seat]
        answers = mint(self.ctx.session, self.ctx.services.addresses, purpose, number)
        taps = reader_taps(self.table, seen, answers, player)
        zone = None if self.table.setup.trial else clocks.to_propose(self.ctx.session, player)
        told = outbox.told(self.ctx.session, self.table.id, seat, but=but) if self._begun else 0
        return Reader(
            _in_the_words_of(self.table, player),
            player,
            seen,
            taps,
            self.ctx.now.astimezone(ZoneInfo(player.zone)).date(),
            told,
            replace(
                self._notes(seat, taps, told),
                went_back=self.went_back,
                moved=self.moved,
                announced=self._announced(seat),
                zone=zone or "",
                zone_tap=zone_tap(taps, player, zone) if zone else "",
            ),
            self._so_far(),
            self._fingerprints(),
        )

    def opened(self, deals: int) -> tuple[Opened, ...]:
        """What the last so many finished deals were shuffled from; of a match its end tells."""
        if self.table.match is not None:
            return ()
        numbers = [deal.number for deal in self.game.deals[-deals:]]
        return opened_by(self.ctx.session, self.table, numbers)

    @property
    def _begun(self) -> bool:
        return self.game.deal is not None or bool(self.game.deals)

    def _notes(self, seat: Seat, taps: Taps, told: int) -> Notes:
        """What is kept for a seat, as far as its player may know that a turn has come."""
        if not self._begun:
            return NO_NOTES
        orders = self._standing_orders()
        known = self.length if self.hiding is None else self.hiding
        return notes_of(
            [orders.kept[seat, part] for part in Part if (seat, part) in orders.kept],
            orders.policies.get(seat, {}),
            plans.dropped(self.ctx.session, self.table.id, seat, told, known=known),
            taps,
            self.table.players[seat].language,
        )

    def _standing_orders(self) -> StandingOrders:
        deal = self.game.deal
        if deal is None:
            return NO_ORDERS
        if self.orders is not None and self.hiding is None:
            return self.orders
        return StandingOrders(
            plans.kept(self.ctx.session, self.table.id, deal.number, known=self.hiding),
            plans.policies(self.ctx.session, self.table.id),
        )

    def _so_far(self) -> str:
        """The digest of the game; none before it has begun."""
        return so_far(self.table.name, self.game) if self._begun else ""

    def _fingerprints(self) -> tuple[Fingerprint, ...]:
        """Those of the shuffles after the deal under way, as this letter tells it."""
        to_come = shuffles_to_come(self.game)
        told = [
            (deal, shuffles.announced(self.ctx.session, self.table.id, deal)) for deal in to_come
        ]
        return tuple(Fingerprint(deal, digits) for deal, digits in told if digits)

    def _announced(self, seat: Seat) -> tuple[tuple[str, str, str], ...]:
        said = announced(self.ctx.session, self.table.id, seat)
        deaf = self.table.players[seat].mailing.value(Key.TALK) == "off"
        return tuple(
            (one.what, one.words, one.other) for one in said if not (deaf and one.what == "talk")
        )


def _in_the_words_of(table: Table, reader: Player) -> Table:
    """A table as it is told to somebody: who is forgotten is called so in the reader's language."""
    if not any(player.address.endswith(NOWHERE) for player in table.players):
        return table
    called = speech(reader.language).former
    players = tuple(
        replace(one, name=called(one.name.split()[-1])) if one.address.endswith(NOWHERE) else one
        for one in table.players
    )
    return replace(table, players=players)
