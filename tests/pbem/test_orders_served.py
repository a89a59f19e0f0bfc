"""Every choice the rules give, in every game of the family, written as our taps write it."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from engine import PRESETS, Card, Choice, Game, Rules, Seat, choices, view
from pbem.domain.asking import asked_of, in_game, said
from pbem.domain.logged import Actor
from pbem.domain.model import Question
from pbem.orders.reading import Expected, Lettering, Notation
from pbem.turns.decide import decide
from pbem.turns.decisions import Moved
from pbem.turns.situation import Situation
from pbem.turns.turn import Packs, act, begin
from tests.effort import others_long
from tests.judging import Verdict, read_answer

NOW = datetime(2026, 10, 5, 8, 0, tzinfo=UTC)
MOST_CHOICES = 40
CODE = Notation(Lettering.ENGLISH)
"""What a tap writes is read as code: in a Spanish pack `5C` may be meant in several ways."""


def question_to(game: Game, seat: Seat) -> Question:
    """What a seat is asked now."""
    assert game.deal
    return Question(1, 1, seat, asked_of(game.deal), game.deal.number, 1, 1, NOW, None)


def packs_of(rules: Rules, players: int, dice: random.Random) -> Packs:
    """The game's pack, shuffled anew for every deal."""

    def shuffled(_: int) -> tuple[Card, ...]:
        pack = list(rules.pack_for(players).cards())
        dice.shuffle(pack)
        return tuple(pack)

    return shuffled


@pytest.mark.parametrize(
    "row", others_long(PRESETS, PRESETS[::5].__contains__), ids=lambda row: row.name
)
def test_every_choice_is_read_back_and_carried_out(row):
    dice = random.Random(row.name)
    players = dice.randint(*row.rules.players)
    packs = packs_of(row.rules, players, dice)
    game = begin(row.rules, players, packs).game
    for _ in range(MOST_CHOICES):
        if game.over:
            break
        seat = game.awaiting[0]
        choice: Choice = dice.choice(choices(view(game, seat)))
        question = question_to(game, seat)
        context = in_game(Expected(notation=CODE), game, seat, question)

        [reading] = read_answer([said(choice)], context)
        state = dice.getstate()
        verdict = decide(reading.order, Situation(seat, question, game, [], False, packs))
        dice.setstate(state)

        assert reading.verdict is Verdict.OK, said(choice)
        assert isinstance(verdict, Moved), said(choice)
        assert verdict.answer == said(choice)
        assert verdict.outcome == act(game, choice, Actor.PLAYER, packs)
        game = verdict.outcome.game
