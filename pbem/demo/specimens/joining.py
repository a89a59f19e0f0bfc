"""Letters to whoever comes without being invited: games to join, and the way in."""

from __future__ import annotations

from dataclasses import replace

from pbem.demo.specimens.games import NOW, RULES, Story
from pbem.domain.vocabulary import Unmet
from pbem.letters.page import AnyPage
from pbem.letters.pages.open_games import NoSeat, OpenGame, OpenGames
from pbem.letters.pages.registration import ConfirmRegistration, Welcome
from pbem.letters.speech import speech

_OTHERS = (
    *(Unmet.UNRELIABLE, Unmet.NO_SHUFFLE),
    *(Unmet.NOT_WATCHED, Unmet.PLAYS_THERE, Unmet.CROWDED),
)
_WHY = tuple(one for one in Unmet if one not in _OTHERS)


def pages(story: Story) -> dict[str, AnyPage]:
    """The letters that list games to join, and those that let somebody in."""
    taps, games = story.fresh.taps, _games(story)
    listed = OpenGames(taps, "Europe/Paris", games, None)
    refused = [NoSeat(why, "Lindy") for why in _WHY] + [NoSeat(Unmet.UNRELIABLE, "Lindy", 72, 80)]
    asks = ConfirmRegistration(taps, "Anna")
    seat = replace(asks, wish="Lindy", games=games)
    welcome = Welcome(taps, "Anna", "anna@club.example")
    return {
        "open_games": listed,
        "open_games none": replace(listed, games=()),
        **{f"open_games {one.why}": replace(listed, no_seat=one) for one in refused},
        "confirm_registration": asks,
        "confirm_registration seat": seat,
        "confirm_registration no seat": replace(seat, wish="", no_seat=refused[0]),
        "welcome": welcome,
        "welcome games": replace(welcome, games=games),
    }


def _games(story: Story) -> tuple[OpenGame, ...]:
    join = f"{speech(story.language).say('requests', 'join')} Lindy"
    sizes = RULES.sizes(story.players)
    one = OpenGame(
        *("Lindy", "Marta", "Oh Hell!", RULES, sizes, story.players, 1, 48, 80, True, NOW),
        story.fresh.taps.to("join Lindy", join),
    )
    return one, replace(one, free=2, reliable=0, hints=False, until=None)
