"""A game in words: each deal with its tricks and its result, then the rules."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Card, DealView, Suit, View
from pbem.exports.words import rules_title, won_by
from pbem.letters.badges import badges
from pbem.letters.deal_page import waits_for_trump
from pbem.letters.deals import DealResult, TrickLine
from pbem.letters.news import deal_result, trick_line
from pbem.letters.render import Templates
from pbem.letters.speech import Speech
from pbem.results.shown import ShownGame


@dataclass(frozen=True, slots=True)
class ToldDeal:
    """A deal as it is told; `result` is None while it is under way, `bids` are names and tricks.

    `times` is how often its points count.
    """

    number: int
    size: int
    dealer: str
    trump: Suit | None
    turn_up: Card | None
    waits_for_trump: str
    times: int
    bids: tuple[tuple[str, int], ...]
    tricks: tuple[TrickLine, ...]
    result: DealResult | None


def words_of(shown: ShownGame, templates: Templates, said: Speech) -> bytes:
    """The game in the words of a language: what everybody may know of it, and no more."""
    seen, names, sheet = shown.view, shown.names, shown.sheet
    deals = [*seen.past, *([seen.deal] if seen.deal else [])]
    text = templates.page(
        *("site/game.txt", said.code, said.look),
        game=sheet.game,
        names=names,
        deals=[_told(seen, deal, names) for deal in deals],
        won=won_by([names[seat] for seat in sheet.winners or ()], said) if sheet.winners else "",
        rules_title=rules_title(said),
        rules=templates.rules(seen.rules, seen.players, said.code),
    )
    return text.encode()


def _told(seen: View, deal: DealView, names: tuple[str, ...]) -> ToldDeal:
    over = deal.number <= len(seen.past)
    return ToldDeal(
        number=deal.number,
        size=deal.size,
        dealer=names[deal.dealer],
        trump=deal.trump,
        turn_up=deal.turn_up,
        waits_for_trump=waits_for_trump(deal),
        times=deal.rules.times,
        bids=tuple(
            (names[seat], bid) for seat in deal.bidders if (bid := deal.bids[seat]) is not None
        ),
        tricks=tuple(
            trick_line(deal, at, badges(names))
            for at, trick in enumerate(deal.tricks, 1)
            if trick.taker is not None
        ),
        result=deal_result(seen, deal.number - 1, badges(names)) if over else None,
    )
