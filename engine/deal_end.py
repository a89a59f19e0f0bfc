"""The reckoning of a deal that is played out: its points, and whether the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine import ending
from engine.cards import Seat
from engine.ending import Points, Tie
from engine.events import DealScored, Event, GameEnded
from engine.fold import evolve
from engine.rules import Rules
from engine.scoring import Bonus, premium_bonus, score_deal, streak_bonus
from engine.state import Deal, Game


def reckon(game: Game) -> tuple[Event, ...]:
    """What the last trick of a deal brings: the points, and the end of the game if it is one."""
    deal = game.deal
    assert deal is not None
    points = score_deal(deal.rules.score, deal.bids, deal.taken, deal.size)
    bonus = _bonus(game, deal)
    if bonus:
        points = tuple(base + more for base, more in zip(points, bonus, strict=True))
    points = tuple(base * deal.rules.times for base in points)
    scored = DealScored(points, bonus)
    after = evolve(game, scored)
    over = is_over(after.rules, after.players, after.points, after.totals)
    return (scored, GameEnded(_winners(after))) if over else (scored,)


def _bonus(game: Game, deal: Deal) -> tuple[int, ...]:
    """Points beside the formula, by seat; empty when nobody has any in this deal."""
    match deal.rules.bonus:
        case Bonus.NONE:
            return ()
        case Bonus.PREMIUM:
            if deal.premium is None:
                return ()
            return premium_bonus(*deal.premium, deal.bids, deal.taken)
        case Bonus.STREAKS:
            deals = [(done.size, done.made) for done in (*game.deals, deal)]
            return streaks(game.rules, game.players, deals)
        case _:
            assert_never(deal.rules.bonus)


def streaks(
    rules: Rules, players: int, deals: Sequence[tuple[int, tuple[bool, ...]]]
) -> tuple[int, ...]:
    """What the last of these deals brings for bids made or missed in a row, by seat; empty when
    nobody gets or loses anything. Each is its size, and which seats made their bids.
    """
    uncounted = (1, max(rules.sizes(players)))
    if deals[-1][0] in uncounted:
        return ()
    counted = [made for size, made in deals if size not in uncounted]
    bonus = tuple(streak_bonus([made[seat] for made in counted]) for seat in range(players))
    return bonus if any(bonus) else ()


def is_over(rules: Rules, players: int, points: Points, totals: Sequence[int]) -> bool:
    """Whether a game is over after deals that brought these points, by deal and seat."""
    count = rules.deal_count(players)
    over = ending.is_over(
        *(rules.end, rules.target, points, players),
        dealt_out=count is not None and len(points) >= count,
    )
    return over and not (rules.tie is Tie.EXTRA_MAX_DEALS and len(ending.leaders(totals)) > 1)


def _winners(game: Game) -> tuple[Seat, ...]:
    rules = game.rules
    # Which bids were made is a question to every deal, and only some rules ask it.
    counts = rules.tie in (Tie.MOST_BIDS_MADE, Tie.HIGHEST_MADE_BIDS)
    ends = [(deal.bids, deal.made) for deal in game.deals] if counts else []
    made = [[bids[seat] or 0 for bids, made in ends if made[seat]] for seat in range(game.players)]
    return ending.winners(rules.end, rules.target, rules.tie, game.totals, made)
