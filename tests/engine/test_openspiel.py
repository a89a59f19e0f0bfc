"""299 whole deals of an independent engine (OpenSpiel 2.0.2 `oh_hell`), compared step by step."""

import json
from pathlib import Path

from engine import DealCards, MakeBid, PlayCard, Rules, cards, decide, evolve, start, view
from engine.cards import Pack
from tests.effort import of_each
from tests.table import do, pack_dealing

DEALS = Path(__file__).parent.parent / "data" / "openspiel_deals.jsonl"
ROWS = [json.loads(line) for line in DEALS.read_text().splitlines()]


def test_all_the_deals_are_there():
    assert len(ROWS) == 299
    assert len({row["pack"]["ranks"] for row in ROWS}) == 5


@of_each("row", ROWS)
def test_a_deal_goes_as_in_openspiel(row):
    players, size = row["players"], row["hand_size"]
    lowest = cards(row["pack"]["ranks"][0] + "C")[0].rank
    rules = Rules(
        players=(players, players),
        pack=Pack(lowest=lowest),
        hand_max=((players, size),),
        hook=row["hook"],
    )
    dealt = " | ".join(" ".join(hand) for hand in row["hands"])
    pack = pack_dealing(dealt, row["dealer"], row["trump_card"], rules)
    game = do(start(rules, players, row["dealer"]), DealCards(pack))

    assert [set(hand) for hand in game.deal.hands] == [
        set(cards(" ".join(h))) for h in row["hands"]
    ]
    assert game.deal.trump == row["trump"]
    for step in row["bidding"]:
        assert game.awaiting == (step["player"],)
        assert view(game, step["player"]).legal == tuple(step["legal"])
        game = do(game, MakeBid(step["player"], step["bid"]))
    assert game.deal.bids == tuple(row["bids"])
    taken = []
    for step in row["plays"]:
        seat, card = step["player"], cards(step["card"])[0]
        assert game.awaiting == (seat,)
        assert set(view(game, seat).legal) == set(cards(" ".join(step["legal"])))
        for event in decide(game, PlayCard(seat, card)):
            game = evolve(game, event)
            if type(event).__name__ == "TrickTaken":
                taken.append(event.seat)
    [deal] = game.deals
    assert taken == [trick["winner"] for trick in row["tricks"]]
    assert [t.leader for t in deal.tricks] == [trick["leader"] for trick in row["tricks"]]
    assert deal.taken == tuple(row["tricks_won"])
    scoring = row["scoring"]
    if scoring == {"off_bid_penalty": False, "points_per_trick": 1, "bonus": 10}:
        assert deal.points == tuple(row["scores"])
