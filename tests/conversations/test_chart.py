"""`chart`: the totals of finished deals as a picture, and the same in words."""

import io

from PIL import Image

from pbem.domain.outcomes import Played, Refused, Told
from pbem.domain.vocabulary import Why
from pbem.letters.badges import SEAT_COLOURS
from tests.conversations.dealing import bids, club_dealt, plays
from tests.pbem.contrast import colour

HANDS = "QH 3H | AH 2H | KH 4H"
"""Bruno's ace takes the first trick, Ruth's four the second: both make a bid of one, Anna none."""

ANNA, _, RUTH, FOURTH = (colour(one.rim) for one in SEAT_COLOURS[:4])
"""The colours of seats; Bruno's line lies below Ruth's."""


def picture(letter):
    [part] = letter.message.iter_attachments()
    assert (part.get_content_type(), part.get_filename()) == ("image/png", "chart.png")
    return Image.open(io.BytesIO(part.get_content())).convert("RGB")


def has(shown, wanted):
    """Whether a colour is in a picture, as nearly as few colours can have it."""
    seen = (one for _, one in shown.getcolors(1 << 24))
    return any(max(abs(a - b) for a, b in zip(one, wanted, strict=True)) < 12 for one in seen)


def test_a_chart_shows_finished_deals_only_and_says_the_same_in_words(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
    bids(club, 1, 1, 1)
    assert club.say("Anna", "chart") == Refused(Why.NO_CHART)
    assert "No deal is over yet" in club.letter("Anna").text

    plays(club, "QH")
    assert club.say("Bruno", "AH") == Played("AH")
    assert club.say("Anna", "chart") == Refused(Why.NO_CHART)
    club.later(hours=1)

    assert club.say("Anna", "graph") == Told("chart")
    letter = club.letter("Anna")
    assert ["1", "0", "11*", "11*"] in [line.split() for line in letter.text.splitlines()]
    shown = picture(letter)
    assert shown.width == 1440
    assert has(shown, ANNA)
    assert has(shown, RUTH)
    assert not has(shown, FOURTH)
    club.services.db.close()


def test_after_the_end_the_last_mail_offers_it(tmp_path):
    club = club_dealt(tmp_path, "QH | AH | KH", turn_up="7S")
    bids(club, 1, 1, 1)

    assert club.tap("Ruth", "chart") == Told("chart")
    assert has(picture(club.letter("Ruth")), RUTH)
    club.services.db.close()
