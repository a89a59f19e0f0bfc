"""The plain game, written a second time from the rules as people tell them: is a log right by it?

It shares nothing with the engine: it reads the log as it is stored. What a rule set plays otherwise
is left out of account, one rule at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Rules = Mapping[str, Any]
"""The axes of a rule set that differ from the standard game."""

Entry = tuple[str, Mapping[str, Any]]
"""An entry of a log: its kind and its facts."""

_HEIGHTS = "23456789TJQKA"

_POINTS: dict[str, Callable[[int, int, int], int]] = {
    "common": lambda bid, took, _: took + (10 if bid == took else 0),
    "simple": lambda bid, took, _: 10 + bid if bid == took else 0,
    "bonus_only": lambda bid, took, _: 10 if bid == took else 0,
    "zero5": lambda bid, took, _: 5 if bid == took == 0 else took + (10 if bid == took else 0),
    "square": lambda bid, took, _: 10 + bid**2 if bid == took else -((bid - took) ** 2),
    "wizard": lambda bid, took, _: 20 + 10 * took if bid == took else -10 * abs(bid - took),
    "pocha": lambda bid, took, _: 10 + 5 * took if bid == took else -5 * abs(bid - took),
    "boeren5": lambda bid, took, _: 5 + took if bid == took else -abs(bid - took),
    "clag_foss": lambda bid, took, _: 10 + 2 * took if bid == took else 0,
    "tens": lambda bid, took, _: 10 * (bid or 1) if bid == took else -10 * abs(bid - took),
}
"""What a bid and the tricks taken bring, with so many cards in each hand."""


class Wrong(Exception):
    """An entry that the plain game does not know; the message says which, and why."""


@dataclass(slots=True)
class _Deal:
    dealer: int
    hands: list[list[str]]
    trump: str | None
    size: int
    bids: dict[int, int] = field(default_factory=dict)
    laid: dict[int, list[str]] = field(default_factory=dict)
    trick: list[tuple[int, str]] = field(default_factory=list)
    took: Counter[int] = field(default_factory=Counter)
    leader: int | None = None


def check(rules: Rules, log: Sequence[Entry], checked: Counter[str]) -> None:
    """Go through the log of a game; Wrong at the first entry that cannot be.

    `checked` counts the tricks, bids, scores and winners that were reckoned again.
    """
    deal: _Deal | None = None
    totals: Counter[int] = Counter()
    players = 0
    for number, (kind, facts) in enumerate(_as_it_counts(log)):
        try:
            match kind:
                case "GameStarted":
                    players = facts["players"]
                case "CardsDealt":
                    deal = _dealt(rules, facts, players)
                case "TrumpNamed" | "TrumpTurned":
                    assert deal is not None
                    deal.trump = facts["trump"]
                case "BidMade" | "BidChanged" | "BidLaid":
                    assert deal is not None
                    _bid(rules, deal, kind, facts, checked)
                case "CardPlayed":
                    assert deal is not None
                    _played(rules, deal, facts)
                case "TrickTaken":
                    assert deal is not None
                    _taken(rules, deal, facts["seat"], checked)
                case "DealScored":
                    assert deal is not None
                    _scored(rules, deal, facts, checked)
                    totals.update(dict(enumerate(facts["points"])))
                case "GameEnded":
                    _ended(rules, totals, players, facts["winners"], checked)
        except Wrong as wrong:
            raise Wrong(f"entry {number}, {kind} {dict(facts)}: {wrong}") from None


def _as_it_counts(log: Sequence[Entry]) -> Iterator[Entry]:
    """The log without what was taken back."""
    kept: list[Entry] = []
    # A number counts the entries of the whole log; those that no longer count keep their place.
    whole: list[Sequence[Entry]] = []
    for kind, facts in log:
        kept = list(whole[facts["to"] - 1]) if kind == "TakenBack" else [*kept, (kind, facts)]
        whole.append(kept)
    return iter(kept)


def _dealt(rules: Rules, facts: Mapping[str, Any], players: int) -> _Deal:
    hands = [hand.split() for hand in facts["hands"]]
    size = len(hands[0])
    if len(hands) != players or any(len(hand) != size for hand in hands):
        raise Wrong("the hands differ in size")
    out = [card for hand in hands for card in hand]
    if facts["turn_up"] and "trump" not in rules:
        out.append(facts["turn_up"])
    if _ordinary(rules) and len(set(out)) != len(out):
        raise Wrong("a card was dealt twice")
    return _Deal(facts["dealer"], hands, facts["trump"], size)


def _bid(
    rules: Rules, deal: _Deal, kind: str, facts: Mapping[str, Any], checked: Counter[str]
) -> None:
    seat, tricks, players = facts["seat"], facts["tricks"], len(deal.hands)
    plain = {"bid_mode", "bid_first", "direction", "special_deals", "bid_amend"}.isdisjoint(rules)
    if not 0 <= tricks <= deal.size:
        raise Wrong(f"nobody can take so many of {deal.size}")
    if kind == "BidMade" and plain and seat != (deal.dealer + 1 + len(deal.bids)) % players:
        raise Wrong("it was another's turn")
    deal.bids[seat] = tricks
    if kind == "BidLaid":
        # Whoever lays others aside takes back what he laid before.
        held = [*deal.hands[seat], *deal.laid.get(seat, ())]
        deal.laid[seat] = facts["cards"].split()
        for card in deal.laid[seat]:
            if card not in held:
                raise Wrong("he does not hold it")
            held.remove(card)
        deal.hands[seat] = held
    hook = rules.get("hook", True) and not rules.get("hook_above")
    if plain and hook and len(deal.bids) == players:
        checked["hooks"] += 1
        if sum(deal.bids.values()) == deal.size:
            raise Wrong("the bids come out even")


def _played(rules: Rules, deal: _Deal, facts: Mapping[str, Any]) -> None:
    seat, card, players = facts["seat"], facts["card"], len(deal.hands)
    hand = deal.hands[seat]
    if card not in hand:
        raise Wrong("he does not hold it")
    if {"direction", "lead", "special_deals"}.isdisjoint(rules):
        first = (deal.dealer + 1) % players if deal.leader is None else deal.leader
        if seat != (first + len(deal.trick)) % players:
            raise Wrong("it was another's turn")
    if _ordinary(rules) and "void_rule" not in rules and deal.trick:
        led = deal.trick[0][1][1]
        if card[1] != led and any(one[1] == led for one in hand):
            raise Wrong("he can follow suit")
    hand.remove(card)
    deal.trick.append((seat, card))


def _ordinary(rules: Rules) -> bool:
    """Whether the cards are those of a pack of 52 or fewer, and rank as everywhere."""
    return {"specials", "order", "pack", "packs", "equal_cards", "special_deals"}.isdisjoint(rules)


def _taken(rules: Rules, deal: _Deal, seat: int, checked: Counter[str]) -> None:
    if len(deal.trick) != len(deal.hands):
        raise Wrong("the trick is not full")
    if _ordinary(rules):
        led = deal.trick[0][1][1]
        suit = deal.trump if any(card[1] == deal.trump for _, card in deal.trick) else led
        fits = [(one, card) for one, card in deal.trick if card[1] == suit]
        best = max(fits, key=lambda one: _HEIGHTS.index(one[1][0]))
        checked["tricks"] += 1
        if best[0] != seat:
            raise Wrong(f"{best[1]} takes it")
    deal.took[seat] += 1
    deal.leader = seat
    deal.trick.clear()


def _scored(rules: Rules, deal: _Deal, facts: Mapping[str, Any], checked: Counter[str]) -> None:
    points = facts["points"]
    formula = _POINTS.get(rules.get("score", "common"))
    simple = {"bonus", "special_deals", "bid_mode"}.isdisjoint(rules)
    if formula is None or not simple or len(deal.bids) < len(points):
        return
    if sum(deal.took.values()) != deal.size:
        raise Wrong(f"{deal.size} tricks were to be taken")
    checked["scores"] += 1
    right = [formula(deal.bids[seat], deal.took[seat], deal.size) for seat in range(len(points))]
    if right != list(points):
        raise Wrong(f"it brought {right}")


def _ended(
    rules: Rules, totals: Counter[int], players: int, winners: list[int], checked: Counter[str]
) -> None:
    if not {"end", "tie", "settle"}.isdisjoint(rules):
        return
    best = max(totals[seat] for seat in range(players))
    checked["winners"] += 1
    if winners != [seat for seat in range(players) if totals[seat] == best]:
        raise Wrong(f"the totals are {[totals[seat] for seat in range(players)]}")
