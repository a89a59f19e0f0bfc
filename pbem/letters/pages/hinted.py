"""The letter that gives a hint: two choices that seem good, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from engine.hints import Hint
from pbem.letters.odds import of_100
from pbem.letters.page import Page, Trait
from pbem.letters.parts import Due, Offer
from pbem.letters.reader import Reader
from pbem.letters.typed import code, order_of, typed


@dataclass(frozen=True, slots=True)
class HintLine:
    """A choice; in how many of 100 deals the bid is kept with it, and its points in the mean, None
    where they are not weighed.
    """

    offer: Offer
    kept: int | None
    points: float | None


@dataclass(frozen=True, slots=True)
class Hinted(Page, traits=Trait.SHOWS):
    """To who is asked and wants a hint: two choices, the better one first, or one."""

    lines: tuple[HintLine, ...]
    due: Due | None = None

    @classmethod
    def of(cls, reader: Reader, hint: Hint) -> Self:
        """What was worked out, as answers that the reader can send."""
        lines = []
        for one in hint.candidates:
            order, brings = order_of(one.choice), one.brings
            words = typed(order, reader.speech)
            offer = Offer(words, reader.taps.to(code(order), words))
            kept = of_100(brings.keep) if brings else None
            lines.append(HintLine(offer, kept, round(brings.points, 1) if brings else None))
        asked = reader.asked
        due = reader.due(asked) if asked and asked.due_at else None
        return cls(reader.frame, tuple(lines), due)
