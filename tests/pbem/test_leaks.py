"""Nobody is told a card he may not know, neither by a letter nor by any mail of a whole game."""

import random
import re
from dataclasses import replace

import pytest

from engine import preset, replay, view
from pbem.demo.playouts import play_out
from pbem.demo.specimens.games import RULES, logged, question_page, reader_of
from pbem.domain.asking import Waited
from pbem.domain.logged import Actor
from pbem.domain.outcomes import Changed, Kept, Played
from pbem.games.check import check_game
from pbem.letters.pages.status import DealLog, DealOver, Status
from pbem.letters.render import Templates
from pbem.store.events import load_log
from tests.effort import few
from tests.engine.test_view import ODD, dealt_anew

TEMPLATES = Templates()


@pytest.mark.parametrize("seed", few(range(12), 3))
def test_a_letter_is_the_same_whatever_the_hidden_cards_are(seed):
    """Deal every hidden card anew, in the log too: text and HTML must not change by a letter."""
    dice = random.Random(seed)
    players = 3 + seed % 5
    looked = 0
    while looked < 15:
        steps, stop = iter(range(10_000)), dice.randrange(1, 350)
        game, log = play_out(RULES, players, dice, until=lambda _, s=steps, n=stop: next(s) >= n)
        if not game.awaiting:
            continue
        seat, told = game.awaiting[0], dice.randrange(len(log))
        other = dealt_anew(log, seat, dice)
        if len(view(game, seat).legal) < 2:
            continue

        before = TEMPLATES.render(question_page(game, log, told))
        assert TEMPLATES.render(question_page(replay(other), other, told)) == before
        looked += 1


@pytest.mark.parametrize("name", ["ohhell_pagat", *ODD])
def test_who_only_looks_on_is_told_what_lies_on_the_table_and_nothing_else(name):
    """Deal the cards of every hand anew, and bid anew what is sealed: no letter may change."""
    dice, rules = random.Random(name), preset(name)
    players = min(max(4, rules.players[0]), rules.players[1])
    looked = 0
    while looked < 8:
        steps, stop = iter(range(10_000)), dice.randrange(1, 350)
        game, log = play_out(rules, players, dice, until=lambda _, s=steps, n=stop: next(s) >= n)
        if game.deal is None:
            continue
        other = dealt_anew(dealt_anew(log, 0, dice), 1, dice)
        shown = _public(game, log)

        assert all(one not in told for one in ("mailto:", "#q") for told in shown)
        assert _public(replay(other), other) == shown
        looked += 1


def _public(game, log):
    """Both parts of the letters that somebody may get who sits nowhere."""
    reader = replace(reader_of(game, None), opened=())
    pages = [Status.of(reader, Waited()), DealLog.of(reader, None)]
    if game.deals:
        pages.append(DealOver.of(reader, logged(log)))
    letters = map(TEMPLATES.render, pages)
    return [part for one in letters for part in (one.subject, one.preview, one.text, one.html)]


@pytest.mark.parametrize("seed", few(range(6), 2))
def test_a_letter_is_the_same_whoever_chose_the_cards(seed):
    """A forced card, a plan's and an answered one read the same to all the others."""
    dice = random.Random(seed)
    looked = 0
    while looked < 15:
        steps, stop = iter(range(10_000)), dice.randrange(1, 350)
        game, log = play_out(RULES, 4, dice, until=lambda _, s=steps, n=stop: next(s) >= n)
        if not game.awaiting:
            continue
        told = dice.randrange(len(log))
        letters = {
            TEMPLATES.render(question_page(game, log, told, actor=actor))
            for actor in (Actor.PLAYER, Actor.PLAN, Actor.SERVER, Actor.KEEPER)
        }
        assert len(letters) == 1
        looked += 1


@pytest.mark.parametrize(("preset", "cards"), few([("5-1-5", 100), ("ohhell_pagat", 2000)], 1))
def test_no_mail_of_a_whole_game_holds_a_card_its_reader_may_not_know(club, preset, cards):
    """Every card in every mail was in the reader's hand, or lay open, when the mail was written."""
    club.open("Anna", "Bruno", "Ruth", preset=preset)
    known = {name: set() for name in club.addresses}
    read = dict.fromkeys(club.addresses, 0)
    dice = random.Random(4)
    checked = 0
    planners = set()
    while not club.game.over:
        checked += _check(club, known, read)
        name = club.waiting
        if dice.random() < 0.1:
            other = dice.choice(list(club.addresses))
            club.say(other, dice.choice(["status", "help", "help rules", "QH", "nonsense"]))
            checked += _check(club, known, read)
        if dice.random() < 0.25:
            other = dice.choice(list(club.addresses))
            became = club.say(other, _plan(club.hand(other), dice))
            if isinstance(became, Kept | Played | Changed):
                planners.add(other)
            checked += _check(club, known, read)
        for other in club.addresses:
            noted = [one for one in club.letters(other) if "PLAN" in one.text]
            assert other in planners or not noted
        if club.game.over or club.waiting != name:
            continue
        question = next(one for one in reversed(club.letters(name)) if one.choices)
        club.say(name, dice.choice(question.choices), to=question)
    checked += _check(club, known, read)

    assert checked > cards
    assert planners == set(club.addresses)
    with club.services.db.begin() as session:
        assert Actor.PLAN in {logged.actor for logged in load_log(session, 1)}
        assert check_game(session, 1) is None


def _plan(hand, dice):
    """Something to leave with the server, of cards that are held."""
    card, other = dice.choice(hand), dice.choice(hand)
    return dice.choice(
        [
            f"keep {card}",
            f"{card} then {other}",
            f"if hearts led {card}; else low",
            "2 else 1 else 0",
            "win",
            "when missed low",
            "forget plan",
        ]
    )


def _check(club, known, read):
    """Compare the cards of all unread letters with what their readers may know."""
    game, cards = club.game, 0
    for name in club.addresses:
        seen = view(game, club.seat(name))
        deals = [*seen.past, *([seen.deal] if seen.deal else [])]
        may = {str(card) for card in seen.hand} | known[name]
        # The final score tells of the whole game, other letters of what is new.
        for deal in deals if game.over else deals[-3:]:
            may |= {str(deal.turn_up)}
            may |= {str(card) for trick in (*deal.tricks, deal.trick) for card in trick.cards}
        fresh = [str(card) for card in seen.hand]
        for letter in club.letters(name)[read[name] :]:
            told = re.sub(
                r"The draw for.*|  Drawn again.*|You wrote: .*|Suppose \S+ is led", "", letter.text
            )
            for code in _codes(told):
                assert code in may, (name, code, letter.text)
                cards += 1
        read[name] = len(club.letters(name))
        known[name] = set(fresh)
    return cards


def _codes(text):
    """The codes of all cards a text shows, as signs (`10♦`) or in the rows of a hand."""
    for rank, sign in re.findall(r"(10|[2-9JQKA])([♠♥♦♣])", text):
        yield rank.replace("10", "T") + "CDHS"["♣♦♥♠".index(sign)]
    row = r"^  (spades|hearts|diamonds|clubs) +((?:(?:10|[2-9JQKA]) )+)"
    for suit, ranks in re.findall(row, text, re.MULTILINE):
        for rank in ranks.split():
            yield rank.replace("10", "T") + suit[0].upper()
