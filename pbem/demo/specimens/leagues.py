"""The tables of leagues and of club nights."""

from __future__ import annotations

from dataclasses import replace

from pbem.demo.specimens.games import NOW, TAG, Story
from pbem.letters.page import AnyPage
from pbem.letters.pages.standings import LeagueLine, LeagueTable
from pbem.letters.taps import Taps

LEAGUE = (
    LeagueLine(1, "Anna", 1, "up", 3, 2, 134),
    LeagueLine(2, "Bruno", 1, "down", 1, 1, 1),
    LeagueLine(3, "Ruth", 2, "", 0, 0, 0),
)


def pages(story: Story) -> dict[str, AnyPage]:
    """A league and a club night, drafted, under way, between two rounds and over."""
    taps = Taps("table+qaaa@ohhell.example", f"Winter {TAG}", story.language)
    begin = taps.order("next round Winter")
    season = LeagueTable(taps, "Winter", 1, 3, False, True, LEAGUE, begin)
    stand = tuple(replace(one, level=0, move="", rests=int(one.place == 1)) for one in LEAGUE)
    night = replace(
        season,
        taps=Taps("table+qaaa@ohhell.example", f"Friday {TAG}", story.language),
        league="Friday",
        lines=stand,
        drawn=True,
        next_print="8c" * 32,
    )
    entered = tuple(replace(one, games=0, won=0, points=0, rests=0) for one in stand)
    entry = replace(night, round=0, drafted=True, ended=False, lines=entered)
    return {
        "league_table": season,
        "league_table over": replace(season, round=3, tap=""),
        "league_table draft": replace(season, drafted=True, ended=False),
        "league_table playing": replace(season, ended=False, tap=""),
        "league_table entry": replace(entry, until=NOW, unknown=True, zone="Europe/Paris"),
        "league_table drawn": night,
        "league_table drawn playing": replace(night, ended=False, tap=""),
        "league_table drawn over": replace(night, round=3, tap="", next_print=""),
        "league_table rests": replace(night, ended=False, tap="", rests=True),
    }
