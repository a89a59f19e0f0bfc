"""Small deals by chance, of rules by chance: every axis that says how cards are played."""

from hypothesis import strategies as st

from engine import DealCards, DealStage, Rules, choices, start, view
from engine.cards import Pack, PackKind, Rank, Suit
from engine.order import EqualCards, RankOrder
from engine.play import Direction, TrumpLead, VoidRule
from engine.specials import Specials
from engine.trump import TrumpBy
from tests.table import do

PACKS = {
    Specials.NONE: Pack(),
    Specials.BRADER: Pack(jokers=2),
    Specials.ATKINSON: Pack(jokers=2),
    Specials.WIZARD: Pack(kind=PackKind.WIZARD),
    Specials.TWOS_WILD: Pack(),
    Specials.TURN_UP_JOKER: Pack(jokers=1),
    Specials.SUPER_SCREW: Pack(jokers=2),
}


@st.composite
def small_deals(draw):
    """A deal that is about to be played: a few cards each, most of them of a few ranks.

    The pack is the whole one, with its low cards twice if chance has it, so that equals meet.
    """
    specials = draw(st.sampled_from(Specials))
    plain = specials is Specials.NONE
    pack = PACKS[specials]
    if plain and draw(st.booleans()):
        pack = Pack(added=52)
    wild = specials is Specials.TWOS_WILD
    players = draw(st.integers(2, 2 if wild else 4))
    size = draw(st.integers(1, 3 if players == 2 and not wild else 2))
    trump = draw(st.sampled_from((TrumpBy.TURN_UP, TrumpBy.NONE, TrumpBy.FIXED)))
    rules = Rules(
        players=(players, players),
        hand_max=((players, size),),
        pack=pack,
        specials=specials,
        order=draw(
            st.sampled_from([one for one in RankOrder if plain or one is not RankOrder.BOWERS])
        ),
        trump=trump,
        trump_cycle=(Suit.HEARTS,) if trump is TrumpBy.FIXED else (),
        void_rule=draw(st.sampled_from([one for one in VoidRule if one is not VoidRule.TOP_CARD])),
        trump_lead=draw(st.sampled_from(TrumpLead)),
        equal_cards=draw(st.sampled_from(EqualCards)),
        direction=draw(st.sampled_from(Direction)),
        hook=False,
    )
    often = (Rank.ONE, Rank.TWO, Rank.THREE, Rank.JACK, Rank.KING, Rank.ACE)
    order = draw(st.permutations(pack.cards()))
    order.sort(key=lambda card: card.plain and card.rank not in often)
    game = do(start(rules, players), DealCards(tuple(order)))
    while game.deal.stage is not DealStage.PLAY:
        game = do(game, choices(view(game, game.awaiting[0]))[0])
    return game
