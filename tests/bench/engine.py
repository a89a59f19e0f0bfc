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
from tests.bench.measure import ROUNDS, Row, beside, figure, in_turn, rate, told
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
    """The milliseconds of the question whether a deal is decided, on average and at most.

    Asked before each card of ten deals by chance, of ten cards for each of four players.
    """
    dice, spent = random.Random(4), []
    for _ in range(10):
        asked = any_legal(dice)

        def timed(game: Game, seat: Seat, asked: Chooser = asked) -> Choice:
            spent.append(shortest(5, lambda: foregone(game)))
            return asked(game, seat)

        play_out(RULES, 4, dice, timed, until=lambda game: len(game.deals) == 1)
    return 1000 * statistics.mean(spent), 1000 * max(spent)


def one_view(deal: int) -> float:
    """The microseconds of a seat's view in the deal after so many others."""
    game, _ = play_out(
        RULES,
        4,
        random.Random(deal),
        until=lambda game: len(game.deals) == deal and bool(game.deal),
    )
    return 1e6 * shortest(200, lambda: view(game, game.awaiting[0]))


def computer_player(seed: int) -> tuple[float, float]:
    """The share of bids the computer player makes against itself, and its milliseconds a choice."""
    dice, spent = random.Random(seed), []

    def steady(game: Game, seat: Seat) -> Choice:
        began = time.perf_counter()
        chosen = choose(view(game, seat))
        spent.append(time.perf_counter() - began)
        return chosen

    deals = [deal for _ in range(10) for deal in play_out(RULES, 4, dice, steady)[0].deals]
    made = sum(b == t for deal in deals for b, t in zip(deal.bids, deal.taken, strict=True))
    return made / (4 * len(deals)), 1000 * statistics.mean(spent)


def rows() -> Iterator[Row]:
    """Decisions a second beside OpenSpiel's, the last deal beside the first, choices, questions."""
    for players, size in ((4, 10), (3, 10), (7, 7)):
        mine, peer = in_turn(
            rate(lambda p=players: ours(p, 0, 150)),
            rate(lambda p=players, s=size: openspiel(p, s, 300)),
        )
        what = f"random play, {players} players x {size} cards"
        yield beside(what, mine, "{:,.0f}/s", "OpenSpiel", peer, 3)
    last, first = in_turn(rate(lambda: ours(4, 18, 150)), rate(lambda: ours(4, 0, 150)))
    what = "decisions in the last deal of a game"
    yield beside(what, last, "{:,.0f}/s", "in the first", first)
    late, early = in_turn(lambda: one_view(18), lambda: one_view(0))
    yield beside("a view in the last deal of a game", late, "{:.0f} µs", "in the first", early)
    spent = [decided() for _ in range(ROUNDS)]
    mean, most = (told(side, "{:.2f} ms") for side in zip(*spent, strict=True))
    yield "is a deal decided", mean, f"at most {most}", ""
    made, chosen = zip(*(computer_player(seed) for seed in range(ROUNDS)), strict=True)
    yield "bids the computer player makes", told(made, "{:.1%}"), "4 against themselves", ""
    yield figure("one choice of the computer player", chosen, "{:.2f} ms")
    for players, games in ((4, 50), (3, 10), (5, 10), (6, 10)):
        counts = [asked_in(seed, players) for seed in range(games)]
        asked, whole = [c.questions for c in counts], counts[0].decisions
        what = f"questions in a game of {players}, median of {games}"
        share = told([one / whole for one in asked], "{:.2f}")
        yield what, told(asked, "{:.0f}"), f"one for each bid and card: {whole}", share
