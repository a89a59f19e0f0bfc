"""Letters that explain, and letters that tell how games went."""

from __future__ import annotations

from dataclasses import replace

from engine import Card, MakeBid, NameTrump, PlayCard, Seat
from engine.coach import BidReview, CardReview, DealReview
from engine.game_review import DealCost, Decision, GameReview, Habit, Where, review_game
from engine.hints import Hint, HintChoice
from engine.luck import Luck
from engine.weighing import Judged, Tried
from pbem.commands.player.handlers import SENDABLE
from pbem.demo.specimens.games import NOW, TAG, WORDS, Story
from pbem.letters.page import AnyPage
from pbem.letters.pages.coached import Coached
from pbem.letters.pages.helping import TOPICS, Help
from pbem.letters.pages.hinted import Hinted
from pbem.letters.pages.organisers import GameOver
from pbem.letters.pages.results import Chart, Digest, MatchLine, MatchOver
from pbem.letters.pages.reviewed import Decided, Reviewed
from pbem.letters.parts import Fingerprint, Opened
from pbem.letters.taps import Taps
from pbem.notifications.suggested import written_orders

_JUDGED = Judged(Tried(0.34, 4.4), Tried(0.61, 7.1), 200, exact=False, error=0.3)

LOOKED_BACK = DealReview(
    number=2,
    size=3,
    bid=BidReview(
        *(2, 1, Judged(Tried(0.31, 4.1), Tried(0.52, 6.2), 200, exact=False, error=0.4)),
        tricks=(0.12, 0.52, 0.31, 0.05),
        open=tuple(
            (bid, Tried(keep, 10 * keep)) for bid, keep in enumerate((0.12, 0.52, 0.31, 0.05))
        ),
    ),
    cards=(
        CardReview(1, True, Card.parse("QH"), None, Card.parse("7H"), None, _JUDGED),
        CardReview(
            *(2, False, Card.parse("KC"), None, Card.parse("2C"), None),
            Judged(Tried(0.5, 5.6), Tried(0.5, 6.4), 20, exact=True, error=0.0),
        ),
    ),
)
"""A deal with a bid and two cards that were not the best."""

HINT = Hint(
    (
        HintChoice(MakeBid(Seat(0), 2), Tried(0.52, 6.2)),
        HintChoice(PlayCard(Seat(0), Card.parse("QH")), Tried(0.41, 5.1)),
    ),
    200,
    exact=False,
)
"""Two choices, as if both were open."""


def _luck(players: int) -> Luck:
    worth = (12.46, -3.27, 0.0, 1.5, -1.5, 2.0, -2.0)[: players - 1]
    return Luck((*worth, -sum(worth)), (3.04,) * players)


_BID = Decision(2, BidReview(2, 1, replace(_JUDGED, steady=Tried(0.2, 2.6)), (), (), steady=3))
_CARD = replace(LOOKED_BACK.cards[0], judged=_BID.choice.judged, steady=Card.parse("2H"))

GAME_REVIEWED = GameReview(
    *((1, 2, 3), 3, 2, 1.6, 0.8),
    by_bids=2.1,
    by_cards=3.5,
    habits=tuple(Habit(where, n % 2 == 0, 5, 1, 9) for n, where in enumerate(Where)),
    best=Decision(3, _CARD),
    worst=Decision(2, LOOKED_BACK.cards[0]),
    dearest=(DealCost(2, 3.5), DealCost(1, 2.1)),
)
"""A game with every habit there is."""


def pages(story: Story) -> dict[str, AnyPage]:
    """The letters of help to a seat that is to bid, of a game that is over, of tables compared."""
    return {**_help(story), **_over(story)}


def _help(story: Story) -> dict[str, AnyPage]:
    reader = story.last_bid.reader()
    return {
        f"help {topic}".strip(): Help.of(reader, topic, "table@ohhell.example", SENDABLE)
        for topic in ("", *TOPICS)
    }


def _over(story: Story) -> dict[str, AnyPage]:
    players, reader = story.players, story.over.reader(0)
    totals = [(10, 0, 12, 1, 3, 4, 5)[:players]] * 3
    lines = (
        MatchLine(1, "Anna", "Lindy", 64, 51.5, 12.5, you=True),
        MatchLine(2, "Eva", "Lindy II", 51, 57.0, -6.0, you=False),
    )
    opened = Opened(1, "9f" * 32, WORDS)
    match = MatchOver(story.fresh.taps, "Lindy", lines, Fingerprint(1, "0a" * 32), opened)
    taps = Taps("table+qaaa@ohhell.example", f"Lindy {TAG}", story.language)
    follow = written_orders("Lindy", taps, ("same_again", "league", "close"))
    end = Digest.of(story.over.spectator(), [50] * players, NOW)
    over = GameOver(taps, "Lindy", end, follow)
    return {
        "game_over": over,
        "game_over sealed": replace(over, end=None),
        "digest": Digest.of(reader, [50] * players, NOW),
        "digest decision": Digest.of(
            reader, [50] * players, NOW, Decided.weightiest(GAME_REVIEWED)
        ),
        "digest spectator": end,
        "chart": Chart.of(reader, totals, b""),
        "coached": Coached.of(reader, LOOKED_BACK),
        "coached no mistake": Coached.of(reader, DealReview(2, 2, None, ())),
        "reviewed": Reviewed.of(reader, GAME_REVIEWED, _luck(players)),
        "reviewed bid": Reviewed.of(reader, replace(GAME_REVIEWED, best=_BID, worst=_BID)),
        "reviewed nothing to tell": Reviewed.of(reader, review_game([], Seat(0))),
        "hinted": Hinted.of(replace(story.last_bid.reader(), asked=story.last_bid.question), HINT),
        "hinted more often": Hinted.of(
            story.last_bid.reader(), replace(HINT, candidates=HINT.candidates[::-1])
        ),
        "hinted trump": Hinted.of(
            story.last_bid.reader(),
            Hint((HintChoice(NameTrump(Seat(0), None), None),), 0, exact=False),
        ),
        "match_over": match,
        "match_over no words": replace(match, opened=Opened(1, "9f" * 32, ())),
    }
