"""What Babel knows of a language, without what no letter says."""

from __future__ import annotations

from functools import cache

from babel.core import get_global
from babel.localedata import load

from pbem.languages import translated

_UNSAID = (
    *("currency_names", "currency_names_plural", "currency_symbols", "compact_currency_formats"),
    *("unit_display_names", "compound_unit_patterns", "compact_decimal_formats"),
    *("interval_formats", "scripts", "variants"),
)
_SAID_UNITS = "duration-"

_PARENTS = {"en_GB": ("en_001", "en")}
"""What a locale has from another, which stays loaded beside it."""


@cache
def lean(name: str) -> str:
    """A locale by its name, of which Babel forgets money, measures, scripts and languages not ours.

    In memory they are half a megabyte of each language, and two of what belongs to none.
    """
    for one in (name, *_PARENTS.get(name, ())):
        known = load(one)  # it gives everybody the same dictionary
        for unsaid in _UNSAID:
            known.pop(unsaid, None)
        units, names = known["unit_patterns"].items(), known["languages"]
        known["unit_patterns"] = {unit: how for unit, how in units if unit.startswith(_SAID_UNITS)}
        known["languages"] = {code: names[code] for code in translated()}
    for table in (
        get_global("likely_subtags"),
        get_global("territory_languages"),
        get_global("territory_currencies"),
        get_global("all_currencies"),
    ):
        assert isinstance(table, dict)
        table.clear()
    return name
