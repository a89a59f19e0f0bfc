"""Who may move: the right code from the right address. Robots and strangers get no answer."""

import pytest

from pbem.domain.outcomes import Automatic, Held, NotActed, Played, Refused, Resent
from pbem.domain.vocabulary import Why, WhyNot
from pbem.mail.addresses import Addresses
from pbem.mail.codes import Keys, Signs


def test_a_right_code_from_a_wrong_address_moves_nothing(table):
    before = table.game

    became = table.say(table.waiting, "2", sender="eve@evil.example")

    assert became == Held("eve@evil.example")
    assert table.game == before


@pytest.mark.parametrize(
    "sender",
    [
        "From: anna@club.example <eve@evil.example>",
        "From: eve@evil.example <anna@club.example>",
        'From: "anna@club.example" <eve@evil.example>',
        "From: anna@club.example)eve@evil.example",
        "From: anna@club.example, eve@evil.example",
        "From: anna@club.example\nFrom: eve@evil.example",
        "From: <anna@club.example> <eve@evil.example>",
        "Reply-To: anna@club.example",
        "From: Anna",
        "From:",
    ],
)
def test_a_doubtful_sender_is_nobody(club, sender):
    club.open("Anna", "Bruno", "Ruth")
    while club.waiting != "Anna":
        club.say(club.waiting, "1")
    letter, before, sent = club.letter("Anna"), club.game, club.sent

    became = club.receive(f"{sender}\nTo: {letter.reply_to}\n\n2\n".encode(), letter.reply_to)

    assert became == NotActed(WhyNot.NO_SENDER)
    assert (club.game, club.sent) == (before, sent)


def test_another_players_code_moves_nothing(table):
    name = table.waiting
    other = next(one for one in table.addresses if one != name)
    before = table.game

    became = table.say(other, "2", to=table.letter(name))

    assert became == NotActed(WhyNot.OTHER_PLAYER)
    assert table.game == before


@pytest.mark.parametrize(
    ("headers", "mail_from", "became"),
    [
        ("Auto-Submitted: auto-replied\n", "a@b", Automatic("automatic answer")),
        ("Auto-Submitted: auto-generated; x=y\n", "a@b", Automatic("automatic answer")),
        ("Precedence: bulk\n", "a@b", Automatic("bulk mail")),
        ("X-Autoreply: yes\n", "a@b", Automatic("automatic answer")),
        ("List-Id: <x.y>\n", "a@b", Automatic("bulk mail")),
        ("Return-Path: <>\n", "a@b", Automatic("bounce", ours=False)),
        ("Subject: Out of office: Lindy\n", "a@b", Automatic("out of office")),
        ("Subject: Abwesenheitsnotiz\n", "a@b", Automatic("out of office")),
        ("", "", Automatic("bounce", ours=False)),
        ("", "<>", Automatic("bounce", ours=False)),
        ("X-OhHell-Server: game1.ohhell.example\n", "a@b", Automatic("one of our own mails")),
    ],
)
def test_a_robot_moves_nothing_and_gets_no_answer(table, headers, mail_from, became):
    before, sent = table.game, table.sent

    assert table.say(table.waiting, "2", headers=headers, mail_from=mail_from) == became
    assert (table.game, table.sent) == (before, sent)


@pytest.mark.parametrize(
    "headers", ["Auto-Submitted: no\n", "X-Auto-Response-Suppress: All\n", "Importance: high\n"]
)
def test_what_people_send_is_no_robot(table, headers):
    """Exchange puts X-Auto-Response-Suppress on ordinary answers."""
    assert table.say(table.waiting, "2", headers=headers) == Played("2")


def test_our_own_letter_sent_back_to_us_goes_nowhere(table):
    letter = table.letter(table.waiting)
    sent = table.sent

    assert table.receive(letter.raw, letter.reply_to) == Automatic("one of our own mails")
    assert table.sent == sent


def test_the_code_is_found_in_the_headers_when_the_door_does_not_know_it(table):
    """A polled mailbox has no envelope: the address is in To, or in a delivery header."""
    name = table.waiting
    letter = table.letter(name)
    raw = (
        f"From: {table.addresses[name]}\nTo: undisclosed-recipients:;\n"
        f"Delivered-To: {letter.reply_to.upper()}\n\n2\n"
    )

    assert table.receive(raw.encode(), "") == Played("2")


def test_a_code_of_another_server_is_no_code(table):
    foreign = Addresses("table@ohhell.example", Keys(b"another key")).answers_to(Signs("a" * 16))

    assert table.receive(f"From: anna@club.example\nTo: {foreign}\n\n2\n".encode(), foreign) == (
        Resent(WhyNot.NO_CODE)
    )


def test_the_same_mail_twice_is_one_mail(table):
    name = table.waiting
    letter = table.letter(name)
    raw = f"From: {table.addresses[name]}\nTo: {letter.reply_to}\n\n2\n".encode()
    table.receive(raw, letter.reply_to)
    before, sent = table.game, table.sent

    table.receive(raw, letter.reply_to)

    assert (table.game, table.sent) == (before, sent)


@pytest.mark.parametrize(
    ("kind", "body", "became", "sentence"),
    [
        (
            'multipart/encrypted; protocol="application/pgp-encrypted"; boundary="x"',
            "--x\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n"
            "--x\nContent-Type: application/octet-stream\n\nabc\n--x--\n",
            Refused(Why.ENCRYPTED),
            "Your mail is encrypted",
        ),
        (
            "application/pkcs7-mime; smime-type=enveloped-data",
            "MIIB\n",
            Refused(Why.ENCRYPTED),
            "Your mail is encrypted",
        ),
        (
            "text/plain",
            "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n",
            Refused(Why.ENCRYPTED),
            "Your mail is encrypted",
        ),
        (
            'multipart/mixed; boundary="x"',
            "--x\nContent-Type: text/plain\n\n\n--x\nContent-Type: application/ms-tnef; "
            'name="winmail.dat"\n\nabc\n--x--\n',
            Refused(Why.WINMAIL),
            "a file called winmail.dat",
        ),
    ],
)
def test_a_mail_that_cannot_be_opened_is_answered_with_how_to(table, kind, body, became, sentence):
    name = table.waiting
    letter, before = table.letter(name), table.game
    head = f"From: {table.addresses[name]}\nTo: {letter.reply_to}\nContent-Type: {kind}\n\n"

    assert table.receive((head + body).encode(), letter.reply_to) == became
    assert sentence in " ".join(table.letter(name).text.split())
    assert table.game == before
