"""Games for oneself against the server, which count nowhere: `test` is one card, to prove that mail
works both ways, `practice` some deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from engine import Level, Rules, RulesError, Seat, combine
from pbem.commands.player.row import Done, Row, SeatContext, refuse
from pbem.context import Context
from pbem.context.shuffles import next_shuffle
from pbem.domain.asking import Waited
from pbem.domain.computers import ROBOT, free_names
from pbem.domain.model import Player, Reply, Table
from pbem.domain.outcomes import AskedAgain, Changed, NotActed, Outcome, Refused
from pbem.domain.setup import TEST_PRESET, GameSetup
from pbem.domain.vocabulary import Back, Change, Why, WhyNot
from pbem.games.commit import start_game
from pbem.letters.page import Page
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.status import Status
from pbem.letters.reader import Reader
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import say
from pbem.notifications.questions import question_page
from pbem.notifications.silence import left_unanswered
from pbem.orders.model import Request
from pbem.orders.practice import WHOLE, Practice, practice_of
from pbem.store import outbox, people, trials
from pbem.store.consent import agree
from pbem.store.farewell import ends_on
from pbem.store.games import create_game, load_table
from pbem.store.people import computer_called
from pbem.store.seats import set_said

TEST = GameSetup(
    TEST_PRESET,
    Rules(players=(2, 2), hand_max=((2, 1),), hook=False),
    hold=0,
    play_out=True,
    away_days=0,
    trial=True,
)

_DAY = timedelta(days=1)
_PLAYER = Seat(0)
_MOST_DEALS = 10
"""What is longer is a whole game."""


def ask_for_trial(ctx: SeatContext, order: Request) -> Done:
    """Begin a trial for a player, who has agreed to letters by asking for it."""
    agree(ctx.session, ctx.player.id, ctx.now)
    return _told(ctx, begin_trial(ctx, ctx.player, order, ctx.inbound))


def another_trial(ctx: SeatContext, _order: Request) -> Done:
    """Begin the same again, once a trial is over."""
    if ctx.table.setup.is_test:
        return ask_for_trial(ctx, Request("test"))
    agree(ctx.session, ctx.player.id, ctx.now)
    table = ctx.table
    done = _begin(ctx, ctx.player, table.setup, list(table.computers.values()), ctx.inbound)
    return _told(ctx, done)


def _told(ctx: SeatContext, done: Outcome) -> Done:
    match done:
        case Refused(Why() as why):
            return refuse(ctx, why)
        case _:
            return Done(done)


def begin_trial(ctx: Context, player: Player, order: Request, inbound: int) -> Outcome:
    """Deal the trial to a player that is asked for, or ask again what is open in one; what became
    of the wish.

    A player has one of a kind at a time, and begins `tests_a_day` or `practices_a_day` in a day.
    """
    if order.wish == "test":
        return _begin(ctx, player, TEST, [], inbound)
    wanted = practice_of(order.topic, player.language)
    setup = _setup_of(ctx, wanted) if wanted else None
    if wanted is None or setup is None:
        return Refused(Why.PRACTICE_HOW)
    return _begin(ctx, player, setup, [one.level for one in wanted.computers], inbound)


def _setup_of(ctx: Context, wanted: Practice) -> GameSetup | None:
    """The standard game of so many deals; None if so many cannot play it."""
    players = 1 + len(wanted.computers)
    usual = GameSetup(
        "", Rules(), ctx.settings.answer_in, hold=0, away_days=0, hints=True, trial=True
    )
    some = WHOLE < wanted.deals <= _MOST_DEALS
    for rules in (f"ohhell_pagat, {wanted.deals} deals up" * some, "ohhell_pagat"):
        try:
            preset = combine(rules or "ohhell_pagat")
            preset.rules.sizes(players)
        except RulesError:
            continue
        return replace(usual, preset=preset.name, rules=preset.rules)
    return None


def _begin(
    ctx: Context, player: Player, setup: GameSetup, levels: Sequence[Level], inbound: int
) -> Outcome:
    if people.has_stopped(ctx.session, player.id):
        return NotActed(WhyNot.STOPPED)
    if left_unanswered(ctx, inbound, player.id, "game_start"):
        return NotActed(WhyNot.SILENT)
    if ends_on(ctx.session):
        return Refused(Why.SERVER_ENDS)
    tests = setup.is_test
    begun = trials.open_trial(ctx.session, player.id, tests=tests)
    if begun is not None:
        _ask_again(ctx, load_table(ctx.session, begun), inbound)
        return AskedAgain(Back.TEST if tests else Back.PRACTICE)
    limits = ctx.settings.limits
    most = limits.tests_a_day if tests else limits.practices_a_day
    if trials.trials_since(ctx.session, player.id, ctx.now - _DAY, tests=tests) >= most:
        return Refused(Why.TESTS if tests else Why.PRACTICES)
    robot = computer_called(ctx.session, ROBOT, ctx.now)
    names = free_names([player.name], len(levels))
    others = [computer_called(ctx.session, one, ctx.now) for one in names] or [robot]
    table = create_game(
        ctx.session,
        name=trials.trial_name(ctx.session, "Test" if tests else "Practice"),
        setup=setup,
        organiser=robot,
        players=[player, *others],
        levels=[None, *(levels or [Level.STEADY])],
        now=ctx.now,
    )
    set_said(ctx.session, table.id, [_PLAYER], Reply.YES)
    next_shuffle(ctx.services, ctx.session, table)
    start_game(ctx, load_table(ctx.session, table.id))
    return Changed(Change.TEST if tests else Change.PRACTICE)


def _ask_again(ctx: Context, table: Table, inbound: int) -> None:
    at = moment_for(ctx, table, _PLAYER)

    def question(reader: Reader) -> Page:
        if reader.asked is None:  # a computer still thinks
            return Status.of(reader, Waited())
        return question_page(at, reader.asked, outbox.asked_in(ctx.session, reader.asked.id))

    say(at, _PLAYER, question, inbound)


ROWS = (
    Row(
        *("test", ask_for_trial),
        account=True,
        line=HelpLine("a game of one card against the server, to see that mail works", "yours"),
    ),
    Row(
        *("practice", ask_for_trial),
        account=True,
        naming=True,
        line=HelpLine(
            "some deals against computers, which count nowhere; "
            "you may say how many deals, and how strong the computers",
            "yours",
        ),
    ),
)
