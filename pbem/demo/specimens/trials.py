"""The letters of a trial, from its start to its end."""

from __future__ import annotations

from dataclasses import replace

from engine import Game
from pbem.commands.player.trials import TEST
from pbem.demo.specimens.games import NOW, Scene, Story, logged, played_until
from pbem.domain.asking import asked_of
from pbem.domain.vocabulary import Why
from pbem.letters.page import AnyPage
from pbem.letters.pages.questions import Asking, GameStart
from pbem.letters.pages.replies import Refused
from pbem.letters.pages.results import Digest
from pbem.letters.reader import Reader
from pbem.orders.keywords import Ask


def pages(story: Story) -> dict[str, AnyPage]:
    """The letters of a trial, and those that say no to one."""
    bidding, playing = _asked(story, Ask.BID), _asked(story, Ask.PLAY)
    over, log = played_until("trial", 2, 1, lambda g: False, TEST.rules)
    fresh = _in_trial(story.fresh)
    return {
        "game_start trial": GameStart.of(
            _in_trial(bidding.reader()), logged(bidding.log), bidding.question
        ),
        "your_play trial": Asking.of(
            _in_trial(playing.reader()), logged(playing.log)[-2:], playing.question
        ),
        "digest trial": Digest.of(
            _in_trial(Scene(over, log, story.language).reader(0)), [2, 0], NOW
        ),
        "refused tests": Refused.of(fresh, "", Why.TESTS),
        "refused trial over": Refused.of(fresh, "QH", Why.CANCELLED),
    }


def _asked(story: Story, ask: Ask) -> Scene:
    """The first moment when the player is asked so."""

    def until(g: Game) -> bool:
        return g.deal is not None and asked_of(g.deal) is ask and g.awaiting == (0,)

    return Scene(*played_until(f"trial {ask}", 2, 1, until, TEST.rules), story.language)


def _in_trial(reader: Reader) -> Reader:
    setup = replace(reader.table.setup, trial=True)
    return replace(reader, table=replace(reader.table, name="Test 5", setup=setup))
