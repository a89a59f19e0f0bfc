"""Letters about what is kept for later, and about what was understood."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from engine import LayBid, MakeBid, NameTrump, PlayCard, Suit
from pbem.demo.specimens.games import NOW, Story, closed_question, logged
from pbem.domain.asking import Waited
from pbem.letters.notes import notes_of
from pbem.letters.page import AnyPage
from pbem.letters.pages.questions import Asking
from pbem.letters.pages.replies import GotIt, NotYet
from pbem.letters.pages.status import Status
from pbem.letters.parts import Notes
from pbem.orders.answers import Bid, Clause, Plan, Play
from pbem.orders.keywords import Policy, When
from pbem.orders.model import Away, Unread
from pbem.orders.reading import Reading
from pbem.turns.plans import Dropped, KeptOrder, WhyDropped

_DAYS = date(2026, 11, 3), date(2026, 11, 7)
_LONG = "if clubs led the king of clubs else the lowest " * 6


def pages(story: Story) -> dict[str, AnyPage]:
    """The letters to a seat that is to play, and has plans, and to the next one."""
    play = story.follow
    hand = play.reader().view.hand
    low = (Clause(hand[0], Suit.CLUBS), Clause(hand[1], Suit.HEARTS), Clause(Policy.LOW))
    plan = Plan((low, (Clause(hand[-1]),), (Clause(Policy.HIGH, Suit.SPADES),)))
    notes = _notes(plan)
    reader = replace(play.reader(), notes=notes)
    other = replace(play.reader(play.other), notes=notes)
    card = PlayCard(play.seat, hand[0])
    until = NOW + timedelta(minutes=10)
    early: dict[str, Play | Plan] = {"not_yet card": Play(hand[0]), "not_yet plan": plan}
    old = closed_question(play.seat)
    told: dict[str, AnyPage] = {
        "your_play with plans": Asking.of(reader, logged(play.log)[-12:], play.question),
        "status with plans": Status.of(other, Waited(NOW)),
        "got_it card": GotIt.of(reader, _said("qeen of harts"), did=card, until=until, keeps=True),
        "got_it bid": GotIt.of(other, _said("deux"), did=MakeBid(play.seat, 2)),
        "got_it trump": GotIt.of(other, _said("treffle"), did=NameTrump(play.seat, Suit.CLUBS)),
        "got_it laid": GotIt.of(other, _said("lay them"), did=LayBid(play.seat, hand[:3])),
        "got_it kept": GotIt.of(reader, _said(_LONG), keeps=True),
        "got_it forgotten": GotIt.of(other, _said("forget plan"), news="forgotten"),
        "got_it policy": GotIt.of(reader, _said("when made duck"), news="policy"),
        "got_it first": GotIt.of(reader, _said("QH"), did=card, until=until, news="first"),
        "got_it days": GotIt.of(
            reader, _said("QH, away 3-7 Nov", away=Away(*_DAYS)), did=card, until=until, news="days"
        ),
        "got_it words": GotIt.of(
            reader, _said("QH, what a deal!", remark="what a deal!"), did=card, until=until
        ),
        "got_it no policy": GotIt.of(other, _said("when made ask"), news="no policy"),
    }
    return told | {
        name: NotYet.of(play.reader(play.other), _LONG, order, old) for name, order in early.items()
    }


def _said(line: str, away: Away | None = None, remark: str = "") -> Reading:
    """A line with an answer, and what was found beside that."""
    return Reading(line, Unread(line), away=away, remark=remark)


def _notes(plan: Plan) -> Notes:
    """What is kept of two orders, and every way to drop them."""
    bid = Bid(2, (3, 0))
    return notes_of(
        [KeptOrder(bid), KeptOrder(plan, 3)],
        dict(zip(When, Policy, strict=False)),
        [
            Dropped(KeptOrder(bid), WhyDropped.ILLEGAL),
            *(Dropped(KeptOrder(plan, 2), why) for why in WhyDropped),
        ],
    )
