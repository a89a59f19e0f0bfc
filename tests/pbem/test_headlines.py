"""The headline of a deal: true, never the same kind again while there is another, in all words.

What is told is reckoned here a second time, from the events of a log alone.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from engine import (
    BidChanged,
    BidLaid,
    BidMade,
    CardPlayed,
    CardsDealt,
    DealScored,
    Rank,
    TrickTaken,
    TrumpNamed,
    TrumpTurned,
    choices,
    evolve,
    preset,
    replay,
    view,
)
from engine.players import worths
from engine.record import read_record
from pbem.demo.playouts import play_out
from pbem.demo.specimens.games import NOW, Story, logged, reader_of
from pbem.languages import translated
from pbem.letters.deals import Telling
from pbem.letters.environment import environment
from pbem.letters.headlines.choice import facts_of, headlines
from pbem.letters.headlines.course import courses
from pbem.letters.headlines.kinds import Fact, Kind
from pbem.letters.headlines.told import clauses, headed
from pbem.letters.looks import USUAL_LOOK
from pbem.letters.news import deal_result
from pbem.letters.pages.results import Digest
from pbem.letters.pages.status import DealOver
from pbem.letters.render import Templates, templates_folder

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.txt"))
NAMES = ("Anna", "Bruno", "Chloé", "Dieter", "Eva", "O'Hara <b>", "d'Artagnan")


@dataclass(frozen=True)
class Told:
    """A finished deal as its events tell it, and all before it."""

    earlier: tuple[Told, ...]
    bids: dict
    takers: tuple
    tricks: tuple
    trump: object
    points: tuple
    after: tuple
    worth: tuple
    over: bool
    winners: tuple | None
    deal_count: int | None

    @property
    def all(self):
        return (*self.earlier, self)

    @property
    def before(self):
        return self.earlier[-1].after if self.earlier else tuple(0 for _ in self.after)

    @property
    def size(self):
        return len(self.tricks)

    def took(self, seat):
        return self.takers.count(seat)

    def made(self, seat):
        return self.bids.get(seat) == self.took(seat)

    def makers(self):
        return [seat for seat in self.bids if self.made(seat)]

    def row(self, seat):
        """Of each bid of a seat so far whether it came true, the newest first."""
        return [deal.made(seat) for deal in reversed(self.all) if seat in deal.bids]


def best(totals):
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


def rank(totals, seat):
    return sorted(totals, reverse=True).index(totals[seat]) + 1


def told_by(log):
    """The finished deals of a log."""
    game, end = replay(log[:1]), replay(log)
    found = []
    bids, takers, tricks, trump = {}, [], [], None
    for event in log[1:]:
        game = evolve(game, event)
        match event:
            case CardsDealt():
                bids, takers, tricks, trump = {}, [], [[]], event.trump
            case BidMade(seat, n) | BidChanged(seat, n) | BidLaid(seat, n):
                bids[seat] = n
            case TrumpNamed(_, named) | TrumpTurned(_, named):
                trump = named
            case CardPlayed(seat, card):
                tricks[-1].append((seat, card))
            case TrickTaken(taker):
                takers.append(taker)
                tricks.append([])
            case DealScored():
                deal, last = game.past[-1], len(game.past) == len(end.past)
                raw = worths(replace(view(game), past=(deal,)))
                found.append(
                    Told(
                        earlier=tuple(found),
                        bids=bids,
                        takers=tuple(takers),
                        tricks=tuple(tricks[:-1]),
                        trump=trump,
                        points=tuple(deal.points),
                        after=game.totals,
                        worth=tuple(round(one * len(takers) / max(sum(raw), 0.01)) for one in raw),
                        over=last and end.over,
                        winners=end.winners if last else None,
                        deal_count=end.deal_count,
                    )
                )
    return found


def in_a_row(row, made):
    """How many of the newest were made, or missed."""
    count = 0
    while count < len(row) and row[count] is made:
        count += 1
    return count


def longest_run(deal, seat):
    signs = "".join("x" if taker == seat else " " for taker in deal.takers)
    return max(map(len, signs.split()))


def takes_with(deal, seat, test):
    """Whether some trick was taken by a seat with a card that passes a test with the led one."""
    return any(
        test(dict(trick)[taker], trick)
        for trick, taker in zip(deal.tricks, deal.takers, strict=True)
        if taker == seat
    )


def ace_beaten(deal, card, trick):
    led = trick[0][1].suit
    aces = [one for _, one in trick if one.rank is Rank.ACE and one.suit == led]
    return bool(aces) and led != deal.trump and card.suit != led


TRUE = {
    Kind.EVERYBODY_MADE: lambda d, f: len(d.makers()) == len(d.after),
    Kind.NOBODY_MADE: lambda d, f: len(d.bids) == len(d.after) and not d.makers(),
    Kind.ONLY_MADE: lambda d, f: d.makers() == [*f.seats],
    Kind.ALL_BUT_ONE: lambda d, f: {*range(len(d.after))} - {*d.makers()} == {*f.seats},
    Kind.SAME_BID: lambda d, f: [*d.bids.values()] == [f.n] * len(d.after),
    Kind.TOO_MANY: lambda d, f: sum(d.bids.values()) == f.n > f.of == d.size,
    Kind.TOO_FEW: lambda d, f: sum(d.bids.values()) == f.n < f.of == d.size,
    Kind.HOW_MANY_MADE: lambda d, f: (len(d.makers()), len(d.bids)) == (f.n, f.of),
    Kind.ZERO_KEPT: lambda d, f: d.bids[f.seats[0]] == d.took(f.seats[0]) == 0 < f.n == d.size,
    Kind.ZEROS_KEPT: lambda d, f: (
        [*f.seats] == [s for s in sorted(d.bids) if not d.bids[s] and s not in d.takers]
        and len(f.seats) > 1
    ),
    Kind.ALL_TAKEN: lambda d, f: d.bids[f.seats[0]] == f.n == d.size and {*d.takers} == {*f.seats},
    Kind.BIG_BID: lambda d, f: (
        d.took(f.seats[0]) == f.n == max(d.bids.values()) and [*d.bids.values()].count(f.n) == 1
    ),
    Kind.OVERRUN: lambda d, f: (d.bids[f.seats[0]], d.took(f.seats[0])) == (f.of, f.n) > (-1, f.of),
    Kind.SHORT: lambda d, f: d.bids[f.seats[0]] == f.of > f.n == d.took(f.seats[0]) > 0,
    Kind.EMPTY_HANDED: lambda d, f: d.bids[f.seats[0]] == f.of > 1 and f.seats[0] not in d.takers,
    Kind.ABOVE_WORTH: lambda d, f: d.made(f.seats[0]) and told_worth(d, f) and f.n >= f.of + 2,
    Kind.BELOW_WORTH: lambda d, f: d.made(f.seats[0]) and told_worth(d, f) and f.n <= f.of - 2,
    Kind.UNLUCKY: lambda d, f: (
        not d.made(f.seats[0]) and told_worth(d, f) and 0 < f.n < min(f.of, d.bids[f.seats[0]])
    ),
    Kind.LAST_TRICK_MADE: lambda d, f: d.takers[-1] == f.seats[0] and d.made(f.seats[0]),
    Kind.LAST_TRICK_TOO_MANY: lambda d, f: (
        d.takers[-1] == f.seats[0] and d.took(*f.seats) - d.bids[f.seats[0]] == 1 < d.took(*f.seats)
    ),
    Kind.LAST_TRICK_LOST: lambda d, f: (
        d.takers[-1] == f.seats[1] != f.seats[0] and d.bids[f.seats[0]] - d.took(f.seats[0]) == 1
    ),
    Kind.ZERO_LOST_FIRST: lambda d, f: d.bids[f.seats[0]] == 0 and d.takers[0] == f.seats[0],
    Kind.ZERO_LOST_LAST: lambda d, f: (
        d.bids[f.seats[0]] == 0 and d.takers.index(f.seats[0]) == d.size - 1
    ),
    Kind.RUN: lambda d, f: longest_run(d, f.seats[0]) >= f.n > 2,
    Kind.EVERY_TRICK: lambda d, f: {*d.takers} == {*f.seats} and d.bids.get(f.seats[0]) != d.size,
    Kind.MOST_TRICKS: lambda d, f: (
        f.of == d.size
        and Counter(d.takers).most_common(2)[0] == (f.seats[0], f.n)
        and sorted(Counter(d.takers).values())[-2] < f.n
    ),
    Kind.LOW_CARD: lambda d, f: takes_with(
        d, f.seats[0], lambda card, trick: card.rank is Rank.TWO and card.suit != d.trump
    ),
    Kind.ACE_TRUMPED: lambda d, f: takes_with(
        d, f.seats[0], lambda card, trick: ace_beaten(d, card, trick)
    ),
    Kind.STREAK: lambda d, f: in_a_row(d.row(f.seats[0]), True) == f.n > 2,
    Kind.STREAK_ENDS: lambda d, f: (
        not d.made(f.seats[0])
        and in_a_row(d.row(f.seats[0])[1:], True) == f.n > 2
        and not all(d.row(f.seats[0])[1:])
    ),
    Kind.FIRST_MISS: lambda d, f: d.row(f.seats[0]) == [False, *[True] * f.n] and f.n > 2,
    Kind.DROUGHT_ENDS: lambda d, f: (
        d.made(f.seats[0]) and in_a_row(d.row(f.seats[0])[1:], False) == f.n > 2
    ),
    Kind.FIRST_MADE: lambda d, f: d.row(f.seats[0]) == [True, *[False] * f.n] and f.n > 2,
    Kind.PERFECT: lambda d, f: (
        [s for s in range(len(d.after)) if False not in d.row(s)] == [*f.seats]
    ),
    Kind.BEST_START: lambda d, f: not d.earlier and best(d.after) == [*f.seats],
    Kind.TAKES_LEAD: lambda d, f: [best(d.after), best(d.before)] == [[s] for s in f.seats],
    Kind.ALONE_ON_TOP: lambda d, f: best(d.after) == [*f.seats] and len(best(d.before)) > 1,
    Kind.TIE_ON_TOP: lambda d, f: best(d.before) != best(d.after) == [*f.seats] != [*f.seats[:1]],
    Kind.ALL_LEVEL: lambda d, f: len({*d.after}) == 1,
    Kind.PULLS_AWAY: lambda d, f: (
        best(d.before) == best(d.after) == [*f.seats] and f.n == margin(d.after) > margin(d.before)
    ),
    Kind.CLOSES_IN: lambda d, f: (
        best(d.after) == [f.seats[1]]
        and rank(d.after, f.seats[0]) == 2
        and d.after[f.seats[1]] - d.after[f.seats[0]] == f.n
        and f.n < d.before[f.seats[1]] - d.before[f.seats[0]]
    ),
    Kind.COMEBACK: lambda d, f: best(d.after) == [*f.seats] and was_last(d, f.seats[0]),
    Kind.LEAD_HELD: lambda d, f: all(best(one.after) == [*f.seats] for one in d.all[-f.n :]),
    Kind.HALFWAY: lambda d, f: best(d.after) == [*f.seats] and half_played(d),
    Kind.LEADS: lambda d, f: best(d.after) == [*f.seats] and max(d.after) == f.n,
    Kind.CLIMBS: lambda d, f: rank(d.before, f.seats[0]) > f.n == rank(d.after, f.seats[0]) > 1,
    Kind.FALLS: lambda d, f: rank(d.before, f.seats[0]) < f.n == rank(d.after, f.seats[0]),
    Kind.ALL_CLOSE: lambda d, f: max(d.after) - min(d.after) == f.n > 0,
    Kind.BEST_DEAL: lambda d, f: (
        d.points[f.seats[0]] == f.n > max(point for one in d.earlier for point in one.points)
        and d.points.count(f.n) == 1
    ),
    Kind.MOST_POINTS: lambda d, f: best(d.points) == [*f.seats] and d.points[f.seats[0]] == f.n,
    Kind.FIRST_LOSS: lambda d, f: (
        [s for s, point in enumerate(d.points) if point < 0] == [*f.seats]
        and all(point >= 0 for one in d.earlier for point in one.points)
    ),
    Kind.BELOW_ZERO: lambda d, f: d.before[f.seats[0]] >= 0 > d.after[f.seats[0]],
    Kind.ABOVE_ZERO: lambda d, f: d.before[f.seats[0]] < 0 < d.after[f.seats[0]],
    Kind.HUNDRED: lambda d, f: (
        f.n % 100 == 0 < f.n
        and [s for s, total in enumerate(d.after) if total >= f.n] == [*f.seats]
        and all(total < f.n for one in d.earlier for total in one.after)
    ),
    Kind.DECIDED_LAST: lambda d, f: (
        d.over and d.winners == f.seats[:1] and best(d.before) == [f.seats[1]]
    ),
    Kind.HELD_TO_THE_END: lambda d, f: d.over and d.winners == f.seats == (*best(d.before),),
    Kind.PHOTO_FINISH: lambda d, f: (
        d.over
        and d.winners == f.seats[:1]
        and margin(d.after) == f.n
        and rank(d.after, f.seats[1]) == 2
    ),
    Kind.NEVER_BEHIND: lambda d, f: d.over and all(f.seats[0] in best(one.after) for one in d.all),
    Kind.WON_FROM_LAST: lambda d, f: d.over and d.winners == f.seats and was_last(d, f.seats[0]),
}
"""What makes each kind of fact true."""


def told_worth(deal, fact):
    return (deal.took(fact.seats[0]), deal.worth[fact.seats[0]]) == (fact.n, fact.of)


def margin(totals):
    first, second, *_ = sorted(totals, reverse=True)
    return first - second


def was_last(deal, seat):
    return any(
        all(one.after[seat] < total for s, total in enumerate(one.after) if s != seat)
        for one in deal.earlier
    )


def half_played(deal):
    return 2 * len(deal.earlier) < deal.deal_count <= 2 * len(deal.all)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_all_that_could_be_told_of_a_game_is_true(file):
    log = read_record(file.read_text("utf-8"))
    deals = told_by(log)

    for deal, course in zip(deals, courses(view(replay(log))), strict=True):
        for fact in facts_of(course):
            assert TRUE[fact.kind](deal, fact), (len(deal.all), fact)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [3, 7])
def test_all_that_could_be_told_of_a_foolish_game_is_true(players, seed):
    dice = random.Random(seed)
    _, log = play_out(
        preset("ohhell_pagat"), players, dice, lambda game, s: dice.choice(choices(view(game, s)))
    )
    for deal, course in zip(told_by(log), courses(view(replay(log))), strict=True):
        for fact in facts_of(course):
            assert TRUE[fact.kind](deal, fact), (len(deal.all), fact)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_no_kind_comes_twice_while_another_would_do(file):
    seen = view(replay(read_record(file.read_text("utf-8"))))
    told = Counter()

    for course, headline in zip(courses(seen), headlines("Lindy", seen), strict=True):
        first, *second = sorted((told[fact.kind] for fact in headline.facts), reverse=True)
        assert first == min(told[fact.kind] for fact in facts_of(course))
        assert second in ([], [0])
        told.update(fact.kind for fact in headline.facts)


def test_every_kind_is_told_of_some_game():
    told = {
        fact.kind
        for file in GOLDEN
        for headline in headlines("Lindy", view(replay(read_record(file.read_text("utf-8")))))
        for fact in headline.facts
    }
    assert told == {*Kind} == TRUE.keys()


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_everybody_reads_the_same(seat):
    game = Story(4, 1, "en").over.game
    assert headlines("Lindy", view(game, seat)) == headlines("Lindy", view(game))


def test_each_game_has_its_own_choice():
    seen = view(Story(4, 1, "en").over.game)
    assert headlines("Lindy", seen) != headlines("Club", seen)


def said(language, *told, html=False):
    made = environment(templates_folder(), language, USUAL_LOOK, html=html)
    return str(made.get_template("_text.txt").module.headline(told))


@pytest.mark.parametrize("language", translated())
def test_every_language_has_words_for_every_kind(language):
    """And none of its own for English; who is meant stands in them, whatever the name is."""
    for kind, n, of in product(Kind, (2, 3, 4), (1, 4)):
        told = Telling(kind.value, NAMES[5:], n, of)
        words, english = said(language, told), said("en", told)
        assert "%(" not in words
        assert (words == english) is (language == "en"), words
        for name in NAMES[5:]:
            assert (name in words) == (name in english), words
        assert LexborHTMLParser(said(language, told, html=True)).text() == words


def test_a_headline_is_one_sentence_of_two_clauses():
    facts = (Fact(Kind.ABOVE_WORTH, (3,), n=4, of=2), Fact(Kind.FALLS, (0,), n=3))
    told = [Telling(f.kind.value, tuple(NAMES[s] for s in f.seats), f.n, f.of) for f in facts]
    assert said("en", *told) == "Dieter made four on a hand worth two; Anna falls to third"
    assert said("de", *told) == (
        "Dieter hat vier gemacht, mit einem Blatt für zwei; Anna fällt auf Platz drei"
    )


def test_it_stands_before_all_else_in_the_result_and_in_the_question():
    scene = Story(4, 1, "en").last_bid
    asking, reader = scene.asking(), scene.reader(0)
    result = DealOver.of(reader, logged(scene.log)[-20:])
    words = said("en", *clauses(headlines("Lindy", reader.view)[-1], reader.names))

    for page, told, below in (
        (result, words, "+"),
        (asking, f"Deal 3: {words}", "BIDS SO FAR"),
    ):
        assert [one.deal for one in page.news.results] == [3]
        letter = Templates().render(page)
        assert " ".join(letter.text.split()).index(told) < letter.text.index(below)
        assert LexborHTMLParser(letter.html).css_first("h2").text() == told


def test_the_last_letter_begins_with_that_of_the_last_deal():
    scene = Story(4, 1, "en").over
    page = Digest.of(scene.reader(0), [50] * 4, NOW)
    words = said("en", *page.sheet[-1].headline)

    assert words
    letter = Templates().render(page)
    assert " ".join(letter.text.split()).index(words) < letter.text.index("FINAL SCORE")


def test_while_another_table_plays_the_same_deals_nothing_is_told():
    reader = reader_of(Story(4, 1, "en").over.game, 0)
    one = deal_result(reader.view, 0, reader.names)

    assert headed([one], reader)[0].headline
    assert headed([one], replace(reader, sealed=True)) == (one,)
