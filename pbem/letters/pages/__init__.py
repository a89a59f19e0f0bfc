"""What each letter says, as plain data: the only thing templates are given."""

from __future__ import annotations

from pbem.letters.pages.deals import (
    Answered,
    BidTap,
    DealResult,
    Line,
    News,
    Place,
    Played,
    Round,
    ScoreLine,
    TrickLine,
)
from pbem.letters.pages.helping import Blocked, Help, Points, Sample
from pbem.letters.pages.organisers import (
    AllAnswered,
    CommandResult,
    Concern,
    Consent,
    GameLine,
    LeagueLine,
    LeagueTable,
    MailComesBack,
    Need,
    OperatorDay,
    OrganiserDigest,
    Ranked,
    SilentPlayer,
    Told,
    YourGame,
)
from pbem.letters.pages.parts import (
    NO_NOTES,
    Due,
    Fingerprint,
    Frame,
    HandCard,
    KeptClause,
    KeptStep,
    Notes,
    Offer,
    Opened,
    TimeLeft,
)
from pbem.letters.pages.people import (
    AddressChange,
    AwayOffer,
    ConfirmAddress,
    ConfirmRegistration,
    ForgetMe,
    GameAway,
    Invitation,
    LeaveGame,
    NoSeat,
    Noted,
    OpenGame,
    OpenGames,
    PauseKind,
    PausePoll,
    Presence,
    PresenceKind,
    Rematch,
    RematchKind,
    SenderNoted,
    Settings,
    WasThatYou,
    Welcome,
    YourData,
)
from pbem.letters.pages.playing import (
    Chart,
    DealLog,
    DealOver,
    Digest,
    GameNews,
    GameStart,
    LeadLine,
    MatchLine,
    MatchOver,
    Standing,
    Status,
    TakeSeat,
    YourBid,
    YourPlay,
    YourTables,
)
from pbem.letters.pages.proofs import Proof, ProvedDeal, Salted
from pbem.letters.pages.replies import Got, GotIt, NotYet, Old, Refused, WhatWeGot, WhichCard

__all__ = [
    "NO_NOTES",
    "AddressChange",
    "AllAnswered",
    "Answered",
    "AwayOffer",
    "BidTap",
    "Blocked",
    "Chart",
    "CommandResult",
    "Concern",
    "ConfirmAddress",
    "ConfirmRegistration",
    "Consent",
    "DealLog",
    "DealOver",
    "DealResult",
    "Digest",
    "Due",
    "Fingerprint",
    "ForgetMe",
    "Frame",
    "GameAway",
    "GameLine",
    "GameNews",
    "GameStart",
    "Got",
    "GotIt",
    "HandCard",
    "Help",
    "Invitation",
    "KeptClause",
    "KeptStep",
    "LeadLine",
    "LeagueLine",
    "LeagueTable",
    "LeaveGame",
    "Line",
    "MailComesBack",
    "MatchLine",
    "MatchOver",
    "Need",
    "News",
    "NoSeat",
    "NotYet",
    "Noted",
    "Notes",
    "Notice",
    "Offer",
    "Old",
    "OpenGame",
    "OpenGames",
    "Opened",
    "OperatorDay",
    "OrganiserDigest",
    "Page",
    "PauseKind",
    "PausePoll",
    "Place",
    "Played",
    "Points",
    "Presence",
    "PresenceKind",
    "Proof",
    "ProvedDeal",
    "Ranked",
    "Refused",
    "Rematch",
    "RematchKind",
    "Round",
    "Salted",
    "Sample",
    "ScoreLine",
    "SenderNoted",
    "Settings",
    "SilentPlayer",
    "Standing",
    "Status",
    "TakeSeat",
    "TimeLeft",
    "Told",
    "TrickLine",
    "WasThatYou",
    "Welcome",
    "WhatWeGot",
    "WhichCard",
    "YourBid",
    "YourData",
    "YourGame",
    "YourPlay",
    "YourTables",
]

Notice = (
    MailComesBack
    | ConfirmAddress
    | AddressChange
    | OperatorDay
    | ConfirmRegistration
    | OpenGames
    | MatchOver
    | LeagueTable
    | Welcome
    | CommandResult
    | YourGame
    | AllAnswered
    | SilentPlayer
    | OrganiserDigest
    | Consent
)
"""The letters that are about no seat at a table."""

Page = (
    Invitation
    | GameStart
    | YourBid
    | YourPlay
    | YourTables
    | DealOver
    | DealLog
    | Chart
    | Status
    | Refused
    | WhichCard
    | GotIt
    | NotYet
    | Noted
    | Rematch
    | PausePoll
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
