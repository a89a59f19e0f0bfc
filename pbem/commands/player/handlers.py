"""The table of players' orders: who handles each, at which stages of the game, by which code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pbem.commands.player import leave, settings, tell
from pbem.commands.player.address_change import change_address
from pbem.commands.player.away import away, back, more_time
from pbem.commands.player.invitation import decline, in_or_out, invitation, no_game
from pbem.commands.player.open_games import open_games, registered_already, seat_by_name
from pbem.commands.player.pause import agree_to_pause, propose_pause
from pbem.commands.player.play import play
from pbem.commands.player.rematch import rematch, yes_to_rematch
from pbem.commands.player.row import Kind, Row
from pbem.commands.player.talk import salt, talk, talk_too_late
from pbem.commands.player.trials import ask_for_test
from pbem.domain.code_powers import Power
from pbem.domain.model import Stage
from pbem.domain.preferences import USUAL
from pbem.orders.answers import Bid, Join, Keep, Lay, Pass, Plan, Play, Trump
from pbem.orders.keywords import Key, Wish
from pbem.orders.model import (
    AgreePause,
    Away,
    HousePolicy,
    Locked,
    MoreTime,
    Pause,
    Salt,
    Talk,
    Unread,
    Unsure,
    WhichOrder,
)

ANY = frozenset(Stage)
CLOSED = frozenset({Stage.DRAFT, Stage.CANCELLED})
INVITING = frozenset({Stage.INVITING})
PLAYING = frozenset({Stage.PLAYING})
OVER = frozenset({Stage.OVER})
BEGUN = PLAYING | OVER

_MOVES: tuple[Kind, ...] = (
    *(Bid, Pass, Play, Plan, Keep, Trump, Lay, HousePolicy, Unsure, WhichOrder, Unread),
    *(Wish.UNDO, Wish.FORGET_PLAN),
)
_ANSWERS = Power.ANSWERS
_ASKED_BACK = Power.ASKED_BACK

ROWS = (
    # What answers a question, or changes an answer.
    *(Row(one, play, BEGUN, _ANSWERS) for one in _MOVES),
    *(Row(one, in_or_out, INVITING, _ANSWERS) for one in _MOVES),
    *(Row(one, no_game, CLOSED, _ANSWERS) for one in _MOVES),
    Row(Locked, tell.locked, ANY, _ANSWERS),
    Row(Join, invitation, INVITING, _ANSWERS),
    Row(Join, play, PLAYING, _ANSWERS),
    Row(Join, yes_to_rematch, OVER, _ANSWERS),
    Row(Join, no_game, CLOSED, _ANSWERS),
    # What is told.
    Row(Wish.STATUS, tell.status, INVITING | BEGUN, below=True),
    Row(Wish.HELP, tell.help_, INVITING | BEGUN, below=True),
    Row(Wish.PROOF, tell.prove, INVITING | BEGUN, below=True),
    Row(Wish.FATES, tell.what_we_got, INVITING | BEGUN, below=True),
    Row(Wish.HAND, tell.status, BEGUN, below=True),
    Row(Wish.LOG, tell.log, BEGUN, below=True),
    Row(Wish.CHART, tell.chart, BEGUN, below=True),
    Row(Wish.STANDINGS, tell.league_or(tell.status), BEGUN, below=True),
    Row(Wish.STANDINGS, tell.league_or(in_or_out), INVITING),
    Row(Wish.STANDINGS, tell.league_or(no_game), CLOSED),
    *(Row(one, in_or_out, INVITING) for one in (Wish.HAND, Wish.LOG, Wish.CHART)),
    *(
        Row(one, no_game, CLOSED)
        for one in (
            *(Wish.STATUS, Wish.HELP, Wish.PROOF, Wish.FATES),
            *(Wish.HAND, Wish.LOG, Wish.CHART),
        )
    ),
    # Words.
    Row(Talk, talk, INVITING | PLAYING),
    Row(Talk, talk_too_late, OVER),
    Row(Talk, no_game, CLOSED),
    Row(Salt, salt, INVITING | BEGUN),
    Row(Salt, no_game, CLOSED),
    # Time.
    Row(Away, away, ANY, below=True),
    Row(Wish.BACK, back, ANY, below=True),
    Row(Wish.HERE, back, ANY, below=True),
    Row(MoreTime, more_time, ANY, below=True),
    Row(Pause, propose_pause, ANY, below=True),
    Row(AgreePause, agree_to_pause, ANY, below=True),
    # Games that may be joined, and new ones.
    Row(Wish.GAMES, open_games, ANY, below=True),
    Row(Wish.JOIN, seat_by_name, INVITING),
    Row(Wish.JOIN, open_games, ANY - INVITING),
    Row(Wish.REMATCH, rematch, ANY),
    Row(Wish.TEST, ask_for_test, ANY),
    Row(Wish.REGISTER, registered_already, ANY),
    # Settings.
    Row(Wish.SETTINGS, settings.settings, ANY),
    *(Row(key, settings.mailing, ANY, below=True) for key in map(Key, USUAL)),
    Row(Key.LANGUAGE, settings.language, ANY, below=True),
    Row(Key.TIME_ZONE, settings.time_zone, ANY, below=True),
    Row(Key.REMINDERS, settings.reminders, ANY, below=True),
    Row(Key.NOTATION, settings.notation, ANY, below=True),
    Row(Key.NAME, settings.name, ANY, below=True),
    Row(Key.ADDRESS, change_address, ANY, _ASKED_BACK),
    # Leaving. No to an invitation is not asked back.
    *(Row(one, decline, INVITING) for one in (Wish.LEAVE, Wish.UNSUBSCRIBE)),
    *(Row(one, leave.leave, ANY - INVITING, _ASKED_BACK) for one in (Wish.LEAVE, Wish.UNSUBSCRIBE)),
    Row(Wish.STAY, leave.stay, ANY),
    Row(Wish.HAND_OVER, leave.hand_over, ANY, _ASKED_BACK),
    Row(Wish.STOP, leave.stop, ANY, _ASKED_BACK),
    Row(Wish.FORGET_ME, leave.forget_me, ANY, _ASKED_BACK),
    Row(Wish.MY_DATA, leave.my_data, ANY, _ASKED_BACK),
)

HANDLERS: Mapping[tuple[Kind, Stage], Row] = MappingProxyType(
    {(row.kind, stage): row for row in ROWS for stage in row.stages}
)
"""The row of each kind of order at each stage of a game: there is exactly one."""

BELOW = frozenset(row.kind for row in ROWS if row.below)
"""The kinds of orders that count below another."""
