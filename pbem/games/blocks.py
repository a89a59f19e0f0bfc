"""A door that is shut to somebody: an address, or all of a domain."""

from __future__ import annotations

import re

from pbem.casefolding import folded
from pbem.context import Context
from pbem.domain.model import Stage
from pbem.notifications.gathering import open_now, write
from pbem.store.blocks import add_block, drop_block, players_blocked
from pbem.store.games import games_of, load_table
from pbem.store.people import player
from pbem.store.questions import open_to

_PATTERN = re.compile(r"[^\s@<>,;:\"']*@[^\s@<>,;:\"'%_]+\.[^\s@<>,;:\"'%_]+")


class CannotBlock(ValueError):
    """What cannot be shut out; the message says why."""


class Protected(CannotBlock):
    """The server's own address, or its operator's."""


def pattern_of(whom: str) -> str:
    """An address, or a domain behind its @, as it is kept; CannotBlock if it is neither.

    >>> pattern_of("Eve@Evil.example"), pattern_of(" @evil.example ")
    ('eve@evil.example', '@evil.example')
    """
    pattern = folded(whom.strip())
    if not _PATTERN.fullmatch(pattern):
        raise CannotBlock(f"{whom!r} is neither: eve@cards.example or @cards.example is needed")
    return pattern


def block(ctx: Context, whom: str, words: str = "") -> list[tuple[str, str]]:
    """Shut an address or a domain out; the games in which its people sit, with their names.

    What they write is taken in and never acted on nor answered, and nothing is written to them.
    Their seats stay theirs: where they are asked, they are silent. CannotBlock for what is no
    address, and for the server's own and its operator's.
    """
    pattern = pattern_of(whom)
    kept = {*ctx.services.addresses.mailboxes, ctx.settings.operator or ""} - {""}
    if any(one == pattern or one.endswith(pattern) for one in kept if pattern[0] == "@") or (
        pattern in kept
    ):
        raise Protected(f"{pattern} is the server's own or its operator's: nothing was blocked")
    add_block(ctx.session, pattern, words, ctx.now)
    return [
        (load_table(ctx.session, game).name, player(ctx.session, number).name)
        for number in players_blocked(ctx.session, pattern)
        for stage in (Stage.INVITING, Stage.PLAYING)
        for game in games_of(ctx.session, number, stage)
    ]


def unblock(ctx: Context, whom: str) -> bool:
    """Open the door again, and ask its people once more what is open; False if it was not shut."""
    pattern = pattern_of(whom)
    if not drop_block(ctx.session, pattern):
        return False
    for number in players_blocked(ctx.session, pattern):
        waiting = [one.id for one in open_to(ctx.session, number)]
        if asked := open_now(ctx, number, first=waiting, most=None):
            write(ctx.session, asked, f"opened{int(ctx.now.timestamp())}")
    return True
