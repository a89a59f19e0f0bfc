"""Letters to organisers and the operator."""

from __future__ import annotations

from dataclasses import replace

from pbem.commands.organiser.answer import tapped
from pbem.demo.specimens.command_outcomes import every_sentence
from pbem.demo.specimens.games import NAMES, NOW, RULES, TAG, Story
from pbem.domain.asking import Waited
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.setup import GameSetup
from pbem.domain.vocabulary import Trouble
from pbem.letters.page import AnyPage
from pbem.letters.pages.organisers import (
    AllAnswered,
    CommandResult,
    Concern,
    Consent,
    MailComesBack,
    Need,
    OperatorDay,
    OrganiserDigest,
    SilentPlayer,
    YourGame,
)
from pbem.letters.pages.standings import GameLine, LeagueLine, LeagueTable, Ranked
from pbem.letters.taps import Taps

_LEAGUE = (
    LeagueLine(1, "Anna", 1, "up", 3, 2, 134),
    LeagueLine(2, "Bruno", 1, "down", 1, 1, 1),
    LeagueLine(3, "Ruth", 2, "", 0, 0, 0),
)
_RANKED = tuple(
    Ranked(1 + at, name, 2, 1 - at, 12 - at, 38, 1090, at == 0, 97 if at else None)
    for at, name in enumerate(NAMES[:2])
)


def pages(story: Story) -> dict[str, AnyPage]:
    """The letters to organisers, those that they have written to players, and the operator's."""
    return {
        **_orders(story),
        **_overviews(story),
        **_beginning(story),
        **_troubles(story),
        **_operator(story),
    }


def _taps(story: Story) -> Taps:
    """The lines of organisers to tap."""
    return Taps("table+qaaa@ohhell.example", f"Lindy {TAG}", story.language)


def _said(story: Story) -> tuple[tuple[str, str], ...]:
    names = NAMES[: story.players]
    return tuple((name, "yes" if at else "no") for at, name in enumerate(names))


def _games(story: Story) -> tuple[GameLine, ...]:
    games = tuple(
        GameLine("Lindy", stage, 3, 19, ("Ruth", "Jan"), waited, _said(story), paused=paused)
        for stage, waited, paused in (
            ("playing", Waited(since=NOW), False),
            ("playing", Waited(until=NOW), False),
            ("playing", Waited(), False),
            ("playing", Waited(), True),
            ("draft", Waited(), False),
            ("inviting", Waited(), False),
            ("over", Waited(), False),
        )
    )
    return (*games, replace(games[5], free=1), replace(games[5], free=2))


def _orders(story: Story) -> dict[str, AnyPage]:
    """The words back to orders."""
    taps, lines = _taps(story), every_sentence()
    told = tuple((one, tapped(one, taps, "Lindy")) for one in lines)
    half = len(told) // 2
    bare = CommandResult(taps, "Lindy", "Europe/Paris", told[half:], (), (), NOW.date())
    first = replace(
        bare,
        told=told[:half],
        games=_games(story),
        record=("# Lindy: 0 Anna, 1 Bruno", "deal by 0: 10 cards"),
        standings=_RANKED,
        league=_LEAGUE,
    )
    return {
        "command_result": first,
        "command_result more": bare,
        "command_result nothing": replace(
            bare, told=((CommandOutcome(CommandKind.NOTHING, False), ()),)
        ),
    }


def _overviews(story: Story) -> dict[str, AnyPage]:
    """How the games and a league stand."""
    taps = _taps(story)
    begin = taps.to("next round Winter")
    season = LeagueTable(taps, "Winter", "Marta", 1, 3, False, True, _LEAGUE, begin)
    needs = tuple(
        Need(what, "Lindy", "Ruth") for what in ("draft", "answered", "bounces", "computer")
    )
    week = OrganiserDigest(taps, "Lindy", "Europe/Paris", needs, _games(story), _RANKED)
    return {
        "league_table": season,
        "league_table over": replace(season, round=3, tap=""),
        "league_table draft": replace(season, drafted=True, ended=False),
        "league_table playing": replace(season, ended=False, tap=""),
        "organiser_digest": week,
        "organiser_digest quiet": replace(week, needs=(), standings=()),
    }


def _beginning(story: Story) -> dict[str, AnyPage]:
    """A game that is drafted, and who comes."""
    players, taps = story.players, _taps(story)
    people = tuple((name, f"{name.lower()}@cards.example") for name in NAMES[:players])
    setup = GameSetup("ohhell_pagat", RULES, follows=True)
    game = YourGame(
        taps,
        "Lindy",
        "Marta",
        False,
        people,
        setup,
        RULES.sizes(players),
        "",
        taps.to("pause"),
        NOW.date(),
    )
    start = taps.to("start")
    draft = replace(game, drafted=True, start_tap=start, pause_tap="")
    answered = AllAnswered(taps, "Lindy", _said(story), players - 1, False)
    return {
        "your_game": game,
        "your_game inviting": replace(game, start_tap=start, pause_tap=""),
        "your_game draft": draft,
        "your_game held": replace(draft, setup=replace(setup, follows=False)),
        "your_game evening": replace(draft, setup=replace(setup, hold=0)),
        "your_game rematch": replace(draft, wanted_by=("Anna", "Chloé")),
        "your_game nobody": replace(draft, players=(), sizes=()),
        "all_answered": answered,
        "all_answered begun": replace(answered, yes=players, begun=True),
    }


def _troubles(story: Story) -> dict[str, AnyPage]:
    """What an organiser may have to mend: a silent player, an address, a slip."""
    taps = _taps(story)
    wait = "away Ruth 2026-10-18 to 2026-10-20"
    silent = SilentPlayer(taps, "Lindy", "Ruth", 2, False, wait)
    back = MailComesBack(
        story.fresh.taps, "Lindy", "Marta", "Ruth", "550 5.1.1 User unknown", False, False
    )
    consent = Consent(story.fresh.taps, "Lindy", "Marta", False, 2, "A slip.")
    return {
        "silent_player False": silent,
        "silent_player True": replace(silent, missed=3, kept=True),
        "mail_comes_back": back,
        "mail_comes_back silent": replace(back, said=""),
        "mail_comes_back complaint": replace(back, said="", complaint=True),
        "mail_comes_back again": replace(back, said="", again=True),
        "consent": consent,
        "consent deal": replace(consent, whole=True, because=""),
    }


def _operator(story: Story) -> dict[str, AnyPage]:
    """What an operator should look at."""
    troubles = tuple(Concern(NOW, what, 7, "x" * 150) for what in Trouble)
    day = OperatorDay(
        Taps("table@ohhell.example", "server", story.language), "Europe/Paris", troubles, 0
    )
    return {
        "operator_day": day,
        "operator_day more": replace(day, zone="UTC", troubles=troubles[:1], more=3),
    }
