"""`python3 dev.py walk "QH"`: the way of one answer through the house, hop by hop.

A real game is brought to where the answer can be given by mail; then the mail is thought through as
the server does it, and every function of ours that is entered is noted. `--organiser "extend 2d"`
follows an organiser's order instead, `--deadline` a deadline that passes.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Iterable, Iterator, Sequence

from pbem.logs import log_to
from tests.walk.picture import picture
from tests.walk.scene import walk
from tests.walk.tracing import Again, Place, Walk, tables, where


def main(words: Sequence[str]) -> int:
    """Print the way of an answer."""
    parser = argparse.ArgumentParser(
        prog="python3 dev.py walk", description="follow one answer through the house"
    )
    parser.add_argument("answer", nargs="?", default="", help="what is mailed, such as QH")
    parser.add_argument("--organiser", action="store_true", help="the organiser mails it")
    parser.add_argument("--deadline", action="store_true", help="nobody answers in time")
    parser.add_argument("--picture", action="store_true", help="as a Mermaid diagram")
    told = parser.parse_args(words)
    if bool(told.answer) is told.deadline:
        parser.error("name an answer, or say --deadline")
    log_to(io.StringIO())
    try:
        way = walk(told.answer, organiser=told.organiser, deadline=told.deadline)
    except ValueError as problem:
        parser.error(str(problem))
    if told.picture:
        print(picture(way))
        return 0
    print("a deadline passes" if told.deadline else f"{told.answer} ({way.became})")
    print("\n".join(lines(way)))
    return 0


def lines(way: Walk) -> Iterator[str]:
    """The way in words: a line for each hop, then what could be shorter."""
    hops = way.hops
    files = max(len(hop.to.file) for hop in hops)
    names = max(len(_readable(hop.to.name)) for hop in hops)
    yield f"     {_named(where(way.start))}"
    for number, (by, to) in enumerate(hops, 1):
        yield f"{number:3}  {to.file:{files}}  {_readable(to.name):{names}}  from {by.file}"
    yield ""
    yield f"hops: {len(hops)}"
    yield f"climbs: {len(way.climbs)}"
    yield from (f"  {_named(by)} calls {_named(to)}" for by, to in way.climbs)
    yield f"rooms entered again: {way.entered_again.total()}"
    yield from (f"  {room} {times}" for room, times in way.entered_again.items())
    loads = [(way.shown[key], one) for key, one in way.loads.items() if len(one.by) > 1]
    total, changed = _again(one for _, one in loads)
    yield f"loaded again: {total}, {changed} of them after a change"
    yield from (f"  {what}: {len(one.by)} times, {_by(one)}" for what, one in loads)
    yield f"statements: {way.statements}"
    selects = [(key[0], one) for key, one in way.selects.items() if len(one.by) > 1]
    total, changed = _again(one for _, one in selects)
    yield f"selected again: {total}, {changed} of them after a change"
    for sql, one in selects:
        yield f"  {', '.join(tables(sql))}: {len(one.by)} times, {_by(one)}"


def _again(times: Iterable[Again]) -> tuple[int, int]:
    found = list(times)
    return sum(len(one.by) - 1 for one in found), sum(one.changed for one in found)


def _by(again: Again) -> str:
    return "by " + ", ".join(dict.fromkeys(map(_named, again.by)))


def _named(place: Place) -> str:
    return f"{place.file} {_readable(place.name)}"


def _readable(name: str) -> str:
    """The name of a function, and where a function without one stands."""
    return re.sub(r"(.*)\.<locals>\.<lambda>", r"lambda in \1", name).replace(".<locals>", "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
