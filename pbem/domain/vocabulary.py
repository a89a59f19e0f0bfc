"""The words of outcomes: why not, what was changed, what is asked back.

A value is what is stored, and what the command line prints; letters have words of their own.
"""

from __future__ import annotations

from enum import StrEnum


class Why(StrEnum):
    """Our own refusals, as `_why.txt` says them; those of the game are `engine.Reason`."""

    NOT_OVER = "not over"
    NO_OPEN_GAMES = "no open games"
    REGISTERED = "registered"
    NO_CHART = "no chart"
    DEAL_NOT_OVER = "deal not over"
    NO_DEAL_PLAYED = "no deal played"
    NO_HINTS = "no hints"
    NO_HINT_NOW = "no hint now"
    SEALED = "sealed"
    WHOM = "whom"
    COMPUTER_PLAYS = "computer plays"
    REPORT_WHOM = "report whom"
    NOBODY_ABOVE = "nobody above"
    NOTHING_ASKED = "nothing asked"
    NO_SPARE_HOURS = "no spare hours"
    NOT_PLAYING = "not playing"
    PAST_DAYS = "past days"
    PAUSE_TOO_LONG = "pause too long"
    NO_PAUSE = "no pause"
    NO_SUCH_DEAL = "no such deal"
    TESTS = "tests"
    PRACTICES = "practices"
    PRACTICE_HOW = "practice how"
    CANCELLED = "cancelled"
    OLD_QUESTION = "old question"
    NOTHING_KEPT = "nothing kept"
    NO_TURN_LEFT = "no turn left"
    OTHER_DEAL = "other deal"
    BID_MADE = "bid made"
    YOU_LEAD = "you lead"
    OTHER_SUIT = "another suit led"
    POLICY_ASKS = "policy asks"
    NOTHING_OF_PLAN = "nothing of the plan"
    PASS = "pass"
    NO_QUESTION = "no question"
    SEEN = "seen"
    NOTHING_TO_UNDO = "nothing to undo"
    TWO_QUESTIONS = "two questions"
    NO_CODE = "no code"
    ADDRESS_ALREADY = "address already"
    ADDRESS_NOT_POSSIBLE = "address not possible"
    ADDRESS_TOO_OFTEN = "address too often"
    NAME = "name"
    ENCRYPTED = "encrypted"
    WINMAIL = "winmail"
    QUOTED = "quoted"
    EMPTY = "empty"
    UNREADABLE = "unreadable"


class Unmet(StrEnum):
    """Refusals told in letters of their own: why there is no seat, no shuffle for a word, no such
    value of a setting, nobody to hear, or nothing to watch.
    """

    NO_GAME = "no game"
    THERE_ALREADY = "there already"
    BEGUN = "begun"
    CLOSED = "closed"
    FULL = "full"
    SAME_NAME = "same name"
    SEND_AGAIN = "send again"
    OTHER_TABLE = "other table"
    UNRELIABLE = "unreliable"
    NOT_WATCHED = "not watched"
    PLAYS_THERE = "plays there"
    CROWDED = "crowded"
    NO_SHUFFLE = "no shuffle to come"
    NO_SUCH_VALUE = "no such value"
    SILENCED = "silenced"


class WhyNot(StrEnum):
    """Why nothing was done and nothing was written."""

    NO_CODE = "no code"
    UNKNOWN_CODE = "unknown code"
    OLD_CODE = "old code, not from the player's address"
    OTHERS_CODE = "another player's code"
    NO_SENDER = "not exactly one sender"
    OURS = "from an address of ours"
    OTHER_PLAYER = "from another player's address"
    STRANGER = "not from the player's address"
    NOBODY = "not from a player"
    NOT_ASKED = "not from the address that was asked"
    NOT_ORGANISER = "not from the organiser's address"
    FORGED = "forged, says our mail server"
    STOPPED = "wants no mail"
    BLOCKED = "shut out by the operator"
    SILENT = "answered too often"
    ASKED_LATELY = "asked lately"
    NOTHING_OPEN = "nothing is open"
    NOT_AGREED = "has agreed to nothing"
    REGISTERED = "registered already"
    TAKEN = "somebody else's address by now"
    UNCLEAR = "neither yes nor no"
    TOO_LATE = "too late"


class Change(StrEnum):
    """What a mail has changed, beside a move and what is kept for one."""

    PLANS = "plans forgotten"
    POLICY = "house policy"
    SETTING = "setting"
    AWAY = "away"
    BACK = "back"
    MUTED = "muted"
    UNMUTED = "unmuted"
    REPORTED = "reported"
    LEFT = "left the game"
    HANDED_OVER = "handed over"
    STOPPED = "wants no more mail"
    FORGOTTEN = "forgotten"
    MORE_TIME = "more time"
    SALT = "a word for the shuffle"
    WORDS_BACK = "words taken back"
    JOINED = "joined"
    JOINED_LAST = "joined, and the game begins"
    TEST = "test game"
    PRACTICE = "practice"
    DRAFTED = "drafted a game"
    SCORES = "keeps the scores of a table"
    REGISTERED = "registered"
    NOT_REGISTERED = "does not want to be registered"
    SENDER_REFUSED = "somebody else's address"
    ADDRESS_ASKED = "another address, to be confirmed"
    ADDRESS = "another address"
    ADDRESS_REFUSED = "not the player's address"
    ADDRESS_OBJECTED = "objected to another address"
    WRITTEN_AGAIN = "written to again"
    PAUSE_PROPOSED = "proposed a pause"
    PAUSE_AGREED = "agreed to a pause"
    PAUSED = "the table pauses"
    REMATCH = "wants a rematch"
    ROLL_BACK = "agreed to go back"
    ROLLED_BACK = "the game goes back"
    SEAT = "takes the seat"
    SEAT_WAITS = "takes the seat, and waits for it"
    SEAT_DECLINED = "does not take the seat"
    SEAT_KEPT = "keeps the seat"
    WATCHES = "watches"
    WATCHES_NO_MORE = "watches no more"


class Already(StrEnum):
    """Why there was nothing to change."""

    ANSWERED = "answered already"
    CLOSED = "the question is closed"
    NOT_AWAY = "was not away"
    STAYS = "stays"
    LEFT = "has left"
    AGREED = "agreed to another address"
    WRITTEN_TO = "mails do not come back"
    GONE_ON = "the game has gone on"
    WATCHES = "watches already"
    NOT_WATCHING = "does not watch"


class Back(StrEnum):
    """What a player is asked, beside orders that cannot be undone, which are `Grave`."""

    WHICH_CARD = "which card"
    WHICH = "which is meant"
    STANDS = "the answer stands"
    KEEP = "keep it"
    YES_OR_NO = "yes or no"
    QUESTIONS = "several questions"
    REGISTER = "registration"
    TEST = "the test game"
    PRACTICE = "the practice"
    SENDER = "that address"
    MOVE = "another address"
    ROLL_BACK = "going back"
    SEAT = "the seat"
    WATCH = "watching"


class To(StrEnum):
    """What a yes or a no was said to."""

    INVITATION = "the invitation"
    AGAIN = "the invitation, again"
    OTHER_RULES = "other rules"
    BEGIN = "the invitation, and the game begins"
    SENDER = "an address"
    REMATCH = "a rematch"
    PAUSE = "a pause"
    ROLL_BACK = "going back"
    WATCH = "watching"
    AT_TABLE = "being at a real table"


class ToAll(StrEnum):
    """What a whole table is told with its next mails, as `announced` of `_text.txt` says it, and
    `says` what its players talk.
    """

    WORDS = "words"
    TALK = "talk"
    SEAT = "seat"
    SEAT_ASKED = "seat_asked"
    MOVED = "moved"
    MAY_MOVE = "may_move"
    DROPPED = "dropped"
    WATCHED = "watched"
    BACK_TO_TRICK = "back_to_trick"
    BACK_TO_DEAL = "back_to_deal"


class Trouble(StrEnum):
    """What an operator is told of, as `_troubles.txt` says it."""

    PARKED = "parked"
    KILLED = "killed"
    LEFT = "left"
    FAILED = "failed"
    BOUNCES = "bounces"
    POSTMASTER = "postmaster"
    ENDED = "ended"
    LIMITED = "limited"
    SILENT = "silent"
    NO_COPY = "no_copy"
    COPY_STAYS = "copy_stays"
