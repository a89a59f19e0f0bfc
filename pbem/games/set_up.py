"""Setting up a game: names and addresses checked, players invited."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from email.utils import parseaddr

from engine import Problem, Seat, start
from pbem.context import Context
from pbem.context.shuffles import next_shuffle
from pbem.domain.deadlines import Span
from pbem.domain.model import Player, Reply, Stage, Table
from pbem.domain.names import is_name, look
from pbem.domain.setup import GameSetup
from pbem.folding import folded
from pbem.games.commit import start_game
from pbem.languages import spoken
from pbem.notifications.moment import Moment
from pbem.notifications.questions import ask_to_join
from pbem.orders.dates import read_dates
from pbem.orders.organiser.set_up import Guest
from pbem.orders.text import tokens
from pbem.orders.words import words as words_of
from pbem.store.consent import agree
from pbem.store.games import create_game, find_game, load_table, player_at, set_stage
from pbem.store.people import stopped
from pbem.store.seats import set_said

_LANGUAGE = re.compile(r"(.+?)\s*\(([a-zA-Z]{2})\)\s*")
_LINK = re.compile(r"\S*(?:://|@|\bwww\.|[^\W_]{2,}\.[^\W\d_]{2,})\S*")
"""What a mail program may make a link of: an address, or a name with a dot in it."""

MOST_WORDS = 200
"""So many characters of an organiser's words stand in an invitation."""

_ADDRESS = re.compile(r"[^\s@<>(),:;\"\[\]\\]+@[^\s@<>(),:;\"\[\]\\]+")


class CannotOrganise(Problem):
    """What an organiser asked for cannot be done; the message says why, and nothing was changed."""


class NameTaken(CannotOrganise):
    """There is a game of that `name` already."""

    def __init__(self, name: str) -> None:
        super().__init__("there is a game called %(name)s already", name=name)
        self.name = name


@dataclass(frozen=True, slots=True)
class Person:
    """A name and an address, as an organiser writes them: `Anna <anna@cards.example> (fr)`."""

    name: str
    address: str
    language: str | None = None
    zone: str | None = None


def person(written: str) -> Person:
    """The person in `Anna <anna@cards.example> (fr)`, or an address; CannotOrganise otherwise."""
    written = unicodedata.normalize("NFC", written)
    told = _LANGUAGE.fullmatch(written)
    language = told[2].lower() if told else None
    if language is not None and language not in spoken():
        raise CannotOrganise(
            "(%(code)s) is not a language we know: %(known)s",
            code=language,
            known=", ".join(spoken()),
        )
    name, address = parseaddr(told[1] if told else written)
    if not _ADDRESS.fullmatch(address) or not written.isprintable():
        raise CannotOrganise(
            "'%(written)s' is not a mail address (try '%(example)s')",
            written=written,
            example="Anna <anna@cards.example>",
        )
    if not address.isascii():
        raise CannotOrganise(
            "%(address)s has letters that not every mail server takes", address=address
        )
    name = name or address.partition("@")[0].partition("+")[0].replace(".", " ").title()
    if not is_name(name):
        raise CannotOrganise(
            "'%(name)s' cannot be a name: letters, digits, blanks and . ' -, 30 at most", name=name
        )
    return Person(name, folded(address), language)


def game_name(written: str) -> str:
    """The name as a game can have it; CannotOrganise if none can."""
    name = unicodedata.normalize("NFC", written)
    if not is_name(name):
        raise CannotOrganise(
            "'%(name)s' cannot name a game: letters, digits, blanks and . ' -, 30 at most",
            name=name,
        )
    return name


def guest_as_person(guest: Guest) -> Person:
    """The person an organiser has named in an order; CannotOrganise as `person`."""
    one = person(f"{guest.name} <{guest.address}>" if guest.name else guest.address)
    return replace(one, language=guest.language or None, zone=guest.zone or None)


def as_person(player: Player) -> Person:
    """A player, as an organiser would write one."""
    return Person(player.name, player.address, player.language)


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
    people: Sequence[Person],
    zone: str,
    language: str = "en",
    words: str = "",
    invite: bool = True,
    draft: bool = False,
) -> Table:
    """Set a game up and invite its players, or start it at once with `invite=False`.

    With `draft` nobody is asked or told yet. Without it this is the operator's word: the organiser
    has agreed to be written to, is in where he plays, and with `invite=False` so are all.

    Seats go clockwise in the order of `people`. Who has agreed to nothing yet is written to in the
    language given for that person, or else, if new, in `language`. Raises CannotOrganise or
    RulesError with the reason when the game cannot be.
    """
    if people or not draft:
        setup.rules.sizes(len(people))
    name = game_name(name)
    if find_game(ctx.session, name) is not None:
        raise NameTaken(name)
    all_different("address", [one.address for one in people])
    for one in people:
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

    players = [known(one) for one in people]
    gone = stopped(ctx.session, [player.id for player in players])
    for player in players:
        if player.id in gone:
            raise CannotOrganise(
                "%(name)s has asked for no more mail from this server", name=player.name
            )
    all_different("name", [player.name.casefold() for player in players])
    none_alike([player.name for player in players])
    table = create_game(
        ctx.session,
        name=name,
        setup=setup,
        organiser=known(organiser),
        players=players,
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
        if invite and player.id != table.organiser.id
    ]
    agree(ctx.session, table.organiser.id, ctx.now)
    for seat in set(range(len(players))) - set(asked):
        set_said(ctx.session, table.id, [seat], Reply.YES)
        agree(ctx.session, players[seat].id, ctx.now)
    for seat in asked:
        ask_to_join(at, seat, quotable(words))
    if not asked:
        start_game(ctx, load_table(ctx.session, table.id))
    return load_table(ctx.session, table.id)


def all_different(what: str, words: Sequence[str]) -> None:
    """CannotOrganise if two players share what they must not."""
    twice = [word for word, count in Counter(words).items() if count > 1]
    if twice:
        if what == "name":
            raise CannotOrganise("two players have the same name: %(name)s", name=twice[0])
        raise CannotOrganise("two players have the same address: %(address)s", address=twice[0])


def none_alike(names: Sequence[str]) -> None:
    """CannotOrganise if two names look the same."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(look(name), name)
        if other != name:
            raise CannotOrganise(
                "%(other)s and %(name)s are too easily mistaken for each other",
                other=other,
                name=name,
            )


def quotable(words: str) -> str:
    """Words as an invitation quotes them: on one line, without links, of 200 characters at most.

    >>> quotable("Hello Anna!\\nLook at https://evil.example/x or www.evil.example.")
    'Hello Anna! Look at ... or ...'
    """
    plain = "".join(sign for sign in words if sign.isprintable() or sign in "\n\u200d")
    line = _LINK.sub("...", " ".join(plain.split()))
    return line if len(line) <= MOST_WORDS else f"{line[: MOST_WORDS - 3].rstrip()}..."
