"""What becomes of answers in every world: each counts once, for what it was asked, and in time."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from tests.simulated.world import Mail, World

_QUOTES = re.compile(rb"\n>|\nOn [^\n]* wrote:\n")
_MOVES = ("BidMade", "BidChanged", "BidLaid", "TrumpNamed", "CardPlayed")


def something_comes_of_each_mail(world: World) -> Iterator[str]:
    """A mail that is done has brought something, if only that nothing was to be done."""
    for number, outcomes in world.ask("select id, outcomes from inbound where state = 'done'"):
        if not json.loads(outcomes or "[]"):
            yield f"nothing came of mail {number}"


@dataclass(frozen=True, slots=True)
class _Answered:
    """A mail that is done under the code of a question, and how that was closed, if it was."""

    mail: Mail
    done_at: str
    kinds: set[str]
    question: int
    game: int
    seat: int
    closed: str | None
    closed_at: str | None


def _answered(world: World) -> Iterator[_Answered]:
    """What was done with every mail under the code of a question, in the order of their coming."""
    asked = {
        row[0]: row[1:]
        for row in world.ask(
            "select signs, question.id, game_id, seat, closed, closed_at from code"
            " join question on question.id = code.number where purpose = 'q'"
        )
    }
    done = "select digest, done_at, outcomes from inbound where state = 'done' order by id"
    for digest, done_at, outcomes in world.ask(done):
        mail = world.accepted.get(digest)
        named = asked.get(mail.code) if mail else None
        if mail is not None and named is not None:
            kinds = {one["kind"] for one in json.loads(outcomes or "[]") if one["game"] == named[1]}
            yield _Answered(mail, str(done_at), kinds, *named)


def answers_are_to_open_questions(world: World) -> Iterator[str]:
    """A mail plays under the code of a question that is open, or whose answer may yet be changed.

    Each question is answered by one mail, unless its move was taken back or the bid changed. The
    seat of a question to somebody who has given his up is not known any more: the moment is.
    """
    changed: set[tuple[int, object]] = set()
    for game, seat, at in world.ask(
        "select game_id, seat, at from event where kind in ('TakenBack', 'BidChanged', 'BidLaid')"
    ):
        changed |= {(game, seat), (game, str(at))}
    played: Counter[int] = Counter()
    for one in _answered(world):
        if "played" not in one.kinds or {(one.game, one.seat), (one.game, one.done_at)} & changed:
            continue
        told = f"{one.mail.what} of {one.mail.sender} answers question {one.question}"
        played[one.question] += 1
        if played[one.question] == 2:
            yield f"{told} of game {one.game} for the second time"
        if one.closed != "answered" and one.closed_at and str(one.closed_at) < one.done_at:
            yield f"{told} of game {one.game}, which was {one.closed} before"


def _words(mail: Mail) -> tuple[bytes, bytes]:
    """The subject of a mail, and what stands in it above a quotation and the line over that."""
    head, _, body = mail.raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    subject = b"".join(re.findall(rb"(?m)^Subject:.*", head))
    return subject, _QUOTES.split(body, maxsplit=1)[0]


def nobody_is_told_twice(world: World) -> Iterator[str]:
    """Who says the same twice under one code, and nothing else between, has no second receipt."""
    back = {game for (game,) in world.ask("select game_id from event where kind = 'TakenBack'")}
    receipts = {
        digest
        for (digest,) in world.ask(
            "select digest from outbox join inbound on inbound.id = inbound_id"
            " where kind = 'got_it'"
        )
    }
    last: dict[tuple[str, str], tuple[bytes, bytes]] = {}
    for one in _answered(world):
        code, said = (one.mail.sender, one.mail.code), _words(one.mail)
        if said == last.get(code) and one.mail.digest in receipts and one.game not in back:
            yield f"{one.mail.sender} has a receipt for {one.mail.what} after the first answer"
        if "played" in one.kinds:
            last[code] = said


def plans_play_what_was_planned(world: World) -> Iterator[str]:
    """No more cards are played for a player in a game than were planned in it."""
    planned: Counter[tuple[int, int]] = Counter()
    unlike = {game for (game,) in world.ask("select game_id from event where kind = 'TakenBack'")}
    # Of a big mail in a mailbox the first text is stored, so that it is not known here.
    unlike |= {
        game
        for game, digest in world.ask("select game_id, digest from inbound")
        if digest not in world.accepted
    }
    for one in _answered(world):
        subject, words = _words(one.mail)
        if one.mail.what == "answer":
            words = b""  # A plain one, however it is quoted; a tap has its words in the subject.
        if any(sign in words for sign in (b"when ", b":")):
            planned[one.game, one.seat] += 10_000  # Rules for many turns, or for several tables.
        planned[one.game, one.seat] += max(subject.count(b" then "), words.count(b"then"))
        planned[one.game, one.seat] += words.count(b"; if") + ("kept" in one.kinds)
    for number, outcomes in _under_a_code_of_a_seat(world):
        kept = {one["game"] for one in outcomes if one["kind"] == "kept"}
        planned[number // 16 % 2**36, number % 16] += len(kept)
    for game, seat, cards in world.ask(
        "select game_id, seat, count(*) from event where actor = 'plan' and kind = 'CardPlayed'"
        " group by game_id, seat"
    ):
        world.counted["seats with plans"] += 1
        if cards > planned[game, seat] and game not in unlike:
            yield f"{cards} cards of a plan were played for seat {seat} of game {game}"


def _under_a_code_of_a_seat(world: World) -> Iterator[tuple[int, list[dict[str, str]]]]:
    """The seats whose code mails came under, as they are numbered, and what came of each mail."""
    seats = dict(world.ask("select signs, number from code where purpose = 's'"))
    for digest, outcomes in world.ask("select digest, outcomes from inbound where state = 'done'"):
        mail = world.accepted.get(digest)
        if mail is not None and mail.code in seats:
            yield seats[mail.code], json.loads(outcomes or "[]")


def nobody_waits_for_a_cap(world: World) -> Iterator[str]:
    """Who answers is asked on as soon as others' moves may be known, or when he wishes."""
    if "the settings are changed" in world.kinds:
        return  # A day may have had another number of mails.
    opens: dict[int, list[tuple[int, datetime]]] = defaultdict(list)
    for game, seq, at, opened in world.ask("select game_id, seq, at, opens_at from event"):
        opens[game].append((seq, datetime.fromisoformat(opened or at)))
    letters = {
        question: datetime.fromisoformat(created)
        for question, created in world.ask(
            "select question_id, min(created_at) from outbox where question_id is not null"
            " group by question_id"
        )
    }
    for number, game, seq, asked, address, mailing in world.ask(
        "select question.id, question.game_id, seq, asked_at, address, mailing from question"
        " join seat on seat.game_id = question.game_id and seat.seat = question.seat"
        " join player on player.id = player_id where level is null and ask != 'invitation'"
    ):
        if any(word in mailing for word in ("quiet", "daily")) or number not in letters:
            continue
        known = max((at for one, at in opens[game] if one < seq), default=letters[number])
        asked_at = datetime.fromisoformat(asked)
        if asked_at - max(known, letters[number]) < timedelta(hours=1):
            continue
        if _unanswered(world, address, game, letters[number]) < 6:
            yield f"question {number} of game {game} waits until {asked} for {address}"


def _unanswered(world: World, address: str, game: int, since: datetime) -> int:
    """How many letters of a game somebody had in a day and a half before a moment, since he last
    answered.
    """
    [(name,)] = world.ask("select name from game where id = :game", game=game)
    told = [
        one
        for one in world.delivered
        if one.rcpt == address
        and one.letter.table == name
        and timedelta(0) <= since.replace(tzinfo=one.at.tzinfo) - one.at < timedelta(days=1.5)
    ]
    [(answered,)] = world.ask(
        "select max(done_at) from inbound join player on player.id = player_id"
        " where address = :address and inbound.game_id = :game and done_at <= :since"
        " and cast(outcomes as text) like '%played%'",
        address=address,
        game=game,
        since=f"{since}",
    )
    return sum(answered is None or f"{one.at:%Y-%m-%d %H:%M:%S}" > answered for one in told)


_PLAYS_AGAIN = (
    "select min(later.at) from event as later where later.game_id = event.game_id"
    " and later.seat = event.seat and later.turn > event.turn and later.actor = 'player'"
)
"""When a player has played again himself, as the winner of a trick does: he takes back the last
move only, and what he played before is told.
"""


def what_is_held_back_is_not_told(world: World) -> Iterator[str]:
    """No letter tells others of a move before its player can take it back no more."""
    if "the clock is wrong" in world.kinds:
        return  # By a clock that jumps a hold is over at once.
    held: dict[int, list[tuple[int, int, datetime, datetime]]] = defaultdict(list)
    back = {game for (game,) in world.ask("select game_id from event where kind = 'TakenBack'")}
    for game, rules, seq, seat, kind, at, opens in world.ask(
        "select game_id, rules, seq, seat, kind, at,"
        f" min(opens_at, coalesce(({_PLAYS_AGAIN}), opens_at)) from event"
        " join game on game.id = game_id where opens_at > at and actor in ('player', 'plan')"
    ):
        # Bids that are sealed are made beside each other, and told by no letter.
        sealed = kind != "CardPlayed" and "bid_mode" in json.loads(rules)
        if kind in _MOVES and game not in back and not sealed:
            times = datetime.fromisoformat(at), datetime.fromisoformat(opens)
            held[game].append((seq, seat, *times))
    tells = {
        message: (game, seat, seq)
        for message, game, seat, seq in world.ask(
            "select message_id, game_id, seat, seq from outbox where game_id is not null"
            " and kind != 'presence'"  # It tells who plays for whom, and of no move.
            # A receipt tells its own player; where he has left since, it names his seat no more.
            " and (seat >= 0 or kind != 'got_it')"
        )
    }
    for one in world.delivered:
        game, seat, seq = tells.get(one.letter.id, (0, 0, 0))
        left = one.at.replace(tzinfo=None)
        for number, mover, made, opens in held.get(game, ()):
            world.counted["letters while a move is held"] += made <= left < opens
            if number < seq and mover != seat and made <= left < opens - timedelta(seconds=90):
                yield f"{one.rcpt} reads of move {number} of game {game} before {opens}"


def bounces_count_for_who_bounced(world: World) -> Iterator[str]:
    """Nothing counts against an address whose mailbox has turned no letter down."""
    bounced = {
        line.rpartition(b" ")[2].decode()
        for mail in world.accepted.values()
        for line in mail.raw.splitlines()
        if line.startswith((b"Final-Recipient:", b"Original-Recipient:"))
    }
    # A report that comes back to a letter's own address is about that letter, whomever it names.
    back = {one.letter.back: one.rcpt for one in world.delivered}
    bounced |= {back[mail.to] for mail in world.accepted.values() if mail.to in back}
    for (address,) in world.ask("select address from bounce where points > 0"):
        if address not in bounced | world.refused:
            yield f"bounces count against {address}, where none came from"


def robots_are_not_answered(world: World) -> Iterator[str]:
    """No letter answers a bounce, or a mail that a program has written by itself.

    Only who is away by such a mail may be offered, once, that we note it.
    """
    offered: Counter[str] = Counter()
    for kind, rcpt, digest in world.ask(
        "select kind, rcpt, digest from outbox join inbound on inbound.id = inbound_id"
    ):
        mail = world.accepted.get(digest)
        offered[rcpt] += kind == "away_offer"
        automatic = mail and (mail.what == "bounce" or b"\nAuto-Submitted: auto" in mail.raw)
        if mail and automatic and (kind != "away_offer" or offered[rcpt] > 1):
            yield f"a letter {kind} answers {mail.what} of {mail.sender}"


ANSWERS = (
    something_comes_of_each_mail,
    answers_are_to_open_questions,
    nobody_is_told_twice,
    plans_play_what_was_planned,
    nobody_waits_for_a_cap,
    what_is_held_back_is_not_told,
    bounces_count_for_who_bounced,
    robots_are_not_answered,
)
"""Oracles about answers and what they are answered with."""
