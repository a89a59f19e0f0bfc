"""Going back to a trick or to the first bid of a deal, once all who have seen more agree."""

from __future__ import annotations

from collections.abc import Sequence

from engine import CardPlayed, CardsDealt, Seat, TakenBack, TrickTaken, replay
from pbem.commands.organiser.desk import Desk, NotDone
from pbem.context import Context
from pbem.domain import outcomes
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.logged import Actor, Logged
from pbem.domain.model import Stage, Table
from pbem.domain.outcomes import AskedAgain, Changed, Outcomes, Said, Unchanged
from pbem.domain.seats import SEATS
from pbem.domain.vocabulary import Already, Back, Change, To, ToAll
from pbem.letters.answered import yes_or_no
from pbem.letters.pages.organisers import Consent
from pbem.mail.codes import Purpose
from pbem.mail.mail import Mail
from pbem.notifications.mailer import notify, taps_for
from pbem.notifications.moment import Moment
from pbem.notifications.organisers import tell_organiser
from pbem.notifications.questions import ask_around
from pbem.orders.organiser.model import RollBack
from pbem.store import rollback
from pbem.store.audit_log import Announced, announce
from pbem.store.events import append, load_log
from pbem.store.games import load_table
from pbem.store.inbound import Inbound
from pbem.turns.turn import standing_log


def roll_back(desk: Desk, ordered: RollBack) -> CommandOutcome:
    """Ask all who have seen what is to be played again; go back at once where there is nobody."""
    table = desk.table
    log = load_log(desk.session, table.id)
    deal = len(replay(logged.entry for logged in log).deals) + 1
    if ordered.deal and ordered.number != deal:
        raise NotDone(CommandKind.OTHER_DEAL, game=table.name, n=deal)
    to = begins(log, 0 if ordered.deal else ordered.number)
    if to is None:
        raise NotDone(CommandKind.NOTHING_SINCE, game=table.name)
    asked = [seat for seat in desk.everybody() if table.players[seat].id != desk.by]
    wish = rollback.ask(
        desk.session,
        table.id,
        whole=ordered.deal,
        number=ordered.number,
        to=to,
        because=ordered.because,
        needed=asked,
        now=desk.now,
    )
    if not asked:
        go_back(desk, wish)
        return CommandOutcome(CommandKind.ROLLED_BACK, game=table.name)
    for seat in asked:
        _ask(desk, table, wish, seat, desk.unique)
    names = ", ".join(table.players[seat].name for seat in asked)
    return CommandOutcome(CommandKind.CONSENT_ASKED, game=table.name, name=names)


def begins(log: Sequence[Logged], trick: int) -> int | None:
    """The first turn of the deal under way in a trick or a later one; 0 is the bidding.

    None if nothing has been done since.
    """
    stands = [one for one in standing_log(log) if not isinstance(one.entry, TakenBack)]
    dealt = max(at for at, one in enumerate(stands) if isinstance(one.entry, CardsDealt))
    taken, playing = 0, False
    for one in stands[dealt + 1 :]:
        playing = playing or isinstance(one.entry, CardPlayed)
        if one.seq == one.turn and (trick == 0 or (playing and taken + 1 >= trick)):
            return one.seq
        taken += isinstance(one.entry, TrickTaken)
    return None


def consented(
    ctx: Context,
    inbound: Inbound,
    mail: Mail,
    wish: rollback.RollBackWish,
    table: Table,
    seat: Seat,
) -> Outcomes:
    """Do what a seat says to a wish to go back; what became of it, and the game."""
    if wish.closed is not None or table.stage is not Stage.PLAYING:
        return outcomes.at(wish.game, Unchanged(Already.ANSWERED))
    said = yes_or_no(mail, table.players[seat].language)
    if said is None:
        _ask(ctx, table, wish, seat, f"in{inbound.id}", inbound.id)
        return outcomes.at(wish.game, AskedAgain(Back.ROLL_BACK))
    unique = f"roll{wish.id}.{seat}"
    if not said:
        rollback.end(ctx.session, wish.id, "refused")
        name = table.players[seat].name
        refused = CommandOutcome(CommandKind.NOT_CONSENTED, done=False, game=table.name, name=name)
        tell_organiser(ctx, table, refused, unique)
        return outcomes.at(wish.game, Said(False, To.ROLL_BACK))
    wish = rollback.agree(ctx.session, wish.id, seat)
    if wish.waits_for:
        return outcomes.at(wish.game, Changed(Change.ROLL_BACK))
    done = begins(load_log(ctx.session, table.id), 0 if wish.whole else wish.number) == wish.to
    if done:
        go_back(ctx, wish)
    else:
        rollback.end(ctx.session, wish.id, "too late")
    kind = CommandKind.ROLLED_BACK if done else CommandKind.NOTHING_SINCE
    tell_organiser(ctx, table, CommandOutcome(kind, done, game=table.name), unique)
    return outcomes.at(
        wish.game, Changed(Change.ROLLED_BACK) if done else Unchanged(Already.GONE_ON)
    )


def go_back(ctx: Context, wish: rollback.RollBackWish) -> None:
    """Take the log back, ask anew, and tell everybody why."""
    length = len(load_log(ctx.session, wish.game))
    append(
        ctx.session,
        wish.game,
        [Logged(length, length, Actor.SERVER, None, TakenBack(wish.to))],
        ctx.now,
    )
    # Not through the cache, which must only hold what is committed.
    game = replay(logged.entry for logged in load_log(ctx.session, wish.game))
    rollback.forget_since(ctx.session, wish.game, len(game.deals) + 1, wish.to, ctx.now)
    rollback.end(ctx.session, wish.id, "done")
    what = ToAll.BACK_TO_DEAL if wish.whole else ToAll.BACK_TO_TRICK
    announce(
        ctx.session, wish.game, Announced(what, wish.because or "-", str(wish.number)), ctx.now
    )
    table = load_table(ctx.session, wish.game)
    ask_around(Moment(ctx, table, game, length + 1, turn=length))
    desk = Desk(ctx.services, ctx.session, ctx.now, number=wish.game, unique=f"roll{wish.id}")
    others = [seat for seat in desk.everybody() if seat not in game.awaiting]
    desk.tell(others, what, words=wish.because, name=str(wish.number))


def _ask(
    ctx: Context,
    table: Table,
    wish: rollback.RollBackWish,
    seat: Seat,
    unique: str,
    inbound: int | None = None,
) -> None:
    player, number = table.players[seat], wish.id * SEATS + seat
    page = Consent(
        taps_for(ctx, Purpose.CONSENT, number, table.name, player.language),
        game=table.name,
        organiser=table.organiser.name,
        whole=wish.whole,
        number=wish.number,
        because=wish.because,
    )
    notify(ctx, page, player, f"{unique}.{number}", game=table, inbound=inbound)
