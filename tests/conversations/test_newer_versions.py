"""Where an index is named, the operator's week tells of a newer version; else nobody asks."""

from __future__ import annotations

import http.server
import json
import threading
from contextlib import contextmanager
from datetime import timedelta

import pytest

from pbem.doctor.package_index import newer_than
from pbem.domain.week import NewerVersion
from pbem.server.chores import Chores
from tests.club import configured
from tests.conversations.test_operators_week import MONDAY, THURSDAY, letter, tells
from tests.servers import HOST

SIMPLE_JSON = {
    "name": "ohhell-by-mail",
    "files": [
        {"filename": "ohhell_by_mail-9.0.0.tar.gz", "upload-time": "2026-09-30T10:00:00Z"},
        {
            "filename": "ohhell_by_mail-9.0.0-py3-none-any.whl",
            "upload-time": "2026-09-29T10:00:00Z",
        },
        {"filename": "ohhell_by_mail-9.1.0.tar.gz", "yanked": "broken"},
        {"filename": "ohhell_by_mail-10.0rc1.tar.gz"},
    ],
}
ONE_PACKAGE = {
    "info": {
        "version": "9.0.0",
        "summary": "Cards by mail",
        "project_urls": {"Source": "https://a.example", "Changelog": "https://a.example/news"},
    },
    "urls": [{"upload_time_iso_8601": "2026-09-30T10:00:00.5Z"}],
}
SIMPLE_HTML = """
<a href="x/ohhell_by_mail-9.0.0.tar.gz#sha256=0">ohhell_by_mail-9.0.0.tar.gz</a>
<a href="x/ohhell_by_mail-9.1.0.tar.gz" data-yanked="broken">ohhell_by_mail-9.1.0.tar.gz</a>
"""


@contextmanager
def index(page, status=200):
    """A package index on loopback; where it is, and how often it was asked."""
    asked = []

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_):
            """Say nothing."""

    server = http.server.ThreadingHTTPServer((HOST, 0), Page)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://{HOST}:{server.server_address[1]}/simple/ohhell-by-mail/", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


def week(club, where):
    """What the letter of the week says where this index is named, its chore done as in a server."""
    club.services = configured(club.services, ask_index=where)
    club.now = THURSDAY
    tells(club)
    ask(club)
    club.now = MONDAY
    assert tells(club)
    return letter(club)


def ask(club):
    for _, _, chore in Chores(club.services, lambda: club.now).ticks():
        chore()


@pytest.mark.parametrize(
    ("page", "told"),
    [
        (json.dumps(SIMPLE_JSON), "Newer version 9.0.0, there since Tuesday 29 September 2026"),
        (
            json.dumps(ONE_PACKAGE),
            "Newer version 9.0.0, there since Wednesday 30 September 2026 "
            "Its notes https://a.example/news",
        ),
        (SIMPLE_HTML, "Newer version 9.0.0 Mails out"),
    ],
    ids=["simple JSON", "JSON of one package", "simple HTML"],
)
def test_the_letter_tells_which_since_when_and_where_its_notes_are(club, page, told):
    with index(page.encode()) as (where, _):
        assert told in week(club, where)


def test_it_is_asked_once_a_week(club):
    with index(SIMPLE_HTML.encode()) as (where, asked):
        week(club, where)
        for hours in (0, 24, 6 * 24 - 1):
            club.now = THURSDAY + timedelta(hours=hours)
            ask(club)
        assert len(asked) == 1
        club.now = THURSDAY + timedelta(days=7)
        ask(club)
        assert len(asked) == 2


def test_nobody_is_asked_where_none_is_named(club):
    told = week(club, None)

    assert "Newer version" not in told
    assert not list(Chores(club.services, lambda: club.now).ticks())


@pytest.mark.parametrize(
    ("page", "status"),
    [
        (b"", 404),
        (b"not found", 200),
        (b"[1, 2]", 200),
        (b'{"info": 3, "files": [null, {"filename": 7}]}', 200),
        (b'{"info": {"version": "0.0.1"}}', 200),
        (b"x" * 5_000_001, 200),
    ],
    ids=["not there", "words", "a list", "strange", "older", "too big"],
)
def test_an_index_that_says_nothing_of_use_is_as_none(club, page, status):
    with index(page, status) as (where, _):
        assert "Newer version" not in week(club, where)


def test_an_index_that_does_not_answer_is_asked_again_a_day_later(club):
    with index(SIMPLE_HTML.encode()) as (where, _):
        pass
    assert "Newer version" not in week(club, where)

    with index(SIMPLE_HTML.encode()) as (where, asked):
        club.services = configured(club.services, ask_index=where)
        club.now = THURSDAY + timedelta(hours=23)
        ask(club)
        assert asked == []
        club.now = THURSDAY + timedelta(days=1)
        ask(club)
        assert len(asked) == 1


@pytest.mark.parametrize(
    ("ours", "newer"),
    [
        ("0.9", True),
        ("1.10.0", False),
        ("1.10", False),
        ("1.9.9", True),
        ("1.10.0.dev0", True),
        ("1.11.0.dev0", False),
        ("2.0", False),
    ],
)
def test_versions_are_compared_by_their_numbers(ours, newer):
    page = b"<a>ohhell_by_mail-1.10.0.tar.gz</a> <a>ohhell_by_mail-1.9.0.tar.gz</a>"

    assert newer_than(ours, page) == (NewerVersion("1.10.0") if newer else None)
