"""Setting up a game: its name, its players invited."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date

from engine import Seat, start
from pbem.context import Context
from pbem.context.shuffles import next_shuffle
from pbem.domain.deadlines import Span
from pbem.domain.model import Player, Reply, Stage, Table
from pbem.domain.names import is_name
from pbem.domain.setup import GameSetup
from pbem.games.commit import start_game
from pbem.games.farewell import must_go_on
from pbem.games.guests import (
    CannotOrganise,
    Person,
    all_different,
    new_computers,
    none_alike,
)
from pbem.notifications.moment import Moment
from pbem.notifications.questions import ask_to_join
from pbem.orders.dates import read_dates
from pbem.orders.organiser.set_up import ComputerGuest
from pbem.orders.text import tokens
from pbem.orders.words import words as words_of
from pbem.store.consent import agree
from pbem.store.games import create_game, find_game, load_table, set_stage
from pbem.store.people import player_at, stopped
from pbem.store.seats import set_said

_LINK = re.compile(r"\S*(?:://|@|\bwww\.|[^\W_]{2,}\.[^\W\d_]{2,})\S*")
"""What a mail program may make a link of: an address, or a name with a dot in it."""

MOST_WORDS = 200
"""So many characters of an organiser's words stand in an invitation."""


class NameTaken(CannotOrganise):
    """There is a game of that `name` already."""

    def __init__(self, name: str) -> None:
        super().__init__("there is a game called %(name)s already", name=name)
        self.name = name


def game_name(written: str) -> str:
    """The name as a game can have it; CannotOrganise if none can."""
    name = unicodedata.normalize("NFC", written)
    if not is_name(name):
        raise CannotOrganise(
            "'%(name)s' cannot name a game: letters, digits, blanks and . ' -, 30 at most",
            name=name,
        )
    return name


def days(written: str, today: date) -> Span:
    """The days in `24.12.-2.1.` or `3-17 August`; CannotOrganise if they are not two days."""
    found = read_dates(tokens(written), "en", words_of("en"), today)
    if len(found) != 1:
        raise CannotOrganise(
            "'%(written)s' are no days (try 24.12.-2.1. or 3-17 August)", written=written
        )
    return Span(found[0].first, found[0].last)


def new_game(
    ctx: Context,
    *,
    name: str,
    setup: GameSetup,
    organiser: Person,
    people: Sequence[Person | ComputerGuest],
    zone: str,
    language: str = "en",
    words: str = "",
    invite: bool = True,
    draft: bool = False,
) -> Table:
    """Set a game up and invite its players, or start it at once with `invite=False`.

    With `draft` nobody is asked or told yet. Without it this is the operator's word: the organiser
    has agreed to be written to, is in where he plays, and with `invite=False` so are all.

    Seats go clockwise in the order of `people`; a computer gets a name that is like nobody's, and
    is asked nothing. Who has agreed to nothing yet is written to in the
    language given for that person, or else, if new, in `language`. Raises CannotOrganise or
    RulesError with the reason when the game cannot be.
    """
    must_go_on(ctx.session)
    if people or not draft:
        setup.rules.sizes(len(people))
    name = game_name(name)
    if find_game(ctx.session, name) is not None:
        raise NameTaken(name)
    persons = [one for one in people if not isinstance(one, ComputerGuest)]
    all_different("address", [one.address for one in persons])
    for one in persons:
        if ctx.services.addresses.is_ours(one.address):
            raise CannotOrganise("%(address)s is this server's own address", address=one.address)

    def known(one: Person) -> Player:
        return player_at(
            *(ctx.session, one.address, one.name),
            zone=zone,
            now=ctx.now,
            language=one.language,
            otherwise=language,
            own_zone=one.zone,
        )

    invited = [known(one) for one in persons]
    gone = stopped(ctx.session, [player.id for player in invited])
    for player in invited:
        if player.id in gone:
            raise CannotOrganise(
                "%(name)s has asked for no more mail from this server", name=player.name
            )
    computers = new_computers(ctx, [one.name for one in invited], len(people) - len(invited))
    named = iter(invited), iter(computers)
    players = [next(named[isinstance(one, ComputerGuest)]) for one in people]
    all_different("name", [player.name.casefold() for player in players])
    none_alike([player.name for player in players])
    table = create_game(
        ctx.session,
        name=name,
        setup=setup,
        organiser=known(organiser),
        players=players,
        levels=[one.level if isinstance(one, ComputerGuest) else None for one in people],
        now=ctx.now,
    )
    next_shuffle(ctx.services, ctx.session, table)
    if draft:
        set_stage(ctx.session, table.id, Stage.DRAFT, ctx.now)
        return load_table(ctx.session, table.id)
    at = Moment(ctx, table, start(setup.rules, len(players)), 0)
    asked = [
        Seat(seat)
        for seat, player in enumerate(players)
        if invite and player.id != table.organiser.id and not player.is_computer
    ]
    agree(ctx.session, table.organiser.id, ctx.now)
    for seat in set(range(len(players))) - {*asked, *table.computers}:
        set_said(ctx.session, table.id, [seat], Reply.YES)
        agree(ctx.session, players[seat].id, ctx.now)
    for seat in asked:
        ask_to_join(at, seat, quotable(words))
    if not asked:
        start_game(ctx, load_table(ctx.session, table.id))
    return load_table(ctx.session, table.id)


def quotable(words: str) -> str:
    """Words as an invitation quotes them: on one line, without links, of 200 characters at most.

    >>> quotable("Hello Anna!\\nLook at https://evil.example/x or www.evil.example.")
    'Hello Anna! Look at ... or ...'
    """
    plain = "".join(sign for sign in words if sign.isprintable() or sign in "\n\u200d")
    line = _LINK.sub("...", " ".join(plain.split()))
    return line if len(line) <= MOST_WORDS else f"{line[: MOST_WORDS - 3].rstrip()}..."
