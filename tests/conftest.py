"""Fixtures every test may use."""

import gc
import sqlite3
import sys

import pytest
from hypothesis import settings
from sqlalchemy import Pool, event

from pbem.logs import log_to
from tests.club import once, seated
from tests.databases import close_all
from tests.servers import postgres
from tests.simulated import disk

# How long an example takes says how busy the machine is; a commit has the same examples everywhere.
settings.register_profile("any machine", deadline=None, derandomize=True)
settings.register_profile("fresh", deadline=None, max_examples=3000)
settings.load_profile("any machine")

# Looking for garbage after every 700 objects, as is usual, takes long; collecting makes a million.
gc.set_threshold(20_000, 20, 20)

# As the server writes it: without this each fault is drawn with the values of all variables.
log_to(sys.stderr)


@event.listens_for(Pool, "checkout")
def _not_synced(connection, _record, _proxy):
    """No test here takes the power away: waiting for the disk would be half of a conversation.

    Servers that tests run and kill are processes of their own, and wait for it as they must; so do
    those in a world whose power may go.
    """
    if isinstance(connection, sqlite3.Connection) and not disk.in_use():
        connection.execute("PRAGMA synchronous=OFF")


@pytest.fixture(autouse=True)
def _closed():
    """No test leaves a database open: its connections would be closed in the middle of another."""
    yield
    close_all()


@pytest.fixture(name="club")
def _club(tmp_path):
    """A club on an empty database: `club.open("Anna", "Bruno", "Ruth")` starts a game."""
    return seated(tmp_path)


@once
def lindy(folder):
    """Anna, Bruno and Ruth at the first deal, ten cards each; Monday 5 October, ten in Paris."""
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth")
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    """A game that has just begun."""
    return lindy(tmp_path)


def pytest_collection_finish():
    """What is collected stays to the end: nobody need look through it for garbage."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure():
    """At the end, also of each process that runs a part of the tests."""
    postgres.stop()
