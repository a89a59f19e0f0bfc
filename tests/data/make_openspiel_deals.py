"""Play whole deals of Oh Hell! in OpenSpiel and write them down, one JSON object per line.

The default seed makes `openspiel_deals.jsonl` again; `--verify` replays such a file instead.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

import pyspiel

DEALS = Path(__file__).with_name("openspiel_deals.jsonl")
RANKS = "23456789TJQKA"
SUITS = "CDSH"  # in the order of OpenSpiel's card numbers

Option = int | str  # a number of tricks, a dealer, or a card such as "QH"
Choose = Callable[[list[Option]], Option]


@dataclass(frozen=True, slots=True)
class Scoring:
    off_bid_penalty: bool = False
    points_per_trick: int = 1
    bonus: int = 10  # fixed in OpenSpiel


@dataclass(frozen=True, slots=True)
class Table:
    players: int
    hand_size: int
    suit_length: int = 13
    scoring: Scoring = Scoring()

    @property
    def ranks(self) -> str:
        return RANKS[-self.suit_length :]


def tables() -> Iterator[Table]:
    """Yield the table of every deal, in the order of play."""
    for players in range(3, 8):
        for size in range(1, 51 // players + 1):
            yield from [Table(players, size)] * 8
    for players, suit_length, times in (4, 8, 6), (3, 6, 3), (5, 10, 3), (6, 12, 3):
        for size in range(1, 8):
            yield from [Table(players, size, suit_length)] * times
    for players in range(3, 8):
        for points in 1, 10:
            yield from [Table(players, min(10, 51 // players), 13, Scoring(True, points))] * 6


def near_share(rng: random.Random, table: Table) -> Choose:
    """Return a bidder who mostly stays near an equal share of the tricks."""

    def choose(legal: list[Option]) -> Option:
        if rng.random() < 0.6:
            bid = round(rng.gauss(table.hand_size / table.players, 0.8))
            bid = max(0, min(bid, table.hand_size))
            if bid in legal:
                return bid
        return rng.choice(legal)

    return choose


def recorded(options: list[Option]) -> Choose:
    """Return a chooser of these options in turn, ValueError if one is illegal."""
    rest = iter(options)

    def choose(legal: list[Option]) -> Option:
        option = next(rest, "nothing")
        if option not in legal:  # OpenSpiel would apply it and go on with a broken state
            raise ValueError(f"{option} is not one of {legal}")
        return option

    return choose


def step(state: pyspiel.State, ranks: str, choose: Choose) -> tuple[int, list[Option], Option]:
    """Apply the choice; return whose it was, the legal options and the choice."""
    player: int = state.current_player()
    actions: dict[Option, int] = {}
    for action in state.legal_actions():
        name = state.action_to_string(action)  # "3" or "H2"; a short pack also starts at 2
        actions[int(name) if name.isdigit() else ranks[RANKS.index(name[1])] + name[0]] = action
    choice = choose(list(actions))
    state.apply_action(actions[choice])
    return player, list(actions), choice


def won(state: pyspiel.State) -> list[int]:
    """Return how many tricks each player has won."""
    _, _, counts = str(state).partition("Tricks Won:")
    return [int(count) for count in counts.splitlines()[0].split()]


def play(
    table: Table, dealer: int, hands: list[list[str]], trump_card: str, bid: Choose, card: Choose
) -> dict[str, object]:
    """Play one deal in OpenSpiel and return its record."""
    game = pyspiel.load_game(
        "oh_hell",
        {
            "players": table.players,
            "num_tricks_fixed": table.hand_size,
            "num_cards_per_suit": table.suit_length,
            "off_bid_penalty": table.scoring.off_bid_penalty,
            "points_per_trick": table.scoring.points_per_trick,
        },
    )
    state = game.new_initial_state()
    dealt = [held for round_ in zip(*hands, strict=True) for held in round_]
    for option in (table.hand_size, dealer, *dealt, trump_card):
        step(state, table.ranks, recorded([option]))

    bidding = []
    bids: dict[int, Option] = {}
    for _ in range(table.players):
        player, legal, bids[player] = step(state, table.ranks, bid)
        bidding.append({"player": player, "legal": legal, "bid": bids[player]})

    plays, tricks = [], []
    for trick in range(table.hand_size):
        before, leader, cards = won(state), state.current_player(), []
        for _ in range(table.players):
            player, legal, choice = step(state, table.ranks, card)
            plays.append({"trick": trick, "player": player, "legal": legal, "card": choice})
            cards.append(choice)
        gains = [after - count for after, count in zip(won(state), before, strict=True)]
        tricks.append({"leader": leader, "cards": cards, "winner": gains.index(1)})

    return {
        "players": table.players,
        "hand_size": table.hand_size,
        "pack": {"suits": SUITS, "ranks": table.ranks},
        "dealer": dealer,
        "hands": hands,
        "trump_card": trump_card,
        "trump": trump_card[-1],
        "bidding": bidding,
        "bids": [bids[player] for player in range(table.players)],
        "hook": True,
        "plays": plays,
        "tricks": tricks,
        "tricks_won": won(state),
        "scoring": asdict(table.scoring),
        "scores": [int(score) for score in state.returns()],
    }


def make(seed: int) -> Iterator[dict[str, object]]:
    """Yield the record of every second deal of a long session."""
    rng = random.Random(seed)
    source = f"open-spiel {version('open-spiel')} oh_hell"
    for number, table in enumerate(tables()):
        pack = [rank + suit for rank in table.ranks for suit in SUITS]
        rng.shuffle(pack)
        size, end = table.hand_size, table.hand_size * table.players
        hands = [pack[start : start + size] for start in range(0, end, size)]
        dealer = rng.randrange(table.players)
        record = play(table, dealer, hands, pack[end], near_share(rng, table), rng.choice)
        if number % 2 == 0:
            yield {"id": number, "seed": seed, "source": source, **record}


def difference(old: object, new: object, where: str) -> str | None:
    """Return the first place where two JSON values differ, or None."""
    match old, new:
        case dict(), dict() if old.keys() == new.keys():
            parts = [(key, old[key], new[key]) for key in old]
        case list(), list() if len(old) == len(new):
            parts = list(zip(range(len(old)), old, new, strict=True))
        case _:
            return None if old == new else f"{where}: {old} in the file, {new} in OpenSpiel"
    return next(filter(None, (difference(a, b, f"{where}/{key}") for key, a, b in parts)), None)


def verify(line: str) -> str | None:
    """Replay a recorded deal; return its first difference from OpenSpiel, or None."""
    old = json.loads(line)
    scoring = Scoring(old["scoring"]["off_bid_penalty"], old["scoring"]["points_per_trick"])
    table = Table(old["players"], old["hand_size"], len(old["pack"]["ranks"]), scoring)
    bid = recorded([turn["bid"] for turn in old["bidding"]])
    card = recorded([turn["card"] for turn in old["plays"]])
    where = f"deal {old['id']}"
    try:
        new = play(table, old["dealer"], old["hands"], old["trump_card"], bid, card)
    except ValueError as error:
        return f"{where}: {error}"
    return difference(old, {key: old[key] for key in ("id", "seed", "source")} | new, where)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=20261119)
    parser.add_argument("--out", type=Path, default=DEALS, metavar="FILE")
    parser.add_argument("--verify", type=Path, metavar="FILE")
    args = parser.parse_args()
    if args.verify:
        lines = args.verify.read_text("ascii").splitlines()
        if first := next(filter(None, map(verify, lines)), None):
            sys.exit(first)
        print(f"{len(lines)} deals agree")
    else:
        lines = [json.dumps(record, separators=(",", ":")) for record in make(args.seed)]
        args.out.write_text("\n".join(lines) + "\n", "ascii")


if __name__ == "__main__":
    main()
