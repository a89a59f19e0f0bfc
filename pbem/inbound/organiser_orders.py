"""Organisers' mails: who may order what, and what each line brings about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from pbem.commands.organiser.answer import answer, tapped
from pbem.commands.organiser.desk import Desk, NotDone
from pbem.commands.organiser.handlers import run
from pbem.context import Context
from pbem.domain import outcomes
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player
from pbem.domain.names import name_of
from pbem.domain.outcomes import Changed, NotActed, Ordered, Outcomes
from pbem.domain.vocabulary import Change, WhyNot
from pbem.inbound.trust import Origin
from pbem.languages import spoken
from pbem.letters.answered import lines_of
from pbem.letters.examples import filled
from pbem.letters.pages.organisers import CommandResult
from pbem.letters.speech import speech
from pbem.mail.authentication import Dmarc
from pbem.mail.codes import Purpose
from pbem.mail.mail import Mail, all_sent_texts
from pbem.notifications.mailer import no_taps, notify
from pbem.notifications.silence import left_unanswered
from pbem.orders.organiser.model import CommandLine, PauseGame
from pbem.orders.organiser.parse import read_commands
from pbem.orders.organiser.set_up import KeepScores, NewGame, NewLeague
from pbem.orders.organiser.typed import TYPED_ORDERS
from pbem.orders.organiser.words import similar
from pbem.store import people, sent_mail
from pbem.store.consent import agree
from pbem.store.database import Session
from pbem.store.games import find_game, load_table
from pbem.store.inbound import Inbound, set_player
from pbem.store.people import has_stopped, player_at
from pbem.store.roles import organised_by, organisers

_IN_THEIR_LETTER = tuple(
    [kind] for kind in (CommandKind.DRAFTED, CommandKind.LEAGUE_MADE, CommandKind.SCORES_KEPT)
)
"""Orders that a letter of their own answers, where they are all of a mail."""


def commanded(ctx: Context, inbound: Inbound, mail: Mail, origin: Origin) -> Outcomes | None:
    """Do what an organiser's mail orders; None if it is none.

    It must come from the organiser's address and carry a code that only organisers get. Without a
    code it counts if our mail server vouches for the sender.
    """
    tokens, who = origin.tokens, origin.player
    if tokens and tokens[0].purpose is Purpose.ORGANISER:
        number = tokens[0].number
        if who is None or who not in organisers(ctx.session, number) or origin.ours:
            return outcomes.at(number, NotActed(WhyNot.NOT_ORGANISER))
        if origin.verdict is Dmarc.FAIL:
            return outcomes.at(number, NotActed(WhyNot.FORGED))
        return _act(ctx, inbound, mail, people.player(ctx.session, who), number)
    if tokens or origin.ours:
        return None
    own = organised_by(ctx.session, who) if who is not None else []
    if who is None or not own or origin.verdict is not Dmarc.PASS:
        return _first_game(ctx, inbound, mail, origin)
    organiser = people.player(ctx.session, who)
    if not any(line.commands for line in _read(ctx.session, mail, organiser, ctx.now)):
        return None
    return _act(ctx, inbound, mail, organiser, own[-1])


_FIRST = (NewGame, NewLeague, KeepScores)
"""What somebody may order who organises nothing yet."""


def _first_game(ctx: Context, inbound: Inbound, mail: Mail, origin: Origin) -> Outcomes | None:
    """Draft a game for somebody who may organise; None if the mail does not begin with one.

    Anybody can write any address into From, but the draft asks nobody anything, and only who reads
    that address gets the code to start it.
    """
    if origin.verdict is Dmarc.FAIL or not may_organise(ctx.settings.organisers, origin.address):
        return None
    today = ctx.now.astimezone(ZoneInfo(ctx.settings.zone)).date()
    ordered = _new_game_in(mail, today)
    if ordered is None:
        return None
    line, command, language = ordered
    who = player_at(
        ctx.session,
        origin.address,
        name_of(mail.name, origin.address),
        zone=ctx.settings.zone,
        now=ctx.now,
        otherwise=language,
    )
    if has_stopped(ctx.session, who.id):
        return outcomes.at(None, NotActed(WhyNot.STOPPED))
    set_player(ctx.session, inbound.id, who.id)
    if left_unanswered(ctx, inbound.id, who.id, "your_game"):
        return outcomes.at(None, NotActed(WhyNot.SILENT))
    told = run(_desk(ctx, inbound, who, line), command)
    if told.kind is CommandKind.SCORES_KEPT:
        return outcomes.at(None, Changed(Change.SCORES))
    if told.done:
        return outcomes.at(find_game(ctx.session, told.game), Changed(Change.DRAFTED))
    taps = no_taps(ctx, who.language)
    became = ((told, tapped(told, taps, "")),)
    said = CommandResult(taps, "Server", who.zone, became, (), (), today)
    notify(ctx, said, who, f"in{inbound.id}", inbound=inbound.id)
    return outcomes.at(None, Ordered(0, 1))


def _new_game_in(
    mail: Mail, today: date
) -> tuple[CommandLine, NewGame | NewLeague | KeepScores, str] | None:
    """The first new game, or sheet of scores, that a line of a mail orders, and in which language.

    A word to the server may stand above it: "sorry, once more".
    """
    lines, _ = lines_of(mail, [], "en")
    for language in spoken():
        for line in read_commands(lines or (mail.subject,), language, today):
            if len(line.commands) == 1 and isinstance(line.commands[0], _FIRST):
                return line, line.commands[0], language
    return None


def names_new_game(subject: str, today: date) -> bool:
    """Whether a subject names the order that begins a game, whole or not, in any language."""
    read = (line for language in spoken() for line in read_commands([subject], language, today))
    return any(line.order == "new" for line in read)


def may_organise(allowed: Sequence[str], address: str) -> bool:
    """Whether an address, its domain, or everybody is in a list, and neither of them behind a `!`.

    >>> may_organise(["@club.example"], "marta@club.example"), may_organise([], "m@club.example")
    (True, False)
    >>> may_organise(["*", "!@evil.example"], "eve@evil.example")
    False
    """
    named = {"*", address, f"@{address.rpartition('@')[2]}"}
    return bool(named & set(allowed)) and not {f"!{one}" for one in named} & set(allowed)


def _read(
    session: Session, mail: Mail, organiser: Player, now: datetime
) -> tuple[CommandLine, ...]:
    sent = all_sent_texts(sent_mail.named(session, mail.answers))
    lines, language = lines_of(mail, sent, organiser.language)
    today = now.astimezone(ZoneInfo(organiser.zone)).date()
    return read_commands(lines, language, today)


def _act(ctx: Context, inbound: Inbound, mail: Mail, organiser: Player, number: int) -> Outcomes:
    set_player(ctx.session, inbound.id, organiser.id)
    agree(ctx.session, organiser.id, ctx.now)
    told = [
        _one(_desk(ctx, inbound, organiser, line, at, number), line)
        for at, line in enumerate(_read(ctx.session, mail, organiser, ctx.now))
    ]
    told = told or [CommandOutcome(CommandKind.NOTHING, done=False, offers=("status", "help"))]
    if [one.kind for one in told] not in _IN_THEIR_LETTER:
        answer(ctx, inbound, organiser, number, told)
    return outcomes.at(number, Ordered(sum(one.done for one in told), len(told)))


def _desk(
    ctx: Context, inbound: Inbound, who: Player, line: CommandLine, at: int = 0, number: int = 0
) -> Desk:
    """The desk for one line of a mail, of the game with that number, if it is about one."""
    return Desk(
        *(ctx.services, ctx.session, ctx.now, inbound.id),
        number=number,
        who=who,
        line=line.written,
        unique=f"in{inbound.id}.{at}",
    )


def _one(desk: Desk, line: CommandLine) -> CommandOutcome:
    """What came of one line."""
    try:
        desk = _for_game(desk, line)
        if not line.commands:
            raise _not_read(desk, line)
        if len(line.commands) > 1:
            offers = tuple(map(_in_iso, line.commands))
            raise NotDone(CommandKind.WHICH_DATE, game=desk.table.name, offers=offers)
    except NotDone as problem:
        return replace(problem.told, line=desk.line)
    return run(desk, line.commands[0])


def _not_read(desk: Desk, line: CommandLine) -> NotDone:
    """What is wrong with a line that orders nothing, and how it could be written."""
    table = desk.table
    if not line.lacks:
        return NotDone(CommandKind.NOT_UNDERSTOOD, game=table.name, offers=line.nearest)
    said, today = desk.organiser, desk.now.astimezone(ZoneInfo(desk.organiser.zone)).date()
    name = table.players[0].name if table.players else "Ruth"
    examples = (
        filled(one.example, speech(said.language), today).replace("Ruth", name)
        for one in TYPED_ORDERS
        if one.name == line.order
    )
    return NotDone(CommandKind.LACKING, game=table.name, other=" / ".join(examples))


def _for_game(desk: Desk, line: CommandLine) -> Desk:
    """The desk of the game that a line names, if it names one; NotDone if it is none of his."""
    if not line.game:
        return desk
    assert desk.who is not None
    own = {load_table(desk.session, n).name: n for n in organised_by(desk.session, desk.who.id)}
    found = similar(line.game, tuple(own))
    if found is None:
        raise NotDone(CommandKind.NO_GAME, name=line.game, other=", ".join(own))
    return replace(desk, number=own[found])


def _in_iso(command: object) -> str:
    """A command with days, written so that it has one reading."""
    first, last = getattr(command, "first", None), getattr(command, "last", None)
    days = f"{first} to {last}" if first != last else f"{first}"
    if isinstance(command, PauseGame):
        return f"pause {days}"
    return f"away {getattr(command, 'player', '')} {days}"
