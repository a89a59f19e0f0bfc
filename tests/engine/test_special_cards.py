"""Jokers, wizards, wild twos and what is said of a card, as their sources tell."""

import pytest

from engine import Card, IllegalAction, PlayCard, Reason, Rules, cards, decide, view
from engine.cards import Pack, PackKind
from engine.order import EqualCards, Ranking, best_card, suit_in_play
from engine.play import legal_cards
from engine.schedule import Schedule
from engine.specials import Height, Specials
from engine.trump import TrumpBy
from tests.table import bid, deal_of, do, play

THREE = {"players": (3, 3), "hook": False}
ATKINSON = Rules(
    **THREE, pack=Pack(jokers=2), hand_max=((3, 3),), specials=Specials.ATKINSON, trump=TrumpBy.NONE
)
WILD = Rules(**THREE, hand_max=((3, 2),), specials=Specials.TWOS_WILD, trump=TrumpBy.NONE)


def call(game, code, said):
    return do(game, PlayCard(game.awaiting[0], Card.parse(code), said))


def refused(game, code, said=None):
    with pytest.raises(IllegalAction) as refusal:
        decide(game, PlayCard(game.awaiting[0], Card.parse(code), said))
    return refusal.value.reason


@pytest.fixture
def jokers():
    """Seats 1 and 2 hold a joker each; the first trick is over and seat 0 leads to the second."""
    game = deal_of("AC 5H 2H | 3C *1 4H | 4C *2 9S", rules=ATKINSON)
    return play(bid(game, 0, 0, 1), "3C 4C AC")


def test_a_joker_never_goes_to_the_first_trick():
    game = bid(deal_of("AC 5H 2H | 3C *1 4H | 4C *2 9S", rules=ATKINSON), 0, 0, 1)

    assert refused(game, "*1", Height.HIGH) is Reason.NO_JOKER
    assert view(game, 1).legal == cards("3C 4H")


def test_the_first_joker_is_called_high_or_low_and_must_be(jokers):
    game = play(jokers, "5H")

    assert view(game, 1).calls == ((Card.parse("*1"), (Height.HIGH, Height.LOW)),)
    assert refused(game, "*1") is Reason.CALL_NEEDED
    assert refused(game, "*1", Card.parse("AS")) is Reason.CALL_NOT_OPEN
    assert call(game, "*1", Height.LOW).deal.trick.calls == (None, Height.LOW)


@pytest.mark.parametrize(("said", "taker"), [(Height.HIGH, 1), (Height.LOW, 2)])
def test_the_second_joker_has_the_value_the_first_was_not_given(jokers, said, taker):
    """S0: the player of the second joker had no choice. A high joker takes the trick."""
    game = play(call(play(jokers, "5H"), "*1", said), "*2")

    assert game.deal.tricks[1].taker == taker
    assert set(game.deal.tricks[1].calls) == {None, Height.HIGH, Height.LOW}


def test_nothing_is_said_of_a_card_that_has_no_choice(jokers):
    assert refused(jokers, "5H", Height.HIGH) is Reason.CALL_NOT_OPEN


def test_a_wild_two_is_played_as_another_card_and_beats_it():
    game = bid(deal_of("AC 5H | 2H 4H | 2S 9S", dealer=2, rules=WILD), 1, 0, 0)
    ace = Card.parse("AC")

    game = call(play(game, "AC"), "2H", ace)

    assert refused(game, "2S", ace) is Reason.CALL_NOT_OPEN, "two twos may not name one card"
    assert call(game, "2S", Card.parse("KC")).deal.tricks[0].taker == 1


def test_a_wild_two_of_which_nothing_is_said_is_itself():
    game = bid(deal_of("AC 5H | 2H 4H | 2S 9S", dealer=2, rules=WILD), 1, 0, 0)

    assert play(game, "5H 2H 2S").deal.tricks[0].taker == 0


def test_a_wild_two_counts_as_the_suit_it_is_called_when_it_is_led():
    ranking = Ranking(specials=Specials.TWOS_WILD)
    led, said = cards("2H"), (Card.parse("KC"),)

    assert legal_cards(cards("3C 5H 2S"), led, ranking, calls=said) == cards("3C 2S")


def test_a_two_is_never_forced():
    ranking = Ranking(specials=Specials.TWOS_WILD)

    assert legal_cards(cards("2H 5C"), cards("9H"), ranking) == cards("2H 5C")


@pytest.mark.parametrize(
    ("trick", "taker"),
    [
        ("X1 W1 5H W2", 1),
        ("W2 W1 AS", 0),
        ("X2 5H X1 2S", 3),
        ("5H X1 9H", 2),
        ("X1 X2 X4", 0),
    ],
)
def test_wizards_take_and_jesters_never_do(trick, taker):
    ranking = Ranking(Card.parse("2S").suit, specials=Specials.WIZARD)

    assert best_card(cards(trick), ranking) == taker


def test_of_two_equal_cards_the_first_is_the_better_unless_the_rules_say_otherwise():
    doubled = cards("9C 2C 9C")

    assert best_card(doubled, Ranking()) == 0
    assert best_card(doubled, Ranking(equal_cards=EqualCards.LAST_WINS)) == 2


def test_after_a_wizard_anything_goes_even_when_a_jester_was_led():
    ranking = Ranking(specials=Specials.WIZARD)

    assert legal_cards(cards("3C 5H"), cards("X1 W1 9H"), ranking) == cards("3C 5H")


def test_a_wizard_may_be_played_though_its_holder_could_follow():
    ranking = Ranking(specials=Specials.WIZARD)

    assert legal_cards(cards("3C 5H W1 X3"), cards("9H"), ranking) == cards("5H W1 X3")


def wizard_deal(turn_up):
    rules = Rules(
        **THREE,
        pack=Pack(kind=PackKind.WIZARD),
        hand_max=((3, 1),),
        schedule=Schedule.UP,
        specials=Specials.WIZARD,
    )
    return deal_of("AC | 3C | 4C", turn_up=turn_up, rules=rules)


def test_a_turned_jester_means_no_trump_and_a_turned_wizard_lets_the_dealer_name_it():
    assert wizard_deal("X2").deal.trump is None
    assert wizard_deal("X2").awaiting == (1,)
    assert wizard_deal("W2").awaiting == (0,), "the dealer names the suit before the bids"
    assert None not in view(wizard_deal("W2"), 0).legal_trumps


def test_a_joker_turned_up_makes_the_other_the_only_trump():
    rules = Rules(**THREE, pack=Pack(jokers=2), hand_max=((3, 1),), specials=Specials.BRADER)
    game = bid(deal_of("AC | KC | *2", dealer=2, turn_up="*1", rules=rules), 0, 0, 1)

    assert play(game, "AC KC *2").deals[0].taken == (0, 0, 1)


def test_super_screw_ranks_the_jokers_the_twin_of_the_turn_up_and_then_the_trumps():
    """The turn-up is the 5S, so the 5C stands above the spades, but follows as a club."""
    ranking = Ranking(
        Card.parse("5S").suit, specials=Specials.SUPER_SCREW, turn_up=Card.parse("5S")
    )

    assert best_card(cards("AC 5C AS"), ranking) == 1
    assert best_card(cards("AC 5C *2"), ranking) == 2
    assert best_card(cards("*1 5C *2"), ranking) == 0
    assert suit_in_play(Card.parse("5C"), ranking) == "C"
    assert legal_cards(cards("*1 5C 3S"), cards("AS"), ranking) == cards("*1 3S")


def test_the_joker_of_ninety_nine_counts_as_the_turn_up():
    """The turn-up is the KD: the joker follows diamonds and beats the queen."""
    ranking = Ranking(specials=Specials.TURN_UP_JOKER, turn_up=Card.parse("KD"))

    assert legal_cards(cards("*1 6C"), cards("7D"), ranking) == cards("*1")
    assert best_card(cards("QD *1 JD"), ranking) == 1
    assert best_card(cards("QD *1 AD"), ranking) == 2
