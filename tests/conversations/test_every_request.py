"""Every row of a request, sent as help has it to a table that plays: read, done, and answered."""

from __future__ import annotations

import pytest

from pbem.commands.player.handlers import HANDLERS, ROWS
from pbem.domain.code_powers import Grave
from pbem.domain.model import Stage
from pbem.domain.outcomes import AskedBack, Automatic, NotActed, Parked, Told
from pbem.orders.words import data, lists_at
from tests.club import configured, once, seated

REQUESTS = lists_at(data("en"), ("requests",))
EXAMPLES = {
    row.kind: f"{REQUESTS[row.kind][0]} {row.line.after if row.line else ''}".strip()
    for row in ROWS
    if row.kind in REQUESTS
}
"""The usual words of each, and what help says may stand behind them."""


@once
def asked(folder):
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth")
    club.say(club.waiting, "1")
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    club = asked(tmp_path)
    club.services = configured(club.services, open_games=True)
    yield club
    club.services.db.close()


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_is_done_and_whoever_asks_to_be_told_hears_once(table, name):
    unread, letters = table.say("Bruno", "qwertz"), len(table.letters("Anna"))
    became = table.say("Anna", EXAMPLES[name])

    assert became != unread
    assert not isinstance(became, Parked | NotActed | Automatic)
    grave = HANDLERS[name, Stage.PLAYING].needs in [*Grave]
    assert isinstance(became, AskedBack) == (grave and name != "unsubscribe"), "one tap ends it"
    if isinstance(became, Told | AskedBack):
        assert len(table.letters("Anna")) == letters + 1
