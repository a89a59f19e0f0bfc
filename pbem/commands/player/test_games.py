"""A test game: one card against the server, to prove to a player that mail works both ways."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine import Preset, Rules, Seat
from pbem.commands.player.handler import Done, SeatContext, refuse
from pbem.house import House, next_shuffle
from pbem.letters.pages import Page
from pbem.letters.rounds import Reader
from pbem.orders.model import Request
from pbem.store import outbox, people, trials
from pbem.store.database import Session
from pbem.store.firsts import agree
from pbem.store.games import create_game, load_table, player_at, set_kept, set_said
from pbem.store.inbound import leave_unanswered
from pbem.table.model import Player, Said
from pbem.table.outcomes import AskedAgain, Changed, NotActed, Outcome, Refused
from pbem.table.vocabulary import Back, Change, Why, WhyNot
from pbem.telling.quiet import why_silent
from pbem.telling.teller import teller_for
from pbem.telling.turns import start_game

TEST = Preset(
    "test",
    (),
    "one card each against the server",
    Rules(players=(2, 2), hand_max=((2, 1),), hook=False),
)
_ROBOT = "Robot"
"""What the server is called where it plays."""

_ANSWER_IN = 48
_DAY = timedelta(days=1)
_PLAYER, _OTHER = Seat(0), Seat(1)


def ask_for_test(ctx: SeatContext, _order: Request) -> Done:
    """Begin a test game for a player, who has agreed to letters by asking for it."""
    agree(ctx.session, ctx.player.id, ctx.now)
    done = begin_test(ctx.house, ctx.session, ctx.player, ctx.inbound, ctx.now)
    return refuse(ctx, Why.TESTS) if done == Refused(Why.TESTS) else Done(done)


def begin_test(
    house: House, session: Session, player: Player, inbound: int, now: datetime
) -> Outcome:
    """Deal a test game to a player, or ask again what is open in one; what became of the wish.

    A player has one at a time, and begins `tests_a_day` in a day.
    """
    if people.has_stopped(session, player.id):
        return NotActed(WhyNot.STOPPED)
    if why := why_silent(house, session, player.id, "game_start", now):
        leave_unanswered(session, inbound, why)
        return NotActed(WhyNot.SILENT)
    begun = trials.open_trial(session, player.id)
    if begun is not None:
        return _ask_again(house, session, begun, inbound, now)
    if trials.trials_since(session, player.id, now - _DAY) >= house.limits.tests_a_day:
        return Refused(Why.TESTS)
    _begin(house, session, player, now)
    return Changed(Change.TEST)


def _begin(house: House, session: Session, player: Player, now: datetime) -> None:
    robot = player_at(session, people.ROBOT_ADDRESS, _ROBOT, zone="UTC", now=now)
    people.set_stopped(session, robot.id, now)
    table = create_game(
        session,
        name=trials.trial_name(session),
        preset=TEST.name,
        rules=TEST.rules,
        organiser=robot,
        players=[player, robot],
        answer_in=_ANSWER_IN,
        hold=0,
        play_out=True,
        weekends=True,
        days_off=(),
        away_days=0,
        now=now,
        trial=True,
    )
    set_said(session, table.id, [_PLAYER, _OTHER], Said.YES)
    set_kept(session, table.id, _OTHER, now, left=True)
    next_shuffle(house, session, table)
    start_game(house, session, load_table(session, table.id), now)


def _ask_again(
    house: House, session: Session, game: int, inbound: int, now: datetime
) -> AskedAgain:
    teller = teller_for(house, session, load_table(session, game), _PLAYER, now)

    def question(reader: Reader) -> Page:
        assert reader.asked is not None, "a test game waits for nobody but its player"
        return teller.question_page(reader.asked, outbox.asked_in(session, reader.asked.id))

    teller.say(_PLAYER, question, inbound)
    return AskedAgain(Back.TEST)
