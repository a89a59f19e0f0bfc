"""What follows the words that draft a game, or a league: a name, options and guests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from engine import RulesError, combine
from pbem.orders.organiser.guests import guest_of, guests_in, guests_of
from pbem.orders.organiser.model import Command
from pbem.orders.organiser.parts import (
    around,
    days_of,
    options_of,
    season_of,
    split_at,
    without_ends,
)
from pbem.orders.organiser.set_up import ByLot, Guest, KeepScores, NewGame, NewLeague
from pbem.orders.organiser.words import inner_words
from pbem.orders.text import tokens
from pbem.orders.words import match


def new_game_of(rest: str, language: str) -> NewGame | None:
    """A name, options and guests; the word `with` may stand before the guests or before both."""
    first, *items = (part.strip() for part in rest.split(","))
    name, named = split_at(first, inner_words(language), "with")
    if named:
        items = [named, *items]
    guest = next(
        (at for at, item in enumerate(items) if _names(around(item, language)[1], language)), None
    )
    if guest is not None and (guest or not named):
        items[guest : guest + 1] = filter(None, around(items[guest], language))
    people = [item for item in items if _names(item, language)]
    guests = guests_of(", ".join(people), language) if people else ()
    if guests is None or not name:
        return None
    options = options_of([item for item in items if not _names(item, language)], language)
    return NewGame(name, guests, options)


def keep_scores_of(rest: str, language: str) -> KeepScores | None:
    """A name and, behind the word `with`, who plays; what names no player names a rule, or the
    league that it counts for.
    """
    lists, leagues = inner_words(language), []
    name, named = split_at(rest, lists, "with")
    parts = [part for item in named.split(",") for part in _joined(item, language)]
    for part in tuple(parts):
        if length := match(lists, tokens(part), 0, ("counts_for",))[1]:
            leagues.append(" ".join(part.split()[length:]))
            parts.remove(part)
    rules = tuple(part for part in parts if _is_rule(part))
    guests = [guest_of(part, bare=True) for part in parts if part not in rules]
    known = tuple(one for one in guests if one is not None)
    if not name or len(known) < 2 or len(known) < len(guests):
        return None
    return KeepScores(name, known, rules, *leagues[:1])


def _joined(item: str, language: str) -> Iterator[str]:
    """What an "and" joins between two commas."""
    words: list[str] = []
    for word in item.strip(" .!").split():
        if words and inner_words(language).get(tokens(word)) == "and":
            yield " ".join(words)
            words = []
        else:
            words.append(word)
    if words:
        yield " ".join(words)


def _is_rule(words: str) -> bool:
    try:
        combine(words)
    except RulesError:
        return False
    return True


def _names(item: str, language: str) -> bool:
    """Whether somebody is to be named between two commas."""
    return "@" in item or bool(guests_in(item, language))


def new_league_of(rest: str, language: str) -> NewLeague | None:
    """A name, options and guests, who are all persons; some options are those of a season."""
    found = new_game_of(rest, language)
    persons = tuple(one for one in found.guests if isinstance(one, Guest)) if found else ()
    if found is None or not persons or len(persons) < len(found.guests):
        return None
    season, rules = season_of(found.options.rules, language)
    options = replace(found.options, rules=rules)
    return NewLeague(found.name, persons, *season, options=options)


def club_night_of(rest: str, language: str, today: date) -> Iterator[Command]:
    """A league whose tables are drawn, for each day that may be meant by the last to enter."""
    lists, league = inner_words(language), new_league_of(without_ends(rest), language)
    if league is None:
        return
    rules: list[str] = []
    size, last_days = 0, list[date | None]([None])
    for item in league.options.rules:
        said = tokens(item)
        name, length = match(lists, said, 0, ("exactly", "entries"))
        if name == "exactly":
            season, others = season_of([" ".join(said[length:])], language)
            size = 0 if others else season.size
            rules += [item] if others else []
        elif name == "entries":
            _, until = match(lists, said, length, ("until",))
            last_days = [last for _, last in days_of(said[length + until :], language, today)]
        else:
            rules.append(item)
    options = replace(league.options, rules=tuple(rules))
    for day in last_days:
        lot = ByLot(bool(size), day)
        yield replace(league, size=size or league.size, options=options, drawn=lot)
