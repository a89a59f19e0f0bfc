"""How long others wait to see the moves of a turn, worked by hand."""

from datetime import timedelta

import pytest

from engine import BidMade, Card, CardPlayed, DealScored, Seat
from pbem.domain.hold import SLOW, Asked, Hold, opens, pause
from pbem.domain.logged import Actor


def minutes(*numbers):
    return [timedelta(minutes=one) for one in numbers]


QUICK, LATE = timedelta(minutes=5), timedelta(minutes=5, seconds=1)
LIVE, USUAL = Asked(live=True, ago=QUICK), Asked(live=False, ago=QUICK)
BID = (Actor.PLAYER, BidMade(Seat(0), 1))
FORCED = (Actor.SERVER, CardPlayed(Seat(1), Card.parse("QH")))
PLANNED = (Actor.PLAN, FORCED[1])
MISSED = (Actor.DEADLINE, BID[1])
COMPUTER = (Actor.KEEPER, BID[1])
SCORED = (Actor.SERVER, DealScored((1,)))

FOLLOWS, FIXED, NONE = (
    Hold(timedelta(minutes=10), follows=True),
    Hold(timedelta(minutes=10)),
    Hold(timedelta(0), follows=True),
)
PAUSE = timedelta(minutes=2)


@pytest.mark.parametrize(
    ("turn", "hold", "asked", "taken", "after"),
    [
        ([BID], FIXED, USUAL, [QUICK, QUICK], [10]),
        ([BID, FORCED, FORCED], FIXED, USUAL, [QUICK, QUICK], [10, 20, 30]),
        ([BID], FOLLOWS, USUAL, [QUICK, QUICK], [10]),
        ([BID], FOLLOWS, LIVE, [QUICK, QUICK], [1]),
        ([BID], FOLLOWS, Asked(live=True, ago=LATE), [QUICK, QUICK], [10]),
        ([COMPUTER], FOLLOWS, Asked(live=True, ago=LATE), [QUICK, QUICK], [1]),
        ([COMPUTER], FOLLOWS, USUAL, [LATE, QUICK], [10]),
        ([MISSED], FOLLOWS, None, [QUICK, QUICK], [0]),
        ([MISSED, FORCED], FOLLOWS, None, [QUICK, QUICK], [0, 10]),
        ([MISSED, FORCED, FORCED, FORCED], FOLLOWS, None, [SLOW, SLOW], [0, 10, 20, 23]),
        ([BID, FORCED, SCORED], FOLLOWS, LIVE, [LATE, QUICK], [1, 4, 4]),
        ([BID, PLANNED], FOLLOWS, LIVE, [LATE, QUICK], [1, 4]),
        ([BID, FORCED], FOLLOWS, Asked(live=True, ago=LATE), [QUICK, QUICK], [10, 20]),
        ([FORCED], FOLLOWS, None, [QUICK], [10]),
        ([BID, FORCED], NONE, LIVE, [QUICK, QUICK], [0, 0]),
    ],
)
def test_how_long_each_move_is_held(turn, hold, asked, taken, after):
    asked = asked if hold.usual else USUAL
    assert opens(turn, hold, asked, taken, lambda _: PAUSE) == minutes(*after)


def test_a_pause_lies_between_the_last_answers_and_the_secret_draws_it():
    taken = minutes(1, 3, 2)
    drawn = [pause(b"secret", number, taken) for number in range(200)]

    assert timedelta(minutes=1) <= min(drawn) < max(drawn) <= timedelta(minutes=3)
    assert drawn == [pause(b"secret", number, taken) for number in range(200)]
    assert drawn != [pause(b"another", number, taken) for number in range(200)]
    assert pause(b"secret", 1, []) == timedelta(0)
