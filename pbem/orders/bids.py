"""Bids: one number of tricks, in digits or words, with fallbacks after `else`."""

from __future__ import annotations

from pbem.orders.answers import Bid
from pbem.orders.spelling import SHORT, mend_word
from pbem.orders.text import Tokens, without
from pbem.orders.words import Words, match

_SEPARATORS = ".,!;:()\"'"
_MOST_DIGITS = 6
_DIGITS, _TIMES = "0123456789", ("x", "mal")
_NEAR = 4
"""So many words beside `than` may name what is compared."""

_AROUND = ("thanks", "courtesy", "bid", "greeting")


def read_bid(line: Tokens, known: Words) -> Bid | None:
    """The bid a line makes, every other word of which is one that bids are made with."""
    numbers = [_number(part, known) for part in _parts(without(line, _SEPARATORS), known)]
    found = [number for number in numbers if number is not None]
    return Bid(found[0], tuple(found[1:])) if found and len(found) == len(numbers) else None


def unglued(line: Tokens, known: Words) -> Tokens:
    """A line in which what is written in one with a number of tricks stands apart: `3tricks`."""
    apart = (
        token[:at] + " " + token[at:]
        if 0 < (at := len(token) - len(token.lstrip(_DIGITS))) <= 2
        and (token[at:] in _TIMES or match(known.person, (token[at:],), 0, ("tricks",))[1])
        else token
        for token in line
    )
    return tuple(word for token in apart for word in token.split())


def read_misspelt_bid(line: Tokens, known: Words) -> Bid | None:
    """The same with misspelt words mended, if a word like `bid` or `tricks` shows it is one.

    Alone a word is mended where a letter is missing, doubled or in the wrong place: `thre`.
    """
    bare = without(line, _SEPARATORS)
    meanings = _meanings(known)
    if any(match(known.person, bare, at, ("maybe",))[1] for at in range(len(bare))):
        return None
    if not any(known.dropped.get((token,)) == "bid" for token in bare):
        word = mend_word(bare[0], meanings) if len(bare) == 1 else None
        return read_bid((word,), known) if word and _slipped(bare[0], word) else None
    return read_bid(
        tuple(
            token if token in meanings else mend_word(token, meanings) or token for token in bare
        ),
        known,
    )


def near_bid(line: Tokens, known: Words) -> Bid | None:
    """The bid that a word alone may mean, one slip apart: `vdrei`."""
    bare = without(line, _SEPARATORS)
    numbers = {phrase[0]: name for phrase, name in known.numbers.items() if len(phrase) == 1}
    word = mend_word(bare[0], numbers) if len(bare) == 1 else None
    return read_bid((word,), known) if word else None


def read_fallback(said: Tokens, known: Words) -> Bid | None:
    """A bid with another in case it is not allowed, among remarks: `2 if I may, otherwise 3`."""
    if "?" in said:
        return None
    rest: list[str] = []
    at = 0
    while at < len(said):
        length = match(known.plan, said, at, ("else",))[1]
        around = match(known.remarks, said, at, ("around", "harmless", "so"))[1]
        if length or not around:
            rest += said[at : at + max(length, 1)]
        at += max(length, 1) if length or not around else around
    bid = read_bid(tuple(rest), known)
    return bid if bid and bid.otherwise else None


def passes(line: Tokens, known: Words) -> bool:
    """Whether somebody says to pass."""
    return without(line, _SEPARATORS) in known.passes


def compares(line: Tokens, at: int, known: Words) -> bool:
    """Whether what stands there is `than` between two numbers, ranks or suits: `plutôt 3 que 2`."""
    length = match(known.before, line, at, ("instead",))[1]
    lists = (known.numbers, known.ranks, known.suits)
    near = (line[max(0, at - _NEAR) : at], line[at + length : at + length + _NEAR])
    return length > 0 and all(
        any(word.isdecimal() or any((word,) in some for some in lists) for word in side)
        for side in near
    )


def is_a_time(line: Tokens, at: int, known: Words) -> bool:
    """Whether a word like `until` stands before a number, and is no part of a known phrase."""
    for start in range(max(0, at - 6), at):
        whole = match(known.remarks, line, start, ("around", "so"))[1]
        if start + max(whole, match(known.stated, line, start, ("verbs",))[1]) >= at:
            return False
    return any(
        start + match(known.remarks, line, start, ("times",))[1] == at
        for start in range(max(0, at - 3), at)
    )


def _parts(line: Tokens, known: Words) -> list[Tokens]:
    """What stands between the words for `else`."""
    parts: list[Tokens] = [()]
    at = 0
    while at < len(line):
        _, length = match(known.plan, line, at, ("else",))
        if length:
            parts.append(())
        else:
            parts[-1] += (line[at],)
        at += length or 1
    return parts


def _number(part: Tokens, known: Words) -> int | None:
    """The only number, once or more, in a part of a bid that holds nothing else but courtesies."""
    numbers: list[int] = []
    at = 0
    while at < len(part):
        token = part[at]
        name, length = match(known.numbers, part, at)
        if is_a_time(part, at, known) and (length or token.isdecimal()):
            return None
        if length:
            numbers.append(int(name))
        elif token.isascii() and token.isdecimal() and len(token) <= _MOST_DIGITS:
            numbers.append(int(token))
            length = 1
        else:
            _, length = match(known.dropped, part, at, _AROUND)
        if not length:
            return None
        at += length
    return numbers[0] if len(set(numbers)) == 1 else None


def _slipped(written: str, word: str) -> bool:
    """Whether no letter is one that the word lacks."""
    return written[0] == word[0] and set(written) <= set(word)


def _meanings(known: Words) -> dict[str, str]:
    """The words of bids, each with what it means; short ones only if they are numbers."""
    lists = (known.dropped, known.plan, known.negations, known.numbers)
    return {
        phrase[0]: name
        for some in lists
        for phrase, name in some.items()
        if len(phrase) == 1 and (some is known.numbers or len(phrase[0]) > SHORT)
    }
