"""What people ask or tell in sentences: how the table stands, what to do, how long they are off."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.orders.answers import Answer
from pbem.orders.clauses import words_of_names
from pbem.orders.keywords import Ask
from pbem.orders.model import Order, Request, Thanks, WhichOrder
from pbem.orders.reading import Expected
from pbem.orders.remarks import read_among_remarks
from pbem.orders.spans import absence_told
from pbem.orders.text import MOST_CHARACTERS, Tokens, tokens
from pbem.orders.words import Words, match, with_english

_MOST_WORDS = 40
_SHORTEST_TALE = 6
_ASKS_SOMETHING = 3
"""With fewer words a question asks nothing by itself: `yes please?`"""

_TOPICS = {Ask.BID: "bids", Ask.LAY: "bids"}
_APART = ((",",), (".",), ("!",))
_POLITE = ("thanks", "greeting", "courtesy")
ASKED = "asked"
"""The topic of a request that was put as a question."""


def _read_asked(line: str, said: Tokens, context: Expected, known: Words) -> Order | None:
    """What a sentence asks for; absence is asked back with the days it names, as dates.

    Who does not know what to do is helped with what is asked. Who is invited may ask anything.
    """
    if len(said) > _MOST_WORDS:
        return None
    if context.ask is Ask.INVITATION:
        long = sum(map(str.isalpha, said)) >= _ASKS_SOMETHING
        asks = _asks(said, known) and (long or _holds(said, known, "asks"))
        return Request("status", ASKED) if context.invited and asks else None
    if away := absence_told(said, context, known):
        return WhichOrder(line, (away,))
    if _holds(said, known, "lost"):
        return Request("help", _TOPICS.get(context.ask, "cards") if context.ask else "cards")
    if _asks(said, known) and _is_tabled(said, known):
        return Request("status", ASKED)
    return None


def read_sentences(line: str, said: Tokens, context: Expected, known: Words) -> Order | None:
    """An answer among other words, or what these ask; what they may mean where it is neither."""
    plain = "?" not in said and "!" not in said[:-1]  # `che belle carte! 4` asks nothing
    if plain and match(known.asked, said, 0, ("asks",))[1] and _is_tabled(said, known):
        return _read_asked(line, said, context, known)
    order = read_among_remarks(line, said, context, known)
    if isinstance(order, Answer):
        return order
    return _read_asked(line, said, context, known) or order


def read_whole(lines: Sequence[str], context: Expected) -> Answer | None:
    """The answer that lines give as one text, where the first of them is a tale without one."""
    said = [line for line in lines if line.strip()]
    whole = " | ".join(said)
    if len(said) < 2 or len(tokens(said[0])) < _SHORTEST_TALE:
        return None
    if context.held or context.ask is Ask.INVITATION or len(whole) > MOST_CHARACTERS:
        return None
    order = read_among_remarks(whole, tokens(whole), context, with_english(context.language))
    return order if isinstance(order, Answer) else None


def read_thanks(lines: Sequence[str], context: Expected) -> Thanks | None:
    """Thanks or wishes, alone or with a name, if all lines are such: they need no answer."""
    said = tuple(token for line in lines for token in tokens(line))
    if context.ask is Ask.INVITATION or "?" in said:
        return None
    known, names = with_english(context.language), words_of_names(context)
    thanks, at = False, 0
    while at < len(said):
        name, polite = match(known.dropped, said, at, _POLITE)
        kind, length = match(known.remarks, said, at, ("harmless", "closing", "around"))
        if length := max(polite, length):
            greets = match(known.dropped, said, at, ("greeting",))[1]
            thanks |= name == "thanks" or (kind == "harmless" and not greets)
        elif said[at].isalnum() and said[at] not in names:
            return None
        at += length or 1
    return Thanks(lines[0]) if thanks else None


def thanks_first(line: str, language: str) -> bool:
    """Whether a line that asks nothing begins with thanks or a wish, whatever comes after it.

    >>> thanks_first("Thanks for the nice game!", "en"), thanks_first("Thanks! Again?", "en")
    (True, False)
    """
    said, known = tokens(line), with_english(language)
    if "?" in said:
        return False
    return bool(
        match(known.dropped, said, 0, ("thanks",))[1]
        or match(known.remarks, said, 0, ("harmless",))[1]
    )


def _asks(said: Tokens, known: Words) -> bool:
    """Whether a line is a question, with or without its sign."""
    at = 0
    while length := match(known.dropped, said, at, _POLITE)[1] or int(said[at : at + 1] in _APART):
        at += length
    return "?" in said or bool(match(known.asked, said, at, ("asks",))[1])


def _holds(said: Tokens, known: Words, name: str) -> bool:
    return any(match(known.asked, said, at, (name,))[1] for at in range(len(said)))


def _is_tabled(said: Tokens, known: Words) -> bool:
    return _holds(said, known, "table")
