"""What people type -> orders: the lines of a mail, read for the question they answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pbem.languages import spoken
from pbem.orders.answers import Answer, Play
from pbem.orders.asked import read_sentences, read_thanks, read_whole
from pbem.orders.bids import near_bid, read_bid, read_misspelt_bid, unglued
from pbem.orders.cards import notation_of
from pbem.orders.classifier import classified, likely
from pbem.orders.doubt import without_correction
from pbem.orders.foreign import read_foreign
from pbem.orders.jokes import after_a_joke
from pbem.orders.keywords import Ask
from pbem.orders.lines_together import ReadLine, about_the_held, corrects_the_held, weighed
from pbem.orders.model import AgreePause, Order, Request, Talk, Unread, Unsure, WhichOrder
from pbem.orders.moves import (
    Read,
    read_agrees,
    read_corrected,
    read_leaves,
    read_own_bid,
)
from pbem.orders.reading import Expected, Reading
from pbem.orders.remarks import is_remark, read_plainly
from pbem.orders.requests import (
    read_away,
    read_misspelt_request,
    read_more_time,
    read_pause,
    read_request,
    read_salt,
    read_talk,
)
from pbem.orders.settings import names_setting, read_house_policy, read_near, read_setting
from pbem.orders.text import MOST_CHARACTERS, Tokens, fold, tokens, unquoted, without
from pbem.orders.words import Words, match, with_english, words
from pbem.orders.yes_or_no import only_polite, only_signs, read_join

_MOST_LINES = 40
_LONGEST = 2_000
"""Of a longer line this much is read: too much for an answer, enough for words to the table."""

_LONGEST_LATE = 60
"""A longer line below one that could not be read is no answer."""

_MOST_GREETED = 5
_TABLE = re.compile(r"\s*([^:]{1,60}):\s*(\S.*)")

_ANSWERS = Answer | WhichOrder

Tables = Mapping[str, Expected]
"""The open question of each of a player's tables, by the table's name."""


def read_answer(
    lines: Sequence[str], context: Expected, tables: Tables | None = None
) -> tuple[Reading, ...]:
    """The orders in the lines of a mail that count; at least one, Unread if there is nothing.

    An empty line ends a paragraph. The first line is the answer, unless it only greets. Further
    lines are read while they can be; what comes after is left alone, unless it puts an answer in
    doubt; words for the table count below a short line that cannot be read, too. A line may begin
    with the name of one of the player's `tables`; then it is for that table, whether it can be
    read or not. In an answer to an invitation, it is weighed what its words make probable, too.
    """
    first, *more = _read_lines(lines, context, tables)
    if not first.table:
        first = replace(first, order=likely(first, classified(lines, context)))
    return first, *more


def _read_lines(
    lines: Sequence[str], context: Expected, tables: Tables | None
) -> tuple[Reading, ...]:
    """What is read of the lines by the rules."""
    if behind := after_a_joke(lines, context.language):
        read = _read_lines(behind, context, tables)
        if any(isinstance(one.order, Answer) for one in read):
            return read
    by_name = {fold(name): (name, asked) for name, asked in (tables or {}).items()}
    said: list[ReadLine] = []
    paragraph = 0
    goes_on = True
    opened: Reading | None = None
    for at, line in enumerate(each[:_LONGEST] for each in lines[:_MOST_LINES]):
        paragraph += not line.strip()
        if not line.strip():
            continue
        if not goes_on and len(line) > _LONGEST_LATE:
            said.append(ReadLine(line, paragraph))
            continue
        answered = any(one.reading and isinstance(one.reading.order, _ANSWERS) for one in said)
        if answered and context.ask is Ask.INVITATION and only_signs(lines, at, context):
            continue
        reading = _read_line(line, context, by_name, remarks=not answered)
        unread = isinstance(reading.order, Unread | Unsure)
        if unread and not reading.table and not any(one.counts for one in said):
            if not _only_opens(line, context):
                if whole := read_whole(lines[at:_MOST_LINES], context):
                    return (_reading(line, whole, context),)
                first = opened if opened and isinstance(reading.order, Unread) else reading
                return (about_the_held(first, context), *_talk(lines[at:_MOST_LINES], context))
            opened = opened or reading
            continue
        goes_on &= not unread or bool(reading.table)
        said.append(ReadLine(line, paragraph, reading, counts=goes_on))
    read = weighed(said, context, dict(by_name.values()))
    if not read and opened and (thanks := read_thanks(lines[:_MOST_LINES], context)):
        return (_reading(opened.line, thanks, context),)
    only_talk = all(isinstance(one.order, Talk) for one in read)
    if opened and only_talk and (context.held or not _greets(tokens(opened.line))):
        talk = read if len(opened.line) <= _LONGEST_LATE else ()
        return (about_the_held(opened, context), *talk)
    return read or (_reading(lines[0] if lines else "", Unread(""), context),)


def _talk(lines: Sequence[str], context: Expected) -> Iterator[Reading]:
    """Words for the table among lines that cannot be read, up to the first long one of these."""
    known = with_english(context.language)
    for line in (each[:_LONGEST] for each in lines):
        if talk := read_talk(line, known):
            yield _reading(line, talk, context)
        elif len(line) > _LONGEST_LATE:
            return


def _only_opens(line: str, context: Expected) -> bool:
    """Whether a line is a greeting or remark and nothing else, or `sorry` above another answer."""
    said = without(tokens(line), ".,!")
    if context.held and without_correction(said, context.language) == ():
        return True
    if context.ask is Ask.INVITATION and only_polite(line):
        return True
    if context.ask is not Ask.INVITATION and is_remark(
        tokens(line), context, with_english(context.language)
    ):
        return True
    return _greets(said)


def _greets(said: Tokens) -> bool:
    said = without(said, ".,!:")
    greeting = any(match(words(each).dropped, said, 0, ("greeting",))[1] for each in spoken())
    return greeting and len(said) <= _MOST_GREETED and all(word.isalpha() for word in said)


def _read_line(
    line: str,
    context: Expected,
    tables: Mapping[str, tuple[str, Expected]],
    *,
    remarks: bool = True,
) -> Reading:
    """What one line says; with `remarks` its answer may stand among other words."""
    if (inner := unquoted(line)) != line:
        return replace(_read_line(inner, context, tables, remarks=remarks), line=line)
    found = _TABLE.fullmatch(line)
    if found and (table := tables.get(fold(found[1]))):
        return replace(_read_line(found[2], table[1], {}), line=line, table=table[0])
    known = with_english(context.language)
    if talk := read_talk(line, known):
        if context.ask is Ask.BID and (bid := read_bid(tokens(line), known)):
            return _reading(line, bid, context)
        return _reading(line, talk, context)
    if salt := read_salt(line, known):
        return _reading(line, salt, context)
    if len(line) > MOST_CHARACTERS or not line.strip():
        return _reading(line, Unread(line), context)
    said = unglued(tokens(line), known) if context.ask is Ask.BID else tokens(line)
    for read in _ways(line, said, context, known, remarks=remarks):
        if read and corrects_the_held(read[0], said, context):
            return _read_line(line, replace(context, answered=()), tables, remarks=remarks)
        if read:
            return _reading(line, read[0], context, repaired=read[1])
    return _reading(line, read_near(line, known) or Unread(line), context)


def _reading(line: str, order: Order, context: Expected, *, repaired: bool = False) -> Reading:
    notation = None
    if context.doubt and isinstance(order, Play) and order.card in context.doubt.cards:
        text, pack = context.doubt.text, context.pack
        notation = notation_of(text, order.card, context.language, pack)
    return Reading(line, order, repaired=repaired, notation=notation)


def _ways(
    line: str, said: Tokens, context: Expected, known: Words, *, remarks: bool
) -> Iterator[Read | None]:
    """What a line may be, one after the other; the first that it is counts."""
    if context.ask is Ask.INVITATION:
        yield _plain(read_join(line, replace(context, invited=False)))
    yield _plain(read_request(said, known, context.naming, context.opening))
    if context.invited:
        yield _plain(read_join(line, context))
    yield _plain(read_own_bid(said, context, known))
    yield _plain(read_house_policy(said, known))
    yield _plain(read_setting(line, known))
    yield _plain(read_more_time(said, context.language, known))
    yield _plain(read_pause(said, context, known))
    yield _absence(line, read_away(said, context, known))
    yield read_leaves(line, said, context, known)
    if context.ask is not Ask.INVITATION:
        yield read_agrees(line, said, context, known) or read_plainly(line, said, context, known)
    if context.polled and not context.held:
        yield _plain(_read_poll(line, context))
    yield _repaired(read_foreign(said, context))
    yield _repaired(read_misspelt_request(said, known, context.mended))
    if context.ask is Ask.BID:
        yield _repaired(read_misspelt_bid(said, known))
        near = near_bid(said, known)
        yield _plain(WhichOrder(line, (near,)) if near and near.tricks in context.bids else None)
    if names_setting(said, known):
        yield Request("settings"), False
    if context.held and (rest := without_correction(said, context.language)):
        yield read_corrected(line, rest, context, known)
    if remarks:
        yield _plain(read_sentences(line, said, context, known))


def _read_poll(line: str, context: Expected) -> AgreePause | None:
    """What a yes or no says of a pause; who is asked for a move may not wrap it in other words."""
    asked = context.bound and not context.closed
    said = read_join(line, replace(context, invited=not asked))
    return AgreePause(said.yes) if said else None


def _plain(order: Order | None) -> Read | None:
    return (order, False) if order else None


def _repaired(order: Order | None) -> Read | None:
    return (order, True) if order else None


def _absence(line: str, found: tuple[Order, ...]) -> Read | None:
    if len(found) > 1:
        return Unsure(line, found), False  # type: ignore[arg-type]
    return (found[0], False) if found else None
