"""How many questions a game asks, beside one for each bid and card."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from engine import Card, Rules, preset, shuffle, view
from engine.players import choose
from pbem.domain.logged import Actor
from pbem.turns.turn import act, begin

RULES = preset("ohhell_pagat")


@dataclass(frozen=True, slots=True)
class Asked:
    """What one game asked, and how many bids and cards there were in it."""

    questions: int
    decisions: int


def asked_in(seed: int, players: int = 4, rules: Rules = RULES) -> Asked:
    """The questions of a game by computer players who leave nothing with the server."""
    unshuffled = rules.pack_for(players).cards()

    def pack(deal: int) -> tuple[Card, ...]:
        return shuffle(unshuffled, hashlib.sha256(f"{seed}/{deal}".encode()).digest())

    outcome, questions = begin(rules, players, pack), 0
    while not outcome.game.over:
        choice = choose(view(outcome.game, outcome.game.awaiting[0]))
        outcome = act(outcome.game, choice, Actor.PLAYER, pack)
        questions += 1
    return Asked(questions, sum(players * (1 + deal.size) for deal in outcome.game.deals))
