"""What players say at the table, and who reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulated.world import World


def said_by(name: str) -> str:
    """What somebody says at a table: nobody else says the same."""
    return f"greetings from {name}!"


def what_is_muted_is_not_told(world: World) -> Iterator[str]:
    """No letter written since tells somebody what another says whom he has muted."""
    if "the clock is wrong" in world.kinds:
        return  # What was written since cannot be told.
    letters = {one.letter.id: one.letter for one in world.delivered}
    for message, rcpt, name in world.ask(
        "select message_id, rcpt, player.name from outbox"
        " join mute on mute.player_id = outbox.player_id and outbox.created_at > muted_at"
        " join player on player.id = muted_id"
    ):
        letter = letters.get(message)
        world.counted["letters to who has muted somebody"] += letter is not None
        if letter and said_by(name) in " ".join(letter.text.split()):
            yield f"{rcpt} has muted {name}, and reads what he says in {letter.subject!r}"


def who_is_silenced_is_not_heard(world: World) -> Iterator[str]:
    """Nothing is passed on that somebody says whom an organiser has silenced."""
    if "the clock is wrong" in world.kinds:
        return
    for name, game, words in world.ask(
        "select player.name, silence.game_id, words from silence"
        " join player on player.id = silence.player_id"
        " join announcement as told on told.game_id = silence.game_id"
        " and told.player_id = silence.player_id and told.at < until"
        " where told.at > (select max(at) from act where act.game_id = silence.game_id"
        " and what in ('silenced', 'heard_again', 'undone') and done)"
    ):
        yield f"{name} is silenced in game {game}, and heard with {words!r}"


TALK = (what_is_muted_is_not_told, who_is_silenced_is_not_heard)
"""Oracles about what players say."""
