"""Letters that tell how games went: the totals, the end, what other tables made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from engine import Seat, View
from pbem.domain.logged import Logged
from pbem.letters.afterwards import Luck, Turned, luck, turned
from pbem.letters.badges import Badge
from pbem.letters.choices import offer, usual_values
from pbem.letters.deals import DealResult, TrickLine
from pbem.letters.headlines.told import headed
from pbem.letters.news import deal_result, news, totals_after
from pbem.letters.page import Attachment, GameNotice, Page, Trait
from pbem.letters.pages.reviewed import Decided
from pbem.letters.parts import Fingerprint, Offer, Opened
from pbem.letters.race import Standing, place, share
from pbem.letters.reader import Reader
from pbem.orders.keywords import Key


@dataclass(frozen=True, slots=True)
class FinalStanding(Standing):
    """One player's line in the final score: `made` of his `bids` came true.

    There are fewer of them than deals where the rules let somebody be without one.
    """

    made: int = 0
    bids: int = 0
    won: bool = False


@dataclass(frozen=True, slots=True)
class LeadLine:
    """The totals after a deal, in seat order, and which of them lead."""

    deal: int
    totals: tuple[int, ...]
    leads: tuple[bool, ...]

    @classmethod
    def of(cls, deal: int, totals: tuple[int, ...]) -> Self:
        """The totals after a deal; who has the most leads."""
        return cls(deal, totals, tuple(total == max(totals) for total in totals))


@dataclass(frozen=True, slots=True)
class Chart(Page, traits=Trait.SHOWS):
    """The totals after each finished deal; `image` shows the same as lines, in a PNG."""

    badges: tuple[Badge, ...]
    lines: tuple[LeadLine, ...]
    image: bytes

    @classmethod
    def of(cls, reader: Reader, totals: Sequence[tuple[int, ...]], image: bytes) -> Self:
        """The totals after each deal, with a picture of them."""
        lines = tuple(LeadLine.of(number, after) for number, after in enumerate(totals, 1))
        return cls(reader.frame, reader.badges, lines, image)

    @property
    def attached(self) -> tuple[Attachment, ...]:
        """The picture."""
        return (Attachment("chart.png", self.image, "image/png"),)


@dataclass(frozen=True, slots=True)
class Digest(Page):
    """The game is over: who has won, and how it went."""

    winners: tuple[str, ...]
    badges: tuple[Badge, ...]
    standings: tuple[FinalStanding, ...]
    lead: tuple[LeadLine, ...]
    sheet: tuple[DealResult, ...]
    tricks: int
    payments: tuple[tuple[str, str], ...]
    answers: int
    own_answers: int | None
    started_at: datetime
    ended_at: datetime
    luck: tuple[Luck, ...] = ()
    turned: Turned | None = None
    decision: Decided | None = None
    tricks_played: tuple[TrickLine, ...] = ()
    """Those of the last deal, for who has not read them elsewhere."""
    public: tuple[Offer, ...] = ()
    """How the reader may be called on public pages, for who has never said."""

    @classmethod
    def of(
        cls,
        reader: Reader,
        answers: Sequence[int],
        ended_at: datetime,
        decision: Decided | None = None,
        log: Sequence[Logged] = (),
    ) -> Self:
        """How the game went, once it is over; `answers` counts the mails each seat answered.

        `decision` is the reader's weightiest, of the deals that have been looked back at. Of a
        `log` that ends with the game the tricks are told.
        """
        view, badges, table = reader.view, reader.badges, reader.table
        return cls(
            frame=reader.frame,
            winners=tuple(badges[seat].name for seat in view.winners or ()),
            badges=badges,
            standings=tuple(
                _standing(view, Seat(seat), badges[seat])
                for seat in sorted(range(view.players), key=lambda seat: -view.totals[seat])
            ),
            lead=() if table.setup.is_test else _lead(view),
            sheet=headed(
                [deal_result(view, at, badges, reader.opened) for at in range(len(view.past))],
                reader,
            ),
            tricks=sum(deal.size for deal in view.past),
            payments=tuple(zip(reader.names, view.payments, strict=False)),
            answers=sum(answers),
            own_answers=None if view.seat is None else answers[view.seat],
            started_at=table.started_at or table.created_at,
            ended_at=ended_at,
            luck=() if table.setup.is_test else luck(view, reader.names),
            turned=None if table.setup.is_test else turned(view, badges),
            decision=decision,
            tricks_played=news(log, badges, view).told.tricks,
            public=() if table.setup.trial else _public(reader),
        )

    @property
    def days(self) -> int:
        """How many days the game took, begun ones too."""
        return (self.ended_at - self.started_at).days + 1


@dataclass(frozen=True, slots=True)
class MatchLine:
    """What one player made of the hands of a seat: the total, what the others at that seat made on
    the average, and the difference; more is better.
    """

    place: int
    name: str
    table: str
    total: int
    others: float
    difference: float
    you: bool


@dataclass(frozen=True, slots=True)
class MatchOver(GameNotice):
    """All tables that played the same deals have ended: how they did, and what the deals were
    shuffled from.
    """

    lines: tuple[MatchLine, ...]
    fingerprint: Fingerprint
    opened: Opened


def _standing(view: View, seat: Seat, badge: Badge) -> FinalStanding:
    total = view.totals[seat]
    return FinalStanding(
        place=place(total, view.totals),
        badge=badge,
        you=seat == view.seat,
        total=total,
        made=sum(deal.made[seat] for deal in view.past),
        bids=sum(deal.bids[seat] is not None for deal in view.past),
        won=seat in (view.winners or ()),
        share=share(total, view.totals),
    )


def _public(reader: Reader) -> tuple[Offer, ...]:
    """Each way to be called on public pages, for a player who has never said."""
    if reader.view.seat is None or Key.PUBLIC in reader.player.mailing.said:
        return ()
    return tuple(offer(reader, Key.PUBLIC, value) for value in usual_values(Key.PUBLIC))


def _lead(view: View) -> tuple[LeadLine, ...]:
    """The totals after every fifth deal and the last."""
    numbers = [
        deal.number for deal in view.past if deal.number % 5 == 0 or deal.number == len(view.past)
    ]
    return tuple(LeadLine.of(number, totals_after(view, number)) for number in numbers)
