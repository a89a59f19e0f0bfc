"""The reckoning of a deal that is played out: its points, and whether the game is over."""

from __future__ import annotations

from typing import assert_never

from engine import ending
from engine.cards import Seat
from engine.ending import Tie
from engine.events import DealScored, Event, GameEnded
from engine.fold import evolve
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
    return (scored, GameEnded(_winners(after))) if _is_over(after) else (scored,)


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
            uncounted = (1, max(game.rules.sizes(game.players)))
            if deal.size in uncounted:
                return ()
            deals = [done for done in (*game.deals, deal) if done.size not in uncounted]
            by_deal = [done.made for done in deals]
            bonus = tuple(
                streak_bonus([made[seat] for made in by_deal]) for seat in range(game.players)
            )
            return bonus if any(bonus) else ()
        case _:
            assert_never(deal.rules.bonus)


def _is_over(game: Game) -> bool:
    """Whether a game is over after the deals it has had."""
    rules, count = game.rules, game.deal_count
    over = ending.is_over(
        rules.end,
        rules.target,
        game.points,
        game.players,
        dealt_out=count is not None and len(game.deals) >= count,
    )
    goes_on = rules.tie is Tie.EXTRA_MAX_DEALS and len(ending.leaders(game.totals)) > 1
    return over and not goes_on


def _winners(game: Game) -> tuple[Seat, ...]:
    rules = game.rules
    # Which bids were made is a question to every deal, and only some rules ask it.
    counts = rules.tie in (Tie.MOST_BIDS_MADE, Tie.HIGHEST_MADE_BIDS)
    ends = [(deal.bids, deal.made) for deal in game.deals] if counts else []
    made = [[bids[seat] or 0 for bids, made in ends if made[seat]] for seat in range(game.players)]
    return ending.winners(rules.end, rules.target, rules.tie, game.totals, made)
