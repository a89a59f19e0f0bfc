"""What people type -> orders: the lines of a mail, read for the question they answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from engine import Card
from pbem.orders.bids import passes, read_bid, read_misspelt_bid
from pbem.orders.cards import notation_of, ordered
from pbem.orders.context import Context, Reading, Verdict
from pbem.orders.judge import judge
from pbem.orders.model import (
    Answer,
    Ask,
    Bid,
    Clause,
    Join,
    Keep,
    Lay,
    Order,
    Pass,
    Plan,
    Play,
    Request,
    Trump,
    Unread,
    Unsure,
    Wish,
)
from pbem.orders.plans import read_plan
from pbem.orders.requests import (
    read_away,
    read_misspelt_request,
    read_more_time,
    read_pause,
    read_request,
    read_salt,
    read_talk,
)
from pbem.orders.settings import names_setting, read_house_policy, read_setting
from pbem.orders.specials import read_called, read_laid, read_trump
from pbem.orders.text import MOST_CHARACTERS, Tokens, fold, tokens, without
from pbem.orders.words import LANGUAGES, Words, match, with_english, words

_MOST_LINES = 40
_MOST_GREETED = 5
_SHORTEST_FOREIGN = 2
_TABLE = re.compile(r"\s*([^:]{1,60}):\s*(\S.*)")

Tables = Mapping[str, Context]
"""The open question of each of a player's tables, by the table's name."""

_Read = tuple[Order, bool]
"""An order, and whether its spelling had to be repaired."""


def read_answer(
    lines: Sequence[str], context: Context, tables: Tables | None = None
) -> tuple[Reading, ...]:
    """The orders in the lines of a mail that count; at least one, Unread if there is nothing.

    The first line is the answer, unless it only greets. Further lines are read while they can be;
    what comes after is left alone. A line may begin with the name of one of the player's `tables`;
    then it is for that table, whether it can be read or not.
    Two answers for one table that contradict each other are asked about.
    """
    by_name = {fold(name): (name, asked) for name, asked in (tables or {}).items()}
    read: list[Reading] = []
    for line in lines[:_MOST_LINES]:
        reading = _read_line(line, context, by_name)
        if not isinstance(reading.order, Unread | Unsure):
            _add(read, reading)
        elif reading.table:
            read.append(reading)
        elif not read and not _greets(line):
            return (reading,)
        elif read:
            break
    return tuple(read) or (_reading(lines[0] if lines else "", Unread(""), context),)


def after_tag(subject: str) -> str:
    """What a tap wrote into the subject after our tag: `[Lindy-6.3] QH` -> `QH`.

    Empty for a reply, whose subject is ours and answers nothing.
    """
    found = re.match(r"\[[^\]]*\]\s*(\S.{0,80})$", subject)
    return found[1].strip() if found else ""


def deal_of(subject: str) -> int | None:
    """The deal a tap was written for, by our tag in its subject: `[Lindy-6.3] keep QH` -> 6."""
    found = re.match(r"\[[^\]]*-(\d{1,4})\.\w{1,3}[\] ]", subject)
    return int(found[1]) if found else None


def _add(read: list[Reading], reading: Reading) -> None:
    """Add a line; where it gives another answer for the same table, neither counts."""
    for at, before in enumerate(read):
        if before.table != reading.table or not isinstance(before.order, Answer | Unsure):
            continue
        if not isinstance(reading.order, Answer) or _goes_on(reading.order):
            continue
        if str(before.order) != str(reading.order):
            among = ordered(chain(_played(before.order), _played(reading.order)))
            order = Unsure(before.line, among)
            read[at] = replace(before, order=order, verdict=Verdict.ASK, notation=None)
        return
    read.append(reading)


def _goes_on(order: Order) -> bool:
    """Whether a plan only adds to an answer: it depends on what is led."""
    return isinstance(order, Plan) and all(clause.led for clause in order.steps[0])


def _played(order: Order) -> tuple[Card, ...]:
    match order:
        case Play(card=card):
            return (card,)
        case Unsure(among=among):
            return tuple(card for card in among if isinstance(card, Card))
        case _:
            return ()


def _greets(line: str) -> bool:
    """Whether a line is a greeting and nothing else."""
    said = without(tokens(line), ".,!")
    greeting = any(match(words(each).dropped, said, 0, ("greeting",))[1] for each in LANGUAGES)
    return greeting and len(said) <= _MOST_GREETED and all(word.isalpha() for word in said)


def _read_line(line: str, context: Context, tables: Mapping[str, tuple[str, Context]]) -> Reading:
    found = _TABLE.fullmatch(line)
    if found and (named := tables.get(fold(found[1]))):
        return replace(_read_line(found[2], named[1], {}), line=line, table=named[0])
    known = with_english(context.language)
    if talk := read_talk(line, known):
        if context.ask is Ask.BID and (bid := read_bid(tokens(line), known)):
            return _reading(line, bid, context)
        return _reading(line, talk, context)
    if salt := read_salt(line, known):
        return _reading(line, salt, context)
    if len(line) > MOST_CHARACTERS or not line.strip():
        return _reading(line, Unread(line), context)
    for read in _ways(line, tokens(line), context, known):
        if read:
            return _reading(line, read[0], context, repaired=read[1])
    return _reading(line, Unread(line), context)


def _reading(line: str, order: Order, context: Context, *, repaired: bool = False) -> Reading:
    verdict = judge(order, context, repaired=repaired)
    notation = None
    if context.doubt and isinstance(order, Play) and order.card in context.doubt.cards:
        text, pack = context.doubt.text, context.pack
        notation = notation_of(text, order.card, context.language, pack)
    return Reading(line, order, verdict, repaired=repaired, notation=notation)


def _ways(line: str, said: Tokens, context: Context, known: Words) -> Iterator[_Read | None]:
    """What a line may be, one after the other; the first that it is counts."""
    yield _plain(read_request(said, known))
    yield _plain(_answer(said, context, known))
    yield _plain(read_house_policy(said, known))
    yield _plain(read_setting(line, known))
    yield _plain(read_more_time(said, context.language, known))
    yield _plain(read_pause(said, context, known))
    yield _absence(line, read_away(said, context, known))
    if context.ask is not Ask.INVITATION:
        yield _moves(line, said, context, known)
    yield _foreign(said, context)
    yield _repaired(read_misspelt_request(said, known))
    if context.ask is Ask.BID:
        yield _repaired(read_misspelt_bid(said, known))
    if names_setting(said, known):
        yield Request(Wish.SETTINGS), False


def _plain(order: Order | None) -> _Read | None:
    return (order, False) if order else None


def _repaired(order: Order | None) -> _Read | None:
    return (order, True) if order else None


def _answer(said: Tokens, context: Context, known: Words) -> Order | None:
    """An answer that only counts for the question it answers: yes or no, a bid."""
    if context.ask is Ask.INVITATION:
        yes = known.answers.get(without(said, ".,!;:"))
        return Join(yes == "yes") if yes else None
    if context.ask is Ask.BID:
        return Pass() if passes(said, known) else read_bid(said, known)
    return None


def _absence(line: str, found: tuple[Order, ...]) -> _Read | None:
    if len(found) > 1:
        return Unsure(line, found), False  # type: ignore[arg-type]
    return (found[0], False) if found else None


def _moves(line: str, said: Tokens, context: Context, known: Words) -> _Read | None:
    """Cards, plans, trump and cards laid aside; after `keep`, sealed for later."""
    _, kept = match(known.plan, said, 0, ("keep",))
    if kept:
        sealed = replace(context, bound=False)
        bid = read_bid(said[kept:], known) if context.ask is Ask.BID else None
        read = (bid, False) if bid else _move(line, said[kept:], sealed, known)
        if read and isinstance(read[0], Bid | Play | Plan):
            return Keep(read[0]), read[1]
        return None
    return _move(line, said, context, known)


def _move(line: str, said: Tokens, context: Context, known: Words) -> _Read | None:
    if context.ask is not Ask.PLAY:
        context = replace(context, bound=False)
    for special in (
        read_trump(said, context, known),
        read_laid(said, context, known),
        read_called(said, context, known),
    ):
        match special:
            case Trump() | Lay() | Play():
                return special, False
            case tuple():
                return Unsure(line, special), False
    found = read_plan(said, context, known)
    if found is None:
        return None
    if found.plan is None:
        return Unsure(line, found.among), False
    match found.plan.steps:
        case ((Clause(action=Card() as card, led=None),),):
            return Play(card), found.repaired
        case _:
            return found.plan, found.repaired


def _foreign(said: Tokens, context: Context) -> _Read | None:
    """A request, bid or answer in another language, if all that can read it agree."""
    if sum(len(token) for token in said) < _SHORTEST_FOREIGN:
        return None
    readers: list[Callable[[Words], Order | None]] = [
        lambda known: read_request(said, known),
        lambda known: _answer(said, context, known),
    ]
    for read in readers:
        found = {read(words(each)) for each in LANGUAGES} - {None}
        if found:
            order = found.pop()
            return (order, True) if order and not found else None
    return None
