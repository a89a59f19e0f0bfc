"""What a text answers as a whole: the one candidate that is sure and that nothing warns of."""

from __future__ import annotations

import re

from pbem.orders.answers import Answer, Bid, Play, Trump
from pbem.orders.candidates import Candidate
from pbem.orders.keywords import Ask
from pbem.orders.named_bids import counts_otherwise, named_bids
from pbem.orders.named_cards import named_cards, names_led
from pbem.orders.named_ends import named_ends
from pbem.orders.parts import parts_of
from pbem.orders.passages import Passage
from pbem.orders.reading import Expected
from pbem.orders.text import Tokens
from pbem.orders.words import Words, match

_SHORT = 3
"""A denial or question of so many words is about the answer before it."""

_MOST_ASKED = 4
_JOINS = "-/&+="
"""What is written beside digits with these is no number of tricks."""

_SMALL = (Bid(0), Bid(1))
"""Their words mean much else."""

_DRAWN = re.compile(r"([^\W\d])\1{2,}")


def decided(
    said: Tokens, context: Expected, known: Words
) -> tuple[Answer | None, tuple[Answer, ...]]:
    """The answer that a text gives for certain, and those that it may give."""
    if context.ask not in (Ask.BID, Ask.PLAY) or not context.bound:
        return None, ()
    if any(word in _JOINS and _beside_digits(said, at) for at, word in enumerate(said)):
        return None, ()
    parts = parts_of(_squeezed(said, known), context, known)
    found = _named(parts)
    live = [one for one in found if not one.void]
    sure = [one for one in live if one.sure and possible(one.answer, context)]
    if not sure and len({one.answer for one in live}) == 1 and _contrasted(live[0], found, parts):
        sure = [one for one in live if possible(one.answer, context)]
    among = tuple(
        dict.fromkeys(
            one.answer for one in live if not one.counted and possible(one.answer, context)
        )
    )
    if sure and not _is_warned(sure[-1], live, found, parts):
        return sure[-1].answer, ()
    return None, among if len(among) <= _MOST_ASKED else ()


def _beside_digits(said: Tokens, at: int) -> bool:
    return any(map(str.isdecimal, (*said[max(0, at - 1) : at], *said[at + 1 : at + 2])))


def is_doubtful(answer: Answer, said: Tokens, context: Expected, known: Words) -> bool:
    """Whether a text names an answer only as somebody else's, as what is thought about, or so."""
    found = [one for one in _named(parts_of(said, context, known)) if one.answer == answer]
    plain = isinstance(answer, Bid | Play) and context.ask in (Ask.BID, Ask.PLAY)
    return (
        plain
        and bool(found)
        and all((one.void and not one.against) or one.part.hedged for one in found)
    )


def _named(parts: list[Passage]) -> list[Candidate]:
    """What the parts of a text name, in order."""
    if not parts or parts[0].signs.context.ask is not Ask.PLAY:
        return [one for at, part in enumerate(parts) for one in named_bids(part, at)]
    found = [one for at, part in enumerate(parts) for one in named_cards(part, at)]
    return found or list(named_ends(parts))


def _squeezed(said: Tokens, known: Words) -> Tokens:
    """The words with no letter drawn out: `threeee`, where that makes a number or card."""
    lists = (known.numbers, known.ranks, known.suits)

    def plain(word: str) -> str:
        if not _DRAWN.search(word):
            return word
        tried = (_DRAWN.sub(letters, word) for letters in (r"\1", r"\1\1"))
        return next((one for one in tried if any((one,) in some for some in lists)), word)

    return tuple(map(plain, said))


def _contrasted(one: Candidate, found: list[Candidate], parts: list[Passage]) -> bool:
    """Whether an answer stands against others that are denied or kept, or against a card led."""
    if one.part.tied or one.part.unsure or one.counted:
        return False
    if isinstance(one.answer, Play) and any(map(names_led, parts)) and not one.part.says_who:
        return True
    others = [other for other in found if other.against and other.answer != one.answer]
    return isinstance(one.answer, Play) and bool(others) and not one.part.says_who


def possible(answer: Answer, context: Expected) -> bool:
    """Whether an answer can be given now, or offered as one that may be meant."""
    match answer:
        case Bid(tricks):
            return tricks in context.bids
        case Play(card):
            return card in context.legal
        case _:
            return isinstance(answer, Trump)


def _is_warned(
    last: Candidate, live: list[Candidate], found: list[Candidate], parts: list[Passage]
) -> bool:
    """Whether another candidate, a condition, a denial or a question stands against an answer."""
    if _others_stand(last, live, found, parts) or _is_tied(last, found, parts):
        return True
    before = parts[last.at - 1] if last.at else None
    if last.part.takes_back or (last.part.lead == ":" and before and _introduces(before)):
        return True
    for part in parts[last.at + 1 :]:
        if part.takes_back or (part.lead in ("but", "no") and len(part.said) <= _SHORT):
            return True
        if part.lead == "but" and counts_otherwise(part, last.answer):
            return True
        if part.lead == "or" and part.sentence <= last.part.sentence + 1:
            return True
        none = last.answer == Bid(0)
        named = any(one.part is part and (none or one.answer != last.answer) for one in found)
        if part.refused and not named and (len(part.said) < _SHORT or _is_about_it(part)):
            return True
        if part.asks and len(part.said) < _SHORT:
            return True
    after = parts[last.at + 1 : last.at + 2]
    if any(_is_denial(part) for part in after):
        return True
    return isinstance(last.answer, Play) and any(part.says_who for part in after)


def _is_denial(part: Passage) -> bool:
    """Whether a part is a word of doubt and nothing else: `two and a half`."""
    return match(part.signs.own.doubt, part.said, 0, ("denial",))[1] == len(part.said)


def _others_stand(
    last: Candidate, live: list[Candidate], found: list[Candidate], parts: list[Passage]
) -> bool:
    """Whether another answer is named that the last one does not put aside."""
    none = last.answer == Bid(0)  # denied again it is none as well: `zero, I have nothing`
    if not none and any(
        one.at > last.at and one.answer == last.answer and one.void for one in found
    ):
        return True
    if last.answer in _SMALL and any(
        one.counted and one.answer in _SMALL and one.answer != last.answer for one in found
    ):
        return True
    others = [one for one in live if one.answer != last.answer and not one.counted]
    if any(one.at >= last.at for one in others) or (last.part.lead == "else" and not others):
        return True
    if last.part.lead == "or" and last.at and not others:
        return True
    if last.part.lead not in ("or", "else"):
        others = [one for one in others if possible(one.answer, last.part.signs.context)]
    if not others or (last.part.concludes and last.part.lead != "or"):
        return False
    if last.part.lead == "else" and not any(
        possible(o.answer, last.part.signs.context) for o in others
    ):
        return False
    between = parts[others[-1].at + 1 : last.at + 1]
    if last.part.lead != "or" and any(part.lead == "but" for part in between):
        return False
    offered = {part.sentence for part in parts if part.lead == "or"}
    settled = last.part.acts and last.part.lead != "or"
    return not (settled and all(not one.sure or one.part.sentence in offered for one in others))


def _is_tied(last: Candidate, found: list[Candidate], parts: list[Passage]) -> bool:
    """Whether a condition in the sentence of an answer, or in the next one, is one for it."""
    if last.part.holds(last.part.signs.known.stated, "anyhow"):
        return False
    contrary = last.part.lead == "but" and last.part.acts and not last.part.tied
    for at, part in enumerate(parts):
        if not part.tied or part.asks or _is_moot(part, found) or (contrary and at < last.at):
            continue
        if part.sentence == last.part.sentence:
            return True
        own = part.holds(part.signs.own.person, "mine")
        if part.sentence == last.part.sentence + 1 and not own:
            return True
    return False


def _is_moot(part: Passage, found: list[Candidate]) -> bool:
    """Whether a condition only says that a bid is not allowed: `if I may not say 2, 3`."""
    context = part.signs.context
    if context.ask is not Ask.BID:
        return False
    near = (one for one in found if one.part.sentence == part.sentence)
    return any(not possible(one.answer, context) for one in near)


def _introduces(part: Passage) -> bool:
    """Whether words before a colon may say whose an answer is: `Lindy: 3`."""
    if part.signs.context.ask is Ask.PLAY and part.signs.names.isdisjoint(part.said):
        return len(part.said) == 1 and bool(part.strange(-1, -1))
    return len(part.said) < _SHORT and bool(part.strange(-1, -1)) and not part.acts


def _is_about_it(part: Passage) -> bool:
    """Whether a denial names a verb that bids or plays, and nothing else."""
    known = part.signs.known
    plays = part.signs.context.ask is Ask.PLAY
    acts = part.holds(known.stated, "plays" if plays else "verbs")
    return acts and not _named([part])
