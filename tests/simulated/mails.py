"""What everybody can see who has the mails of a world, and nothing else: are they fair and kind?"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from datetime import UTC, datetime, timedelta
from math import sqrt
from zoneinfo import ZoneInfo

from tests.simulated.letters import code_in, shown_hand, tapped_in
from tests.simulated.people import ZONES
from tests.simulated.world import Delivery, World

_CITIES = {zone.rpartition("/")[2].replace("_", " "): ZoneInfo(zone) for zone in ZONES}
_TIME = re.compile(r"\b(\d\d):\d\d \([^)]*?(" + "|".join(_CITIES) + r")")
_DUE = re.compile(r"answer by \w+ (\d+ \w+), (\d\d:\d\d) \((.*) time\)")
_PRINT = re.compile(r"^((?:[0-9a-f]{8} ){7}[0-9a-f]{8})$", re.M)
_OPENED = re.compile(
    r"^  Secret of deal (\d+).*:\n  ((?:[0-9a-f]{8} ){7}[0-9a-f]{8})\n(?:  (Words mixed in: .*))?",
    re.M,
)
_ASKED = re.compile(r"^\[.* (\d+)/\S+\] .*, by ")
_DEAL = re.compile(r"deal (\d+) of")
_UNLIKE = {"pack", "packs", "specials", "equal_cards", "special_deals"}
"""The axes of rule sets that play with other cards."""

_NIGHT_ENDS, _NIGHT_BEGINS = 9, 21


def mails_can_be_read(world: World) -> Iterator[str]:
    """A letter is a mail that any program can show, and its text says something."""
    for one in world.delivered:
        if one.letter.broken or not one.letter.text.strip():
            yield f"{one.letter.subject!r} to {one.rcpt} cannot be read"


def deadlines_are_as_written(world: World) -> Iterator[str]:
    """An answer is due by day, on the clock that the letter names, and nobody is late before."""
    questions = {
        message: (question, closed, closed_at)
        for message, question, closed, closed_at in world.ask(
            "select message_id, question.id, closed, closed_at from outbox"
            " join question on question.id = question_id"
            # A computer answers at any hour what it is asked, at a seat that was left, too.
            " where coalesce(closed, '') != 'kept' and not exists (select 1 from seat where left_at"
            " <= asked_at and seat.seat = question.seat and seat.game_id = question.game_id)"
        )
    }
    for one in world.delivered:
        head = " ".join(one.letter.text[:600].split())
        told = _TIME.search(head)
        question, closed, closed_at = questions.get(one.letter.id, (0, None, None))
        if told is None or not question or world.was_just_put_back(one.at):
            continue
        world.counted["deadlines read"] += 1
        if not _NIGHT_ENDS <= int(told[1]) <= _NIGHT_BEGINS:
            yield f"{one.rcpt} has time for question {question} until {told[0]})"
        due = _DUE.search(head)
        if due and due[3] in _CITIES and closed == "missed":
            moment = due_at(*due.groups(), near=one.at)
            if datetime.fromisoformat(closed_at).replace(tzinfo=UTC) < moment:
                yield f"question {question} was late at {closed_at}, and due {due[0]}"


def due_at(day: str, time: str, city: str, *, near: datetime) -> datetime:
    """The moment that a letter names by `31 December`, `21:00` and `New York`.

    Of the years the one that puts it nearest to when the letter came.
    """
    years = (near.year + more for more in (-1, 0, 1))
    said = (datetime.strptime(f"{day} {year} {time}", "%d %B %Y %H:%M") for year in years)
    moments = [one.replace(tzinfo=_CITIES[city]).astimezone(UTC) for one in said]
    return min(moments, key=lambda moment: abs(moment - near))


def deals_are_those_announced(world: World) -> Iterator[str]:
    """The secret of a deal has the fingerprint that was mailed before, and gives the hand that was.

    As docs/FAIRNESS.md tells it, written a second time, for deals without words of players. It is
    mailed to who is asked in the deal before.
    """
    asked: set[tuple[str, str, int]] = set()
    hands: dict[tuple[str, str, int], set[str]] = {}
    sizes: Counter[tuple[str, int]] = Counter()
    rules = dict(world.ask("select name, rules from game"))
    for one, announced in _with_announced(world):
        table = one.letter.table
        if table not in rules:
            continue
        if during := _ASKED.match(one.letter.subject):
            asked.add((table, one.rcpt, int(during[1])))
        deal, hand = _DEAL.search(one.letter.text), shown_hand(one.letter)
        if hand and deal:
            key = table, one.rcpt, int(deal[1])
            hands[key] = max(hand, hands.get(key, set()), key=len)
            # Who is played for may see her hand late in a deal, and so may all who see one.
            sizes[table, int(deal[1])] = max(sizes[table, int(deal[1])], len(hand))
        for number, secret, words in _OPENED.findall(one.letter.text):
            world.counted["deals opened"] += 1
            found = bytes.fromhex(secret)
            told = hashlib.sha256(found).hexdigest() in announced[table]
            if (table, one.rcpt, int(number) - 1) in asked and not told:
                yield f"the secret of deal {number} of {table} was not announced"
            held = hands.get((table, one.rcpt, int(number)))
            other = _UNLIKE.intersection(json.loads(rules[table]))
            if held is None or other or words:
                continue
            world.counted["deals verified"] += 1
            pack = _shuffled(table, int(number), found)
            dealt = _dealt(pack, world, table, sizes[table, int(number)])
            if not any(held <= hand for hand in dealt):
                yield f"{one.rcpt} did not hold in deal {number} of {table} what was shuffled"


def _with_announced(world: World) -> Iterator[tuple[Delivery, Mapping[str, Set[str]]]]:
    """Each letter, and the fingerprints that those before it told, by the games they are about."""
    announced: dict[str, set[str]] = defaultdict(set)
    for one in world.delivered:
        yield one, announced
        found = {told.replace(" ", "") for told in _PRINT.findall(one.letter.text)}
        for table in one.letter.tables:
            announced[table] |= found


def _dealt(pack: list[str], world: World, table: str, size: int) -> list[set[str]]:
    """The hands that a pack gives, each of so many cards or more."""
    [(players,)] = world.ask(
        "select count(*) from seat join game on game.id = game_id where name = :name", name=table
    )
    return [
        set(pack[seat : players * cards : players])
        for cards in range(size, len(pack) // players + 1)
        for seat in range(players)
    ]


def _shuffled(game: str, deal: int, secret: bytes) -> list[str]:
    parts = [b"oh hell shuffle", game.encode(), str(deal).encode(), secret]
    seed = hashlib.sha256(b"".join(len(one).to_bytes(4, "big") + one for one in parts)).digest()
    pack = [height + suit for suit in "CDHS" for height in "23456789TJQKA"]
    numbers = (
        int.from_bytes(hashlib.sha256(seed + block.to_bytes(8, "big")).digest()[at : at + 8], "big")
        for block in range(100)
        for at in range(0, 32, 8)
    )
    for places in range(len(pack), 1, -1):
        fair = 2**64 // places * places
        place = next(one for one in numbers if one < fair) % places
        pack[places - 1], pack[place] = pack[place], pack[places - 1]
    return pack


def names_tell_nothing(world: World) -> Iterator[str]:
    """Codes and Message-IDs are drawn: at no place any of their signs is more likely."""
    for what, names in (
        ("Message-IDs", {one.letter.id.strip("<>").partition("@")[0] for one in world.delivered}),
        ("codes", {code_in(one.letter.reply_to) for one in world.delivered}),
    ):
        drawn = [name for name in names if len(name) == 16]
        for place in range(16):
            often = Counter(name[place : place + 1] for name in drawn)
            usual = len(drawn) / 32
            sign, most = max(often.items(), key=lambda one: one[1], default=("", 0))
            if len(drawn) > 30 and most > usual + 8 * sqrt(usual) + 4:
                yield f"sign {place} of {len(drawn)} {what} is {sign} {most} times"


def quiet_hours_are_kept(world: World) -> Iterator[str]:
    """Whoever wants no mail at night gets none, but for answers, and while he writes himself.

    However late the server or the post are: what counts is when it left.
    """
    if not world.kinds.isdisjoint(_OTHER_TIMES):
        return
    zones = dict(
        world.ask("select address, zone from player where cast(mailing as text) like '%22-07%'")
    )
    done: dict[str, str] = {}
    for digest, came, done_at in world.ask(
        "select digest, received_at, done_at from inbound where state = 'done'"
    ):
        # One that was stored in other bytes is known by when it came; of several, the last.
        for key in (digest, str(came)[:19]):
            done[key] = max(str(done_at), done.get(key, ""))
    since: dict[str, datetime] = {}
    for at, mail in world.came:
        if b"\n\nquiet 22-07\n" in mail.raw.replace(b"\r\n", b"\n"):
            # A server that died again and again has heard it later.
            came = f"{at:%F %T}"
            heard = datetime.fromisoformat(done.get(mail.digest, done.get(came, came)))
            heard = heard.replace(tzinfo=UTC)
            since.setdefault(mail.sender, max(at, heard) + timedelta(hours=2))
        if tapped_in(mail.raw) == "time":
            zones.pop(mail.sender, None)
    unasked = {message for message, _ in _distinct(world, _UNASKED)}
    for one in world.delivered:
        if one.rcpt not in zones or one.letter.id not in unasked:
            continue
        leaves = one.at
        local = leaves.astimezone(ZoneInfo(zones[one.rcpt]))
        quiet = not (local.hour == 22 and local.minute < 20) and not 7 <= local.hour < 22
        awake = any(abs(leaves - at) < timedelta(hours=1) for at in world.wrote.get(one.rcpt, ()))
        if one.rcpt in since and leaves > since[one.rcpt]:
            world.counted["letters to who wants none at night"] += 1
            if quiet and not awake:
                yield f"{one.rcpt} got {one.letter.subject!r}, of {local:%d %b %H:%M}"


_UNASKED = (
    "inbound_id is null and attempts < 2"
    " and not (kind = 'game_start' and game_id in (select id from game where trial))"
)
"""Letters that answer nothing: the first of a game that somebody began for himself answers that."""

_OTHER_TIMES = {"the clock is wrong"}
"""What lets letters be dated by another clock."""


def nobody_is_pestered(world: World) -> Iterator[str]:
    """A question is asked once and reminded of twice, and as often as an organiser orders.

    Hours in reserve that run give it a new deadline, which is told and reminded of. Who has said
    stop is left alone.
    """
    asked = Counter(
        question
        for _, question in _distinct(world, "question_id is not null and inbound_id is null")
    )
    ordered = dict(
        world.ask(
            "select question.id, count(*) from question join act on act.game_id = question.game_id"
            " join seat on seat.game_id = question.game_id and seat.seat = question.seat"
            " join player on player.id = seat.player_id and player.name = act.name"
            " where what = 'reminded' and done group by question.id"
        )
    )
    spare = {number for (number,) in world.ask("select id from question where spare > 0")}
    for question, letters in asked.items():
        if letters > 3 + 2 * (question in spare) + ordered.get(question, 0):
            yield f"question {question} was asked {letters} times"
    unasked = {message for message, _ in _distinct(world, "inbound_id is null")}
    stopped = dict(world.ask("select address, stopped_at from player where stopped_at is not null"))
    for one in world.delivered:
        since = stopped.get(one.rcpt)
        if since is None or one.letter.id not in unasked:
            continue
        if one.at.replace(tzinfo=None) - datetime.fromisoformat(since) > timedelta(hours=2):
            yield f"{one.rcpt} wanted no more mail and got {one.letter.subject!r}"


def _distinct(world: World, where: str) -> Iterable[tuple]:
    left = {one.letter.id for one in world.delivered}
    for message, question in world.ask(f"select message_id, question_id from outbox where {where}"):
        if message in left:
            yield message, question


MAILS = (
    mails_can_be_read,
    deadlines_are_as_written,
    deals_are_those_announced,
    names_tell_nothing,
    quiet_hours_are_kept,
    nobody_is_pestered,
)
"""Oracles that look at letters."""
