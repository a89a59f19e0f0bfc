"""Whether a deal is decided before its last card: every way to play on takes the same tricks."""

from __future__ import annotations

from engine.game import plays_itself
from engine.kernel import LEAD, Position, TrickSoFar, position
from engine.state import DealStage, Game

MOST_CARDS = 1500
"""So many cards are looked at; where it takes more, the deal may be decided a trick later."""

_SEAT = 8
"""The bits of a seat in a number that counts everybody's tricks."""


class _Open(Exception):
    """Two ways to play on differ, or there are too many to try them all."""


def foregone(game: Game) -> bool:
    """Whether all ways to play the deal on give every seat the same tricks.

    False also where there are too many ways to try them all. What is foregone stays so to the end
    of the deal.
    """
    deal = game.deal
    if deal is None or deal.stage is not DealStage.PLAY:
        return False
    return plays_itself(deal.rules) or _settled(position(deal))


def _settled(here: Position) -> bool:
    search = _Search(here)
    _, best, taker, _ = here.table
    if search.has_the_rest(here.turn if best < 0 else taker, best):
        return True
    try:
        search.on(here.turn, here.to_play, here.table, first=here.first)
    except _Open:
        return False
    return True


class _Search:
    """All ways to play on from a position; of cards that are alike one is tried."""

    def __init__(self, here: Position) -> None:
        self.kernel, self.way = here.kernel, here.way
        self.hands = [*here.hands]
        self.known: dict[tuple[int, ...], int] = {}
        self.tried = 0

    def on(self, seat: int, to_play: int, table: TrickSoFar, *, first: bool = False) -> int:
        """The tricks that all take from here on, the same in every way; _Open otherwise.

        So many have still to play to this trick, `seat` is the next of them.
        """
        kernel, hands, hand = self.kernel, self.hands, self.hands[seat]
        after, found = (seat + self.way) % len(hands), -1
        for guise in self._choices(seat, table, first):
            hands[seat] = hand ^ kernel.card(guise, hand)
            laid = kernel.after(table, guise, seat)
            if to_play > 1:
                tricks = self.on(after, to_play - 1, laid, first=first)
            else:
                tricks = self._taken(laid)
            if found not in (-1, tricks):
                raise _Open
            found = tricks
        hands[seat] = hand
        return found

    def _taken(self, table: TrickSoFar) -> int:
        """The same from a trick that is complete, with that trick."""
        _, _, taker, said = table
        said &= self.kernel.once
        place = (*self.hands, taker, said)
        if place not in self.known:
            self.known[place] = self._led_by(taker, said)
        return self.known[place] + (1 << _SEAT * taker)

    def _led_by(self, leader: int, said: int) -> int:
        left = self.hands[leader].bit_count()
        if left == 1 and not self._held() & self.kernel.called:
            return 1 << _SEAT * self._last_taker(leader)
        if self.has_the_rest(leader):
            return left << _SEAT * leader
        return self.on(leader, len(self.hands), (0, LEAD, leader, said))

    def has_the_rest(self, seat: int, best: int = LEAD) -> bool:
        """Whether no card of the others beats any of a seat's, nor the best on the table.

        Never where something may be said of a card.
        """
        kernel, mine, beaten_by = self.kernel, self.hands[seat], self.kernel.beaten_by
        others = self._held() ^ mine
        if (mine | others) & kernel.called or (best >= 0 and beaten_by[best] & others):
            return False
        while mine:
            if beaten_by[mine.bit_length() - 1] & others:
                return False
            mine ^= 1 << mine.bit_length() - 1
        return True

    def _last_taker(self, leader: int) -> int:
        """Who takes the last trick, where nobody has anything to choose."""
        hands, beaten_by = self.hands, self.kernel.beaten_by
        seat = taker = leader
        for _ in hands:
            if beaten_by[hands[taker].bit_length() - 1] & hands[seat]:
                taker = seat
            seat = (seat + self.way) % len(hands)
        return taker

    def _choices(self, seat: int, table: TrickSoFar, first: bool) -> list[int]:
        """The guises in which a seat may play on, of those that are alike the lowest."""
        kernel, hand, best = self.kernel, self.hands[seat], table[1]
        legal = kernel.legal(hand, table, first=first) if hand & (hand - 1) else hand
        guises = kernel.guises(legal, table)
        self.tried += guises.bit_count()
        if self.tried > MOST_CARDS:
            raise _Open
        if not guises & (guises - 1):
            return [guises.bit_length() - 1]
        rivals = self._held() ^ hand
        if rivals & kernel.called:
            rivals |= kernel.to_say
        return kernel.unlike(guises, rivals if best < 0 else rivals | 1 << best)

    def _held(self) -> int:
        """The cards that all hold together."""
        held = 0
        for hand in self.hands:
            held |= hand
        return held
