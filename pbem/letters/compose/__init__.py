"""Views to pages: what one reader is told, by listing what the reader may know."""

from __future__ import annotations

from pbem.letters.compose.accounts import sender_noted, settings, was_that_you, your_data
from pbem.letters.compose.parts import reader_taps, tag, zone_tap
from pbem.letters.compose.people import (
    are_you_sure,
    away_offer,
    invitation,
    noted,
    pause_poll,
    presence,
    rematch,
    said_for_you,
)
from pbem.letters.compose.playing import (
    deal_log,
    deal_over,
    game_news,
    game_start,
    status,
    take_seat,
    waiting_status,
    your_bid,
    your_play,
)
from pbem.letters.compose.proofs import proof, salted
from pbem.letters.compose.replies import (
    did_you_mean,
    got_it,
    in_or_out,
    not_yet,
    refused,
    what_we_got,
    which_card,
)
from pbem.letters.compose.results import chart, digest

__all__ = [
    "are_you_sure",
    "away_offer",
    "chart",
    "deal_log",
    "deal_over",
    "did_you_mean",
    "digest",
    "game_news",
    "game_start",
    "got_it",
    "in_or_out",
    "invitation",
    "not_yet",
    "noted",
    "pause_poll",
    "presence",
    "proof",
    "reader_taps",
    "refused",
    "rematch",
    "said_for_you",
    "salted",
    "sender_noted",
    "settings",
    "status",
    "tag",
    "take_seat",
    "waiting_status",
    "was_that_you",
    "what_we_got",
    "which_card",
    "your_bid",
    "your_data",
    "your_play",
    "zone_tap",
]
