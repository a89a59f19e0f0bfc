"""What players are called where everybody may read of them: on the pages of results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.domain.model import Player
from pbem.domain.names import initials
from pbem.letters.speech import Speech
from pbem.orders.keywords import Key
from pbem.results.shown import ShownGame
from pbem.store.erasure import former_number


def public_name(player: Player, said: Speech, seat: int | None = None) -> str:
    """As the player wants it: the name, or its initials, or that there was a player, in a game with
    the number of the seat; computers and who is forgotten keep the name they have.
    """
    if player.is_computer:
        return player.name
    if number := former_number(player):
        return said.former(number)
    match player.mailing.value(Key.PUBLIC):
        case "name":
            return player.name
        case "hidden":
            return said.unnamed(seat)
        case _:
            return initials(player.name)


def with_public_names(game: ShownGame, said: Speech) -> ShownGame:
    """A game with what its players are called in public; those called the same have numbers."""
    players = game.table.players
    names = _told_apart([public_name(one, said, seat) for seat, one in enumerate(players)])
    renamed = tuple(replace(one, name=name) for one, name in zip(players, names, strict=True))
    return replace(game, table=replace(game.table, players=renamed))


def _told_apart(names: Sequence[str]) -> list[str]:
    """Names with a number behind each that is there again, in the order of the seats."""
    counts = [names[: at + 1].count(name) for at, name in enumerate(names)]
    return [
        name if count == 1 else f"{name} ({count})"
        for name, count in zip(names, counts, strict=True)
    ]
