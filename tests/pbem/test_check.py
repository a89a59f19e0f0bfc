"""`pbem check`: a log that holds what the rules give passes, and any other is named."""

import pytest
from sqlalchemy import select, text
from sqlmodel import col

from engine import Seat
from pbem.context.shuffles import mix_in
from pbem.games.check import check_game
from pbem.store.tables.log import EventRow
from tests.club import once, seated


@pytest.fixture(name="played")
def _played(tmp_path):
    club = well_under_way(tmp_path)
    yield club
    club.services.db.close()


@once
def well_under_way(folder):
    """A game with an undo and a missed deadline in its log."""
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth", hold=10)
    club.say(club.waiting, "2")
    club.say(club.game and club.table.players[_last_seat(club)].name, "undo")
    club.later(hours=60)
    with club.services.db.begin() as session:
        mix_in(club.services, session, club.table, Seat(2), "banana", club.now)
    while len(club.game.deals) < 2:
        name = club.waiting
        club.say(name, club.letter(name).choices[0])
        club.later(minutes=10)
    assert checked(club) is None
    return club


def _last_seat(club):
    return run(club, "select seat from event order by seq desc limit 1").scalar()


def run(club, sql, **values):
    """Do something behind the server's back."""
    with club.services.db.begin() as session:
        return session.connection().execute(text(sql), values)


def checked(club):
    with club.services.db.begin() as session:
        return check_game(session, 1)


def change(club, kind, **changes):
    """Change the first event of a kind."""
    with club.services.db.begin() as session:
        first = select(EventRow).where(col(EventRow.kind) == kind).order_by(col(EventRow.seq))
        row = session.scalars(first).first()
        row.data = row.data | changes


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("CardPlayed", {"card": "2C"}),
        ("TrickTaken", {"seat": 99}),
        ("DealScored", {"points": [1, 2, 3]}),
        ("CardsDealt", {"turn_up": "2C"}),
        ("CardsDealt", {"dealer": 9}),
        ("GameStarted", {"first_dealer": 9}),
        ("TakenBack", {"to": 3}),
    ],
)
def test_a_changed_event_is_found(played, kind, changes):
    change(played, kind, **changes)

    assert checked(played).startswith("Lindy: ")


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("delete from event where seq = 7", "is missing"),
        ("update event set actor = 'server' where kind = 'BidMade'", "was not forced"),
        ("update event set actor = 'deadline' where actor = 'player'", "not what the player"),
        ("update secret set secret = :nought where deal = 1", "deal 1 is not the one that was ann"),
        ("update secret set secret = :nought where deal = 3", "deal 3 is not the one that was ann"),
        ("update secret set fingerprint = '0' where deal = 2", "deal 2 is not the one that was"),
        ("update secret set fingerprint = null where deal = 1", "should be CardsDealt"),
        ("update secret set fingerprint = null where deal = 0", "should be GameStarted"),
        ("delete from secret where deal = 1", "the secret of deal 1 is missing"),
        ("update word set word = 'bananas' where deal = 2", "should be CardsDealt"),
        ("update word set seat = 1 where deal = 2", "should be CardsDealt"),
        ("delete from word where deal = 2", "should be CardsDealt"),
        ("update game set stage = 'over'", "the log says otherwise"),
        ("delete from event", "its log is empty"),
        ("delete from event where seq > 10 and kind = 'TrickTaken'", "should be TrickTaken"),
        ("update event set data = '{}' where kind = 'BidMade'", "cannot be read"),
        ("update event set kind = 'Nonsense' where seq = 9", "cannot be read"),
    ],
)
def test_a_changed_row_is_found_and_said(played, sql, says):
    run(played, sql, **({"nought": b"\0"} if ":nought" in sql else {}))

    assert says in checked(played)


def test_a_game_not_begun_is_fine(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)

    assert checked(club) is None
