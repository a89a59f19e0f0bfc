"""The way of an answer as a picture for the developers' page: rooms, and a line for each hop."""

from __future__ import annotations

import re

from tests.walk.tracing import Walk, where


def picture(way: Walk) -> str:
    """The way as a Mermaid sequence diagram, without its fences."""
    start = where(way.start)
    rooms = dict.fromkeys([start.room, *(hop.to.room for hop in way.hops)])
    lines = ["sequenceDiagram"]
    lines += [f"    participant {_short(room)}" for room in rooms]
    for number, (by, to) in enumerate(way.hops, 1):
        file = to.file.rpartition("/")[2].removesuffix(".py")
        lines.append(
            f"    {_short(by.room)}->>{_short(to.room)}: {number} {file}.{_plain(to.name)}"
        )
    return "\n".join(lines)


def _short(room: str) -> str:
    return room.removeprefix("pbem.")


def _plain(name: str) -> str:
    return re.sub(r"\.<locals>|<lambda>|__", "", name).strip(".")
