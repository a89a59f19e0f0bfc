"""The results as pages to put on any web server, or to open from a disk: finished games only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pbem.exports.chart import chart_of
from pbem.letters.badges import badges
from pbem.letters.looks import usual_look
from pbem.letters.pages.standings import LeagueLine
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from pbem.results.evenings import Evening
from pbem.results.finished import Finished, finished
from pbem.results.public import public_name, with_public_names
from pbem.results.shown import ShownGame
from pbem.results.standings import standings


def pages(
    games: Iterable[ShownGame],
    templates: Templates,
    language: str = "en",
    leagues: Sequence[tuple[str, Sequence[LeagueLine]]] = (),
    evenings: Sequence[Evening] = (),
) -> Iterator[tuple[str, str]]:
    """Every page of the site with the name of its file, one at a time; games in the order given,
    and those that are not over left out. Players are called as they want to be in public.

    Of the games that have their pages no deals are kept, however many there are. `leagues` are
    names and tables, with the names that are public; `evenings` count in the ratings.
    """
    said = speech(language)
    listed: list[Finished] = []
    called: dict[int, str] = {}
    for shown in games:
        game = finished(with_public_names(shown, said))
        if game is None:
            continue
        called |= {one.id: public_name(one, said) for one in shown.table.players}
        yield from _pages_of(game, templates, language)
        listed.append(replace(game, deals=()))
    yield (
        "index.html",
        templates.page(
            *("site/index.html", language),
            games=listed,
            standings=standings([game.count for game in listed], called=called, evenings=evenings),
            leagues=leagues,
        ),
    )


def _pages_of(game: Finished, templates: Templates, language: str) -> Iterator[tuple[str, str]]:
    look, seats = usual_look(game.rules.pack), badges(game.sheet.names)
    yield (
        game.file,
        templates.page(
            *("site/game.html", language, look),
            game=game,
            rules=templates.rules(game.rules, len(game.people), language),
            chart=chart_of(game.sheet),
            badges=seats,
        ),
    )
    around = zip((None, *game.deals), game.deals, (*game.deals[1:], None), strict=False)
    for before, deal, after in around:
        yield (
            deal.file,
            templates.page(
                *("site/deal.html", language, look),
                game=game,
                deal=deal,
                before=before,
                after=after,
                badges=seats,
            ),
        )
