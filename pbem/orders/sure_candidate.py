"""What a text answers as a whole: the one candidate that is sure and that nothing warns of."""

from __future__ import annotations

from pbem.orders.answers import Answer, Bid, Play
from pbem.orders.candidates import Candidate, possible
from pbem.orders.keywords import Ask
from pbem.orders.named_answers import named_answers, squeezed
from pbem.orders.named_cards import names_led
from pbem.orders.parts import parts_of
from pbem.orders.passages import Passage
from pbem.orders.reading import Expected
from pbem.orders.text import Tokens
from pbem.orders.warned import is_warned, says_no
from pbem.orders.words import Words

_MOST_ASKED = 4
_JOINS = "-/&+="
"""What is written beside digits with these is no number of tricks."""


def decided(
    said: Tokens, context: Expected, known: Words
) -> tuple[Answer | None, tuple[Answer, ...]]:
    """The answer that a text gives for certain, and those that it may give."""
    if context.ask not in (Ask.BID, Ask.PLAY) or not context.bound:
        return None, ()
    if any(word in _JOINS and _beside_digits(said, at, known) for at, word in enumerate(said)):
        return None, ()
    parts = parts_of(squeezed(said, known), context, known)
    found = named_answers(parts)
    live = [one for one in found if not one.void]
    sure = [one for one in live if one.sure and possible(one.answer, context)]
    if not sure and len({one.answer for one in live}) == 1 and _contrasted(live[0], found, parts):
        sure = [one for one in live if possible(one.answer, context)]
    among = tuple(
        dict.fromkeys(
            one.answer
            for one in found
            if (one in live or (live and says_no(one.part)))
            and not one.counted
            and possible(one.answer, context)
        )
    )
    if sure and not is_warned(sure[-1], live, found, parts):
        return sure[-1].answer, ()
    return None, among if len(among) <= _MOST_ASKED else ()


def _beside_digits(said: Tokens, at: int, known: Words) -> bool:
    """Whether a sign stands beside digits that it does not join to a suit, as in `Karo-10`."""
    beside = (*said[max(0, at - 1) : at], *said[at + 1 : at + 2])
    return any(map(str.isdecimal, beside)) and not any((one,) in known.suits for one in beside)


def is_doubtful(answer: Answer, said: Tokens, context: Expected, known: Words) -> bool:
    """Whether a text names an answer only as somebody else's, as what is thought about, or so."""
    found = [one for one in named_answers(parts_of(said, context, known)) if one.answer == answer]
    plain = isinstance(answer, Bid | Play) and context.ask in (Ask.BID, Ask.PLAY)
    return (
        plain
        and bool(found)
        and all((one.void and not one.against) or one.part.hedged for one in found)
    )


def _contrasted(one: Candidate, found: list[Candidate], parts: list[Passage]) -> bool:
    """Whether an answer stands against others that are denied or kept, or against a card led."""
    if one.part.tied or one.part.unsure or one.counted:
        return False
    if isinstance(one.answer, Play) and any(map(names_led, parts)) and not one.part.says_who:
        return True
    others = [other for other in found if other.against and other.answer != one.answer]
    return isinstance(one.answer, Play) and bool(others) and not one.part.says_who
