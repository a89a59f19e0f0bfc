"""What an organiser asks to see as a list: the standings, a league, who plays; also as files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self
from zoneinfo import ZoneInfo

from pbem.commands.organiser.draws import draw_files
from pbem.commands.organiser.league_table import league_lines
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player, Stage
from pbem.exports.listing import (
    Listing,
    evenings_title,
    listing_file,
    of_evenings,
    of_league,
    of_standings,
    standings_title,
)
from pbem.exports.sheet_files import ATTACHED
from pbem.letters.page import Attachment
from pbem.letters.pages.organisers import Member
from pbem.letters.pages.standings import EveningRank, LeagueLine, Ranked
from pbem.letters.speech import speech
from pbem.results.evenings import evening_standings, evenings_of, of_year
from pbem.results.finished import file_name
from pbem.results.standings import ranking
from pbem.store.database import Session
from pbem.store.erasure import former_number
from pbem.store.games import load_table
from pbem.store.leagues import find_league
from pbem.store.roles import organised_by


@dataclass(frozen=True, slots=True)
class ListsAsked:
    """What was asked for of each kind, the first if it was several times; empty what was not.

    The tables of a year and of a league are there as files, too.
    """

    standings: tuple[Ranked, ...] = ()
    evenings: tuple[EveningRank, ...] = ()
    league: tuple[LeagueLine, ...] = ()
    members: tuple[Member, ...] = ()
    files: tuple[Attachment, ...] = ()

    @classmethod
    def of(
        cls, session: Session, organiser: Player, told: Sequence[CommandOutcome], now: datetime
    ) -> Self:
        """What came of an organiser's orders has asked for."""
        if not any(one.kind in (CommandKind.STANDINGS, CommandKind.MEMBERS) for one in told):
            return cls()
        said, day = speech(organiser.language), now.astimezone(ZoneInfo(organiser.zone)).date()
        tables = [one for one in told if one.kind is CommandKind.STANDINGS]
        year = next((one.n for one in tables if not one.name), None)
        name = next((one.name for one in tables if one.name), "")
        ranked = () if year is None else ranking(session, organiser.id, now, year, organiser.zone)
        found = find_league(session, name) if name else None
        league = league_lines(session, found, now) if found else ()
        asked = any(one.kind is CommandKind.MEMBERS for one in told)
        evenings = () if year is None else evenings_of(session, organiser.id)
        real = evening_standings(of_year(evenings, year or 0, organiser.zone))
        listings = (
            of_evenings(real if year else (), evenings_title(said, year or 0), day, said),
            of_standings(ranked if year else (), standings_title(said, year or 0), day, said),
            of_league(league, name, day, said),
        )
        return cls(
            ranked,
            real,
            league,
            members_of(session, organiser.id) if asked else (),
            (
                *(file for one in listings if one.rows for file in _files(one)),
                *(draw_files(session, found) if found else ()),
            ),
        )


def _files(listing: Listing) -> list[Attachment]:
    plain = file_name(listing.title)
    return [
        Attachment(f"{plain}{kind}", listing_file(kind, listing), mime)
        for kind, mime in ATTACHED.items()
    ]


def members_of(session: Session, organiser: int) -> tuple[Member, ...]:
    """Everybody with a seat in the games of an organiser, but for those cancelled, by name."""
    tables = [load_table(session, number) for number in organised_by(session, organiser)]
    seated = [
        player
        for table in tables
        if table.stage is not Stage.CANCELLED
        for player in table.players
        if not player.is_computer
    ]
    games = Counter(player.id for player in seated)
    found = {
        one.id: Member(one.name, one.language, one.zone, games[one.id])
        for one in seated
        if former_number(one) is None
    }
    return tuple(sorted(found.values(), key=lambda one: one.name.casefold()))
