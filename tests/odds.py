"""`python3 dev.py odds`: write docs/ODDS.md, what bids are worth, and its chart, from self-play.

The deal of one card is exact. How often the hook bites is counted: hands are dealt by chance from a
fixed seed, the steady player bids them, and of the last bidder it is asked which bid it would make
if every one were allowed.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine import DealCards, Game, MakeBid, Rules, decide, evolve, preset, start, view
from engine.cards import RANKS
from engine.odds import led_card_takes, other_card_takes, trump_takes
from engine.players import fair_bid

DOCS = Path(__file__).resolve().parent.parent / "docs"
PLAYERS = range(3, 8)
DEALS = 200
"""So many deals of each size that a game has."""

SEED = 19
_MOST_BIDS = 4
"""Bids of so many tricks or more are told together."""

_WORDS = {0: "0", 1: "1", 2: "2", 3: "3", _MOST_BIDS: "4 or more"}
_INKS = ("#0F6B46", "#C9982B", "#1B4FBF", "#B3132B", "#6B2FA0")
_PAGE = """\
# What are the odds?

What a bid is worth, for players of the standard game. `python3 dev.py odds` wrote this page; where
chance comes into it, from the seed {seed}.

## Your own hand

```console done
$ python3 -m pbem odds "QH 7H 2C" --players 4 --trump H
```

tells in how many of 100 deals each bid with these cards would be made by who bids first, and how
many points it brings in the mean; `--trump 9H` is the card that was turned up, and without it there
is no trump. After a deal `why` by mail looks back at your own: which bid was best, and which card.

## The deal of one card

In how many of 100 deals a single card takes the trick, among four players with 52 cards. These are
exact (Nick Nesler's table on pagat.com); `python3 -m pbem odds --players 6` tells them for six.
A trump stands above or below the one turned up; of another suit it matters who leads.

| card | trump above the turn-up | trump below it | other suit, led | other suit, not led |
| --- | ---: | ---: | ---: | ---: |
{one_card}

A bid of one pays from 50 in 100 on: before anybody has bid, on every trump but a two, or a three
when the two is turned up, and on no card of another suit.

## How often the hook bites

The last to bid may not make the sum of bids equal the tricks. That forbids one bid; how often just
the one that the last bidder would have made? Counted over all sizes of deals of a game, {deals}
deals a table or more, with hands bid as the steady computer bids them; the standard error is one
in 100.

![How often the hook forbids the bid that the last bidder would have made](odds.svg)

In how many of 100 deals it bites, and which bid it then forbids:

| players | bites | {heads} |
| --- | ---: | {rules} |
{hook}

It bites in more than a third of all deals, because bids come close to the tricks by themselves.
More players bid lower, and so it is then mostly a zero or a one that is forbidden.
"""


@dataclass
class Bitten:
    """How often the hook forbade the last bidder the bid it would have made; by that bid."""

    deals: int = 0
    by_bid: Counter[int] = field(default_factory=Counter)

    @property
    def times(self) -> int:
        """How often it did."""
        return self.by_bid.total()


def bitten(players: int) -> Bitten:
    """Count it in the standard game of so many."""
    rules, dice, found = preset("ohhell_pagat"), random.Random(f"{SEED} {players}"), Bitten()
    for size in rules.sizes(players):
        for _ in range(DEALS):
            found.deals += 1
            want, blocked = _last_bid(_dealt(players, size, dice))
            if want == blocked:
                found.by_bid[min(want, _MOST_BIDS)] += 1
    return found


def _dealt(players: int, size: int, dice: random.Random) -> Game:
    """A first deal of some size."""
    rules = Rules(players=(players, players), hand_max=((players, size),))
    game = start(rules, players, dice.randrange(players))
    pack = list(rules.pack_for(players).cards())
    dice.shuffle(pack)
    for event in decide(game, DealCards(tuple(pack))):
        game = evolve(game, event)
    return game


def _last_bid(game: Game) -> tuple[int, int | None]:
    """What the last bidder would bid if all were allowed, and which is not."""
    while True:
        assert game.deal is not None
        seat, size = game.awaiting[0], game.deal.size
        seen = view(game, seat)
        if seat == game.deal.bidders[-1]:
            every = tuple(range(size + 1))
            blocked = set(every) - set(seen.legal_bids)
            return fair_bid(replace(seen, legal_bids=every)), min(blocked, default=None)
        for event in decide(game, MakeBid(seat, fair_bid(seen))):
            game = evolve(game, event)


def one_card(players: int) -> str:
    """The deal of one card as rows of a table."""
    rows = []
    for rank in reversed(RANKS):
        above = rank > RANKS[0] and trump_takes(players, rank, turned_higher=False)
        below = rank < RANKS[-1] and trump_takes(players, rank, turned_higher=True)
        plain = led_card_takes(players, rank), other_card_takes(players, rank)
        told = (
            "-" if one is False else f"{float(100 * one):.1f}" for one in (above, below, *plain)
        )
        rows.append(f"| {rank.name.lower()} | {' | '.join(told)} |")
    return "\n".join(rows)


def hook_row(players: int, found: Bitten) -> str:
    """How often the hook bites a table, as a row of a table."""
    shares = [found.times, *(found.by_bid[bid] for bid in _WORDS)]
    told = (f"{100 * share / found.deals:.0f}" for share in shares)
    return f"| {players} | {' | '.join(told)} |"


def page(found: dict[int, Bitten]) -> str:
    """The whole page."""
    return _PAGE.format(
        seed=SEED,
        deals=f"{min(one.deals for one in found.values()):,}",
        one_card=one_card(4),
        heads=" | ".join(f"bid {word}" for word in _WORDS.values()),
        rules=" | ".join("---:" for _ in _WORDS),
        hook="\n".join(hook_row(players, one) for players, one in found.items()),
    )


def chart(found: dict[int, Bitten]) -> str:
    """A pile of bars a table, one a bid, as SVG that is read by day and by night."""
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 250" role="img"'
        ' font-family="Arial,sans-serif" font-size="13">',
        "<title>In how many of 100 deals the hook forbids the bid wanted, by players</title>",
        "<style>text{fill:#1F2A25}@media(prefers-color-scheme:dark){text{fill:#E8EEEA}}</style>",
    ]
    for row, (players, one) in enumerate(found.items()):
        y, x = 12 + row * 38, 84.0
        lines.append(f'<text x="0" y="{y + 19}">{players} players</text>')
        for ink, bid in zip(_INKS, _WORDS, strict=True):
            wide = 1000 * one.by_bid[bid] / one.deals
            lines.append(f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="26" fill="{ink}"/>')
            x += wide
        share = 100 * one.times / one.deals
        lines.append(f'<text x="{x + 8:.1f}" y="{y + 19}">{share:.0f} of 100</text>')
    x = 84.0
    for ink, word in zip(_INKS, _WORDS.values(), strict=True):
        lines.append(f'<rect x="{x}" y="216" width="14" height="14" fill="{ink}"/>')
        lines.append(f'<text x="{x + 20}" y="228">bid {word}</text>')
        x += 92
    return "\n".join((*lines, "</svg>", ""))


if __name__ == "__main__":
    counted = {players: bitten(players) for players in PLAYERS}
    (DOCS / "ODDS.md").write_text(page(counted), "utf-8")
    (DOCS / "odds.svg").write_text(chart(counted), "utf-8")
