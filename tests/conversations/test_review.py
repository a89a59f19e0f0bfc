"""`review`: how somebody bid and chose in a whole game, by what could be seen."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Seat
from engine.coach import review_deal
from engine.game_review import LookedBack, review_game
from engine.luck import deal_luck, whole_luck
from pbem.domain.model import Stage
from pbem.domain.outcomes import Refused, Told
from pbem.domain.vocabulary import Why
from pbem.lanes import CannotWork
from pbem.letters.afterwards import in_whole
from pbem.results.coaching import luck_of_deal, seed_of
from pbem.results.reviews import ends
from pbem.server.chores import look_back
from pbem.store.events import load_log
from tests.conversations.dealing import bids, club_dealt, plays

HANDS = "QH 3H | AH 2H | KH 4H"
"""Anna leads; Bruno's ace takes the first trick, Ruth's four the second. All bid one."""


@pytest.fixture(name="club")
def _club(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
    bids(club, 1, 1, 1)
    yield club
    club.services.db.close()


def never(*_):
    raise AssertionError("there was nothing to work out")


def one_over(club):
    plays(club, "QH AH")
    club.later(hours=1)


def answers(club):
    """Whoever is asked takes what may be taken first."""
    asked = [one for one in club.letters(club.waiting) if one.choices][-1]
    club.say(club.waiting, asked.choices[0], to=asked)
    club.later(minutes=10)


def to_the_end(club):
    """Everybody takes what may be taken first, until the game is over."""
    while club.table.stage is Stage.PLAYING:
        answers(club)
    club.later(hours=1)


def found(club, seat, last=True):
    """What the coach finds in each deal that is over, seen from the log alone."""
    with club.services.db.begin() as session:
        entries = load_log(session, 1)
    log = [one.entry for one in entries]
    return review_game(
        [
            LookedBack(
                review_deal(log[: at + 1], seat, n, seed_of(1, n).encode()), club.game.past[n - 1]
            )
            for n, at in ends(entries)[: None if last else -1]
        ],
        seat,
    )


def test_nothing_is_told_before_a_deal_is_over(club):
    assert club.say("Anna", "review") == Refused(Why.NO_DEAL_PLAYED)
    assert "No deal is over yet that you have played yourself" in club.letter("Anna").text
    assert not look_back(club.services, club.now, never)


def test_of_a_game_under_way_the_deals_that_are_over_are_told(club):
    one_over(club)
    assert club.say("Anna", "review") == Told("review")
    letter = club.letter("Anna")

    assert letter.subject == "[Lindy] Looking back at 1 deal"
    for heading in ("YOUR BIDS", "YOUR HABITS", "YOUR BEST DECISION", "YOUR WORST DECISION"):
        assert f"{heading}\n" in letter.text
    assert "Bids made: 0 of 1." in letter.text
    assert "No habit that chance would not show as well." in letter.text


def test_its_figures_are_those_of_the_coach(club):
    to_the_end(club)
    club.say("Bruno", "review")
    said = club.letter("Bruno").text.replace("\n", " ")
    told = found(club, Seat(1))

    assert f"Bids made: {told.made} of {told.bids}." in said
    assert f"made {told.expected:.1f} times on average, give or take {told.error:.1f}." in said
    for one, (deal, points) in zip(told.dearest[:1], said_dearest(said), strict=False):
        assert (one.deal, f"{one.points:.1f}") == (deal, points)


def said_dearest(said):
    for part in said.partition("Points lost by deal: ")[2].partition(". ")[0].split(", "):
        if part:
            deal, _, points = part.partition(" (")
            yield int(deal), points.rstrip(")")


def test_it_is_told_under_the_final_letter(club):
    to_the_end(club)
    final = club.letter("Anna")
    assert '"review" tells how you bid in all deals' in final.text.replace("\n", " ")

    assert club.say("Anna", "review", to=final) == Told("review")
    assert club.letter("Anna").subject.startswith("[Lindy] Looking back at ")
    assert club.tap("Anna", "review", to=final) == Told("review")


def test_the_second_asking_is_a_lookup_and_so_is_a_deal_of_it(club):
    to_the_end(club)
    club.say("Anna", "review")
    first = club.letter("Anna").text.partition("YOUR BIDS")[2].partition("Counted")[0]

    assert not look_back(club.services, club.now, never)
    assert club.say("Anna", "review") == Told("review")
    assert club.letter("Anna").text.partition("YOUR BIDS")[2].partition("Counted")[0] == first
    club.say("Anna", "why 1")
    assert club.letter("Anna").subject == "[Lindy] Looking back at deal 1"
    assert not look_back(club.services, club.now, never)


def test_who_asks_of_one_deal_does_not_wait_for_who_asks_of_all(club):
    """Anna's game has several deals left to look back at when Bruno asks of one."""
    to_the_end(club)
    club.services.reviews_wanted.clear()
    told = []

    def lane(work, log, seat, deal, seed):
        told.append((seat, deal))
        if len(told) == 1:
            ask(club, "Bruno", "why 1")
        return work(log, seat, deal, seed)

    ask(club, "Anna", "review")
    while look_back(club.services, club.now, lane):
        pass

    assert told[:3] == [(0, 1), (1, 1), (0, 2)]


def ask(club, name, text):
    """A mail comes in and is thought through; the coach does nothing yet."""
    from pbem.inbound.identify import lane_of
    from pbem.inbound.worker import process_next
    from pbem.store.inbound import Arrived, accept

    to = club.letter(name).reply_to
    raw = f"From: {club.addresses[name]}\nTo: {to}\nSubject: Re: x\n\n{text}\n".encode()
    with club.services.db.begin() as session:
        mail = Arrived("smtp", to, "x@club.example", raw, club.now)
        accept(session, mail, lane_of(club.services, session, mail))
    while process_next(club.services, club.now):
        pass


def test_who_cannot_be_answered_may_ask_again(club):
    one_over(club)

    def broken(*_):
        raise ValueError("no coach today")

    ask(club, "Anna", "review")
    assert look_back(club.services, club.now, broken)
    assert not look_back(club.services, club.now, never), "nothing is stuck"

    club.say("Anna", "review")
    assert club.letter("Anna").subject == "[Lindy] Looking back at 1 deal"


def test_a_deal_that_a_computer_played_is_nobodys(club):
    """Anna's deadline passes in the second deal; only the first is told of."""
    one_over(club)
    while len(club.game.deals) < 2:
        if club.waiting == "Anna":
            club.later(days=4)
        else:
            answers(club)
    club.say("Anna", "review")

    assert club.letter("Anna").subject == "[Lindy] Looking back at 1 deal"


@pytest.mark.parametrize(
    ("language", "word"),
    [
        *(("de", "Rückblick"), ("fr", "revue"), ("it", "bilancio"), ("es", "¿cómo he jugado?")),
        *(("nl", "terugblik"), ("ro", "bilanț")),
    ],
)
def test_it_is_asked_in_each_language(tmp_path, language, word):
    club = club_dealt(tmp_path, "QH | AH | KH", turn_up="7S", Anna=language)
    bids(club, 1, 1, 1)

    assert club.say("Anna", word) == Told("review")
    club.services.db.close()


def looked_back_at_so_far(club, name):
    """A game whose deals but the last are looked back at when it ends."""
    one_over(club)
    while club.table.stage is Stage.PLAYING:
        answers(club)
        if len(club.game.deals) == 2 and club.game.deal and not club.game.deal.tricks:
            club.say(name, "review")
    club.later(hours=1)


def finals(club):
    return {
        name: [one for one in club.letters(name) if one.kind == "digest"][-1].text
        for name in ("Anna", "Bruno", "Ruth")
    }


def test_the_final_letter_tells_the_decision_of_the_game_if_it_is_known(club):
    """To who has asked, and to nobody else: what was looked back at is told again."""
    looked_back_at_so_far(club, "Anna")
    told = finals(club)

    assert "YOUR DECISION OF THE GAME\n" in told["Anna"]
    said = " ".join(told["Anna"].split())
    one = found(club, Seat(0), last=False).weightiest
    assert f"Deal {one.deal}" in said.partition("YOUR DECISION OF THE GAME")[2][:12]
    for name in ("Bruno", "Ruth"):
        assert "DECISION OF THE GAME" not in told[name]
        assert '"review" tells' in " ".join(told[name].split())


def lucks(letter):
    """What a letter says that everybody's cards were worth, in points."""
    block = letter.text.partition("LUCK OF THE CARDS\n")[2].partition("So many points")[0]
    return {
        name: (float(points), float(error))
        for name, points, error in re.findall(r"  (.+): ([+-][\d.]+), give or take ([\d.]+)", block)
    }


def test_it_tells_what_the_cards_were_worth(club):
    """As the engine plays them again; in tenths of points that come to nothing."""
    to_the_end(club)
    club.say("Bruno", "review")
    with club.services.db.begin() as session:
        entries = load_log(session, 1)
    log = [one.entry for one in entries]
    deals = [deal_luck(log[: at + 1], n, seed_of(1, n).encode()) for n, at in ends(entries)]
    told, whole = lucks(club.letter("Bruno")), whole_luck(deals)

    assert list(told) == ["Anna", "Bruno (you)", "Ruth"]
    assert round(sum(points for points, _ in told.values()), 6) == 0
    for (points, error), worth, doubt in zip(told.values(), whole.worth, whole.error, strict=True):
        assert abs(points - worth) < 0.1
        assert error == round(doubt, 1)


def test_luck_that_cannot_be_worked_out_is_not_told_and_keeps_nobody_waiting(club):
    one_over(club)

    def lane(work, *given):
        if work is luck_of_deal:
            raise CannotWork("it took for ever")
        return work(*given)

    ask(club, "Anna", "review")
    while look_back(club.services, club.now, lane):
        pass
    club.deliver()

    assert club.letter("Anna").subject == "[Lindy] Looking back at 1 deal"
    assert "LUCK" not in club.letter("Anna").text


@given(st.lists(st.floats(-50, 50), min_size=2, max_size=7))
def test_tenths_of_points_come_to_nothing_as_the_points_do(some):
    worth = [one - sum(some) / len(some) for one in some]
    told = in_whole([10 * one for one in worth], 0)

    assert sum(told) == 0
    assert all(abs(tenth - 10 * one) < 1 + 1e-6 for tenth, one in zip(told, worth, strict=True))
