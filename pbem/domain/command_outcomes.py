"""What came of one line of an organiser's: a closed set of kinds, each with its facts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from engine import Problem, UnknownRule
from pbem.domain.strangers import Unwritten


class CommandKind(StrEnum):
    """What came of an order, done or not: what is stored, and its words in `_commands.txt`."""

    PAUSED = "paused"
    OFF = "off"
    RESUMED = "resumed"
    EXTENDED = "extended"
    PACE = "pace"
    REMINDED = "reminded"
    AWAY = "away"
    ADDED = "added"
    WRITTEN_TO = "written_to"
    SEATED = "seated"
    INVITED = "invited"
    UNINVITED = "uninvited"
    COMPUTER = "computer"
    OWN_PLAYER = "own_player"
    REPLACED = "replaced"
    DRAFTED = "drafted"
    OPEN = "open"
    OPEN_UNTIL = "open_until"
    OPEN_OFF = "open_off"
    NOT_OPEN = "not_open"
    NO_OPEN_GAMES = "no_open_games"
    NO_SUCH_ROOM = "no_such_room"
    JOINED = "joined"
    SHUT = "shut"
    GATE = "gate"
    NO_GATE = "no_gate"
    HINTS_ON = "hints_on"
    HINTS_OFF = "hints_off"
    HINTS_FIXED = "hints_fixed"
    HINTS_LEAGUE = "hints_league"
    WATCHERS_ALLOWED = "watchers_allowed"
    WATCHERS_HEAR = "watchers_hear"
    WATCHERS_OFF = "watchers_off"
    NO_WATCHERS = "no_watchers"
    DUPLICATED = "duplicated"
    KNOWS_THE_DEALS = "knows_the_deals"
    SEALED = "sealed"
    MATCH_NOT_READY = "match_not_ready"
    MATCH_HOW = "match_how"
    LEAGUE_MADE = "league_made"
    NIGHT_MADE = "night_made"
    NOT_DRAWN = "not_drawn"
    SCORES_KEPT = "scores_kept"
    ROUND_BEGUN = "round_begun"
    ROUND_PLAYS = "round_plays"
    LEAGUE_OVER = "league_over"
    NO_LEAGUE = "no_league"
    NO_LEAGUE_NAME = "no_league_name"
    UNDONE = "undone"
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNDONE_ALREADY = "undone_already"
    UNDO_TOO_LATE = "undo_too_late"
    NO_UNDO = "no_undo"
    ORGANISES_NO_MORE = "organises_no_more"
    BEGUN_NOW = "begun_now"
    CANCELLED = "cancelled"
    RULES_CHANGED = "rules_changed"
    PACE_CHANGED = "pace_changed"
    RIDES = "rides"
    ANNOUNCED = "announced"
    SILENCED = "silenced"
    HEARD_AGAIN = "heard_again"
    NOT_SILENT = "not_silent"
    ADDRESS_CHANGED = "address_changed"
    MOVE_OFFERED = "move_offered"
    SEAT_OFFERED = "seat_offered"
    SEAT_OFFERED_NOW = "seat_offered_now"
    SEAT_DECLINED = "seat_declined"
    SEAT_KEPT = "seat_kept"
    SEAT_LAPSED = "seat_lapsed"
    GIVEN_ALREADY = "given_already"
    ASKED_LATELY = "asked_lately"
    DROPPED = "dropped"
    DIGEST_WEEKLY = "digest_weekly"
    DIGEST_DAILY = "digest_daily"
    DIGEST_NEEDED = "digest_needed"
    DIGEST_OFF = "digest_off"
    CLOSED = "closed"
    NOT_ENDED = "not_ended"
    STANDINGS = "standings"
    NONE_ENDED = "none_ended"
    MEMBERS = "members"
    EXPORT = "export"
    NOT_BEGUN = "not_begun"
    CONSENT_ASKED = "consent_asked"
    WENT_BACK = "went_back"
    ROLLED_BACK = "rolled_back"
    NOT_CONSENTED = "not_consented"
    NOTHING_SINCE = "nothing_since"
    OTHER_DEAL = "other_deal"
    STANDBY = "standby"
    NOBODY_READY = "nobody_ready"
    ORGANISES_TOO = "organises_too"
    HANDED_OVER = "handed_over"
    ORGANISES_ALREADY = "organises_already"
    STATUS = "status"
    LOG = "log"
    HELP = "help"
    NOBODY = "nobody"
    NOT_UNDER_WAY = "not_under_way"
    BEGUN = "begun"
    PAUSED_ALREADY = "paused_already"
    NOT_PAUSED = "not_paused"
    NOT_ASKED = "not_asked"
    NOBODY_ASKED = "nobody_asked"
    REMINDED_TODAY = "reminded_today"
    MAIL_NOT_LEFT = "mail_not_left"
    CANNOT = "cannot"
    NAME_TAKEN = "name_taken"
    OUR_ADDRESS = "our_address"
    THERE_ALREADY = "there_already"
    SAME_NAME = "same_name"
    WANTS_NO_MAIL = "wants_no_mail"
    COMPUTER_ALREADY = "computer_already"
    PLAYS_ALREADY = "plays_already"
    START_HOW = "start_how"
    TOO_FEW_YES = "too_few_yes"
    WRONG_NUMBER = "wrong_number"
    NOBODY_PLAYS = "nobody_plays"
    CANCEL_SURE = "cancel_sure"
    RULES_FIXED = "rules_fixed"
    BY_MAIL_ONLY = "by_mail_only"
    LACKING = "lacking"
    WHICH_DATE = "which_date"
    NOTHING = "nothing"
    NO_GAME = "no_game"
    ADDRESS_ALREADY = "address_already"
    ADDRESS_NOT_POSSIBLE = "address_not_possible"
    NOT_INVITED = "not_invited"
    NOT_REMINDED = "not_reminded"
    NOT_WRITTEN = "not_written"
    NOT_UNDERSTOOD = "not_understood"


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """What came of one line of an organiser's, or of what others said to it.

    `undo` is the line that undoes it, `offers` are lines that may come next; `name` and `other` are
    players or the like, `at` is a moment on the clock of `zone`, `n` and `m` are numbers,
    `why` is what stands against it. `unwritten` tells who was not written to.
    """

    kind: CommandKind
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
    why: Problem | None = None
    unwritten: tuple[Unwritten, ...] = ()

    @property
    def mended(self) -> tuple[tuple[str, str], ...]:
        """The words that may have been meant by one that no rules have, each with the line that it
        makes.
        """
        if not isinstance(self.why, UnknownRule):
            return ()
        line, word = " ".join(self.line.split()), self.why.word
        return tuple((one, line.replace(word, one)) for one in self.why.near if word in line)
