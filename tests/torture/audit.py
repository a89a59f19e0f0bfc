"""What must hold after any number of kills, counted from the database and from every mail."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, fields

from pbem.domain.outcomes import Played
from pbem.domain.seats import SEATS
from pbem.games.check import check_game
from pbem.mail.codes import Purpose, Token
from pbem.store.games import all_games
from tests.club import became
from tests.codes import about
from tests.torture.players import Players
from tests.torture.server import Stuck, wait_until
from tests.torture.sink import Letter


@dataclass(frozen=True, slots=True)
class Figures:
    """What was counted. All but the first four and the copies must be nought."""

    kills: int
    accepted: int
    played: int
    letters: int
    copies: int
    not_stored: int
    stored_twice: int
    not_processed: int
    not_played: int
    moves_doubled: int
    moves_lost: int
    letters_lost: int
    letters_changed: int
    letters_to_others: int
    asked_twice: int
    without_question: int
    parked: int
    broken_logs: int

    @property
    def wrong(self) -> dict[str, int]:
        """What should be nought and is not."""
        names = [field.name for field in fields(self)][5:]
        return {name: getattr(self, name) for name in names if getattr(self, name)}


def audit(players: Players) -> Figures:
    """Count everything, with the server running and nobody answering any more."""
    server, sink = players.server, players.sink
    ask = server.ask
    waits = (
        "select id, kind, state, attempts, due_at, error from outbox"
        " where state in ('queued', 'sending')"
    )
    fresh = "select id, attempts, deaths, died_at from inbound where state = 'new'"
    with suppress(Stuck):  # What never comes is counted below.
        wait_until(lambda: not players.accepted.keys() - _digests(players), "the mailbox")
    # In this order: what comes in may still bring something to send. A mail at which servers were
    # killed three times waits a minute.
    try:
        wait_until(lambda: not ask(fresh) and not ask(waits), "all mail to have come and gone", 90)
    except Stuck as stuck:
        raise Stuck(f"{stuck}: {ask(fresh)} in, {ask(waits)} out") from None
    with players.services() as services, services.db.begin() as session:
        broken = [check_game(session, number) for number in all_games(session)]
    stored = ask("select digest, state, outcomes from inbound")
    digests = [digest for digest, _, _ in stored]
    played = [told for _, _, told in stored if isinstance(became(told), Played)]
    turns = ask("select count(*) from event where actor = 'player' and seq = turn")[0][0]
    answered = ask("select count(*) from question where closed = 'answered'")[0][0]
    sent = {row[0]: row for row in ask("select message_id, rcpt, raw, state from outbox")}
    got = {letter.id for letter in sink.copies}
    return Figures(
        kills=server.kills,
        accepted=len(players.accepted),
        played=len(played),
        letters=len(got),
        copies=len(sink.copies) - len(got),
        not_stored=len(players.accepted.keys() - _digests(players)),
        stored_twice=len(digests) - len(set(digests)),
        not_processed=sum(state != "done" for _, state, _ in stored),
        not_played=len(stored) - len(played),
        moves_doubled=max(0, turns - len(played)) + max(0, answered - len(played)),
        moves_lost=max(0, len(played) - turns),
        letters_lost=sum(row[3] != "superseded" and key not in got for key, row in sent.items()),
        letters_changed=sum(
            letter.id not in sent or _lines(letter.raw) != _lines(sent[letter.id][2])
            for letter in sink.copies
        ),
        letters_to_others=_foreign(players),
        asked_twice=_asked_twice(players),
        without_question=_unasked(players),
        parked=sum(state == "parked" for _, state, _ in stored),
        broken_logs=sum(sentence is not None for sentence in broken),
    )


def _foreign(players: Players) -> int:
    """Letters whose envelope, header and answer address do not all name the same player."""
    ask = players.server.ask
    asked = {row[0]: row[1:] for row in ask("select id, game_id, seat from question")}
    seats = {
        (game, seat): address
        for game, seat, address in ask(
            "select game_id, seat, address from seat join player on player.id = player_id"
        )
    }
    told = _told(players)
    wrong = 0
    for letter in players.sink.copies:
        token = told[str(letter.message["Reply-To"])]
        where = (
            asked[token.number]
            if token.purpose is Purpose.QUESTION
            else divmod(token.number, SEATS)
        )
        to = str(letter.message["To"])
        wrong += not (seats[where] == letter.rcpt and f"<{letter.rcpt}>" in to)
    return wrong


def _asked_twice(players: Players) -> int:
    """Questions that came in two letters, each with a Message-ID of its own."""
    letters = {(number, letter.id) for number, letter in _asking(players)}
    return len(letters) - len({number for number, _ in letters})


def _asking(players: Players) -> list[tuple[int, Letter]]:
    """The letters that ask, each with the number of its question."""
    told = _told(players)
    found = [(told[str(letter.message["Reply-To"])], letter) for letter in players.sink.copies]
    return [(token.number, one) for token, one in found if token.purpose is Purpose.QUESTION]


def _told(players: Players) -> dict[str, Token]:
    """What each answer address in the letters is about."""
    with players.services() as services:
        to = {str(letter.message["Reply-To"]) for letter in players.sink.copies}
        found = {one: about(services, one) for one in to}
    return {one: token for one, token in found.items() if token is not None}


def _unasked(players: Players) -> int:
    """Open questions whose player has no letter to answer it by."""
    has = {(letter.rcpt, number) for number, letter in _asking(players)}
    open_ = players.server.ask(
        "select address, question.id from question"
        " join seat on seat.game_id = question.game_id and seat.seat = question.seat"
        " join player on player.id = player_id where closed is null"
    )
    assert open_ or not players.server.ask("select id from game where stage = 'playing'")
    return sum((address, number) not in has for address, number in open_)


def _digests(players: Players) -> set[str]:
    return {digest for (digest,) in players.server.ask("select digest from inbound")}


def _lines(raw: bytes) -> list[bytes]:
    return raw.rstrip().splitlines()
