"""Lines of an organiser's mail to commands: pure, lenient, and never a guess between two."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from pbem.casefolding import folded
from pbem.orders.organiser.guests import computers_in, guest_of, guests_of, persons_of
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
    Silence,
    Start,
    TellAll,
    Topic,
    Undo,
)
from pbem.orders.organiser.new_games import (
    club_night_of,
    keep_scores_of,
    new_game_of,
    new_league_of,
)
from pbem.orders.organiser.parts import (
    days_of,
    digest_of,
    duration_of,
    hold_of,
    open_of,
    options_of,
    player_and_days,
    player_and_duration,
    roll_back_of,
    split_at,
    without_ends,
)
from pbem.orders.organiser.set_up import (
    Drop,
    Duplicate,
    Invite,
    NewAddress,
    NextRound,
    Replace,
    SameAgain,
    Standby,
    Uninvite,
)
from pbem.orders.organiser.words import (
    begins,
    inner_words,
    is_nothing,
    nearest,
    when_at_a_loss,
    without_thanks,
)
from pbem.orders.text import tokens, unquoted

_PREFIX = re.compile(r"([^:]{1,40}):\s+(\S.*)")
_PLEASE = re.compile(r"^please[ ,]+(?=\S)", re.IGNORECASE)
_MOST_LINES, _MOST_WORDS = 20, 10
"""So many lines are read; a line of more words that is no order is about something else."""

_ADDRESS = re.compile(r"<?([^\s@<>()\",;:]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+)>?", re.IGNORECASE)

Parser = Callable[[str, str, date], Iterable[Command | None]]
"""The readings of an order by what follows its words, in a language, on a day; None for none."""


def read_commands(lines: Sequence[str], language: str, today: date) -> tuple[CommandLine, ...]:
    """What each line of a mail orders; greetings and remarks in brackets are left out."""
    return tuple(
        _line(line, language, today) for line in lines[:_MOST_LINES] if not is_nothing(line)
    )


def _line(written: str, language: str, today: date) -> CommandLine:
    line = _PLEASE.sub("", unquoted(" ".join(written.split())), count=1)
    said = tokens(line)
    game = ""
    found = _PREFIX.fullmatch(line)
    if not begins(said, language)[1] and found:
        game, line = found[1].strip(), found[2]
        said = tokens(line)
    name, length = begins(said, language)
    if not name:
        return CommandLine(written, (), game, _nearest(line, language, today))
    read = PARSERS[name](_after(line, length), language, today)
    commands = tuple(one for one in read if one)
    if not commands and (bare := without_thanks(line)):
        return replace(_line(bare, language, today), written=written, game=game)
    return CommandLine(written, commands, game, order=name, lacks=not commands)


def _nearest(line: str, language: str, today: date) -> tuple[str, ...]:
    """The orders that a line looks like, with the rest of it where it belongs to them: to none of
    several words, of which it has the first alone.

    Of a sentence that looks like none, or is longer than orders are, none is made.
    """
    first, _, rest = line.partition(" ")
    near = nearest(tokens(first), language) if len(line.split()) <= _MOST_WORDS else ()
    lines = {word: f"{word} {rest}" for word in near}
    return tuple(
        whole if rest and " " not in word and _line(whole, language, today).commands else word
        for word, whole in lines.items()
    ) or when_at_a_loss(language)


def _alone(command: Command) -> Parser:
    """Nothing follows."""
    return lambda rest, _language, _today: () if _real(rest) else (command,)


def _on_days(command: type[PauseGame | Resume]) -> Parser:
    """Days may follow."""
    return lambda rest, language, today: [
        command(*one) for one in (days_of(tokens(rest), language, today) if _real(rest) else [()])
    ]


def _given(read: Callable[[str, str], Command | None]) -> Parser:
    """Something has to follow."""
    return lambda rest, language, _: [read(bare, language)] if (bare := without_ends(rest)) else []


def _made(command: Callable[[Any], Command], of: object) -> Command | None:
    return command(of) if of else None


def _how_often(rest: str, language: str, _: date) -> Iterable[Command | None]:
    return [digest_of(said, language) if (said := tokens(rest)) else Show(Topic.STATUS)]


def _take_back(rest: str, _language: str, _today: date) -> Iterable[Command | None]:
    bare = without_ends(rest)
    numbered = bare.isdecimal() and len(bare) < 12
    return [Undo(int(bare)) if numbered else None if bare else Undo()]


def _drop(rest: str, language: str) -> Command | None:
    player, because = split_at(rest, inner_words(language), "because")
    return Drop(player, because) if player else None


def _silence(rest: str, language: str) -> Command | None:
    player, hours = player_and_duration(rest, language)
    if player:
        return Silence(player, hours)
    *name, last = rest.split()
    ends = last == "0" or inner_words(language).get(tokens(last)) == "off"
    return Silence(" ".join(name).strip(" ,:"), 0) if name and ends else None


def _address(rest: str, _: str) -> Command | None:
    found = _ADDRESS.search(rest)
    player = rest[: found.start()].strip() if found else ""
    return NewAddress(player, folded(found[1])) if found and player else None


def _replace(rest: str, language: str) -> Command | None:
    player, other = split_at(rest, inner_words(language), "with")
    if not player or not other:
        return None
    if inner_words(language).get(tokens(other)) == "standby":
        return Replace(player, None)
    computers = computers_in(other, language)
    guest = computers[0] if len(computers) == 1 else guest_of(other, bare=True)
    return Replace(player, guest) if guest else None


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


PARSERS: Mapping[str, Parser] = {
    "new": _given(new_game_of),
    "new_league": _given(new_league_of),
    "club_night": club_night_of,
    "score": _given(keep_scores_of),
    "next_round": lambda rest, *_: [NextRound(without_ends(rest))],
    "start": _alone(Start()),
    "start_now": _alone(Start(sure=True)),
    "cancel": _alone(Cancel()),
    "cancel_now": _alone(Cancel(sure=True)),
    "close": _alone(Close()),
    "same_again": lambda rest, *_: [SameAgain(without_ends(rest))],
    "invite": _given(lambda rest, language: _made(Invite, guests_of(rest, language))),
    "uninvite": _given(lambda rest, _: Uninvite(rest)),
    "open": open_of,
    "duplicate": _given(
        lambda rest, language: _made(
            Duplicate,
            guests_of(split_at(f"- {rest}", inner_words(language), "with")[1] or rest, language),
        )
    ),
    "set": _given(lambda rest, language: ChangeRules(options_of(rest.split(","), language))),
    "hold": _given(hold_of),
    "pause": _on_days(PauseGame),
    "resume": _on_days(Resume),
    "extend": lambda rest, language, _: [
        Extend(*found) for found in [player_and_duration(rest, language)] if found[1]
    ],
    "deadline": _given(lambda rest, language: _made(SetPace, duration_of(tokens(rest), language))),
    "remind": _given(lambda rest, _: Remind(rest)),
    "away": lambda *said: [Absent(*one) for one in player_and_days(*said)],
    "replace": _given(_replace),
    "standby": _given(lambda rest, language: _made(Standby, persons_of(rest, language))),
    "drop": _given(_drop),
    "address": _given(_address),
    "silence": _given(_silence),
    "announce": lambda rest, *_: [TellAll(rest)] if _real(rest) else [],
    "roll_back": lambda rest, language, _: [roll_back_of(rest, language)],
    "organiser": _given(lambda rest, _: _made(AddOrganiser, guest_of(rest, bare=True))),
    "hand_over": _given(lambda rest, _: _made(HandOver, guest_of(rest, bare=True))),
    "digest": _how_often,
    "undo": _take_back,
    "standings": lambda rest, *_: [Show(Topic.STANDINGS, without_ends(rest))],
    "members": _alone(Show(Topic.MEMBERS)),
    "status": lambda *_: [Show(Topic.STATUS)],
    "log": lambda *_: [Show(Topic.LOG)],
    "help": lambda rest, *_: [Show(Topic.HELP, "orders" if _real(rest) else "")],
    "export": lambda *_: [Show(Topic.EXPORT)],
}
"""What may follow an order, by the name of the list of its words."""
