"""What each letter says, as plain data: the only thing templates are given."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from engine import Card, Rules, Suit
from engine.specials import Call
from pbem.table.deadlines import Span


@dataclass(frozen=True, slots=True)
class KeptClause:
    """One way to answer: a card or a policy, and the suit that must have been led for it."""

    led: Suit | None
    card: Card | None
    call: Call | None = None
    policy: str = ""


@dataclass(frozen=True, slots=True)
class KeptStep:
    """What is kept for one turn: the bids, or the clauses for a trick, the first that can be.

    `why` says why it was not done, for what had been kept.
    """

    trick: int
    bids: tuple[int, ...] = ()
    clauses: tuple[KeptClause, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Notes:
    """What a letter tells its reader beside its matter, and nobody else.

    What is kept for the reader's turns, the house policies as pairs of state and policy, what was
    kept and not done.
    """

    plans: tuple[KeptStep, ...] = ()
    policies: tuple[tuple[str, str], ...] = ()
    dropped: tuple[KeptStep, ...] = ()
    forget_tap: str = ""
    went_back: datetime | None = None
    """The server went back to how things stood then."""
    moved: datetime | None = None
    """The game came from another server as it stood there then."""

    announced: tuple[tuple[str, str, str], ...] = ()
    """What the whole table is told: `words` of the organiser, or `seat` with the name of who plays
    there now and of who did.
    """


NO_NOTES = Notes()


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What is announced of a deal before it is dealt; deal 0 is the draw for dealer."""

    deal: int
    digits: str

    @property
    def groups(self) -> str:
        """The 64 digits, eight and eight."""
        return eights(self.digits)


@dataclass(frozen=True, slots=True)
class Opened:
    """What a deal that is over was shuffled from: the digits of its secret, and who said what."""

    deal: int
    digits: str
    words: tuple[tuple[str, str], ...]

    @property
    def groups(self) -> str:
        """The 64 digits, eight and eight."""
        return eights(self.digits)


def eights(digits: str) -> str:
    """A row of digits as people can compare it: `9f86d081 884c7d65`."""
    return " ".join(digits[at : at + 8] for at in range(0, len(digits), 8))


@dataclass(frozen=True, slots=True)
class Frame:
    """What every letter carries: whose it is, where answers go, the links at its foot.

    `so_far` is the digest of the game, `fingerprints` are those of the shuffles to come.
    """

    language: str
    game: str
    to: str
    organiser: str
    zone: str
    tag: str
    deal: int
    deals: int | None
    trump: Suit | None
    status_tap: str
    help_tap: str
    notes: Notes = NO_NOTES
    absent: tuple[str, ...] = ()
    """Others whose seats a computer plays for."""
    so_far: str = ""
    fingerprints: tuple[Fingerprint, ...] = ()

    paused: bool = False
    """The organiser has paused the game: nobody is late."""


@dataclass(frozen=True, slots=True)
class Due:
    """The deadline of a question, and what the server does when it passes in silence.

    `ask` is what is asked: `bid`, `lay`, `trump` or `play`; `days_off` how many days until then do
    not count.
    """

    at: datetime
    ask: str
    bid: int | None = None
    card: Card | None = None
    call: Call | None = None
    laid: tuple[Card, ...] = ()
    trump: Suit | None = None
    days_off: int = 0
    reminder: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer as a button: what it says, and the link that answers with it."""

    words: str
    tap: str


@dataclass(frozen=True, slots=True)
class HandCard:
    """One card of the reader's hand; `tap` is None when it may not be chosen now as it is.

    `says` are the answers to choose from where something may or must be said with it.
    """

    card: Card
    tap: str | None
    says: tuple[Offer, ...] = ()

    @property
    def may(self) -> bool:
        """Whether it may be chosen now, if only with something said."""
        return self.tap is not None or bool(self.says)


@dataclass(frozen=True, slots=True)
class BidTap:
    """One number of tricks to bid; `tap` is None when the hook blocks it."""

    tricks: int
    tap: str | None


@dataclass(frozen=True, slots=True)
class Place:
    """One player's place in the trick under way. `card` is None when it has not been played."""

    name: str
    you: bool
    card: Card | None
    call: Call | None
    led: bool
    best: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line in a table of the deal.

    `bids` tells whether the player bids in this deal at all, `sealed` that there is a bid the
    reader may not know.
    """

    name: str
    you: bool
    dealer: bool
    leads: bool
    bid: int | None
    bids: bool
    taken: int
    total: int
    next_to_bid: bool
    sealed: bool

    @property
    def needs(self) -> int:
        """Tricks still to take for the bid; negative when there are too many already."""
        return (self.bid or 0) - self.taken


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One player's line in the result of a deal."""

    name: str
    you: bool
    bid: int | None
    taken: int
    points: int
    bonus: int
    total: int

    @property
    def made(self) -> bool:
        """Whether the bid was taken exactly; who had none has missed none."""
        return self.bid is None or self.bid == self.taken


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended. `total` in its lines is the score after it."""

    deal: int
    size: int
    trump: Suit | None
    lines: tuple[ScoreLine, ...]
    opened: Opened | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """One card of a trick, with what was said of it."""

    name: str
    card: Card
    call: Call | None


@dataclass(frozen=True, slots=True)
class TrickLine:
    """One trick of the log: who played what, in the order played, and who took it."""

    deal: int
    number: int
    plays: tuple[Played, ...]
    taker: str | None


@dataclass(frozen=True, slots=True)
class Answered:
    """A move made: by the server because a deadline had passed, or by the reader just now.

    `name` is None for the reader's own.

    `ask` is what had been asked; a bid the reader may not know is None.
    """

    name: str | None
    ask: str
    bid: int | None = None
    card: Card | None = None
    trump: Suit | None = None
    call: Call | None = None
    laid: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class News:
    """What has happened since the reader's last mail, oldest first."""

    tricks: tuple[TrickLine, ...] = ()
    answered: tuple[Answered, ...] = ()
    results: tuple[DealResult, ...] = ()
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """A deal as its reader sees it: the table, the hand, the bids, and what is asked.

    `waits_for_trump` is `bids` or `naming` while the trump is open. `mode` is how bids are made,
    `blind` that the own hand is not seen yet; `laid` are the cards the reader has laid aside,
    `shown` the hands of others that lie open. `ask` is `bid`, `lay`, `trump`, `play`, or empty
    when the reader is asked nothing.
    """

    number: int
    size: int
    trick_number: int
    turn_up: Card | None
    trump: Suit | None
    waits_for_trump: str
    dealer: str
    lines: tuple[Line, ...]
    bid_total: int
    knows_bids: bool
    bidding: bool
    mode: str
    blind: bool
    hand: tuple[HandCard, ...]
    laid: tuple[Card, ...]
    shown: tuple[tuple[str, tuple[Card, ...]], ...]
    trick: tuple[Place, ...]
    led: Suit | None
    ask: str
    bids: tuple[BidTap, ...]
    offers: tuple[Offer, ...]
    premium: bool

    @property
    def open(self) -> tuple[HandCard, ...]:
        """The cards that may be chosen now."""
        return tuple(card for card in self.hand if card.may)

    @property
    def shut(self) -> tuple[HandCard, ...]:
        """The cards that may not."""
        return tuple(card for card in self.hand if not card.may)


@dataclass(frozen=True, slots=True)
class Invitation:
    """P1: would you like to play?"""

    frame: Frame
    others: tuple[str, ...]
    players: int
    rules: Rules
    sizes: tuple[int, ...]
    answer_in: int
    words: str
    yes_tap: str
    no_tap: str


@dataclass(frozen=True, slots=True)
class GameStart:
    """P4: the game begins; with the first question for the first bidder."""

    frame: Frame
    round: Round
    order: tuple[str, ...]
    draw: tuple[tuple[tuple[str, Card], ...], ...]
    rules: Rules
    sizes: tuple[int, ...]
    answer_in: int
    due: Due | None = None
    waiting_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class YourBid:
    """P5: how many tricks will you take, or which suit shall be trump?"""

    frame: Frame
    round: Round
    due: Due
    news: News


@dataclass(frozen=True, slots=True)
class YourPlay:
    """P6: which card?"""

    frame: Frame
    round: Round
    due: Due
    news: News


@dataclass(frozen=True, slots=True)
class Status:
    """P8: where we are."""

    frame: Frame
    round: Round | None
    waiting_for: tuple[str, ...]
    waiting_since: datetime | None
    due: Due | None
    last: DealResult | None
    totals: tuple[tuple[str, int], ...]
    joined: tuple[tuple[str, str], ...] = ()
    """Before the start: each player and `yes`, `no` or `nothing`."""


@dataclass(frozen=True, slots=True)
class Old:
    """A closed question: what it asked, of which deal and trick, and how it was settled."""

    ask: str
    deal: int
    trick: int
    closed: str
    answer: str


@dataclass(frozen=True, slots=True)
class Refused:
    """P10: why an answer could not be taken, and what can.

    `why` is a Reason of the engine, or one of ours, all of which are in `_why.txt`; `old` is the
    question that was answered, where it is closed.
    """

    frame: Frame
    wrote: str
    why: str
    round: Round | None
    due: Due | None
    old: Old | None = None


@dataclass(frozen=True, slots=True)
class WhichCard:
    """P11: an answer that may be several cards. `remembers` tells that it is asked only once.

    Of the candidates, those in the hand have a tap.
    """

    frame: Frame
    wrote: str
    candidates: tuple[HandCard, ...]
    remembers: bool
    round: Round
    due: Due

    @property
    def held(self) -> tuple[HandCard, ...]:
        """The candidates in the reader's hand."""
        return tuple(card for card in self.candidates if card.tap)

    @property
    def elsewhere(self) -> tuple[HandCard, ...]:
        """The candidates that are not."""
        return tuple(card for card in self.candidates if not card.tap)


@dataclass(frozen=True, slots=True)
class GotIt:
    """P9: what an answer was read as, where that was not plain; or that something is kept.

    `did` is the move made. It can be taken back until `until` at least, if there is such a time.
    `news` says what is not told by the move and the plans: `forgotten`, `policy`, `no policy`.
    """

    frame: Frame
    wrote: str
    did: Answered | None = None
    until: datetime | None = None
    keeps: bool = False
    news: str = ""
    undo_tap: str = ""

    @property
    def cards(self) -> tuple[HandCard, ...]:
        """The card that was played, to look at."""
        return (HandCard(self.did.card, None),) if self.did and self.did.card else ()


@dataclass(frozen=True, slots=True)
class NotYet:
    """P12: a good card before its turn. `step` is what would be kept; `old` what was answered."""

    frame: Frame
    wrote: str
    steps: tuple[KeptStep, ...]
    waiting_for: tuple[str, ...]
    keep_tap: str
    forget_tap: str
    keep_words: str
    old: Old | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """P22: the reader's settings; `changed` is the one that was changed just now, or empty.

    `spoken` is the reader's language as it calls itself, `languages` those to choose from.
    """

    frame: Frame
    changed: str
    spoken: str
    languages: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Noted:
    """A short word back: the invitation was answered with `yes` or `no`."""

    frame: Frame
    what: Literal["yes", "no"]


PresenceKind = Literal[
    "still there",
    "kept",
    "away",
    "back",
    "was not away",
    "leaving",
    "left",
    "stays",
    "stopped",
    "forgetting",
    "forgotten",
]


@dataclass(frozen=True, slots=True)
class GameAway:
    """How one game takes days away: it waits for `waits` of `days`."""

    game: str
    waits: int
    days: int


@dataclass(frozen=True, slots=True)
class Presence:
    """P16, P17, P23, P24: who is there. `missed` counts the deadlines missed in a row."""

    frame: Frame
    what: PresenceKind
    missed: int
    away: Span | None
    games: tuple[GameAway, ...]
    back_tap: str
    leave_tap: str
    stay_tap: str


@dataclass(frozen=True, slots=True)
class LeaveGame(Presence):
    """P23: really leave?"""


@dataclass(frozen=True, slots=True)
class ForgetMe(Presence):
    """Really be forgotten?"""


@dataclass(frozen=True, slots=True)
class WasThatYou:
    """P25: a mail with the reader's code came from `address`; is it the reader's?

    `ordered` is what it says in the code of an answer, empty if that cannot be told. `own` tells
    that the address is the reader's, but the mail server holds it for forged.
    """

    frame: Frame
    address: str
    own: bool
    ordered: str
    yes_tap: str
    no_tap: str


@dataclass(frozen=True, slots=True)
class SenderNoted:
    """The word back to P25: `yes`, `no`, or `late` when the question was closed meanwhile."""

    frame: Frame
    address: str
    own: bool
    what: Literal["yes", "no", "late"]


@dataclass(frozen=True, slots=True)
class Salted:
    """A short word back: the player's word is mixed into the next shuffle.

    `word` is None when there is no shuffle to come.
    """

    frame: Frame
    word: str | None


@dataclass(frozen=True, slots=True)
class ProvedDeal:
    """A deal in the proof: its fingerprint, what it was shuffled from, and every hand.

    Deal 0 is the draw for dealer. `opened` is None while it is not over, and for a deal older than
    fingerprints, which has no `fingerprint` either.
    """

    deal: int
    fingerprint: Fingerprint | None
    opened: Opened | None
    hands: tuple[tuple[str, tuple[Card, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """P19: what the deals that are over were shuffled from, with the record to check it."""

    frame: Frame
    deals: tuple[ProvedDeal, ...]
    record: str

    @property
    def record_file(self) -> str:
        """What the attached record is called."""
        return "".join(c if c.isalnum() and c.isascii() else "-" for c in self.frame.game) + ".txt"


@dataclass(frozen=True, slots=True)
class YourData:
    """All that is kept about the reader, as JSON in a file."""

    frame: Frame
    data: str


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line in the final score; `share` is 0 to 100 for the bar."""

    place: int
    name: str
    you: bool
    total: int
    made: int
    won: bool
    share: int


@dataclass(frozen=True, slots=True)
class LeadLine:
    """The totals after a deal, in seat order, and which of them lead."""

    deal: int
    totals: tuple[int, ...]
    leads: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Digest:
    """P18: the game is over."""

    frame: Frame
    winners: tuple[str, ...]
    names: tuple[str, ...]
    standings: tuple[Standing, ...]
    lead: tuple[LeadLine, ...]
    sheet: tuple[DealResult, ...]
    margin: int
    tricks: int
    payments: tuple[tuple[str, str], ...]
    answers: int
    own_answers: int
    started_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Help:
    """P21: how to play by mail, with an example from the reader's own cards when there are any."""

    frame: Frame
    players: int
    rules: Rules
    sizes: tuple[int, ...]
    answer_in: int
    hold: int
    example: Card


@dataclass(frozen=True, slots=True)
class AwayOffer:
    """An automatic answer told of days away: `tap` tells the game of them."""

    frame: Frame
    away: Span
    tap: str


@dataclass(frozen=True, slots=True)
class Got:
    """A mail of the reader's that came in: when, its subject, and what became of it.

    `what` is one of the words of `letters.fates`, `detail` what was played, kept or the like;
    `silent` tells that an answer was held back because there had been too many.
    """

    at: datetime
    subject: str
    what: str
    detail: str = ""
    silent: bool = False


@dataclass(frozen=True, slots=True)
class WhatWeGot:
    """What became of the reader's last mails, the newest first."""

    frame: Frame
    mails: tuple[Got, ...]


@dataclass(frozen=True, slots=True)
class MailComesBack:
    """O4: mails to a player come back, or, with `again`, are sent again.

    `said` is what the server there said, empty if it gave no reason; `complaint` that the mails
    were reported as unwanted. `tap` has them sent again.
    """

    language: str
    game: str
    to: str
    player: str
    said: str
    complaint: bool
    again: bool
    tap: str
    tag: str


@dataclass(frozen=True, slots=True)
class ConfirmAddress:
    """P29, to the new address, which has not confirmed yet: is it the player's?"""

    language: str
    name: str
    yes_tap: str
    no_tap: str
    tag: str


@dataclass(frozen=True, slots=True)
class AddressChange:
    """P29, to a player who changes address. `address` is the new one, `until` when to object by.

    `stage` is `asked`, `changed` or `kept` to the old address, `here` to the new one.
    """

    language: str
    name: str
    stage: str
    address: str
    until: datetime
    zone: str
    no_tap: str
    tag: str


@dataclass(frozen=True, slots=True)
class Concern:
    """Something an operator should look at: when it happened, what it is, and a detail of it.

    `what` is `parked`, `failed`, `bounces`, `postmaster` or `silent`; `number` is that of the mail.
    """

    at: datetime
    what: str
    number: int = 0
    detail: str = ""


@dataclass(frozen=True, slots=True)
class OperatorDay:
    """O9: what an operator should look at. `more` are those not listed."""

    language: str
    zone: str
    troubles: tuple[Concern, ...]
    more: int


@dataclass(frozen=True, slots=True)
class ConfirmRegistration:
    """P2, to an address nobody invited: does it want to be registered?"""

    language: str
    name: str
    yes_tap: str
    no_tap: str
    tag: str


@dataclass(frozen=True, slots=True)
class Welcome:
    """P2, to a new player who has just registered from this address."""

    language: str
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class GameNews:
    """What an organiser has done, to a player whom it concerns.

    `what` is `paused`, `off` for the days `first` to `last`, `resumed`, `cancelled`, `extended` to
    `until`, `words`, `uninvited`, `replaced` by `name`, or `rules` for other rules.
    """

    frame: Frame
    what: str
    words: str = ""
    name: str = ""
    until: datetime | None = None
    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """P28, to a substitute: the whole state of the game, and how it goes."""

    frame: Frame
    before: str
    round: Round
    waiting_for: tuple[str, ...]
    rules: Rules
    sizes: tuple[int, ...]
    answer_in: int


@dataclass(frozen=True, slots=True)
class Told:
    """What came of one line of an organiser's: `what` is a word of `_commands.txt`.

    `undo` is the line that undoes it, `offers` are lines that may come next; `name` and `other` are
    players or the like, `at` is a moment on the clock of `zone`, `n` and `m` are numbers.
    """

    what: str
    done: bool = True
    line: str = ""
    game: str = ""
    name: str = ""
    other: str = ""
    n: int = 0
    m: int = 0
    at: datetime | None = None
    zone: str = "UTC"
    first: date | None = None
    last: date | None = None
    undo: str = ""
    offers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameLine:
    """How one game of an organiser's stands."""

    name: str
    stage: str
    deal: int
    deals: int | None
    waiting_for: tuple[str, ...]
    since: datetime | None
    said: tuple[tuple[str, str], ...]
    paused: bool


@dataclass(frozen=True, slots=True)
class CommandResult:
    """O8: what came of each line, with taps for what undoes it or comes next.

    `games` are told when they were asked for, and `record` is a game's log.
    """

    language: str
    game: str
    zone: str
    told: tuple[tuple[Told, tuple[tuple[str, str], ...]], ...]
    games: tuple[GameLine, ...]
    record: tuple[str, ...]
    tag: str


@dataclass(frozen=True, slots=True)
class YourGame:
    """O1: a game as it was understood; with `drafted` nobody is invited yet."""

    language: str
    game: str
    to: str
    drafted: bool
    players: tuple[tuple[str, str], ...]
    rules: Rules
    sizes: tuple[int, ...]
    why_not: str
    answer_in: int
    start_tap: str
    cancel_tap: str
    tag: str


@dataclass(frozen=True, slots=True)
class AllAnswered:
    """O2: everybody who was invited has answered; with `begun` all said yes."""

    language: str
    game: str
    said: tuple[tuple[str, str], ...]
    yes: int
    begun: bool
    start_tap: str
    tag: str


@dataclass(frozen=True, slots=True)
class SilentPlayer:
    """O5: a player has missed so many deadlines in a row; with `kept` a computer plays now."""

    language: str
    game: str
    player: str
    missed: int
    kept: bool
    extend_tap: str
    replace_tap: str
    tag: str


Notice = (
    MailComesBack
    | ConfirmAddress
    | AddressChange
    | OperatorDay
    | ConfirmRegistration
    | Welcome
    | CommandResult
    | YourGame
    | AllAnswered
    | SilentPlayer
)
"""The letters that are about no seat at a table."""

Page = (
    Invitation
    | GameStart
    | YourBid
    | YourPlay
    | Status
    | Refused
    | WhichCard
    | GotIt
    | NotYet
    | Noted
    | Settings
    | WasThatYou
    | SenderNoted
    | Salted
    | Proof
    | Digest
    | Help
    | WhatWeGot
    | AwayOffer
    | Notice
    | Presence
    | LeaveGame
    | YourData
    | ForgetMe
    | GameNews
    | TakeSeat
)
