"""A club night of 23 people: tables drawn anew each round, by lots that anybody can check."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime
from itertools import combinations

import pytest

from engine import view
from pbem.commands.organiser.draws import SCRIPT
from pbem.commands.organiser.league_table import league_lines
from pbem.commands.organiser.league_times import draw_next, round_over_next
from pbem.domain.model import Stage
from pbem.domain.outcomes import Changed, Said, Unchanged
from pbem.domain.vocabulary import Already, Change
from pbem.letters.parts import Fingerprint
from pbem.store import draws, leagues, people
from pbem.store.games import load_table
from tests.club import configured, seated
from tests.conversations.test_duplicate import game, play
from tests.conversations.test_duplicate import table as table_at
from tests.conversations.test_fair_deals import attached
from tests.conversations.test_first_game import MARTA, mailed
from tests.conversations.test_organising import order, said

NAMES = (
    *("Anna", "Bruno", "Carla", "Dieter", "Eva", "Frans", "Greta", "Hugo", "Ines", "Jan", "Kim"),
    *("Leo", "Mia", "Noah", "Olga", "Paul", "Quirin", "Ruth", "Sven", "Tina", "Uli", "Vera", "Wim"),
)
"""Twenty-three."""


def night(folder, names, *options):
    """Friday, which everybody named has entered."""
    club = seated(folder)
    club.services = configured(club.services, organisers=(MARTA,))
    club.addresses |= {name: f"{name.lower()}@club.example" for name in (*NAMES, "Marta")}
    people = ", ".join(f"{name} {name.lower()}@club.example" for name in names)
    line = ", ".join((f"club night Friday with {people}", *options, "1 deals up", "hold 0"))
    assert mailed(club, line) == Changed(Change.DRAFTED)
    return club


@pytest.fixture(name="friday")
def _friday(tmp_path):
    club = night(tmp_path, NAMES, "exactly 4 at a table", "5 rounds")
    yield club
    club.services.db.close()


def tables(club, number):
    """The tables of a round, each with its names in the order of the seats."""
    with club.services.db.begin() as session:
        [league] = leagues.all_leagues(session)
        numbers = leagues.tables_of(session, league.id, number)
        return {one: load_table(session, one) for one in numbers}


def names(table):
    return [player.name for player in table.players]


def told(club):
    while round_over_next(club.services, club.now):
        pass
    club.deliver()


def played(club, number):
    """Play all tables of a round to their end."""
    for at, table in tables(club, number).items():
        play_on(club, at, table.left)
    told(club)


def play_on(club, number, left):
    """Play a game to its end, in which computers answer for those who have left."""
    while not game(club, number).over:
        play(club, number, until=lambda now: now.over or now.awaiting[0] in left)
        club.later(minutes=11)


def check(folder, held):
    """What the published script says of a mailed record."""
    for name, content in held.items():
        (folder / name).write_bytes(content)
    record = "friday-draws.txt"
    return subprocess.run(
        [sys.executable, SCRIPT, record], cwd=folder, capture_output=True, text=True, check=False
    )


def test_a_club_night_is_played_to_its_end(friday, tmp_path):
    club, letter = friday, friday.letter("Marta")
    assert letter.subject == "[Friday] Friday: check and start"
    assert "23. Wim 0 0 0 0" in said(letter)
    [announced] = re.findall(r"(?:[0-9a-f]{8} ?\n?){8}", letter.text)
    assert not [name for name in NAMES if name in club.boxes]

    answer = order(club, "next round Friday")
    assert "Round 1 of Friday begins at 5 tables" in answer
    met, rested, asked, there = [], [], set(), set(NAMES)
    for number in range(1, 6):
        seated_at = tables(club, number)
        playing = [name for table in seated_at.values() for name in names(table)]
        assert [len(table.players) for table in seated_at.values()] == [4] * (len(there) // 4)
        assert len(set(playing)) == len(playing)
        assert set(playing) <= there
        rested += there - set(playing)
        met += [{*pair} for one in seated_at.values() for pair in combinations(names(one), 2)]
        for name in (name for name in playing if name not in asked):
            assert isinstance(club.say(name, "yes"), Said)
            asked.add(name)
        if number == 2:
            # Two leave for good, during the round.
            leavers = playing[0], playing[5]
            for name in leavers:
                club.say(name, "leave")
                assert club.say(name, "yes") == Changed(Change.LEFT)
        played(club, number)
        there -= set(leavers) if number > 1 else set()
        if number < 5:
            assert f"Round {number + 1} of Friday begins" in order(club, "next round Friday")
    # Nobody rests twice while somebody has not rested; few meet more than once.
    assert max(map(rested.count, NAMES)) == 1
    assert len(met) - len({frozenset(pair) for pair in met}) < 12

    assert club.letter("Marta").subject == "[Friday] Friday is over"
    order(club, "standings Friday")
    checked = check(tmp_path, attached(club.letter("Marta")))
    assert checked.returncode == 0, checked.stdout
    assert checked.stdout.count(": fits") == 5
    assert "".join(announced.split()) in checked.stdout


def test_a_record_that_was_changed_does_not_fit(friday, tmp_path):
    order(friday, "next round Friday")
    order(friday, "standings Friday")
    held = attached(friday.letter("Marta"))
    record = "friday-draws.txt"
    tables_ = re.findall(rb"table .*", held[record])
    for was, is_ in ((tables_[0], tables_[1]), (b"fingerprint ", b"fingerprint 0")):
        assert check(tmp_path, held | {record: held[record].replace(was, is_)}).returncode == 1

    assert check(tmp_path, held).returncode == 0


def test_until_the_draw_people_enter_and_leave_the_draft(friday):
    club = friday
    assert "The tables of Friday are not drawn yet." in order(club, "start")
    assert "The tables of Friday are not drawn yet." in order(club, "open 2 seats")
    order(club, "invite Max max@club.example\nuninvite Anna")

    assert "Round 1 of Friday begins at 5 tables" in order(club, "next round Friday")
    entered = drawn(club)[0].entered
    assert len(entered) == 23
    with club.services.db.begin() as session:
        assert [people.player(session, one).name for one in entered] == [*NAMES[1:], "Max"]
    # The draft has made way, and its name is free again.
    [draft] = tables(club, 0).values()
    assert draft.stage is Stage.CANCELLED


def drawn(club):
    with club.services.db.begin() as session:
        [league] = leagues.all_leagues(session)
        return draws.draws_of(session, league.id)


def test_a_draw_is_announced_before_and_opened_with_its_round(friday):
    [announced] = drawn(friday)
    assert not announced.entered
    assert Fingerprint(0, announced.fingerprint).groups in said(friday.letter("Marta"))

    order(friday, "next round Friday")
    order(friday, "standings Friday")

    first, second = drawn(friday)
    record = attached(friday.letter("Marta"))["friday-draws.txt"].decode()
    assert first.secret.hex() in record
    assert second.fingerprint in record
    assert second.secret.hex() not in record


def test_who_has_no_table_is_told_and_credited(tmp_path):
    club = night(tmp_path, NAMES[:5], "exactly 4 at a table", "2 rounds")
    order(club, "next round Friday")
    [table] = tables(club, 1).values()
    [first] = set(NAMES[:5]) - set(names(table))
    # Who has been asked nothing yet is not written to.
    assert first not in club.boxes
    for name in names(table):
        club.say(name, "yes")
    played(club, 1)

    answer = order(club, "next round Friday")

    [table] = tables(club, 2).values()
    [second] = set(NAMES[:5]) - set(names(table))
    assert second != first
    assert f"Resting in it, by lot: {second}." in answer
    letter = club.letter(second)
    assert letter.subject == "[Friday] You rest in round 2 of 2"
    # One game, and one rest that counts as much.
    one = next(line for line in lines(club) if line.name == second)
    assert (one.games, one.rests) == (1, 1)
    assert one.points == 2 * points_of(club, 1, second)
    club.services.db.close()


def test_who_leaves_between_rounds_or_while_resting_is_drawn_no_more(tmp_path):
    club = night(tmp_path, NAMES[:7], "exactly 3 at a table", "3 rounds")
    order(club, "next round Friday")
    asked = {name for table in tables(club, 1).values() for name in names(table)}
    for name in asked:
        club.say(name, "yes")
    played(club, 1)
    order(club, "next round Friday")
    playing = [name for table in tables(club, 2).values() for name in names(table)]
    for name in set(playing) - asked:
        club.say(name, "yes")
    [rests] = set(NAMES[:7]) - set(playing)
    assert club.letter(rests).kind == "league_table"

    assert club.say(rests, "leave") == Changed(Change.LEFT)
    assert "you are in no round or game that follows it" in said(club.letter(rests))
    assert club.say(rests, "leave") == Unchanged(Already.LEFT)
    assert "a computer" not in said(club.letter(rests)).lower()
    played(club, 2)
    over = next(one for one in reversed(club.letters(playing[0])) if one.kind == "league_table")
    assert club.say(playing[0], "leave", to=over) == Changed(Change.LEFT)

    order(club, "next round Friday")

    last = [name for table in tables(club, 3).values() for name in names(table)]
    there = [name for name in NAMES[:7] if name not in (rests, playing[0])]
    assert len(last) == 3
    assert set(last) < set(there)
    club.services.db.close()


def points_of(club, number, name):
    [at, *_] = [one for one, table in tables(club, number).items() if name in names(table)]
    seat = names(table_at(club, at)).index(name)
    return view(game(club, at)).totals[seat]


def lines(club):
    with club.services.db.begin() as session:
        [league] = leagues.all_leagues(session)
        return league_lines(session, league, club.now)


def test_entry_ends_with_a_day_and_the_draw_begins_by_itself(tmp_path):
    club = night(tmp_path, NAMES[:9], "4 at a table", "2 rounds", "entries until 5 December")
    letter = said(club.letter("Marta"))
    assert "drawn and begins on Sunday 6 December, 00:00 (UTC)" in letter
    assert 'please answer this mail once, so that we know it was you who wrote: "status"' in letter
    order(club, "status")

    assert not draw_next(club.services, datetime(2026, 12, 5, 23, 59, tzinfo=UTC))
    assert draw_next(club.services, datetime(2026, 12, 6, 0, 0, tzinfo=UTC))
    assert not draw_next(club.services, datetime(2026, 12, 7, 0, 0, tzinfo=UTC))

    with club.services.db.begin() as session:
        assert not leagues.end_entry(session, 1), "another server has drawn it"
    club.now = datetime(2026, 12, 6, 0, 1, tzinfo=UTC)
    club.deliver()
    assert [len(table.players) for table in tables(club, 1).values()] == [5, 4]
    assert {table.stage for table in tables(club, 1).values()} == {Stage.INVITING}
    assert "Round 1 of Friday begins at 2 tables" in said(club.letter("Marta"))
    assert all(club.letter(name).kind == "invitation" for name in NAMES[:9])
    club.services.db.close()


def test_nobody_is_asked_for_who_only_wrote_an_address_into_from(tmp_path):
    club = night(tmp_path, NAMES[:9], "4 at a table", "2 rounds", "entries until 5 December")

    assert draw_next(club.services, datetime(2026, 12, 6, 0, 0, tzinfo=UTC))

    club.now = datetime(2026, 12, 6, 0, 1, tzinfo=UTC)
    club.deliver()
    assert [one for one in club.boxes if one != "Marta"] == []
    assert not tables(club, 1)
    assert not drawn(club)[0].entered
    club.services.db.close()


def test_an_evening_that_cannot_be_drawn_stays_as_it_is(tmp_path):
    club = night(tmp_path, NAMES[:4], "4 at a table", "entries until 5 December")
    order(club, "uninvite Anna\nuninvite Bruno\nuninvite Carla")

    assert draw_next(club.services, datetime(2026, 12, 6, 12, 0, tzinfo=UTC))

    [draft] = tables(club, 0).values()
    assert (draft.stage, names(draft)) == (Stage.DRAFT, ["Dieter"])
    assert not drawn(club)[0].entered
    club.now = datetime(2026, 12, 6, 12, 1, tzinfo=UTC)
    club.deliver()
    assert "These rules are for 3–7 players, not for 1." in said(club.letter("Marta"))
    order(club, "cancel")
    assert "Friday is not under way: cancelled." in order(club, "next round Friday")
    club.services.db.close()


def test_a_night_that_cannot_be_changes_nothing(tmp_path):
    club = night(tmp_path, NAMES[:4])
    people = ", ".join(f"{name} {name.lower()}@club.example" for name in NAMES[:6])

    assert "another has that name" in order(club, f"club night Friday with {people}")
    assert "Something is missing" in order(
        club, f"club night Sunday with {people}, entries until 1 May 2020"
    )
    assert "for 3–7 players, not for 2" in order(
        club, f"club night Sunday with {people}, exactly 2 at a table"
    )
    club.services.db.close()
