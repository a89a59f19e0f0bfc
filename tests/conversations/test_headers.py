"""What letters answer, what hangs together, and how they are left, by their headers."""

import re

import pytest

from tests.club import seated

HERS = "<CA+x7.1@mail.club.example>"


def answered(table, name, headers):
    """The letter that answers a mail with some headers, which asks how the game stands."""
    table.say(name, "status", headers=headers)
    return table.letter(name).message


def test_an_answer_names_the_mail_it_answers_and_stays_in_its_thread(table):
    """RFC 3834 3.1.6: In-Reply-To and References name the mail that is answered."""
    before = table.letter("Anna").message
    letter = answered(table, "Anna", f"Message-ID: {HERS}\n")

    assert letter["In-Reply-To"] == HERS
    assert letter["References"].split() == [before["References"], HERS]
    assert letter["Auto-Submitted"] == "auto-replied"


@pytest.mark.parametrize(
    "headers",
    [
        "",
        "Message-ID:\n",
        "Message-ID: no brackets\n",
        "Message-ID: <two words@club.example>\n",
        "Message-ID: <jörg@club.example>\n",
        f"Message-ID: <{'x' * 300}@club.example>\n",
        "Message-ID: <a@b>\n <c@d>\n",
    ],
)
def test_an_answer_to_a_mail_without_a_good_name_stays_in_its_thread(table, headers):
    letter = answered(table, "Anna", headers)

    assert letter["In-Reply-To"] == letter["References"]
    assert letter["References"] == table.letters("Anna")[0].message["References"]


def test_what_somebody_else_wrote_is_no_mail_to_be_answered(table):
    """Bruno's letter is sent because of a mail under his code; he did not write it."""
    before = len(table.letters("Bruno"))
    table.say("Bruno", "2", sender="eva@elsewhere.example", headers=f"Message-ID: {HERS}\n")
    [asked] = table.letters("Bruno")[before:]

    assert HERS not in str(asked.message)


def test_a_question_names_the_thread_of_its_deal_alone(table):
    letters = [table.letter(name).message for name in ("Anna", "Bruno", "Ruth")]
    threads = [letter["References"] for letter in letters]

    assert len(set(threads)) == 3
    assert all(re.fullmatch(r"<[a-z0-9]+@ohhell\.example>", one) for one in threads)
    assert threads == [letter["In-Reply-To"] for letter in letters]


def test_two_servers_with_games_of_one_name_share_no_thread_and_no_list(tmp_path):
    """Numbers begin at 1 in each database: names made of them alone would be the same."""
    clubs = []
    for at in "ab":
        (tmp_path / at).mkdir()
        club = seated(tmp_path / at)
        club.open("Anna", "Bruno", "Ruth")
        clubs.append([club.letter(name).message for name in ("Anna", "Bruno", "Ruth")])
    here, there = clubs

    for header in ("Message-ID", "References", "List-Id"):
        assert not {one[header] for one in here} & {one[header] for one in there}


@pytest.fixture(name="organised")
def _organised(club):
    """All have said yes, which Marta, who organises the game, was told."""
    club.addresses["Marta"] = "marta@club.example"
    club.open("Anna", "Bruno", "Ruth", invite=True)
    for name in ("Anna", "Bruno", "Ruth"):
        club.say(name, "yes")
    return club


def test_every_letter_to_a_player_can_be_left(organised):
    club = organised
    club.say("Marta", "status", to=club.letter("Marta"))

    for letters in club.boxes.values():
        for letter in letters:
            assert letter.message["List-Unsubscribe"], letter.subject


def test_a_letter_about_no_seat_is_left_by_stop(organised):
    """The organiser stops; as any other who does, she is asked whether it is meant."""
    club = organised
    link = club.letter("Marta").message["List-Unsubscribe"].strip("<>")
    before = len(club.letters("Marta"))
    club.follow("Marta", link)

    [asked] = club.letters("Marta")[before:]
    assert asked.subject == "No more mail, Marta?"
