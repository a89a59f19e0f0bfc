"""Why not: the closed list of refusals, each with the facts an answer needs."""

from __future__ import annotations

from enum import StrEnum

from engine.cards import Card


class Reason(StrEnum):
    """Every way a command can break a rule."""

    GAME_OVER = "game over"
    NO_SUCH_SEAT = "no such seat"
    NOT_YOUR_TURN = "not your turn"
    NOT_BIDDING = "not the time to bid"
    NOT_PLAYING = "not the time to play"
    BID_RANGE = "more or fewer tricks than there are"
    BID_LEAST = "fewer tricks than may be bid"
    BID_HOOK = "the bids would add up to the tricks"
    BID_ZEROS = "too many zeros in a row"
    BID_FINAL = "the next player has bid"
    CARD_NOT_HELD = "card not in hand"
    NOT_NAMING = "not the time to name trump"
    NO_TRUMP_SUIT = "not a suit that can be trump"
    NOT_LAYING = "not the time to lay a bid"
    LAY_COUNT = "a bid is three cards of the hand"
    NO_PREMIUM = "no premium in this game"
    CALL_NEEDED = "say what the card is"
    CALL_NOT_OPEN = "the card cannot be that"
    MUST_FOLLOW = "must follow suit"
    MUST_TRUMP = "must play a trump"
    MUST_OVERTAKE = "must beat the trick"
    TRUMPS_CLOSED = "no trump has been played yet"
    TOP_CARD = "the cards come in the order dealt"
    NO_JOKER = "no joker in the first trick or to lead"
    DEAL_UNDER_WAY = "the deal is not over"
    WRONG_PACK = "not this game's pack"


class IllegalAction(Exception):
    """A command the rules refuse; raised by `decide`, after which nothing has changed.

    `legal_bids` and `legal_cards` say what the seat may do instead, where it may do anything.
    They speak only of the seat's own hand and of what lies open.
    """

    def __init__(
        self,
        reason: Reason,
        *,
        legal_bids: tuple[int, ...] = (),
        legal_cards: tuple[Card, ...] = (),
    ) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.legal_bids = legal_bids
        self.legal_cards = legal_cards


class Problem(ValueError):
    """What is wrong, in a sentence that can be told in any language.

    The `sentence` is English and has places for its `values`, some of which may be problems
    themselves; the message is both together.
    """

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence % values)
        self.sentence = sentence
        self.values = values


class RulesError(Problem):
    """Rules that cannot work together; the message says why."""


class UnknownRule(RulesError):
    """A `word` that no rules have, or several; `near` are the words that may have been meant."""

    def __init__(self, sentence: str, word: str, near: tuple[str, ...]) -> None:
        super().__init__(sentence, name=word, rows=", ".join(near))
        self.word, self.near = word, near


class PlayersError(RulesError):
    """Rules for `least` to `most` players, and so many `players` that they do not fit."""

    def __init__(self, least: int, most: int, players: int) -> None:
        range_ = f"{least}" if least == most else f"{least} to {most}"
        super().__init__("this game is for %(range)s players, not %(n)s", range=range_, n=players)
        self.least, self.most, self.players = least, most, players
