"""Lines of an organiser's mail to commands: pure, lenient, and never a guess between two."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cache

from pbem.folding import folded
from pbem.languages import spoken
from pbem.orders.organiser.model import (
    Absent,
    AddOrganiser,
    Cancel,
    ChangeRules,
    Close,
    Command,
    CommandLine,
    Extend,
    HandOver,
    PauseGame,
    Remind,
    Resume,
    SetPace,
    Show,
    Start,
    TellAll,
    Topic,
    Undo,
)
from pbem.orders.organiser.parts import (
    around,
    days_of,
    digest_of,
    duration_of,
    guest_of,
    guests_of,
    open_of,
    options_of,
    player_and_days,
    player_and_duration,
    roll_back_of,
    season_of,
    split_at,
    without_ends,
)
from pbem.orders.organiser.seats import Drop, Invite, NewAddress, Replace, Standby, Uninvite
from pbem.orders.organiser.set_up import Duplicate, NewGame, NewLeague, NextRound, SameAgain
from pbem.orders.organiser.words import begins, inner_words, nearest
from pbem.orders.text import Tokens, tokens
from pbem.orders.words import words

_PREFIX = re.compile(r"([^:]{1,40}):\s+(\S.*)")
_PLEASE = re.compile(r"^please[ ,]+(?=\S)", re.IGNORECASE)
_MOST_LINES = 20
_ADDRESS = re.compile(r"<?([^\s@<>()\",;:]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+)>?", re.IGNORECASE)
_PLAIN: dict[str, Command] = {
    "start": Start(),
    "start_now": Start(sure=True),
    "cancel": Cancel(),
    "cancel_now": Cancel(sure=True),
    "close": Close(),
}


def read_commands(lines: Sequence[str], language: str, today: date) -> tuple[CommandLine, ...]:
    """What each line of a mail orders; greetings and remarks in brackets are left out."""
    return tuple(
        _line(line, language, today) for line in lines[:_MOST_LINES] if not _is_nothing(line)
    )


def _line(written: str, language: str, today: date) -> CommandLine:
    line = _PLEASE.sub("", " ".join(written.split()), count=1)
    said = tokens(line)
    game = ""
    found = _PREFIX.fullmatch(line)
    if not begins(said, language)[1] and found:
        game, line = found[1].strip(), found[2]
        said = tokens(line)
    name, length = begins(said, language)
    if not name:
        return CommandLine(written, (), game, nearest(said, language))
    commands = _commands(name, _after(line, length), language, today)
    return CommandLine(written, commands, game, lacks=not commands)


def _commands(name: str, rest: str, language: str, today: date) -> tuple[Command, ...]:
    """The readings of a command by what follows it."""
    said = tokens(rest)
    if name in ("pause", "resume"):
        command = PauseGame if name == "pause" else Resume
        days = days_of(said, language, today)
        return tuple(command(*one) for one in days) if _real(rest) else (command(),)
    if name in _PLAIN:
        return () if _real(rest) else (_PLAIN[name],)
    match name:
        case "standings":
            return (Show(Topic.STANDINGS, without_ends(rest)),)
        case "status" | "log" | "help" | "export":
            return (Show(Topic(name)),)
        case "next_round":
            return (NextRound(without_ends(rest)),)
        case "extend":
            player, hours = player_and_duration(rest, language)
            return (Extend(player, hours),) if hours else ()
        case "deadline":
            hours = duration_of(said, language)
            return (SetPace(hours),) if hours else ()
        case "away":
            return tuple(Absent(*one) for one in player_and_days(rest, language, today))
        case "announce":
            return (TellAll(rest),) if _real(rest) else ()
        case "digest":
            found = digest_of(said, language) if said else None
            return (found,) if found else () if said else (Show(Topic.STATUS),)
        case "open":
            return open_of(rest, language, today)
        case "undo":
            bare = without_ends(rest)
            return (
                (Undo(int(bare)),)
                if bare.isdecimal() and len(bare) < 12
                else (() if bare else (Undo(),))
            )
        case "same_again":
            return (SameAgain(without_ends(rest)),)
        case "roll_back":
            back = roll_back_of(rest, language)
            return (back,) if back else ()
        case _:
            return _with_people(name, without_ends(rest), language)


def _with_people(name: str, rest: str, language: str) -> tuple[Command, ...]:
    """The commands that name persons or options; none if what they need is not there."""
    if not rest:
        return ()
    match name:
        case "new":
            return _new(rest, language)
        case "new_league":
            return _new_league(rest, language)
        case "invite":
            guests = guests_of(rest)
            return (Invite(guests),) if guests else ()
        case "standby":
            guests = guests_of(rest)
            return (Standby(guests),) if guests else ()
        case "duplicate":
            _, named = split_at(f"- {rest}", inner_words(language), "with")
            guests = guests_of(named or rest)
            return (Duplicate(guests),) if guests else ()
        case "uninvite":
            return (Uninvite(rest),)
        case "set":
            options = options_of(rest.split(","), language)
            return (ChangeRules(options),)
        case "remind":
            return (Remind(rest),)
        case "drop":
            player, because = split_at(rest, inner_words(language), "because")
            return (Drop(player, because),) if player else ()
        case "organiser" | "hand_over":
            guest = guest_of(rest, bare=True)
            command = AddOrganiser if name == "organiser" else HandOver
            return (command(guest),) if guest else ()
        case "address":
            found = _ADDRESS.search(rest)
            player = rest[: found.start()].strip() if found else ""
            return (NewAddress(player, folded(found[1])),) if found and player else ()
        case _:
            return _replace(rest, language)


def _new(rest: str, language: str) -> tuple[Command, ...]:
    """A name, options and guests; the word `with` may stand before the guests or before both."""
    first, *items = (part.strip() for part in rest.split(","))
    name, named = split_at(first, inner_words(language), "with")
    if named:
        items = [named, *items]
    guest = next((at for at, item in enumerate(items) if "@" in item), None)
    if guest is not None and (guest or not named):
        items[guest : guest + 1] = filter(None, around(items[guest], language))
    people = [item for item in items if "@" in item]
    guests = guests_of(", ".join(people)) if people else ()
    if guests is None or not name:
        return ()
    options = options_of([item for item in items if "@" not in item], language)
    return (NewGame(name, guests, options),)


def _new_league(rest: str, language: str) -> tuple[Command, ...]:
    found = next(iter(_new(rest, language)), None)
    if not isinstance(found, NewGame) or not found.guests:
        return ()
    season, rules = season_of(found.options.rules, language)
    options = replace(found.options, rules=rules)
    return (NewLeague(found.name, found.guests, options=options, **season),)


def _replace(rest: str, language: str) -> tuple[Command, ...]:
    player, other = split_at(rest, inner_words(language), "with")
    if not player or not other:
        return ()
    meant = inner_words(language).get(tokens(other))
    if meant == "standby":
        return (Replace(player, None, standby=True),)
    if meant == "computer":
        return (Replace(player, None),)
    guest = guest_of(other, bare=True)
    return (Replace(player, guest),) if guest else ()


def _after(line: str, length: int) -> str:
    """What stands after the first tokens of a line, as written."""
    parts = line.split()
    for at in range(1, len(parts) + 1):
        if len(tokens(" ".join(parts[:at]).rstrip(":,"))) >= length:
            return " ".join(parts[at:])
    return ""


def _real(rest: str) -> bool:
    """Whether anything but signs and a please is left."""
    return bool(without_ends(rest))


def _is_nothing(line: str) -> bool:
    bare = line.strip()
    if bare.startswith("(") and bare.endswith(")"):
        return True
    said = tuple(token for token in tokens(bare) if token not in ".,!;:")
    return not said or said in _around(("thanks", "greeting")) or said[:1] in _around(("greeting",))


@cache
def _around(lists: tuple[str, ...]) -> frozenset[Tokens]:
    """The phrases of every language that stand around what is meant."""
    known = (words(each).dropped.items() for each in spoken())
    return frozenset(phrase for some in known for phrase, name in some if name in lists)
