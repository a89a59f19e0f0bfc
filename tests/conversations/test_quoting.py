"""Players answer from every kind of program; the server reads what they wrote."""

import base64

import pytest

from pbem.domain.outcomes import Played, Refused
from pbem.domain.vocabulary import Why
from pbem.store import questions, sent_mail
from tests.effort import few
from tests.pbem.clients import ATTRIBUTIONS, BLOCKS, HTML


@pytest.fixture(name="table")
def _table(club):
    club.open("Anna", "Bruno", "Chloe", "Dieter")
    return club


def answer(club, name, body, kind="plain", headers=""):
    """Somebody's mail with exactly this body; what became of it."""
    letter = club.letter(name)
    raw = (
        f"From: {name} <{club.addresses[name]}>\r\nTo: {letter.reply_to}\r\n"
        f"Subject: Re: {letter.subject}\r\nContent-Type: text/{kind}; charset=utf-8\r\n"
        f"Content-Transfer-Encoding: base64\r\n{headers}\r\n"
    )
    data = raw.encode() + base64.encodebytes(body.encode())
    return club.receive(data, letter.reply_to)


def page(letter):
    """The body of a letter's HTML, as a program puts it into its own."""
    begin, end = letter.html.index("<body"), letter.html.index("</body>")
    return f"<div{letter.html[begin + 5 : end]}</div>"


@pytest.mark.parametrize("client", few(sorted(HTML), 3))
def test_a_bid_above_quoted_html_is_made(table, client):
    name = table.waiting

    assert answer(table, name, HTML[client]("1", page(table.letter(name))), "html") == Played("1")


@pytest.mark.parametrize("client", few(sorted(HTML), 3))
def test_quoted_html_alone_bids_nothing(table, client):
    name = table.waiting
    became = answer(table, name, HTML[client]("", page(table.letter(name))), "html")

    assert became == Refused(Why.EMPTY)


@pytest.mark.parametrize(
    ("above", "inside", "became"),
    [
        ("what do you mean?", "> 1", Refused(Why.QUOTED)),
        ("what do you mean?", "> good luck", Refused(Why.UNREADABLE)),
        ("", "> 1", Refused(Why.EMPTY)),
        ("2", "> 1", Played("2")),
    ],
)
def test_an_answer_inside_the_quotation_is_never_played_but_told_of(table, above, inside, became):
    name = table.waiting
    quote = "".join(f"> {line}\n" for line in table.letter(name).text.splitlines())

    assert answer(table, name, f"{above}\n\nOn Monday, Lindy wrote:\n{quote}{inside}\n") == became
    told = "the quoted mail is never played" in " ".join(table.letter(name).text.split())
    assert told is (became == Refused(Why.QUOTED))


def test_a_bid_below_or_inside_our_text_is_found_without_quote_marks(table):
    name = table.waiting
    text = table.letter(name).text

    assert answer(table, name, f"{BLOCKS['outlook fr']}\n\n{text}\n\n1") == Played("1")
    name = table.waiting
    above, line, below = table.letter(name).text.partition("HOW TO ANSWER\n")
    head = ATTRIBUTIONS["apple ja"]
    assert answer(table, name, f"{head}\n{above}{line}\n1\n\n{below}") == Played("1")


def test_our_text_alone_bids_nothing_whatever_surrounds_it(table):
    name = table.waiting
    text = table.letter(name).text
    heads = [*ATTRIBUTIONS.values(), "", "Some words in a language nobody listed:"]
    outcomes = {answer(table, name, f"{head}\n\n{text}") for head in heads[-12:]}

    assert "1" in text.split()
    assert not [became for became in outcomes if isinstance(became, Played)]


def test_what_may_be_quoted_is_the_mail_it_names_or_what_asked_and_the_newest(table):
    name = table.waiting
    first = table.letter(name)
    for text in ("nonsense", "more nonsense", "help"):
        answer(table, name, text)
    mails = [letter.raw for letter in table.letters(name)]
    seat = table.seat(name)

    with table.services.db.begin() as session:
        [asked] = questions.open_questions(session, 1)
        named = sent_mail.answered(
            session, 1, seat, question=None, message_ids=["<x@y>", first.message["Message-ID"]]
        )
        asking = sent_mail.answered(session, 1, seat, question=asked.id, message_ids=())
        newest = sent_mail.answered(session, 1, seat, question=None, message_ids=())
        stranger = sent_mail.answered(session, 2, seat, question=None, message_ids=())
    assert named == [first.raw]
    assert len(asking) == 2
    assert set(asking) < set(mails)
    assert set(newest) == set(mails[-2:])
    assert stranger == []


def test_the_mail_that_is_answered_may_be_an_old_one(table):
    name = table.waiting
    old = table.letter(name)
    assert answer(table, name, "nonsense") == Refused(Why.UNREADABLE)
    named = f"In-Reply-To: {old.message['Message-ID']}\r\n"

    assert answer(table, name, f"1\n\n{old.text}", headers=named) == Played("1")
