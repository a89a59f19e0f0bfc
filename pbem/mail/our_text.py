"""What we sent, found again in what came back: however it was wrapped, marked or laid out.

A mail is compared as a row of words, so that line ends, quote marks and punctuation do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pbem.mail.marks import is_marked, unmarked

_WORD = re.compile(r"[^\W_]+|[♠-♧]")
_EMPTY_CELLS = re.compile(r"[-\s]*-[-\s]*")
"""What is left on a line of its own of a row of a table whose words stand on the line above."""
_LINK = re.compile(r"<[^<>\s]+[:@][^<>\s]*>|\[(?:cid|image|https?):[^\[\]]*\]")
_FRESH = 12
"""Words in a row that show that some text is ours, where nothing before it was."""
_AGAIN = 8
"""Words in a row that show where our text goes on after something else."""
_FOOT = 40
"""Words at the end of our mails that a person may have cut off before she wrote below."""
_PLACES = 8
_AHEAD = 40
_MOST_LINES = 1000


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where the words of one line stand among the words we sent; `last` ends one of our mails."""

    begin: int
    end: int
    last: bool


def words_of(line: str) -> list[str]:
    """The words of a line, casefolded; neither links nor punctuation."""
    if "<" in line or "[" in line:
        line = _LINK.sub(" ", line)
    return _WORD.findall(line.casefold())


def traced(lines: Sequence[str], sent: Sequence[str]) -> list[Stretch | None]:
    """For each line where it stands in one of the texts we sent; None for a line that is not ours.

    A short line counts only where our text goes on with it: "QH" is an answer as well as a line of
    the mail it answers. A line that stands by itself between marked ones is the writer's, unless
    their marks are ours: an organiser's letter tells each of her orders behind a `>`.
    """
    ours = _Ours(sent)
    rows = [words_of(unmarked(line)) for line in lines[:_MOST_LINES]]
    found: list[Stretch | None] = [None] * len(lines)
    of_ours = {line.strip() for text in sent for line in text.splitlines() if is_marked(line)}
    marked = [is_marked(line) and line.strip() not in of_ours for line in lines[:_MOST_LINES]]
    filled = [number for number, row in enumerate(rows) if row]
    place, torn = None, ""
    for turn, number in enumerate(filled):
        row = rows[number]
        if not lines[number - 1] and _by_itself(marked, filled, turn):
            continue
        if torn and place is not None and ours.run([torn + row[0]], place):
            row = [torn + row[0], *row[1:]]
        ahead = filled[turn + 1 : turn + 1 + _AHEAD]
        quoted = next((n for n, later in enumerate(ahead) if marked[later]), 0)
        after, resumed = _words_in(rows, ahead), _words_in(rows, ahead[quoted:])
        torn = row[-1] if ours.torn(row, place) else ""
        begin = place if torn else ours.goes_on(row, after, resumed, place, marked=marked[number])
        if begin is None:
            begin = ours.place_of(row, after, place)
        if begin is not None:
            place = begin + len(row) - bool(torn)
            found[number] = Stretch(begin, place, ours.ends_soon(place))
    for above, below in pairwise(filled):
        if found[above] and found[below]:
            for number in range(above + 1, below):
                if _EMPTY_CELLS.fullmatch(lines[number]):
                    found[number] = found[above]
    return found


def _words_in(rows: Sequence[Sequence[str]], lines: Sequence[int]) -> list[str]:
    """The words of some lines, up to as many as are looked at ahead."""
    words: list[str] = []
    for line in lines:
        words += rows[line]
        if len(words) > _AHEAD:
            break
    return words


def _by_itself(marked: Sequence[bool], filled: list[int], turn: int) -> bool:
    """Whether a line without quote mark has marked ones above and below."""
    near = filled[max(0, turn - 1) : turn] + filled[turn + 1 : turn + 2]
    return not marked[filled[turn]] and len(near) == 2 and all(marked[line] for line in near)


class _Ours:
    """The words of what we sent, one text after the other, as a list and in a row."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.words: list[str] = []
        self.ends: list[int] = []
        for text in texts:
            self.words += words_of(text)
            self.ends.append(len(self.words))
            self.words.append("")
        self.row = f" {' '.join(self.words)} "

    def places(self, some: Sequence[str]) -> Iterator[int]:
        """Where some words stand one after the other, the first few places."""
        wanted, at = f" {' '.join(some)} ", -1
        for _ in range(_PLACES):
            at = self.row.find(wanted, at + 1)
            if at < 0:
                return
            yield self.row.count(" ", 0, at)

    def ends_soon(self, place: int) -> bool:
        """Whether one of the texts is over here, or but for its foot."""
        return any(end - _FOOT <= place <= end for end in self.ends)

    def run(self, row: Sequence[str], place: int) -> int:
        """How many words of a row stand one after the other from a place on."""
        for count, word in enumerate(row):
            if place + count >= len(self.words) or self.words[place + count] != word:
                return count
        return len(row)

    def torn(self, row: Sequence[str], place: int | None) -> bool:
        """Whether a row goes on at a place, but for a last word that is only begun."""
        if place is None or len(row) < 3 or self.run(row, place) != len(row) - 1:
            return False
        last = place + len(row) - 1
        return last < len(self.words) and self.words[last].startswith(row[-1])

    def goes_on(
        self,
        row: list[str],
        after: list[str],
        resumed: list[str],
        place: int | None,
        *,
        marked: bool,
    ) -> int | None:
        """The place after the last stretch, if the row stands there.

        Not if the lines after it, or what is `resumed` with the next quote mark, stand there just
        as well, and it is not `marked` as quoted: then it was put in between.
        """
        if place is None or self.run(row, place) < len(row):
            return None
        if marked:
            return place
        whole = self.run([*row, *after], place)
        without = max(self.run(after, place), self.run(resumed, place))
        return None if without >= whole and without > 0 else place

    def place_of(self, row: list[str], after: list[str], place: int | None) -> int | None:
        """Where the row stands with enough words after it to be sure, best not before the place.

        Nowhere if what comes after it goes on at the place: then it was put in between.
        """
        if place is not None and after and self.run(after, place) >= min(3, len(after)):
            return None
        both = [*row, *after]
        needed = _FRESH if place is None else max(_AGAIN, min(len(row) + 3, _FRESH))
        places = self.places(both[:3]) if len(both) >= 3 else ()
        sure = [begin for begin in places if self.run(both, begin) >= max(needed, len(row))]
        if not sure:
            return None
        return next((begin for begin in sure if place is not None and begin >= place), sure[0])
