"""Who reads a letter about a game: what that seat may know, and what is noted for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from engine import Seat, view
from pbem.context.known import sealed
from pbem.domain.model import Player, Question, Table
from pbem.domain.seats import seat_number
from pbem.domain.vocabulary import ToAll
from pbem.letters.badges import badges
from pbem.letters.notes import notes_of
from pbem.letters.pages.watching import OFFERED
from pbem.letters.parts import NO_NOTES, Fingerprint, Notes, Opened
from pbem.letters.reader import Reader, tag
from pbem.letters.speech import speech
from pbem.letters.talk import Remark, heard
from pbem.letters.taps import Taps, taps_of
from pbem.mail.codes import Purpose, Token
from pbem.notifications.mailer import taps_for
from pbem.notifications.moment import Moment
from pbem.orders.keywords import Key, Watchers
from pbem.results.proof import opened_by
from pbem.store import plans, shuffles, time_zones, watching
from pbem.store.audit_log import announced
from pbem.store.codes import minted
from pbem.store.erasure import former_number
from pbem.store.noted import of_reader
from pbem.turns.plans import NO_ORDERS, Part, StandingOrders
from pbem.turns.turn import shuffles_to_come


def reader_of(at: Moment, seat: Seat, asked: Question | None, *, but: int | None = None) -> Reader:
    """Who reads a letter, and answers what is asked with it, if anything is.

    What the mail with the number `but` has told is told anew.
    """
    if asked is not None:
        return replace(reader_at(at, seat, Purpose.QUESTION, asked.id, but=but), asked=asked)
    return reader_at(at, seat, Purpose.SEAT, seat_number(at.table, seat), but=but)


def reader_at(
    at: Moment, seat: Seat, purpose: Purpose, number: int, *, but: int | None = None
) -> Reader:
    """Who reads a letter whose answers are about something else, by its purpose and number."""
    seen = view(at.game, seat)
    player = at.table.players[seat]
    about, to_come = Token(purpose, number), shuffles_to_come(at.game)
    noted = of_reader(
        *(at.ctx.session, at.table.id, seat, player.id, about),
        deal=to_come[-1] if to_come else None,
        known=_known(at),
        but=but,
    )
    answers = minted(at.ctx.session, at.ctx.services.addresses, about, noted.code)
    zone = None
    if not at.table.setup.trial:
        zone = time_zones.to_propose(at.ctx.session, player, noted.clock)
    told = noted.told if _begun(at) else 0
    watchers = watching.watchers(at.ctx.session, at.table.id) if noted.watched else {}
    return Reader(
        _in_the_words_of(at.table, player),
        player,
        seen,
        taps_of(answers, tag(at.table, seen), player.language),
        at.ctx.now.astimezone(ZoneInfo(player.zone)).date(),
        told,
        replace(
            _notes(at, seat, told, dropped=noted.dropped),
            went_back=at.went_back,
            moved=at.moved,
            **(_announced(at, seat) if noted.announced else {}),
            zone=zone or "",
        ),
        _so_far(at),
        _fingerprints(at, to_come, noted.fingerprint),
        sealed=sealed(at.ctx.session, at.table, at.ctx.now),
        watchers=tuple(watchers.values()),
    )


def spectator(at: Moment, player: Player) -> Reader | None:
    """Somebody reading about a game from no seat: what lies on the table, and nothing else.

    Who watches it can answer, and was told some of it. None while another table still plays these
    deals.
    """
    if sealed(at.ctx.session, at.table, at.ctx.now):
        return None
    seen, mailbox = view(at.game), at.ctx.services.addresses.mailbox
    reader = Reader(
        _in_the_words_of(at.table, player),
        player,
        seen,
        Taps(mailbox, tag(at.table, seen), player.language),
        at.ctx.now.astimezone(ZoneInfo(player.zone)).date(),
        so_far=_so_far(at),
    )
    one = watching.watcher_of(at.ctx.session, at.table.id, player.id)
    if one is None or not one.watches:
        return reader
    return replace(
        reader,
        taps=taps_for(at.ctx, Purpose.WATCH, one.id, tag(at.table, seen), player.language),
        told=watching.told(at.ctx.session, one),
        offered=OFFERED,
    )


def with_talk(at: Moment, reader: Reader) -> Reader:
    """A reader who watches, with what was said at the table since the last deal, where the table
    lets watchers hear it.
    """
    deaf = reader.player.mailing.value(Key.TALK) == "off"
    if not reader.offered or at.table.setup.watchers is not Watchers.TALK or deaf:
        return reader
    one = watching.watcher_of(at.ctx.session, at.table.id, reader.player.id)
    said = watching.talk(at.ctx.session, one) if one else []
    return replace(reader, notes=replace(reader.notes, **_talk(at, said)))


def opened(at: Moment, deals: int) -> tuple[Opened, ...]:
    """What the last so many finished deals were shuffled from; of a match its end tells."""
    if at.table.match is not None:
        return ()
    numbers = [deal.number for deal in at.game.deals[-deals:]]
    return opened_by(at.ctx.session, at.table, numbers)


def _begun(at: Moment) -> bool:
    return at.game.deal is not None or bool(at.game.deals)


def _known(at: Moment) -> int:
    return at.length if at.hiding is None else at.hiding


def _notes(at: Moment, seat: Seat, told: int, *, dropped: bool) -> Notes:
    """What is kept for a seat, as far as its player may know that a turn has come."""
    if not _begun(at):
        return NO_NOTES
    orders = _standing_orders(at)
    session, known = at.ctx.session, _known(at)
    return notes_of(
        [orders.kept[seat, part] for part in Part if (seat, part) in orders.kept],
        orders.policies.get(seat, {}),
        plans.dropped(session, at.table.id, seat, told, known=known) if dropped else [],
    )


def _standing_orders(at: Moment) -> StandingOrders:
    if at.game.deal is None:
        return NO_ORDERS
    if at.orders is not None and at.hiding is None:
        return at.orders
    return plans.standing_orders(at.ctx.session, at.table, at.game, known=at.hiding)


def _so_far(at: Moment) -> str:
    """The digest of the game; none before it has begun."""
    games = at.ctx.services.games
    return games.so_far(at.table.id, at.table.name, at.game) if _begun(at) else ""


def _fingerprints(at: Moment, to_come: Sequence[int], last: str | None) -> tuple[Fingerprint, ...]:
    """Those of the shuffles after the deal under way, as this letter tells it, the `last` known."""
    session, game = at.ctx.session, at.table.id
    told = [(deal, shuffles.announced(session, game, deal)) for deal in to_come[:-1]]
    told += [(deal, last) for deal in to_come[-1:]]
    return tuple(Fingerprint(deal, digits) for deal, digits in told if digits)


def _announced(at: Moment, seat: Seat) -> dict[str, Any]:
    """What the table was told, and what its players said, unless this one wants none of that."""
    player = at.table.players[seat]
    said = announced(at.ctx.session, at.table.id, seat, player.id)
    deaf = player.mailing.value(Key.TALK) == "off"
    talk = [(one.other, one.words) for one in said if one.what is ToAll.TALK and not deaf]
    return {
        "announced": tuple(
            (one.what, one.words, one.other) for one in said if one.what is not ToAll.TALK
        ),
        **_talk(at, talk),
    }


def _talk(at: Moment, said: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """What players said, with their badges."""
    seats = {badge.name: badge for badge in badges(tuple(one.name for one in at.table.players))}
    newest, earlier = heard(Remark(name, words, seats.get(name)) for name, words in said)
    return {"talk": newest, "earlier_talk": earlier}


def _in_the_words_of(table: Table, reader: Player) -> Table:
    """A table as it is told to somebody: who is forgotten is called so in the reader's language."""
    numbers = [former_number(player) for player in table.players]
    if not any(numbers):
        return table
    called = speech(reader.language).former
    players = tuple(
        replace(one, name=called(number)) if number else one
        for one, number in zip(table.players, numbers, strict=True)
    )
    return replace(table, players=players)
