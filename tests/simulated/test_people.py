"""Those who live in the worlds: is there anything they never do?"""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import get_args

import pytest

from engine import PRESETS
from pbem.letters.answered import lines_of
from pbem.mail.mail import read_mail
from pbem.orders.organiser.model import Command
from pbem.orders.organiser.parse import PARSERS, read_commands
from pbem.orders.organiser.typed import TYPED_ORDERS
from tests.effort import of_each
from tests.simulated.letters import Letter, code_of, kind_of_tap, reply, tapped_in
from tests.simulated.marks import INVITED, TAPS, expected, never
from tests.simulated.organisers import ORDERS, Scene
from tests.simulated.people import newcomer
from tests.simulated.programs import PROGRAMS
from tests.simulated.strangers import STRANGERS, Passing

NOW = datetime(2026, 10, 5, 8, tzinfo=UTC)


def written(name):
    """An order as organisers write it, in many words."""
    dice = random.Random(name)
    crowd = [newcomer(number, "world.example", dice) for number in range(9)]
    scenes = (Scene("marta@x.example", crowd[:3], crowd[3:], one, NOW, dice) for one in range(60))
    return {ORDERS[name](scene) for scene in scenes}


def read(name):
    lines = read_commands(sorted(written(name))[:20], "en", NOW.date())
    return [command for line in lines for command in line.commands]


def test_organisers_have_words_for_every_order():
    assert ORDERS.keys() == PARSERS.keys()
    assert {one.name for one in TYPED_ORDERS} <= ORDERS.keys()
    assert {type(one) for name in ORDERS for one in read(name)} == set(get_args(Command))


@of_each("name", sorted(ORDERS))
def test_what_organisers_write_is_read_as_the_order_it_is_meant_to_be(name):
    assert len({type(one) for one in read(name)}) == 1


@of_each("program", sorted(PROGRAMS))
@of_each("words", ["QH\n", "2, thanks!\n\n-- \nZoë\n3 Card Street\n", "K♥\n"])
def test_every_mail_program_sends_the_words_first_or_below_a_quotation(program, words):
    text = "Deal 1: your turn\n\nYOU CAN PLAY\n  4♠  four of spades\n\nReply: 4S\n"
    letter = Letter("a@x.example", "", "[Table1] Your turn", "t+1@o.example", "<1@x>", text, ())
    _, raw = reply(letter, words, NOW, program=program)
    lines, _ = lines_of(read_mail(raw), [text], "en")

    assert lines[0] == words.splitlines()[0]


def test_each_row_of_the_tables_of_the_program_is_a_mark():
    marks = expected()

    assert {"letter: your_play", "order: paused", "mail: refused: seen", "mail: held"} <= marks
    assert {f"rules: {one.name}" for one in PRESETS} <= marks
    assert never(["letter: your_play"]) == sorted(marks - {"letter: your_play"})


@pytest.mark.parametrize("what", sorted(STRANGERS))
def test_what_strangers_send_is_a_mail_to_the_server(what):
    dice = random.Random(what)
    crowd = [newcomer(number, "world.example", dice) for number in range(3)]
    back = "table+c@ohhell.localhost"
    letter = Letter("p0@world.example", back, "[Table1] Your turn", back, "<1@x>", "QH?", ())
    for _ in range(20):
        _, to, raw = STRANGERS[what](Passing([letter], crowd, NOW, dice))
        assert to.startswith("table")
        assert read_mail(raw).body.strip() or b"delivery-status" in raw


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        *[("3", "bid"), ("QH", "card"), ("*1 high", "card"), ("QH then 3C", "card and lead")],
        *[("hearts", "trump"), ("no trump", "trump"), ("pause yes", "pause"), ("keep QH", "keep")],
    ],
)
def test_a_tap_is_known_by_what_it_answers_with(code, kind):
    assert kind_of_tap(code) == kind
    assert kind in TAPS
    assert tapped_in(f"From: a@x\nSubject: [Table1-1.2] {code}\n\n{code}\n".encode()) == kind
    assert tapped_in(f"From: a@x\nSubject: Re: [Table1] Your turn\n\n{code}\n".encode()) == ""


SIGNS, CHECK = "d9mgefqt4356q2yi", "ahkd7ghs"


@pytest.mark.parametrize(
    ("to", "subject", "signs"),
    [
        (f"table+{SIGNS}{CHECK}@o.example", "Re: [Table1] Your turn", SIGNS),
        ("table@o.example", f"Re: [Table1] lead a card,\n by Mon 12:00 [#{SIGNS}{CHECK}]", SIGNS),
        ("table@o.example", f"[Table1-1.2 #{SIGNS}{CHECK}] QH", SIGNS),
        ("table@o.example", "Re: [Table1] Your turn", ""),
    ],
)
def test_a_mail_comes_under_the_code_of_its_address_or_of_its_subject(to, subject, signs):
    """Not under one that stands in what it quotes."""
    raw = f"From: a@x\nSubject: {subject}\n\nQH\n> Your turn\n> [#{CHECK}{SIGNS}]\n".encode()

    assert code_of(to, raw) == signs


@pytest.mark.parametrize("seed", range(8))
def test_an_invitation_is_answered_in_many_ways(seed):
    """Whatever is said, it goes to the letter's own address, and some time has gone by."""
    dice = random.Random(seed)
    links = tuple(f"mailto:t+1@o.example?subject=%5BTable1%5D%20{code}" for code in ("yes", "no"))
    text = "Reply with one word on the first line:   yes\n"
    letter = Letter("a@x.example", "", "Marta invites you", "t+1@o.example", "<1@x>", text, links)
    said = [newcomer(1, "x.example", dice).reads(letter, NOW, dice) for _ in range(300)]

    kinds = {one.what for mails in said for one in mails}
    assert {"answer", *INVITED} <= kinds
    assert [] in said
    assert all(one.to == "t+1@o.example" and one.hours > 0 for mails in said for one in mails)
