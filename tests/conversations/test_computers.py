"""Computers have seats of their own: set up by mail, told to everybody, and never written to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import text

from engine import Level, view
from engine.players import usual
from pbem.context import Context
from pbem.domain.asking import said
from pbem.domain.logged import Actor
from pbem.domain.model import Stage
from pbem.domain.outcomes import Ordered, Played, Refused
from pbem.domain.vocabulary import Why
from pbem.games.check import check_game
from pbem.results.finished import finished
from pbem.results.game_status import describe
from pbem.results.shown import shown
from pbem.results.standings import standings
from pbem.store import questions
from pbem.store.events import load_log
from pbem.store.games import find_game, load_table
from tests.club import is_like, seated
from tests.conversations.test_organising import order, welcome
from tests.conversations.test_organising import said as words


@pytest.fixture(name="club")
def _club(tmp_path):
    """Marta organises, and has a game already, whose letter she answers to begin others."""
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth", "Jan")
    welcome(club)
    for name in ("Eva", "Bruno", "Anna"):
        club.addresses[name] = f"{name.lower()}@club.example"
    yield club
    club.services.db.close()


def draft(club, line):
    """Marta drafts a game; the letter that tells how it was understood."""
    assert is_like(club.say("Marta", line), Ordered)
    return words(club.letter("Marta"))


def begin(club, line, *names):
    """A game that Marta drafts and starts, and to which these people say yes."""
    draft(club, line)
    order(club, "start")
    for name in names:
        club.say(name, "yes")


def table_of(club, name):
    with club.services.db.begin() as session:
        return load_table(session, find_game(session, name))


def game_of(club, name):
    with club.services.db.begin() as session:
        return club.services.games.game(session, find_game(session, name))[0]


def asked(club, name):
    with club.services.db.begin() as session:
        return questions.open_questions(session, find_game(session, name))


def log_of(club, name):
    with club.services.db.begin() as session:
        return load_log(session, find_game(session, name))


def letter_about(club, name, game):
    """The newest letter that somebody has about a game, as its foot says."""
    feet = (f"[{game}-", f"[{game} #")
    return next(o for o in reversed(club.letters(name)) if any(foot in o.text for foot in feet))


def answer(club, game):
    """Whoever is asked in a game answers as the server would; False if nobody is."""
    [one, *_] = asked(club, game) or [None]
    if one is None:
        return False
    table = table_of(club, game)
    if one.seat in table.kept:
        club.now = max(club.now, one.due_at)
        club.later(minutes=1)
        return True
    if one.asked_at > club.now:
        club.later(seconds=(one.asked_at - club.now).total_seconds())
        return True
    name = table.players[one.seat].name
    answer = said(usual(view(game_of(club, game), one.seat)))
    became = club.say(name, answer, to=letter_about(club, name, game), quoting=False)
    assert is_like(became, Played), became
    return True


def until(club, game, done):
    """Play on until something holds of the game."""
    while not done(game_of(club, game)):
        assert answer(club, game)
        club.later(minutes=20)


def robots(club):
    """The addresses of computers that a mail was ever written to."""
    with club.services.db.begin() as session:
        found = session.connection().execute(text("select rcpt from outbox"))
        return [rcpt for (rcpt,) in found if rcpt.endswith("@house.invalid")]


def test_a_draft_tells_who_is_a_computer_and_how_it_plays(club):
    told = draft(club, "new game Solo with anna@club.example, a strong computer, 2 easy computers")

    assert "Atlas a computer, strong" in told
    assert "Colossus a computer, easy Deuce a computer, easy" in told
    assert "Hold: Others see each move at once" in told
    assert table_of(club, "Solo").levels == (None, Level.STRONG, Level.EASY, Level.EASY)


def test_where_two_people_play_moves_are_held_as_ever(club):
    told = draft(club, "new game Duo with anna@club.example and eva@club.example, 2 computers")

    assert "Others see a move 10 minutes after it came" in told


def test_a_computer_is_called_like_nobody_at_the_table(club):
    draft(club, "new game Solo with Atlas eva@club.example, Colossus jan@club.example, a computer")

    names = [player.name for player in table_of(club, "Solo").players]
    assert names == ["Atlas", "Jan", "Colossus"]  # Jan was known before, and keeps his name


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "neues Spiel Solo mit anna@club.example, drei Computern, einem starken Computer"),
        ("fr", "nouvelle partie Solo avec anna@club.example, trois ordinateurs, ordinateur fort"),
        ("es", "nueva partida Solo con anna@club.example, tres ordenadores y un ordenador fuerte"),
        ("it", "nuova partita Solo con anna@club.example, tre computer e un computer forte"),
        ("nl", "nieuw spel Solo met anna@club.example, drie computers en een sterke computer"),
        ("ro", "partidă nouă Solo cu anna@club.example, trei computere, un computer puternic"),
        ("en", "new game Solo with anna@club.example, three computers and a strong computer"),
    ],
)
def test_computers_are_named_in_each_language_of_organisers(club, language, line):
    with club.services.db.begin() as session:
        session.connection().execute(
            text("update player set language = :code where name = 'Marta'"), {"code": language}
        )
    assert is_like(club.say("Marta", line), Ordered)

    steady = [Level.STEADY] * 3
    assert table_of(club, "Solo").levels == (None, *steady, Level.STRONG)


def test_the_invitation_says_which_players_are_computers(club):
    begin(club, "new game Solo with Eva eva@club.example, a strong computer, a computer")

    told = words(club.letter("Eva"))
    assert "With Atlas (a computer, strong) and Colossus (a computer, steady)" in told


def test_a_computer_may_be_asked_in_and_out_before_the_start(club):
    draft(club, "new game Solo with eva@club.example, jan@club.example, ruth@club.example")

    assert "Atlas: in the draft of Solo." in order(club, "Solo: invite an easy computer")
    order(club, "Solo: start")
    assert "Colossus: a computer, and in." in order(club, "Solo: invite a strong computer")
    assert "Solo does without Atlas." in order(club, "Solo: uninvite Atlas")
    assert 'Taken back: "Solo: uninvite Atlas"' in order(club, "Solo: undo")
    assert table_of(club, "Solo").levels == (None, None, None, Level.STRONG, Level.EASY)


def test_computers_do_not_play_without_anybody(club):
    draft(club, "new game Nobody with 3 computers")

    assert "Nobody but computers would play in Nobody" in order(club, "Nobody: start")
    assert table_of(club, "Nobody").stage is Stage.DRAFT


def test_nobody_can_be_given_the_address_of_a_computer(club):
    told = draft(club, "new game Solo with Atlas atlas@house.invalid, Eva eva@club.example")

    assert "atlas@house.invalid is this server's own address" in told


def test_where_nothing_is_held_computers_answer_in_the_same_turn(club):
    begin(club, "new game Solo with Eva eva@club.example, 3 computers", "Eva")
    letters = len(club.letters("Eva"))
    while not game_of(club, "Solo").deals:
        assert answer(club, "Solo")
        assert [one.seat for one in asked(club, "Solo")] == [0]

    moves = [one for one in log_of(club, "Solo") if one.actor is Actor.KEEPER]
    assert len(moves) >= 3 * 11
    assert len(club.letters("Eva")) - letters <= 12
    assert robots(club) == []


def test_who_begins_after_computers_sees_what_they_have_bid(club):
    begin(club, "new game Solo with Eva eva@club.example, 3 computers", "Eva")
    seat = table_of(club, "Solo").players.index(table_of(club, "Solo").players[0])
    told = words(letter_about(club, "Eva", "Solo"))
    bids = game_of(club, "Solo").deal.bids

    assert seat == 0
    assert ("BIDS SO FAR" in told) is any(bid is not None for bid in bids)
    assert ("You bid first" in told) is all(bid is None for bid in bids)


def test_what_a_computer_has_answered_is_not_taken_back(club):
    begin(club, "new game Solo with Eva eva@club.example, 3 computers", "Eva")
    while not game_of(club, "Solo").deal.tricks:
        answer(club, "Solo")

    letter = letter_about(club, "Eva", "Solo")
    assert club.say("Eva", "undo", to=letter, quoting=False) == Refused(Why.SEEN)


def test_a_whole_game_with_two_people_two_computers_and_one_who_comes_later(club):
    line = "new game Duo, 3 deals up with anna@club.example, bruno@club.example"
    begin(club, f"{line}, an easy computer, a strong computer", "Anna", "Bruno")
    until(club, "Duo", lambda game: game.deal and game.deal.number == 2)

    told = order(club, "Duo: replace Atlas with Eva eva@club.example")
    assert "Eva is asked" in told
    assert "Atlas" in told
    club.say("Eva", "yes")
    assert table_of(club, "Duo").levels == (None, None, None, Level.STRONG)
    until(club, "Duo", lambda game: game.over)
    club.later(days=1)

    with club.services.db.begin() as session:
        number = find_game(session, "Duo")
        assert check_game(session, number) is None
        over = finished(shown(session, number, club.now))
    actors = {(one.actor, one.seat) for one in log_of(club, "Duo") if one.seat in (2, 3)}
    assert {(Actor.COMPUTER, 2), (Actor.COMPUTER, 3), (Actor.PLAYER, 2)} <= actors
    final = words(letter_about(club, "Eva", "Duo"))
    assert "A computer plays, too: Colossus (strong)." in final
    assert {line.name for line in standings([over.count])} == {"Anna", "Bruno", "Eva"}
    assert robots(club) == []


def test_computers_move_nobody_s_rating_and_are_in_no_standings(club):
    begin(club, "new game Solo, 1-1 with Eva eva@club.example, 3 computers", "Eva")
    until(club, "Solo", lambda game: game.over)
    with club.services.db.begin() as session:
        over = finished(shown(session, find_game(session, "Solo"), club.now))

    [line] = standings([over.count])
    assert (line.name, line.rating) == ("Eva", 1000)
    assert standings([replace(over, computers=()).count]) == standings([over.count])


def test_a_seat_kept_for_somebody_may_be_played_at_any_level(club):
    name = club.waiting

    order(club, f"replace {name} with an easy computer")
    assert club.table.levels[club.seat(name)] is Level.EASY
    order(club, f"replace {name} with a strong computer")
    assert club.table.levels[club.seat(name)] is Level.STRONG
    assert "A computer plays for" in order(club, f"replace {name} with strong computer")
    order(club, f"replace {name} with {name}")
    assert club.table.levels[club.seat(name)] is None


def test_the_operator_sees_who_is_a_computer(club):
    begin(club, "new game Solo with Eva eva@club.example, a strong computer, a computer")
    with club.services.db.begin() as session:
        told = describe(Context(club.services, session, club.now), find_game(session, "Solo"))

    assert "Atlas                    computer, strong" in told
    assert "house.invalid" not in told


def test_the_same_again_has_the_same_computers(club):
    begin(club, "new game Solo, 1-1 with Eva eva@club.example, 2 strong computers", "Eva")
    until(club, "Solo", lambda game: game.over)
    order(club, "Solo: same again")

    assert table_of(club, "Solo II").levels == (None, Level.STRONG, Level.STRONG)


def test_a_game_that_ends_before_anybody_is_asked_tells_its_end_alone(club):
    """Of one card: the last may have one bid left, and nobody a choice of cards."""
    for number in range(1, 20):
        game = f"Solo{number}"
        begin(club, f"new game {game} with anna@club.example, 2 easy computers, 1 cards", "Anna")
        if table_of(club, game).stage is Stage.OVER:
            break

    about = [one.subject for one in club.letters("Anna") if f"[{game}" in one.subject]
    assert len(about) == 1
    assert about[0].endswith("final score")


def test_people_who_played_with_computers_play_again_with_them(club):
    """Two of four at the table are people: both have to want it, and nobody else."""
    line = "new game Duo, 1-1 with anna@club.example, bruno@club.example"
    begin(club, f"{line}, an easy computer, a strong computer", "Anna", "Bruno")
    until(club, "Duo", lambda game: game.over)
    club.later(days=1)

    club.say("Anna", "rematch", to=letter_about(club, "Anna", "Duo"))
    asked_too = words(letter_about(club, "Bruno", "Duo"))
    assert "as soon as 2 players have said yes" in asked_too
    assert "Atlas" not in asked_too
    club.say("Bruno", "yes", to=letter_about(club, "Bruno", "Duo"))

    again = table_of(club, "Duo II")
    assert [one.name for one in again.players] == ["Anna", "Bruno", "Atlas", "Colossus"]
    assert again.levels == (None, None, Level.EASY, Level.STRONG)
