"""Requests: what can be asked of the server at any time, absence, and words for the table."""

from __future__ import annotations

import re
from collections.abc import Set

from engine.shuffle import tidy_word
from pbem.orders.bids import read_bid
from pbem.orders.dates import read_dates
from pbem.orders.model import AgreePause, Away, MoreTime, Pause, Request, Salt, Talk
from pbem.orders.organiser.parts import duration_of
from pbem.orders.reading import Expected
from pbem.orders.spelling import mend_word
from pbem.orders.text import Tokens, tokens, without
from pbem.orders.words import Lists, Words, match

_DEAL = re.compile(r"[0-9]{1,3}")
_SEPARATORS = ".,!;:()\"'"
_LONGEST_TALK = 280
_LONGEST_BEGINNING = 40
"""The words a line begins with are no longer."""

A_DAY = 24
_JOINS = "\u200d"
"""Makes one picture of several."""


def read_request(
    line: Tokens, known: Words, naming: Set[str], opening: Set[str] = frozenset()
) -> Request | None:
    """The wish a line is, and what it is about; `rules` or `away` alone asks for help with that.

    That is a topic of help, a deal to tell of, or of what is `naming` a name or some other words:
    `join Lindy`, `practice whist`. What is `opening` may be followed by more after a comma or a
    dot: `undo, sorry`.
    """
    whole = polite(line, known)
    if name := known.requests.get(whole):
        return Request(name)
    if known.topics.get(whole) == "rules":
        return Request("help", "rules")
    if known.dates.get(whole) == "away":
        return Request("help", "away")
    name, length = match(known.requests, whole)
    rest = whole[length:]
    if name == "help" and (topic := known.topics.get(rest)):
        return Request("help", topic)
    bids = len(rest) > 1 and read_bid(rest, known)  # `me apunto a 3 bazas`
    if name in naming and rest and whole not in known.remarks and not bids:
        return Request(name, " ".join(rest))
    if name in ("log", "why") and len(rest) == 1 and _DEAL.fullmatch(rest[0]):
        return Request(name, str(int(rest[0])))
    first = polite(_clause(line), known)
    name = known.requests.get(first, "")
    return Request(name) if name in opening else None


def read_misspelt_request(line: Tokens, known: Words, mended: Set[str]) -> Request | None:
    """The same for one misspelt word, if it is one of those that may be mended."""
    whole = polite(line, known)
    single = known.requests.single
    word = mend_word(whole[0], single) if len(whole) == 1 else None
    return Request(single[word]) if word and single[word] in mended else None


def read_away(line: Tokens, context: Expected, known: Words) -> tuple[Away, ...]:
    """The absences a line may announce; empty if it announces none."""
    bare = without(line, "!:;\"'()")
    _, length = match(known.dates, bare, 0, ("away",))
    if not length or context.today is None:
        return ()
    return read_dates(bare[length:], context.language, known, context.today)


def read_more_time(line: Tokens, language: str, known: Words) -> MoreTime | None:
    """The hours in reserve a line asks for: `more time`, `more time 12 hours`, `12 h more`."""
    bare = without(line, ".,!;:()?\"'")
    _, length = match(known.time, bare, 0, ("more",))
    if length:
        rest = bare[length:]
        hours = duration_of(rest, language) if rest else A_DAY
        return MoreTime(hours) if hours else None
    for at in range(1, len(bare)):
        if known.time.get(bare[at:]) == "longer" and (hours := duration_of(bare[:at], language)):
            return MoreTime(hours)
    return None


def read_pause(line: Tokens, context: Expected, known: Words) -> Pause | AgreePause | None:
    """The pause a line proposes, `pause 3 days` or `pause 3-17 Aug`, or the yes or no to one."""
    bare = without(line, "!;:()?\"'")
    _, length = match(known.time, bare, 0, ("pause",))
    rest = bare[length:]
    if not length or not rest:
        return None
    if (said := known.answers.get(without(rest, ".,"))) in ("yes", "no"):
        return AgreePause(said == "yes")
    if hours := duration_of(rest, context.language):
        return Pause(-(-hours // A_DAY))
    found = read_dates(rest, context.language, known, context.today) if context.today else ()
    if len(found) != 1:
        return None
    return Pause((found[0].last - found[0].first).days + 1, found[0].first)


def read_talk(line: str, known: Words) -> Talk | None:
    """What a line says to the table, its first 280 characters, of those that can be seen.

    Nothing where its first words are another phrase: `sagen wir 3`, let's say three.
    """
    first = tokens(line[:_LONGEST_BEGINNING])
    if match(known.remarks, first)[1] > match(known.talk, first)[1]:
        return None
    said = _after(line, known.talk)
    words = "".join(sign for sign in said if sign.isprintable() or sign == _JOINS)
    return Talk(words[:_LONGEST_TALK]) if words else None


def read_salt(line: str, known: Words) -> Salt | None:
    """The word a line gives for the next shuffle, as it will be mixed in."""
    word = tidy_word(_after(line, known.salt))
    return Salt(word) if word else None


def _after(line: str, lists: Lists) -> str:
    """What comes after the words a line begins with, as written; empty if it begins with none."""
    said = tokens(line)
    _, length = match(lists, said)
    if not length or len(said) == length:
        return ""
    parts = line.split()
    words = " ".join(parts[length:])
    begins = without(tokens(" ".join(parts[:length])), ":,") == said[:length]
    return words if begins else ""


def _clause(line: Tokens) -> Tokens:
    """A line up to its first comma, dot or dash."""
    ends = [at for at, token in enumerate(line) if token in ",;:.!?-"]
    return line[: min(ends, default=len(line))]


def polite(line: Tokens, known: Words) -> Tokens:
    """A line without signs, and without a please or thanks around it."""
    bare = without(line, _SEPARATORS)
    bare = without(bare, "?") or bare
    bare = bare[match(known.dropped, bare, 0, ("thanks",))[1] :]
    ends = [at for at in range(len(bare)) if known.dropped.get(bare[at:]) == "thanks"]
    return bare[: min(ends, default=len(bare))]
