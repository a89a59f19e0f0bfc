"""Which kinds of letters there are, and for which of them something holds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from pbem.letters import pages
from pbem.letters.page import KINDS, AnyPage, Trait


@cache
def all_kinds() -> Mapping[str, type[AnyPage]]:
    """Every kind of letter by its name, `your_play`."""
    for module in iter_modules(pages.__path__, f"{pages.__name__}."):
        import_module(module.name)
    return MappingProxyType(KINDS)


@cache
def kinds_with(trait: Trait) -> frozenset[str]:
    """The names of the kinds that have a trait."""
    return frozenset(kind for kind, page in all_kinds().items() if trait in page.traits)
