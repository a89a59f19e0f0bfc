"""Club nights: who plays at which table in a round, drawn by lot so that all meet many others.

docs/FAIRNESS.md specifies it, and `check_draws.txt` works every draw out anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.shuffle import shuffle

TITLE = "Oh Hell! by mail: a club night and what proves its draws"


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """People by their numbers: the tables, each in the order of its seats, and who rests."""

    tables: tuple[tuple[int, ...], ...]
    rests: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PublishedDraw:
    """What is published of the draw of a round; all but the fingerprint only once it is drawn.

    `entered` are the people there by their numbers, in the order in which they entered.
    """

    fingerprint: str
    secret: str = ""
    entered: tuple[int, ...] = ()
    drawn: DrawnRound | None = None


def drawn_round(
    entered: Sequence[int], size: int, before: Sequence[DrawnRound], seed: bytes, *, exact: bool
) -> DrawnRound:
    """The tables of a round, as its seed and the rounds before fix them.

    There are as many tables as come nearest to `size` at each, with at most one more at some than
    at others; or, if it is to be `exact`, as many as can be filled, and the others rest: those who
    have rested least, the first drawn of them.

    Everybody is seated in the order drawn at the table with room where the fewest have been met
    before, the first of equals. Then any two change places, in turn, as long as that lets people
    meet again less often.

    >>> drawn_round([1, 2, 3, 4, 5], 2, [], b"a seed", exact=True)
    DrawnRound(tables=((3, 5), (1, 2)), rests=(4,))
    """
    order = shuffle(entered, seed)
    count = max(1, len(order) // size if exact else (2 * len(order) + size) // (2 * size))
    rested = Counter(one for earlier in before for one in earlier.rests)
    over = max(0, len(order) - count * size) if exact else 0
    rests = tuple(sorted(order, key=lambda one: rested[one])[:over])
    met = Counter(
        pair
        for earlier in before
        for table in earlier.tables
        for pair in combinations(sorted(table), 2)
    )
    tables = _seated([one for one in order if one not in rests], count, met)
    while _changed_places(tables, met):
        pass
    return DrawnRound(tuple(map(tuple, tables)), rests)


Met = Mapping[tuple[int, int], int]
"""How often two people have met, the lower number first; nothing of those who have not."""


def _seated(playing: Sequence[int], count: int, met: Met) -> list[list[int]]:
    least, more = divmod(len(playing), count)
    room = [least + (table < more) for table in range(count)]
    tables: list[list[int]] = [[] for _ in range(count)]
    for one in playing:
        free = [at for at in range(count) if len(tables[at]) < room[at]]
        tables[min(free, key=lambda at: _meetings(one, tables[at], met))].append(one)
    return tables


def _changed_places(tables: list[list[int]], met: Met) -> bool:
    """Let any two change places where people then meet again less often; whether any two did."""
    changed = False
    for upper, lower in combinations(tables, 2):
        for here, one in enumerate(upper):
            for there, other in enumerate(lower):
                # The one upstairs may have changed in the meantime.
                one = upper[here]
                stay, come = upper[:here] + upper[here + 1 :], lower[:there] + lower[there + 1 :]
                now = _meetings(one, stay, met) + _meetings(other, come, met)
                if _meetings(other, stay, met) + _meetings(one, come, met) < now:
                    upper[here], lower[there] = other, one
                    changed = True
    return changed


def _meetings(one: int, others: Sequence[int], met: Met) -> int:
    return sum(met.get((min(one, other), max(one, other)), 0) for other in others)


def write_draws(
    night: str, size: int, names: Mapping[int, str], rounds: Sequence[PublishedDraw], *, exact: bool
) -> str:
    """The draws of a club night as text, a part for each round, which `check_draws.txt` reads."""
    parts = [f"{TITLE}\nnight {night}\nsize {'exactly ' if exact else ''}{size}"]
    for number, one in enumerate(rounds, 1):
        lines = [f"round {number}", f"fingerprint {one.fingerprint}"]
        if one.drawn is not None:
            lines.append(f"secret {one.secret}")
            lines.append("entered " + " | ".join(f"{at} {names[at]}" for at in one.entered))
            lines += [f"table {' '.join(map(str, table))}" for table in one.drawn.tables]
            lines += [f"rests {' '.join(map(str, one.drawn.rests))}"] if one.drawn.rests else []
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"
