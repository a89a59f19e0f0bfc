"""The results as pages to put on any web server, or to open from a disk: finished games only."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from engine import Card, DealView, Hand, Rules, Seat, Suit
from engine.specials import Call
from pbem.exports.chart import chart_of
from pbem.letters.pages import LeagueLine, Ranked
from pbem.letters.render import Templates
from pbem.letters.words import by_suit
from pbem.results.rating import FIRST, PROVISIONAL, Result, ratings, share
from pbem.results.sheet import Line, Score, Sheet
from pbem.results.shown import Shown


@dataclass(frozen=True, slots=True)
class Played:
    """A card in a trick, under the name of its player's column."""

    card: Card
    call: Call | None
    leads: bool
    takes: bool


@dataclass(frozen=True, slots=True)
class Held:
    """What one player held in a deal, and did in it."""

    name: str
    cards: Hand
    laid: Hand
    premium: str
    score: Score


@dataclass(frozen=True, slots=True)
class Dealt:
    """One deal with every card; the cards of a trick are by seat."""

    number: int
    size: int
    dealer: str
    trump: Suit | None
    turn_up: Card | None
    hands: tuple[Held, ...]
    tricks: tuple[tuple[Played, ...], ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over, as its page shows it; `file` is the name of the page."""

    file: str
    sheet: Sheet
    people: tuple[int, ...]
    winners: tuple[str, ...]
    payments: tuple[tuple[str, str], ...]
    ended: date
    ended_at: datetime
    kept: frozenset[Seat]
    rules: Rules
    deals: tuple[Dealt, ...]


def finished(game: Shown) -> Finished | None:
    """The page of a game, or None if it is not over, or not over for everybody yet."""
    seen, table, sheet = game.view, game.table, game.sheet
    if seen.winners is None or table.ended_at is None:
        return None
    return Finished(
        file=page_name(table.name, table.id),
        sheet=sheet,
        people=tuple(player.id for player in table.players),
        winners=tuple(game.names[seat] for seat in seen.winners),
        payments=tuple(zip(game.names, seen.payments, strict=False)),
        ended=table.ended_at.date(),
        ended_at=table.ended_at,
        kept=table.kept,
        rules=seen.rules,
        deals=tuple(
            _dealt(deal, line, game.names)
            for deal, line in zip(seen.past, sheet.lines, strict=True)
        ),
    )


def page_name(name: str, number: int) -> str:
    """The name of a game's page; the number tells those apart whose names look alike."""
    return f"{file_name(name)}-{number}.html"


def file_name(name: str) -> str:
    """The name of a game for a file, which no name can make another file or folder.

    >>> file_name("Über/../Lindy"), file_name("花")
    ('uber-lindy', 'game')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z0-9]+", plain)) or "game"


def standings(
    games: Iterable[Finished], answers: Mapping[int, tuple[int, int]] | None = None
) -> tuple[Ranked, ...]:
    """Everybody who has finished a game, by games won, then by players left behind in them, whose
    totals were worse, then by bids made; one name may be twice.

    `answers` tells of each player how many came in time, and how many deadlines were missed.
    """
    games, answers = list(games), answers or {}
    rated = ratings(_result(game) for game in sorted(games, key=lambda game: game.ended_at))
    names: dict[int, str] = {}
    counts: dict[int, list[int]] = {}
    for game in games:
        totals = _result(game).scores
        for seat, person in enumerate(game.people):
            names[person] = game.sheet.names[seat]
            scores = [line.scores[seat] for line in game.sheet.lines]
            count = counts.setdefault(person, [0, 0, 0, 0, 0])
            count[0] += 1
            count[1] += Seat(seat) in (game.sheet.winners or ())
            count[2] += sum(score.made for score in scores)
            count[3] += sum(score.bid is not None for score in scores)
            count[4] += sum(totals[seat] > other for other in totals)
    order = sorted(
        ((person, tuple(count)) for person, count in counts.items()),
        key=lambda one: (*(-one[1][at] for at in (1, 4, 2)), names[one[0]]),
    )
    ranks = [(won, behind, made) for _, (_, won, made, _, behind) in order]
    return tuple(
        Ranked(
            1 + ranks.index((won, behind, made)),
            names[person],
            games_,
            won,
            made,
            bids,
            rated.get(person, FIRST),
            games_ < PROVISIONAL,
            share(*answers.get(person, (0, 0))),
        )
        for person, (games_, won, made, bids, behind) in order
    )


def _result(game: Finished) -> Result:
    people = (None if seat in game.kept else one for seat, one in enumerate(game.people))
    return Result(tuple(people), game.sheet.totals, tuple(game.sheet.winners or (0,)))


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
            "site/game.html", language, game=game, rules=rules, chart=chart_of(game.sheet)
        )
    return found


def _dealt(deal: DealView, line: Line, names: Sequence[str]) -> Dealt:
    played: list[list[Card]] = [[] for _ in names]
    tricks = []
    for trick in deal.tricks:
        cells: dict[Seat, Played] = {}
        for place, (seat, card) in enumerate(trick.by_seat(deal.players, deal.way)):
            played[seat].append(card)
            cells[seat] = Played(card, trick.call(place), place == 0, seat == trick.taker)
        tricks.append(tuple(cells[Seat(seat)] for seat in range(deal.players)))
    premium = {deal.premium[0]: deal.premium[1].value} if deal.premium else {}
    hands = (
        Held(
            name,
            tuple(by_suit(played[seat])),
            tuple(by_suit(deal.laid[seat])),
            premium.get(Seat(seat), ""),
            line.scores[seat],
        )
        for seat, name in enumerate(names)
    )
    return Dealt(
        deal.number,
        deal.size,
        names[deal.dealer],
        deal.trump,
        deal.turn_up,
        tuple(hands),
        tuple(tricks),
    )
