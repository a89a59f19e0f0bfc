"""A server that ends: the day is told, nothing new begins, all get what is theirs, it closes."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest

from engine.verify import verify
from pbem.commands.organiser.farewell import farewell_next
from pbem.commands.organiser.league_times import round_over_next
from pbem.context import Context
from pbem.domain.model import Stage
from pbem.domain.outcomes import Changed, NotActed, Played, Refused
from pbem.domain.vocabulary import Change, Why, WhyNot
from pbem.exports.keepsake import keepsake
from pbem.games.farewell import CannotEnd, open_again, say_farewell, take_back
from pbem.notifications.operator import tell_operator, tell_week
from pbem.notifications.organisers import send_your_game
from pbem.store import bounces, consent, people
from pbem.store.farewell import FarewellStage, farewell, last_letters
from pbem.store.games import load_table
from pbem.store.outbox import Sending
from tests.club import configured, is_like
from tests.conversations.test_duplicate import game, play, table
from tests.conversations.test_first_game import MARTA
from tests.conversations.test_leagues import season
from tests.conversations.test_new_server_address import NEW, NOTE, OLD, moves, told
from tests.conversations.test_organising import order, said
from tests.conversations.test_registering import write

LAST_DAY = date(2026, 11, 2)
END = datetime(2026, 11, 2, 6, 0, tzinfo=UTC)
"""Seven in the morning in Paris, four weeks after the games began."""

OPERATOR = "op@ohhell.example"
STEPS = farewell_next, round_over_next
TOLD, SOON = "This server ends on Monday 2 November 2026", "in a week this server ends"
LAST = "The last letter of this server"
DAYS_TOLD = dict.fromkeys(("Anna", "Bruno", "Ruth"), "Monday 1 March 2027") | dict.fromkeys(
    ("Eva", "Jan", "Kim", "Marta"), "Monday 2 November 2026"
)
"""Until when older mails are answered, as it is told before the farewell and after."""
FILES = {"Anna": 5, "Eva": 3, "Marta": 7, "Uma": 1}
"""What is kept about her, and of each game she played in or organised its words and its proofs."""


@pytest.fixture(name="club")
def _club(tmp_path):
    """Two tables of a league and a game beside it; Uma is a player, and sits nowhere."""
    club = season(tmp_path)
    club.services = configured(
        club.services, organisers=(MARTA,), zone="Europe/Paris", open_registration=True
    )
    club.open("Anna", "Bruno", "Ruth")
    club.addresses |= {"Uma": "uma@far.example"}
    with club.services.db.begin() as session:
        uma = people.player_at(
            session, "uma@far.example", "Uma", zone="UTC", language="de", now=club.now
        )
        consent.agree(session, uma.id, club.now)
        send_your_game(Context(club.services, session, club.now), load_table(session, 3))
    club.deliver()
    yield club
    club.services.db.close()


@contextmanager
def at_work(club):
    with club.services.db.begin() as session:
        yield Context(club.services, session, club.now)


def ends(club, day=LAST_DAY, words=""):
    """The operator says the last day, and the server is at work."""
    with at_work(club) as ctx:
        say_farewell(ctx, day, words)
    works(club)


def works(club):
    """The server does what is to be done about its end, and the post goes round."""
    busy = True
    while busy:
        busy, sent = any(step(club.services, club.now) for step in STEPS), club.sent
        club.deliver()
        busy |= club.sent > sent


def comes(club, when):
    """Time passes until then, and the server is at work."""
    club.now = when
    works(club)


def stage(club):
    with club.services.db.begin() as session:
        known = farewell(session)
    return known and known.stage


def subjects(club, name):
    return [one.subject for one in club.letters(name)]


def held(letter):
    """The files in the file of a last letter."""
    [packed] = [part for part in letter.message.walk() if part.get_filename()]
    with ZipFile(BytesIO(packed.get_payload(decode=True))) as files:
        return {name: files.read(name).decode() for name in files.namelist()}


def test_a_farewell_with_three_games_one_of_them_a_leagues_to_the_end(club):
    ends(club, words="Seven good years. Thank you!")
    told = club.letter("Anna")
    assert told.subject == TOLD
    assert "comes to its end: on Monday 2 November, 06:00 (UTC)." in said(told)
    assert "Until then Winter 1-1 and Lindy go on." in said(told)
    assert "one last letter brings you your games" in said(told)
    assert "The operator says: Seven good years. Thank you!" in said(told)

    play(club, 2)
    works(club)
    comes(club, END - timedelta(days=7))
    assert SOON in said(club.letter("Anna"))
    comes(club, END - timedelta(minutes=1))
    assert {table(club, one).stage for one in (1, 3)} == {Stage.PLAYING}

    comes(club, END)
    assert [table(club, one).stage.value for one in (1, 2, 3)] == ["cancelled", "over", "cancelled"]
    assert "[Lindy] The game stops here" in subjects(club, "Anna")
    assert "[Winter] Round 1 of 2 is over" in subjects(club, "Anna")
    assert not club.letters("Marta")[-2].taps
    files = held(club.letter("Eva"))
    assert club.letter("Eva").subject == LAST
    assert files.keys() == {"my-data.json", "winter-1-2-2.txt", "winter-1-2-2.proof.txt"}
    assert verify(files["winter-1-2-2.proof.txt"]).over
    assert json.loads(files["my-data.json"])["you"]["address"] == "eva@club.example"
    assert held(club.letter("Anna")).keys() == {
        *("my-data.json", "lindy-3.txt", "lindy-3.proof.txt"),
        *("winter-1-1-1.txt", "winter-1-1-1.proof.txt"),
    }
    assert not verify(held(club.letter("Anna"))["lindy-3.proof.txt"]).over
    assert stage(club) is FarewellStage.CLOSED
    letters = club.sent
    club.now += timedelta(days=30)
    works(club)
    assert club.sent == letters, "nobody hears from it again"


def test_a_server_that_moves_in_the_middle_of_a_deal_and_then_ends(club):
    """What was asked before the move is answered after it, and after the farewell."""
    club.receive(f"From: uma@far.example\nTo: {OLD}\nSubject: Hi\n\nmy data\n".encode(), OLD)
    assert club.letter("Uma").reply_to.endswith("@ohhell.example")
    play(club, 3, until=lambda game: game.deal.trick.cards)
    of_old = {name: len(club.letters(name)) for name in club.boxes}
    moves(club)
    play(club, 3, until=lambda game: game.deals)

    ends(club)
    for name in ("Bruno", "Eva"):
        asked = next(one for one in club.letters(name) if "[Winter 1-" in one.subject and one.taps)
        assert asked.reply_to.endswith("@ohhell.example")
        assert is_like(club.say(name, "0", to=asked), Played)
    play(club, 2)
    works(club)
    comes(club, END - timedelta(days=7))
    comes(club, END)

    assert [table(club, one).stage.value for one in (1, 2, 3)] == ["cancelled", "over", "cancelled"]
    assert stage(club) is FarewellStage.CLOSED
    for name, day in DAYS_TOLD.items():
        [note] = told(club, name)
        assert note is club.letters(name)[of_old[name]]
        assert f"{NOTE} {day}." in said(note)
        first = [one for one in club.letters(name) if one.subject == TOLD and SOON not in said(one)]
        assert len(first) == subjects(club, name).count(LAST) == 1
        assert club.letter(name).message["From"].addresses[0].addr_spec == NEW
    held_by = {name: held(club.letter(name)) for name in ("Anna", "Eva", "Marta", "Uma")}
    assert {name: len(files) for name, files in held_by.items()} == FILES
    assert verify(held_by["Eva"]["winter-1-2-2.proof.txt"]).over
    assert verify(held_by["Anna"]["lindy-3.proof.txt"]).deals == 1
    assert told(club, "Uma") == [], "nobody is to write to a server that is no more"


def test_who_has_a_part_is_told_once_and_everybody_gets_one_last_letter(club):
    ends(club)
    for _ in range(3):
        club.now += timedelta(days=1)
        works(club)
    for name in ("Anna", "Bruno", "Ruth", "Eva", "Jan", "Kim", "Marta"):
        assert subjects(club, name).count(TOLD) == 1
    assert club.letters("Uma") == []

    comes(club, END)
    for name in ("Anna", "Bruno", "Ruth", "Eva", "Jan", "Kim", "Marta"):
        assert subjects(club, name).count(LAST) == 1
    [letter] = club.letters("Uma")
    assert letter.subject == "Der letzte Brief dieses Servers"
    assert held(letter).keys() == {"my-data.json"}


def test_who_comes_in_later_is_told_the_day_after(club):
    ends(club)
    club.addresses |= {"Gil": "gil@club.example"}
    with at_work(club) as ctx:
        gil = people.player_at(ctx.session, "gil@club.example", "Gil", zone="UTC", now=club.now)
        consent.agree(ctx.session, gil.id, club.now)
    order(club, "replace Ruth with Gil gil@club.example", to=_your_game(club))
    club.tap("Gil", "yes")
    works(club)
    assert TOLD not in subjects(club, "Gil")

    club.later(days=1, minutes=1)
    works(club)
    assert subjects(club, "Gil").count(TOLD) == 1


def _your_game(club):
    return next(
        one for one in club.letters("Marta") if one.subject == "[Lindy] Your game is set up"
    )


def test_only_where_a_game_is_still_open_a_week_before_it_is_told_again(club):
    ends(club)
    play(club, 2)
    comes(club, END - timedelta(days=7, minutes=1))
    assert not [name for name in club.boxes if SOON in said(club.letter(name))]

    comes(club, END - timedelta(days=7))
    reminded = [name for name in club.boxes if any(SOON in said(one) for one in club.letters(name))]
    assert sorted(reminded) == sorted(
        {one.name for number in (1, 3) for one in table(club, number).players}
    )
    comes(club, END - timedelta(days=5))
    assert sum(SOON in said(one) for one in club.letters("Anna")) == 1


def test_practice_ends_without_a_word(club):
    asked = next(one for one in club.letters("Anna") if "[Lindy" in one.subject)
    assert club.say("Anna", "practice", to=asked) == Changed(Change.PRACTICE)
    ends(club)
    comes(club, END)

    assert table(club, 4).stage is Stage.CANCELLED
    assert not [one for one in subjects(club, "Anna") if "Practice" in one and "stops" in one]
    assert not [one for one in held(club.letter("Anna")) if "practice" in one]


def test_told_less_than_a_week_before_is_told_once(club):
    club.now = END - timedelta(days=6)
    ends(club)
    comes(club, END - timedelta(days=1))

    assert subjects(club, "Anna").count(TOLD) == 1


def test_who_wants_no_mail_or_has_never_said_yes_gets_none(club):
    with at_work(club) as ctx:
        people.set_stopped(ctx.session, people.owner(ctx.session, "eva@club.example"), club.now)
        people.player_at(ctx.session, "new@far.example", "New", zone="UTC", now=club.now)
    letters = len(club.letters("Eva"))
    ends(club)
    comes(club, END)

    assert len(club.letters("Eva")) == letters
    assert "new@far.example" not in club.boxes


# --- nothing new begins ------------------------------------------------------------------------

NOTHING = "this server ends on 2026-11-02, and nothing new begins here"


@pytest.mark.parametrize(
    "line",
    [
        "new game Cork with anna@club.example, bruno@club.example, ruth@club.example",
        "new league Sligo with anna@club.example, bruno@club.example, ruth@club.example, "
        "3 at a table, 2 rounds, 1 up",
        "same again",
        "keep scores Pub with Anna, Bruno, Ruth",
    ],
)
def test_an_organiser_is_told_so_and_nothing_is_set_up(club, line):
    ends(club)
    answer = order(club, line, to=_your_game(club))

    assert NOTHING in answer
    with at_work(club) as ctx:
        assert ctx.session.connection().exec_driver_sql("select count(*) from game").scalar() == 3


def test_the_next_round_of_a_league_does_not_begin(club):
    ends(club)
    play(club, 1)
    play(club, 2)
    works(club)
    over = next(one for one in club.letters("Marta") if "Round 1 of 2 is over" in one.subject)
    assert "next round Winter" not in over.taps

    assert NOTHING in order(club, "next round Winter", to=over)


@pytest.mark.parametrize("wish", ["practice", "test"])
def test_a_player_gets_one_sentence_for_practice_and_test(club, wish):
    ends(club)

    asked = next(one for one in club.letters("Anna") if "[Lindy" in one.subject)

    assert club.say("Anna", wish, to=asked) == Refused(Why.SERVER_ENDS)
    assert "This server ends soon, so nothing new begins here any more." in said(
        club.letter("Anna")
    )


@pytest.mark.parametrize(
    ("wish", "subject"),
    [("register", "Nothing new begins here"), ("anmelden", "Hier beginnt nichts Neues mehr")],
)
def test_a_stranger_is_told_once_in_the_language_of_the_wish(club, wish, subject):
    ends(club)
    club.addresses |= {"Ada": "ada@far.example"}

    assert write(club, wish) == Refused(Why.SERVER_ENDS)
    assert subjects(club, "Ada") == [subject]
    assert write(club, wish, subject="again") == NotActed(WhyNot.ASKED_LATELY)
    assert len(club.letters("Ada")) == 1


def test_a_yes_to_a_registration_of_before_comes_too_late(club):
    club.addresses |= {"Ada": "ada@far.example"}
    write(club, "register")
    ends(club)

    assert club.say("Ada", "yes") == Refused(Why.SERVER_ENDS)
    assert club.letter("Ada").subject == "Nothing new begins here"
    with at_work(club) as ctx:
        assert people.owner(ctx.session, "ada@far.example") is None


def test_games_under_way_are_played_as_before(club):
    ends(club)
    seat = table(club, 3).players[game(club, 3).awaiting[0]].name
    asked = next(one for one in club.letters(seat)[::-1] if "[Lindy " in one.subject)

    assert is_like(club.say(seat, "0", to=asked), Played)


# --- taken back, put off, killed ---------------------------------------------------------------


def test_taken_back_it_is_told_to_who_was_told_and_all_is_as_before(club):
    ends(club)
    with at_work(club) as ctx:
        take_back(ctx)
    works(club)

    assert club.letter("Anna").subject == "This server goes on"
    assert club.letters("Uma") == []
    assert stage(club) is None
    order(club, "same again", to=_your_game(club))
    comes(club, END + timedelta(days=1))
    assert table(club, 3).stage is Stage.PLAYING


def test_another_day_takes_the_place_of_the_first(club):
    ends(club)
    club.now += timedelta(hours=1)
    ends(club, date(2026, 12, 1))
    assert club.letter("Anna").subject == "This server ends on Tuesday 1 December 2026"
    comes(club, END)

    assert table(club, 3).stage is Stage.PLAYING


def test_what_cannot_be_said_changes_nothing(club):
    with at_work(club) as ctx, pytest.raises(CannotEnd, match="still to come"):
        say_farewell(ctx, club.now.date())
    with at_work(club) as ctx, pytest.raises(CannotEnd, match="nothing to take back"):
        take_back(ctx)
    ends(club)
    with at_work(club) as ctx, pytest.raises(CannotEnd, match="said already"):
        say_farewell(ctx, LAST_DAY)
    with at_work(club) as ctx, pytest.raises(CannotEnd, match="not closed"):
        open_again(ctx)
    comes(club, END)
    with at_work(club) as ctx, pytest.raises(CannotEnd, match="come to its end"):
        take_back(ctx)
    with at_work(club) as ctx:
        open_again(ctx)
    assert stage(club) is None


class Killed(Exception):
    """The server died before its commit."""


class _Dying:
    """A database whose transactions are cut off before they are committed."""

    def __init__(self, db):
        self._db = db

    @contextmanager
    def begin(self):
        with self._db.begin() as session:
            yield session
            raise Killed


def test_killed_before_any_step_is_kept_it_goes_on_and_says_nothing_twice(club):
    dying = replace(club.services, db=_Dying(club.services.db))
    with at_work(club) as ctx:
        say_farewell(ctx, LAST_DAY)
    for when in (club.now, END):
        club.now = when
        for _ in range(40):
            with pytest.raises(Killed):
                farewell_next(dying, club.now)
            if not farewell_next(club.services, club.now):
                round_over_next(club.services, club.now)
                club.deliver()

    assert stage(club) is FarewellStage.CLOSED
    for name in ("Anna", "Kim", "Marta"):
        assert [subjects(club, name).count(one) for one in (TOLD, LAST)] == [1, 1]
    assert subjects(club, "Anna").count("[Lindy] The game stops here") == 1


def test_a_letter_that_cannot_leave_is_waited_for_and_one_that_never_will_is_not(club):
    with at_work(club) as ctx:
        bounces.count_bounce(ctx.session, "kim@club.example", 4, "gone", club.now, stop=True)
    ends(club)
    club.now = END
    while farewell_next(club.services, club.now) or round_over_next(club.services, club.now):
        pass
    assert stage(club) is FarewellStage.LEAVING
    works(club)

    assert stage(club) is FarewellStage.CLOSED
    with at_work(club) as ctx:
        letters = last_letters(ctx.session, farewell(ctx.session).since)
    assert letters == {Sending.SENT: 7, Sending.QUEUED: 1}


# --- what is handed out, and the operator ------------------------------------------------------


def test_what_is_too_big_for_a_letter_comes_in_several(club):
    ends(club)
    comes(club, END)
    with at_work(club) as ctx:
        anna = people.player(ctx.session, people.owner(ctx.session, "anna@club.example"))
        one = keepsake(ctx.session, club.services.templates, anna, club.now)
        some = keepsake(ctx.session, club.services.templates, anna, club.now, most=1500)
    assert (len(one.packed), one.whole, one.games) == (1, True, 2)
    assert len(some.packed) > 1
    assert not some.whole
    assert all(len(packed) <= 1500 for packed in some.packed[1:])


def test_the_operator_knows_of_it_before_the_database_is_closed(club):
    club.services = configured(club.services, operator=OPERATOR)
    tell_operator(club.services, OPERATOR, "Europe/Paris", club.now)
    tell_week(club.services, OPERATOR, "Europe/Paris", club.now, None)
    ends(club)
    club.now += timedelta(days=7)
    assert tell_week(club.services, OPERATOR, "Europe/Paris", club.now, None)
    works(club)
    assert "Farewell Monday 2 November 2026" in said(club.letter(OPERATOR))

    comes(club, END)
    assert stage(club) is FarewellStage.LEAVING
    assert tell_operator(club.services, OPERATOR, "Europe/Paris", club.now)
    works(club)
    assert "9 last letters are on their way" in said(club.letter(OPERATOR))
    assert stage(club) is FarewellStage.CLOSED
