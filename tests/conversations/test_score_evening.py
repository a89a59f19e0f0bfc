"""An evening of four people and nineteen deals, as it was mailed: with three slips, one correction.

The deals are those of a game that the engine has played, which knows nothing of this.
"""

from __future__ import annotations

import io
import random

import pytest
from openpyxl import load_workbook

from engine import combine, view
from engine.players import choose
from pbem.demo.playouts import play_out
from pbem.domain.outcomes import Changed, Ordered
from pbem.domain.vocabulary import Change
from pbem.results.evenings import all_evenings, evening_standings
from tests.club import configured, seated
from tests.conversations.test_first_game import MARTA, mailed
from tests.conversations.test_scores import standing, words

NAMES = ("Anna", "Bruno", "Carla", "Dieter")


@pytest.fixture(name="game", scope="module")
def _game():
    rules = combine("ohhell_pagat").rules
    return play_out(rules, 4, random.Random(5), lambda game, seat: choose(view(game, seat)))[0]


@pytest.fixture(name="club")
def _club(tmp_path):
    club = seated(tmp_path)
    club.services = configured(club.services, organisers=(MARTA,))
    club.addresses |= {"Marta": MARTA}
    evening = "keep score Tuesday with Anna, Bruno, Carla, Dieter"
    assert mailed(club, evening) == Changed(Change.SCORES)
    yield club
    club.services.db.close()


def line(deal, bids=None, taken=None):
    """How somebody writes a deal down, with what she got wrong."""
    pairs = zip(NAMES, bids or deal.bids, taken or deal.taken, strict=True)
    return f"{deal.number}: " + ", ".join(f"{name} {bid}/{tricks}" for name, bid, tricks in pairs)


def test_it_is_right_to_the_point(game, club):
    deals = game.deals
    assert len(deals) == 19
    assert club.say("Marta", "\n".join(map(line, deals[:4]))) == Ordered(4, 4)

    one_more = (deals[4].taken[0] + 1, *deals[4].taken[1:])
    assert club.say("Marta", line(deals[4], taken=one_more)) == Ordered(0, 1)
    assert "The tricks of deal 5 add up to 7 instead of 6." in words(club.letter("Marta"))
    assert club.say("Marta", line(deals[4])) == Ordered(1, 1)

    wrong = line(deals[5]).replace("Dieter", "Edgar")
    assert club.say("Marta", wrong) == Ordered(0, 1)
    assert "Nobody here is called Edgar." in words(club.letter("Marta"))
    assert club.say("Marta", line(deals[5])) == Ordered(1, 1)

    last = deals[6].size - sum(deals[6].bids[:3])
    hooked = (*deals[6].bids[:3], last) if last >= 0 else (deals[6].size, 0, 0, 0)
    assert club.say("Marta", line(deals[6], bids=hooked)) == Ordered(0, 1)
    assert "The bids of deal 7 add up to 4" in words(club.letter("Marta"))
    assert club.say("Marta", line(deals[6])) == Ordered(1, 1)

    swapped = (*deals[7].taken[1:], deals[7].taken[0])
    rest = [line(deals[7], taken=swapped), *map(line, deals[8:])]
    assert club.say("Marta", "\n".join(rest)) == Ordered(12, 12)
    assert club.letter("Marta").subject.startswith("[Tuesday] The evening is over: ")
    assert club.say("Marta", line(deals[7])) == Ordered(1, 1)

    final = club.letter("Marta")
    best = [NAMES[seat] for seat in game.winners]
    assert final.subject == f"[Tuesday] The evening is over: {best[0]} wins"
    told = {one.split()[1]: int(one.split()[2].replace("−", "-")) for one in standing(final)}
    assert told == dict(zip(NAMES, game.totals, strict=True))
    points, totals = workbook(final, "tuesday.xlsx")
    assert points == [deal.points for deal in deals]
    assert totals == game.totals
    with club.services.db.begin() as session:
        standings = evening_standings(all_evenings(session))
    made = [sum(deal.bids[s] == deal.taken[s] for deal in deals) for s in range(4)]
    assert {one.name: (one.evenings, one.won, one.made, one.bids) for one in standings} == {
        name: (1, int(seat in game.winners), made[seat], 19) for seat, name in enumerate(NAMES)
    }
    assert standings[0].name == best[0]


def workbook(letter, name):
    """The points of each deal and the last totals of a workbook that hangs on a letter, by seat."""
    [held] = [
        part.get_payload(decode=True)
        for part in letter.message.iter_attachments()
        if part.get_filename() == name
    ]
    page = load_workbook(io.BytesIO(held), data_only=True).worksheets[0]
    deals = [row[4:] for row in page.iter_rows(values_only=True) if isinstance(row[0], int)]
    return [deal[2::4] for deal in deals], deals[-1][3::4]
