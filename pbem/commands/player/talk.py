"""Words for the table, and words for the next shuffle, both of which count wherever they stand; and
the proof of what was shuffled.
"""

from __future__ import annotations

from engine import Reason
from pbem.commands.player.row import (
    BEGUN,
    INVITING,
    OVER,
    PLAYING,
    Done,
    LetterBack,
    Row,
    SeatContext,
    refuse,
)
from pbem.context.shuffles import mix_in
from pbem.domain.outcomes import Changed, Refused, Talked, Told
from pbem.domain.seats import seat_number
from pbem.domain.vocabulary import Change, ToAll, Unmet
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.proofs import Proof, Salted
from pbem.letters.pages.talk import SaidForYou, Silenced
from pbem.mail.codes import Purpose
from pbem.notifications.moment import moment_for
from pbem.orders.model import Request, Salt, Talk
from pbem.results.proof import proof, speakers
from pbem.store.audit_log import Announced, announce
from pbem.store.silences import silent_until
from pbem.turns.turn import shuffles_to_come


def talk(ctx: SeatContext, order: Talk) -> Done:
    """Tell the table with its next letters; who said it is told where anybody could have.

    What is kept from the table is told to who said it, and to nobody later.
    """
    until = silent_until(ctx.session, ctx.table.id, ctx.player.id, ctx.now)
    if until is not None:
        # An answer beside them ends what is asked, and leaves no letter about that.
        code = (Purpose.SEAT, seat_number(ctx.table, ctx.seat))
        kept = LetterBack(lambda reader: Silenced(reader.frame, order.words, until), code)
        return Done(Refused(Unmet.SILENCED), kept)
    said = Announced(ToAll.TALK, order.words, ctx.player.name, ctx.player.id)
    number = announce(ctx.session, ctx.table.id, said, ctx.now)
    if not ctx.aged:
        return Done(Talked())
    page = LetterBack(lambda r: SaidForYou(r.frame, order.words), (Purpose.UNSAY, number))
    return Done(Talked(), page)


def talk_too_late(ctx: SeatContext, _order: Talk) -> Done:
    """There are no more letters to carry words for the table."""
    return refuse(ctx, Reason.GAME_OVER)


def salt(ctx: SeatContext, order: Salt) -> Done:
    """Mix a word into the next shuffle, whatever the player is asked."""
    table, session = ctx.table, ctx.session
    game = moment_for(ctx, table, ctx.seat).game
    # The tables of a match take words only before the first card.
    kept = bool(shuffles_to_come(game)) and not (table.shuffled_as and table.begun)
    if kept:
        mix_in(ctx.services, session, table, ctx.seat, order.word, ctx.now)
    page = LetterBack(lambda reader: Salted.of(reader, order.word if kept else None))
    return Done(Changed(Change.SALT) if kept else Refused(Unmet.NO_SHUFFLE), page)


def prove(ctx: SeatContext, _order: Request) -> Done:
    """What the deals so far were shuffled from."""
    deals = proof(ctx.session, ctx.table, ctx.now)
    names = speakers(ctx.session, ctx.table)
    return Done(Told("proof"), LetterBack(lambda reader: Proof.of(reader, deals, names)))


ROWS = (
    Row(
        *(Talk, talk, INVITING | PLAYING),
        line=HelpLine(
            "words for the others, below your answer or alone; 280 characters", after="…"
        ),
    ),
    Row(Talk, talk_too_late, OVER),
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
