"""How the cards are mixed: a word for the next shuffle, and the proof of those that are over."""

from __future__ import annotations

from engine import start
from pbem.commands.player.row import BEGUN, INVITING, Done, Letter, Row, SeatContext
from pbem.context.known import as_known
from pbem.context.shuffles import mix_in
from pbem.domain.outcomes import Changed, Refused, Told
from pbem.domain.vocabulary import Change, Unmet
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.proofs import Proof, Salted
from pbem.orders.model import Request, Salt
from pbem.results.proof import proof, speakers
from pbem.turns.turn import shuffles_to_come


def salt(ctx: SeatContext, order: Salt) -> Done:
    """Mix a word into the next shuffle, whatever the player is asked."""
    table, session = ctx.table, ctx.session
    if table.begun:
        game = as_known(ctx.services, session, table, ctx.now, ctx.seat).game
    else:
        game = start(table.setup.rules, len(table.players))
    # The tables of a match take words only before the first card.
    kept = bool(shuffles_to_come(game)) and not (table.shuffled_as and table.begun)
    if kept:
        mix_in(ctx.services, session, table, ctx.seat, order.word, ctx.now)
    page = Letter(lambda reader: Salted.of(reader, order.word if kept else None))
    return Done(Changed(Change.SALT) if kept else Refused(Unmet.NO_SHUFFLE), page)


def prove(ctx: SeatContext, _order: Request) -> Done:
    """What the deals so far were shuffled from."""
    deals = proof(ctx.session, ctx.table, ctx.now)
    names = speakers(ctx.session, ctx.table)
    return Done(Told("proof"), Letter(lambda reader: Proof.of(reader, deals, names)))


ROWS = (
    Row(
        *(Salt, salt, INVITING | BEGUN),
        line=HelpLine(
            "a word of yours for the next shuffle, so that nobody can have chosen the cards",
            *("rarely", "…"),
        ),
    ),
    Row(
        *("proof", prove, INVITING | BEGUN),
        below=True,
        mended=True,
        line=HelpLine("what the finished deals were shuffled from, and how to check it", "rarely"),
    ),
)
