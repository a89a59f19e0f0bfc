"""Who sent a mail, and what it is about: its code, and the address it comes from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

from pbem.commands.read import MailPlace
from pbem.context import Context
from pbem.context.services import Services
from pbem.domain.model import Question
from pbem.domain.seats import seat_in
from pbem.domain.vocabulary import WhyNot
from pbem.inbound.purposes import PURPOSES
from pbem.inbound.trust import About, Code, Deed, Nobody, Origin, Sender, TrustedMail, Uncoded, deed
from pbem.logs import log
from pbem.mail.addresses import Addresses, Carried
from pbem.mail.authentication import Dmarc, dmarc
from pbem.mail.codes import Purpose, Token
from pbem.mail.mail import Mail, answered_at, read_head
from pbem.store import bounces, questions, sent_mail
from pbem.store.blocks import writer
from pbem.store.codes import told_by
from pbem.store.database import DatabaseUnavailable, Session, trouble_told
from pbem.store.games import load_table
from pbem.store.inbound import Arrived, Inbound
from pbem.store.locks import games_around, take_games
from pbem.store.seats import GONE

T = TypeVar("T")

_WHY = {
    Sender.NOBODY: WhyNot.NO_SENDER,
    Sender.OURS: WhyNot.OURS,
    Sender.OTHER: WhyNot.OTHER_PLAYER,
    Sender.STRANGER: WhyNot.STRANGER,
}


def identify(ctx: Context, inbound: Inbound, mail: Mail) -> tuple[Origin, About]:
    """Who sent a mail, and which seat it speaks for.

    Until the commit every game that it may change is kept from other servers.
    """
    address = mail.sender or ""
    codes = find_codes(ctx.services, ctx.session, inbound.recipient, mail)
    player, blocked = writer(ctx.session, address)
    origin = Origin(
        bool(codes),
        told_by(ctx.session, codes, ctx.services.addresses.domains),
        address,
        player,
        dmarc(mail.results, ctx.settings.authserv_id, address.rpartition("@")[2]),
        ctx.services.addresses.is_ours(address),
        blocked,
    )
    if not ctx.services.db.alone:
        _keep_tables(ctx.session, origin)
    return origin, _about(ctx.session, origin)


def _about(session: Session, origin: Origin) -> About:
    player, verdict = origin.player, origin.verdict
    places = [place for token in origin.tokens if (place := _named(session, token))]
    if places:
        place = next((one for one in places if one.player.id == player), places[0])
        sender, code = _sender(origin, place), _code(places)
        what = deed(code, sender, verdict)
        return TrustedMail(what, place, origin.address, _why(code, sender))
    why = WhyNot.UNKNOWN_CODE if origin.coded else WhyNot.NO_CODE
    if player is None or origin.ours:
        return Nobody(why)
    if verdict is Dmarc.FAIL:
        return Nobody(why, WhyNot.FORGED)
    asked = questions.open_to(session, player)
    what = deed(Code.NOTHING, Sender.PLAYER, verdict, len(asked))
    if origin.coded or what is Deed.DROP:
        return Uncoded(player, why)
    return TrustedMail(what, replace(_place(session, asked[0]), question=None), origin.address)


def place_at(ctx: Context, recipient: str) -> MailPlace | None:
    """What the address is about that a mail came to, or None if it carries no code.

    Automatic answers come to the envelope sender of our mails (RFC 3834 4).
    """
    ours = ctx.services.addresses
    for token in told_by(ctx.session, ours.codes_in([recipient]), ours.domains):
        if token.purpose is Purpose.BOUNCE:
            sent = bounces.sent_mail(ctx.session, token.number)
            if sent is not None and sent.game is not None and sent.seat is not None:
                return MailPlace(load_table(ctx.session, sent.game), sent.seat, None)
        elif place := _named(ctx.session, token):
            return place
    return None


def lane_of(services: Services, session: Session, mail: Arrived) -> int | None:
    """The game that a mail is about as far as its codes tell, before anybody has thought about it.

    None if they name no game, or several, or stand in its text alone: that is read later; so is
    what cannot be read now by a fault of ours. DatabaseUnavailable as ever.
    """
    return looked_into(partial(_lane_of, services, session, mail), None)


def looked_into(look: Callable[[], T], otherwise: T) -> T:
    """What a look into a mail tells, or something else if it fails by a fault of ours."""
    try:
        with trouble_told():
            return look()
    except DatabaseUnavailable:
        raise
    except Exception:
        log.exception("mail not looked into")
        return otherwise


def _lane_of(services: Services, session: Session, mail: Arrived) -> int | None:
    ours = services.addresses
    tokens = told_by(session, ours.codes_in([mail.recipient]), ours.domains)
    if not tokens:
        codes = find_codes(services, session, mail.recipient, read_head(mail.raw))
        tokens = told_by(session, codes, ours.domains)
    games = {_game_of(session, token) for token in tokens}
    return games.pop() if len(games) == 1 else None


def _game_of(session: Session, token: Token) -> int | None:
    return PURPOSES[token.purpose].game(session, token.number)


def _keep_tables(session: Session, origin: Origin) -> None:
    """Keep other servers away from every game that a mail may change, until the commit."""
    games = {game for token in origin.tokens if (game := _game_of(session, token)) is not None}
    players = {place.player.id for token in origin.tokens if (place := _named(session, token))}
    if origin.player is not None:
        players.add(origin.player)
    take_games(session, games | games_around(session, players))


def find_codes(
    services: Services, session: Session, recipient: str, mail: Mail
) -> tuple[Carried, ...]:
    """The different codes of the first place of a mail that holds any, the surest place first.

    What the servers on the way wrote is surer than what the mail program did, and an address surer
    than a text. Only addresses and a subject may hold several.
    """
    ours = services.addresses
    places: tuple[Callable[[], tuple[Carried, ...]], ...] = (
        lambda: ours.codes_in([recipient]),
        lambda: ours.codes_in(mail.delivered),
        lambda: ours.codes_in(mail.named),
        lambda: _answered(ours, session, mail.answers),
        lambda: ours.tags_in(mail.subject),
        lambda: tuple(filter(None, [ours.nearest_tag(mail.body)])),
    )
    return next(filter(None, (look() for look in places)), ())


def _answered(ours: Addresses, session: Session, message_ids: Sequence[str]) -> tuple[Carried, ...]:
    """The code of the mail of ours that these Message-IDs name first."""
    for raw in sent_mail.named(session, message_ids):
        reply_to, text = answered_at(raw)
        if codes := ours.codes_in([reply_to]) or ours.tags_in(text):
            return codes[-1:]
    return ()


def _named(session: Session, token: Token) -> MailPlace | None:
    """What a token names: a question, or a seat without one."""
    if token.purpose is Purpose.QUESTION:
        question = questions.question(session, token.number)
        return None if question is None or question.seat == GONE else _place(session, question)
    if token.purpose is Purpose.SEAT:
        renewed, game, seat = seat_in(token.number)
        with suppress(LookupError):
            table = load_table(session, game)
            return MailPlace(table, seat, None, renewed=table.players[seat].renewed != renewed)
    return None


def _place(session: Session, question: Question) -> MailPlace:
    return MailPlace(load_table(session, question.game), question.seat, question)


def _code(places: Sequence[MailPlace]) -> Code:
    if len(places) > 1:
        return Code.SEVERAL
    if places[0].renewed:
        return Code.RENEWED
    asked = places[0].question
    return Code.CLOSED if asked is not None and asked.closed is not None else Code.OPEN


def _sender(origin: Origin, place: MailPlace) -> Sender:
    if not origin.address:
        return Sender.NOBODY
    if origin.ours:
        return Sender.OURS
    if origin.player == place.player.id:
        return Sender.PLAYER
    return Sender.STRANGER if origin.player is None else Sender.OTHER


def _why(code: Code, sender: Sender) -> WhyNot:
    """Why nothing is done where that is so."""
    if sender is Sender.STRANGER and code is Code.RENEWED:
        return WhyNot.OLD_CODE
    return _WHY.get(sender, WhyNot.FORGED)
