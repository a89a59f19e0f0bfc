"""How strong the computers are: whole games of one against others, in points and bids made.

Each game that was played stands as a line of `build/players.jsonl`, with its commit and the rules'
row, so that what was broken off goes on where it stopped. `PBEM_GAMES=40` plays so many a row; all
cores play, the first games of all rows before the second ones.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from engine import (
    PRESETS,
    Choice,
    Game,
    Level,
    PlayCard,
    Seat,
    View,
    choices,
    combine,
    preset,
    view,
)
from engine.players import player
from pbem.demo.playouts import play_out
from tests.bench.heuristic import choose_by_rule
from tests.bench.measure import Row

ROOT = Path(__file__).parent.parent.parent
KEPT = ROOT / "build" / "players.jsonl"
GAMES = 400
MOST_DEALS = 24
"""Games to a target are measured so far."""
LONG = 120.0
"""Milliseconds above which a choice is timed again."""
TIMES = 5
VIEWS, A_VIEW_IN = 60, 0.05
"""So many choices at a table of each size and rule set, each at one of twenty views."""
A_TABLES_GAMES = 24
"""So many games at most are played for them: in some there is little to choose."""

Named = Callable[[View, bytes], Choice]

BY_NAME: dict[str, Named] = {
    "heuristic": lambda seen, seed: choose_by_rule(seen),
    **{level.value: player(level) for level in Level},
}


class Match(NamedTuple):
    """One row: who sits with whom, how many, and what they play."""

    hero: str
    others: str
    players: int = 4
    rules: str = "ohhell_pagat"

    @property
    def told(self) -> str:
        """How the row is called."""
        return f"{self.hero} against {self.players - 1} {self.others}, {self.rules}"


MATCHES = (
    Match("easy", "steady"),
    Match("steady", "heuristic"),
    Match("strong", "heuristic"),
    Match("strong", "steady"),
    Match("strong", "strong"),
    *(Match("strong", "steady", players) for players in (3, 5, 6, 7)),
    *(
        Match("strong", "steady", 4, rules)
        for rules in (
            "blackout",
            "score_tens",
            "score_square",
            "option_simultaneous",
            "ohhell_pagat, trump none",
        )
    ),
    Match("strong", "steady", 3, "ninety_nine"),
    Match("strong", "steady", 4, "wizard"),
)


class Played(NamedTuple):
    """One game: the hero's points, the mean of the others', its bids, and its milliseconds."""

    points: float
    others: float
    made: int
    bids: int
    mean: float
    worst: float


def play(match: Match, number: int) -> Played:
    """One game of a row; the hero's seat goes round, chance follows from the number."""
    dice = random.Random(f"{match.told} {number}")
    hero = Seat(number % match.players)
    spent: list[float] = []

    def chosen(game: Game, seat: Seat) -> Choice:
        seen = view(game, seat)
        of = match.hero if seat == hero else match.others
        choice, took = _timed(BY_NAME[of], seen, b"%d" % number)
        if seat == hero and (not isinstance(choice, PlayCard) or len(seen.legal_cards) > 1):
            spent.append(took)
        return choice

    rules = combine(match.rules).rules
    game, _ = play_out(
        rules, match.players, dice, chosen, lambda game: len(game.deals) >= MOST_DEALS
    )
    points = [sum(deal[seat] for deal in game.points) for seat in range(match.players)]
    others = (sum(points) - points[hero]) / (match.players - 1)
    made = sum(deal.made[hero] for deal in game.deals)
    mean, worst = statistics.mean(spent or [0]), max(spent, default=0.0)
    return Played(points[hero], others, made, len(game.deals), mean, worst)


def _timed(chosen: Named, seen: View, seed: bytes) -> tuple[Choice, float]:
    """A choice and its milliseconds of a core: the least of five, where the first took long.

    The same view and seed make the same choice; what differs is the other work of the machine.
    """
    took: list[float] = []
    while not took or (max(took) > LONG and len(took) < TIMES):
        began = time.process_time()
        choice = chosen(seen, seed)
        took.append(1000 * (time.process_time() - began))
    return choice, min(took)


def choose_anywhere(name: str, players: int) -> list[float]:
    """Milliseconds of a core for some choices of the strong player, at views of games by chance.

    RuntimeError if it chooses what is not allowed there.
    """
    dice = random.Random(f"{name} {players}")
    strong, spent = BY_NAME[Level.STRONG.value], []

    def now_and_then(game: Game, seat: Seat) -> Choice:
        seen = view(game, seat)
        allowed = choices(seen)
        if len(allowed) > 1 and dice.random() < A_VIEW_IN:
            choice, took = _timed(strong, seen, b"any")
            if choice not in allowed:
                raise RuntimeError(f"{name}, {players} players: {choice} is not allowed")
            spent.append(took)
        return dice.choice(allowed)

    def enough(game: Game) -> bool:
        return len(spent) >= VIEWS or len(game.deals) >= MOST_DEALS

    for _ in range(A_TABLES_GAMES):
        play_out(preset(name), players, dice, now_and_then, enough)
    return spent


def anywhere() -> Row:
    """How long the strong player takes at any stage of any rule set, with as few as may play it,
    as many, and four.
    """
    tables = [
        (one.name, players)
        for one in PRESETS
        for least, most in [preset(one.name).players]
        for players in sorted({least, min(max(4, least), most), most})
    ]
    with ProcessPoolExecutor() as pool:
        each = [*pool.map(choose_anywhere, *zip(*tables, strict=True))]
    spent = sorted(took for some in each for took in some)
    return (
        f"strong at any stage, {len(PRESETS)} rule sets, {len(tables)} tables",
        f"{len(spent):,} choices, all of them allowed",
        f"99 of 100 in {spent[len(spent) * 99 // 100]:.0f} ms",
        f"{statistics.mean(spent):.0f} ms, at most {spent[-1]:.0f}",
    )


def kept() -> dict[str, dict[int, Played]]:
    """The games that were played, by the row and their number."""
    found: dict[str, dict[int, Played]] = {}
    if KEPT.exists():
        for line in KEPT.read_text("utf-8").splitlines():
            one = json.loads(line)
            if one["commit"] == commit():
                found.setdefault(one["row"], {})[one["game"]] = Played(*one["played"])
    return found


def commit() -> str:
    """The last commit that changed how computers choose; only games of one are counted together."""
    asked = ["git", "log", "-1", "--format=%h", "--", "engine"]
    return subprocess.run(
        asked, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def row(match: Match, games: list[Played]) -> Row:
    """A row of the table: points with their error, beside those of the others, bids and time."""
    points = [game.points for game in games]
    ahead = [game.points - game.others for game in games]
    made = sum(game.made for game in games) / sum(game.bids for game in games)
    others = statistics.mean(game.others for game in games)
    mean = statistics.mean(game.mean for game in games)
    return (
        f"{match.told}, {len(games)} games",
        f"{_with_error(points)}, bids made {made:.0%}",
        f"{others:.1f}; ahead {_with_error(ahead)}, {statistics.mean(ahead) / abs(others):+.1%}",
        f"{mean:.0f} ms, at most {max(game.worst for game in games):.0f}",
    )


def _with_error(points: list[float]) -> str:
    error = statistics.stdev(points) / len(points) ** 0.5 if points[1:] else 0.0
    return f"{statistics.mean(points):.1f} +- {error:.1f}"


def rows() -> Iterator[Row]:
    """The table of computers against each other, of whom each game is played once and kept."""
    wanted = int(os.environ.get("PBEM_GAMES", GAMES))
    KEPT.parent.mkdir(exist_ok=True)
    games = kept()
    missing = [
        (match, number)
        for number in range(wanted)
        for match in MATCHES
        if number not in games.get(match.told, {})
    ]
    with ProcessPoolExecutor() as pool, KEPT.open("a", encoding="utf-8") as file:
        matches, numbers = [match for match, _ in missing], [number for _, number in missing]
        for match, number, played in zip(
            matches, numbers, pool.map(play, matches, numbers), strict=True
        ):
            games.setdefault(match.told, {})[number] = played
            one = {"commit": commit(), "row": match.told, "game": number}
            file.write(json.dumps({**one, "played": played}) + "\n")
            file.flush()
    for match in MATCHES:
        yield row(match, [games[match.told][number] for number in range(wanted)])
    yield anywhere()
