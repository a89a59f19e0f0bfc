"""Letters to organisers."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pbem.commands.organiser.answer import tapped
from pbem.commands.organiser.digests import how_often
from pbem.demo.specimens.command_outcomes import every_sentence
from pbem.demo.specimens.games import NAMES, NOW, RULES, TAG, Story
from pbem.demo.specimens.leagues import LEAGUE
from pbem.domain.asking import Waited
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.deadlines import Span
from pbem.domain.model import Player
from pbem.domain.setup import GameSetup
from pbem.letters.deals import Telling
from pbem.letters.page import AnyPage
from pbem.letters.pages.organisers import (
    AllAnswered,
    CommandResult,
    Consent,
    Invited,
    Lately,
    MailComesBack,
    Member,
    Need,
    OrganiserDigest,
    SilentPlayer,
    YourGame,
)
from pbem.letters.pages.standings import GameLine, OrderTap, Ranked
from pbem.letters.taps import Taps
from pbem.notifications.organisers import in_languages
from pbem.notifications.suggested import written_orders

_RANKED = tuple(
    Ranked(1 + at, name, 2, 1 - at, 12 - at, 38, 1090, at == 0, 97 if at else None)
    for at, name in enumerate(NAMES[:2])
)


def pages(story: Story) -> dict[str, AnyPage]:
    """The letters to organisers, and those that they have written to players."""
    return {
        **_orders(story),
        **_overviews(story),
        **_beginning(story),
        **_troubles(story),
    }


def _taps(story: Story) -> Taps:
    """The lines of organisers to tap."""
    return Taps("table+qaaa@ohhell.example", f"Lindy {TAG}", story.language)


def _said(story: Story) -> tuple[tuple[str, str], ...]:
    names = NAMES[: story.players]
    return tuple((name, "yes" if at else "no") for at, name in enumerate(names))


def _games(story: Story) -> tuple[GameLine, ...]:
    said, hour = _said(story), timedelta(hours=1)
    lindy = GameLine("Lindy", "playing", 3, 19, ("Ruth",), Waited(since=NOW), said, paused=False)
    idle, silent = replace(lindy, waiting_for=()), ("remind", "start_now")
    late = ("extend", "remind", "replace", "address")

    def taps(game: str, *some: str) -> tuple[OrderTap, ...]:
        return _orders_for(story, game, "Ruth", *some)

    easter = taps("Easter", "same_again", "close")
    ended = (easter[0], *written_orders("Easter", _taps(story), ("league",)), easter[1])
    return (
        replace(
            lindy,
            name="Tuesday club",
            trick=4,
            waiting=50 * hour,
            pace=3 * hour,
            taps=taps("Tuesday club", *late),
        ),
        replace(lindy, waiting=hour / 2, pace=30 * hour, away=(("Jan", NOW.date()),)),
        replace(lindy, name="Office", waiting_for=("Jan", "Ruth"), waited=Waited(until=NOW)),
        replace(lindy, name="Famille", deals=None, waited=Waited()),
        replace(lindy, name="Kilkenny", paused=True, taps=taps("Kilkenny", "resume")),
        replace(idle, name="Friday", stage="draft"),
        replace(idle, name="Sunday", stage="inviting", free=2, taps=taps("Sunday", *silent)),
        replace(idle, name="Monday", stage="inviting", free=1),
        replace(idle, name="Easter", stage="over", taps=ended),
    )


def _orders_for(story: Story, game: str, name: str, *some: str) -> tuple[OrderTap, ...]:
    return written_orders(name, _taps(story), some, about=game)


_LATELY = Lately(
    *(7, 41, timedelta(hours=3), 6, timedelta(hours=36)),
    missed=(("Office", "Jan"), ("Lindy", "Ruth")),
    ended=(("Easter", ("Anna",)), ("Lent", ("Anna", "Ruth")), ("Advent", ())),
    best=(("Lindy", 5, (Telling("takes_lead", ("Anna", "Bruno"), 0, 0),)),),
)


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
        league=LEAGUE,
        members=(Member("Anna", story.language, "Europe/Paris", 3), Member("Jan", "nl", "UTC", 1)),
    )
    return {
        "command_result": first,
        "command_result more": replace(bare, silent_until=NOW),
        "command_result nothing": replace(
            bare,
            told=((CommandOutcome(CommandKind.NOTHING, False), ()),),
            orders=_orders_for(story, "", "", "resume", "status", "standings"),
        ),
        "command_result ended": replace(
            bare,
            told=((CommandOutcome(CommandKind.HELP, line="help"), ()),),
            orders=_orders_for(story, "", "", "same_again", "standings", "close"),
        ),
        "command_result orders": replace(
            bare,
            told=((CommandOutcome(CommandKind.HELP, line="help orders"), ()),),
            all_orders=True,
        ),
    }


def _overviews(story: Story) -> dict[str, AnyPage]:
    """How the games stand."""
    taps, start = _taps(story), _orders_for(story, "Lindy", "", "start")
    mend = _orders_for(story, "Lindy", "Ruth", "extend", "replace", "address")
    needs = (
        Need("draft", "Lindy", taps=start),
        Need("answered", "Lindy", taps=start),
        Need("bounces", "Lindy", "Ruth", mend),
        Need("computer", "Lindy", "Ruth", mend[1:2]),
    )
    week = OrganiserDigest(
        *(taps, "Lindy", "Europe/Paris", needs, _games(story), _LATELY, _RANKED),
        how_often(taps),
    )
    return {
        "organiser_digest": week,
        "organiser_digest quiet": replace(
            week, needs=(), standings=(), games=_games(story)[-2:], lately=Lately(1)
        ),
        "organiser_digest little": replace(
            week, needs=needs[:1], lately=Lately(7, 1, timedelta(hours=2), 1, timedelta(days=3))
        ),
    }


def _invited(story: Story, name: str) -> Invited:
    """Somebody in a draft; at the table French is read, too."""
    player = Player(0, name, f"{name.lower()}@cards.example", story.language, "Europe/Paris")
    off = _orders_for(story, "", name, "uninvite")[0]
    spoken = in_languages(player, ("fr", "en"), _taps(story))
    return Invited(name, player.address, player.language, player.zone, off, spoken)


def _beginning(story: Story) -> dict[str, AnyPage]:
    """A game that is drafted, and who comes."""
    players, taps = story.players, _taps(story)
    people = tuple(_invited(story, name) for name in NAMES[:players])
    setup = GameSetup("ohhell_pagat", RULES, follows=True)
    game = YourGame(
        taps,
        "Lindy",
        False,
        people,
        setup,
        RULES.sizes(players),
        _orders_for(story, "", "Ruth", "extend", "remind", "pause"),
        _orders_for(story, "", "", "pace", "evening"),
    )
    begins = _orders_for(story, "", "", "start", "invite", "cancel")
    draft = replace(
        game,
        drafted=True,
        orders=begins,
        changes=_orders_for(story, "", "", "rules", "pace", "evening", "invite", "open"),
    )
    days_off = (Span(NOW.date(), NOW.date() + timedelta(days=9)),)
    hastily = replace(setup, hold=0, reliable=80, hints=True, days_off=days_off)
    answered = AllAnswered(taps, "Lindy", _said(story), players - 1, False)
    return {
        "your_game": game,
        "your_game inviting": replace(
            draft,
            drafted=False,
            orders=_orders_for(story, "", "Ruth", "remind", "invite", "start_now"),
            free=2,
        ),
        "your_game draft": draft,
        "your_game held": replace(draft, setup=replace(setup, follows=False)),
        "your_game evening": replace(
            draft, setup=hastily, changes=_orders_for(story, "", "", "hold"), free=1
        ),
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
    said = "550 5.1.1 User unknown"
    back = MailComesBack(story.fresh.taps, "Lindy", "Ruth", said, False, False, False)
    consent = Consent(story.fresh.taps, "Lindy", "Marta", False, 2, "A slip.")
    return {
        "silent_player False": silent,
        "silent_player True": replace(silent, missed=3, kept=True),
        "mail_comes_back": back,
        "mail_comes_back silent": replace(back, said=""),
        "mail_comes_back complaint": replace(back, said="", complaint=True),
        "mail_comes_back again": replace(back, said="", again=True, anew=True),
        "mail_comes_back already": replace(back, said="", again=True),
        "consent": consent,
        "consent deal": replace(consent, whole=True, because=""),
    }
