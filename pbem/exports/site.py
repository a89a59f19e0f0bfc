"""The results as pages to put on any web server, or to open from a disk: finished games only."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.exports.chart import chart_of
from pbem.letters.badges import badges
from pbem.letters.looks import usual_look
from pbem.letters.pages.standings import LeagueLine
from pbem.letters.render import Templates
from pbem.results.finished import Finished
from pbem.results.standings import standings


def pages(
    games: Sequence[Finished],
    templates: Templates,
    language: str = "en",
    leagues: Sequence[tuple[str, Sequence[LeagueLine]]] = (),
) -> dict[str, str]:
    """Every page of the site, by the name of its file; games in the order given.

    `leagues` are names and tables.
    """
    found = {
        "index.html": templates.page(
            *("site/index.html", language),
            games=games,
            standings=standings(games),
            leagues=leagues,
        )
    }
    for game in games:
        rules = templates.rules(game.rules, len(game.people), language)
        found[game.file] = templates.page(
            *("site/game.html", language, usual_look(game.rules.pack)),
            game=game,
            rules=rules,
            chart=chart_of(game.sheet),
            badges=badges(game.sheet.names),
        )
    return found
