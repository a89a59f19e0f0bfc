"""Letters about who plays: invited, there or away, in a pause, once more."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from engine import Rules
from pbem.domain.deadlines import Span
from pbem.domain.model import Said
from pbem.domain.powers import Grave
from pbem.letters.compose.parts import frame_of
from pbem.letters.pages.people import (
    AreYouSure,
    AwayOffer,
    GameAway,
    Invitation,
    Noted,
    PauseKind,
    PausePoll,
    Presence,
    PresenceKind,
    Rematch,
    RematchKind,
    SaidForYou,
)
from pbem.letters.reader import Reader


def invitation(reader: Reader, rules: Rules, words: str) -> Invitation:
    """Would you like to play? `words` are the organiser's own."""
    players = len(reader.table.players)
    all_ = zip(reader.table.players, reader.table.said, strict=True)
    others = [p.name for p, said in all_ if p.id != reader.player.id and said is not Said.NO]
    return Invitation(
        frame=frame_of(reader),
        others=tuple(others),
        players=players,
        rules=rules,
        sizes=rules.sizes(players),
        answer_in=reader.table.setup.answer_in,
        words=words,
        yes_tap=reader.answer("yes"),
        no_tap=reader.answer("no"),
        test_tap=reader.request("test"),
    )


def noted(reader: Reader, what: str) -> Noted:
    """The word back to an answered invitation: `yes` or `no`, `joined` where seats are free."""
    return Noted(frame_of(reader), what)


def presence(
    reader: Reader,
    what: PresenceKind,
    *,
    missed: int = 0,
    away: Span | None = None,
    games: tuple[GameAway, ...] = (),
) -> Presence:
    """A word to who has been silent, is away, comes back or leaves."""
    return Presence(
        frame=replace(frame_of(reader), farewell=what == "forgotten"),
        what=what,
        missed=missed,
        away=away,
        games=games,
        back_tap=reader.request("back"),
        leave_tap=reader.request("leave"),
    )


def are_you_sure(reader: Reader, what: Grave, detail: str) -> AreYouSure:
    """Is an order meant that cannot be taken back?"""
    return AreYouSure(frame_of(reader), what, detail, reader.answer("yes"), reader.answer("no"))


def said_for_you(reader: Reader, words: str) -> SaidForYou:
    """What was said to the table under a code that anybody could have by now."""
    return SaidForYou(frame_of(reader), words, reader.answer("no"))


def away_offer(reader: Reader, away: Span) -> AwayOffer:
    """The offer to note days away that an automatic answer told of."""
    days = f"{away.first.isoformat()} %s {away.last.isoformat()}"
    say = reader.speech.say
    words = f"{say('dates', 'away')} {days % say('dates', 'to')}"
    return AwayOffer(frame_of(reader), away, reader.taps.to(f"away {days % 'to'}", words))


def pause_poll(
    reader: Reader,
    what: PauseKind,
    *,
    name: str,
    first: date | None,
    days: int,
    waits: tuple[str, ...],
) -> PausePoll:
    """Shall the game pause? And the words back to what a player says to that."""
    say = reader.speech.say
    yes, no = (
        reader.taps.to(f"pause {word}", f"{say('time', 'pause')} {say('answers', word)}")
        for word in ("yes", "no")
    )
    return PausePoll(frame_of(reader), what, name, first, days, waits, yes, no)


def rematch(
    reader: Reader,
    what: RematchKind,
    *,
    name: str,
    said: tuple[tuple[str, str], ...],
    needed: int,
    following: str,
) -> Rematch:
    """Shall we play again? And the words back to what a player says to that."""
    yes, no = reader.request("rematch"), reader.answer("no")
    return Rematch(frame_of(reader), what, name, said, needed, following, yes, no)
