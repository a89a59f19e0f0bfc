"""The log of a deal, for the players: all that lies open, and never a hidden card."""

import re

from pbem.domain.outcomes import Refused, Told
from tests.conversations.dealing import bids, club_dealt

HANDS = "QH 3H KC TD 9D | AH 2H 5C 4D 2S | KH 4H AC 6D 3S"


def test_log_tells_what_was_played_and_nothing_that_is_held_or_hidden(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
    bids(club, 1, 1, 1)
    club.say("Anna", "QH")

    assert club.say("Bruno", "log") == Told("log")
    assert "LOG OF DEAL 1" in club.letter("Bruno").text
    assert "Q♥" not in club.letter("Bruno").text
    club.later(minutes=10)
    club.say("Bruno", "AH")
    club.later(minutes=10)
    club.say("Ruth", "KH")
    club.later(minutes=10)

    for line in ("log", "log 1", "history"):
        assert club.say("Anna", line) == Told("log")
        letter = club.letter("Anna")
        assert "   1. Anna Q♥, [Bruno A♥], Ruth K♥\n" in letter.text
        assert set(re.findall(r"\w+[♠♥♦♣]", letter.text)) == {"Q♥", "A♥", "K♥"}
        assert "log 1" in letter.text
    assert club.say("Anna", "log 2") == Told("log")
    assert "That deal has not begun yet." in club.letter("Anna").text
    assert isinstance(club.say("Anna", "undo"), Refused)
    club.services.db.close()
