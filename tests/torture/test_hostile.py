"""Mails and names made to do harm, through the real receiver and all that comes behind it.

Each is refused with an SMTP code, or is a mail like any other; none stops the server, moves a card
that it should not, or writes to anybody but the player. End-of-data smuggling, slow senders, long
lines and too many connections are in tests/pbem/test_smtp_receiver.py; how much work a hostile mail
may cost is in tests/pbem/test_reading_bounds.py.
"""

from __future__ import annotations

import base64
import io
import smtplib
import zipfile
from contextlib import suppress

import pytest

from pbem.context import Context
from pbem.domain.names import look
from pbem.domain.outcomes import Automatic, NotActed, Played, Refused
from pbem.domain.vocabulary import Why
from pbem.games.guests import CannotOrganise, person
from pbem.games.set_up import new_game
from pbem.store.games import all_games
from pbem.store.inbound import accept
from tests.effort import few, of_each
from tests.pbem.test_smtp_receiver import begun, receiver
from tests.setups import set_up

MB = 1_000_000


class Hall:
    """A club behind a receiver: mails handed in by SMTP, thought through, answered."""

    def __init__(self, club, client):
        self.club, self.client = club, client
        self.name = club.waiting
        self.letter = club.letter(self.name)

    def hand_in(self, head="", body="2\n", kind="text/plain"):
        """Somebody's mail through the receiver; what became of it."""
        raw = (
            f"From: {self.club.addresses[self.name]}\r\nTo: {self.letter.reply_to}\r\n"
            f"{head}Content-Type: {kind}\r\n\r\n{body}"
        )
        return self.raw(raw.encode("utf-8", "surrogateescape"))

    def raw(self, raw):
        """Bytes through the receiver; what became of them."""
        self.client.sendmail("somebody@club.example", [self.letter.reply_to], raw)
        return self.club.process()


@pytest.fixture(name="hall")
def _hall(club):
    club.open("Anna", "Bruno", "Ruth")

    def take(mails):
        with club.services.db.begin() as session:
            for mail in mails:
                accept(session, mail)

    with receiver(take, ours=club.services.addresses) as client:
        yield Hall(club, client)


def unharmed(hall):
    """Whether the player's next answer is taken as if nothing had been."""
    return hall.club.say(hall.name, "2", to=hall.letter) == Played("2")


def parts(kind, count, each, boundary="b"):
    inside = "".join(f"--{boundary}\r\n{each}\r\n" for _ in range(count))
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\r\n\r\n'
    return f"{head}{inside}--{boundary}--\r\n"


def nested(depth):
    """A multipart in a multipart, and so on."""
    opened = "".join(
        f'Content-Type: multipart/mixed; boundary="{n}"\r\n\r\n--{n}\r\n' for n in range(depth)
    )
    return f"{opened}Content-Type: text/plain\r\n\r\n2\r\n"


@pytest.mark.parametrize(
    "bomb",
    [
        parts("mixed", 20_000, "Content-Type: text/plain\r\n\r\nx"),
        parts("alternative", 20_000, "Content-Type: text/html\r\n\r\n<p>2</p>"),
        parts("digest", 5_000, "\r\nSubject: x\r\n\r\n2"),
        nested(2_000),
        "Content-Type: message/rfc822\r\n\r\n" * 20_000,
        'Content-Type: multipart/mixed; boundary="b"\r\n\r\n' + "--b\r\n" * 100_000,
        "Content-Transfer-Encoding: base64\r\n\r\n" + "QUFB\r\n" * 100_000,
    ],
    ids=["mixed", "alternative", "digest", "nested", "forwarded", "empty", "base64"],
)
def test_a_mime_bomb_moves_nothing_and_stops_nothing(hall, bomb):
    before = hall.club.game
    head = f"From: {hall.club.addresses[hall.name]}\r\nTo: {hall.letter.reply_to}\r\n"
    became = hall.raw((head + bomb).encode())

    assert isinstance(became, Refused | NotActed | Automatic)
    assert hall.club.game == before
    assert unharmed(hall)


def test_an_answer_after_two_hundred_headers_is_read(hall):
    assert hall.hand_in("".join(f"X-Way-{n}: {'x' * 100}\r\n" for n in range(200))) == Played("2")


def test_of_headers_without_end_the_first_are_read(hall):
    """64 kB of them; the body begins where it begins."""
    assert hall.hand_in("X: y\r\n" * 100_000) == Played("2")


def test_ten_megabytes_are_refused_with_552_before_and_after(hall):
    hall.client.ehlo()
    announced = hall.client.docmd("MAIL", f"FROM:<a@b.example> SIZE={10 * MB}")[0]
    begun(hall.client, hall.letter.reply_to).send(b"la la la\r\n" * MB + b".\r\n")

    assert (announced, hall.client.getreply()[0]) == (552, 552)
    assert unharmed(hall)


@pytest.mark.parametrize(
    ("body", "became"),
    [
        ("\0\0\0\r\n", Refused(Why.EMPTY)),
        ("2\0\r\n", Played("2")),
        ("\x01\x02\x03\x1b[2J\r\n", Refused(Why.UNREADABLE)),
        ("\ufeff2\r\n", Played("2")),
        ("\u202e2\u202c\r\n", Played("2")),
    ],
)
def test_signs_that_nobody_sees_do_no_harm(hall, body, became):
    assert hall.hand_in(body=body, kind="text/plain; charset=utf-8") == became


@pytest.mark.parametrize("command", ["MAIL FROM:<a\0@b.example>", "MAIL FROM:<a\x0b@b.example>"])
def test_a_sender_with_control_signs_is_refused_with_501(hall, command):
    hall.client.ehlo()

    assert hall.client.docmd(command)[0] in (501, 553)


@pytest.mark.parametrize(
    "head",
    [
        "Subject: x\r\nBcc: eve@evil.example\r\nX-Evil: yes\r\n",
        "Subject: =?utf-8?q?x=0D=0ABcc=3A_eve=40evil=2Eexample=0D=0AX-Evil=3A_yes?=\r\n",
        "Message-ID: <x@y>\r\n\tX-Evil: yes\r\nReply-To: eve@evil.example\r\n",
        "References: <x\nX-Evil: yes@y>\r\nReturn-Receipt-To: eve@evil.example\r\n",
        "Disposition-Notification-To: eve@evil.example\r\nErrors-To: eve@evil.example\r\n",
    ],
)
def test_nothing_of_a_mails_headers_gets_into_ours(hall, head):
    hall.hand_in(head, body="what did you get\r\n")
    answer = hall.club.letter(hall.name)
    names = [name.lower() for name in answer.message]

    assert answer.message["To"].addresses[0].addr_spec == hall.club.addresses[hall.name]
    assert "x-evil" not in names
    assert "bcc" not in names
    assert "eve" not in str(answer.message["Reply-To"])
    assert set(hall.club.boxes) == {"Anna", "Bruno", "Ruth"}


@pytest.mark.parametrize(
    "sender",
    [
        "=?utf-8?q?{at}=3E?= <eve@evil.example>",
        "=?utf-8?q?=22{at}=22_=3C{at}=3E?= <eve@evil.example>",
        "=?utf-8?b?{b64}?=",
        "=?utf-8?q?a=0D=0AFrom=3A_{at}?= <eve@evil.example>",
        "=?utf-7?q?+ADw-{at}+AD4-?= <eve@evil.example>",
        "=?x-unknown?q?{at}?= <eve@evil.example>",
    ],
)
def test_an_encoded_word_makes_nobody_a_player(hall, sender):
    before = hall.club.game
    address = hall.club.addresses[hall.name]
    b64 = base64.b64encode(f"<{address}>".encode()).decode()
    head = f"From: {sender.format(at=address.replace('@', '=40'), b64=b64)}\r\n"
    became = hall.raw(f"{head}To: {hall.letter.reply_to}\r\n\r\n2\r\n".encode())

    assert not isinstance(became, Played)
    assert hall.club.game == before


@pytest.mark.parametrize(
    "end",
    few(
        [
            *(
                b"\n.\n",
                b"\n.\r\n",
                b"\r.\r\n",
                b"\r.\n",
                b"\r.\r",
                b"\n.\r",
                b"\r\n.\r",
                b"\r\n.\n",
            ),
            *(b"\r\n\0.\r\n", b"\r\n.\0\r\n", b"\r\n\r.\r\n", b"\r\r\n.\r\r\n", b"\n\n.\r\n"),
        ],
        5,
    ),
)
def test_no_second_mail_is_smuggled_in_the_first(hall, end):
    """The end-of-data list of SMTP-Smuggling-Tools."""
    other = next(name for name in hall.club.addresses if name != hall.name)
    second = hall.club.letter(other).reply_to.encode()
    evil = b"MAIL FROM:<e@x>\r\nRCPT TO:<" + second + b">\r\nDATA\r\n"
    raw = b"From: a@b.example\r\n\r\n2" + end + evil + b"From: " + b"x@y\r\n\r\n2\r\n.\r\n"
    begun(hall.client, hall.letter.reply_to).send(raw)
    code = hall.client.getreply()[0]
    hall.club.process()
    with hall.club.services.db.begin() as session:
        found = session.connection().exec_driver_sql("select recipient from inbound").all()

    assert code == 250
    assert [row[0] for row in found] == [hall.letter.reply_to]


def test_of_thousands_of_recipients_fifty_are_served_and_the_rest_put_off(hall):
    hall.client.ehlo()
    hall.client.mail("a@b.example")
    said = []
    with suppress(smtplib.SMTPServerDisconnected):
        for _ in range(3000):
            said.append(hall.client.rcpt(hall.letter.reply_to)[0])

    assert said[:50] == [250] * 50
    assert set(said[50:-1]) == {452}
    assert said[-1] == 421
    assert len(said) <= 101


def test_attachments_are_never_opened(hall):
    """A zip of a gigabyte, a card in a file, a page in a file: only what is shown is read."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(10):
            archive.writestr(f"{number}.txt", b"0" * MB)
    bomb = base64.encodebytes(packed.getvalue()).decode()
    files = (
        "--b\r\nContent-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        f"{bomb}\r\n--b\r\nContent-Type: text/plain\r\n"
        'Content-Disposition: attachment; filename="../../etc/passwd"\r\n\r\n3\r\n'
        '--b\r\nContent-Type: text/html; name="page.html"\r\n\r\n<p>3</p>\r\n--b--\r\n'
    )
    alone = hall.hand_in(body=files, kind='multipart/mixed; boundary="b"')
    text = "--b\r\nContent-Type: text/plain\r\n\r\n2\r\n"
    shown = hall.hand_in(body=text + files, kind='multipart/mixed; boundary="b"')

    assert (alone, shown) == (Refused(Why.EMPTY), Played("2"))


def test_an_answer_with_a_photo_of_nearly_the_greatest_size_is_heard(hall):
    photo = base64.encodebytes(bytes(range(256)) * 2600).decode().replace("\n", "\r\n")
    files = f"--b\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n{photo}"
    text = "--b\r\nContent-Type: text/plain\r\n\r\n2\r\n"
    body = f"{text}{files}\r\n--b--\r\n"

    assert 900_000 < len(body) < MB
    assert hall.hand_in(body=body, kind='multipart/mixed; boundary="b"') == Played("2")


NAMES = [
    *("Anna\r\nBcc: eve@evil.example", "Anna\nX: y", "Anna\0", "Anna\u2028", "Anna\x7f"),
    *("\u202eannA", "An\u200bna", "Anna\u2066", "\u200fAnna", "Anna\ufeff"),
    *("<b>Anna</b>", "Anna<script>", "Anna & Bruno", '"Anna"', "Anna;", "{{ 7*7 }}", "%(n)s"),
    "$HOME",
    *("../Anna", "..", "/etc/passwd", "C:\\Anna", "Anna/..", "~root", "-rf", ".", "", " "),
    "A" * 31,
    *("anna@club.example", "[Lindy]", "=?utf-8?q?x?="),
]


def refused(make, *words, **more):
    """Whether an organiser is told that something cannot be."""
    try:
        make(*words, **more)
    except CannotOrganise:
        return True
    return False


def test_a_name_made_to_do_harm_names_no_game(club):
    """Line ends, directions of writing, HTML, templates, paths."""
    assert [n for n in NAMES if not refused(club.open, "Anna", "Bruno", "Ruth", game=n)] == []
    with club.services.db.begin() as session:
        assert all_games(session) == []


@of_each("name", NAMES)
def test_a_name_made_to_do_harm_names_no_player(name):
    with suppress(CannotOrganise):
        # Quotes belong to the address, and an empty name is one made from it.
        assert person(f"{name} <x@club.example>").name in ("Anna", "X")
        assert name in ('"Anna"', "anna@club.example", "", " ")


ALIKE = [
    ("Anna", "Аnna"),  # a Cyrillic A
    ("Bruno", "Brunо"),  # a Cyrillic o
    ("Ian", "lan"),
    ("Al", "AI"),
    ("Arno", "Amo"),
    ("Olga", "0lga"),
    ("Anna", "ANNA"),
    ("Anna", "An na"),
    ("Anna", "Ａｎｎａ"),
    ("Νίκος", "Nίκος"),
    ("Ann", "Ann."),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_two_names_are_mistaken_for_each_other(one, other):
    assert look(one) == look(other)


@pytest.mark.parametrize("other", ["Hanna", "Anne", "Annah", "Zoë"])
def test_other_names_are_not(other):
    assert look("Anna") != look(other)
    assert look("Zoe") != look(other)


def test_two_names_that_look_the_same_do_not_sit_at_one_table(club):
    game = {"name": "Lindy", "setup": set_up(), "organiser": person("x@x.example"), "zone": "UTC"}
    sat = []
    for at, (one, other) in enumerate(ALIKE):
        names = enumerate((one, "Xe", other))
        people = [person(f"{name} <p{at}.{seat}@club.example>") for seat, name in names]
        with club.services.db.begin() as session:
            ctx = Context(club.services, session, club.now)
            if not refused(new_game, ctx, people=people, **game):
                sat.append((one, other))

    assert sat == []


@pytest.mark.parametrize(
    "name", ["Zoë", "Zoe\u0308", "Łukasz", "O'Neill", "J.-P. 2", "Иван", "李明"]
)
def test_names_of_people_are_names(name):
    """However their letters are put together."""
    assert len(person(f"{name} <x@club.example>").name) <= len(name)


def test_what_an_organiser_writes_is_text_in_both_parts(club):
    words = "<b>Hi</b> \u202e{{ 7 * 7 }} <script>x</script>"
    club.open("Anna", "Bruno", "Ruth", invite=True, words=words)
    letter = club.letter("Anna")

    assert "<b>Hi</b> {{ 7 * 7 }}" in letter.text
    assert "&lt;b&gt;Hi&lt;/b&gt; {{ 7 * 7 }} &lt;script&gt;" in letter.html
    assert "<script" not in letter.html


def test_what_a_player_writes_comes_back_as_text(hall):
    body = "<img src=x onerror=alert(1)> {{ 7*7 }} \u202eolleh\r\n"
    hall.hand_in(body=body, kind="text/plain; charset=utf-8")
    letter = hall.club.letter(hall.name)

    assert "onerror" in letter.text
    assert "<img" not in letter.html
    assert "&lt;img src=x" in letter.html
    assert "\u202e" not in letter.text + letter.html
