"""Attribution lines: `On Mon, 5 Oct 2026, Lindy wrote:`, told by what they hold.

Not the order in which one mail program of one language puts address, date and a word for "wrote",
but that they are there makes an attribution; so a program nobody has listed is known too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from pbem.mail.marks import LONGEST, is_marked
from pbem.mail.phrases import phrases

_ADDRESS = re.compile(r"[^\s@]@[^\s@]")
_NUMBERS = re.compile(r"\d+")
_MOMENT = re.compile(r"\d[:.hH時시点點]\s?\d\d|(?:19|20)\d\d")
_DAY = re.compile(r"\d\s?[-./年년월月]\s?\d")
"""A day in figures alone: three numbers without such signs may be bids."""

_DATED = re.compile(r"\W{0,4}(?:[^\W\d]+\W{1,3}){0,2}\d")
_ENDS = " *_-–—=>"
_STOPS = (".", "!", "?")


def maybe_attribution(line: str) -> bool:
    """Whether a line may end an attribution: the cheap question before the dear one."""
    end = line.rstrip(_ENDS)
    return end.endswith((":", "：")) or "@" in end or end.casefold().endswith(phrases().wrote)


def attribution(lines: Sequence[str], at: int, *, quoting: bool) -> int | None:
    """The line an attribution that ends with line `at` begins with, or None.

    It may be broken over four lines, with a blank one before a lone "wrote:". `quoting` tells that
    quoted text follows, which makes a scanty one sure.
    """
    line = lines[at][:LONGEST]
    if not line.rstrip(_ENDS).endswith((":", "：")):
        below = lines[at + 1] if at + 1 < len(lines) else ""
        if below.endswith((":", "：")) and len(below) < 30 and not is_marked(below):
            return None
        line = line[: _inner_end(line) or None]
    window, best = line, None
    for start in range(at, max(-1, at - 5), -1):
        above = lines[start][:LONGEST]
        if start < at:
            if not above and best is None and start == at - 1 and len(line) < 30:
                continue
            if not above or is_marked(above) or (best is not None and above.endswith(_STOPS)):
                break
            window = f"{above} {window}"[-2 * LONGEST :]
        sure = _sure(window, quoting=quoting)
        if sure == "complete" and (best is None or _holds_a_date(above)):
            return _with_openers(lines, start)
        if sure and (best is None or (_opens(above.casefold()) and _NUMBERS.search(above))):
            best = start
    return best


def _inner_end(line: str) -> int:
    """Where an attribution ends that has quoted text on the same line after it; 0 if none does."""
    if "@" not in line or not (found := wrote_in(line.casefold())):
        return 0
    rest = line[found:].lstrip(" )")
    return len(line) - len(rest) + 1 if rest.startswith((":", "：")) else 0


def _with_openers(lines: Sequence[str], start: int) -> int:
    """The first line of an attribution whose date is broken after commas."""
    while start and lines[start - 1].endswith(",") and len(lines[start - 1]) < 80:
        above = lines[start - 1]
        if not (_opens(above.casefold()) and _NUMBERS.search(above)):
            break
        start -= 1
    return start


def _holds_a_date(line: str) -> bool:
    numbers = len(_NUMBERS.findall(line))
    opened = _opens(line.casefold()) is not None
    dated = numbers > 1 and (_MOMENT.search(line) or (numbers > 2 and _DAY.search(line)))
    return bool(dated) or (opened and (numbers > 1 or (numbers == 1 and line.count(",") > 1)))


def _sure(window: str, *, quoting: bool) -> str:
    """How sure it is that some lines are an attribution: "complete" with a date, "bare", or ""."""
    end = window.rstrip(_ENDS)
    folded = end.casefold()
    colon = end.endswith((":", "："))
    numbers = len(_NUMBERS.findall(end))
    dated = numbers > 2 or (numbers > 1 and _MOMENT.search(end) is not None)
    address = _ADDRESS.search(end) is not None
    if not (colon or quoting or (address and dated)):
        return ""
    wrote = wrote_in(folded)
    if wrote and not address and _end_of(phrases().self, folded):
        return ""
    opened = _opens(folded) is not None
    begins = opened or _DATED.match(end) is not None
    early = wrote is not None and len(folded[:wrote].split()) < 7
    told = (address and (begins or "<" in end)) or (wrote and (address or begins or early))
    if dated and colon and told:
        return "complete"
    if dated and address and ((wrote is not None and len(folded) - wrote < 3) or quoting):
        return "complete"
    if wrote and colon and (address or (opened and numbers)):
        return "bare"
    if quoting and colon and (wrote or address):
        return "bare"
    return "bare" if quoting and wrote and opened and numbers else ""


def wrote_in(folded: str) -> int | None:
    """Where a word for "wrote" ends in a casefolded text, or None."""
    return _end_of(phrases().wrote, folded)


def _end_of(words: tuple[str, ...], folded: str) -> int | None:
    """Where the first of some words, as a whole word, ends in a text; None if none is there."""
    if not _one_of(words).search(folded):
        return None  # said of most lines in one go
    for word in words:
        at = folded.find(word)
        if at < 0:
            continue
        end = at + len(word)
        if ord(word[0]) > 0x3000 or not (
            folded[at - 1 : at].isalpha() or folded[end : end + 1].isalpha()
        ):
            return end
    return None


@cache
def _one_of(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, words)))


def _opens(folded: str) -> str | None:
    """The opening of an attribution that some casefolded text begins with, or None."""
    words = folded.lstrip(" *_>-–—\"'(").split(None, 3)[:3]
    for count in range(len(words), 0, -1):
        if (opening := " ".join(words[:count])) in phrases().opens:
            return opening
    return next((o for o in ("在", "于", "於", "ב-") if folded.lstrip(" *_>-").startswith(o)), None)
