"""`pbem site`: finished games on pages that need no server, with every card and nothing else."""

import re
import subprocess
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from engine import CardsDealt, GameEnded, codes
from pbem.demo.specimens.games import logged, table_of
from pbem.domain.model import Stage
from pbem.domain.preferences import Mailing
from pbem.exports.chart import chart_of
from pbem.exports.site import pages
from pbem.letters.render import Templates
from pbem.orders.keywords import Key
from pbem.results.finished import finished, page_name
from pbem.results.shown import ShownGame
from pbem.results.standings import standings
from pbem.server.clock import now
from tests.conversations.dealing import bids, club_dealt
from tests.effort import LONG
from tests.pbem.test_cli import PLAYERS, out, pbem, sorry
from tests.pbem.test_exports import DOWN_ONLY, golden
from tests.pbem.test_in_chromium import DUMPED, VARIANTS, measured
from tests.pbem.test_restoring import typed, url_of
from tests.servers import need

ENDED = datetime(2026, 11, 2, 20, 0, tzinfo=UTC)
ODD = ("clag", "ninety_nine", "wizard", "atkinson_blackout", "romanian_whist", "podrida_pagat")
"""Games of wild twos, bids laid aside, wizards, jokers called high, streaks, and Spanish cards."""


def ended(name, title="Lindy", number=1, log=None):
    """A golden game as it is shown when it is over."""
    log = golden(name) if log is None else log
    table = replace(table_of(log[0].players), id=number, name=title, ended_at=ENDED)
    named = Mailing({Key.PUBLIC: "name"})
    players = tuple(replace(player, mailing=named) for player in table.players)
    table = replace(table, players=players)
    return ShownGame(table, tuple(logged(log)))


def site_of(*games):
    """The pages of some games."""
    return dict(pages(games, Templates()))


def words(page):
    """What a page says."""
    return " ".join(LexborHTMLParser(page).body.text(separator=" ").split())


def test_the_standings_count_games_won_and_bids_made():
    """Bids made in `option_down_only.txt`, counted by hand: whoever made one has ten points."""
    once = [finished(ended("option_down_only"))]

    found = [
        (line.place, line.name, line.games, line.won, line.made, line.bids)
        for line in standings([one.count for one in once])
    ]
    assert found == [
        (1, "Anna", 1, 1, 7, 10),
        (2, "Chloé", 1, 0, 7, 10),
        (3, "Dieter", 1, 0, 6, 10),
        (4, "Bruno", 1, 0, 4, 10),
    ]
    twice = standings([one.count for one in once * 2])
    assert (twice[0].games, twice[0].won, twice[0].made, twice[0].bids) == (2, 2, 14, 20)


@pytest.mark.parametrize(
    ("game", "suits"),
    [
        ("option_down_only", {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}),
        (
            "pocha",
            {"coins": "coins", "cups": "hearts", "swords": "diamonds", "batons": "clubs"},
        ),
    ],
)
def test_each_suit_has_the_colour_it_has_in_letters(game, suits):
    """Of Spanish cards coins are golden, cups red, swords blue, batons green."""
    page = site_of(ended(game))["lindy-1.html"]

    found = {
        next(suit for suit in suits if suit in card.text()): card.attributes["class"]
        for card in LexborHTMLParser(page).css("td span[class]")
    }
    assert found == suits


def test_players_who_are_equal_share_their_place():
    [game] = [finished(ended("option_down_only"))]
    line = game.sheet.lines[0]
    points = tuple(score.points for score in line.scores)
    level = replace(game, sheet=replace(game.sheet, lines=(line,), totals=points, winners=()))

    assert sorted(points) == [3, 12, 12, 13]
    assert [line.place for line in standings([level.count])] == [1, 2, 2, 4]


def test_who_has_more_points_stands_above_who_made_as_many_bids():
    [game] = [finished(ended("option_down_only"))]
    line = game.sheet.lines[0]
    made = [seat for seat, score in enumerate(line.scores) if score.made]
    totals = [0] * 4
    for seat, points in zip(made, (31, 24, 21), strict=True):
        totals[seat] = points
    sheet = replace(game.sheet, lines=(line,), totals=tuple(totals), winners=(made[0],))

    found = [(one.place, one.name) for one in standings([replace(game, sheet=sheet).count])]
    names = [game.sheet.names[seat] for seat in made]
    assert found[:3] == [(1, names[0]), (2, names[1]), (3, names[2])]


def test_where_less_is_better_who_has_less_stands_above():
    [game] = [finished(ended("option_down_only"))]
    sheet = replace(game.sheet, lines=(), totals=(9, 4, 0, 7), winners=(2,))

    found = [one.name for one in standings([replace(game, sheet=sheet).count])]
    assert found == [game.sheet.names[seat] for seat in (2, 1, 3, 0)]


@pytest.mark.parametrize("name", ODD)
def test_a_page_shows_every_card_of_every_deal(name):
    log = golden(name)

    deals = finished(ended(name)).deals

    dealt = [entry.hands for entry in log if isinstance(entry, CardsDealt)]
    for deal, hands in zip(deals, dealt, strict=True):
        for held, hand in zip(deal.hands, hands, strict=True):
            assert sorted(codes([*held.cards, *held.laid]).split()) == sorted(codes(hand).split())
        assert len(deal.tricks) == deal.size
        takers = [[play.takes for play in trick.by_seat].index(True) for trick in deal.tricks]
        assert [takers.count(seat) for seat in range(len(hands))] == [
            held.score.taken for held in deal.hands
        ]


def test_a_page_tells_the_game_deal_by_deal():
    site = site_of(ended("option_down_only"))

    page = words(site["lindy-1.html"])
    assert "Won by Anna. Monday 2 November 2026" in page
    assert "10 cards, dealt by Chloé. Trump: clubs. Turned up: 5♣." in page
    assert "K♠ J♠ 9♥ 3♥ Q♦ 7♦ 2♦ 9♣ 6♣ 2♣" in page
    assert "Bid 2; tricks 2, points 12" in page
    assert "10 deals: 10 cards down to 1." in page
    assert 'href="lindy-1.html"' in site["index.html"]
    assert "1 game is over." in words(site["index.html"])


def test_a_deal_is_told_trick_by_trick():
    """The first of `option_down_only.txt`: Dieter, left of the dealer, bids and leads first."""
    site = site_of(ended("option_down_only"))

    page = words(site["lindy-1.deal-1.html"])

    assert "10 cards, dealt by Chloé. Trump: clubs. Turned up: 5♣." in page
    assert "A Anna K♠ J♠ 9♥ 3♥ Q♦ 7♦ 2♦ 9♣ 6♣ 2♣ B Bruno" in page
    assert "Bids D Dieter A Anna B Bruno C Chloé bid 2 2 1 3" in page
    assert (
        "Trick 1: Dieter leads, Bruno takes it. D Dieter A Anna B Bruno C Chloé"
        " Trick 7♣ 6♣ 10♣ 8♣ bid 2 2 1 3 tricks 0 0 1 0"
    ) in page
    assert "Trick 2: Bruno leads and takes it. B Bruno C Chloé D Dieter A Anna" in page
    assert "bid 2 1 3 2 tricks 2 3 3 2 points 12 3 13 12 total 12 3 13 12" in page


def test_what_stands_after_the_last_trick_is_what_each_has_taken():
    for name in ODD:
        for deal in finished(ended(name)).deals:
            assert deal.tricks[-1].taken == tuple(hand.score.taken for hand in deal.hands)
            leaders = [trick.leader for trick in deal.tricks[1:]]
            if name != "clag":
                assert leaders == [trick.taker for trick in deal.tricks[:-1]]


def test_deals_are_leafed_through_from_one_to_the_next():
    site = site_of(ended("option_down_only"))

    def links(deal):
        tree = LexborHTMLParser(site[f"lindy-1.deal-{deal}.html"])
        return [link.attributes["href"] for link in tree.css("header a")]

    assert links(1) == ["lindy-1.html", "lindy-1.deal-2.html"]
    assert links(2) == ["lindy-1.deal-1.html", "lindy-1.html", "lindy-1.deal-3.html"]
    assert links(10) == ["lindy-1.deal-9.html", "lindy-1.html"]


def test_games_are_read_one_after_the_other():
    """The pages of a game are written before the next game is looked at."""
    begun = []

    def games():
        for number in (1, 2):
            begun.append(number)
            yield ended("option_down_only", number=number)

    written = pages(games(), Templates())

    names = [next(written)[0] for _ in range(11)]
    assert (begun, names[0], names[-1]) == ([1], "lindy-1.html", "lindy-1.deal-10.html")
    assert [name for name, _ in written][-1] == "index.html"


def test_the_chart_ends_where_the_totals_end():
    chart = chart_of(finished(ended("option_down_only")).sheet)

    assert [line.total for line in chart.lines] == list(DOWN_ONLY[-1])
    assert [mark.total for mark in chart.marks] == list(range(0, 91, 10))
    heights = {mark.total: mark.y for mark in chart.marks}
    first, *_, last = chart.lines[0].points.split()
    assert float(first.split(",")[1]) == heights[0]
    assert heights[90] < float(last.split(",")[1]) < heights[80]
    assert all(len(line.points.split()) == 11 for line in chart.lines)


@pytest.mark.parametrize("name", ["<script>x()</script>", '"><img src=x>', "{{ 7*7 }}", "&amp;"])
def test_no_name_becomes_part_of_a_page(name):
    game = ended("option_down_only", name)
    people = (replace(game.table.players[0], name=name), *game.table.players[1:])
    site = site_of(replace(game, table=replace(game.table, players=people)))

    for page in site.values():
        assert words(page).count(name) > 1
        tree = LexborHTMLParser(page)
        assert tree.css("script, img, iframe, object, link, form") == []
        outside = [tag for tag in tree.css("[src], [href]") if "//" in str(tag.attributes)]
        assert outside == []
        assert "@x.example" not in page


@given(st.text(max_size=40), st.integers(1, 10**9))
def test_a_page_has_a_name_that_is_only_a_name(name, number):
    assert re.fullmatch(rf"[a-z0-9]+(-[a-z0-9]+)*-{number}\.html", page_name(name, number))


def test_a_game_that_is_not_over_for_all_is_not_on_the_site():
    """One still runs for all but its last player while that one's last move is held back."""
    log = golden("option_down_only")
    assert isinstance(log[-1], GameEnded)

    assert finished(ended("option_down_only", log=log[:-4])) is None
    assert finished(ended("option_down_only", log=log[:40])) is None


@pytest.fixture(name="whole", scope="module")
def _whole():
    """A site of all kinds of games."""
    games = [ended(name, name, at) for at, name in enumerate(["option_down_only", *ODD], 1)]
    return site_of(*games)


@LONG
@pytest.mark.parametrize("width", [375, 1280])
@pytest.mark.parametrize("variant", ["light", "dark"])
def test_every_page_fits_can_be_tapped_and_read(whole, variant, width, tmp_path):
    some = {name for name in whole if ".deal-" not in name or name.endswith(("-1.html", "-9.html"))}
    shown = {name: VARIANTS[variant](whole[name]) for name in some}

    found = measured(shown, width, tmp_path)

    assert len(found) == len(some)
    assert {one["name"]: one["bad"] for one in found if one["bad"]} == {}
    assert {one["name"]: one["contrast"] for one in found if one["contrast"] < 4.5} == {}
    assert {one["h1"] for one in found} == {1}
    charts = {one["name"]: one["charts"] for one in found if one["charts"]}
    assert set(charts) == {name for name in some if name != "index.html" and ".deal-" not in name}
    for [chart] in charts.values():
        assert chart["lines"] >= 3
        assert min(width, 760) - 40 <= chart["width"] <= width
        assert chart["height"] > 140
        assert chart["letters"] >= 11


def test_every_link_leads_from_the_disk_to_a_page(whole, tmp_path):
    for name, page in whole.items():
        (tmp_path / name).write_text(page, "utf-8")

    def opened(address):
        command = [need("chromium"), *DUMPED, f"--user-data-dir={tmp_path}/profile", address]
        done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=True)
        return LexborHTMLParser(done.stdout)

    def links(page):
        return [link.attributes["href"] for link in page.css("a")]

    index = opened((tmp_path / "index.html").as_uri())
    games = {name for name in whole if name != "index.html" and ".deal-" not in name}
    assert set(links(index)) == games
    for link in links(index):
        assert (tmp_path / link).is_file()
    for link in links(index)[:2]:
        game = opened((tmp_path / link).as_uri())
        assert game.css_first("h1").text() == link.rpartition("-")[0].replace("-", "_")
        assert len(game.css("polyline")) >= 3
        deals = [name for name in whole if name.startswith(f"{link.removesuffix('.html')}.deal-")]
        assert links(game) == ["index.html", *deals]


def test_an_end_that_may_be_taken_back_is_not_written_nor_counted(tmp_path):
    club = club_dealt(tmp_path, "QH | AH | KH", turn_up="7S", hold=10)
    club.now = now()
    bids(club, 1, 1)
    club.now = now()
    club.say(club.waiting, "1")
    assert club.table.stage is Stage.OVER

    said = out(typed(tmp_path, "site", str(tmp_path / "results"), url=url_of(tmp_path)))

    assert "no game is over yet" in " ".join(said.split())
    assert [one.name for one in (tmp_path / "results").iterdir()] == ["index.html"]
    club.services.db.close()


def test_the_command_writes_only_what_is_over(tmp_path):
    out(pbem(tmp_path, "new", "Lindy", *PLAYERS, "--start"))

    said = out(pbem(tmp_path, "site", "results"))

    assert said.startswith("Wrote results/index.html: no game is over yet.")
    assert [one.name for one in (tmp_path / "results").iterdir()] == ["index.html"]
    assert "Anna" not in (tmp_path / "results" / "index.html").read_text("utf-8")
    (tmp_path / "file").write_text("mine")
    assert "file is no folder" in sorry(pbem(tmp_path, "site", "file"))
