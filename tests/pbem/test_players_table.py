"""The table of players' orders: a row for every kind of order at every stage, and its code."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from pbem.commands.player.handlers import (
    AT_THE_DOOR,
    GRAVE,
    HANDLERS,
    NAMING,
    OF_PERSONS,
    ROWS,
    grave,
    ordered,
)
from pbem.commands.player.invitation import in_or_out, no_game
from pbem.commands.player.row import kind_of
from pbem.domain.code_powers import Grave, Power
from pbem.domain.model import Stage
from pbem.orders.keywords import Key
from pbem.orders.model import Order, Request, Setting
from pbem.orders.words import data, lists_at
from tests.effort import of_each

PBEM = Path(__file__).parents[2] / "pbem"
TYPES = {one for one in get_args(Order) if one not in (Request, Setting)}


def spelt(kind):
    """A kind of order as its row is known: `Bid`, `undo`, `time_zone`."""
    return str(kind) if isinstance(kind, str) else kind.__name__


REQUESTS = lists_at(data("en"), ("requests",))
KINDS = sorted({*TYPES, *REQUESTS, *Key}, key=spelt)


def needs(powers, stage=Stage.PLAYING):
    """All kinds of orders that need one of those, in a game that is at a stage."""
    found = (
        spelt(kind) for kind, at in HANDLERS if at is stage and HANDLERS[kind, at].needs in powers
    )
    return " ".join(sorted(found, key=str.lower))


def test_every_kind_of_order_has_one_row_at_every_stage():
    cells = Counter((row.kind, stage) for row in ROWS for stage in row.stages)

    assert HANDLERS.keys() == {(kind, stage) for kind in KINDS for stage in Stage}
    assert [cell for cell, rows in cells.items() if rows > 1] == []


@of_each("wish", REQUESTS)
def test_a_request_is_known_by_what_it_wishes(wish):
    assert kind_of(Request(wish, "Lindy")) == wish


@pytest.mark.parametrize("key", Key)
def test_a_setting_is_known_by_its_key(key):
    assert kind_of(Setting(key, "x")) is key


def test_answers_need_the_code_of_an_open_question():
    assert needs([Power.ANSWERS]) == (
        "Bid forget_plan HousePolicy Join Keep Lay Locked Pass Plan Play Trump "
        "undo Unread Unsure WhichOrder"
    )


def test_what_cannot_be_undone_is_asked_back():
    assert needs([*Grave]) == ("address forget_me hand_over leave my_data stop unsubscribe")


def test_no_to_an_invitation_is_not_asked_back():
    assert needs([*Grave], Stage.INVITING) == "address forget_me hand_over my_data stop"


def test_all_else_is_done_under_any_code_of_the_players():
    """Each was looked at: it tells at the registered address, or changes what has a way back."""
    assert needs([Power.ANY]) == (
        "ack adopt AgreePause Away back calendar cards chart colours explain fates format games "
        "hand help here hint join language log mails MoreTime mute name notation Pause practice "
        "print proof public quiet register rematch reminders report results review Salt settings "
        "standings status stay subject talk Talk test Thanks time_zone UnknownValue unmute unwatch "
        "watch why"
    )


def test_what_is_asked_back_is_what_there_is_a_letter_for():
    back = {kind_of(ordered(what, "anna@home.example")) for what in Grave}

    assert back | {"unsubscribe"} == GRAVE.keys()


def test_what_is_about_the_person_needs_no_seat():
    assert {Grave.STOP, Grave.FORGET_ME, Grave.MY_DATA} == OF_PERSONS
    assert {
        *("register", "games", "join", "watch", "unwatch", "test", "practice"),
    } == AT_THE_DOOR


def test_behind_these_stands_a_name_or_some_other_words():
    assert {
        *("adopt", "join", "mute", "practice", "report", "standings", "unmute", "unwatch", "watch"),
    } == NAMING


@pytest.mark.parametrize("what", Grave)
def test_the_order_that_was_asked_back_is_known_again(what):
    detail = "anna@home.example" if what is Grave.ADDRESS else ""

    assert grave(ordered(what, detail)) == (what, detail)


@of_each("kind", KINDS)
def test_a_game_that_never_began_plays_nothing(kind):
    closed, inviting = HANDLERS[kind, Stage.CANCELLED], HANDLERS[kind, Stage.INVITING]

    assert (inviting.run is in_or_out) <= (closed.run is no_game)
    assert HANDLERS[kind, Stage.DRAFT] == closed


def requests_named(tree):
    """The requests that code names: made, told of, matched or compared."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name("Request" | "Told"), args=[ast.Constant(name), *_]):
                yield name
            case ast.MatchClass(cls=ast.Name("Request"), patterns=some, kwd_patterns=more):
                values = (one for pattern in (*some[:1], *more[:1]) for one in ast.walk(pattern))
                yield from (one.value for one in values if isinstance(one, ast.Constant))
            case ast.Compare(left=ast.Attribute(attr="wish"), comparators=[one]):
                yield from (each.value for each in ast.walk(one) if isinstance(each, ast.Constant))


def test_each_request_that_code_names_is_one():
    code = [file.read_text("utf-8") for file in PBEM.rglob("*.py")]
    found = [name for text in code for name in requests_named(ast.parse(text))]

    assert len(found) > 40
    assert set(found) <= REQUESTS.keys()
    assert [*requests_named(ast.parse("Told('frob'); asked.wish == 'x'"))] == ["frob", "x"]
