"""Rules in words: each preset tells its own, and nothing of another's."""

from engine import PRESETS, find_preset
from pbem.letters.render import Templates
from tests.effort import of_each

TEMPLATES = Templates()
_SPANISH_ORDER = (
    "From the top the cards rank ace, three, king, knight, jack, seven, six, five, four, two."
)
_NO_HOOK = (
    "Bids go in turn; the player left of the dealer begins. "
    "The bids may add up to the number of tricks: there is no hook."
)
_FIRST_JACK = (
    "The first jack dealt round makes the first dealer; then the deal goes round to the left."
)
_BIDS_DECIDE = "The most bids made decide a tie; players who are equal in that, too, share the win."


def told(name, players=None):
    row = find_preset(name)
    return TEMPLATES.rules(row.rules, players or row.rules.players[0])


@of_each("row", PRESETS)
def test_every_preset_says_how_long_what_is_trump_who_leads_and_what_counts(row):
    for players in range(row.rules.players[0], row.rules.players[1] + 1):
        sentences = TEMPLATES.rules(row.rules, players)

        assert all(s and s[0].isupper() | s[0].isdigit() and s.endswith(".") for s in sentences)
        assert "eals" in sentences[0]
        assert sum("rump" in s for s in sentences) >= 1
        assert sum("leads to the first trick" in s for s in sentences) == 1
        assert len(sentences[-1]) > 30
        assert len(sentences) == len(set(sentences)) >= 7


@of_each(
    ("name", "sentence"),
    [
        ("ohhell_pagat", "19 deals: 10 cards down to 1 and up again."),
        ("ohhell_pagat", "1 point for each trick, 10 more if it is exactly your bid."),
        ("blackout", "Exactly your bid: 10 points and the bid. Otherwise nothing."),
        ("minibridge", "The dealer leads to the first trick."),
        ("wuori", "Follow the suit that was led if you can; if not, play a trump if you have one."),
        ("oh_shit_wilson", "Spades are always trump."),
        ("kachuful", "Trump goes round from deal to deal: spades, diamonds, clubs, hearts."),
        ("pocha", "The Spanish pack of 36 cards, without eights, nines and tens."),
        ("pocha", _SPANISH_ORDER),
        ("pocha", "The player right of the dealer leads to the first trick."),
        ("truf7", "A pack of 32 cards, from the seven up."),
        ("romanian_whist", "A pack of 24 cards, from the nine up."),
        ("ninety_nine", "Deals of 12 cards."),
        ("atkinson_blackout", "20 deals of 10 cards."),
        ("gameduell", "The dealer leads to the first trick."),
        ("wizard", "The Wizard pack of 60 cards: four wizards and four jesters beside the 52."),
        ("clag", "Deal 13: aces are low."),
        ("devils_bridge", "Deal 19: you see every card but your own, and it plays itself."),
        ("oh_well", "The first to have 100 points ends the game; the highest wins."),
        ("oh_well", "At the end every two players settle their difference."),
        ("richards_blackout", _BIDS_DECIDE),
        ("nomination_whist", _FIRST_JACK),
        ("option_simultaneous", "All bid at once; the bids are sealed until the last is in."),
        ("dkm", "The first to have 101 points ends the game; the highest wins."),
        ("option_no_hook", _NO_HOOK),
    ],
)
def test_what_a_preset_says(name, sentence):
    assert sentence in told(name)
