"""The engine beside OpenSpiel, its computer player, and how many questions a game asks."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator

import pyspiel

from engine import Choice, DealCards, Game, MakeBid, PlayCard, Seat, decide, evolve, preset, view
from engine.legal import bids_open_to, cards_open_to
from engine.players import choose
from engine.settled import foregone
from pbem.demo.playouts import Chooser, any_legal, play_out
from tests.bench.measure import Row, rate
from tests.questions import asked_in

RULES = preset("ohhell_pagat")


def one_deal(game: Game, dice: random.Random) -> tuple[int, float]:
    """Deal and play the next deal at random, through `decide` and `evolve`: decisions, seconds."""
    pack = list(game.rules.pack_for(game.players).cards())
    dice.shuffle(pack)
    decisions, deals = 0, len(game.deals)
    began = time.perf_counter()
    for event in decide(game, DealCards(tuple(pack))):
        game = evolve(game, event)
    while len(game.deals) == deals:
        [seat] = game.awaiting
        if legal := cards_open_to(game, seat):
            asked: Choice = PlayCard(seat, dice.choice(legal))
        else:
            asked = MakeBid(seat, dice.choice(bids_open_to(game, seat)))
        for event in decide(game, asked):
            game = evolve(game, event)
        decisions += 1
    return decisions, time.perf_counter() - began


def ours(players: int, deal: int, times: int) -> tuple[int, float]:
    """The deal after so many others, played many times: decisions and seconds."""
    dice = random.Random(deal)
    before, _ = play_out(
        RULES, players, dice, until=lambda game: len(game.deals) == deal and game.deal is None
    )
    played = [one_deal(before, dice) for _ in range(times)]
    return sum(count for count, _ in played), sum(seconds for _, seconds in played)


def openspiel(players: int, size: int, deals: int) -> tuple[int, float]:
    """The same in OpenSpiel, driven from Python."""
    game = pyspiel.load_game(
        "oh_hell", {"players": players, "num_tricks_fixed": size, "off_bid_penalty": False}
    )
    dice, decisions, spent = random.Random(1), 0, 0.0
    for _ in range(deals):
        began = time.perf_counter()
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [action for action, _ in state.chance_outcomes()]
            else:
                actions = state.legal_actions()
                decisions += 1
            state.apply_action(dice.choice(actions))
        spent += time.perf_counter() - began
    return decisions, spent


def shortest(times: int, done: Callable[[], object]) -> float:
    """The seconds something takes when nothing comes between."""
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        done()
        spent.append(time.perf_counter() - began)
    return min(spent)


def decided() -> tuple[float, float]:
    """The seconds of the question whether a deal is decided, on average and at most.

    Asked before each card of ten deals by chance, of ten cards for each of four players.
    """
    dice, spent = random.Random(4), []
    for _ in range(10):
        asked = any_legal(dice)

        def timed(game: Game, seat: Seat, asked: Chooser = asked) -> Choice:
            spent.append(shortest(5, lambda: foregone(game)))
            return asked(game, seat)

        play_out(RULES, 4, dice, timed, until=lambda game: len(game.deals) == 1)
    return statistics.mean(spent), max(spent)


def one_view(deal: int) -> float:
    """The seconds of a seat's view in the deal after so many others."""
    game, _ = play_out(
        RULES,
        4,
        random.Random(deal),
        until=lambda game: len(game.deals) == deal and bool(game.deal),
    )
    return shortest(200, lambda: view(game, game.awaiting[0]))


def computer_player() -> tuple[float, float]:
    """The share of bids the computer player makes against itself, and its seconds a choice."""
    dice, spent = random.Random(9), []

    def steady(game: Game, seat: Seat) -> Choice:
        began = time.perf_counter()
        chosen = choose(view(game, seat))
        spent.append(time.perf_counter() - began)
        return chosen

    deals = [deal for _ in range(40) for deal in play_out(RULES, 4, dice, steady)[0].deals]
    made = sum(b == t for deal in deals for b, t in zip(deal.bids, deal.taken, strict=True))
    return made / (4 * len(deals)), statistics.mean(spent)


def rows() -> Iterator[Row]:
    """Decisions a second beside OpenSpiel's, the last deal beside the first, choices, questions."""
    for players, size in ((4, 10), (3, 10), (7, 7)):
        mine = rate(lambda p=players: ours(p, 0, 150))
        peer = rate(lambda p=players, s=size: openspiel(p, s, 300))
        what = f"random play, {players} players x {size} cards"
        yield what, f"{mine:,.0f}/s", f"OpenSpiel {peer:,.0f}/s", f"{mine / peer:.3f}"
    first, last = rate(lambda: ours(4, 0, 150)), rate(lambda: ours(4, 18, 150))
    what = "decisions in the last deal of a game"
    yield what, f"{last:,.0f}/s", f"in the first {first:,.0f}/s", f"{last / first:.2f}"
    early, late = one_view(0), one_view(18)
    what, beside = "a view in the last deal of a game", f"in the first {1e6 * early:.0f} µs"
    yield what, f"{1e6 * late:.0f} µs", beside, f"{late / early:.2f}"
    mean, most = decided()
    yield "is a deal decided", f"{1000 * mean:.2f} ms", f"at most {1000 * most:.2f} ms", ""
    made, seconds = computer_player()
    yield "bids the computer player makes", f"{made:.1%}", "4 against themselves", ""
    yield "one choice of the computer player", f"{1000 * seconds:.2f} ms", "", ""
    for players, games in ((4, 50), (3, 10), (5, 10), (6, 10)):
        counts = [asked_in(seed, players) for seed in range(games)]
        mean, whole = statistics.mean(c.questions for c in counts), counts[0].decisions
        what = f"questions in a game of {players}, mean of {games}"
        yield what, f"{mean:.0f}", f"one for each bid and card: {whole}", f"{mean / whole:.2f}"
