"""A deal played to its end on integers, by players who think like the steady one but in passing.

Each card is judged by what it most likely takes: now, and with all that stays in the hand, beside
the tricks that are still wanted. The chances are those of `engine.players.worth` and of
`engine.players.odds`, looked up by how many cards are out instead of worked out for each.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from engine.kernel import LEAD, Kernel, Position
from engine.players.odds import RARELY_VOID, STRENGTH_AT_LEAST, STRENGTH_PER_NEED, TRIES
from engine.players.worth import BIDDING, CHOSEN, JESTER, PLAYING, WIZARD, TrumpWeights, logistic

_NEARLY_ALL = 0.97
_MOST = 32
"""No suit, hand or table has as many cards or seats; so many numbers make a key."""

_DEMANDS = 4
"""How finely we tell how much the seats behind need, from nothing to every trick."""

Row = list[float]
"""Chances of the cards of a suit, by how many cards of it are out that beat them."""


class Chances:
    """Chances of cards by what is out, for a number of players and a size of the stock.

    `over` is how many tricks of ten are bid too many: who is to take what others want takes less.
    """

    def __init__(self, players: int, stock: int, over: int, table: TrumpWeights) -> None:
        self.players, self.stock, self.over, self.table = players, stock, over / 10, table
        self.rows: dict[int, Row] = {}
        self.stands: dict[int, Row] = {}

    def row(self, key: int) -> Row:
        """The chances to take a trick to come; the key is `key_of`."""
        rest, beside = divmod(key, _MOST)
        rest, out = divmod(rest, _MOST)
        rest, trumps_out = divmod(rest, _MOST)
        left, is_trump = divmod(rest, 2)
        weights = self.table.trump if is_trump else self.table.plain
        players = self.players
        held = (players - 1) * left
        share = min(_NEARLY_ALL, held / max(1, held + self.stock))
        few = 1 / left
        about = (
            weights.always
            + weights.players * players
            + weights.few * few
            + weights.demand * self.over
            + weights.lead * few / players
            + weights.trumps_out * trumps_out * share
            + weights.length * beside
        )
        found = []
        for higher in range(out + 1):
            master = (1 - share) ** higher
            odds = (
                about
                + master
                * (weights.master + weights.few_master * few + weights.long_master * beside)
                + weights.higher * higher * share
                + weights.lower * (out - higher) * share
            )
            found.append(logistic(odds))
        self.rows[key] = found
        return found

    def stand(self, key: int) -> Row:
        """The chances that a card stands which is the best so far; the key is made in `_Playing`.

        Led is the suit of the card, or the card is a trump on another suit.
        """
        rest, led_out = divmod(key, _MOST)
        rest, trumps_out = divmod(rest, _MOST)
        rest, kind = divmod(rest, 3)
        rest, demand = divmod(rest, _DEMANDS + 1)
        left, behind = divmod(rest, _MOST)
        hidden = max(1, (self.players - 1) * left + self.stock)
        lacks = 1 - min(_NEARLY_ALL, left / hidden)
        strength = STRENGTH_AT_LEAST + STRENGTH_PER_NEED * demand / _DEMANDS
        ruffs = lacks ** (led_out * RARELY_VOID)
        found = []
        for higher in range(_MOST):
            beats = 1 - lacks ** (higher * strength)
            if kind == _RUFF:
                beats *= ruffs
            elif kind == _PLAIN:
                beats += ruffs * (1 - lacks ** (trumps_out * strength))
            found.append((1 - TRIES * min(1.0, beats)) ** behind)
        self.stands[key] = found
        return found


_TRUMP, _PLAIN, _RUFF = 0, 1, 2
"""A card of the led suit that is trump, one of another led suit, and a trump on another suit."""


@lru_cache(maxsize=512)
def chances(players: int, stock: int, over: int, *, bidding: bool = False) -> Chances:
    """The chances for a kind of deal, for bids or for cards; what is looked up once is kept."""
    return Chances(players, stock, over, BIDDING if bidding else PLAYING)


class Frame:
    """What a kernel says of suits: their masks, and the chance of each card that has none."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        count = len(kernel.cards)
        self.all = (1 << count) - 1
        self.trumps = kernel.trumps
        masks = {mask for mask in kernel.follows[:count] if mask > 0}
        self.suits = sorted((mask, int(mask == kernel.trumps)) for mask in masks)
        suited = sum(masks)
        self.odd = self.all & ~suited
        self.fixed = [_fixed(kernel, guise) for guise in range(len(kernel.follows))]
        self.simple = not (
            self.odd
            or kernel.called
            or kernel.free
            or kernel.barred
            or kernel.closed
            or kernel.void_rule != "free"
        )


def _fixed(kernel: Kernel, guise: int) -> float:
    """The chance of a card without a suit."""
    if guise < len(kernel.cards) and kernel.called >> guise & 1:
        return CHOSEN
    return WIZARD if kernel.beats[guise].bit_count() * 2 > len(kernel.cards) else JESTER


@lru_cache(maxsize=64)
def frame(kernel: Kernel) -> Frame:
    """The frame of a kernel."""
    return Frame(kernel)


def worth(frame: Frame, hand: int, out: int, odds: Chances) -> float:
    """About how many tricks a hand takes while these cards are out."""
    left = hand.bit_count()
    trumps = (out & frame.trumps).bit_count()
    rows, total = odds.rows, 0.0
    for suit, is_trump in frame.suits:
        mine = hand & suit
        if mine:
            theirs = out & suit
            key = (left * 2 + is_trump) * _MOST + (0 if is_trump else trumps)
            key = (key * _MOST + theirs.bit_count()) * _MOST + mine.bit_count() - 1
            row = rows.get(key) or odds.row(key)
            while mine:
                low = mine & -mine
                total += row[(theirs & -low).bit_count()]
                mine ^= low
    odd = hand & frame.odd
    while odd:
        total += frame.fixed[odd.bit_length() - 1]
        odd ^= 1 << odd.bit_length() - 1
    return total


def play_out(
    here: Position,
    frame: Frame,
    odds: Chances,
    needs: list[int],
    unplayed: int,
    laid: list[int] | None = None,
) -> list[int]:
    """The tricks each seat takes from here on, if all play for the tricks they need.

    `unplayed` are the cards that nobody has seen played, held or in the stock; into `laid` go the
    guises of the cards in the order they are played.
    """
    kernel, way = here.kernel, here.way
    hands, needs = [*here.hands], [*needs]
    players = len(hands)
    seat, to_play, table, first = here.turn, here.to_play, here.table, here.first
    taken = [0] * players
    beaten_by, simple, fixed, suits = kernel.beaten_by, frame.simple, frame.fixed, frame.suits
    trumps, odd = frame.trumps, frame.odd
    rows, stands = odds.rows, odds.stands
    follows, count, marks = kernel.follows, len(kernel.cards), kernel.marks
    while True:
        hand = hands[seat]
        if not hand:
            return taken
        led, best, taker, said = table
        if hand & (hand - 1) == 0 and not hand & kernel.called:
            guises = hand
        elif simple:
            guises = (hand & led or hand) if led else hand
        else:
            guises = kernel.guises(kernel.legal(hand, table, first=first), table)
        if guises & (guises - 1):
            left = hand.bit_count()
            need = needs[seat]
            out = unplayed & ~hand
            trumps_out = (out & trumps).bit_count()
            total = squares = 0.0
            judged: list[tuple[int, float, int]] = []
            for suit, is_trump in suits:
                mine = hand & suit
                if mine:
                    theirs = out & suit
                    key = (left * 2 + is_trump) * _MOST + (0 if is_trump else trumps_out)
                    key = (key * _MOST + theirs.bit_count()) * _MOST + mine.bit_count() - 1
                    row = rows.get(key) or odds.row(key)
                    may = mine & guises
                    while mine:
                        low = mine & -mine
                        higher = (theirs & -low).bit_count()
                        one = row[higher]
                        total += one
                        squares += one * one
                        if low & may:
                            judged.append((low.bit_length() - 1, one, higher))
                        mine ^= low
            if odd:
                rest = hand & odd
                while rest:
                    low = rest & -rest
                    guise = low.bit_length() - 1
                    one = fixed[guise]
                    total += one
                    if low & guises:
                        judged.append((guise, one, 0))
                    rest ^= low
                said_of = guises >> count
                guise = count
                while said_of:
                    if said_of & 1:
                        judged.append((guise, CHOSEN, 0))
                    said_of >>= 1
                    guise += 1
            behind = to_play - 1
            led_out = 0
            base = 0
            if behind:
                wanted, after = 0, seat
                for _ in range(behind):
                    after = (after + way) % players
                    more = needs[after]
                    if more > 0:
                        wanted += more if more < left else left
                demand = wanted * _DEMANDS // (behind * left)
                base = ((left * _MOST + behind) * (_DEMANDS + 1) + demand) * 3
                led_out = (out & led).bit_count() if led > 0 else 0
            makes = 0 <= need <= left
            spread = 0.05 + 1.5 * (total - squares)
            chosen, promise = -1, -1.0
            for guise, one, higher in judged:
                if best >= 0 and not beaten_by[best] >> guise & 1:
                    takes = 0.0
                elif not behind:
                    takes = 1.0
                else:
                    own = follows[guise]
                    if own <= 0:
                        takes = fixed[guise]
                    else:
                        if best < 0:
                            led_out = (out & own).bit_count()
                            kind = _TRUMP if own == trumps else _PLAIN
                        elif own == led:
                            kind = _TRUMP if own == trumps else _PLAIN
                        else:
                            kind = _RUFF
                        key = ((base + kind) * _MOST + trumps_out) * _MOST + led_out
                        takes = (stands.get(key) or odds.stand(key))[higher]
                short = need - total + one
                if makes:
                    value = 0.0
                    if takes > 0.0 and need:
                        value = takes * exp(-(short - 1) * (short - 1) / spread)
                    if takes < 1.0:
                        value += (1.0 - takes) * exp(-short * short / spread)
                else:
                    value = 100.0 + takes - one
                if value > promise:
                    chosen, promise = guise, value
            guise = chosen
        else:
            guise = guises.bit_length() - 1
        if laid is not None:
            laid.append(guise)
        bit = 1 << guise if guise < count else kernel.card(guise, hand)
        said |= marks[guise]
        hands[seat] = hand ^ bit
        unplayed &= ~bit
        if best < 0 or beaten_by[best] >> guise & 1:
            best, taker = guise, seat
        to_play -= 1
        if to_play:
            table = (led or follows[guise], best, taker, said)
            seat = (seat + way) % players
        else:
            taken[taker] += 1
            needs[taker] -= 1
            seat, to_play, first = taker, players, False
            table = (0, LEAD, taker, said & kernel.once)
