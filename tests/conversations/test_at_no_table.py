"""Who sits at no table any more can be forgotten, be left alone, and read what is kept."""

from datetime import timedelta

import pytest

from pbem.domain.code_powers import Grave
from pbem.domain.outcomes import AskedBack, Changed, NotActed, Said, Told, Unchanged
from pbem.domain.vocabulary import Already, Change, WhyNot
from pbem.server.chores import drop_next
from pbem.store import people
from tests.conversations.test_organising import order
from tests.conversations.test_registering import write
from tests.databases import everything

ORDERS = (("forget me", Grave.FORGET_ME), ("stop", Grave.STOP), ("my data", Grave.MY_DATA))


@pytest.fixture(name="begun")
def _begun(club):
    """Jan has declined, and Lindy begins without him."""
    club.open("Anna", "Bruno", "Ruth", "Jan", invite=True)
    club.addresses["Marta"] = "marta@club.example"
    assert club.say("Jan", "no") == Said(False)
    for name in ("Anna", "Bruno", "Ruth"):
        club.say(name, "yes")
    order(club, "start now")
    assert [player.name for player in club.table.players] == ["Anna", "Bruno", "Ruth"]
    return club


def uncoded(club, words, name="Jan"):
    """A mail of its own, without a code."""
    return write(club, words, f"{name} <{club.addresses[name]}>", subject="cards")


def dump(club):
    with club.services.db.begin() as session:
        return str(everything(session.connection()))


@pytest.mark.parametrize("coded", [True, False])
@pytest.mark.parametrize(("words", "what"), ORDERS)
def test_it_is_asked_back_at_the_registered_address(begun, words, what, coded):
    letters = len(begun.letters("Jan"))
    became = begun.say("Jan", words) if coded else uncoded(begun, words)

    assert became == AskedBack(what)
    assert len(begun.letters("Jan")) == letters + 1
    letter = begun.letter("Jan")
    assert "Only an answer to this very mail counts." in " ".join(letter.text.split())
    assert begun.tap("Jan", "no") == Unchanged(Already.STAYS)
    assert "jan@club.example" in dump(begun)


def test_who_means_it_is_forgotten(begun):
    begun.say("Jan", "forget me")
    assert begun.tap("Jan", "yes") == Changed(Change.FORGOTTEN)

    assert begun.letter("Jan").subject == "Goodbye, Jan"
    assert "deleted here, and this is the last mail you get" in " ".join(
        begun.letter("Jan").text.split()
    )
    with begun.services.db.begin() as session:
        assert people.owner(session, "jan@club.example") is None


def test_where_a_mail_came_from_is_forgotten_though_its_bytes_have_gone(club):
    """Jan wrote when nobody knew him; his provider's envelope had his address."""
    jan = "jan@club.example"
    mail = f"From: Jan <{jan}>\nTo: table@ohhell.example\nSubject: hello\n\nhelp\n"
    club.receive(mail.encode(), "table@ohhell.example", jan)
    club.now += timedelta(days=91)
    drop_next(club.services, club.now)
    club.open("Anna", "Bruno", "Jan", invite=True)
    assert jan in dump(club)

    assert club.say("Jan", "forget me") == AskedBack(Grave.FORGET_ME)
    assert club.tap("Jan", "yes") == Changed(Change.FORGOTTEN)
    assert jan not in dump(club)


def test_who_means_it_gets_no_more_mail(begun):
    begun.say("Jan", "stop")
    assert begun.say("Jan", "stop") == Changed(Change.STOPPED)

    with begun.services.db.begin() as session:
        assert people.has_stopped(session, people.owner(session, "jan@club.example"))
    assert uncoded(begun, "stop") == NotActed(WhyNot.NO_CODE, WhyNot.STOPPED)


def test_who_means_it_reads_what_is_kept(begun):
    begun.say("Jan", "my data")
    assert begun.tap("Jan", "yes") == Told("my_data")

    [file] = begun.letter("Jan").message.iter_attachments()
    assert "jan@club.example" in file.get_content()


def test_once_a_day_as_anybody_may_write_in_his_name(begun):
    assert uncoded(begun, "forget me") == AskedBack(Grave.FORGET_ME)
    letters = len(begun.letters("Jan"))
    assert uncoded(begun, "my data") == NotActed(WhyNot.NO_CODE, WhyNot.ASKED_LATELY)
    assert len(begun.letters("Jan")) == letters
    begun.later(hours=25)

    assert uncoded(begun, "forget me, please") == AskedBack(Grave.FORGET_ME)


def test_who_wants_no_mail_is_asked_once_a_week_whether_to_be_forgotten(begun):
    begun.say("Jan", "stop")
    begun.tap("Jan", "yes")
    assert uncoded(begun, "forget me") == NotActed(WhyNot.NO_CODE, WhyNot.ASKED_LATELY)
    begun.now += timedelta(days=8)

    assert uncoded(begun, "forget me, please") == AskedBack(Grave.FORGET_ME)
    assert begun.tap("Jan", "yes") == Changed(Change.FORGOTTEN)


def test_a_yes_to_another_letter_does_nothing(begun):
    asked = begun.letter("Jan")
    begun.say("Jan", "forget me")
    sure = begun.letter("Jan")

    begun.say("Jan", "yes", to=asked)
    uncoded(begun, "yes")
    assert "jan@club.example" in dump(begun)
    eve = begun.say("Jan", "yes", to=sure, sender="eve@evil.example")
    assert eve == NotActed(WhyNot.NOBODY)
    assert "jan@club.example" in dump(begun)


def test_after_a_week_it_is_too_late_and_after_an_answer_it_is_answered(begun):
    begun.say("Jan", "stop")
    letter = begun.letter("Jan")
    begun.now += timedelta(days=8)
    assert begun.tap("Jan", "yes") == NotActed(WhyNot.TOO_LATE)
    begun.say("Jan", "stop", to=begun.letters("Jan")[0])
    begun.tap("Jan", "no")

    assert begun.say("Jan", "yes") == Unchanged(Already.ANSWERED)
    assert letter is not begun.letter("Jan")


def test_a_yes_after_the_game_has_begun_gets_one_letter_that_it_has(begun):
    declined = begun.letter("Jan")

    assert begun.say("Jan", "yes", to=declined) == Told("status")
    letter = begun.letter("Jan")
    assert letter.subject == "[Lindy] The game does without you"
    assert "Lindy has begun, so nobody can join it any more." in " ".join(letter.text.split())
    again = begun.say("Jan", "yes", to=declined, headers="X-Again: 1\n")
    assert again == NotActed(WhyNot.UNKNOWN_CODE, WhyNot.NOTHING_OPEN)
    assert begun.letter("Jan") is letter


def test_asked_at_a_table_he_may_still_mean_it_when_it_has_begun_without_him(club):
    club.open("Anna", "Bruno", "Ruth", "Jan", invite=True)
    club.addresses["Marta"] = "marta@club.example"
    club.say("Jan", "no")
    club.say("Jan", "forget me")
    for name in ("Anna", "Bruno", "Ruth"):
        club.say(name, "yes")
    order(club, "start now")

    assert club.tap("Jan", "yes") == Changed(Change.FORGOTTEN)


def test_who_sits_at_a_table_may_order_it_without_a_code_too(begun):
    assert uncoded(begun, "forget me", "Anna") == AskedBack(Grave.FORGET_ME)
    assert begun.tap("Anna", "yes") == Changed(Change.FORGOTTEN)

    assert begun.table.left == {0}
