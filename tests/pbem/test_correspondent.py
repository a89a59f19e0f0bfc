"""The demo's people read the choices of a letter however it names cards, and choose by height."""

import pytest

from pbem.demo.correspondent import answer

LETTER = """\
Please answer by Tuesday 20 October, 18:00 (Paris time).

YOU CAN PLAY
{cards}
HOW TO ANSWER
  Reply with one card on the first line:   AH

BIDS                     bid  taken  needs  points
  Anna (you)               1      {taken}      {needs}       0
"""


@pytest.mark.parametrize(
    ("cards", "needs", "habit", "said"),
    [
        ("  10♠   ten of spades\n  A♥   ace of hearts\n", 1, 0, "A♥"),
        ("  10♠   ten of spades\n  A♥   ace of hearts\n", 0, 1, "ten of spades"),
        ("  QH   queen of hearts\n  9D   nine of diamonds\n", 0, 0, "9D"),
        ("  nine of spades\n  king of clubs\n", 1, 0, "king of clubs"),
        ("  ★1   joker 1 (say high or low)\n  K♥   king of hearts\n", 1, 1, "joker 1 high"),
        ("  ★2   joker 2 low\n  K♥   king of hearts\n", 1, 0, "★2"),
        ("  N♠   knight of swords\n  J♠   jack of swords\n", 0, 0, "J♠"),
        ("  N♠   knight of swords\n  J♠   jack of swords\n", 1, 1, "knight of swords"),
        ("  W4   wizard 4\n  X1   jester 1\n", 0, 1, "jester 1"),
    ],
)
def test_the_highest_is_played_while_tricks_are_needed_else_the_lowest(cards, needs, habit, said):
    assert answer(LETTER.format(cards=cards, taken=1 - needs, needs=needs), habit) == said
