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
    "AddressChange",
    "AllAnswered",
    "AreYouSure",
    "AtNoTable",
    "AwayOffer",
    "Became",
    "Blocked",
    "Chart",
    "CommandResult",
    "Concern",
    "ConfirmAddress",
    "ConfirmRegistration",
    "Consent",
    "DealLog",
    "DealOver",
    "DidYouMean",
    "Digest",
    "GameAway",
    "GameLine",
    "GameNews",
    "GameStart",
    "Got",
    "GotIt",
    "Help",
    "InOrOut",
    "Invitation",
    "LeadLine",
    "LeagueLine",
    "LeagueTable",
    "MailComesBack",
    "MatchLine",
    "MatchOver",
    "Need",
    "NoSeat",
    "NotYet",
    "Noted",
    "Notice",
    "Old",
    "OpenGame",
    "OpenGames",
    "OperatorDay",
    "OrganiserDigest",
    "OurFault",
    "Page",
    "PauseKind",
    "PausePoll",
    "Points",
    "Presence",
    "PresenceKind",
    "Proof",
    "ProvedDeal",
    "Ranked",
    "Refused",
    "Rematch",
    "RematchKind",
    "SaidForYou",
    "Salted",
    "Sample",
    "SeatChange",
    "SeatKind",
    "SenderNoted",
    "Settings",
    "SilentPlayer",
    "Standing",
    "Status",
    "TakeSeat",
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
