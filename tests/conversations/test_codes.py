"""Where the code of a question is found, and which one counts; three ways to address an answer."""

from __future__ import annotations

import re

import pytest
from alembic import command
from alembic.config import Config

from pbem.context.services import renew_key
from pbem.domain.outcomes import (
    AskedBack,
    Ordered,
    Played,
    Refused,
    Repeated,
    Resent,
    Said,
    TakenBack,
    Told,
)
from pbem.domain.vocabulary import Back, To, Why, WhyNot
from pbem.letters.frame import FOOT
from pbem.store.codes import void_old_form
from pbem.store.migrate import MIGRATIONS
from tests.club import seated
from tests.databases import behind
from tests.effort import few
from tests.pbem.test_tokens import of_old

NO_CODE = Resent(WhyNot.NO_CODE)
UNKNOWN = Resent(WhyNot.UNKNOWN_CODE)

PLACES = {
    "the envelope": ("{address}", "To: undisclosed-recipients:;", "", ""),
    "Delivered-To": ("", "To: x@y.example\nDelivered-To: {address}", "", ""),
    "X-Original-To": ("", "To: x@y.example\nX-Original-To: {address}", "", ""),
    "Envelope-To": ("", "To: x@y.example\nEnvelope-To: <{address}>", "", ""),
    "X-Forwarded-To": ("", "To: x@y.example\nX-Forwarded-To: {address}", "", ""),
    "To": ("", "To: Lindy <{address}>", "", ""),
    "Cc": ("", "To: x@y.example\nCc: {address}", "", ""),
    "In-Reply-To": ("", "In-Reply-To: {message_id}", "", ""),
    "References": (
        "",
        "In-Reply-To: <new@relay>\nReferences: <a@b> {message_id} <new@relay>",
        "",
        "",
    ),
    "the subject of a tap": ("", "To: {mailbox}", "[Lindy-1.B {tag}] 2", ""),
    "the foot of the quoted mail": ("", "To: {mailbox}", "Re: your turn", "> [Lindy-1.B {tag}]"),
    "the foot of a mail quoted as Outlook does it": (
        *("", "To: {mailbox}", "RE: your turn"),
        "-----Original Message-----\nFrom: Lindy\n\nOh Hell! by mail   [Lindy-1.B {tag}]",
    ),
    "an address in capitals": ("{ADDRESS}", "To: {ADDRESS}", "", ""),
    "a tag in capitals": ("", "To: {mailbox}", "[LINDY-1.B {TAG}] 2", ""),
}


@pytest.fixture(name="asked_twice")
def _asked_twice(club):
    """Who has bid and taken it back: asked the same again, under another code."""
    club.open("Anna", "Bruno", "Ruth", hold=10)
    name = club.waiting
    old = club.letter(name)
    club.say(name, "1")
    assert club.say(name, "undo", to=old) == TakenBack()
    return club, name, old, club.letter(name)


def mail(club, name, place, letter=None):
    """The bytes of a mail with its code in one place only, and the envelope's recipient."""
    letter = letter or club.letter(name)
    envelope, headers, subject, quoted = PLACES[place]
    words = {
        "address": letter.reply_to,
        "ADDRESS": letter.reply_to.upper(),
        "mailbox": club.services.addresses.mailbox,
        "message_id": letter.message["Message-ID"],
        "tag": letter.tag,
        "TAG": letter.tag.upper(),
    }
    raw = f"From: {club.addresses[name]}\n{headers}\nSubject: {subject}\n\n2\n\n{quoted}\n"
    return raw.format(**words).encode(), envelope.format(**words)


@pytest.mark.parametrize("place", PLACES)
def test_a_code_counts_wherever_it_stands(table, place):
    raw, envelope = mail(table, table.waiting, place)

    assert table.receive(raw, envelope) == Played("2")


@pytest.mark.parametrize("way", few(["fixed", "plus", "catch-all"], 1))
def test_a_whole_deal_by_taps_and_by_typing(tmp_path, way):
    club = seated(tmp_path, answers=way, answer_domain="play.ohhell.example")
    club.open("Anna", "Bruno", "Ruth", invite=True)
    shapes = {
        "plus": r"table\+\w{24}@ohhell.example",
        "catch-all": r"\w{24}@play.ohhell.example",
        "fixed": "table@ohhell.example",
    }
    assert re.fullmatch(shapes[way], club.letter("Anna").reply_to)
    assert [club.tap("Anna", "yes"), club.say("Bruno", "yes")] == [Said(True), Said(True)]
    assert club.tap("Ruth", "yes") == Said(True, To.BEGIN)

    answers = 0
    while not club.game.deals:
        name = club.waiting
        foot = {name for _, name in FOOT}
        choice = [tap for tap in club.letter(name).taps if tap not in foot][-1]
        give = club.tap if answers % 2 else club.say
        assert give(name, choice) == Played(choice)
        answers += 1

    assert answers > 20
    assert club.tap("Anna", "status") == Told("status")
    assert club.say("Anna", "help", quoting=False, headers="Subject: a new mail\n") == (
        Told("help") if way != "fixed" else Resent(WhyNot.NO_CODE)
    )
    club.services.db.close()


def test_the_subject_carries_the_code_where_nothing_else_is_sure(tmp_path):
    club = seated(tmp_path, answers="fixed")
    club.open("Anna", "Bruno", "Ruth")
    letter = club.letter(club.waiting)

    assert letter.subject.endswith(f" [{letter.tag}]")
    assert club.say(club.waiting, "2", quoting=False) == Played("2")
    club.services.db.close()


def test_the_way_may_be_changed_while_people_play(tmp_path):
    plus = seated(tmp_path)
    plus.open("Anna", "Bruno", "Ruth")
    fixed = seated(tmp_path, answers="fixed")
    fixed.boxes, fixed.addresses = plus.boxes, plus.addresses

    assert fixed.say(fixed.waiting, "2") == Played("2")
    assert "+" not in fixed.letter(fixed.waiting).reply_to
    assert plus.say(plus.waiting, "2") == Played("2")
    plus.services.db.close()
    fixed.services.db.close()


@pytest.mark.parametrize(
    ("envelope", "to", "became"),
    [
        ("new", "old", Played("2")),
        ("old", "new", Refused(Why.OLD_QUESTION)),
        ("", "new", Played("2")),
        ("", "old", Refused(Why.OLD_QUESTION)),
        ("", "new, old", AskedBack(Back.QUESTIONS)),
        ("", "old, new", AskedBack(Back.QUESTIONS)),
        ("", "new, new", Played("2")),
        ("new", "new, old", Played("2")),
    ],
)
def test_the_surest_place_counts_and_two_codes_there_are_asked_about(
    asked_twice, envelope, to, became
):
    club, name, old, new = asked_twice
    codes = {"": "", "old": old.reply_to, "new": new.reply_to}
    named = ", ".join(codes[word] for word in to.split(", "))
    before, sent = club.game, club.sent

    raw = f"From: {club.addresses[name]}\nTo: {named}\n\n2\n"
    assert club.receive(raw.encode(), codes[envelope]) == became
    if isinstance(became, AskedBack):
        assert (club.game, club.sent) == (before, sent + 1)
        assert "names two of our questions" in " ".join(club.letter(name).text.split())


def test_several_recipients_are_several_answers(table):
    """What a mail server hands over once for each address is one answer for each."""
    name = table.waiting
    letter = table.letter(name)
    raw = f"From: {table.addresses[name]}\nTo: {letter.reply_to}, x@y.example\n\n2\n".encode()

    assert table.receive(raw, letter.reply_to) == Played("2")
    assert table.receive(raw, "table@ohhell.example") == Repeated()


def test_the_nearest_of_several_quoted_mails_is_the_one_answered(asked_twice):
    club, name, old, new = asked_twice
    quoted = f">> [Lindy-1.B {old.tag}]\n> [Lindy-1.B {new.tag}]"
    raw = f"From: {club.addresses[name]}\nTo: table@ohhell.example\n\n2\n\n{quoted}\n"

    assert club.receive(raw.encode(), "") == Played("2")


@pytest.mark.parametrize(
    "message_id",
    [
        "<game1.seat{seat}.game_start.6@ohhell.example>",
        "<aaaaaaaaaaaaaaaa@ohhell.example>",
        "{thread}",
    ],
)
def test_a_message_id_that_anybody_could_guess_is_no_code(table, message_id):
    name = table.waiting
    thread = table.letter(name).message["References"]
    answers = message_id.format(seat=table.seat(name), thread=thread)
    raw = f"From: {table.addresses[name]}\nTo: table@ohhell.example\nIn-Reply-To: {answers}\n\n2\n"

    assert table.receive(raw.encode(), "") == NO_CODE


@pytest.mark.parametrize(("forget", "became"), [(False, Played("2")), (True, NO_CODE)])
def test_a_new_key_reads_the_old_codes_unless_they_shall_be_forgotten(tmp_path, forget, became):
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth")
    with club.services.db.begin() as session:
        renew_key(session, forget=forget)
    club.services.db.close()
    later = seated(tmp_path)
    later.boxes, later.addresses = club.boxes, club.addresses

    assert later.services.addresses.keys.master != club.services.addresses.keys.master
    assert later.say(later.waiting, "2") == became
    later.services.db.close()


def before_codes_were_random(folder):
    """The club's database as it was before codes were random, its key, and where the codes led."""
    name = next((MIGRATIONS / "versions").glob("*codes_that_say_nothing.py")).name
    with behind(folder / "club.db") as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.downgrade(config, f"{int(name[:4]) - 1:04}")


@pytest.fixture(name="upgraded")
def _upgraded(tmp_path):
    """A club whose letters carry codes of the old form, on a server that was brought up to date."""
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth")
    club.services.db.close()
    before_codes_were_random(tmp_path)
    later = seated(tmp_path)
    later.boxes, later.addresses = club.boxes, club.addresses
    yield later
    later.services.db.close()


def answer_by_old_code(club, name, purpose, number, words):
    """Somebody answers under a code of the old form; what became of the mail."""
    code = of_old(purpose, number, club.services.addresses.keys.master)
    address = f"table+{code}@ohhell.example"
    sender = club.addresses.get(name, "marta@club.example")
    assert club.services.addresses.is_ours(address)
    raw = f"From: {sender}\nTo: {address}\nSubject: {words}\n\n{words}\n"
    return club.receive(raw.encode(), address)


def test_codes_from_before_they_were_random_are_still_read(upgraded):
    name = upgraded.waiting
    seat = upgraded.seat(name)

    assert answer_by_old_code(upgraded, name, "s", 16 + seat, "status") == Told("status")
    assert answer_by_old_code(upgraded, name, "q", 1, "2") == Played("2")
    assert answer_by_old_code(upgraded, name, "q", 1, "2.") == Repeated()
    assert answer_by_old_code(upgraded, "Marta", "g", 1, "status") == (Ordered(1, 1))


def test_nothing_asked_since_has_a_code_of_the_old_form(upgraded):
    name = upgraded.waiting
    assert answer_by_old_code(upgraded, name, "q", 1, "2") == Played("2")

    assert answer_by_old_code(upgraded, upgraded.waiting, "q", 2, "2") == UNKNOWN


def test_no_code_of_the_old_form_is_read_after_a_copy_was_put_back(upgraded):
    with upgraded.services.db.begin() as session:
        void_old_form(session)

    assert answer_by_old_code(upgraded, upgraded.waiting, "q", 1, "2") == UNKNOWN


def test_what_is_asked_twice_is_asked_under_one_code(table):
    """A forged mail that has a question sent again must not make the letter before worthless."""
    name = table.waiting
    first = table.letter(name)
    table.later(hours=40)
    again = table.letter(name)

    assert (first.kind, again.kind) == ("game_start", "your_bid")
    assert first.message["Message-ID"] != again.message["Message-ID"]
    assert (first.reply_to, first.tag) == (again.reply_to, again.tag)
