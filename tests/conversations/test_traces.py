"""Whole traces: all that one seat receives, where others' cards were forced or were a choice.

The same cards are played in public; the hidden ones differ. Down to addresses and headers nothing
tells the one from the other but random codes, of which only the pattern counts.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

import pytest

from pbem.config.settings import Limits, Settings
from pbem.context.services import open_services
from pbem.domain.outcomes import Changed, Kept, Played
from pbem.domain.vocabulary import Change
from pbem.outbox.deliver import Post, deliver_due
from tests.club import Became, Club, Letter, configured
from tests.conversations.dealing import bids, club_dealt, deal_in
from tests.databases import empty_database

ONE_HEART = "KH 4H 9C 8C | 2H 3C 5C 9S | AH 3D TC JD"
"""Bruno and Ruth have one heart each; of clubs Bruno has two."""

TWO_HEARTS = "KH 4H 9C 8C | 2H 7H 3C 9S | AH QH TC JD"
"""They have two; of clubs Bruno has one."""

WORLDS = {
    "forced": (ONE_HEART, {}, {"Bruno": ["3C"], "Ruth": ["TC", "JD"]}),
    "planned": (
        TWO_HEARTS,
        {"Bruno": "if hearts led 2H", "Ruth": "if hearts led AH"},
        {"Ruth": ["TC", "JD"]},
    ),
    "answered at once": (TWO_HEARTS, {}, {"Bruno": ["2H"], "Ruth": ["AH", "TC", "JD"]}),
}
"""The hands, what Bruno and Ruth plan when all have bid, and with which cards they answer.

Anna leads the four of hearts, on which they play the two and the ace; Ruth leads the ten of clubs,
on it come the nine and the three; then the jack.
"""


@dataclass
class Watched(Club):
    """A club whose mails leave as a real server's do, each with its envelope."""

    trace: list[tuple[object, ...]] = field(default_factory=list)

    def deliver(self) -> Became:
        """Send what is due; what became of the mail that came last."""
        names = {address: name for name, address in self.addresses.items()}

        async def send(mail_from, rcpt, raw):
            name = names.get(rcpt, rcpt)
            self.boxes.setdefault(name, []).append(Letter(name, raw))
            self.trace.append((self.now, name, mail_from, rcpt, raw))

        @asynccontextmanager
        async def carrier():
            yield send

        post = Post(self.services.db, self.services.addresses, carrier, lambda: self.now)
        while asyncio.run(deliver_due(post)):
            pass
        return super().deliver()


def watched(folder, world, hold):
    """What Anna has received when the third trick is hers to play to, and everybody was quick."""
    hands, plans, answers = WORLDS[world]
    folder.mkdir()
    draws = count()

    def chance(size):
        return hashlib.sha256(f"{'' if size == 32 else world} {next(draws)}".encode()).digest()[
            :size
        ]

    services = open_services(
        empty_database(folder / "club.db"),
        Settings(mailbox="table@ohhell.example"),
        lambda game, deal: hashlib.sha256(f"{game}/{deal}".encode()).digest(),
        chance=chance,
    )
    club = Watched(configured(services, limits=Limits(newcomer_receipts=0, mails_a_day=1000)))
    deal_in(club, hands, turn_up="7S", hold=hold)
    bids(club, 1, 1, 1)
    for name, plan in plans.items():
        assert isinstance(club.say(name, plan), Kept)
    script = {"Anna": ["4H", "9C"], **{name: list(own) for name, own in answers.items()}}
    answered = {}
    for _ in range(30):
        for name, cards in [*script.items()] * 4:
            asking = [one for one in club.letters(name) if "YOUR TURN" in one.text]
            if cards and asking and asking[-1] is not answered.get(name):
                card, answered[name] = cards.pop(0), asking[-1]
                assert club.say(name, card, to=asking[-1]) == Played(card)
        club.later(minutes=5)
    assert not any(script.values())
    assert len(club.game.deal.tricks) == 2
    received = [one[:1] + one[2:] for one in club.trace if one[1] == "Anna"]
    club.services.db.close()
    return received, services.addresses


def with_codes_numbered(received, addresses):
    """A trace with each random code in the place of its number, in the order of their coming."""
    numbers: dict[str, int] = {}

    def number(found):
        code = found[0]
        if len(code) == 24 and addresses.keys.read(code) is None:
            return code
        return f"({numbers.setdefault(code[:16], len(numbers))})"

    def plain(text):
        text = re.sub(r"(?<=boundary=\"=_)[0-9a-f]{32}", "(boundary)", text)
        text = text.replace("%23", "#")
        return re.sub(r"\b[a-km-np-z2-9]{24}\b|(?<=<)[a-km-np-z2-9]{16}(?=@)", number, text)

    found = []
    for now, mail_from, rcpt, raw in received:
        letter = Letter(rcpt, raw)
        heads = "\n".join(f"{name}: {value}" for name, value in letter.message.items())
        found.append((now, plain(mail_from), rcpt, *map(plain, (heads, letter.text, letter.html))))
    return found


@pytest.mark.parametrize("hold", [0, 10])
def test_nothing_tells_a_forced_card_from_one_that_was_chosen(tmp_path, hold):
    traces = [
        with_codes_numbered(*watched(tmp_path / str(number), world, hold))
        for number, world in enumerate(WORLDS)
    ]
    forced, planned, at_once = traces

    assert len(forced) >= 4
    assert "J♦" in forced[-1][4]
    assert planned == forced
    if not hold:
        # Held back, the ace alone tells Ruth at once that she leads: that she is quick shows.
        assert at_once == forced


@pytest.mark.parametrize(
    "row",
    [
        pytest.param("KH 4H 9C | 2H 7H TC | 3H TD JD", id="Bruno chooses"),
        pytest.param("KH 4H 9C | 2H 5C TC | 3H TD JD", id="both are forced, and Anna leads"),
        pytest.param("KH 4H | 2H 5C | QH JD", id="the deal is over, and Bruno bids"),
    ],
)
def test_a_receipt_does_not_tell_who_is_next_while_that_is_held(tmp_path, row):
    """It is answered to the card that can still be changed, whosever turn comes after it."""
    club = club_dealt(tmp_path, row, turn_up="7S", hold=10)
    bids(club, 0, 0, 1)
    assert club.say("Anna", "ack all") == Changed(Change.SETTING, "ack")
    asked = club.letters("Anna")[-2]

    assert club.say("Anna", "KH", to=asked) == Played("KH")

    receipt = club.letter("Anna")
    assert receipt.kind == "got_it"
    assert receipt.reply_to == asked.reply_to
    club.services.db.close()


def test_codes_message_ids_and_threads_hold_no_number(tmp_path):
    """Each is in a shape of its own: signs of which nothing can be told, and a domain."""
    received, _ = watched(tmp_path / "one", next(iter(WORLDS)), 0)

    signs = "[a-km-np-z2-9]"
    for _, mail_from, _, raw in received:
        message = Letter("Anna", raw).message
        assert re.fullmatch(rf"table\+{signs}{{24}}@ohhell.example", mail_from)
        assert re.fullmatch(rf"table\+{signs}{{24}}@ohhell.example", message["Reply-To"])
        assert re.fullmatch(rf"<{signs}{{16}}@ohhell.example>", message["Message-ID"])
        assert re.fullmatch(rf"<{signs}{{16}}@ohhell.example>", message["References"])
        assert re.fullmatch(rf"<{signs}{{16}}.ohhell.example>", message["List-Id"])
