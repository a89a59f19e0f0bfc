"""What fails of the work that has its times keeps none of the other kinds from being done."""

from datetime import timedelta

import pytest

from pbem.domain.outcomes import Changed
from pbem.domain.vocabulary import Change
from pbem.notifications import reminders
from pbem.server.worker import Worker
from pbem.store.database import DatabaseUnavailable
from tests.conversations.dealing import deal_in

LINDY = "KH 4H 9C 8C | 2H 3C 5C 9S | AH QH TC JD"
CLUB = "7D 4S JC 8S | 2D 3S 5S 9H | AD QS TS JH"


@pytest.fixture(name="night")
def _night(club):
    """Anna has not bid at the club and is to be reminded; Bruno gets one mail in the morning."""
    deal_in(club, LINDY, turn_up="7S")
    deal_in(club, CLUB, turn_up="7C", game="Club")
    assert club.say("Bruno", "mails daily 08:00") == Changed(Change.SETTING, "mails")
    club.say("Anna", "1", to=club.letters("Anna")[0])
    club.now += timedelta(hours=40)
    club.deliver()
    return club


def work(night, monkeypatch, error):
    """Do what is due, where no reminder can be written."""

    def fails(*_):
        raise error

    monkeypatch.setattr(reminders, "send_reminder", fails)
    return Worker(night.services, lambda: night.now, wake=pytest.fail).think(night.now)


def test_a_reminder_that_fails_keeps_nobodys_mail_of_the_morning_back(night, monkeypatch):
    before = len(night.letters("Bruno"))

    work(night, monkeypatch, ZeroDivisionError())

    night.deliver()
    assert [letter.subject for letter in night.letters("Bruno")[before:]] == [
        "[Lindy 1/7] your bid, by Fri 9:00"
    ]


@pytest.mark.parametrize("error", [DatabaseUnavailable("away"), MemoryError()])
def test_without_a_database_or_memory_nothing_else_is_tried(night, monkeypatch, error):
    with pytest.raises(type(error)):
        work(night, monkeypatch, error)
