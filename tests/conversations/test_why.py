"""`why`: what somebody could have done in a deal that is over, by what could be seen."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from contextlib import asynccontextmanager

import pytest

from engine import BidMode, DealScored, Rules, Seat, TrumpBy
from engine.coach import review_deal
from pbem.commands.player.why import coach_next
from pbem.config.settings import Settings
from pbem.domain.outcomes import Refused, Told
from pbem.domain.vocabulary import Why
from pbem.lanes import OwnProcess
from pbem.results.coaching import seed_of
from pbem.server.app import Server
from pbem.server.ticks import Ticks
from pbem.store.events import load_log
from pbem.store.inbound import Arrived
from tests.club import Letter
from tests.conversations.dealing import bids, club_dealt, plays
from tests.databases import database_url

HANDS = "QH 3H | AH 2H | KH 4H"
"""Anna leads; Bruno's ace takes the first trick, Ruth's four the second. Anna has bid one, too."""


@pytest.fixture(name="club")
def _club(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
    bids(club, 1, 1, 1)
    yield club
    club.services.db.close()


def never(*_):
    raise AssertionError("there was nothing to work out")


def over(club):
    plays(club, "QH AH")
    club.later(hours=1)


def bars(text):
    """In how many of 100 deals each bid is made, as a letter has it."""
    return {
        int(bid): int(kept) for bid, kept in re.findall(r"^ +(\d) +(\d+) +#*", text, re.MULTILINE)
    }


def test_nothing_is_told_of_a_deal_that_is_not_over(club):
    assert club.say("Anna", "why") == Refused(Why.DEAL_NOT_OVER)
    assert "That deal is not over yet" in club.letter("Anna").text
    assert not coach_next(club.services, club.now, never)


def test_a_deal_is_looked_back_at_once_it_is_over(club):
    over(club)
    assert club.say("Anna", "why 1") == Told("why")
    letter = club.letter("Anna")

    assert letter.subject == "[Lindy] Looking back at deal 1"
    assert "YOUR BID\n" in letter.text
    assert "Looking back at deal 1" in letter.html
    assert club.say("Anna", "why 2") == Refused(Why.DEAL_NOT_OVER)


def test_its_figures_are_those_of_the_coach(club):
    """In how many of 100 deals each bid would have been made."""
    over(club)
    club.say("Anna", "why")
    with club.services.db.begin() as session:
        log = [one.entry for one in load_log(session, 1)]
    ended = max(at for at, entry in enumerate(log) if isinstance(entry, DealScored))
    told = review_deal(log[: ended + 1], Seat(0), 1, seed_of(1, 1).encode())

    assert told.bid is not None
    assert bars(club.letter("Anna").text) == {
        n: round(100 * tried.keep) for n, tried in told.bid.open
    }
    said = club.letter("Anna").text.replace("\n", " ")
    for card in told.mistakes:
        assert f"Trick {card.trick}: you led Q♥" in said


def looking_back(club, name, cards, *numbers):
    """The whole of a deal; then what `why` tells one of its players."""
    bids(club, *numbers)
    plays(club, cards)
    club.later(hours=1)
    assert club.say(name, "why") == Told("why")
    text = club.letter(name).text
    club.services.db.close()
    return text


def test_a_card_of_two_players_is_worth_what_can_be_counted(tmp_path):
    """Anna will lead the queen. 50 cards are unseen; 12 spades, the king and the ace beat her.

    She takes the trick in 36 of 50: 72 of 100.
    """
    club = club_dealt(tmp_path, "QH | 4H", turn_up="7S", hold=10)
    assert bars(looking_back(club, "Anna", "", 1)) == {0: 28, 1: 72}


def test_a_card_of_three_players_is_worth_about_what_can_be_counted(tmp_path):
    """Neither of two hidden cards beats her in 36/50 * 35/49: 51.4 of 100. Some 200 are drawn."""
    club = club_dealt(tmp_path, "QH | 4H | KD", turn_up="7S", hold=10)
    told = bars(looking_back(club, "Anna", "", 1, 1, 1))
    assert told[1] == pytest.approx(51.4, abs=10)
    assert told[0] + told[1] == 100


def test_a_better_card_is_better_by_what_can_be_counted(tmp_path):
    """Bruno wants one trick of two, Anna has led the nine; her other card is one of 48.

    With the queen he takes this trick, and the five he leads then is beaten by seven hearts and
    twelve spades: the bid is made in 19 of 48. With the five he loses this trick, and the queen
    takes the next one only if Anna leads one of eight lower hearts: in 8 of 48.
    """
    rules = Rules(
        players=(2, 2), hand_max=((2, 2),), bid_mode=BidMode.BLIND, trump=TrumpBy.TURN_UP_AFTER_BIDS
    )
    club = club_dealt(tmp_path, "9H 3C | QH 5H", turn_up="7S", hold=10, rules=rules)
    said = " ".join(looking_back(club, "Bruno", "9H 5H", 0, 1).split())
    assert (
        "Trick 1: you played 5♥. With Q♥ you would have made your bid in 40 of 100 deals that "
        "looked like this; with 5♥ in 17." in said
    )


def test_the_second_asking_is_a_lookup(club):
    over(club)
    club.say("Anna", "why")
    first = club.letter("Anna").text.partition("YOUR BID")[2].partition("Counted")[0]

    assert not coach_next(club.services, club.now, never)
    assert club.say("Anna", "why 1") == Told("why")
    again = club.letter("Anna").text.partition("YOUR BID")[2].partition("Counted")[0]
    assert first == again != ""


def test_who_cannot_be_answered_may_ask_again(club, monkeypatch):
    """The process that works it out fails: nothing is kept, nothing is stuck."""
    over(club)
    monkeypatch.setattr("pbem.lanes.sys.executable", "/bin/false")
    letters = len(club.letters("Anna"))
    assert club.say("Anna", "why") == Told("why")
    assert len(club.letters("Anna")) == letters
    monkeypatch.undo()

    club.say("Anna", "why 1")
    assert club.letter("Anna").subject == "[Lindy] Looking back at deal 1"


@pytest.mark.parametrize(
    ("language", "word"),
    [
        *(("de", "warum"), ("fr", "pourquoi 1"), ("it", "perché"), ("es", "¿por qué?")),
        *(("nl", "waarom"), ("ro", "de ce 1")),
    ],
)
def test_it_is_asked_in_each_language(tmp_path, language, word):
    club = club_dealt(tmp_path, "QH | AH | KH", turn_up="7S", Anna=language)
    bids(club, 1, 1, 1)

    assert club.say("Anna", word) == Told("why")
    club.services.db.close()


async def asked(club, tmp_path, *mails, meanwhile=None):
    """A running server gets some mails; the letters it sends until it has done what is asked of it
    `meanwhile`, and how long it took to stop.
    """
    settings = Settings(
        database=database_url(tmp_path / "club.db"),
        mailbox="table@ohhell.example",
        doors=(),
        tick=300,
    )
    sent = asyncio.Queue()

    @asynccontextmanager
    async def carrier():
        async def send(_sender, to, raw):
            sent.put_nowait(Letter(to, raw))

        yield send

    server = Server(settings, now=lambda: club.now, carrier=carrier)
    await server.start()
    for name, text in mails:
        to = club.letter(name).reply_to
        raw = f"From: {club.addresses[name]}\nTo: {to}\nSubject: Re: x\n\n{text}\n"
        mail = Arrived("smtp", to, club.addresses[name], raw.encode(), club.now)
        await asyncio.to_thread(server.accept, [mail])
    found = await meanwhile(sent)
    began = time.monotonic()
    await server.stop()
    return found, time.monotonic() - began


def test_a_running_server_tells_in_five_seconds_and_nobody_waits_for_it(
    tmp_path, club, monkeypatch
):
    """While the coach thinks, Bruno's status is answered; then Anna hears of her deal."""
    over(club)
    thinks, process = threading.Event(), OwnProcess.__call__

    def slow(*wish):
        assert thinks.wait(30)
        return process(*wish)

    monkeypatch.setattr(OwnProcess, "__call__", slow)

    async def both(sent):
        first = await asyncio.wait_for(sent.get(), 30)
        began = time.monotonic()
        thinks.set()
        second = await asyncio.wait_for(sent.get(), 30)
        return first, second, time.monotonic() - began

    (first, second, took), _ = asyncio.run(
        asked(club, tmp_path, ("Anna", "why"), ("Bruno", "status"), meanwhile=both)
    )

    assert first.to == "bruno@club.example"
    assert second.subject == "[Lindy] Looking back at deal 1"
    assert took < 5


@pytest.mark.parametrize("other", ["process", "deadlines"])
@pytest.mark.parametrize(("said", "wanted"), [("status", False), ("why", True)])
def test_the_coach_is_called_by_who_asks_why_and_by_no_other_mail(
    tmp_path, club, monkeypatch, said, wanted, other
):
    """Whichever of two ticks comes upon the mail: the other one never does here."""
    over(club)
    nudged, nudge, every = [], Ticks.nudge, Ticks.every

    def noted(ticks, name):
        nudged.append(name)
        nudge(ticks, "deadlines" if name == other == "process" else name)

    def but_one(ticks, seconds, name, tick):
        if name != other:
            every(ticks, seconds, name, tick)

    monkeypatch.setattr(Ticks, "nudge", noted)
    monkeypatch.setattr(Ticks, "every", but_one)

    async def answered(sent):
        await asyncio.wait_for(sent.get(), 30)

    asyncio.run(asked(club, tmp_path, ("Anna", said), meanwhile=answered))
    assert "deliver" in nudged
    assert ("coach" in nudged) is wanted


def test_a_server_that_stops_does_not_wait_for_the_coach_and_tells_after_the_next_start(
    tmp_path, club, monkeypatch
):
    """The process would take a minute."""
    over(club)
    lazy = tmp_path / "lazy"
    lazy.write_text(f"#!/bin/sh\ntouch {tmp_path}/began\nexec sleep 60\n")
    lazy.chmod(0o700)
    monkeypatch.setattr("pbem.lanes.sys.executable", str(lazy))

    async def begun(_sent):
        while not (tmp_path / "began").exists():
            await asyncio.sleep(0.05)

    _, took = asyncio.run(asked(club, tmp_path, ("Anna", "why"), meanwhile=begun))
    assert took < 8

    monkeypatch.undo()
    letter, _ = asyncio.run(
        asked(club, tmp_path, meanwhile=lambda sent: asyncio.wait_for(sent.get(), 30))
    )
    assert letter.subject == "[Lindy] Looking back at deal 1"
