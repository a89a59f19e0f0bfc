"""Mails that come back: whose address counts, when a player is paused, and how it ends."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from pbem.context import Context
from pbem.domain.model import Closed
from pbem.domain.outcomes import Automatic, Changed, NotActed, Played, Told, Unchanged
from pbem.domain.vocabulary import Already, Change, WhyNot
from pbem.inbound.bounces import note_refused
from pbem.inbound.deadlines import process_deadlines
from pbem.results.game_status import overview
from pbem.store import bounces, questions, reports
from pbem.store.rows import execute
from tests.conversations.dealing import club_dealt, deal_in
from tests.conversations.test_organising import organised
from tests.corpus import CORPUS, NEEDS_CORPUS
from tests.pbem.test_robots import report, reviewed

MARTA, PAUL = "marta@club.example", "paul@club.example"
HANDS = "QH 3H KC TD 9D | AH 2H 5C 4D 2S | KH 4H AC 6D 3S"

ASKED_ANEW = "[Lindy 1/19] Game starts: your bid, by Fri 9:00"
"""Thirty days later, in winter time: two days from Wednesday, 4 November, 9:00 in Paris."""


def number_of(club, letter):
    with club.services.db.begin() as session:
        return bounces.sent_as(session, [letter.message["Message-ID"]]).id


def back_to(club, letter):
    """The address a letter comes back to: its envelope sender."""
    return club.services.addresses.returns_to(letter.message["Message-ID"])


def comes_back(club, letter, status="5.1.1", **more):
    """A letter comes back; what became of it."""
    return club.receive(report(status, **more), back_to(club, letter), "")


def score(club, name):
    """The points of somebody's address, and whether nothing is sent there."""
    with club.services.db.begin() as session:
        found = bounces.bouncing(session, club.addresses[name])
    return (found.score.points, found.stopped_at is not None) if found else (0, False)


@pytest.mark.skipif(not CORPUS.is_dir(), reason=NEEDS_CORPUS)
def test_every_real_bounce_counts_for_the_right_address_and_does_nothing_else(table):
    name = table.waiting
    before, sent, number = table.game, table.sent, number_of(table, table.letter(name))
    back = back_to(table, table.letter(name))
    points = {("bounce", "yes"): 2, ("bounce", "no"): 1, ("delay", "no"): 1}
    wrong = []
    for row in reviewed():
        raw = (CORPUS / "flufl_bounces" / row["file"]).read_bytes()
        became = table.receive(raw, back)
        found = {one: score(table, one)[0] for one in ("Anna", "Bruno", "Ruth")}
        expected = dict.fromkeys(found, 0) | {name: points.get((row["kind"], row["for good"]), 0)}
        if found != expected or not isinstance(became, NotActed | Automatic):
            wrong.append((row["file"], became, found))
        with table.services.db.begin() as session:
            bounces.forget_bounces(session, table.addresses[name])
            bounces.set_counted(session, number, 0)

    assert wrong == []
    assert (table.game, table.sent) == (before, sent)


def test_the_same_mail_counts_once_however_often_it_comes_back(table):
    name = table.waiting
    letter = table.letter(name)
    first = comes_back(table, letter, "4.4.1", action="delayed")
    after = [score(table, name)]
    for status in ("5.1.1", "5.1.1", "5.1.10"):
        comes_back(table, letter, status)
        after.append(score(table, name))

    assert first == Automatic("delay notice")
    assert after == [(1, False), (2, False), (2, False), (2, False)]


def test_whom_the_report_names_does_not_matter(table):
    """The mail may have been forwarded: the address it comes back to tells whose it was."""
    name = table.waiting
    other = next(one for one in table.addresses if one != name)
    raw = report("5.1.1").replace(b"anna@club.example", table.addresses[other].encode())
    table.receive(raw, back_to(table, table.letter(name)), "")

    assert (score(table, name), score(table, other)) == ((2, False), (0, False))


def test_a_bounce_without_a_code_is_known_by_the_mail_it_returns(table):
    """Where answers have one address only, and in complaints."""
    name = table.waiting
    letter = table.letter(name)
    returned = b"--x\nContent-Type: message/rfc822\n\n" + letter.raw.replace(b"\r", b"")
    raw = report("5.1.1").replace(b"--x--", returned + b"\n--x--")
    outcomes = [
        table.receive(raw, table.services.addresses.mailbox, ""),
        table.receive(report("5.1.1"), table.services.addresses.mailbox, ""),
    ]

    assert outcomes[0] == Automatic("bounce for good")
    assert outcomes[1] == Automatic("bounce for good", ours=False)
    assert score(table, name) == (2, False)


def stop(club, name):
    """Somebody's address refuses two mails."""
    club.say(name, "help")
    for letter in club.letters(name)[-2:]:
        comes_back(club, letter, said=f"550 <{club.addresses[name]}> User unknown")


def test_after_two_bounces_for_good_the_organiser_is_told_once(table):
    name = table.waiting
    stop(table, name)
    [told] = table.letters(MARTA)
    comes_back(table, table.letters(name)[0])

    assert score(table, name) == (4, True)
    assert told.subject == f"[Lindy] {name}: mail comes back"
    assert "The server there said: 550 ... User unknown" in " ".join(told.text.split())
    assert f"no time runs against {name}" in " ".join(told.text.split())
    assert table.addresses[name] not in told.text + told.html
    assert len(table.letters(MARTA)) == 1
    with table.services.db.begin() as session:
        [row] = overview(Context(table.services, session, table.now))
    assert row.waiting_for == f"{name} (mail comes back)"


def test_a_player_whose_mail_comes_back_misses_no_deadline_and_gets_no_mail(table):
    name = table.waiting
    stop(table, name)
    letters, before, due = len(table.letters(name)), table.game, table.due()
    table.later(days=30)

    assert table.now > due
    assert (table.game, len(table.letters(name))) == (before, letters)


def test_a_mail_from_the_player_ends_it_and_the_question_comes_anew(table):
    name = table.waiting
    stop(table, name)
    letters = len(table.letters(name))
    table.later(days=30)
    became = table.say(name, "help", headers="X-Again: yes\n")

    assert became == Told("help")
    assert score(table, name) == (0, False)
    assert {letter.subject for letter in table.letters(name)[letters:]} >= {
        "[Lindy] How to play by mail",
        ASKED_ANEW,
    }
    assert table.due() > table.now
    assert not process_deadlines(table.services, table.now, set(), {}, table.now)
    assert table.say(name, "2") == Played("2")


def test_an_answer_by_the_player_is_taken_at_once(table):
    name = table.waiting
    stop(table, name)
    table.later(days=30)

    assert table.say(name, "2") == Played("2")
    assert score(table, name) == (0, False)


def test_the_organiser_has_us_write_again(table):
    name = table.waiting
    stop(table, name)
    table.later(days=30)
    told = table.letter(MARTA)
    letters = len(table.letters(name))
    raw = f"From: {MARTA}\nTo: {told.reply_to}\nSubject: Re: {told.subject}\n\nagain\n".encode()

    assert table.receive(raw, told.reply_to) == Changed(Change.WRITTEN_AGAIN, name)
    assert score(table, name) == (0, False)
    assert table.letter(MARTA).subject == f"[Lindy] We write to {name} again"
    assert table.letters(name)[0].subject == "[Lindy 1/19] Game starts: your bid, by Wed 10:00"
    assert [letter.subject for letter in table.letters(name)[letters:]] == [ASKED_ANEW]
    assert table.due() > table.now
    assert table.receive(raw + b"\n", told.reply_to) == Unchanged(Already.WRITTEN_TO)


def again(club, to):
    """An organiser taps "write again" in a letter; what became of it."""
    raw = f"From: {to.to}\nTo: {to.reply_to}\nMessage-ID: <{club.sent}@cards>\n\nagain\n"
    return club.receive(raw.encode(), to.reply_to)


def refuse(club, name):
    """The smarthost refuses the last letters to somebody, at once and for good."""
    for letter in club.letters(name)[-2:]:
        note_refused(club.services, number_of(club, letter), "550 no", club.now)
    club.deliver()


def test_a_letter_that_comes_back_again_in_the_same_second_is_told_again(table):
    """It is the same letter, sent anew, and its second refusal another one."""
    name, asked = table.waiting, table.letter(table.waiting)
    for words in ("help", "status"):
        table.say(name, words)
        for letter in (table.letter(name), asked):
            note_refused(table.services, number_of(table, letter), "550 no", table.now)
        table.deliver()
        told = table.letter(MARTA)
        assert told.subject == f"[Lindy] {name}: mail comes back"
        raw = f"From: {MARTA}\nTo: {told.reply_to}\nMessage-ID: <{words}@cards>\n\nagain\n".encode()
        assert table.receive(raw, told.reply_to) == Changed(Change.WRITTEN_AGAIN, name)
        asked = table.letter(name)


@pytest.fixture(name="two")
def _two(club):
    """Anna, Bruno and Ruth play at Lindy, which Marta organises, and at the Club, which Paul does;
    mail to Anna comes back.
    """
    deal_in(club, "KH 4H | 2H 3C | AH QH")
    deal_in(club, "7D 4S | 2D 3S | AD QS", game="Club", organiser=f"Paul <{PAUL}>")
    refuse(club, "Anna")
    return club


def told(club, who):
    """Of what an organiser was told, letter by letter."""
    return [letter.subject.partition("] ")[2] for letter in club.letters(who)]


def test_who_taps_hears_of_each_tap_and_other_organisers_once_of_all(two):
    """However often somebody has us write to an address that is dead."""
    back, written = "Anna: mail comes back", "We write to Anna again"
    assert told(two, MARTA) == told(two, PAUL) == [back]
    for _ in range(4):
        assert again(two, two.letter(MARTA)) == Changed(Change.WRITTEN_AGAIN, "Anna")
        refuse(two, "Anna")
        assert score(two, "Anna")[1]

    assert told(two, MARTA) == [back, *[written, back] * 4]
    assert told(two, PAUL) == [back]


def test_after_a_day_others_are_told_once_more(two):
    for hours in (0, 25):
        two.later(hours=hours)
        again(two, two.letter(MARTA))
        refuse(two, "Anna")

    assert told(two, PAUL) == ["Anna: mail comes back"] * 2


def test_who_taps_after_somebody_else_did_has_an_answer_and_hears_if_it_comes_back(two):
    again(two, two.letter(MARTA))

    assert again(two, two.letter(PAUL)) == Unchanged(Already.WRITTEN_TO)
    assert told(two, PAUL)[1:] == ["We write to Anna again"]
    assert "ask anew" not in two.letter(PAUL).text
    refuse(two, "Anna")
    assert told(two, PAUL)[2:] == ["Anna: mail comes back"]


@pytest.mark.parametrize("tapped", [False, True])
def test_when_mail_has_got_through_all_are_told_of_the_next_stop(two, tapped):
    if tapped:
        again(two, two.letter(MARTA))
    two.say("Anna", "help")
    two.say("Anna", "status")
    refuse(two, "Anna")

    assert told(two, PAUL) == ["Anna: mail comes back"] * 2
    assert told(two, MARTA)[-1] == "Anna: mail comes back"


def test_of_another_address_that_comes_back_the_organiser_is_told(two):
    """On the very day on which she gave it us."""
    with two.services.db.begin() as session:
        execute(session, text("update player set address = 'anna@new.example' where name = 'Anna'"))
    two.addresses["Anna"] = "anna@new.example"
    two.say("Anna", "help")
    two.say("Anna", "status")
    refuse(two, "Anna")

    assert told(two, MARTA) == told(two, PAUL) == ["Anna: mail comes back"] * 2


def test_who_is_at_the_table_no_more_is_not_written_to_again(tmp_path):
    club = organised(tmp_path, "Anna", "Bruno", "Ruth", "Jan", invite=True)
    desk = club.letter("Marta")
    club.say("Jan", "help")
    refuse(club, "Jan")
    back = club.letter("Marta")
    assert back.subject == "[Lindy] Jan: mail comes back"
    club.say("Marta", "uninvite Jan", to=desk)

    assert club.tap("Marta", "again", to=back) == Unchanged(Already.GONE_ON)
    assert score(club, "Jan") == (4, True)


@pytest.mark.parametrize(
    "sender", ["eve@evil.example", "anna@club.example", f"{MARTA} <a@b.example>"]
)
def test_nobody_else_has_us_write_again(table, sender):
    name = table.waiting
    stop(table, name)
    told = table.letter(MARTA)
    raw = f"From: {sender}\nTo: {told.reply_to}\n\nagain\n".encode()

    assert table.receive(raw, told.reply_to) == NotActed(WhyNot.NOT_ORGANISER)
    assert score(table, name) == (4, True)


def complaint(letter):
    """What a provider reports of a letter that its reader has marked as unwanted."""
    return (
        b"From: fbl@mail.example\nTo: table@ohhell.example\n"
        b'Content-Type: multipart/report; report-type=feedback-report; boundary="x"\n\n'
        b"--x\nContent-Type: text/plain\n\nAbuse report.\n"
        b"--x\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\nUser-Agent: x/1\n"
        b"Version: 1\n\n--x\nContent-Type: message/rfc822\n\n"
        + letter.raw.replace(b"\r", b"")
        + b"\n--x--\n"
    )


def test_a_complaint_stops_all_mail_at_once(table):
    """The report comes to whatever address the service knows (RFC 5965)."""
    name = table.waiting
    raw = complaint(table.letter(name))

    assert table.receive(raw, "table@ohhell.example") == Automatic("complaint")
    assert score(table, name) == (1, True)
    assert "marked as unwanted" in " ".join(table.letter(MARTA).text.split())


def test_an_address_that_the_smarthost_refuses_counts_alike(table):
    name = table.waiting
    table.say(name, "help")
    for letter in table.letters(name)[-2:]:
        note_refused(table.services, number_of(table, letter), "550 5.1.1 no such user", table.now)
    table.deliver()

    assert score(table, name) == (4, True)
    assert "550 5.1.1 no such user" in " ".join(table.letter(MARTA).text.split())


def test_an_answer_of_a_robot_does_not_end_it(table):
    name = table.waiting
    stop(table, name)
    table.say(name, "2", headers="Auto-Submitted: auto-replied\n")
    table.say(name, "2", sender="eve@evil.example")

    assert score(table, name) == (4, True)


def test_other_players_are_asked_and_play_on(table):
    """Only the clock of the one who cannot be reached stands still."""
    name = table.waiting
    table.say(name, "2")
    stop(table, name)
    other = table.waiting

    assert other != name
    assert table.say(other, "1") == Played("1")
    table.later(days=5)
    assert score(table, name) == (4, True)


def test_what_waits_for_a_stopped_address_and_is_answered_meanwhile_never_leaves(table):
    """Nor does it stand in the queue for ever."""
    name = table.waiting
    players = [player.name for player in table.table.players]
    other = players[(players.index(name) + 1) % 3]
    stop(table, other)
    letters = len(table.letters(other))
    table.say(name, "2")
    with table.services.db.begin() as session:
        waits = [mail.kind for mail in reports.not_left(session)]
        [asked] = questions.open_questions(session, 1)
        questions.close(session, asked.id, Closed.ANSWERED, table.now)
    table.deliver()

    assert waits == ["your_bid"]
    with table.services.db.begin() as session:
        assert reports.not_left(session) == []
    assert len(table.letters(other)) == letters


def test_who_writes_again_reads_nothing_that_is_held_back(tmp_path):
    """The question that tells of a bid leaves when that can be taken back no more."""
    table = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
    name = table.waiting
    players = [player.name for player in table.table.players]
    other = players[(players.index(name) + 1) % len(players)]
    stop(table, other)
    table.say(name, "1")
    table.later(minutes=5)
    letters = len(table.letters(other))
    table.say(other, "help")
    table.deliver()

    assert score(table, other) == (0, False)
    assert not [one for one in table.letters(other)[letters:] if "your bid" in one.subject]
    table.later(minutes=6)
    assert [one for one in table.letters(other)[letters:] if "your bid" in one.subject]
