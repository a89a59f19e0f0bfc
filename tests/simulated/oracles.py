"""What must hold in every world, whatever happened in it: told by people who know no code.

Each looks at the mails that went in and out, at the tables of the database, and at the log of each
game; none asks the server what it thinks.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from urllib.parse import unquote

from pbem.games.check import check_game
from tests.simulated.answers import ANSWERS
from tests.simulated.letters import shown_hand
from tests.simulated.mails import MAILS, deadlines_are_as_written, deals_are_those_announced
from tests.simulated.plain import Wrong, check
from tests.simulated.talk import TALK
from tests.simulated.world import Mail, World

Oracle = Callable[[World], Iterator[str]]
"""Finds what is wrong in a world that has come to rest, a sentence each."""

_TAKEN = ("played", "kept", "repeated", "said")
_REWOUND = timedelta(seconds=6000)
"""So far the clock of a server goes back at most."""


def nothing_is_lost(world: World) -> Iterator[str]:
    """What the server said 250 to is stored once, and done."""
    stored = Counter(digest for (digest,) in world.ask("select digest from inbound"))
    taken = {Mail("", "", "", raw).digest for raw in world.box.taken} if world.box else set()
    for digest, mail in world.accepted.items():
        times = stored[digest] if mail.whole else world.stored_in_part(mail)
        # What somebody else took out of the mailbox may have been seen before or not.
        if times != 1 and (times or digest not in taken):
            yield f"{mail.what} of {mail.sender}, taken, is stored {times} times"
    told = {
        number for (number,) in world.ask("select inbound_id from outbox where kind = 'our_fault'")
    }
    for number, state, outcomes in world.ask(
        "select id, state, outcomes from inbound where state != 'done'"
    ):
        if not (world.memory_was_short and number in told and "MemoryError" in str(outcomes)):
            yield f"mail {number} is {state}: {outcomes}"


def the_mailbox_is_emptied(world: World) -> Iterator[str]:
    """What the server has taken out of its mailbox does not lie there any more."""
    for raw in world.box.unread if world.box else ():
        if Mail("", "", "", raw).digest in world.accepted:
            yield f"a mail lies in the mailbox still: {raw[:300]!r}"


def nothing_waits(world: World) -> Iterator[str]:
    """Nobody has written for more than a day: all that was to leave has left."""
    late = _late(world)
    stopped = "select address from bounce where stopped_at is not null"
    for number, state, rcpt, error in world.ask(
        "select id, state, rcpt, error from outbox where state in ('queued', 'sending')"
        f" and within is null and due_at < '{late}' and rcpt not in ({stopped})"
    ):
        yield f"letter {number} to {rcpt} is {state} since before {late}: {error}"


def _late(world: World) -> str:
    """What was to happen before this moment should have happened."""
    return f"{world.now - timedelta(hours=6):%Y-%m-%d %H:%M:%S}"


def somebody_is_asked(world: World) -> Iterator[str]:
    """Every game that goes on has somebody whose letter has left, or leaves at a time he wished."""
    sent = {
        (rcpt, number)
        for rcpt, number in world.ask(
            "select rcpt, question_id from outbox where question_id is not null"
            f" and (state in ('sent', 'failed') or due_at >= '{_late(world)}'"
            f" or within in (select id from outbox where due_at >= '{_late(world)}'))"
        )
    }
    stopped = {
        one for (one,) in world.ask("select address from bounce where stopped_at is not null")
    }
    asked = world.ask(
        "select question.game_id, question.id, address, level, ask from question"
        " join seat on seat.game_id = question.game_id and seat.seat = question.seat"
        " join player on player.id = player_id where closed is null"
    )
    waits = {game for game, *_ in asked}
    for (game,) in world.ask("select id from game where stage = 'playing' and paused_at is null"):
        if game not in waits:
            yield f"in game {game} nobody is asked"
    for game, question, address, kept, ask in asked:
        # Of those who have agreed to nothing some are not invited, and the organiser is told.
        asks = kept is None and ask != "invitation"
        if asks and address not in stopped and (address, question) not in sent:
            yield f"question {question} of game {game} never left for {address}"


def plain_answers_are_taken(world: World) -> Iterator[str]:
    """Who answers an open question as he was asked to has played, unless he has left the game."""
    asked = dict(
        world.ask(
            "select signs, closed_at from code join question on question.id = code.number"
            " where purpose = 'q'"
        )
    )
    for digest, outcomes, at in world.ask(
        "select digest, outcomes, done_at from inbound"
        " where state = 'done' and outcomes is not null"
    ):
        mail = world.accepted.get(digest)
        if mail is None or mail.what != "answer" or mail.code not in asked:
            continue
        closed = asked[mail.code]
        open_then = closed is None or _moment(closed) > _moment(at) + _REWOUND
        came_of = json.loads(outcomes)
        left = any(one.get("why") == "has left" for one in came_of)
        kinds = {one["kind"] for one in came_of}
        if open_then and not left and kinds.isdisjoint(_TAKEN):
            yield f"a plain answer of {mail.sender} to an open question: {outcomes}"


def _moment(written: object) -> datetime:
    return datetime.fromisoformat(str(written))


def moves_are_those_of_mails(world: World) -> Iterator[str]:
    """Each mail that played has one move in its game, and each move of a player one mail.

    Where a move was taken back, those of others that came after it are made again without a mail.
    """
    again = {game for (game,) in world.ask("select game_id from event where kind = 'TakenBack'")}
    mails: Counter[int] = Counter()
    for (outcomes,) in world.ask("select outcomes from inbound where state = 'done'"):
        for one in json.loads(outcomes or "[]"):
            mails[one["game"]] += one["kind"] == "played"
    moves = Counter(
        game
        for (game,) in world.ask(
            "select game_id from event where actor = 'player' and seq = turn"
            " and kind != 'TakenBack'"
        )
    )
    wiped = "select id from game where trial and closed_at is not null"  # A day after its end.
    there = {game for (game,) in world.ask(f"select id from game where id not in ({wiped})")}
    for game in sorted((mails.keys() | moves.keys()) & there - again):
        if mails[game] != moves[game]:
            yield f"game {game}: {mails[game]} mails played, and {moves[game]} moves are there"


def logs_are_right(world: World) -> Iterator[str]:
    """The rules give every entry of every log: those of the engine, and the plain ones."""
    games = world.ask("select id, rules from game where stage in ('playing', 'over') order by id")
    for game, rules in games:
        entries = "select kind, data from event where game_id = :game order by seq"
        log = [(kind, json.loads(data)) for kind, data in world.ask(entries, game=game)]
        try:
            check(json.loads(rules), log, world.counted)
        except Wrong as wrong:
            yield f"game {game}: {wrong}"
        with world.faults.rest(), world.server.services.db.begin() as session:
            broken = check_game(session, game)
        if broken is not None:
            yield broken


def hands_go_to_their_holders(world: World) -> Iterator[str]:
    """A letter shows a hand only to who holds that seat, or held it before."""
    dealt: dict[str, list[list[str]]] = {}
    open_ = {
        name
        for name, rules in world.ask("select name, rules from game")
        if "visibility" in json.loads(rules)
    }
    for name, data in world.ask(
        "select game.name, data from event join game on game.id = game_id where kind = 'CardsDealt'"
    ):
        dealt.setdefault(name, []).append(json.loads(data)["hands"])
    for one in world.delivered:
        found, table = shown_hand(one.letter), one.letter.table
        if not found or table in open_ or table not in dealt:
            continue
        world.counted["hands read"] += 1
        held = [deal[seat] for deal in dealt[table] for seat in one.seats]
        if not any(found <= set(hand.split()) for hand in held):
            yield f"{one.rcpt} was shown {sorted(found)} in {one.letter.subject}, not of his seat"


def hands_go_to_who_agreed(world: World) -> Iterator[str]:
    """A hand leaves only to an address that has itself agreed to play: at the begin, or by a mail
    from there to an address that was told to nobody else.
    """
    tables = {name for (name,) in world.ask("select name from game where not trial")}
    told: dict[str, set[str]] = {}
    agreed: set[tuple[str, str]] = set()
    about: dict[str, str] = {}
    came = iter([*world.came, (world.now, None)])
    at, mail = next(came)
    for one in sorted([*world.undone, *world.delivered], key=lambda one: one.at):
        while mail is not None and at <= one.at:
            if mail.to in told.get(mail.sender, ()):
                agreed |= {(mail.sender, about[mail.to]), (mail.sender, "")}
            at, mail = next(came)
        letter = one.letter
        for to in (letter.reply_to, *map(_addressed, letter.links)):
            told.setdefault(one.rcpt, set()).add(to)
            about[to] = letter.table
        if shown_hand(letter) is None or letter.table not in tables:
            continue
        world.counted["hands of who agreed"] += 1
        begun = one.rcpt in world.seated.get(letter.table, ())
        if not begun and agreed.isdisjoint({(one.rcpt, letter.table), (one.rcpt, "")}):
            yield f"{one.rcpt}, who has agreed to nothing, was shown a hand in {letter.subject}"


def _addressed(link: str) -> str:
    """Where a tap goes to."""
    return unquote(link.removeprefix("mailto:").partition("?")[0])


def letters_leave_once(world: World) -> Iterator[str]:
    """A letter leaves twice only where the smarthost, or a loss of power, made it doubtful.

    One that came back leaves again when somebody asks for that.
    """
    refused = {mail.sender for mail in world.accepted.values() if mail.what == "bounce"}
    copies = Counter(one.letter.id for one in world.delivered if one.rcpt not in refused)
    doubled = sum(number - 1 for number in copies.values())
    world.counted["letters doubled"] = doubled
    excused = sum(
        number
        for what, number in world.faults.counted.items()
        if what.startswith(("power lost", "killed at sent", "cut off", "hung"))
        or what in ("smarthost: twice", "smarthost: took, silent")
    )
    if doubled > excused * 50:
        yield f"{doubled} letters left twice, without a reason"
    if doubled and not excused and not world.faults.temper.deaths:
        yield f"{doubled} letters left twice in a world where nothing failed"


def nobody_is_flooded(world: World) -> Iterator[str]:
    """No more than thirty letters reach a person in a day without a mail of his own between."""
    since: dict[str, list[datetime]] = {}
    for one in world.delivered:
        if one.rcpt not in world.people:
            continue
        wrote = max((at for at in world.wrote.get(one.rcpt, ()) if at <= one.at), default=None)
        within = [
            at
            for at in since.get(one.rcpt, [])
            if one.at - at < timedelta(days=1) and (wrote is None or at > wrote)
        ]
        since[one.rcpt] = [*within, one.at]
        if len(within) == 60:
            yield f"{one.rcpt} had 60 letters within a day, and has written nothing"


def nothing_was_an_error(world: World) -> Iterator[str]:
    """The server has met nothing that it did not know."""
    yield from world.errors


ORACLES: tuple[Oracle, ...] = (
    nothing_is_lost,
    the_mailbox_is_emptied,
    nothing_waits,
    somebody_is_asked,
    plain_answers_are_taken,
    moves_are_those_of_mails,
    logs_are_right,
    hands_go_to_their_holders,
    hands_go_to_who_agreed,
    letters_leave_once,
    nobody_is_flooded,
    nothing_was_an_error,
    *ANSWERS,
    *MAILS,
    *TALK,
)


READ_WORDS = (
    hands_go_to_their_holders,
    hands_go_to_who_agreed,
    deadlines_are_as_written,
    deals_are_those_announced,
)
"""Those that read the words of letters: they cannot judge letters drawn as facts."""


def wrong_in(world: World) -> list[str]:
    """What is wrong in a world, a sentence each."""
    able = [one for one in ORACLES if not (world.plain and one in READ_WORDS)]
    return [f"{oracle.__name__}: {one}" for oracle in able for one in oracle(world)]
