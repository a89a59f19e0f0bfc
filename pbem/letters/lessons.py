"""What the letters of a newcomer's first deal say beside their matter: what its parts mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine import CardPlayed, Rules
from pbem.domain.logged import Actor, Logged
from pbem.domain.model import Question
from pbem.letters.deals import News
from pbem.letters.reader import Reader
from pbem.orders.keywords import Ask


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one letter explains, by the `rules` of the first deal.

    `asked` is what is new in its question, `bid` or `play`, empty if nothing is; `ended` that it
    tells how that deal has ended.
    """

    rules: Rules
    asked: Literal["bid", "play", ""] = ""
    ended: bool = False


def lesson_of(
    reader: Reader,
    question: Question | None,
    news: News | None = None,
    log: Sequence[Logged] = (),
) -> Lesson | None:
    """What a letter explains; None to who needs nothing explained, or nothing new.

    `news` is what the letter tells, of the entries of the `log` that came since the last.
    """
    view, seat = reader.view, reader.seat
    if seat is None or not reader.table.explains_to(seat):
        return None
    if news and any(result.deal == 1 for result in news.results):
        return Lesson(view.past[0].rules, ended=True)
    deal = view.deal
    if question is None or deal is None or deal.number != 1:
        return None
    if question.ask is not Ask.PLAY:
        return Lesson(deal.rules, "bid")
    # Cards that had to be played were asked for in no letter: the first that is explains it.
    forced = sum(
        isinstance(one.entry, CardPlayed) and one.entry.seat == seat and one.actor is Actor.SERVER
        for one in log
    )
    return Lesson(deal.rules, "play") if deal.trick_number == forced + 1 else None
