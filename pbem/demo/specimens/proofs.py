"""Letters that prove the deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import Entry, Game, Seat, TakenBack
from engine.proof import Section, Shown, sections
from engine.shuffle import fingerprint
from pbem.demo.specimens.games import NAMES, Story
from pbem.letters.page import AnyPage
from pbem.letters.pages.proofs import Proof, Salted


def pages(story: Story) -> dict[str, AnyPage]:
    """The proof of a game that is over, and the words back to a word for the shuffle."""
    fresh, over = story.fresh, story.over
    return {
        "proof": Proof.of(over.reader(0), _proved(over.game, over.log), NAMES),
        "salted": Salted.of(fresh, "banana"),
        "salted in vain": Salted.of(fresh, None),
        "salted too late": replace(Salted.of(fresh, None), match=True),
    }


def _proved(game: Game, log: Sequence[Entry]) -> tuple[Section, ...]:
    """What is published of a game: one deal has no fingerprint, and one more is announced."""
    secrets, words = [bytes([deal] * 32) for deal in range(len(game.deals))], ((Seat(1), "x & y"),)
    shown = [Shown(at, fingerprint(one), one.hex(), words) for at, one in enumerate(secrets)]
    events = [entry for entry in log if not isinstance(entry, TakenBack)]
    return sections("Lindy", events, [*shown, Shown(len(game.deals) + 1, fingerprint(b"next"))])
