"""Yes and no, as people write them around thanks, greetings and names, in any of the languages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from pbem.languages import spoken
from pbem.orders.answer_clauses import WARNINGS
from pbem.orders.answers import Join
from pbem.orders.around_yes_or_no import read_among
from pbem.orders.misspelt_answers import MOST_MENDED, NO, POLITE, SAY_SO, YES, mended, squeezed
from pbem.orders.reading import Expected
from pbem.orders.text import Tokens, tokens
from pbem.orders.words import Lists, consists, match, with_english, words

_SIGNS = {
    **dict.fromkeys(map(ord, "👍👌✅✔☑🙋🆗"), " yes, "),
    **dict.fromkeys(map(ord, "👎❌🙅"), " no, "),
}
_PICTURE = re.compile("[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f?|[:;]-?[)D](?!\\w)")
"""A small picture or face ends a sentence where people write no sign."""
_DRAWN = re.compile(r"([^\W\d])\1{2,}", re.IGNORECASE)
"""Letters drawn out: `jaaaa`."""

_LONGEST_POLITE = 7
_SENTENCE = 4
"""So many words above it make a word of yes in another language the name of who wrote them."""


def read_join(line: str, context: Expected) -> Join | None:
    """The yes or no of a line; None if it is neither, or holds a word of the other or of doubt.

    Who is `invited` may wrap it in other words; otherwise only thanks and the like may stand by.
    """
    plain = _PICTURE.sub(" . ", line.translate(_SIGNS))
    said = squeezed(tokens(_DRAWN.sub(r"\1", plain)), context.language)
    said = _without_why_not(said, context.language)
    if "?" not in said and not begins_unsure(said, context.language):
        clauses = [clause for clause in _clauses(said) if clause]
        initial = len("".join(filter(str.isalnum, said))) == 1  # `S.` is nobody's foreign yes
        others = () if initial else ("en", *spoken())
        for language in dict.fromkeys((context.language, *others)):
            found = _said_in(language, clauses)
            if found is not None:
                return Join(found)
    among = read_among(said, context) if context.invited else None
    if among is None and context.invited and "?" not in said and len(said) <= MOST_MENDED:
        right = [mended(clause, context.language) for clause in _clauses(said) if clause]
        among = _said_in(context.language, right)
        first = mended(said[:1], context.language)
        if among is None and first != said[:1]:
            among = read_among((*first, *said[1:]), context)
    return None if among is None else Join(among)


def _without_why_not(said: Tokens, language: str) -> Tokens:
    """A line without the sign of a question that asks nothing but why not."""
    for each in dict.fromkeys((language, "en")):
        known = words(each)
        for at in range(len(said)):
            end = at + match(known.answers, said, at, ("fine", "whole"))[1]
            negates = at < end and match(known.negations, said, end - 1)[1]
            if negates and said[end : end + 1] == ("?",):
                return (*said[:end], ".", *said[end + 1 :])
    return said


def says_yes_to_anything(line: str, language: str) -> bool:
    """Whether a line holds a word that is yes to any question: `I'm in` is one to an invitation."""
    said = squeezed(tokens(_DRAWN.sub(r"\1", line.translate(_SIGNS))), language)
    known = with_english(language).answers
    return any(match(known, said, at, ("yes",))[1] for at in range(len(said)))


def only_signs(lines: Sequence[str], at: int, context: Expected) -> bool:
    """Whether the lines from one on only end a letter: an initial of the writer's, a closing that
    may be a yes as well above a name, `Cu drag, | Ioana`, or below a sentence a name that is a yes
    abroad, `Jo`.
    """
    first, *rest = (tokens(line) for line in lines[at:] if line.strip())
    bare = tuple(token for token in first if token.isalnum())
    known = with_english(context.language)
    if bare and match(known.remarks, bare, 0, ("closing",))[1] == len(bare):
        return [len(each) for each in rest] == [1]
    above = next((line for line in reversed(lines[:at]) if line.strip()), "")
    abroad = any(words(each).answers.get(bare) in SAY_SO for each in spoken())
    name = len(bare) == 1 and abroad and bare not in known.answers
    below = not rest and len(above.split()) >= _SENTENCE
    return (name and below) or (bool(context.writer) and bare == tokens(context.writer[:1]))


def only_polite(line: str) -> bool:
    """Whether a line greets, thanks or is idle, and says nothing of yes or no: `Ma chérie,`."""
    clauses = [clause for clause in _clauses(tokens(line)) if clause]
    return bool(clauses) and all(
        any(_is_polite(each, one) or _is_idle(each, one) for one in spoken()) for each in clauses
    )


def begins_unsure(line: Tokens, language: str) -> bool:
    """Whether a line below a yes limits it: `but only from Monday`."""
    return any(match(words(each).answers, line)[0] in WARNINGS for each in (language, "en"))


def _said_in(language: str, clauses: list[Tokens]) -> bool | None:
    """What some clauses say in one language; praise beside thanks may be of the mail: no answer."""
    lists = words(language).answers
    praised = thanked = False
    for nth, clause in enumerate(clauses):
        said = clause
        if match(lists, said)[0] not in SAY_SO:
            said = clause[_past_politeness(clause, language) :]
        if match(lists, said)[0] not in SAY_SO:
            said = _without_around(said, lists)
            if not said:
                continue
        name, length = match(lists, said)
        if name in SAY_SO:
            later = tuple(token for each in clauses[nth + 1 :] for token in each)
            return _meant(name, said[length:], later, language)
        if not _is_polite(clause, language):
            said_so = _consists(clause, language, ("fine", "neither"))
            if not said_so:
                return None
            praised |= "fine" in said_so
        thanked |= bool(match(words(language).dropped, clause, 0, ("thanks",))[1])
    return True if praised and not thanked else None


def _without_around(clause: Tokens, lists: Lists) -> Tokens:
    """A clause without the words that change nothing around a yes or no: `da bin ich gern dabei`.

    A word of yes within it is one of these.
    """
    rest: list[str] = []
    at = 0
    while at < len(clause):
        name, length = match(lists, clause, at)
        if name != "around" and not (rest and name == "yes" and length == 1):
            rest += clause[at : at + max(1, length)]
        at += max(1, length)
    return tuple(rest)


def _meant(name: str, rest: Tokens, later: Tokens, language: str) -> bool | None:
    """What an opening means by what follows it; None if that is not all words of the same."""
    yes = name not in NO
    same = ("around", "neither", *((*YES, "fine") if yes else NO))
    lists = words(language).answers
    if not yes and any(
        match(lists, (*rest, *later), at)[0] in YES for at in range(len((*rest, *later)))
    ):
        return None
    return yes if not (*rest, *later) or _consists((*rest, *later), language, same) else None


def _doubtful(rest: Tokens, language: str, *, yes: bool) -> bool:
    """Whether words after a yes deny it or tie it to something, or those after a no say yes."""
    known = words(language)
    at = 0
    while at < len(rest):
        name, length = match(known.answers, rest, at)
        tied = match(known.doubt, rest, at, ("condition",))[1]
        if name == "neither" or (yes and name in (*YES, "fine") and length > tied):
            at += length
            continue
        if tied or name in WARNINGS or name in (NO if yes else YES):
            return True
        if yes and match(known.negations, rest, at)[1]:
            return True
        at += 1
    return False


def _consists(some: Tokens, language: str, names: tuple[str, ...]) -> set[str]:
    """The lists some words are all of, if they are of these or thanks and the like; else none."""
    own, english = words(language).answers, words("en").answers
    return consists(some, (own, names), (english, names), (_around(language), ()))


def _is_polite(clause: Tokens, language: str) -> bool:
    """Whether a clause is a greeting, thanks for whatever, or an excuse."""
    if match(words(language).doubt, clause, 0, ("correction",))[1] == len(clause):
        return True
    polite = match(words(language).dropped, clause, 0, ("thanks", "greeting"))[1]
    alpha = all(word.replace("'", "").isalpha() for word in clause)
    short = len(clause) <= _LONGEST_POLITE and alpha
    return bool(polite) and short and not _doubtful(clause, language, yes=True)


def _is_idle(clause: Tokens, language: str) -> bool:
    return len(clause) <= _LONGEST_POLITE and bool(_consists(clause, language, ("around",)))


def _past_politeness(clause: Tokens, language: str) -> int:
    at = 0
    while length := match(words(language).dropped, clause, at, ("thanks", "greeting"))[1]:
        at += length
    return at


def _clauses(said: Tokens) -> Iterator[Tokens]:
    """The words between signs."""
    clause: list[str] = []
    for token in said:
        if any(sign.isalnum() for sign in token):
            clause.append(token)
        else:
            yield tuple(clause)
            clause = []
    yield tuple(clause)


@cache
def _around(language: str) -> Lists:
    """The words that change nothing around a yes or no."""
    polite = {
        phrase: name
        for each in ("en", language)
        for phrase, name in words(each).dropped.items()
        if name in POLITE
    }
    return Lists(polite | {p: n for p, n in words(language).doubt.items() if n == "filler"})
