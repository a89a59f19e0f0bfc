"""Setting up the sheet of a table with real cards."""

from __future__ import annotations

from collections.abc import Sequence

from engine import combine
from engine.kept import must_be_kept
from pbem.context import Context
from pbem.domain.names import is_name
from pbem.domain.score_sheet import ScoreSheet
from pbem.games.guests import CannotOrganise, all_different, none_alike
from pbem.games.set_up import NameTaken, game_name
from pbem.store import score_sheets


def new_sheet(
    ctx: Context, keeper: int | None, name: str, rules: Sequence[str], names: Sequence[str]
) -> ScoreSheet:
    """A sheet without a deal; its name is free unless its keeper has an evening of it under way.

    CannotOrganise, PlayersError or RulesError if it cannot be.
    """
    preset = combine(", ".join(rules) or "ohhell_pagat")
    must_be_kept(preset.rules)
    preset.rules.sizes(len(names))
    for one in names:
        if not is_name(one):
            raise CannotOrganise(
                "'%(name)s' cannot name a player: letters, digits, blanks and . ' -, 30 at most",
                name=one,
            )
    all_different("name", [one.casefold() for one in names])
    none_alike(names)
    before = score_sheets.find_sheet(ctx.session, keeper, game_name(name))
    if before is not None and not before.over:
        raise NameTaken(name)
    return score_sheets.add(
        *(ctx.session, keeper, game_name(name), preset.name, preset.rules, names, ctx.now)
    )
