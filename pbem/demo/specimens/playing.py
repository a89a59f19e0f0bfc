"""Letters about a game under way: what is asked, how it stands, what has happened to it."""

from __future__ import annotations

from dataclasses import replace

from pbem.demo.specimens.games import NOW, Story, logged, newcomer
from pbem.demo.specimens.people import AWAY
from pbem.demo.specimens.scores import SOME_EVENINGS
from pbem.domain.asking import Waited
from pbem.domain.logged import Actor
from pbem.domain.vocabulary import WhyNot
from pbem.letters.badges import badges
from pbem.letters.page import AnyPage
from pbem.letters.pages.questions import Asking, GameStart, YourTables
from pbem.letters.pages.status import DealLog, DealOver, GameNews, Status, TakeSeat
from pbem.letters.parts import Answered
from pbem.letters.talk import Remark
from pbem.letters.unasked import Unasked
from pbem.orders.keywords import Watchers

NEWS = (
    *(
        "paused",
        "resumed",
        "cancelled",
        "server_ends",
        "extended",
        "words",
        "uninvited",
        "replaced",
        "off",
    ),
    *("back_to_trick", "back_to_deal", "time_back"),
)
"""What an organiser may have done to a game."""


def pages(story: Story) -> dict[str, AnyPage]:
    """The letters that ask, and those that tell how the game goes."""
    return {**_asked(story), **_explained(story), **_told(story), **_changed(story)}


def _explained(story: Story) -> dict[str, AnyPage]:
    """The letters of a newcomer's first deal."""
    first, lead = story.first_bid, story.lead
    last = story.choice(
        "first hook", lambda g: g.deal is not None and g.deal.bids_made == story.players - 1
    )
    over = story.choice("second deal", lambda g: len(g.deals) == 1 and g.deal is not None)
    asked = {
        name: Asking.of(newcomer(scene.reader()), logged(scene.log)[-12:], scene.question)
        for name, scene in (("bid", first), ("hook", last), ("lead", lead), ("result", over))
    }
    return {
        "game_start newcomer": GameStart.of(
            newcomer(first.reader()), logged(first.log), first.question
        ),
        "deal_over newcomer": DealOver.of(newcomer(over.reader(over.other)), logged(over.log)),
        **{f"{page.kind} newcomer {name}": page for name, page in asked.items()},
    }


def _asked(story: Story) -> dict[str, AnyPage]:
    follow, bid = story.follow, story.first_bid.asking()
    lead, card = story.lead.asking(), follow.asking()
    late = logged(follow.log, Actor.DEADLINE)[-9:]
    return {
        "your_bid first": bid,
        "your_bid last": story.last_bid.asking(),
        "your_bid talk": _told_by(story.last_bid.asking()),
        "your_bid last today": replace(bid, frame=replace(bid.frame, last_today=True)),
        "your_bid other clock": _proposing(bid, "Europe/Berlin"),
        "your_play lead": lead,
        "your_play follow": card,
        "your_play read": _read(card),
        "your_play talk": _told_by(card),
        "your_play live": replace(card, due=replace(card.due, hold=10)),
        "your_play after silence": Asking.of(follow.reader(), late, follow.question),
        "your_play unasked": _unasked(card),
        "your_tables": YourTables(lead.frame, (lead, card), reminder=False),
        "your_tables three": YourTables(lead.frame, (lead,) * 3, reminder=True),
        "your_tables no code": YourTables(lead.frame, (lead,), why=WhyNot.NO_CODE),
        "your_tables unknown code": YourTables(lead.frame, (lead, card), why=WhyNot.UNKNOWN_CODE),
    }


def _unasked(page: Asking) -> AnyPage:
    """The letter after moves in which there was nothing to choose."""
    one, *others = [held.card for held in page.round.hand]
    done = (
        Unasked(4, cards=(one,)),
        Unasked(4, cards=tuple(others), foregone=True),
        Unasked(5, bid=1),
    )
    return replace(page, news=replace(page.news, unasked=done))


def _told_by(page: Asking) -> AnyPage:
    """The letter with what players have said."""
    anna, *_ = badges(("Anna", "Bruno"))
    talk = (Remark("Ruth", "<b>bravo</b>, Dieter!"), Remark("Anna", "uff :-(", anna))
    notes = replace(page.frame.notes, talk=talk, earlier_talk=(Remark("Ruth", "ciao!"),))
    return replace(page, frame=replace(page.frame, notes=notes))


def _proposing(bid: Asking, zone: str) -> AnyPage:
    """The letter with the zone that the reader's mails may have been written in."""
    notes = replace(bid.frame.notes, zone=zone)
    return replace(bid, frame=replace(bid.frame, notes=notes))


def _told(story: Story) -> dict[str, AnyPage]:
    first, bidding, follow = story.first_bid, story.last_bid, story.follow
    deal = story.until("a deal", lambda game: len(game.deals) == 1 and bool(game.deal))
    begun = logged(first.log)
    under_way, finished = (DealLog.of(follow.reader(), number) for number in (None, 2))
    assert under_way
    assert finished
    return {
        "game_start first": GameStart.of(first.reader(), begun, first.question),
        "game_start": GameStart.of(first.reader(first.other), begun, None),
        "status before": Status.before_start(story.fresh),
        "status bidding": Status.of(bidding.reader(bidding.other), Waited(NOW)),
        "status playing": Status.of(follow.asked(), Waited(NOW)),
        "status put off": Status.of(bidding.reader(bidding.other), Waited(until=NOW)),
        "status evenings": Status.of(follow.asked(), Waited(NOW), evenings=SOME_EVENINGS),
        "status adoptable": replace(Status.of(follow.asked(), Waited(NOW)), adoptable=True),
        "status over": Status.of(story.over.reader(0), Waited()),
        "deal_log under way": under_way,
        "deal_log finished": finished,
        "deal_over": DealOver.of(deal.reader(deal.other), logged(deal.log)[-9:]),
        "deal_over spectator": DealOver.of(deal.spectator(), logged(deal.log)),
        "status spectator": Status.of(follow.spectator(), Waited(NOW)),
    }


def _changed(story: Story) -> dict[str, AnyPage]:
    fresh = story.fresh
    third = story.until("third deal", lambda game: len(game.deals) == 2 and game.deal is not None)
    told = (
        *(("words", "Happy new year! Next deal on the 3rd.", ""), ("seat", "Eva", "Ruth")),
        *(("seat_asked", "Eva", "Ruth"), ("may_move", "Ruth", "Ruth"), ("moved", "Ruth", "Ruth")),
        *(("dropped", "-", "Ruth"), ("dropped", "Two weeks of silence.", "Ruth")),
        *(("back_to_trick", "A slip.", "2"), ("back_to_deal", "A slip.", "6")),
        *(("watched", may, "") for may in Watchers),
    )
    back = replace(fresh, notes=replace(fresh.notes, went_back=NOW))
    frame = replace(fresh, notes=replace(fresh.notes, announced=told)).frame
    numbers = {"back_to_trick": "2", "back_to_deal": "6"}
    return {
        "game_news went_back": GameNews(back.frame, "went_back"),
        "game_news uncounted": GameNews(fresh.frame, "uncounted"),
        "game_news codeless": GameNews(fresh.frame, "codeless"),
        "game_news resumed due": GameNews(fresh.frame, "resumed", until=NOW),
        "take_seat": TakeSeat.of(third.reader(0), "Ruth"),
        **{
            f"game_news {done}": GameNews(
                replace(frame, paused=done == "paused"),
                done,
                words="Happy new year!",
                name=numbers.get(done, "Eva"),
                until=NOW if done in ("extended", "time_back") else None,
                days=AWAY if done == "off" else None,
            )
            for done in NEWS
        },
    }


def _read(page: Asking) -> Asking:
    """The same with how the last answer was read."""
    notes = replace(page.frame.notes, read=Answered(None, "play", card=page.round.hand[0].card))
    return replace(page, frame=replace(page.frame, notes=notes))
