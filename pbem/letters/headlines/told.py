"""The headlines of the results that a letter tells, in the names of its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.letters.deals import DealResult, Telling
from pbem.letters.headlines.choice import Headline, headlines
from pbem.letters.reader import Reader


def headed(results: Sequence[DealResult], reader: Reader) -> tuple[DealResult, ...]:
    """The results of some deals with their headlines.

    A trial has none, nor has a match while another of its tables plays these deals.
    """
    if not results or reader.sealed or reader.table.setup.is_test:
        return tuple(results)
    found = headlines(reader.table.name, reader.view)
    return tuple(
        replace(one, headline=clauses(found[one.deal - 1], reader.names)) for one in results
    )


def clauses(headline: Headline, names: Sequence[str]) -> tuple[Telling, ...]:
    """A headline in the names of the table."""
    return tuple(
        Telling(fact.kind.value, tuple(names[seat] for seat in fact.seats), fact.n, fact.of)
        for fact in headline.facts
    )
