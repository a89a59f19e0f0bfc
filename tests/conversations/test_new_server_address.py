"""The server moves to another address in the middle of a deal: nothing of what was sent is lost."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from engine import view
from pbem.config.settings import EarlierMailbox, Settings
from pbem.context.services import open_services
from pbem.demo.specimens import all_pages
from pbem.domain.model import Stage
from pbem.domain.outcomes import Automatic, NotActed, Played, TakenBack
from pbem.domain.vocabulary import WhyNot
from pbem.games.blocks import CannotBlock
from pbem.languages import translated
from pbem.letters.parts import ServerMoved
from pbem.letters.render import Templates
from pbem.mail.robots import LOOP_HEADER
from tests.club import seated
from tests.conversations.test_blocked import shut
from tests.conversations.test_bounces import back_to, score
from tests.conversations.test_organising import order, organised
from tests.pbem.test_robots import report

OLD, NEW = "table@ohhell.example", "cards@new.example"
LAST_DAY = date(2027, 3, 1)
TEMPLATES = Templates()
NOTE = f"We have a new address: {NEW}. Answers to older mails still arrive until"
TOLD = {
    "Anna": f"{NOTE} Monday 1 March 2027.",
    "Bruno": (
        f"Wir haben eine neue Adresse: {NEW}. Antworten auf ältere Mails kommen noch bis"
        " Montag, 1. März 2027 an."
    ),
    "Ruth": f"{NOTE} Monday 1 March 2027.",
    "Marta": f"{NOTE} Monday 1 March 2027.",
}


def moves(club, mailbox=NEW, **ways):
    """The operator names another address, and the server starts anew."""
    earlier = (EarlierMailbox(mailbox=OLD, until=LAST_DAY),)
    changed = {"mailbox": mailbox, "earlier_mailboxes": earlier, **ways}
    settings = Settings(**(dict(club.services.settings) | changed))
    club.services = open_services(club.services.db, settings, club.services.secrets)


def words(letter):
    return " ".join(letter.text.split())


def told(club, name):
    """The letters in which somebody is told of the new address."""
    return [one for one in club.letters(name) if NEW + "." in words(one)]


def allowed(club):
    """A bid or a card that may come next."""
    return str(view(club.game, club.seat(club.waiting)).legal[0])


def plays(club):
    """Who is asked bids or plays something that is allowed."""
    return club.say(club.waiting, allowed(club))


@pytest.fixture(name="deal")
def _deal(tmp_path):
    """Half a deal: all have bid, two cards lie, and the third is asked for."""
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth", languages={"Bruno": "de"}, preset="ohhell_pagat, 5 deals up")
    while not club.game.deal.trick.cards:
        plays(club)
    return club


def test_the_server_moves_in_the_middle_of_a_deal_and_the_game_goes_on_to_its_end(deal):
    first, asked = deal.waiting, deal.letter(deal.waiting)
    before = {name: len(deal.letters(name)) for name in deal.boxes}
    assert asked.reply_to.endswith("@ohhell.example")
    moves(deal)

    assert isinstance(deal.say(first, allowed(deal), to=asked), Played)
    second = deal.waiting
    assert deal.letter(second).message["From"].addresses[0].addr_spec == NEW
    assert deal.letter(second).reply_to.startswith("cards+")
    while deal.table.stage is Stage.PLAYING:
        assert isinstance(plays(deal), Played)

    for name in ("Anna", "Bruno", "Ruth"):
        [note] = told(deal, name)
        assert note is deal.letters(name)[before[name]]
        assert TOLD[name] in words(note)
        assert TOLD[name].partition(":")[0] in note.html


def test_taps_of_letters_sent_before_are_played_after(deal):
    name = deal.waiting
    asked = deal.letter(name)
    moves(deal)

    tap = allowed(deal)
    assert "@ohhell.example" in asked.taps[tap]
    assert isinstance(deal.tap(name, tap, to=asked), Played)


def test_an_answer_with_the_tag_in_its_text_is_played_after(deal):
    """As from a mail program that answers to the address of From, which stands in it."""
    name = deal.waiting
    asked = deal.letter(name)
    moves(deal)

    raw = (
        f"From: {deal.addresses[name]}\nTo: {OLD}\nSubject: my card\n\n"
        f"{allowed(deal)}\n\n> [Lindy {asked.tag}]\n"
    )
    assert isinstance(deal.receive(raw.encode(), NEW), Played)


@pytest.mark.parametrize(("before", "now"), [("catch-all", "plus"), ("plus", "catch-all")])
def test_the_way_of_addressing_may_change_with_the_address(tmp_path, before, now):
    club = seated(tmp_path, answers=before)
    club.open("Anna", "Bruno", "Ruth")
    asked = club.letter(club.waiting)
    moves(club, answers=now)

    assert isinstance(club.say(club.waiting, asked.choices[0], to=asked), Played)


def test_who_has_nothing_to_do_is_told_with_whatever_comes_next(tmp_path):
    club = organised(tmp_path, "Anna", "Bruno", "Ruth")
    moves(club)
    assert told(club, "Marta") == []

    order(club, "status")
    order(club, "status")
    assert len(told(club, "Marta")) == 1


def test_who_comes_after_the_move_hears_nothing_of_it(tmp_path):
    club = organised(tmp_path, "Anna", "Bruno", "Ruth")
    moves(club)
    order(club, "new game Tuesday with eve@home.example, jan@home.example, kim@home.example")
    order(club, "start")

    assert club.letters("eve@home.example")
    assert told(club, "eve@home.example") == []


def test_a_letter_that_is_kept_from_leaving_has_told_nobody(tmp_path):
    """What a bid brings about waits ten minutes, and does not leave if it is taken back."""
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth", hold=10)
    moves(club)
    first = club.waiting
    asked = club.letter(first)
    club.say(first, "1")
    assert club.say(first, "undo", to=asked) == TakenBack()
    club.say(first, "1", to=asked)
    club.later(minutes=20)

    assert len(told(club, club.waiting)) == 1


def test_another_start_tells_nothing_and_another_move_does(deal):
    moves(deal)
    for _ in range(6):
        plays(deal)
    moves(deal)
    for _ in range(6):
        plays(deal)
    everybody = ("Anna", "Bruno", "Ruth")
    assert [len(told(deal, name)) for name in everybody] == [1, 1, 1]

    moves(deal, "third@new.example")
    for _ in range(6):
        plays(deal)
    notes = ["third@new.example." in words(one) for name in everybody for one in deal.letters(name)]
    assert sum(notes) == 3


def test_after_the_last_day_only_the_new_address_is_told(tmp_path):
    club = organised(tmp_path, "Anna", "Bruno", "Ruth")
    moves(club)
    club.now = datetime(2027, 3, 2, 8, tzinfo=UTC)
    order(club, "status")

    [note] = told(club, "Marta")
    assert f"We have a new address: {NEW}." in words(note)
    assert "older mails" not in words(note)


def test_our_own_letters_from_the_old_address_are_answered_by_nothing(deal):
    name = deal.waiting
    asked, sent = deal.letter(name), deal.sent
    moves(deal)

    assert LOOP_HEADER in asked.message
    assert isinstance(deal.receive(asked.raw, asked.reply_to), Automatic)
    looped = f"From: {OLD}\nTo: {asked.reply_to}\nSubject: Re\n\n{allowed(deal)}\n"
    assert deal.receive(looped.encode(), asked.reply_to) == NotActed(WhyNot.OURS)
    assert deal.sent == sent


def test_a_mail_that_was_sent_before_comes_back_after(deal):
    name = deal.waiting
    asked = deal.letter(name)
    back = back_to(deal, asked)
    assert back.endswith("@ohhell.example")
    moves(deal)

    deal.receive(report("5.1.1"), back, "")
    assert score(deal, name) == (2, False)
    assert back_to(deal, asked).endswith("@new.example")


def test_the_old_address_is_not_blocked_and_is_nobodys(deal):
    moves(deal)

    for whom in (OLD, "@ohhell.example"):
        with pytest.raises(CannotBlock):
            shut(deal, whom)
    assert deal.services.addresses.is_ours(OLD)


@pytest.mark.parametrize(
    ("day", "reply"),
    [
        (LAST_DAY, None),
        (date(2027, 3, 2), f"550 5.1.6 This table has moved: write to {NEW}"),
    ],
)
def test_the_door_takes_the_old_address_to_the_end_of_its_last_day(deal, day, reply):
    asked = deal.letter(deal.waiting)
    moves(deal)
    ours = deal.services.addresses

    for address in (OLD, asked.reply_to, "postmaster@ohhell.example"):
        assert ours.refusal(address, day) == reply
    assert ours.refusal(NEW, day) is None
    assert ours.refusal("table+nonsense@ohhell.example", day) == "550 5.1.1 No such address here"


@pytest.mark.parametrize("language", translated())
def test_a_letter_of_any_kind_tells_it_in_both_parts_above_all_else(language):
    moved = ServerMoved(NEW, LAST_DAY)
    for name, page in all_pages(language=language).items():
        letter = TEMPLATES.render(page, moved)
        told_at = letter.text.index(NEW)
        assert told_at < 120, name
        assert NEW in letter.html, name
        assert NEW not in letter.subject + letter.preview, name
