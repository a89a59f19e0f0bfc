"""A league: two tables, two rounds, one up and one down, run by mail."""

from __future__ import annotations

import re

import pytest

from engine import view
from pbem.commands.organiser.league_table import league_lines
from pbem.commands.organiser.league_times import round_over_next
from pbem.domain.model import Stage
from pbem.domain.outcomes import Changed, Told
from pbem.domain.vocabulary import Change
from pbem.exports.site import pages
from pbem.letters.render import Templates
from pbem.results.shown import ended, shown
from pbem.store.leagues import all_leagues
from tests.club import configured, once, seated
from tests.conversations.test_duplicate import game, play, table
from tests.conversations.test_first_game import MARTA, mailed
from tests.conversations.test_organising import order, said

PEOPLE = ("Anna", "Bruno", "Ruth", "Eva", "Jan", "Kim")
LINE = (
    "new league Winter with "
    + ", ".join(f"{name} {name.lower()}@club.example" for name in PEOPLE)
    + ", 3 at a table, 2 rounds, 1 up, 2 deals up, hold 0"
)


@once
def season(folder):
    """Winter, whose first round is under way."""
    club = seated(folder)
    club.services = configured(club.services, organisers=(MARTA,))
    club.addresses |= {name: f"{name.lower()}@club.example" for name in (*PEOPLE, "Marta")}
    assert mailed(club, LINE) == Changed(Change.DRAFTED)
    draft = club.letter("Marta")
    assert draft.subject == "[Winter] Winter: check and start"
    assert "4. Eva 2 0 0 0" in said(draft)
    assert not [name for name in PEOPLE if name in club.boxes]

    club.tap("Marta", "next round Winter")
    assert "Round 1 of Winter begins at 2 tables" in said(club.letter("Marta"))
    for name in PEOPLE:
        club.say(name, "yes")
    return club


@pytest.fixture(name="winter")
def _winter(tmp_path):
    club = season(tmp_path)
    yield club
    club.services.db.close()


def ranked(club, number):
    """The players of a game, most points first; who comes earlier at the table wins a tie."""
    names = [one.name for one in table(club, number).players]
    totals = view(game(club, number)).totals
    return sorted(names, key=lambda name: -totals[names.index(name)])


def told(club):
    while round_over_next(club.services, club.now):
        pass
    club.deliver()


def test_a_season_is_played_to_its_end(winter):
    assert [table(winter, n).name for n in (1, 2)] == ["Winter 1-1", "Winter 1-2"]
    play(winter, 1)
    told(winter)
    assert "Round 1 of Winter is not over: Winter 1-2." in order(winter, "next round")
    play(winter, 2)
    told(winter)

    upper, lower = ranked(winter, 1), ranked(winter, 2)
    letter = winter.letter("Marta")
    assert letter.subject == "[Winter] Round 1 of 2 is over"
    assert re.search(rf"3\. {lower[0]} 1 1 [01] -?\d+ goes up", said(letter))
    assert re.search(rf"4\. {upper[2]} 2 1 [01] -?\d+ goes down", said(letter))
    assert winter.letter("Kim").subject == "[Winter] Round 1 of 2 is over"
    assert "next round Winter" in letter.taps
    assert "Round 2 of Winter begins at 2 tables" in order(winter, "next round Winter")
    assert [one.name for one in table(winter, 3).players] == [*upper[:2], lower[0]]
    assert [one.name for one in table(winter, 4).players] == [upper[2], *lower[1:]]
    # All have played before, so nobody is asked again.
    assert {table(winter, n).stage for n in (3, 4)} == {Stage.PLAYING}
    assert {table(winter, n).setup.spare_hours for n in (1, 2, 3, 4)} == {48}

    letters = [one for one in winter.letters("Kim") if "Winter 2-2" in one.subject]
    assert winter.say("Kim", "standings winter", to=letters[-1]) == (Told("standings", "Winter"))
    assert "The round is under way. This is the table as it was before it." in said(
        winter.letter("Kim")
    )
    play(winter, 3)
    play(winter, 4)
    told(winter)
    assert winter.letter("Marta").subject == "[Winter] Winter is over"
    with winter.services.db.begin() as session:
        lines = league_lines(session, all_leagues(session)[0], winter.now)
        games = [shown(session, number, winter.now) for number in ended(session, winter.now)]
    index = dict(pages(games, Templates(), "en", [("Winter", lines)]))["index.html"]
    assert f'<tr><th scope="row">1. {lines[0].name}</th><td>1</td><td>2</td>' in index
    last = order(winter, "standings Winter\nnext round Winter")
    assert re.search(rf"1\. {lines[0].name} 1 2 [012] ", last)
    assert "Round 2 was the last one of Winter." in last


def test_a_league_that_cannot_be_changes_nothing(winter):
    assert "another has that name" in order(winter, LINE)
    assert "Which league is meant? There are: Winter." in order(winter, "next round Summer")
    winter.say("Eva", "standings Summer")
    assert "Standings" not in winter.letter("Eva").subject
