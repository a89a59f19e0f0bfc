"""A page of every kind, from games played by chance: what the letters are looked at with."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, get_args

from engine import (
    Deal,
    Entry,
    Game,
    LayBid,
    MakeBid,
    NameTrump,
    PlayCard,
    Rules,
    Seat,
    Suit,
    TakenBack,
    View,
    cards,
    choices,
    preset,
    start,
    view,
)
from engine.cards import STANDARD_PACK
from engine.chain import so_far
from engine.players import choose
from engine.proof import Section, Shown, sections
from engine.shuffle import fingerprint
from pbem.demo.playouts import play_out
from pbem.hearing.trials import TEST
from pbem.letters import compose
from pbem.letters.compose import tag
from pbem.letters.helping import helping
from pbem.letters.notes import notes_of
from pbem.letters.pages import (
    AddressChange,
    AllAnswered,
    CommandResult,
    Concern,
    ConfirmAddress,
    ConfirmRegistration,
    Consent,
    Fingerprint,
    GameAway,
    GameLine,
    Got,
    LeagueLine,
    LeagueTable,
    MailComesBack,
    MatchLine,
    MatchOver,
    Need,
    NoSeat,
    Opened,
    OpenGame,
    OpenGames,
    OperatorDay,
    OrganiserDigest,
    Page,
    PauseKind,
    PresenceKind,
    Ranked,
    RematchKind,
    SilentPlayer,
    Told,
    Welcome,
    YourBid,
    YourGame,
    YourPlay,
    YourTables,
)
from pbem.letters.pages.helping import TOPICS
from pbem.letters.rounds import Reader
from pbem.letters.speech import speech
from pbem.letters.taps import Taps
from pbem.orders.cards import ordered
from pbem.orders.context import Context
from pbem.orders.model import Ask, Bid, Clause, Plan, Play, Policy, When
from pbem.table.asking import asked_of, in_game
from pbem.table.deadlines import Span
from pbem.table.mailing import Mailing
from pbem.table.model import Actor, Closed, Logged, Player, Question, Said, Stage, Table
from pbem.table.plans import Dropped, Kept, Why
from pbem.table.turn import shuffles_to_come

NOW = datetime(2026, 10, 18, 9, 12, tzinfo=UTC)
NAMES = ("Anna", "Bruno", "Chloé", "Dieter", "Ruth", "Jan", "Sofia")
RULES = preset("ohhell_pagat")
TAG = "#qaaabcdefghijkmnpqrst"
WORDS = (("Anna", "banana"), ("Chloé", "<b>crème</b> & brûlée, please, and thank you very much"))


def table_of(players: int, language: str = "en") -> Table:
    """A table of so many who read that language, organised by Marta."""
    people = [Player(n, name, f"p{n}@x.example", language, "UTC") for n, name in enumerate(NAMES)]
    marta = Player(99, "Marta", "marta@x.example", "en", "UTC")
    return Table(
        id=1,
        name="Lindy",
        stage=Stage.PLAYING,
        preset="ohhell_pagat",
        organiser=marta,
        players=tuple(people[:players]),
        said=(Said.YES,) * players,
        answer_in=48,
        hold=10,
        spare_hours=48,
        created_at=NOW - timedelta(days=16),
    )


def reader_of(game: Game, seat: int, language: str = "en") -> Reader:
    """A seat reading about a game."""
    table, seen = table_of(game.players, language), view(game, seat)
    press_send = speech(language).press_send
    taps = Taps("table+qaaa@ohhell.example", f"{tag(table, seen)} {TAG}", press_send)
    prints = tuple(
        Fingerprint(deal, fingerprint(bytes([deal] * 32))) for deal in shuffles_to_come(game)
    )
    opened = tuple(
        Opened(deal.number, bytes([deal.number] * 32).hex(), WORDS[: deal.number % 3])
        for deal in game.deals
    )
    return Reader(
        table,
        table.players[seat],
        seen,
        taps,
        so_far=so_far("Lindy", game),
        fingerprints=prints,
        opened=opened,
    )


def proved(game: Game, log: Sequence[Entry]) -> tuple[Section, ...]:
    """What is published of a game: one deal has no fingerprint, and one more is announced."""
    secrets, words = [bytes([deal] * 32) for deal in range(len(game.deals))], ((Seat(1), "x & y"),)
    shown = [Shown(at, fingerprint(one), one.hex(), words) for at, one in enumerate(secrets)]
    events = [entry for entry in log if not isinstance(entry, TakenBack)]
    return sections("Lindy", events, [*shown, Shown(len(game.deals) + 1, fingerprint(b"next"))])


def question_to(game: Game, seat: int, log: Sequence[Entry]) -> Question:
    """The question a seat is asked now."""
    deal = game.deal
    ask = asked_of(deal) if deal else Ask.PLAY
    due = NOW + timedelta(hours=50)
    return Question(5, 1, Seat(seat), ask, 1, 1, len(log), NOW, due)


def closed_question(seat: int) -> Question:
    """A question of an earlier trick, answered."""
    closed, due = Closed.ANSWERED, NOW - timedelta(hours=2)
    return Question(4, 1, Seat(seat), Ask.PLAY, 3, 2, 9, due, due, closed, "KC")


def logged(log: Sequence[Entry], actor: Actor = Actor.PLAYER) -> list[Logged]:
    """A log as the store gives it."""
    return [
        Logged(seq, seq, actor, getattr(entry, "seat", None), entry)
        for seq, entry in enumerate(log)
    ]


PLAYED: dict[tuple[object, ...], tuple[Game, list[Entry]]] = {}
"""Games that were played for the pages of one language, to be told in the others too."""


def played_until(
    what: str,
    players: int,
    seed: int | str,
    until: Callable[[Game], bool],
    rules: Rules = RULES,
) -> tuple[Game, list[Entry]]:
    """A game of computer players, stopped when `until` holds, which is `what`."""
    key = (what, rules, players, seed)
    if key not in PLAYED:
        dice = random.Random(seed)
        PLAYED[key] = play_out(rules, players, dice, lambda g, s: choose(view(g, s)), until)
    return PLAYED[key]


def question_page(
    game: Game,
    log: Sequence[Entry],
    told: int,
    language: str = "en",
    actor: Actor = Actor.PLAYER,
) -> Page:
    """The page that asks the seat whose turn it is, telling what came after entry `told`."""
    seat = game.awaiting[0]
    asked, reader = question_to(game, seat, log), reader_of(game, seat, language)
    recent = logged(log, actor)[told:]
    if asked.ask is Ask.PLAY:
        return compose.your_play(reader, recent, asked)
    return compose.your_bid(reader, recent, asked)


def kept_pages(game: Game, log: Sequence[Entry], language: str = "en") -> dict[str, Page]:
    """Pages about what is kept, at a seat that is to play."""

    def reading(seat: int) -> Reader:
        return reader_of(game, seat, language)

    seat = game.awaiting[0]
    hand = view(game, seat).hand
    low = (Clause(hand[0], Suit.CLUBS), Clause(hand[1], Suit.HEARTS), Clause(Policy.LOW))
    plan = Plan((low, (Clause(hand[-1]),), (Clause(Policy.HIGH, Suit.SPADES),)))
    bid = Bid(2, (3, 0))
    notes = notes_of(
        [Kept(bid), Kept(plan, 3)],
        dict(zip(When, Policy, strict=False)),
        [Dropped(Kept(bid), Why.ILLEGAL), *(Dropped(Kept(plan, 2), why) for why in Why)],
        reading(seat).taps.to("forget plan", speech(language).say("requests", "forget_plan")),
    )
    asked = question_to(game, seat, log)
    reader = replace(reading(seat), notes=notes)
    other = replace(reading((seat + 1) % game.players), notes=notes)
    card = PlayCard(Seat(seat), hand[0])
    until = NOW + timedelta(minutes=10)
    long = "if clubs led the king of clubs else the lowest " * 6
    early: dict[str, Play | Plan] = {"not_yet card": Play(hand[0]), "not_yet plan": plan}
    pages: dict[str, Page] = {
        "your_play with plans": compose.your_play(reader, logged(log)[-12:], asked),
        "status with plans": compose.status(other, None, NOW),
        "got_it card": compose.got_it(reader, "qeen of harts", did=card, until=until, keeps=True),
        "got_it bid": compose.got_it(other, "deux", did=MakeBid(Seat(seat), 2)),
        "got_it trump": compose.got_it(other, "treffle", did=NameTrump(Seat(seat), Suit.CLUBS)),
        "got_it laid": compose.got_it(other, "lay them", did=LayBid(Seat(seat), hand[:3])),
        "got_it kept": compose.got_it(reader, long, keeps=True),
        "got_it forgotten": compose.got_it(other, "forget plan", news="forgotten"),
        "got_it policy": compose.got_it(reader, "when made duck", news="policy"),
        "got_it first": compose.got_it(reader, "QH", did=card, until=until, news="first"),
        "got_it no policy": compose.got_it(other, "when made ask", news="no policy"),
    }
    before = reading(other.view.seat or 0)
    for name, order in early.items():
        pages[name] = compose.not_yet(before, long, order, Kept(plan, 3), closed_question(seat))
    return pages


READ_AGAINST: dict[str, Context] = {}
"""What the answers to the odd pages are read against, by the names of the pages."""


def odd_pages(language: str = "en") -> dict[str, Page]:
    """Pages of games that ask other things: sealed bids, cards laid aside, trumps, calls."""
    pages: dict[str, Page] = {}

    def at(name: str, preset_name: str, until: Callable[[Game, Deal, View], bool]) -> None:
        rules = preset(preset_name)
        players = min(max(4, rules.players[0]), rules.players[1])

        def stop(g: Game) -> bool:
            if g.deal is None or not g.awaiting:
                return False
            seen = view(g, g.awaiting[0])
            return len(choices(seen)) > 1 and until(g, g.deal, seen)

        game, log = played_until(name, players, name, stop, rules)
        assert not game.over, name
        pages[name] = question_page(game, log, max(0, len(log) - 12), language)
        seat = game.awaiting[0]
        READ_AGAINST[name] = in_game(Context(), game, seat, question_to(game, seat, log))

    at("your_bid sealed", "british_oh_hell_fists", lambda g, d, v: d.number == 6)
    at("your_bid one sealed in", "australian_bust", lambda g, d, v: d.bids_made == 2)
    at("your_bid laid", "ninety_nine", lambda g, d, v: d.number == 2)
    at("your_bid laid by turn-up", "ninety_nine_37", lambda g, d, v: d.number == 2)
    at("your_bid trump", "okuneff", lambda g, d, v: bool(v.legal_trumps))
    at("your_bid trump of the dealer", "clag", lambda g, d, v: bool(v.legal_trumps))
    at("your_bid forehead", "devils_bridge", lambda g, d, v: d.number == 19)
    at("your_bid blind", "clag", lambda g, d, v: d.number == 11)
    at("your_bid trump later", "super_screw", lambda g, d, v: d.number == 3)
    at("your_play twos wild", "clag", lambda g, d, v: bool(v.calls))
    at("your_play joker", "atkinson_blackout", lambda g, d, v: bool(v.calls))
    at(
        "your_play after a call",
        "atkinson_blackout",
        lambda g, d, v: bool(d.trick.calls) and len(v.legal_cards) > 1,
    )
    at(
        "your_play wizard",
        "wizard",
        lambda g, d, v: any(c.suit is Suit.WIZARDS for c in v.legal_cards),
    )
    at("your_play most tricks", "clag", lambda g, d, v: d.number == 15)
    at(
        "your_play locked",
        "boerenbridge_100",
        lambda g, d, v: len(d.bidders) < 4 and d.tricks != (),
    )
    at("your_play no joker yet", "atkinson_blackout", _shut_joker)
    return pages


def _shut_joker(game: Game, deal: Deal, seen: View) -> bool:
    shut = set(seen.hand) - set(seen.legal_cards)
    return bool(seen.legal_cards) and any(card.suit is Suit.JOKERS for card in shut)


def all_pages(players: int = 4, seed: int = 7, language: str = "en") -> dict[str, Page]:
    """One page of every kind and of each kind's odd cases, by a name for each."""
    pages: dict[str, Page] = {}

    def reading(game: Game, seat: int) -> Reader:
        return reader_of(game, seat, language)

    def free_choice(g: Game) -> bool:
        return bool(g.awaiting) and len(view(g, g.awaiting[0]).legal) > 1

    def at(name: str, until: Callable[[Game], bool]) -> tuple[Game, list[Entry]]:
        game, log = played_until(name, players, seed, lambda g: until(g) and free_choice(g))
        pages[name] = question_page(game, log, max(0, len(log) - 12), language)
        return game, log

    game, log = at("your_bid first", lambda g: g.deal is not None)
    first = game.awaiting[0]
    pages["game_start first"] = compose.game_start(
        reading(game, first), logged(log), question_to(game, first, log)
    )
    other = (first + 1) % players
    pages["game_start"] = compose.game_start(reading(game, other), logged(log), None)
    game, log = at(
        "your_bid last",
        lambda g: len(g.deals) == 3 and g.deal is not None and g.deal.bids_made == players - 1,
    )
    seat = game.awaiting[0]
    hook = "the bids would add up to the tricks"
    pages["refused bid"] = compose.refused(
        reading(game, seat), "1", hook, question_to(game, seat, log)
    )
    pages["status bidding"] = compose.status(reading(game, (seat + 1) % players), None, NOW)
    pages["your_data"] = compose.your_data(reading(game, seat), "{}\n")
    away = Span(date(2026, 11, 3), date(2026, 11, 17))
    games = (GameAway("Lindy", 15, 15), GameAway("Club", 3, 15), GameAway("Tuesday Night", 0, 15))
    whats: tuple[PresenceKind, ...] = get_args(PresenceKind)
    for what in whats:
        kind = {"leaving": "leave_game", "forgetting": "forget_me"}.get(what, f"presence {what}")
        pages[kind] = compose.presence(
            reading(game, seat),
            what,
            missed=2,
            away=away if what == "away" else None,
            games=games if what == "away" else (),
        )
    for topic in ("", *TOPICS):
        page = helping(reading(game, seat), topic, "table@ohhell.example")
        pages[f"help {topic}".strip()] = page
    pages["refused old"] = compose.refused(
        reading(game, seat), "QH", "old question", None, closed_question(seat)
    )
    game, log = at("your_play lead", lambda g: g.deal is not None and None not in g.deal.bids)
    game, log = at(
        "your_play follow",
        lambda g: (
            len(g.deals) > 3
            and g.deal is not None
            and len(g.deal.trick.cards) == players - 1
            and len(view(g, g.awaiting[0]).legal) < len(view(g, g.awaiting[0]).hand)
        ),
    )
    seat = game.awaiting[0]
    pages["refused card"] = compose.refused(
        reading(game, seat), "KD", "must follow suit", question_to(game, seat, log)
    )
    held, legal = view(game, seat).hand, view(game, seat).legal_cards
    both = ordered((legal[0], next(card for card in STANDARD_PACK.cards() if card not in held)))
    for name, among in (("which_card", legal), ("which_card one held", both)):
        pages[name] = compose.which_card(
            reading(game, seat), "the 7 or so", among, question_to(game, seat, log)
        )
    elsewhere = tuple(card for card in cards("7C 7H QC QH KC KH") if card not in held)[:2]
    once = compose.which_card(reading(game, seat), "KC", elsewhere, question_to(game, seat, log))
    pages["which_card none held"] = replace(once, remembers=True)
    pages |= kept_pages(game, log, language)
    under_way = compose.deal_log(reading(game, seat), None)
    finished = compose.deal_log(reading(game, seat), 2)
    assert under_way
    assert finished
    pages |= {"deal_log under way": under_way, "deal_log finished": finished}
    pages["status playing"] = compose.status(reading(game, seat), question_to(game, seat, log), NOW)
    late = logged(log, Actor.DEADLINE)[-9:]
    pages["your_play after silence"] = compose.your_play(
        reading(game, seat), late, question_to(game, seat, log)
    )
    asked_first = pages["your_bid first"]
    assert isinstance(asked_first, YourBid)
    last_today = replace(asked_first.frame, last_today=True)
    pages["your_bid last today"] = replace(asked_first, frame=last_today)
    game, log = played_until("a deal", players, seed, lambda g: len(g.deals) == 1 and bool(g.deal))
    waiting = reading(game, (game.awaiting[0] + 1) % players)
    pages["deal_over"] = compose.deal_over(waiting, logged(log)[-9:])
    game, log = played_until("whole", players, seed, lambda g: False)
    plays = tuple(page for page in pages.values() if isinstance(page, YourPlay))
    pages["your_tables"] = YourTables(plays[0].frame, plays[:2], reminder=False)
    pages["your_tables three"] = YourTables(plays[0].frame, plays[:1] * 3, reminder=True)
    pages["proof"] = compose.proof(reading(game, 0), proved(game, log), NAMES)
    pages["digest"] = compose.digest(reading(game, 0), [50] * players, NOW)
    pages["chart"] = compose.chart(reading(game, 0), [(10, 0, 12, 1, 3, 4, 5)[:players]] * 3, b"")
    pages["status over"] = compose.status(reading(game, 0), None, None)
    fresh = reading(start(RULES, players), 0)
    pages["invitation"] = compose.invitation(fresh, RULES, "Same silly game. You in?")
    for word in ("yes", "no", "joined"):
        pages[f"noted {word}"] = compose.noted(fresh, word)
    for kind in get_args(PauseKind):
        day = date(2026, 12, 24) if kind == "proposed" else None
        pages[f"pause_poll {kind}"] = compose.pause_poll(
            reading(game, 0), kind, name="Bruno", first=day, days=10, waits=("Anna", "Chloé")
        )
    pages["pause_poll days"] = compose.pause_poll(
        reading(game, 0), "proposed", name="Bruno", first=None, days=3, waits=("Anna",)
    )
    answers = (("Anna", "yes"), ("Bruno", "no"), ("Chloé", "nothing"))
    rematches: tuple[RematchKind, ...] = get_args(RematchKind)
    for rematch in rematches:
        following = "Lindy 2" if rematch == "noted" else ""
        pages[f"rematch {rematch}"] = compose.rematch(
            reading(game, 0), rematch, name="Bruno", said=answers, needed=3, following=following
        )
    pages["was_that_you"] = compose.was_that_you(fresh, "anna@work.example", "QH")
    pages["was_that_you own"] = compose.was_that_you(fresh, "p0@x.example", "")
    pages["sender_noted yes"] = compose.sender_noted(fresh, "anna@work.example", "yes")
    pages["sender_noted own"] = compose.sender_noted(fresh, "p0@x.example", "yes")
    pages["sender_noted late"] = compose.sender_noted(fresh, "anna@work.example", "late")
    pages["sender_noted no"] = compose.sender_noted(fresh, "anna@work.example", "no")
    pages["refused two questions"] = compose.refused(fresh, "", "two questions", None)
    for why in ("encrypted", "winmail"):
        pages[f"refused {why}"] = compose.refused(fresh, "", why, None)
    pages["refused no code"] = compose.refused(fresh, "", "no code", None)
    yes, no = (fresh.taps.to(one, speech(language).say("answers", one)) for one in ("yes", "no"))
    pages["confirm_address"] = ConfirmAddress(language, "Anna", yes, no, fresh.taps.tag)
    for name, whole, why in (("consent", False, "A slip."), ("consent deal", True, "")):
        pages[name] = Consent(language, "Lindy", "Marta", whole, 2, why, yes, no, fresh.taps.tag)
    pages["confirm_registration"] = ConfirmRegistration(language, "Anna", yes, no, fresh.taps.tag)
    test = fresh.taps.to("test", speech(language).say("requests", "test"))
    pages["welcome"] = Welcome(language, "Anna", "anna@club.example", test, fresh.taps.tag)
    pages |= open_pages(language, fresh, players)
    for stage in ("asked", "changed", "here", "kept"):
        pages[f"address_change {stage}"] = AddressChange(
            language, "Anna", stage, "anna@new.example", NOW, "UTC", no, fresh.taps.tag
        )
    for why in ("from elsewhere", "already", "not possible", "too often"):
        pages[f"refused address {why}"] = compose.refused(fresh, "", f"address {why}", None)
    pages |= trial_pages(language)
    trial = replace(fresh, table=replace(fresh.table, name="Test 5", trial=True))
    pages["refused tests"] = compose.refused(trial, "", "tests", None)
    pages["refused trial over"] = compose.refused(trial, "QH", "cancelled", None)
    pages["refused name"] = compose.refused(fresh, "name Bruno", "name", None)
    pages["salted"] = compose.salted(fresh, "banana")
    pages["salted in vain"] = compose.salted(fresh, None)
    pages["salted too late"] = replace(compose.salted(fresh, None), match=True)
    pages |= match_pages(language, fresh)
    for changed in ("", "language", "time_zone", "ack", "name"):
        pages[f"settings {changed}".strip()] = compose.settings(fresh, changed)
    for number, said in enumerate(SAID, 1):
        player = replace(fresh.player, reminders=2 * (number % 2), mailing=Mailing(said))
        pages[f"settings {number}"] = compose.settings(replace(fresh, player=player), "mails")
    pages["status before"] = compose.waiting_status(fresh)
    words = [
        *("played", "kept", "refused", "told", "asked back", "held", "yes", "no", "taken back"),
        *("forgotten", "policy", "again", "nothing", "parked", "waits", "done"),
    ]
    got = [Got(NOW, "Re: [Lindy] deal 6", word, "QH", silent=word == "told") for word in words]
    pages["what_we_got"] = compose.what_we_got(fresh, [*got, Got(NOW, "", "done")])
    days = Span(NOW.date(), NOW.date() + timedelta(days=9))
    pages["away_offer"] = compose.away_offer(fresh, days)
    pages["what_we_got none"] = compose.what_we_got(fresh, [])
    troubles = tuple(
        Concern(NOW, word, 7, "x" * 150)
        for word in ("parked", "failed", "bounces", "postmaster", "silent")
    )
    pages["operator_day"] = OperatorDay(language, "Europe/Paris", troubles, 0)
    pages["operator_day more"] = OperatorDay(language, "UTC", troubles[:1], 3)
    pages |= organiser_pages(language, RULES, players)
    taken, _ = played_until(
        "third deal", players, seed, lambda g: len(g.deals) == 2 and g.deal is not None
    )
    pages["take_seat"] = compose.take_seat(reading(taken, 0), "Ruth")
    news = [
        *("paused", "resumed", "cancelled", "extended", "words", "uninvited", "replaced", "off"),
        *("back_to_trick", "back_to_deal", "time_back"),
    ]
    told = (
        *(("words", "Happy new year! Next deal on the 3rd.", ""), ("seat", "Eva", "Ruth")),
        *(("back_to_trick", "A slip.", "2"), ("back_to_deal", "A slip.", "6")),
    )
    for done in news:
        item = compose.game_news(
            replace(fresh, notes=replace(fresh.notes, announced=told)),
            done,
            words="Happy new year!",
            name="Eva",
            until=NOW if done in ("extended", "time_back") else None,
            days=away if done == "off" else None,
        )
        frame = replace(item.frame, paused=done == "paused")
        pages[f"game_news {done}"] = replace(item, frame=frame)
    resumed = compose.game_news(fresh, "resumed", until=NOW)
    pages["game_news resumed due"] = resumed
    pages |= {
        name: MailComesBack(
            language=language,
            game="Lindy",
            to="Marta",
            player="Ruth",
            said=returned,
            complaint=complaint,
            again=again,
            tap=fresh.taps.to("again"),
            tag="Lindy",
        )
        for name, returned, complaint, again in (
            ("mail_comes_back", "550 5.1.1 User unknown", False, False),
            ("mail_comes_back silent", "", False, False),
            ("mail_comes_back complaint", "", True, False),
            ("mail_comes_back again", "", False, True),
        )
    }
    return pages


SAID = (
    {"mails": "all", "results": "now", "ack": "all", "quiet": "23-07"},
    {"ack": "none", "mails": "daily 08:00", "calendar": "on"},
)
"""What players have said about mails."""


def match_pages(language: str, fresh: Reader) -> dict[str, Page]:
    """The letter that compares tables."""
    lines = (
        MatchLine(1, "Anna", "Lindy", 64, 51.5, 12.5, you=True),
        MatchLine(2, "Eva", "Lindy 2", 51, 57.0, -6.0, you=False),
    )
    opened = Opened(1, "9f" * 32, WORDS)
    page = MatchOver(
        *(language, "Lindy", "Anna", lines, Fingerprint(1, "0a" * 32), opened, fresh.taps.tag)
    )
    return {
        "match_over": page,
        "match_over no words": replace(page, opened=Opened(1, "9f" * 32, ())),
    }


def open_pages(language: str, fresh: Reader, players: int) -> dict[str, Page]:
    """The letters that list games to join."""
    join = f"{speech(language).say('requests', 'join')} Lindy"
    one = OpenGame(
        *("Lindy", "Marta", "ohhell_pagat", RULES, RULES.sizes(players), players, 1, 48, 80, NOW),
        fresh.taps.to("join Lindy", join),
    )
    games = (one, replace(one, free=2, reliable=0, until=None))
    listed = OpenGames(language, "Anna", "Europe/Paris", games, None, fresh.taps.tag)
    why = [
        *("no game", "there already", "begun", "closed", "full", "same name", "send again"),
        "other table",
    ]
    refused = [NoSeat(one, "Lindy") for one in why] + [NoSeat("unreliable", "Lindy", 72, 80)]
    yes, no = (fresh.taps.to(one, speech(language).say("answers", one)) for one in ("yes", "no"))
    asks = ConfirmRegistration(
        *(language, "Anna", yes, no, fresh.taps.tag, "UTC", "Lindy", games, None)
    )
    return {
        "open_games": listed,
        "open_games none": replace(listed, games=()),
        **{f"open_games {one.why}": replace(listed, no_seat=one) for one in refused},
        "confirm_registration seat": asks,
        "confirm_registration no seat": replace(asks, wish="", no_seat=refused[0]),
        "welcome games": Welcome(
            *(language, "Anna", "anna@club.example"),
            fresh.taps.to("test", speech(language).say("requests", "test")),
            *(fresh.taps.tag, "UTC", games),
        ),
    }


def trial_pages(language: str) -> dict[str, Page]:
    """The letters of a test game, from its start to its end."""

    def reading(game: Game) -> Reader:
        reader = reader_of(game, 0, language)
        return replace(reader, table=replace(reader.table, name="Test 5", trial=True))

    def asked(ask: Ask) -> tuple[Game, list[Entry]]:
        def until(g: Game) -> bool:
            return g.deal is not None and asked_of(g.deal) is ask and g.awaiting == (0,)

        return played_until(f"trial {ask}", 2, 1, until, TEST.rules)

    (bidding, start_), (playing, log) = asked(Ask.BID), asked(Ask.PLAY)
    over, _ = played_until("trial", 2, 1, lambda g: False, TEST.rules)
    return {
        "game_start trial": compose.game_start(
            reading(bidding), logged(start_), question_to(bidding, 0, start_)
        ),
        "your_play trial": compose.your_play(
            reading(playing), logged(log)[-2:], question_to(playing, 0, log)
        ),
        "digest trial": compose.digest(reading(over), [2, 0], NOW),
    }


def organiser_pages(language: str, rules: Rules, players: int) -> dict[str, Page]:
    """The letters to organisers; their taps are lines of theirs."""
    taps = Taps("table+qaaa@ohhell.example", f"Lindy {TAG}", speech(language).press_send)
    tag, names = taps.tag, NAMES[:players]
    wait = "away Ruth 2026-10-18 to 2026-10-20"
    who = tuple((name, "yes" if at else "no") for at, name in enumerate(names))
    told = [
        Told(what, done, "extend Ruth 3 days", "Lindy", "Ruth", "Jan", 2, 4, **more)
        for what, done, more in TOLD
    ]
    told[0] = replace(told[0], undo="resume")
    offered = Told("not_understood", False, "frobnicate", offers=("remind", "replace", "start"))
    lines = [*told, offered]
    games = tuple(
        GameLine("Lindy", stage, 3, 19, ("Ruth", "Jan"), since, who, paused=paused)
        for stage, since, paused in (
            ("playing", NOW, False),
            ("playing", None, False),
            ("playing", None, True),
            ("draft", None, False),
            ("inviting", None, False),
            ("over", None, False),
        )
    )
    games = (*games, replace(games[4], free=1), replace(games[4], free=2))
    result = CommandResult(
        language,
        "Lindy",
        "Europe/Paris",
        tuple(
            (one, tuple((line, taps.to(line)) for line in (*one.offers, one.undo) if line))
            for one in lines
        ),
        games,
        ("# Lindy: 0 Anna, 1 Bruno", "deal by 0: 10 cards"),
        tag,
        tuple(
            Ranked(1 + at, name, 2, 1 - at, 12 - at, 38, 1090, at == 0, 97 if at else None)
            for at, name in enumerate(names[:2])
        ),
    )
    league = (
        LeagueLine(1, "Anna", 1, "up", 3, 2, 134),
        LeagueLine(2, "Bruno", 1, "down", 1, 1, 1),
        LeagueLine(3, "Ruth", 2, "", 0, 0, 0),
    )
    result = replace(result, league=league)
    begin = taps.to("next round Winter")
    season = LeagueTable(language, "Winter", "Marta", 1, 3, False, True, league, begin, tag)
    needs = tuple(
        Need(what, "Lindy", "Ruth") for what in ("draft", "answered", "bounces", "computer")
    )
    week = OrganiserDigest(language, "Lindy", "Europe/Paris", needs, games, result.standings, tag)
    nothing = (Told("nothing", False), ())
    half = len(result.told) // 2
    bare = replace(result, games=(), record=(), standings=(), league=())
    people = tuple((name, f"{name.lower()}@cards.example") for name in names)
    game = YourGame(
        *(language, "Lindy", "Marta", False, people, rules, rules.sizes(players), "", 48),
        *(taps.to("start"), taps.to("cancel"), tag),
    )
    return {
        "command_result": replace(result, told=result.told[:half]),
        "command_result more": replace(bare, told=result.told[half:]),
        "command_result nothing": replace(bare, told=(nothing,)),
        "league_table": season,
        "league_table over": replace(season, round=3, tap=""),
        "league_table draft": replace(season, drafted=True, ended=False),
        "league_table playing": replace(season, ended=False, tap=""),
        "organiser_digest": week,
        "organiser_digest quiet": replace(week, needs=(), standings=()),
        "your_game": game,
        "your_game draft": replace(game, drafted=True),
        "your_game rematch": replace(game, drafted=True, wanted_by=("Anna", "Chloé")),
        "your_game nobody": replace(
            game, drafted=True, players=(), sizes=(), why_not="3 to 7 players, not 0"
        ),
        "all_answered": AllAnswered(
            language, "Lindy", who, players - 1, False, taps.to("start now"), tag
        ),
        "all_answered begun": AllAnswered(
            language, "Lindy", who, players, True, taps.to("start now"), tag
        ),
        **{
            f"silent_player {kept}": SilentPlayer(
                *(language, "Lindy", "Ruth", 2 + kept, kept),
                *(wait, taps.to(wait), taps.to("replace Ruth with computer"), tag),
            )
            for kept in (False, True)
        },
    }


_DAYS: dict[str, Any] = {"first": date(2026, 12, 24), "last": date(2027, 1, 2)}
_ONE_DAY: dict[str, Any] = {"first": date(2026, 12, 24), "last": date(2026, 12, 24)}
_AT: dict[str, Any] = {"at": NOW, "zone": "Europe/Paris"}
TOLD: list[tuple[str, bool, dict[str, Any]]] = [
    *((what, True, {}) for what in ("paused", "resumed", "pace", "reminded", "added", "invited")),
    *(("off", True, more) for more in (_DAYS, _ONE_DAY)),
    *(("extended", True, more) for more in (_AT, _AT | {"zone": "UTC"})),
    *(("away", True, _DAYS), ("reminded", True, _AT)),
    *((what, True, {}) for what in ("uninvited", "computer", "own_player", "replaced", "drafted")),
    *((what, True, {}) for what in ("begun_now", "cancelled", "rules_changed", "pace_changed")),
    *((what, True, {}) for what in ("rides", "announced", "address_asked", "status", "log")),
    *((what, True, {}) for what in ("help", "closed", "standings", "export", "rolled_back")),
    *((what, True, {}) for what in ("consent_asked", "digest_needed", "digest_off")),
    *((what, True, {}) for what in ("organises_too", "handed_over", "standby")),
    *((what, False, {}) for what in ("organises_already", "nobody_ready")),
    *((what, True, _AT) for what in ("digest_weekly", "digest_daily")),
    *((what, False, {}) for what in ("not_ended", "not_begun", "not_consented")),
    *((what, False, {}) for what in ("nothing_since", "other_deal")),
    *((what, False, {}) for what in ("nobody", "not_under_way", "begun", "paused_already")),
    *((what, False, {}) for what in ("not_paused", "not_asked", "nobody_asked", "cannot")),
    *((what, False, {}) for what in ("reminded_today", "mail_not_left", "our_address")),
    *((what, False, {}) for what in ("wants_no_mail",)),
    *((what, False, {}) for what in ("there_already", "same_name", "computer_already")),
    *((what, False, {}) for what in ("plays_already", "start_how", "too_few_yes", "cancel_sure")),
    *((what, False, {}) for what in ("rules_fixed", "by_mail_only", "lacking")),
    *((what, False, {}) for what in ("which_date", "no_game", "address_already")),
    *((what, False, {}) for what in ("address_not_possible", "address_too_often")),
    *((what, True, {}) for what in ("open", "open_off", "joined", "gate", "no_gate")),
    ("open_until", True, _ONE_DAY),
    ("duplicated", True, {}),
    *((what, True, {}) for what in ("league_made", "round_begun", "undone", "organises_no_more")),
    *((what, False, {}) for what in ("nothing_to_undo", "undone_already", "undo_too_late")),
    ("no_undo", False, {}),
    *((what, False, {}) for what in ("round_plays", "league_over", "no_league", "no_league_name")),
    *((what, False, {}) for what in ("knows_the_deals", "sealed", "match_not_ready", "match_how")),
    *((what, False, {}) for what in ("not_open", "no_open_games", "no_such_room", "shut")),
]
"""Every sentence about an order."""
