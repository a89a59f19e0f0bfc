"""What people write around an answer: remarks, closings, names and pictures that change nothing.

A line is taken apart into clauses. What is certain is certain by the words of `[remarks]` in each
language: a clause names one answer, its other words are such as stand around answers, and no clause
denies, asks or ties it to something. Only a card named in full may stand among words not known.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.orders.answers import Answer, Bid, Plan, Play, Trump
from pbem.orders.bids import read_fallback
from pbem.orders.candidates import possible
from pbem.orders.clauses import clauses, names_answer, unknown
from pbem.orders.denials import denies, doubts, ends_in_too, is_tied, says_no_first, withdraws
from pbem.orders.described import end_of_suit
from pbem.orders.doubt import corrects, named
from pbem.orders.keywords import Ask
from pbem.orders.model import Order, Unsure, WhichOrder
from pbem.orders.moves import Read, bids_by_rank, read_moves, read_own_bid
from pbem.orders.named_cards import names_led
from pbem.orders.parts import parts_of
from pbem.orders.reading import Expected
from pbem.orders.sure_candidate import decided, is_doubtful
from pbem.orders.tallies import read_tally
from pbem.orders.text import Tokens
from pbem.orders.words import Words, match

_LONGEST_DOUBTED = 5
"""Words in a clause that is asked about: a longer one is a tale."""

_MOST_DOUBTED = 4
_MOST_WORDS = 40
_LONGEST_WORD = 24


@dataclass(frozen=True, slots=True)
class _Named:
    """A clause that names an answer: which one, if it does so beyond doubt.

    One that `concludes` is the last word whatever stands before it; what is `denied` is none, nor
    is what is `of_another` player. What is `open` asks, is `tied` to something, or says another
    thing than what stands before it.
    """

    said: Tokens
    answer: Answer | None
    concludes: bool = False
    denied: bool = False
    open: bool = False
    tied: bool = False
    of_another: bool = False


def read_among_remarks(line: str, said: Tokens, context: Expected, known: Words) -> Order | None:
    """The answer that stands among remarks, or what is asked about where that is less certain.

    Several clauses may name the same answer. While an answer is held only what is certain counts,
    and beside a word of correction what is decided; while a pause is proposed nothing is, since a
    yes beside it may be meant for that.
    """
    if _too_long(said) or _begins_otherwise(said, context, known):
        return None
    named_, free = _parted(line, said, context, known)
    answer = _meant(named_, known, context) if free else None
    if isinstance(answer, Plan) and any(
        names_led(part) or part.unsure for part in parts_of(said, context, known)
    ):
        return WhichOrder(line, (answer,))  # the cheapest that beats the ten
    if context.held and isinstance(answer, Bid) and _adds(said, known):
        return None  # one more
    offered: tuple[Answer, ...] = ()
    if not context.held and answer and is_doubtful(answer, said, context, known):
        offered = (answer,)
        answer = None
    elif context.held and not answer and corrects(said, context.language):
        answer = decided(said, context, known)[0]
    elif not context.held and not (answer and possible(answer, context)):
        tied = read_fallback(said, known) if context.ask is Ask.BID else None
        found, offered = decided(said, context, known)
        answer = tied or found or answer
    if isinstance(answer, Play) and bids_by_rank(said, answer, known):
        return WhichOrder(line, (answer,))
    if answer and not context.polled:
        return answer
    among = () if context.held or is_tied(said, known) else _perhaps(named_, context) or offered
    return WhichOrder(line, among) if among else None


def _adds(said: Tokens, known: Words) -> bool:
    """Whether a text tells by how many more or fewer."""
    return any(match(known.stated, said, at, ("more",))[1] for at in range(len(said)))


def read_plainly(line: str, said: Tokens, context: Expected, known: Words) -> Read | None:
    """Moves; a line without signs is no question of cards if it names one among remarks.

    A remark that is also the code of a card that may be played, as `AH` is, may mean that card.
    """
    read = read_moves(line, said, context, known)
    if read and isinstance(read[0], Play) and bids_by_rank(said, read[0], known):
        return WhichOrder(line, (read[0],)), False
    if read and isinstance(read[0], Play) and {",", "!"}.issubset(said):  # `Come on, king!`
        calls = is_doubtful(read[0], said, context, known)
        return (WhichOrder(line, (read[0],)), False) if calls else read
    if not (read and isinstance(read[0], Unsure)):
        return read
    plain = read_among_remarks(line, said, context, known)
    if isinstance(plain, Bid):
        return plain, False  # ace of spades and king of hearts, so two
    if not all(map(str.isalnum, said)):
        return read
    bare = _answer(line, _without_around(said, known), context, known)
    if not isinstance(plain, Play) or plain != bare:
        return read
    return (plain, False) if {plain}.issuperset(named(said, context, beside=False)) else read


def is_remark(line: Tokens, context: Expected, known: Words) -> bool:
    """Whether a line names no answer and says nothing that puts one in doubt."""
    return not (_too_long(line) or ":" in line) and not any(
        names_answer(clause.said, context, known) or doubts(clause, context, known, after=False)
        for clause in clauses(line, context, known)
    )


def _parted(line: str, said: Tokens, context: Expected, known: Words) -> tuple[list[_Named], bool]:
    """The clauses that name an answer, and whether no other is in the way."""
    found: list[_Named] = []
    free = True
    for clause in clauses(said, context, known):
        words = clause.said
        if not names_answer(words, context, known):
            answered = any(one.answer for one in found)
            free &= not doubts(clause, context, known, after=answered)
            free &= not (answered and _refuses(words, context, known))
            continue
        bare = _without_around(words, known)
        answer = _answer(line, bare, context, known) or end_of_suit(words, context, known)
        tally = read_tally(words, context, known)
        answer = answer or tally
        concludes = any(match(known.remarks, words, at, ("so",))[1] for at in range(len(words)))
        denied = not tally and denies(words, context, known)
        denied |= bool(found) and found[-1].denied and ends_in_too(words, known)
        other = bool(found) and says_no_first(words, known)
        tied = not tally and withdraws(words, known) and (not denied or is_tied(words, known))
        open_ = clause.asks or other or tied
        denied &= not other
        another = clause.of_another
        tied = not tally and is_tied(words, known)
        found.append(_Named(words, answer, concludes, denied, open_, tied, another))
    return found, free


def _refuses(said: Tokens, context: Expected, known: Words) -> bool:
    """Whether a clause behind an answer says not to play it: `I do not play it`."""
    acts = any(match(known.stated, said, at, ("verbs", "plays"))[1] for at in range(len(said)))
    return acts and denies(said, context, known)


def _meant(found: list[_Named], known: Words, context: Expected) -> Answer | None:
    """The one answer that some clauses name, each of which either does or does not count."""
    concludes = found and found[-1].concludes and not any(one.tied for one in found)
    mine = [one for one in found if not (one.denied or one.of_another)]
    if concludes and mine[-1:] == found[-1:] and not found[-1].open:
        return found[-1].answer
    count = [one for one in mine if one.answer or not _tells(one, known, context)]
    answers = {one.answer for one in count}
    return answers.pop() if len(answers) == 1 and not any(one.open for one in found) else None


def _tells(one: _Named, known: Words, context: Expected) -> bool:
    """Whether a clause only tells how many there are of something else, or what is not allowed."""
    if context.ask is Ask.PLAY and not named(one.said, context, beside=False):
        strange = (word for word in unknown(one.said, known) if not _is_known((word,), known))
        return any(word.isalpha() for word in strange)
    numbers: list[int] = []
    of_others = False
    for at, word in enumerate(one.said):
        name, length = match(known.numbers, one.said, at)
        length = length or int(word.isdecimal())
        if length:
            numbers.append(int(name or word))
            after = one.said[at + length :]
            of_others |= bool(after) and not _is_known(after, known)
    may = {*context.bids} if context.ask is Ask.BID else {*numbers}
    return of_others or (bool(numbers) and may.isdisjoint(numbers))


def _is_known(said: Tokens, known: Words) -> bool:
    """Whether a word is a card's or a bid's, or one that stands around them."""
    lists = (known.dropped, known.ranks, known.suits, known.numbers, known.doubt, known.remarks)
    return any(match(one, said)[1] for one in lists)


def _perhaps(found: list[_Named], context: Expected) -> tuple[Answer, ...]:
    """The answers that may be given now among what some clauses name, if these are few."""
    among: dict[Answer, None] = {}
    for one in found:
        if one.denied:
            continue
        short = len(one.said) <= _LONGEST_DOUBTED
        among |= dict.fromkeys(
            (one.answer,) if one.answer and possible(one.answer, context) else ()
        )
        among |= dict.fromkeys(named(one.said, context, beside=False) if short else ())
    return tuple(among) if len(among) <= _MOST_DOUBTED else ()


def _too_long(line: Tokens) -> bool:
    return len(line) > _MOST_WORDS or any(len(word) > _LONGEST_WORD for word in line)


def _begins_otherwise(line: Tokens, context: Expected, known: Words) -> bool:
    """Whether a line begins as an absence does, or its first clause as a setting with its value."""
    first = next(clauses(line, context, known)).said
    sets = bool(match(known.settings, line)[1]) and names_answer(first, context, known)
    away = match(known.dates, line, 0, ("away",))[1] or match(known.time, line)[1]
    return sets or away > match(known.remarks, line, 0, ("around",))[1]


def _without_around(said: Tokens, known: Words) -> Tokens:
    """A clause without the words that may stand around an answer."""
    rest: list[str] = []
    at = 0
    while at < len(said):
        length = match(known.remarks, said, at, ("around", "so"))[1]
        length = length or match(known.doubt, said, at, ("filler", "correction"))[1]
        if not length:
            rest.append(said[at])
        at += length or 1
    return tuple(rest)


def _answer(line: str, said: Tokens, context: Expected, known: Words) -> Answer | None:
    if bid := read_own_bid(said, context, known):
        return bid if isinstance(bid, Bid) else None
    read = read_moves(line, said, context, known)
    if not read or (isinstance(read[0], Trump) and context.ask is not Ask.TRUMP):
        return None
    return read[0] if isinstance(read[0], Play | Plan | Trump) else None
