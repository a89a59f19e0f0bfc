"""Every tap of every letter in the gallery: what it says, and that it goes through the door."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import parse_qs, unquote

import pytest
from selectolax.lexbor import LexborHTMLParser

from pbem.commands.organiser.digests import digest_next
from pbem.context import Context
from pbem.demo.specimens import all_pages
from pbem.demo.specimens.games import NOW
from pbem.demo.specimens.odd import odd_pages
from pbem.domain.code_powers import Grave
from pbem.domain.outcomes import AskedBack, Changed, Ordered, Played, Said, Told, Unchanged
from pbem.domain.vocabulary import Already, Change, To
from pbem.games import seats
from pbem.languages import translated
from pbem.letters.kinds import all_kinds
from pbem.letters.page import Notice, Trait
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from pbem.orders.answers import Bid, Lay, Plan, Play, Trump
from pbem.orders.model import Talk
from pbem.orders.organiser.parse import read_commands
from pbem.orders.parse import read_answer
from pbem.orders.server_orders import read_server_lines
from pbem.orders.subjects import after_tag
from tests.club import configured, is_like, once, seated
from tests.conversations.dealing import bids, club_dealt
from tests.conversations.test_bounces import MARTA, stop
from tests.conversations.test_first_game import mailed
from tests.conversations.test_leagues import LINE, PEOPLE
from tests.conversations.test_open_games import let_in, opened
from tests.conversations.test_organising import order, organised
from tests.conversations.test_out_of_office import says
from tests.conversations.test_practice import play_to_the_end
from tests.conversations.test_registering import write
from tests.conversations.test_reported import OWNER, with_marta
from tests.conversations.test_rolling_back import play
from tests.conversations.test_taps import BECOMES
from tests.conversations.test_watching import ADA, ada_watches, anybody, deal_over
from tests.conversations.test_watching import under_way as watchable
from tests.effort import few, others_long
from tests.lines import text_that_counts
from tests.read_back import read_back
from tests.to_operators import is_to_operator

TEMPLATES = Templates()

LABELS = {
    "status": ("Status", "How my games stand", "I still organise it"),
    "pause": ("Pause the game",),
    "help": ("Help",),
    "undo": ("Take it back",),
    "keep": ("Keep it for my turn",),
    "forget plan": ("Forget it", "Forget the plans"),
    "back": ("I am back",),
    "leave": ("Leave", "Leave the game"),
    "here": ("I am here",),
    "test": ("Try it with one card",),
    "say": ("Say it to the table",),
    "rematch": ("Play again",),
    "practice": ("Practice",),
    "log": ("Log of the last deal",),
    "proof": ("Proof of the shuffles",),
    "settings": ("All settings",),
    "chart": ("Chart",),
    "review": ("Look back at the game",),
    "report": ("Report",),
    "adopt": ("Adopt the game",),
    "yes": (
        *("Yes, deal me in", "Yes, that was me", "Yes, register me", "Yes, go back"),
        *("Yes, write to me here", "Yes, I am sure", "Yes, I watch", "Yes, this was me"),
        "Yes, %(name)s organises",
    ),
    "no": ("No", "No, thanks", "No, thank you", "No, that was not me", "Take it back"),
    "deal": ("Deal %(n)s",),
    "away": ("Yes, wait for me", "Three days more", "Away"),
    "mails": ("Mails",),
    "start": ("Start",),
    "start now": ("Start with those who said yes",),
    "cancel": ("Cancel the game",),
    "set": ("Other rules",),
    "hold": ("An evening: no hold", "With a hold"),
    "deadline": ("Another time to answer",),
    "invite": ("Invite somebody",),
    "uninvite": ("Without %(name)s",),
    "open": ("Open it to whoever asks",),
    "help orders": ("All orders",),
    "extend": ("Give %(name)s 3 days",),
    "remind": ("Remind %(name)s",),
    "address": ("New address for %(name)s",),
    "digest weekly": ("Every week",),
    "digest daily": ("Every day",),
    "digest only when needed": ("Only when something needs you",),
    "digest off": ("Never",),
    "next": ("Begin the round",),
    "new": ("A league",),
    "replace": ("Let a computer play", "Replace %(name)s"),
    "again": ("Write to %(name)s again",),
    "time zone": ("My clock: %(zone)s",),
}
"""What stands on a button, by what it answers with; others show the very words they answer with."""


def taps_of(html):
    """The taps of a letter: what stands on each, its code, the words it answers with, its link."""
    for link in LexborHTMLParser(html).css("a"):
        href = link.attributes["href"]
        query = parse_qs(href.partition("?")[2])
        label = " ".join(link.text(separator=" ").replace("\ufe0e", "").split())
        body = text_that_counts(query.get("body", [""])[0].replace("\r\n", "\n"))
        code = after_tag(unquote(query["subject"][0])) if "subject" in query else ""
        yield label, code, body[0] if body else "", href


def sort_of(code):
    """What a tap answers with, without its card, number, name or days, and the game it is about."""
    if code.startswith("deal "):
        return "deal"
    code = re.sub(r"^[\w ]+: ", "", code)
    if re.fullmatch(r"\d+", code):
        return "bid"
    if re.fullmatch(r"[2-9TJQKA*WX][CDHS\d]( .+)?", code):
        return "card and lead" if " then " in code else "card"
    for whole in ("forget plan", "start now", "no trump", "pause yes", "pause no"):
        if code == whole:
            return whole
    if code.startswith("time zone "):
        return "time zone"
    first = code.partition(" ")[0]
    return "trump" if first in ("spades", "hearts", "diamonds", "clubs", "no trump") else first


def kind_of_tap(letter, code):
    """The letter, where it stands apart, and what the tap answers with."""
    if letter == "command_result":
        return "command_result: an order"
    return f"{letter}: {sort_of(code)}" if stands_apart(letter) else sort_of(code)


def stands_apart(letter):
    """Whether the taps of a letter are not answers at a table as those of all others are."""
    kind = all_kinds()[letter]
    return issubclass(kind, Notice) or Trait.APART in kind.traits


def expected_labels(code, words, language):
    """What may stand on a tap."""
    said = speech(language)
    for key in (sort_of(code), code.partition(" ")[0], code):
        if key in LABELS and words != code.partition(" ")[0] + "?":
            yield from (said.messages.gettext(label) for label in LABELS[key])
    yield words.rpartition(": ")[2]


def fits(label, code, words, language, read):
    """Whether a label says what a tap does."""
    shown = label.casefold()
    if any(
        re.fullmatch(
            re.sub(r"%\\\(\w+\\\)s", ".+", re.escape(" ".join(one.split()))).casefold(), shown
        )
        for one in expected_labels(code, words, language)
    ):
        return True
    said = speech(language)
    if code.startswith("language "):
        return shown == speech(code.split()[1]).name.casefold()
    if invited := re.fullmatch(r"invite .+ \((\w\w)\)", code):
        return shown == speech(invited[1]).name.casefold()
    match read:
        case Bid(tricks):
            return label == str(tricks)
        case Play(card):
            told = label.replace(" ", "").casefold()
            sign = said.card_sign(card).casefold().replace(" ", "")
            return sign in told or words.casefold() in shown
        case Plan():
            cards = (clause.action for [clause] in read.steps)
            return label == f" {said.say('plan', 'then')} ".join(map(said.card_sign, cards))
        case Lay(cards):
            return all(said.card_sign(card) in label for card in cards)
        case Trump():
            return shown == words.casefold()
        case Talk(said):
            return " ".join(label.split()) == said
    return False


@pytest.mark.parametrize("language", others_long(translated(), "fr".__eq__))
def test_every_tap_of_every_letter_is_read_as_what_stands_on_it(language):
    wrong, count = [], 0
    for name, page in {**all_pages(4, 7, language), **odd_pages(language)}.items():
        for label, code, words, href in taps_of(TEMPLATES.render(page).html):
            count += 1
            assert href.startswith("mailto:")
            read = None
            if Trait.ANY_ANSWER in page.traits:
                pass
            elif is_to_operator(page):
                [by_code] = read_server_lines([code], "en")
                assert by_code.order, (name, code)
            elif Trait.ORDERS in page.traits:
                [by_code] = read_commands([code], "en", NOW.date())
                assert by_code.commands or by_code.lacks, (name, code)
            else:
                read = read_answer([code], read_back(name, page, code))[0].order
                told = str(read).replace("; ", " then ").casefold()
                assert told == code.casefold() or sort_of(code) in LABELS, (name, code, read)
            if not fits(label, code, words, language, read):
                wrong.append((name, label, code, words))
    assert wrong == []
    assert count > 700


@once
def over(folder):
    club = club_dealt(folder, "QH | AH | KH", turn_up="7S")
    club.addresses["Marta"] = "marta@club.example"
    bids(club, 1, 1, 1)
    return club


def at_a_real_table(folder):
    club = seated(folder)
    club.services = configured(club.services, organisers=(MARTA,))
    club.addresses["Marta"] = MARTA
    mailed(club, "keep score Tuesday with Anna, Bruno, Carla")
    return club, "Marta"


def was_at_a_real_table(folder):
    club = seated(folder)
    club.services = configured(club.services, organisers=(MARTA,))
    club.addresses |= {"Marta": MARTA, "Anna": "anna@club.example"}
    mailed(club, "keep score Tuesday with Anna anna@club.example, Bruno, Carla, 3 cards")
    club.say("Marta", "1: Anna 1/1, Bruno 0/0, Carla 1/2\ndone")
    return club, "Anna"


def told_the_end(folder):
    return over(folder), "Marta"


def laid(folder):
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth", preset="ninety_nine")
    return club, "Anna"


def naming(folder):
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth", "Jan", preset="okuneff")
    while club.game.deal.bids_made < 4:
        club.say(club.waiting, club.letter(club.waiting).choices[-1])
    return club, club.waiting


def finished(folder):
    return over(folder), "Anna"


def practised(folder):
    club = under_way(folder)
    club.say("Anna", "practice 1 deal")
    play_to_the_end(club, "Anna")
    return club, "Anna"


def proposed(folder):
    club = over(folder)
    club.tap("Anna", "rematch")
    return club, "Bruno"


def under_way(folder):
    return organised(folder, "Anna", "Bruno", "Ruth")


def doubted(folder):
    club = under_way(folder)
    name = club.waiting
    club.say(name, "2", sender="somebody@work.example")
    return club, name


def moving(folder):
    club = under_way(folder)
    club.addresses["Anna at home"] = "anna@home.example"
    club.say("Anna", "address anna@home.example")
    club.say("Anna", "yes")
    return club


def set_up(folder):
    return organised(folder, "Anna", "Bruno", "Ruth"), "Marta"


def leaving(folder):
    club = under_way(folder)
    club.say("Anna", "leave")
    return club, "Anna"


def declined(folder):
    club = organised(folder, "Anna", "Bruno", "Ruth", "Jan", invite=True)
    club.say("Jan", "no")
    for name in ("Anna", "Bruno", "Ruth"):
        club.say(name, "yes")
    order(club, "start now")
    club.say("Jan", "stop")
    return club, "Jan"


def offered(folder):
    club = under_way(folder)
    club.addresses["Eva"] = "eva@example.nl"
    order(club, "drop Bruno")
    order(club, "replace Bruno with Eva eva@example.nl")
    return club, "Eva"


def in_the_way(folder):
    club = under_way(folder)
    order(club, "replace Bruno with Eva eva@example.nl")
    return club, "Bruno"


def said_late(folder):
    club = under_way(folder)
    name = club.waiting
    club.say(name, "1")
    club.say(name, "say hello")
    return club, name


def at_the_new(folder):
    return moving(folder), "Anna at home"


def at_the_old(folder):
    return moving(folder), "Anna"


def asked_to_go_back(folder):
    club = under_way(folder)
    while not club.game.deal.tricks:
        play(club, 1)
    play(club, 2)
    order(club, "roll back to trick 2")
    return club, "Bruno"


def asked_to_pause(folder):
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth")
    club.say("Anna", "pause 3 days")
    return club, "Bruno"


def at_the_door(folder):
    club = opened(folder)
    let_in(club)
    write(club, "register")
    return club, "Ada"


def welcomed(folder):
    club, name = at_the_door(folder)
    club.tap(name, "yes")
    return club, name


def listed(folder):
    club, name = welcomed(folder)
    club.say(name, "games")
    return club, name


def coming_back(folder):
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth")
    stop(club, club.waiting)
    club.addresses[MARTA] = MARTA
    return club, MARTA


def asking(folder):
    return organised(folder, "Anna", "Bruno", "Ruth", "Jan", invite=True), "Marta"


def drafted(folder):
    club = under_way(folder)
    club.services = configured(club.services, open_games=True)
    club.say(
        "Marta",
        "new game Club with Anna anna@club.example, Bruno bruno@club.example, "
        "Ruth ruth@club.example",
    )
    return club, "Marta"


def league(folder):
    club = seated(folder)
    club.services = configured(club.services, organisers=(MARTA,))
    club.addresses |= {name: f"{name.lower()}@club.example" for name in (*PEOPLE, "Marta")}
    mailed(club, LINE)
    return club, "Marta"


def answered(folder):
    club = organised(folder, "Anna", "Bruno", "Ruth", "Jan", invite=True)
    for name in ("Anna", "Bruno", "Ruth"):
        club.say(name, "yes")
    club.say("Jan", "no")
    return club, "Marta"


def weekly(folder):
    club, _ = drafted(folder)
    order(club, f"Lindy: extend {club.waiting} 6 days")
    return week_later(club), "Marta"


def week_later(club):
    """When the letter on all games has come."""
    for days in (0, 7):
        club.later(days=days)
        while digest_next(club.services, club.now):
            pass
    club.deliver()
    return club


def week_of_one_paused(folder):
    club, who = paused(folder)
    return week_later(club), who


def week_of_one_inviting(folder):
    club = organised(folder, "Anna", "Bruno", "Ruth", "Jan", invite=True)
    for name in ("Anna", "Bruno", "Ruth"):
        club.say(name, "yes")
    return week_later(club), "Marta"


def week_of_one_that_has_ended(folder):
    club, who = drafted_beside_the_end(folder)
    return week_later(club), who


def drafted_beside_the_end(folder):
    """A game is over, another is drafted: only who has one to come is told of them."""
    club = over(folder)
    club.tap("Marta", next(one for one in club.letter("Marta").taps if one == "same again"))
    return club, "Marta"


def silent(folder):
    club = under_way(folder)
    for _ in range(12):
        if "silent" in club.letter("Marta").subject:
            break
        club.later(hours=60)
    return club, "Marta"


def reporting(folder):
    club = under_way(folder)
    club.say("Bruno", "say hello", to=club.letters("Bruno")[0])
    club.say("Anna", "report Bruno", to=club.letters("Anna")[0])
    return club, "Marta"


def left_alone(folder):
    """Marta has not written for three weeks, and Anna wants to organise the game."""
    club = under_way(folder)
    club.now += timedelta(days=21)
    club.say("Anna", "adopt", to=club.letters("Anna")[0])
    return club


def asked_to_let_adopt(folder):
    return left_alone(folder), "Bruno"


def not_heard_of(folder):
    return left_alone(folder), "Marta"


def unorganised(folder):
    club = under_way(folder)
    with club.services.db.begin() as session:
        seats.stop(Context(club.services, session, club.now), club.table.organiser)
    club.deliver()
    return club, "Anna"


def paused(folder):
    club = under_way(folder)
    order(club, "pause")
    return club, "Marta"


def on_holiday(folder):
    club = under_way(folder)
    name = club.waiting
    says(club, name, "I am away from 7 to 17 October.")
    return club, name


def on_another_clock(folder):
    club = under_way(folder)
    name = club.waiting
    for hours in (0, 1, 24):
        club.now += timedelta(hours=hours)
        date = f"Date: {club.now:%a, %d %b %Y %H:%M:%S} +0100\n"
        club.say(name, "status", headers=date)
    return club, name


def meaning_to_leave(folder):
    club = club_dealt(folder, "7H 7C KH KC QC | 2D 3D 4D 5D 6D | 8D 9D TD JD AC", Anna="es")
    bids(club, 1, 1, 1)
    club.say("Anna", "BAJA")
    return club, "Anna"


def asked_to_watch(folder):
    club = anybody(watchable(folder))
    write(club, "watch Lindy", ADA)
    return club, "Ada"


def finding_no_game(folder):
    club = watchable(folder)
    club.say("Cem", "watch Hearts")
    return club, "Cem"


def watching(folder):
    club = anybody(watchable(folder))
    ada_watches(club)
    return club, "Ada"


def watching_a_deal(folder):
    club, who = watching(folder)
    deal_over(club)
    club.later(hours=2)
    return club, who


def watching_no_more(folder):
    club, who = watching(folder)
    club.say(who, "unwatch")
    return club, who


def reporting_to_the_operator(folder):
    club = with_marta(folder)
    club.say("Anna", "report Marta", to=club.letters("Anna")[0])
    return club, "Owner"


def shutting_out(folder):
    club, owner = reporting_to_the_operator(folder)
    lines = ("block eve@evil.example", "block ada@evil.example", "unblock ada@evil.example")
    club.say(owner, "\n".join(lines))
    return club, owner


def from_memory(folder):
    club = with_marta(folder)
    raw = f"From: {OWNER}\nTo: table@ohhell.example\nSubject: x\n\nblock eve@evil.example\n"
    club.receive(raw.encode(), "table@ohhell.example", OWNER)
    return club, "Owner"


DOOR = {
    "laid": (laid, {"lay": Played}),
    "naming": (naming, {"trump": Played, "no trump": Played("no trump")}),
    "digest": (
        finished,
        {
            "rematch": Changed(Change.REMATCH),
            "log": Told("log"),
            "proof": Told("proof"),
            "chart": Told("chart"),
            "review": Told("review"),
        },
    ),
    "practised": (practised, {"practice": Changed(Change.PRACTICE)}),
    "game over": (
        told_the_end,
        {"game_over: same": Ordered(1, 1), "game_over: new": Ordered, "game_over: close": Ordered},
    ),
    "rematch": (
        proposed,
        {"rematch: rematch": Changed(Change.REMATCH), "rematch: no": Said(False, To.REMATCH)},
    ),
    "doubt": (
        doubted,
        {"was_that_you: yes": Said, "was_that_you: no": Changed},
    ),
    "asked back": (
        leaving,
        {
            "are_you_sure: yes": Changed(Change.LEFT),
            "are_you_sure: no": Unchanged(Already.STAYS),
        },
    ),
    "asked back at no table": (
        declined,
        {
            "at_no_table: yes": Changed(Change.STOPPED),
            "at_no_table: no": Unchanged(Already.STAYS),
        },
    ),
    "offered": (
        offered,
        {"seat_change: yes": Changed, "seat_change: no": Changed(Change.SEAT_DECLINED)},
    ),
    "in the way": (in_the_way, {"seat_change: here": Changed(Change.SEAT_KEPT)}),
    "said late": (said_late, {"said_for_you: no": Changed(Change.WORDS_BACK)}),
    "new address": (
        at_the_new,
        {
            "confirm_address: yes": Changed(Change.ADDRESS),
            "confirm_address: no": Changed(Change.ADDRESS_REFUSED),
        },
    ),
    "old address": (at_the_old, {"address_change: no": Changed(Change.ADDRESS_OBJECTED)}),
    "back to a trick": (
        asked_to_go_back,
        {"consent: yes": Changed(Change.ROLL_BACK), "consent: no": Said(False, To.ROLL_BACK)},
    ),
    "a pause for all": (
        asked_to_pause,
        {
            "pause yes": Changed(Change.PAUSE_AGREED),
            "pause no": Said(False, To.PAUSE),
        },
    ),
    "registration": (
        at_the_door,
        {
            "confirm_registration: yes": Changed(Change.REGISTERED, "Ada Byron"),
            "confirm_registration: no": Changed(Change.NOT_REGISTERED),
            "confirm_registration: join": (
                Changed(Change.REGISTERED, "Ada Byron"),
                Changed(Change.JOINED, "Lindy"),
            ),
        },
    ),
    "welcome": (
        welcomed,
        {"welcome: test": Changed(Change.TEST), "welcome: join": Changed(Change.JOINED, "Lindy")},
    ),
    "open games": (listed, {"open_games: join": Changed(Change.JOINED, "Lindy")}),
    "mail comes back": (coming_back, {"mail_comes_back: again": Changed}),
    "draft": (
        drafted,
        {
            "your_game: start": Ordered(1, 1),
            "your_game: set": Ordered(0, 1),
            "your_game: hold": Ordered(1, 1),
            "your_game: cancel": Ordered,
            "your_game: invite": Ordered(0, 1),
            "your_game: uninvite": Ordered(1, 1),
            "your_game: open": Ordered(1, 1),
            "your_game: help": Ordered(1, 1),
        },
    ),
    "asking": (asking, {"your_game: remind": Ordered(1, 1), "your_game: start now": Ordered}),
    "set up": (
        set_up,
        {
            "your_game: extend": Ordered(1, 1),
            "your_game: pause": Ordered(1, 1),
            "your_game: deadline": Ordered(0, 1),
        },
    ),
    "answered": (
        answered,
        {"all_answered: start now": Ordered(1, 1)},
    ),
    "week": (
        weekly,
        {
            "organiser_digest: start": Ordered(1, 1),
            "organiser_digest: extend": Ordered(1, 1),
            "organiser_digest: remind": Ordered(1, 1),
            "organiser_digest: replace": Ordered(0, 1),
            "organiser_digest: address": Ordered(0, 1),
            "organiser_digest: digest": Ordered(1, 1),
        },
    ),
    "a week's pause": (week_of_one_paused, {"organiser_digest: resume": Ordered(1, 1)}),
    "a week's silence": (week_of_one_inviting, {"organiser_digest: start now": Ordered(1, 1)}),
    "a week after the end": (
        week_of_one_that_has_ended,
        {
            "organiser_digest: same": Ordered(1, 1),
            "organiser_digest: new": Ordered,
            "organiser_digest: close": Ordered(1, 1),
        },
    ),
    "league": (league, {"league_table: next": Ordered(1, 1)}),
    "silent": (
        silent,
        {
            "silent_player: away": Ordered(1, 1),
            "silent_player: replace": Ordered(1, 1),
        },
    ),
    "talk reported": (reporting, {"talk_reported: silence": Ordered(1, 1)}),
    "talk reported to the operator": (
        reporting_to_the_operator,
        {"talk_reported: block": Ordered(1, 1)},
    ),
    "shut out and let in": (
        shutting_out,
        {"server_answer: block": Ordered(1, 1), "server_answer: unblock": Ordered(1, 1)},
    ),
    "was it the operator": (from_memory, {"server_orders_meant: block": Ordered(1, 1)}),
    "a wish to adopt": (
        asked_to_let_adopt,
        {
            "adoption_poll: yes": Changed(Change.ADOPTION_AGREED),
            "adoption_poll: no": Said(False, To.ADOPTION),
        },
    ),
    "silence": (not_heard_of, {"not_heard_of: status": Ordered(1, 1)}),
    "left alone": (unorganised, {"adopt": Changed(Change.ADOPTION_ASKED)}),
    "paused": (paused, {"command_result: an order": Ordered(1, 1)}),
    "asked to watch": (
        asked_to_watch,
        {
            "watchable: yes": (
                Changed(Change.REGISTERED, "Ada Byron"),
                Changed(Change.WATCHES, "Lindy"),
            ),
            "watchable: no": Said(False, To.WATCH),
        },
    ),
    "games to watch": (finding_no_game, {"watchable: watch": Changed(Change.WATCHES, "Lindy")}),
    "watching": (
        watching,
        {
            "watching: status": Told("status"),
            "watching: unwatch": Changed(Change.WATCHES_NO_MORE, "Lindy"),
        },
    ),
    "a deal watched": (
        watching_a_deal,
        {
            "status": Told("status"),
            "unwatch": Changed(Change.WATCHES_NO_MORE, "Lindy"),
        },
    ),
    "watching no more": (
        watching_no_more,
        {"watching_ends: watch": Changed(Change.WATCHES, "Lindy")},
    ),
    "a real table": (
        at_a_real_table,
        {"scores_kept: deal": Ordered(0, 1), "scores_kept: done": Ordered(1, 1)},
    ),
    "having been at a real table": (
        was_at_a_real_table,
        {
            "evening_over: yes": Said(True, To.AT_TABLE),
            "evening_over: no": Said(False, To.AT_TABLE),
        },
    ),
    "leaving": (meaning_to_leave, {"unsubscribe": Changed(Change.LEFT)}),
    "another clock": (on_another_clock, {"time zone": Changed(Change.SETTING, "time_zone")}),
    "holiday": (
        on_holiday,
        {
            "away_offer: away": Changed(Change.AWAY, "2026-10-07 to 2026-10-17"),
            "away_offer: mails": Told("settings"),
            "away_offer: help": Told("help"),
            "away_offer: leave": AskedBack(Grave.LEAVE),
        },
    ),
}
"""How each letter that stands apart comes about, and what its taps bring about."""


@pytest.mark.parametrize("row", few(DOOR, 2))
def test_each_of_them_goes_through_the_door(row, tmp_path):
    build, becomes = DOOR[row]
    (tmp_path / "first").mkdir()
    club, who = build(tmp_path / "first")
    letter = club.letter(who)
    found = {}
    for _, code, _, href in taps_of(letter.html):
        found.setdefault(kind_of_tap(letter.kind, code), href)
    club.services.db.close()
    assert becomes.keys() <= found.keys()

    for at, kind in enumerate(becomes):
        (tmp_path / str(at)).mkdir()
        club, who = build(tmp_path / str(at))
        href = next(
            href
            for _, code, _, href in taps_of(club.letter(who).html)
            if kind_of_tap(club.letter(who).kind, code) == kind
        )
        assert is_like(club.follow(who, href), becomes[kind]), kind
        club.services.db.close()


def test_no_kind_of_tap_is_forgotten():
    """Each is sent by a row above, or by one of `test_taps`."""
    there = {kind for _, becomes in DOOR.values() for kind in becomes}
    forgotten = set()
    for page in {**all_pages(), **odd_pages()}.values():
        for _, code, _, _ in taps_of(TEMPLATES.render(page).html):
            kind = kind_of_tap(page.kind, code)
            usual = not stands_apart(page.kind) and any(re.fullmatch(p, code) for p in BECOMES)
            if kind not in there and not usual and sort_of(code) not in ("bid", "card", "status"):
                forgotten.add(kind)
    assert forgotten == set()
