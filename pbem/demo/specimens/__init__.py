"""A page of every kind, from games played by chance: what the letters are looked at with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from inspect import signature
from types import MappingProxyType

from pbem.demo.specimens import (
    accounts,
    endings,
    joining,
    kept,
    leagues,
    operators,
    organisers,
    people,
    playing,
    proofs,
    replies,
    results,
    scores,
    talk,
    trials,
    watching,
)
from pbem.demo.specimens.games import Story
from pbem.letters.kinds import all_kinds
from pbem.letters.page import AnyPage

_ROOMS: tuple[Callable[[Story], dict[str, AnyPage]], ...] = (
    *(playing.pages, replies.pages, kept.pages, people.pages, joining.pages, accounts.pages),
    *(results.pages, proofs.pages, trials.pages, organisers.pages, leagues.pages),
    *(operators.pages, endings.pages, watching.pages, talk.pages, scores.pages),
)


def all_pages(players: int = 4, seed: int = 7, language: str = "en") -> Mapping[str, AnyPage]:
    """One page of every kind and of each kind's odd cases, by a name for each."""
    return _all_pages(players, seed, language)


@cache
def _all_pages(players: int, seed: int, language: str) -> Mapping[str, AnyPage]:
    story = Story(players, seed, language)
    pages = {name: page for room in _ROOMS for name, page in room(story).items()}
    return MappingProxyType(_of_readers(story) | pages)


def _of_readers(story: Story) -> dict[str, AnyPage]:
    """A page of each kind that is made of its reader alone."""
    makers = {kind: getattr(page, "of", None) for kind, page in all_kinds().items()}
    return {
        kind: of(story.last_bid.reader())
        for kind, of in makers.items()
        if of and [*signature(of).parameters] == ["reader"]
    }
