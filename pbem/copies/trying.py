"""Trying a copy: it is opened as it would be after a restore, and games in it are played again."""

from __future__ import annotations

import random
from pathlib import Path

from pbem.copies.shelf import UNFINISHED
from pbem.games.check import check_game
from pbem.store.archived import is_archived
from pbem.store.backup import CannotCopy, Copy, GoingOn, look_into, reading
from pbem.store.dump import is_dump
from pbem.store.dumped import lay_out
from pbem.store.games import all_games

_SAMPLE = 20
"""Games of a copy that are folded again, whichever chance names."""


def tried(copy: Path, going_on: GoingOn) -> Copy:
    """What a copy holds that is whole, and whose games are what the rules give; else CannotCopy.

    That of a PostgreSQL is laid out as a file beside it.
    """
    if not is_dump(copy):
        return _sound(copy, going_on)
    laid = copy.with_name(f"{copy.name}.tried{UNFINISHED}")
    try:
        lay_out(copy, laid, going_on)
        held = _sound(laid, going_on)
    finally:
        laid.unlink(missing_ok=True)
    return Copy(copy, held.games, held.mails, copy.stat().st_size)


def _sound(file: Path, going_on: GoingOn) -> Copy:
    """What a file holds, once some of its games are played again."""
    held = look_into(file, going_on)
    with reading(file) as session:
        games = [one for one in all_games(session) if not is_archived(session, one)]
        for number in random.sample(games, min(_SAMPLE, len(games))):
            going_on()
            if wrong := check_game(session, number):
                raise CannotCopy(f"the copy is not kept: {wrong}")
    return held
