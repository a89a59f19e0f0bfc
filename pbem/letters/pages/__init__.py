"""What each letter says, as plain data: the only thing templates are given."""

from __future__ import annotations

from pbem.letters.pages.accounts import (
    AddressChange,
    AtNoTable,
    ConfirmAddress,
    OurFault,
    SenderNoted,
    Settings,
    WasThatYou,
    YourData,
)
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
    WithLead,
)
from pbem.letters.pages.helping import Blocked, Help, Points, Sample
from pbem.letters.pages.joining import ConfirmRegistration, NoSeat, OpenGame, OpenGames, Welcome
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
    AreYouSure,
    AwayOffer,
    GameAway,
    Invitation,
    Noted,
    PauseKind,
    PausePoll,
    Presence,
    PresenceKind,
    Rematch,
    RematchKind,
    SaidForYou,
    SeatChange,
    SeatKind,
)
from pbem.letters.pages.playing import (
    DealLog,
    DealOver,
    GameNews,
    GameStart,
    Status,
    TakeSeat,
    YourBid,
    YourPlay,
    YourTables,
)
from pbem.letters.pages.proofs import Proof, ProvedDeal, Salted
from pbem.letters.pages.replies import (
    Became,
    DidYouMean,
    Got,
    GotIt,
    InOrOut,
    NotYet,
    Old,
    Refused,
    WhatWeGot,
    WhichCard,
)
from pbem.letters.pages.results import Chart, Digest, LeadLine, MatchLine, MatchOver, Standing

__all__ = [
    "NO_NOTES",
    "AddressChange",
    "AllAnswered",
    "Answered",
    "AreYouSure",
    "AtNoTable",
    "AwayOffer",
    "Became",
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
    "DidYouMean",
    "Digest",
    "Due",
    "Fingerprint",
    "Frame",
    "GameAway",
    "GameLine",
    "GameNews",
    "GameStart",
    "Got",
    "GotIt",
    "HandCard",
    "Help",
    "InOrOut",
    "Invitation",
    "KeptClause",
    "KeptStep",
    "LeadLine",
    "LeagueLine",
    "LeagueTable",
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
    "OurFault",
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
    "SaidForYou",
    "Salted",
    "Sample",
    "ScoreLine",
    "SeatChange",
    "SeatKind",
    "SenderNoted",
    "Settings",
    "SilentPlayer",
    "Standing",
    "Status",
    "TakeSeat",
    "TimeLeft",
    "TrickLine",
    "WasThatYou",
    "Welcome",
    "WhatWeGot",
    "WhichCard",
    "WithLead",
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
    | AtNoTable
    | OperatorDay
    | OurFault
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
    | SeatChange
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
    | DidYouMean
    | InOrOut
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
    | AreYouSure
    | YourData
    | SaidForYou
    | GameNews
    | TakeSeat
)
