"""The game of `test`: one card against the server, to prove that mail works both ways."""

from __future__ import annotations

from datetime import timedelta

from engine import Rules, Seat
from engine.players import Level
from pbem.commands.player.row import Done, Row, SeatContext, refuse
from pbem.context import Context
from pbem.context.shuffles import next_shuffle
from pbem.domain.computers import ROBOT
from pbem.domain.model import Player, Reply
from pbem.domain.outcomes import AskedAgain, Changed, NotActed, Outcome, Refused
from pbem.domain.setup import GameSetup
from pbem.domain.vocabulary import Back, Change, Why, WhyNot
from pbem.games.commit import start_game
from pbem.letters.page import Page
from pbem.letters.pages.helping import HelpLine
from pbem.letters.reader import Reader
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import say
from pbem.notifications.questions import question_page
from pbem.notifications.silence import why_silent
from pbem.orders.model import Request
from pbem.store import outbox, people, trials
from pbem.store.consent import agree
from pbem.store.games import create_game, load_table
from pbem.store.inbound import leave_unanswered
from pbem.store.people import computer_called
from pbem.store.seats import set_said

TEST = GameSetup(
    "test",
    Rules(players=(2, 2), hand_max=((2, 1),), hook=False),
    hold=0,
    play_out=True,
    away_days=0,
    trial=True,
)
_DAY = timedelta(days=1)
_PLAYER = Seat(0)


def ask_for_test(ctx: SeatContext, _order: Request) -> Done:
    """Begin a trial for a player, who has agreed to letters by asking for it."""
    agree(ctx.session, ctx.player.id, ctx.now)
    done = begin_test(ctx, ctx.player, ctx.inbound)
    return refuse(ctx, Why.TESTS) if done == Refused(Why.TESTS) else Done(done)


def begin_test(ctx: Context, player: Player, inbound: int) -> Outcome:
    """Deal a trial to a player, or ask again what is open in one; what became of the wish.

    A player has one at a time, and begins `tests_a_day` in a day.
    """
    if people.has_stopped(ctx.session, player.id):
        return NotActed(WhyNot.STOPPED)
    if why := why_silent(ctx, player.id, "game_start"):
        leave_unanswered(ctx.session, inbound, why)
        return NotActed(WhyNot.SILENT)
    begun = trials.open_trial(ctx.session, player.id)
    if begun is not None:
        return _ask_again(ctx, begun, inbound)
    if (
        trials.trials_since(ctx.session, player.id, ctx.now - _DAY)
        >= ctx.settings.limits.tests_a_day
    ):
        return Refused(Why.TESTS)
    _begin(ctx, player)
    return Changed(Change.TEST)


def _begin(ctx: Context, player: Player) -> None:
    robot = computer_called(ctx.session, ROBOT, ctx.now)
    table = create_game(
        ctx.session,
        name=trials.trial_name(ctx.session),
        setup=TEST,
        organiser=robot,
        players=[player, robot],
        levels=[None, Level.STEADY],
        now=ctx.now,
    )
    set_said(ctx.session, table.id, [_PLAYER], Reply.YES)
    next_shuffle(ctx.services, ctx.session, table)
    start_game(ctx, load_table(ctx.session, table.id))


def _ask_again(ctx: Context, game: int, inbound: int) -> AskedAgain:
    at = moment_for(ctx, load_table(ctx.session, game), _PLAYER)

    def question(reader: Reader) -> Page:
        assert reader.asked is not None, "a trial waits for nobody but its player"
        return question_page(at, reader.asked, outbox.asked_in(ctx.session, reader.asked.id))

    say(at, _PLAYER, question, inbound)
    return AskedAgain(Back.TEST)


ROWS = (
    Row(
        *("test", ask_for_test),
        account=True,
        line=HelpLine("a game of one card against the server, to see that mail works", "yours"),
    ),
)
