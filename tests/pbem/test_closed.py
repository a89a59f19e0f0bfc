"""A server that said farewell: while it runs its door is shut, and it begins no more."""

from __future__ import annotations

import json
import re
import smtplib
from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.server.clock import now
from pbem.store.farewell import farewell, set_farewell
from tests.databases import NO_SETTINGS, empty_database
from tests.pbem.test_cli import PLAYERS, out, pbem, serving, sorry, wait_until

pytestmark = NO_SETTINGS

DAY = (now() + timedelta(days=30)).date()
CLOSED = f"this server said farewell and its database is closed, since {DAY}"


@pytest.fixture(name="there")
def _there(tmp_path):
    """A folder with a game under way."""
    out(pbem(tmp_path, "new", "Lindy", *PLAYERS, "--start"))
    (tmp_path / "config.yaml").write_text("doors: [{port: 0}]\ntick: 0.1\n")
    return tmp_path


def its_end_comes(folder):
    """The moment on which it ends has come a minute ago."""
    db = empty_database(folder / "ohhell.db")
    with db.begin() as session:
        known = farewell(session)
        set_farewell(session, replace(known, at=now() - timedelta(minutes=1)))
    db.close()


def stage(folder):
    return json.loads(pbem(folder, "status", "--json").stdout)["farewell"]


def test_the_command_says_it_tells_how_it_stands_and_takes_it_back(there):
    assert out(pbem(there, "farewell")) == "No farewell was said: this server goes on."
    assert "nothing to take back" in sorry(pbem(there, "farewell", "--cancel"))
    assert "still to come" in sorry(pbem(there, "farewell", "2020-01-01"))

    said = out(pbem(there, "farewell", str(DAY), "Thank", "you!"))
    assert said.startswith(f"This server ends on {DAY}, at 07:00 UTC. Whoever has a part")
    assert "said already" in sorry(pbem(there, "farewell", str(DAY), "Thank", "you!"))
    assert "one of them" in sorry(pbem(there, "farewell", str(DAY), "--cancel"))
    assert "not closed" in sorry(pbem(there, "farewell", "--open"))
    assert f"farewell This server ends on {DAY}" in out(pbem(there, "status"))
    assert stage(there) == {"day": str(DAY), "stage": "told"}
    assert f"this server ends on {DAY}: told" in pbem(there, "doctor", "--wait", "0").stdout
    assert "nothing new begins here" in sorry(pbem(there, "new", "Cork", *PLAYERS))

    assert "The server goes on" in out(pbem(there, "farewell", "--cancel"))


def test_the_end_comes_the_door_is_shut_and_the_server_does_not_begin_again(there):
    out(pbem(there, "farewell", str(DAY)))
    its_end_comes(there)
    with serving(there) as (process, printed):
        port = int(re.search(r"SMTP on [\d.]+:(\d+)", printed.read_text())[1])
        wait_until(lambda: stage(there)["stage"] == "closed")

        def refused():
            with smtplib.SMTP("127.0.0.1", port) as client:
                client.ehlo()
                return client.mail("anna@club.example")

        wait_until(lambda: refused()[0] == 550)
        assert refused()[1] == b"5.3.2 This server has come to its end and takes no mail any more"
        assert process.poll() is None, printed.read_text()

    letters = [one.read_bytes() for one in there.glob("outgoing/new/*")]
    assert sum(b"The last letter of this server" in one for one in letters) == len(PLAYERS)
    assert CLOSED in sorry(pbem(there, "serve"))
    assert out(pbem(there, "proof", "Lindy")) != ""
    assert "cancelled" in out(pbem(there, "games"))

    assert "The database is open" in out(pbem(there, "farewell", "--open"))
    with serving(there) as (process, printed):
        assert process.poll() is None, printed.read_text()
