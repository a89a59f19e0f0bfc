"""The server's own log: in lines or JSON, and never with what lets somebody else in."""

import hashlib
import io
import json
import logging

import pytest

from pbem.logs import log, log_to, redacted
from pbem.mail.addresses import Addresses
from pbem.mail.codes import Keys, Purpose, Signs, draw
from tests.effort import of_each
from tests.pbem.test_tokens import of_old

ADDRESSES = Addresses("table@cards.example", Keys(b"k" * 32))


@of_each("number", [0, 1, 31, 32, 70_000, 10**9])
@of_each("form", ["new", *Purpose])
def test_a_code_is_never_written(form, number):
    signs = draw(lambda count: hashlib.sha256(f"{number}".encode()).digest()[:count])
    token = ADDRESSES.keys.code(signs) if form == "new" else of_old(form, number)
    address = f"table+{token}@cards.example"

    assert redacted(f"550 no such address <{address}>") == (
        "550 no such address <table+...@cards.example>"
    )
    assert redacted(address.upper()) == "TABLE+...@CARDS.EXAMPLE"
    assert token not in redacted(f"subject: Re: [Lindy-6.3 {token}] QH")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (
            "postgresql+psycopg://cards:open-sesame@db/cards",
            "postgresql+psycopg://cards:...@db/cards",
        ),
        ("password: open-sesame", "password: ..."),
        ("{'password': 'open-sesame'}", "{'password': ..."),
        ("incomprehensibilities of counterrevolutionaries", None),
        ("2026-10-05T08:00:00 game 7, mail 120394, anna+cards@club.example", None),
    ],
)
def test_passwords_are_not_written_and_words_are(text, written):
    assert redacted(text) == (written or text)


def test_json_is_one_object_a_line_with_the_trouble_of_other_libraries():
    stream = io.StringIO()
    log_to(stream, style="json")
    address = ADDRESSES.answers_to(Signs("abcdefghijkmnpqr"))
    try:
        raise ValueError(f"cannot store the mail for {address}")
    except ValueError:
        log.exception("mail failed", inbound=3)
        logging.getLogger("mail.log").exception("SMTP session with %s", address)
    ours, theirs = map(json.loads, stream.getvalue().splitlines())

    assert (ours["event"], ours["inbound"], ours["level"]) == ("mail failed", 3, "error")
    assert "ValueError: cannot store the mail for table+...@cards.example" in ours["exception"]
    assert theirs["event"] == "SMTP session with table+...@cards.example"
    assert "ValueError" in theirs["exception"]
