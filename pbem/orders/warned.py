"""What stands against the last answer that a text names: another one, a condition, a denial."""

from __future__ import annotations

from pbem.orders.answers import Bid, Play
from pbem.orders.candidates import Candidate, possible
from pbem.orders.keywords import Ask
from pbem.orders.named_answers import named_answers
from pbem.orders.named_bids import counts_otherwise
from pbem.orders.passages import Passage
from pbem.orders.words import match

_SHORT = 3
"""A denial or question of so many words is about the answer before it."""

_HESITATES = ("filler", "correction")
_TURNS = ("and", "but", "so")
_ALONE = 2
"""An answer of so many words stands alone."""

_SMALL = (Bid(0), Bid(1))
"""Their words mean much else."""


def is_warned(
    last: Candidate, live: list[Candidate], found: list[Candidate], parts: list[Passage]
) -> bool:
    """Whether another candidate, a condition, a denial or a question stands against an answer."""
    if _others_stand(last, live, found, parts) or _is_tied(last, found, parts):
        return True
    before = parts[last.at - 1] if last.at else None
    if last.part.takes_back or (last.part.lead == ":" and before and _introduces(before)):
        return True
    for at, part in enumerate(parts[last.at + 1 :], last.at + 1):
        none = last.answer == Bid(0)
        named = any(one.part is part and (none or one.answer != last.answer) for one in found)
        put_aside = named and part.denied
        contrary = part.lead == "no" or (part.lead == "but" and len(part.said) <= _SHORT)
        if part.takes_back or (contrary and not put_aside):
            return True
        if named and says_no(part) and (part.lead != "no" or _hesitates(parts[at - 1])):
            return True
        if part.lead == "but" and counts_otherwise(part, last.answer):
            return True
        if part.lead == "or" and part.sentence <= last.part.sentence + 1:
            return True
        short = len(part.said) < _SHORT and (len(part.said) < 2 or not part.strange(-1, -1))
        more = part.holds(part.signs.known.stated, "more")  # `two, I dare no more`
        if part.refused and not (named or more) and (short or _is_about_it(part)):
            return True
        whole = sum(len(one.said) for one in parts if one.sentence == part.sentence)
        if part.asks and whole < _SHORT:
            return True
    after = parts[last.at + 1 : last.at + 2]
    if any(_is_denial(part) for part in after):
        return True
    return isinstance(last.answer, Play) and any(part.says_who for part in after)


def says_no(part: Passage) -> bool:
    """Whether a part begins with `no`, words of correction and such as mean nothing apart: behind
    an answer what it names may be meant instead of that, `3, no 2`.
    """
    known, at = part.signs.known, 0
    while length := match(known.doubt, part.said, at, _HESITATES)[1]:
        at += length
    return bool(match(part.signs.own.doubt, part.said, at, ("denial",))[1])


def _hesitates(part: Passage) -> bool:
    """Whether such words end it."""
    known, said = part.signs.known, part.said
    lengths = ((at, match(known.doubt, said, at, _HESITATES)[1]) for at in range(len(said)))
    return any(length and at + length == len(said) for at, length in lengths)


def _others_stand(
    last: Candidate, live: list[Candidate], found: list[Candidate], parts: list[Passage]
) -> bool:
    """Whether another answer is named that the last one does not put aside."""
    if _is_settled(last, live, found, parts):
        return False
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


def _is_settled(
    last: Candidate, live: list[Candidate], found: list[Candidate], parts: list[Passage]
) -> bool:
    """Whether an answer is the last word: said so, said again, or alone behind a tale."""
    if last.part.asks or last.part.lead in ("or", "else"):
        return False
    others = [one for one in found if one.answer != last.answer and not one.counted]
    if any(one.at >= last.at for one in others):
        return False
    since = others[-1].at if others else -1
    again = {one.part.sentence for one in live if one.answer == last.answer and one.at > since}
    near = map(_only_settles, parts[max(since + 1, last.at - 1) : last.at + 2])
    if len(again) > 1 or _settles(last.part) or any(near):
        return True
    tales = {part.sentence for part in parts if part.strange(-1, -1) or part.denied}
    sentences = {one.part.sentence for one in others}
    apart = all(sentence < last.part.sentence for sentence in sentences)
    alone = len(last.part.said) <= _ALONE and apart and sentences <= tales
    return alone or (apart and last.part.acts and not any(one.part.acts for one in others))


def _settles(part: Passage) -> bool:
    """Whether a part says that an answer is the last: `yes 2`, `2 final`."""
    known = part.signs.known
    return any(
        match(known.settled, part.said, at, ("final",))[1]
        and not match(known.plan, part.said, at, ("if", "else"))[1]
        for at in range(len(part.said))
    )


def _only_settles(part: Passage) -> bool:
    """Whether it says so and nothing else."""
    final = match(part.signs.known.settled, part.said, 0, ("final",))[1]
    return bool(final) and not part.strange(0, final)


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
    denial = match(part.signs.known.doubt, part.said, 0, ("denial",))[1]
    strange = part.strange(0, denial) if denial else part.strange(-1, -1)
    return len(part.said) < _SHORT and bool(strange) and not (part.acts or part.lead in _TURNS)


def _is_denial(part: Passage) -> bool:
    """Whether a part is a word of doubt and nothing else: `two and a half`."""
    return match(part.signs.own.doubt, part.said, 0, ("denial",))[1] == len(part.said)


def _is_about_it(part: Passage) -> bool:
    """Whether a denial names a verb that bids or plays, and nothing else."""
    known = part.signs.known
    plays = part.signs.context.ask is Ask.PLAY
    acts = part.holds(known.stated, "plays" if plays else "verbs")
    return acts and not named_answers([part])
