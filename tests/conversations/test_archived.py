"""What is ordered by mail of a game that is in the archive comes from its file, as before."""

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.context.services import open_services
from pbem.domain.outcomes import Refused, Resent, Told
from pbem.domain.vocabulary import WhyNot
from pbem.games.archiving import archive_old
from pbem.server.chores import drop_next
from pbem.store.database import Database
from tests.club import configured, once, seated
from tests.conversations.test_whole_games import DEALS, moves
from tests.databases import database_url
from tests.effort import others_long

DAYS = timedelta(days=400)

LATE = [
    *("log", "log 1", "proof", "status", "chart", "why 1", "review", "leave", "undo", "3"),
    *("rematch", "same again", "hint", "say hello", "mix in horseshoe", "pause 3 days"),
    *("mute Bruno", "settings", "correction: 2", "my data"),
]
NOW = {"log", "proof", "why 1", "rematch", "undo"}


@once
def ended(folder):
    """Lindy, played to its end, with words to the table and for a shuffle; Tuesday goes on."""
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth", preset=DEALS)
    club.say(club.waiting, "say shuffle well")
    club.say(club.waiting, "mix in horseshoe")
    moves(club, 3)
    club.open("Anna", "Bruno", "Jan", game="Tuesday")
    return club


def with_archive(club, folder):
    """The club with an archive in a folder."""
    club.services.db.archive = folder / "archive"
    return replace(club, services=configured(club.services, archive=folder / "archive"))


def a_year_later(folder, played=ended):
    """What was played a year after its end, when the bytes of its mails have been dropped."""
    folder.mkdir(exist_ok=True)
    club = with_archive(played(folder), folder)
    club.now += DAYS
    while drop_next(club.services, club.now):
        pass
    return club


def started_anew(club, folder, url=None):
    """The club on a server that has read nothing yet."""
    database = Database(url or database_url(folder / "club.db"))
    services = open_services(database, club.services.settings, club.services.secrets)
    return replace(club, services=services)


def archived(club):
    return list(archive_old(club.services, club.now))


def about_lindy(club, name="Anna"):
    return [one for one in club.letters(name) if "Lindy" in one.subject]


def answered(club, word, to):
    """What became of an order, and what came back."""
    before = len(club.letters("Anna"))
    became = club.say("Anna", word, to=to)
    letters = [
        (one.subject, one.text.replace(one.tag, ""), len(list(one.message.iter_attachments())))
        for one in club.letters("Anna")[before:]
    ]
    return became, letters


@pytest.mark.parametrize("word", others_long(LATE, lambda word: word in NOW))
def test_late_orders_are_done_or_refused_as_before(word, tmp_path):
    found = []
    for folder in ("kept", "archived"):
        club = a_year_later(tmp_path / folder)
        if folder == "archived":
            assert archived(club) == [1]
            club = started_anew(club, tmp_path / folder)
        found.append(answered(club, word, about_lindy(club)[-1]))
        club.services.db.close()
    assert found[0] == found[1]
    assert found[1][1]


def test_what_we_got_is_told_of_later_mails_only(tmp_path):
    club = a_year_later(tmp_path)
    archived(club)
    club.say("Anna", "status", to=about_lindy(club)[-1])
    became, [(_, text, _)] = answered(club, "what did you get", about_lindy(club)[-1])
    assert became == Told("fates")
    assert "Re: [Lindy] Bruno wins: final score" in text
    assert "6H" not in text


def test_a_letter_from_the_middle_of_the_game_says_that_it_is_long_over(tmp_path):
    """What is open elsewhere is asked anew; in another language if she writes in it."""
    club = a_year_later(tmp_path)
    archived(club)
    became, [(subject, text, _)] = answered(club, "3", about_lindy(club)[0])
    assert became == Resent(WhyNot.UNKNOWN_CODE)
    assert "Tuesday" in subject
    assert "perhaps because its game ended long ago" in " ".join(text.split())


def test_what_is_said_again_of_the_table_is_said_once(tmp_path):
    club = a_year_later(tmp_path)
    archived(club)
    assert isinstance(club.say("Anna", "3", to=about_lindy(club)[-1]), Refused)
    assert "shuffle well" not in club.letter("Anna").text
