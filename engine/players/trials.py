"""What may be tried at a table with hidden cards, and what comes of it in one way they may lie."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bidding import BidMode
from engine.commands import PlayCard
from engine.kernel import LEAD, Position
from engine.players.playout import Chances, chances, play_out
from engine.players.worlds import SeenTable, World, laid_bid
from engine.scoring import score_deal
from engine.specials import Call
from engine.view import DealView


def unlike_plays(table: SeenTable, kept: int | None = None) -> list[int]:
    """The guises in which the seat may play a card, of those that do the same the lowest.

    `kept` stands for those that do the same as it.
    """
    kernel, own = table.kernel, table.known[table.seat] or 0
    guises = kernel.guises(kernel.legal(own, table.table, first=not table.deal.tricks), table.table)
    rivals = table.hidden
    for hand in table.known:
        rivals |= hand or 0
    rivals &= ~own
    if rivals & kernel.called:
        rivals |= kernel.to_say
    if table.table[1] >= 0:
        rivals |= 1 << table.table[1]
    found = kernel.unlike(guises, rivals)
    if kept is not None and kept not in found:
        found[max(at for at, guise in enumerate(found) if guise < kept)] = kept
    return found


def play_of(table: SeenTable, guise: int) -> PlayCard:
    """The order that plays a guise."""
    kernel = table.kernel
    bit = kernel.card(guise, table.known[table.seat] or 0)
    call: Call | None = None
    if guise >= len(kernel.cards):
        call = kernel.calls[guise - len(kernel.cards)]
    return PlayCard(table.seat, kernel.cards[bit.bit_length() - 1], call)


def guise_of(table: SeenTable, play: PlayCard) -> int:
    """The guise of a card that is played."""
    kernel = table.kernel
    if play.call is not None:
        return kernel.guise(play.call)
    return (kernel.places[play.card] & (table.known[table.seat] or 0)).bit_length() - 1


def played_on(
    table: SeenTable, world: World, guise: int, bids: Sequence[int | None], odds: Chances
) -> list[int]:
    """The tricks each seat has at the end of the deal if the seat plays a guise in a world.

    All go on as `play_out` has it, each for its own bid and by what it has seen.
    """
    deal, kernel, seat = table.deal, table.kernel, table.seat
    bit = kernel.card(guise, table.known[seat] or 0)
    hands = [*world.hands]
    hands[seat] ^= bit
    laid = kernel.after(table.table, guise, seat)
    taken = [*deal.taken]
    first = not deal.tricks and table.to_play > 1
    if table.to_play > 1:
        turn, to_play = (seat + deal.way) % deal.players, table.to_play - 1
    else:
        turn, to_play = laid[2], deal.players
        taken[turn] += 1
        laid = 0, LEAD, turn, laid[3] & kernel.once
    here = Position(kernel, tuple(hands), deal.way, turn, to_play, laid, first)
    more = play_out(here, table.frame, odds, needs(deal, bids, taken), table.unplayed & ~bit)
    return [mine + its for mine, its in zip(taken, more, strict=True)]


def needs(deal: DealView, bids: Sequence[int | None], taken: Sequence[int]) -> list[int]:
    """The tricks each seat still wants; who has no bid wants all of them."""
    left = deal.size - sum(taken)
    return [left if bid is None else bid - its for bid, its in zip(bids, taken, strict=True)]


def bids_in(table: SeenTable, world: World) -> list[int | None]:
    """All bids; one by cards that is hidden is that of the cards that lie aside."""
    bids = list(table.deal.bids)
    if table.deal.rules.bid_mode is BidMode.CARDS:
        return [
            laid_bid(table, world.laid[one]) if bid is None else bid for one, bid in enumerate(bids)
        ]
    return bids


def table_odds(table: SeenTable, bids: Sequence[int]) -> Chances:
    """The chances of cards where so much is bid."""
    deal = table.deal
    stock = len(table.kernel.cards) - deal.players * deal.size - (deal.turn_up is not None)
    over = sum(bids) - deal.size if len(bids) == deal.players else 0
    fair = (deal.players - 1) / deal.players
    return chances(deal.players, max(0, stock), round(10 * fair * over / deal.size))


def scored(deal: DealView, bids: Sequence[int | None], taken: Sequence[int], seat: int) -> float:
    """The points of a seat at the end of a deal."""
    return float(score_deal(deal.rules.score, bids, taken, deal.size)[seat] * deal.rules.times)
