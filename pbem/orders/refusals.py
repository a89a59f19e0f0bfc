"""What says no to an invitation though no word of no stands in it: `I'd love to, but I'm busy`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.orders.answer_clauses import AnswerClause
from pbem.orders.text import Tokens
from pbem.orders.words import Lists, Words, match, with_english, words

_SIGNS = ("", ",", ".", "!", "|")
"""What leads in a clause that no word such as `but` or `so` joins to the one before it."""

_SHORTEST_EXCUSE = 4
"""Words of a clause that tells what somebody is not; a shorter one may refuse: `but I will not`."""


def is_qualified(clauses: Sequence[AnswerClause]) -> bool:
    """Whether behind a yes stands what keeps its writer away, or that it was for another mail:
    `Yes, unfortunately I'm in hospital`, `yes. Sorry, that was for my dentist`.
    """
    first = next((at for at, one in enumerate(clauses) if one.vote == "yes"), len(clauses))
    plays = any(one.plays_indeed and not _holds(one, "wishes") for one in clauses[: first + 1])
    return qualifies(clauses[first + 1 :], plays=plays)


def qualifies(behind: Iterable[AnswerClause], *, plays: bool = False) -> bool:
    """Whether the clauses behind a yes do so; who `plays` indeed may be busy, unless that stands
    behind a `but`: `Count me in! Good luck with your exams`.
    """
    return any(
        one.vote != "yes"
        and not (one.asks or begins_with_remark(one))
        and (
            (_holds(one, "busy") and not (plays and one.lead in _SIGNS))
            or _holds(one, "sadly")
            or "unable" in one.names
            or _takes_back(one)
        )
        for one in behind
    )


def without_delay(clauses: Sequence[AnswerClause]) -> list[AnswerClause]:
    """The clauses but for those of an excuse behind the answer: why it is late is past, `I'm in.
    Sorry for the late reply, I was on holiday`.
    """
    voted = next((at for at, one in enumerate(clauses) if one.vote), len(clauses))
    late = next((at for at, one in enumerate(clauses) if _holds(one, "delays")), len(clauses))
    past = [
        one
        for one in clauses[late:]
        if one.sentence == clauses[late].sentence
        and (one is clauses[late] or not (one.vote or one.names_condition))
    ]
    if voted > late or any(one.asks or one.lead == "but" for one in past):
        return [*clauses]
    return [one for one in clauses if not any(one is each for each in past)]


def begins_with_remark(one: AnswerClause) -> bool:
    """Whether a clause begins with a remark of several words."""
    name, _, length = one.items[0]
    return name == "remark" and length > 1


def _takes_back(one: AnswerClause) -> bool:
    """Whether it tells more behind a `sorry` than what that is for: `sorry for the delay`."""
    excuses = match(with_english(one.context.language).refusals, one.said, 0, ("excuses",))[1]
    return one.corrects and not excuses and "" in one.names


def declines(clauses: Sequence[AnswerClause]) -> bool:
    """Whether a text says that its writer will not play, at the end of a clause and of nobody else:
    `I do not wish to take part`; or that he is kept from it. Nothing does that asks, or names a
    condition.
    """
    if any(one.asks or one.names_condition or _only_doubts(one) for one in clauses):
        return False
    joins = any(one.names_yes or one.joins or "joins" in one.names for one in clauses)
    plain = any(map(_will_not_play, clauses))
    plain = plain or _is_sadly_away(clauses) or _leaves_the_fun(clauses)
    return (not joins and plain) or _is_kept_away(clauses)


def _only_doubts(one: AnswerClause) -> bool:
    """Whether a clause says that its writer is not sure, and nothing else: `Hmm, not sure`."""
    return one.warns and {*one.names} <= {"unsure", "postpones", "around", "polite"}


def _is_sadly_away(clauses: Sequence[AnswerClause]) -> bool:
    """Whether a text without a yes regrets, and tells what keeps its writer away, longer than a day
    or a week: `Sadly I leave for India`.
    """
    if any(one.vote == "yes" or one.warns or one.names_day or one.counts for one in clauses):
        return False
    sadly = any(_holds(one, "sadly") for one in clauses)
    return sadly and any(map(_keeps_away, clauses))


def _leaves_the_fun(clauses: Sequence[AnswerClause]) -> bool:
    """Whether a text without a yes tells something, and at its end wishes the others well with it:
    `My eyes are not what they were. Have fun!`.
    """
    known = with_english(clauses[-1].context.language).declined if clauses else None
    ends = [at for at, one in enumerate(clauses) if known and _ends_of(one, known, "fun")]
    if not ends or not ends[0] or any(one.warns or one.names_day for one in clauses):
        return False
    return not any(one.vote for one in clauses)


def _will_not_play(one: AnswerClause) -> bool:
    """Whether a clause ends so, with nothing between: not `I will not play against Bruno`; or
    leaves its writer out: `take me off this list`.
    """
    items = list(one.items)
    while items and items[-1][0] in ("around", "polite"):
        items.pop()
    end = items[-1][1] + items[-1][2] if items else 0
    known = with_english(one.context.language)
    if not one.warns and _leaves_out(one.said[:end], known):
        return True
    begins = [
        at
        for at in range(end)
        if match(known.declined, one.said[:end], at, ("partakes",))[1] == end - at
    ]
    if not begins or one.warns:
        return False
    wills = _ends_of(one, known.declined, "wills") or ([0] if one.corrects else [])
    nots = _ends_of(one, known.refusals, "nots")
    near = max((at for at in (*wills, *nots) if at <= begins[0]), default=-1)
    between = [name for name, at, _ in items if near <= at < begins[0]]
    return bool(wills and nots) and near >= 0 and "" not in between


def _leaves_out(said: Tokens, known: Words) -> bool:
    """Whether some words end in saying so, and do not deny it: `don't leave me out`."""
    begins = [
        at
        for at in range(len(said))
        if match(known.declined, said, at, ("out",))[1] == len(said) - at
    ]
    denied = any(
        match(known.refusals, said, at, ("nots",))[1] for at in range(min(begins, default=0))
    )
    return bool(begins) and not denied


def _ends_of(one: AnswerClause, lists: Lists, name: str) -> list[int]:
    """Where the phrases of a list end in a clause."""
    lengths = ((at, match(lists, one.said, at, (name,))[1]) for at in range(len(one.said)))
    return [at + length for at, length in lengths if length]


def _is_kept_away(clauses: Sequence[AnswerClause]) -> bool:
    """Whether a text wishes or thanks, `but` something keeps its writer from it.

    What somebody would have liked is refused whatever keeps him from it. Nothing is that says yes
    outside a wish or behind the `but`, is not sure, or is busy on some days only.
    """
    but = next((at for at, one in enumerate(clauses) if at and one.lead == "but"), None)
    if but is None:
        return False
    before, behind = clauses[:but], clauses[but:]
    wished = [one for one in before if _holds(one, "wishes", "regrets")]
    yes = any(one.names_yes or one.joins for one in behind)
    if yes or any(one.vote and one not in wished for one in before):
        return False
    if any(_holds(one, "regrets") for one in wished):
        return True
    some_days = any(one.names_day or one.counts or one.warns for one in behind)
    return any(map(_keeps_away, behind)) and not some_days


def _keeps_away(one: AnswerClause) -> bool:
    """Whether a clause tells what keeps its writer from playing."""
    lacks = _holds(one, "lacks") and _holds(one, "nots")
    return lacks or _holds(one, "busy") or one.vote == "no"


def only_excuses(one: AnswerClause) -> bool:
    """Whether a clause tells what its writer is not, and that neither as a refusal nor as what he
    lacks or will: `but I'm not very quick`.
    """
    known = with_english(one.context.language).declined
    return _tells_what_not(one) and not _keeps_away(one) and not _ends_of(one, known, "wills")


def _tells_what_not(one: AnswerClause) -> bool:
    """Whether it tells what somebody is or does not, of nobody else: `but I'm not very quick`.

    It does not begin with its denial, as `but not with you` does, and is no refusal.
    """
    names = ["denial" if _only_denies(one, *each) else each[0] for each in one.items]
    told = len(one.said) >= _SHORTEST_EXCUSE and "denial" in names
    refuses = bool({"no", "unable"} & {*names}) or one.of_others()
    limits = one.names[0] == "denial"
    return told and not (limits or one.warns or refuses or one.asks or one.dated)


def _only_denies(one: AnswerClause, name: str, at: int, length: int) -> bool:
    """Whether a word of no is one that denies what follows, as it is where `no` is `not`."""
    negates = match(words(one.context.language).negations, one.said, at)[1] == length
    return name == "no" and negates and at + length < len(one.said)


def _holds(one: AnswerClause, *names: str) -> bool:
    known = with_english(one.context.language).refusals
    return any(match(known, one.said, at, names)[1] for at in range(len(one.said)))
