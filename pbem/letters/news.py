"""What has happened since a reader's last mail, gathered from the log and the reader's view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine import (
    BidChanged,
    BidLaid,
    BidMade,
    Card,
    CardPlayed,
    CardsDealt,
    Choice,
    DealScored,
    DealView,
    Entry,
    GameStarted,
    LayBid,
    MakeBid,
    NameTrump,
    PlayCard,
    Seat,
    TakenBack,
    TrickTaken,
    TrumpNamed,
    View,
)
from engine.ending import totals
from pbem.domain.logged import Actor, Logged
from pbem.letters.badges import Badge
from pbem.letters.deals import DealResult, News, Played, ScoreLine, TrickLine
from pbem.letters.parts import Answered, Opened
from pbem.letters.unasked import Unasked, with_move

Draw = tuple[tuple[tuple[str, Card], ...], ...]


@dataclass(slots=True)
class Gathered:
    """News under way: `told` for the mail, `draw` for the mail that starts a game."""

    tricks: list[TrickLine] = field(default_factory=list)
    answered: list[Answered] = field(default_factory=list)
    unasked: tuple[Unasked, ...] = ()
    results: list[DealResult] = field(default_factory=list)
    draw: Draw = ()
    taken_back: bool = False
    dealt: bool = False

    @property
    def told(self) -> News:
        """What a mail tells of it."""
        return News(
            *(tuple(self.tricks), tuple(self.answered), tuple(self.results)),
            *(self.taken_back, self.dealt, self.unasked),
        )


def news(
    log: Sequence[Logged], badges: Sequence[Badge], view: View, opened: Sequence[Opened] = ()
) -> Gathered:
    """What the entries of a log tell a reader, in the names of the table.

    `log` holds the entries after those the reader was told of; the tricks and scores themselves
    come from the view, so that nothing is told that the reader may not know.
    """
    found = Gathered()
    deals = [*view.past, *([view.deal] if view.deal else [])]
    at, tricks = _before(log, view)
    for logged in log:
        if at >= 0:
            found.unasked = with_move(found.unasked, logged, view, deals[at], tricks + 1)
        match logged.entry:
            case GameStarted(draw=draw):
                found.draw = tuple(
                    tuple((badges[s].name, card) for s, card in turn) for turn in draw
                )
            case CardsDealt():
                at, tricks = at + 1, 0
                found.dealt = True
            case TrickTaken():
                tricks += 1
                found.tricks.append(trick_line(deals[at], tricks, badges))
            case DealScored():
                found.results.append(deal_result(view, at, badges, opened))
            case BidMade(seat) | BidChanged(seat) | BidLaid(seat) if _in_silence(logged):
                known = deals[at].bids[seat]
                found.answered.append(Answered(_other(seat, badges, view), "bid", bid=known))
            case TrumpNamed(seat, trump) if _in_silence(logged):
                found.answered.append(Answered(_other(seat, badges, view), "trump", trump=trump))
            case CardPlayed(seat, card) if _in_silence(logged):
                found.answered.append(Answered(_other(seat, badges, view), "play", card=card))
            case TakenBack():
                found.taken_back = True
            case _:
                pass
    return found


def answered(name: str | None, made: Choice | Entry) -> Answered | None:
    """A move, chosen or logged, as pages show it; None for what is no move."""
    match made:
        case MakeBid(_, tricks) | BidMade(_, tricks) | BidChanged(_, tricks):
            return Answered(name, "bid", bid=tricks)
        case LayBid(_, laid) | BidLaid(_, _, laid):
            return Answered(name, "lay", laid=laid)
        case NameTrump(_, trump) | TrumpNamed(_, trump):
            return Answered(name, "trump", trump=trump)
        case PlayCard(_, card, call) | CardPlayed(_, card, call):
            return Answered(name, "play", card=card, call=call)
        case _:
            return None


def own_move(log: Sequence[Logged], seat: Seat) -> Answered | None:
    """The last move that a seat has answered itself; None if it has made none."""
    own = [one.entry for one in log if one.seat == seat and one.actor is Actor.PLAYER]
    return next(filter(None, (answered(None, entry) for entry in reversed(own))), None)


def trick_line(deal: DealView, number: int, badges: Sequence[Badge]) -> TrickLine:
    """A trick of a deal, the first being number 1, in the names of the table."""
    trick = deal.tricks[number - 1]
    plays = tuple(
        Played(badges[seat], card, trick.call(place), takes=seat == trick.taker)
        for place, (seat, card) in enumerate(trick.by_seat(deal.players, deal.way))
    )
    return TrickLine(deal.number, number, plays)


def deal_result(
    view: View, at: int, badges: Sequence[Badge], opened: Sequence[Opened] = ()
) -> DealResult:
    """How the finished deal at that place in the game ended, in seat order.

    What it was shuffled from is told if it is among `opened`.
    """
    deal = view.past[at]
    points = deal.points or ()
    lines = tuple(
        ScoreLine(
            badge=badge,
            you=seat == view.seat,
            bid=deal.bids[seat],
            taken=deal.taken[seat],
            points=points[seat],
            bonus=deal.bonus[seat] if deal.bonus else 0,
            total=total,
        )
        for seat, (badge, total) in enumerate(zip(badges, totals_after(view, at + 1), strict=True))
    )
    told = next((one for one in opened if one.deal == deal.number), None)
    return DealResult(deal.number, deal.trump, lines, told)


def totals_after(view: View, deals: int) -> tuple[int, ...]:
    """The totals after so many deals, by seat, as the rules add them up."""
    points = [deal.points or () for deal in view.past[:deals]]
    return totals(view.rules.end, view.rules.target, points, view.players)


def _in_silence(logged: Logged) -> bool:
    """Whether the server moved because a deadline had passed."""
    return logged.actor is Actor.DEADLINE


def _before(log: Sequence[Logged], view: View) -> tuple[int, int]:
    """Where the table stood before the log's first entry: the deal's place, its tricks taken."""
    taken = sum(isinstance(logged.entry, TrickTaken) for logged in log)
    dealt = sum(isinstance(logged.entry, CardsDealt) for logged in log)
    deals = [*view.past, *([view.deal] if view.deal else [])]
    at = len(deals) - 1 - dealt
    if at < 0:
        return at, 0
    return at, sum(len(deal.tricks) for deal in deals[at:]) - taken


def _other(seat: Seat, badges: Sequence[Badge], view: View) -> str | None:
    return None if seat == view.seat else badges[seat].name
