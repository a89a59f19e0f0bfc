"""What many letters carry: the frame, the short name of a moment, the time left."""

from __future__ import annotations

from engine import DealView, Stage, View
from pbem.domain.model import PAUSE_DAYS, Player, Table
from pbem.domain.model import Stage as GameStage
from pbem.letters.parts import Frame, TimeLeft
from pbem.letters.reader import Reader
from pbem.letters.speech import speech
from pbem.letters.taps import Taps, taps_of
from pbem.mail.addresses import AnswerAddress


def tag(table: Table, view: View | None) -> str:
    """The short name of a moment: `Lindy-6.3` is trick 3 of deal 6, `6.B` its bids, `6.T` trump."""
    deal = view.deal if view else None
    if deal is None:
        return table.name
    moment = "B" if deal.bidding else deal.trick_number if deal.stage is Stage.PLAY else "T"
    return f"{table.name}-{deal.number}.{moment}"


def reader_taps(table: Table, view: View, answers: AnswerAddress, player: Player) -> Taps:
    """The links of a letter to a player about a moment of a game."""
    return taps_of(answers, tag(table, view), speech(player.language).press_send)


def zone_tap(taps: Taps, player: Player, zone: str) -> str:
    """The link that sets a time zone."""
    words = speech(player.language).say("settings", "time_zone")
    return taps.to(f"time zone {zone}", f"{words} {zone}")


def frame_of(reader: Reader) -> Frame:
    """What every letter to a player carries."""
    view, table = reader.view, reader.table
    deal = view.deal
    return Frame(
        language=reader.speech.code,
        look=reader.speech.look,
        game=table.name,
        to=reader.player.name,
        organiser=table.organiser.name,
        zone=reader.player.zone,
        tag=reader.taps.tag,
        deal=deal.number if deal else len(view.past),
        deals=view.deal_count,
        trump=deal.trump if deal else None,
        notes=reader.notes,
        status_tap=reader.request("status"),
        help_tap=reader.request("help"),
        today=reader.today,
        absent=tuple(
            player.name
            for seat, player in enumerate(table.players)
            if seat in table.kept and player.id != reader.player.id and not table.setup.trial
        ),
        so_far=reader.so_far,
        fingerprints=reader.fingerprints,
        paused=table.paused_at is not None,
        trial=table.setup.trial,
    )


def time_left(reader: Reader) -> TimeLeft | None:
    """What time the reader has in store, while the game is played."""
    table, seat = reader.table, reader.view.seat
    if table.stage is not GameStage.PLAYING or seat is None:
        return None
    return TimeLeft(
        *(table.days_away_left(seat), table.setup.away_days),
        *(table.spare(seat), table.setup.spare_hours),
        *(table.pause_left, PAUSE_DAYS),
    )


def deal_of(reader: Reader) -> DealView:
    """The deal under way; ValueError for a letter that needs one where none is."""
    if reader.view.deal is None:
        raise ValueError("this letter needs a deal under way")
    return reader.view.deal
