"""Games on paper: every log reads back, as JSON and as text; golden records stay as they are."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    PRESETS,
    BidLaid,
    BidMade,
    CardPlayed,
    CardsDealt,
    DealCards,
    LayBid,
    MakeBid,
    NameTrump,
    PlayCard,
    Rules,
    TakenBack,
    TrumpNamed,
    codes,
    decide,
    evolve,
    preset,
    replay,
)
from engine.as_json import entry_from_dict, entry_to_dict, rules_from_dict, rules_to_dict
from engine.bidding import BidAmend
from engine.cards import Pack, Rank
from engine.record import read_record, write_record
from engine.scoring import Score
from pbem.demo.playouts import play_out
from tests.table import pack_dealing

GOLDEN = Path(__file__).parent.parent / "golden"


def shown(turn_up, hands, pack):
    """The code of the card turned from the stock; empty if the dealer's own card made trump."""
    dealt = sum(hand.count(turn_up) for hand in hands)
    own = turn_up is None or dealt == pack.count(turn_up)
    return "" if own else str(turn_up)


def redecided(log):
    """The log that `decide` gives for the commands a log came from."""
    game, again = replay(log[:1]), log[:1]
    while len(again) < len(log):
        match log[len(again)]:
            case CardsDealt(dealer, hands, turn_up, face_down=face_down):
                row = " | ".join(codes(hand) for hand in hands)
                pack = game.rules.pack_for(game.players).cards()
                turned = str(face_down) if face_down else shown(turn_up, hands, pack)
                asked = DealCards(pack_dealing(row, dealer, turned, game.rules))
            case BidMade(seat, tricks):
                asked = MakeBid(seat, tricks)
            case BidLaid(seat, _, laid, premium):
                asked = LayBid(seat, laid, premium)
            case TrumpNamed(seat, trump):
                asked = NameTrump(seat, trump)
            case CardPlayed(seat, card, call):
                asked = PlayCard(seat, card, call)
            case event:
                raise AssertionError(f"{event} came of nothing")
        for made in decide(game, asked):
            game = evolve(game, made)
            again.append(made)
    return again


@settings(max_examples=30)
@given(
    seed=st.integers(0, 2**32),
    row=st.sampled_from(PRESETS),
    more=st.integers(0, 7),
    stop=st.integers(1, 600),
)
def test_any_log_reads_back_from_json_and_from_text(seed, row, more, stop):
    steps = iter(range(10_000))
    least, most = row.rules.players
    _, log = play_out(
        row.rules,
        min(least + more, most),
        random.Random(seed),
        until=lambda _: next(steps) >= stop,
    )
    log.append(TakenBack(len(log) - 1))

    assert read_record(write_record(log)) == log
    for entry in log:
        data = json.loads(json.dumps(entry_to_dict(entry)))
        assert entry_from_dict(type(entry).__name__, data) == entry


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(score=Score.SIMPLE, hook=False, bid_amend=BidAmend.NEVER),
        Rules(players=(4, 4), hand_max=((4, 6),), pack=Pack(lowest=Rank.SEVEN)),
    ],
)
def test_rules_read_back(rules):
    assert rules_from_dict(json.loads(json.dumps(rules_to_dict(rules)))) == rules


def test_the_standard_rules_are_written_as_nothing():
    assert rules_to_dict(Rules()) == {}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("hello", 1),
        ("game of 3, rules {}\ndraw 0: QQ", 1),
        ("game of 3, rules {}\ndraw 0: AS, 1: 2C, 2: 3C\nfirst dealer 0\n1 bids many", 4),
        ('game of 3, rules {"nosuch": 1}\nfirst dealer 0', 1),
    ],
)
def test_a_record_that_cannot_be_read_names_the_line(text, line):
    with pytest.raises(ValueError, match=f"line {line} of the record"):
        read_record(text)


@pytest.mark.parametrize("name", [row.name for row in PRESETS])
def test_the_golden_record_of_a_preset_replays_to_itself(name):
    """A record written once and read by people; `python -m tests.golden` writes a missing one.

    Each of its commands is decided again, and must bring about the events that were recorded.
    """
    text = (GOLDEN / f"{name}.txt").read_text("utf-8")
    log = read_record(text)
    game = replay(log)

    assert write_record(log) == text
    assert game.over
    assert game.rules == preset(name)
    assert redecided(log) == log
