"""A club whose first hands are given: only the shuffle is chosen, all else is the real thing."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import text

from engine import Rules, cards
from pbem.context import Context
from pbem.context.shuffles import packs
from pbem.domain.model import Stage
from pbem.domain.outcomes import Played
from pbem.domain.setup import GameSetup
from pbem.games.commit import commit_turn
from pbem.games.guests import person
from pbem.games.set_up import new_game
from pbem.store.consent import agree
from pbem.store.games import load_table, set_stage
from pbem.turns.plans import StandingOrders
from pbem.turns.turn import begin
from tests.club import Club, once, seated
from tests.table import hands, pack_dealing

NAMES = ("Anna", "Bruno", "Ruth", "Jan", "Sofia", "Dieter")


@once
def club_dealt(
    folder: Path,
    row: str,
    *,
    turn_up: str = "",
    hold: int = 0,
    follows: bool = False,
    rules: Rules | None = None,
    play_out: bool = False,
    **languages: str,
) -> Club:
    """A game whose first deal gives these hands; Anna bids first and leads, the last seat deals.

    `languages` are by name, English for the others.
    """
    club = seated(folder)
    deal_in(
        club,
        row,
        turn_up=turn_up,
        hold=hold,
        follows=follows,
        rules=rules,
        play_out=play_out,
        **languages,
    )
    return club


def deal_in(
    club: Club,
    row: str,
    *,
    turn_up: str = "",
    hold: int = 0,
    follows: bool = False,
    rules: Rules | None = None,
    game: str = "Lindy",
    play_out: bool = False,
    organiser: str = "Marta <marta@club.example>",
    **languages: str,
) -> None:
    """Set such a game up in a club."""
    players, size = len(hands(row)), len(hands(row)[0])
    rules = rules or Rules(players=(players, players), hand_max=((players, size),))
    draw = [*cards("2C 3C 4C 5C 6C 7C 8C")[: players - 1], *cards("AS")]
    given = {0: (*draw, *cards("KS QS")), 1: pack_dealing(row, players - 1, turn_up, rules)}
    people = [person(f"{name} <{name.lower()}@club.example>") for name in NAMES[:players]]
    club.addresses |= {one.name: one.address for one in people}
    setup = GameSetup("given", rules, hold=hold, follows=follows, play_out=play_out)
    with club.services.db.begin() as session:
        table = new_game(
            Context(club.services, session, club.now),
            name=game,
            setup=setup,
            organiser=person(organiser),
            people=people,
            zone="Europe/Paris",
        )
        for name, language in languages.items():
            tongue = text("update player set language = :language where name = :name")
            session.connection().execute(tongue, {"language": language, "name": name})
        set_stage(session, table.id, Stage.PLAYING, club.now)
        for player in table.players:
            agree(session, player.id, club.now)
        table = load_table(session, table.id)
        shuffled = packs(club.services, session, table, rules)
        orders = StandingOrders(play_out=play_out)
        outcome = begin(rules, players, lambda deal: shuffled(deal) and given[deal], orders)
        commit_turn(Context(club.services, session, club.now), table, outcome, 0, starting=True)
    club.deliver()


def bids(club: Club, *numbers: int) -> None:
    """Everybody bids in turn."""
    for number in numbers:
        assert club.say(club.waiting, str(number)) == Played(str(number))
        club.later(minutes=club.table.setup.hold)


def plays(club: Club, row: str) -> None:
    """Cards in turn, each by whoever's turn it is."""
    for code in row.split():
        assert club.say(club.waiting, code) == Played(code)
        club.later(minutes=club.table.setup.hold)
