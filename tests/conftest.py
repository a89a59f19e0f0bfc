"""Fixtures every test may use."""

import pytest

from tests.club import seated


@pytest.fixture(name="club")
def _club(tmp_path):
    """A club on an empty database: `club.open("Anna", "Bruno", "Ruth")` starts a game."""
    club = seated(tmp_path)
    yield club
    club.house.db.close()
