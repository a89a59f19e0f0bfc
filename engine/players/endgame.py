"""The last cards of a deal, searched in full with all hands open: each plays for its own points."""

from __future__ import annotations

from engine.kernel import LEAD, Position, TrickSoFar


class Endgame:
    """All ways to play a deal on; each seat chooses what brings it most, of equals the first.

    So many cards were `laid` to find that out.

    `points` are, for each seat, the points of each number of tricks, `taken` those it has.
    """

    def __init__(self, here: Position, points: list[list[float]], taken: tuple[int, ...]) -> None:
        self.kernel, self.way, self.points = here.kernel, here.way, points
        self.hands, self.players = [*here.hands], len(here.hands)
        self.start = here
        self.taken = taken
        self.known: dict[tuple[object, ...], tuple[int, ...]] = {}
        self.laid = 0

    def after(self, guise: int) -> tuple[int, ...]:
        """The tricks that all take in the end once the seat whose turn it is plays a guise."""
        here = self.start
        return self._play(here.turn, here.to_play, here.table, self.taken, guise, here.first)

    def _play(
        self,
        seat: int,
        to_play: int,
        table: TrickSoFar,
        taken: tuple[int, ...],
        guise: int,
        first: bool,
    ) -> tuple[int, ...]:
        kernel, hand = self.kernel, self.hands[seat]
        self.laid += 1
        self.hands[seat] = hand ^ kernel.card(guise, hand)
        laid = kernel.after(table, guise, seat)
        if to_play > 1:
            found = self._best((seat + self.way) % self.players, to_play - 1, laid, taken, first)
        else:
            taker = laid[2]
            taken = (*taken[:taker], taken[taker] + 1, *taken[taker + 1 :])
            found = self._led(taker, laid[3] & kernel.once, taken)
        self.hands[seat] = hand
        return found

    def _led(self, leader: int, said: int, taken: tuple[int, ...]) -> tuple[int, ...]:
        if not self.hands[leader]:
            return taken
        place = (*self.hands, leader, said, taken)
        if place not in self.known:
            table = (0, LEAD, leader, said)
            self.known[place] = self._best(leader, self.players, table, taken, False)
        return self.known[place]

    def _best(
        self, seat: int, to_play: int, table: TrickSoFar, taken: tuple[int, ...], first: bool
    ) -> tuple[int, ...]:
        kernel, hand = self.kernel, self.hands[seat]
        legal = kernel.legal(hand, table, first=first) if hand & (hand - 1) else hand
        guises = kernel.guises(legal, table)
        if not guises & (guises - 1):
            return self._play(seat, to_play, table, taken, guises.bit_length() - 1, first)
        rivals = 0
        for other in self.hands:
            rivals |= other
        rivals ^= hand
        if rivals & kernel.called:
            rivals |= kernel.to_say
        best, points = table[1], self.points[seat]
        found: tuple[int, ...] = ()
        most = -1e9
        for guise in kernel.unlike(guises, rivals if best < 0 else rivals | 1 << best):
            ends = self._play(seat, to_play, table, taken, guise, first)
            if points[ends[seat]] > most:
                found, most = ends, points[ends[seat]]
        return found
