"""Where a quotation begins: attribution lines, blocks of headers, markers, our own first line.

A head is told by what it holds - an address, a date, a word for "wrote" - and not by the order in
which one mail program of one language puts these, so that a program nobody has listed is known too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.reading.languages import phrases
from pbem.reading.plain import CUT

_LONGEST = 250
"""Characters of a line that are looked at."""

_MARK = re.compile(
    r"\s{0,6}(?:[>＞]+(?!:?[(D])|&gt;|»(?![^«]*«)|[|│┃](?!.*[|│┃])|[A-ZА-ЯЁ]{1,3}>(?:[\s>]|$))"
)
_MARKS = re.compile(r"(?:\s*(?:[>＞»|│┃]|&gt;))+\s?")
_RULE = re.compile(r"[\s*]*[-_=*~—–─━]{3,}[\s*]*")
_DASHED = re.compile(r"[\s*_>]*[-_=—–─]{2,}\s*(\S.{1,60}?)\s*[-_=—–─:：]*[\s*_]*")
_HEADER = re.compile(r"[\s*_]{0,12}([^\W\d_][^:：*_]{0,22}?)[*_ ]{0,4}[:：][*_]{0,3}(.*)")
_OURS = re.compile(r"[\s*_]*Oh Hell! (?:by mail\b|· )")
_ADDRESS = re.compile(r"[^\s@]@[^\s@]")
_NUMBERS = re.compile(r"\d+")
_MOMENT = re.compile(r"\d[:.hH時시点點]\s?\d\d|(?:19|20)\d\d")
_DATED = re.compile(r"\W{0,4}(?:[^\W\d]+\W{1,3}){0,2}\d")
_UNCLOSED = re.compile(r"<[^<>]*@[^<>]*$")
_ENDS = " *_-–—=>"
_STOPS = (".", "!", "?")


def is_marked(line: str) -> bool:
    """Whether a line wears a quote mark; a table row and a frown do not."""
    return _MARK.match(line[:_LONGEST]) is not None


def unmarked(line: str) -> str:
    """A line without its quote marks."""
    found = _MARKS.match(line[:_LONGEST])
    return line[found.end() :] if found else line


def rejoined(lines: list[str]) -> list[str]:
    """Lines with an address that was broken before its `>` put together again.

    `<lindy@x.example` and `> wrote:` below it are no quote.
    """
    made = list(lines)
    for at in range(1, len(made)):
        line, above = made[at], made[at - 1]
        ends = line[:1] == ">" and len(line) < 40 and line.endswith((":", "："))
        if ends and _UNCLOSED.search(above[-_LONGEST:]):
            made[at - 1], made[at] = "", above + line
    return made


def is_rule(line: str) -> bool:
    """Whether a line is nothing but a row of dashes or the like."""
    return _RULE.fullmatch(line[:_LONGEST]) is not None


def maybe_head(line: str) -> bool:
    """Whether a line may end or begin a head: the cheap question before the dear one."""
    line = line[:_LONGEST]
    if line == CUT or _OURS.match(line):
        return True
    end = line.rstrip(_ENDS)
    if end.endswith((":", "：")) or (":" in line and ("@" in line or _HEADER.match(line))):
        return True
    return (
        bool(end)
        and (end.casefold().endswith(phrases().wrote) or line.startswith("--") or "@" in end)
    ) or line.endswith("®")


def head_at(lines: Sequence[str], at: int, *, quoting: bool) -> tuple[int, int] | None:
    """The first line of the head that line `at` ends or begins, and the line after it.

    `quoting` tells that quoted text follows, which makes a scanty attribution sure.
    """
    line = lines[at][:_LONGEST]
    if line == CUT or _OURS.match(line) or _is_marker(line):
        return _with_rules(lines, at, _after_marker(lines, at + 1, quoting=quoting))
    end = _header_block(lines, at)
    if end is not None:
        return _with_rules(lines, at, end)
    start = _attribution(lines, at, quoting=quoting)
    return None if start is None else (start, at + 1)


def _with_rules(lines: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """A head together with the rows of dashes above it."""
    above = start
    while above and (not lines[above - 1] or is_rule(lines[above - 1])):
        above -= 1
        if lines[above]:
            start = above
    return start, end


def _is_marker(line: str) -> bool:
    """`-----Original Message-----`, or `Begin forwarded message:`, in any language."""
    folded = line.strip(" *_>®").casefold()
    bare = folded.rstrip(" :：")
    if bare in phrases().forwarded and (bare != folded or len(bare.split()) > 3):
        return True
    dashed = _DASHED.fullmatch(line)
    if dashed is None:
        return False
    inside = dashed[1].strip(" *_:：").casefold()
    return inside in phrases().original or _wrote(inside) is not None


def _after_marker(lines: Sequence[str], at: int, *, quoting: bool) -> int:
    """The line after the headers or the attribution below a marker, or the one right below it."""
    first = next((n for n in range(at, min(at + 3, len(lines))) if lines[n]), at)
    if first >= len(lines) or is_marked(lines[first]):
        return at
    if block := _header_block(lines, first):
        return block
    for end in range(first, min(first + 4, len(lines))):
        if _attribution(lines, end, quoting=quoting) == first:
            return end + 1
    return at


def _header_block(lines: Sequence[str], at: int) -> int | None:
    """The line after a block of headers that begins here, or None.

    A person may write "From: me to you": it takes three kinds of headers, or two with a sender, a
    date or subject, and an address or a date in full.
    """
    if _kind(lines[at]) is None:
        return None
    kinds: set[str] = set()
    text, end = "", at
    for number in range(at, min(at + 14, len(lines))):
        line = lines[number][:_LONGEST]
        kind = _kind(line)
        if kind == "from" and kinds and not lines[number - 1]:
            break
        if kind is not None:
            kinds |= {kind, *_more_kinds(line)}
            text, end = f"{text} {line}", number + 1
        elif number - end > 1 or (number > end and not line):
            break
    if "from" not in kinds and "@" not in text:
        return None
    full = _ADDRESS.search(text) or len(_NUMBERS.findall(text)) > 2
    return end if len(kinds) > 2 or (full and kinds & {"date", "subject"} != kinds) else None


def _kind(line: str) -> str | None:
    """The kind of header a line is, by the name before its colon."""
    found = _HEADER.match(line[:_LONGEST])
    return phrases().headers.get(found[1].strip().casefold()) if found else None


def _more_kinds(line: str) -> set[str]:
    """The kinds of further headers on the same line: `To: Anna Subject: your turn`."""
    headers = phrases().headers
    words = (part.split()[-1:] for part in re.split(r"\s?[:：]", line)[1:-1])
    return {headers[word[0].casefold()] for word in words if word and word[0].casefold() in headers}


def _attribution(lines: Sequence[str], at: int, *, quoting: bool) -> int | None:
    """The line an attribution that ends with line `at` begins with, or None.

    It may be broken over four lines, and have its blank line before a lone "wrote:".
    """
    line = lines[at][:_LONGEST]
    if not line.rstrip(_ENDS).endswith((":", "：")):
        below = lines[at + 1] if at + 1 < len(lines) else ""
        if below.endswith((":", "：")) and len(below) < 30 and not is_marked(below):
            return None
        line = line[: _inner_end(line) or None]
    window, best = line, None
    for start in range(at, max(-1, at - 5), -1):
        above = lines[start][:_LONGEST]
        if start < at:
            if not above and best is None and start == at - 1 and len(line) < 30:
                continue
            if not above or is_marked(above) or (best is not None and above.endswith(_STOPS)):
                break
            window = f"{above} {window}"[-2 * _LONGEST :]
        sure = _sure(window, quoting=quoting)
        if sure == "complete" and (best is None or _holds_a_date(above)):
            return _with_openers(lines, start)
        if sure and (best is None or (_opens(above.casefold()) and _NUMBERS.search(above))):
            best = start
    return best


def _inner_end(line: str) -> int:
    """Where an attribution ends that has quoted text on the same line after it; 0 if none does."""
    if "@" not in line or not (found := _wrote(line.casefold())):
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
    dated = (numbers > 1 and _MOMENT.search(line) is not None) or numbers > 2
    return dated or (opened and (numbers > 1 or (numbers == 1 and line.count(",") > 1)))


def _sure(window: str, *, quoting: bool) -> str:
    """How sure it is that some lines are an attribution: "complete" with a date, "bare", or ""."""
    end = window.rstrip(_ENDS)
    folded = end.casefold()
    colon = end.endswith((":", "："))
    numbers = len(_NUMBERS.findall(end))
    dated = numbers > 2 or (numbers > 1 and _MOMENT.search(end) is not None)
    address = _ADDRESS.search(end) is not None
    wrote = _wrote(folded)
    if wrote and not address and any(phrase in folded for phrase in phrases().self):
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


def _wrote(folded: str) -> int | None:
    """Where a word for "wrote" ends in a casefolded text, or None."""
    for word in phrases().wrote:
        at = folded.find(word)
        if at < 0:
            continue
        end = at + len(word)
        if not word[0].isascii() and ord(word[0]) > 0x3000:
            return end
        before = folded[at - 1 : at].isalpha()
        after = folded[end : end + 1].isalpha()
        if not before and not after:
            return end
    return None


def _opens(folded: str) -> str | None:
    """The opening of an attribution that some casefolded text begins with, or None."""
    words = folded.lstrip(" *_>-–—\"'(").split(None, 3)[:3]
    for count in range(len(words), 0, -1):
        if (opening := " ".join(words[:count])) in phrases().opens:
            return opening
    return next((o for o in ("在", "于", "於", "ב-") if folded.lstrip(" *_>-").startswith(o)), None)
