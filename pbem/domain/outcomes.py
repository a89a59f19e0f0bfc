"""What became of a mail: a closed set of outcomes, stored as kinds and facts, never as prose."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, get_args, get_type_hints

from engine import Reason
from pbem.domain.code_powers import Grave
from pbem.domain.vocabulary import Already, Back, Change, To, Unmet, Why, WhyNot


@dataclass(frozen=True, slots=True)
class Played:
    """A move; `answer` is what the question is closed with."""

    answer: str


@dataclass(frozen=True, slots=True)
class Kept:
    """Something is kept for the player's turn."""

    order: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The player's last answer was taken back."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """The same answer once more."""


@dataclass(frozen=True, slots=True)
class Talked:
    """Words for the table."""


@dataclass(frozen=True, slots=True)
class Thanked:
    """Thanks or wishes: there was nothing to do or to say."""


@dataclass(frozen=True, slots=True)
class Told:
    """The player was told what he asked for: `what` names the request."""

    what: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A yes or a no; `about` is the address where it is about one."""

    yes: bool
    to: To = To.INVITATION
    about: str = ""


@dataclass(frozen=True, slots=True)
class Changed:
    """What the player has changed, and to what."""

    what: Change
    value: str = ""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """There was nothing to do."""

    why: Already


@dataclass(frozen=True, slots=True)
class Refused:
    """It could not be, and the player was told why."""

    why: Why | Reason | Unmet


@dataclass(frozen=True, slots=True)
class AskedBack:
    """The player was asked what is meant, or whether it is."""

    what: Back | Grave


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """The player was asked the same once more."""

    what: Back


@dataclass(frozen=True, slots=True)
class Resent:
    """It carried no code that counts, and all that is open was sent once more."""

    why: WhyNot


@dataclass(frozen=True, slots=True)
class Held:
    """The player was asked whether it is his: it came from another address."""

    address: str


@dataclass(frozen=True, slots=True)
class NotActed:
    """Nothing was done; `besides` says why not even a word was written, where that needs saying."""

    why: WhyNot
    besides: WhyNot | None = None


@dataclass(frozen=True, slots=True)
class Automatic:
    """No person wrote it; `ours` tells that it is about a mail of ours, where it should be."""

    what: str
    ours: bool = True


@dataclass(frozen=True, slots=True)
class Ordered:
    """So many of an organiser's orders were done."""

    done: int
    of: int


@dataclass(frozen=True, slots=True)
class Left:
    """It stays in the mailbox: so many bytes, and no text among them."""

    size: int


@dataclass(frozen=True, slots=True)
class Parked:
    """A fault of ours each time it was tried; without an error, set aside by the operator."""

    error: str = ""


@dataclass(frozen=True, slots=True)
class Legacy:
    """What an older server, or a newer one, has noted."""

    text: str


Outcome = (
    Played | Kept | TakenBack | Repeated | Talked | Thanked | Told | Said | Changed | Unchanged
    | Refused | AskedBack | AskedAgain | Resent | Held | NotActed | Automatic | Ordered | Left
    | Parked | Legacy
)  # fmt: skip
Outcomes = tuple[tuple[int | None, Outcome], ...]
"""What became of one mail, each with the number of the game that it is about, if any."""

_NAMES = {one: re.sub(r"\B(?=[A-Z])", "_", one.__name__).lower() for one in get_args(Outcome)}
_KINDS = {name: one for one, name in _NAMES.items()}


def at(game: int | None, *outcomes: Outcome) -> Outcomes:
    """Outcomes at one game."""
    return tuple((game, one) for one in outcomes)


def game_of(outcomes: Outcomes) -> int | None:
    """The game that a mail was about, which is that of the first outcome."""
    return outcomes[0][0] if outcomes else None


def kind(outcome: Outcome) -> str:
    """What an outcome is called where it is stored.

    >>> kind(TakenBack())
    'taken_back'
    """
    return _NAMES[type(outcome)]


def stored(outcomes: Outcomes) -> str:
    """Outcomes as they are stored.

    >>> stored(at(1, Played("QH")))
    '[{"game": 1, "kind": "played", "answer": "QH"}]'
    """
    return json.dumps([{"game": game, "kind": kind(one), **asdict(one)} for game, one in outcomes])


def restored(text: str | None) -> Outcomes:
    """Outcomes as they were stored; whatever is unknown is `Legacy`.

    >>> restored('[{"game": 1, "kind": "sung", "song": "Lindy"}]')
    ((1, Legacy(text='sung: Lindy')),)
    """
    return tuple((one.pop("game"), _outcome(**one)) for one in json.loads(text or "[]"))


def _outcome(kind: str, **facts: Any) -> Outcome:
    with suppress(LookupError, TypeError, ValueError):
        made: type[Outcome] = _KINDS[kind]
        hints = get_type_hints(made)
        return made(**{name: _value(hints[name], fact) for name, fact in facts.items()})
    return Legacy(f"{kind}: {', '.join(map(str, facts.values()))}")


def _value(hint: Any, fact: Any) -> Any:
    """A fact as its type wants it: the first of its vocabularies that has it."""
    vocabularies = [one for one in get_args(hint) or [hint] if issubclass(one, StrEnum)]
    for vocabulary in vocabularies:
        with suppress(ValueError):
            return vocabulary(fact)
    if vocabularies and fact is not None:
        raise ValueError(fact)
    return fact
