"""Letters to who watches a game, or wants to, and those in which players read of it."""

from __future__ import annotations

from dataclasses import replace

from engine import CardsDealt
from pbem.demo.specimens.games import NOW, RULES, TAG, Scene, Story, logged
from pbem.domain.asking import Waited
from pbem.domain.setup import GameSetup
from pbem.domain.vocabulary import Unmet
from pbem.letters.page import AnyPage
from pbem.letters.pages.results import Digest
from pbem.letters.pages.status import DealOver, Status
from pbem.letters.pages.watching import OFFERED, Watchable, Watching, WatchingEnds
from pbem.letters.reader import Reader
from pbem.letters.speech import speech
from pbem.letters.talk import Remark
from pbem.letters.taps import Taps
from pbem.orders.keywords import Watchers

_TALK = (Remark("Anna", "A lovely hand!"), Remark("Bruno", "<b>Was it?</b>"))
_WHY = (Unmet.NOT_WATCHED, Unmet.PLAYS_THERE, Unmet.CROWDED)


def pages(story: Story) -> dict[str, AnyPage]:
    """The letters that begin and end it, ask about it, and list what can be watched."""
    taps, names = story.fresh.taps, story.fresh.names
    setup = GameSetup("Oh Hell!", RULES, watchers=Watchers.ALLOWED)
    sizes = RULES.sizes(story.players)
    watching = Watching(taps, "Lindy", "Marta", names, (), setup, sizes, 6)
    heard = replace(watching, setup=replace(setup, watchers=Watchers.TALK))
    ends = WatchingEnds(taps, "Lindy", "Marta", allowed=True)
    word = speech(story.language).say("requests", "watch")
    games = (("Friday", taps.to("watch Friday", f"{word} Friday")),)
    ended = (("Spring", taps.to("watch Spring", f"{word} Spring")),)
    listed = Watchable(taps, "", games=games)
    return {
        "watching": watching,
        "watching talk": heard,
        "watching before": replace(watching, deal=0, computers=((names[-1], "strong"),)),
        "watching sealed": replace(watching, sealed=True),
        "watching unread": replace(watching, unread=True),
        "watching_ends": ends,
        "watching_ends forbidden": replace(ends, allowed=False),
        "watchable": Watchable(taps, "Lindy", "Marta"),
        "watchable over": Watchable(taps, "Lindy", "Marta", over=True),
        "watchable ended": replace(listed, ended=ended),
        "watchable only ended": replace(listed, games=(), ended=ended),
        "watchable none": replace(listed, games=()),
        "watchable nothing else": replace(listed, games=(), why=Unmet.CROWDED, wanted="Lindy"),
        "watchable no more": listed,
        **{f"watchable {one}": replace(listed, why=one, wanted="Lindy") for one in _WHY},
        **_of_deals(story),
    }


def _of_deals(story: Story) -> dict[str, AnyPage]:
    """What is sent of a game to who watches it, and to its players, who read who does."""
    deal = story.until("a deal", lambda game: len(game.deals) == 1 and bool(game.deal))
    over, bidding = story.over, story.last_bid
    one = bidding.reader(bidding.other)
    last = max(at for at, entry in enumerate(over.log) if isinstance(entry, CardsDealt))
    return {
        "deal_over watched": DealOver.of(_watching(deal), logged(deal.log)),
        "status watched": Status.of(_watching(story.follow), Waited(NOW)),
        "digest watched": Digest.of(
            _watching(over), [50] * story.players, NOW, log=logged(over.log)[last:]
        ),
        "status with a watcher": Status.of(replace(one, watchers=("Wanda",)), Waited(NOW)),
        "status with watchers": Status.of(replace(one, watchers=("Wanda", "Eva")), Waited(NOW)),
    }


def _watching(scene: Scene) -> Reader:
    """Who watches a game, and reads what was said there."""
    reader = scene.spectator()
    taps = Taps("table+qaaa@ohhell.example", f"{reader.taps.tag} {TAG}", scene.language)
    notes = replace(reader.notes, talk=_TALK)
    return replace(reader, offered=OFFERED, taps=taps, notes=notes)
