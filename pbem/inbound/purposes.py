"""The table of what codes are for: whose word counts under each, who hears it, about which game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from engine import Seat
from pbem.commands.organiser import seat_offers
from pbem.commands.organiser.rollback import consented
from pbem.commands.player import adopting, at_table, confirm, scores
from pbem.commands.player.address_change import confirmed, objected
from pbem.context import Context
from pbem.domain.outcomes import NotActed, Outcomes, at
from pbem.domain.seats import SEATS, seat_in
from pbem.domain.vocabulary import WhyNot
from pbem.inbound import watching as watchers
from pbem.inbound.bounces import asked_to_write_again
from pbem.inbound.registration import registered
from pbem.inbound.unverified import answered
from pbem.mail.codes import Purpose
from pbem.mail.mail import Mail
from pbem.store import adoptions, bounces, questions, rollback, watching
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.inbound import Inbound
from pbem.store.locks import take_games


class StandsFor(Enum):
    """Whom a code stands for: only what comes from there is heard."""

    SEAT = "who sits there"
    ORGANISERS = "whoever organises the game"
    OPERATOR = "who keeps the server"
    PLAYER = "the player who was asked"
    ANYBODY = "whoever reads at the address that was asked"
    NOBODY = "no person: reports on a mail of ours"


@dataclass(frozen=True, slots=True)
class PurposeRow:
    """What a code of one purpose is good for.

    `hears` does what a mail under it says, unless it may say anything that players or organisers
    order; `game` looks up the game of what the code names. Until when it counts, `Purpose` tells.
    """

    stands_for: StandsFor
    hears: Callable[..., Outcomes] | None = None
    game: Callable[[Session, int], int | None] = lambda _session, _number: None


def _of(look: Callable[[Session, int], Any]) -> Callable[[Session, int], int | None]:
    """The game of what is looked up, if that is there."""

    def game(session: Session, number: int) -> int | None:
        found = look(session, number)
        return found.game if found else None

    return game


def _on_a_wish(look: Callable[[Session, int], Any], hears: Callable[..., Outcomes]) -> PurposeRow:
    """What a seat says to a wish of another: the code names both, and only its player is heard."""

    def heard(ctx: Context, inbound: Inbound, mail: Mail, number: int, player: int) -> Outcomes:
        wish_number, seat = divmod(number, SEATS)
        wish = look(ctx.session, wish_number)
        if wish is None:
            return at(None, NotActed(WhyNot.UNKNOWN_CODE))
        take_games(ctx.session, [wish.game])
        table = load_table(ctx.session, wish.game)
        if table.players[seat].id != player:
            return at(wish.game, NotActed(WhyNot.OTHERS_CODE))
        return hears(ctx, inbound, mail, wish, table, Seat(seat))

    game = _of(lambda session, number: look(session, number // SEATS))
    return PurposeRow(StandsFor.PLAYER, heard, game)


_SEAT, _PLAYER, _ANYBODY = StandsFor.SEAT, StandsFor.PLAYER, StandsFor.ANYBODY

PURPOSES: Mapping[Purpose, PurposeRow] = {
    Purpose.QUESTION: PurposeRow(_SEAT, game=_of(questions.question)),
    Purpose.SEAT: PurposeRow(_SEAT, game=lambda _, number: seat_in(number)[1]),
    Purpose.ORGANISER: PurposeRow(StandsFor.ORGANISERS, game=lambda _, number: number),
    Purpose.OPERATOR: PurposeRow(StandsFor.OPERATOR),
    Purpose.BOUNCE: PurposeRow(StandsFor.NOBODY, game=_of(bounces.sent_mail)),
    Purpose.AGAIN: PurposeRow(_ANYBODY, asked_to_write_again, lambda _, number: number // SEATS),
    Purpose.CONFIRM_ADDRESS: PurposeRow(_ANYBODY, confirmed),
    Purpose.OBJECT_ADDRESS: PurposeRow(_ANYBODY, objected),
    Purpose.REGISTER: PurposeRow(_ANYBODY, registered),
    Purpose.SCORES: PurposeRow(_PLAYER, scores.written_down),
    Purpose.AT_TABLE: PurposeRow(_PLAYER, at_table.heard),
    Purpose.WATCH: PurposeRow(_PLAYER, watchers.answered, _of(watching.watcher)),
    Purpose.CONSENT: _on_a_wish(rollback.roll_back, consented),
    Purpose.ADOPT: _on_a_wish(adoptions.adoption, adopting.voted),
    Purpose.CONFIRM_ACT: PurposeRow(_PLAYER, confirm.confirmed),
    Purpose.UNSAY: PurposeRow(_PLAYER, confirm.unsaid),
    Purpose.TAKE_SEAT: PurposeRow(_PLAYER, seat_offers.answered),
    Purpose.KEEP_SEAT: PurposeRow(_PLAYER, seat_offers.kept),
    Purpose.WAS_THAT_YOU: PurposeRow(_PLAYER, answered),
}
