"""Letters back to a player's answer: refused, unclear, and what became of the last mails."""

from __future__ import annotations

from dataclasses import replace

from engine import Hand, Reason, cards, view
from engine.cards import STANDARD_PACK
from pbem.demo.specimens.games import NOW, Story, closed_question
from pbem.domain import outcomes
from pbem.domain.vocabulary import Back, Change, Why, WhyNot
from pbem.letters.page import AnyPage
from pbem.letters.pages.replies import Became, Got, InOrOut, Refused, WhatWeGot
from pbem.letters.pages.unclear import DidYouMean, WhichCard
from pbem.orders.answers import Bid, Play
from pbem.orders.cards import ordered
from pbem.orders.model import Request

WHYS = (
    *(Why.TWO_QUESTIONS, Why.ENCRYPTED, Why.WINMAIL, Why.NO_CODE),
    *(Why.ADDRESS_ALREADY, Why.ADDRESS_NOT_POSSIBLE, Why.ADDRESS_TOO_OFTEN),
)
"""Why a mail cannot be taken that says nothing to the game."""


def pages(story: Story) -> dict[str, AnyPage]:
    """The letters back to an answer that could not be taken as it was."""
    return {**_refused(story), **_unclear(story), **_doubted(story), **_got(story)}


def _refused(story: Story) -> dict[str, AnyPage]:
    fresh, bid, play = story.fresh, story.last_bid, story.follow
    hook, suit = Reason.BID_HOOK, Reason.MUST_FOLLOW
    old, legal = closed_question(bid.seat), view(bid.game, bid.seat).legal
    shut = next(str(n) for n in range(99) if n not in legal)
    return {
        "refused bid": Refused.of(bid.asked(), shut, hook),
        "refused last": _last(Refused.of(bid.asked(), shut, hook)),
        "refused kept": Refused.of(bid.reader(), "QH", Why.COMPUTER_PLAYS),
        "refused old": Refused.of(bid.reader(), "QH", Why.OLD_QUESTION, old),
        "refused card": Refused.of(play.asked(), "KD", suit),
        "refused words": Refused.of(play.asked(), "what a game we have here", Why.UNREADABLE),
        "refused name": Refused.of(fresh, "name Bruno", Why.NAME),
        **{f"refused {why}": Refused.of(fresh, "", why) for why in WHYS},
    }


def _unclear(story: Story) -> dict[str, AnyPage]:
    play = story.follow
    seen = view(play.game, play.seat)
    held, legal = seen.hand, seen.legal_cards

    def unclear(wrote: str, among: Hand) -> WhichCard:
        return WhichCard.of(play.reader(), wrote, among, play.question)

    shut = next(card for card in held if card not in legal)
    both = ordered((legal[0], next(card for card in STANDARD_PACK.cards() if card not in held)))
    elsewhere = tuple(card for card in cards("7C 7H QC QH KC KH") if card not in held)[:2]
    return {
        "which_card": unclear("the 7 or so", legal),
        "which_card one held": unclear("the 7 or so", both),
        "which_card one shut": unclear("the 7 or so", ordered((legal[0], shut))),
        "which_card none open": unclear("the 7 or so", (shut,)),
        "which_card none held": replace(unclear("KC", elsewhere), remembers=True),
    }


def _doubted(story: Story) -> dict[str, AnyPage]:
    fresh, bid, play = story.fresh, story.last_bid, story.follow
    three, four = Bid(3), Bid(4)
    cards_ = tuple(map(Play, view(play.game, play.seat).legal_cards))[:2]
    old = closed_question(bid.seat)
    leave = (cards_[0], Request("unsubscribe"))
    mean = DidYouMean.of
    return {
        "did_you_mean": mean(bid.reader(), "3; sorry, 4!", (four, three), bid.question),
        "did_you_mean withdrawn": mean(play.reader(), "undo", cards_[:1], play.question),
        "did_you_mean cards": mean(play.reader(), "no, the other", cards_, play.question),
        "did_you_mean leave": mean(play.reader(), "baja", leave, play.question),
        "did_you_mean held": mean(fresh, "not 3, 4", (four,), None, old, NOW),
        "did_you_mean stands": mean(fresh, "hmm", (), None, old),
        "in_or_out": InOrOut.of(fresh, "perhaps"),
        "in_or_out asked": InOrOut.of(fresh, "How long does it take?", asked=True),
        "in_or_out empty": InOrOut.of(fresh, ""),
    }


def _got(story: Story) -> dict[str, AnyPage]:
    asked, done = outcomes.Told("help"), outcomes.Changed(Change.AWAY)
    each: list[outcomes.Outcome] = [
        outcomes.Played("QH"),
        outcomes.Kept("QH"),
        outcomes.Refused(Why.UNREADABLE),
        asked,
        outcomes.AskedBack(Back.WHICH),
        outcomes.Resent(WhyNot.NO_CODE),
        outcomes.Held("anna@home.example"),
        outcomes.Said(True),
        outcomes.Said(False),
        outcomes.TakenBack(),
        outcomes.Changed(Change.PLANS),
        outcomes.Changed(Change.POLICY),
        outcomes.Repeated(),
        outcomes.NotActed(WhyNot.UNKNOWN_CODE),
        outcomes.Parked("ValueError"),
    ]
    subject = "Re: [Lindy] deal 6"
    got = [Got(NOW, subject, (Became(one),), silent=one is asked) for one in each]
    got += [Got(NOW, subject), Got(NOW, subject, (Became(done),)), Got(NOW, "", (Became(done),))]
    return {
        "what_we_got": WhatWeGot(story.fresh.frame, tuple(got)),
        "what_we_got none": WhatWeGot(story.fresh.frame, ()),
    }


def _last(page: Refused) -> Refused:
    """The same as the last of its kind for a while."""
    return replace(page, frame=replace(page.frame, silent_until=NOW))
