"""`python3 dev.py bench`: the engine beside OpenSpiel, the computer player, mails and reading."""

from __future__ import annotations

import email
import io
import os
import platform
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pyspiel
from rich.console import Console
from rich.table import Table

from engine import (
    Choice,
    DealCards,
    Game,
    MakeBid,
    PlayCard,
    Seat,
    decide,
    evolve,
    preset,
    view,
)
from engine.legal import bids_open_to, cards_open_to
from engine.players import choose
from pbem.logs import log_to
from pbem.reading.html import html_text
from pbem.reading.mail import read_mail
from pbem.reading.text import text_that_counts
from tests.club import seated
from tests.corpus import CORPUS, as_mail
from tests.pbem import hostile
from tests.pbem.clients import AT, ATTRIBUTIONS, BLOCKS, HTML
from tests.pbem.test_reading_sent import letters
from tests.questions import asked_in
from tests.table import play_out

RULES = preset("ohhell_pagat")
ROUNDS = 5


def one_deal(game: Game, dice: random.Random) -> tuple[int, float]:
    """Deal and play the next deal at random, through `decide` and `evolve`: decisions, seconds."""
    pack = list(game.rules.pack_for(game.players).cards())
    dice.shuffle(pack)
    decisions, deals = 0, len(game.deals)
    began = time.perf_counter()
    for event in decide(game, DealCards(tuple(pack))):
        game = evolve(game, event)
    while len(game.deals) == deals:
        [seat] = game.awaiting
        if legal := cards_open_to(game, seat):
            asked: Choice = PlayCard(seat, dice.choice(legal))
        else:
            asked = MakeBid(seat, dice.choice(bids_open_to(game, seat)))
        for event in decide(game, asked):
            game = evolve(game, event)
        decisions += 1
    return decisions, time.perf_counter() - began


def ours(players: int, deal: int, times: int) -> tuple[int, float]:
    """The deal after so many others, played many times: decisions and seconds."""
    dice = random.Random(deal)
    before, _ = play_out(
        RULES, players, dice, until=lambda game: len(game.deals) == deal and game.deal is None
    )
    played = [one_deal(before, dice) for _ in range(times)]
    return sum(count for count, _ in played), sum(seconds for _, seconds in played)


def openspiel(players: int, size: int, deals: int) -> tuple[int, float]:
    """The same in OpenSpiel, driven from Python."""
    game = pyspiel.load_game(
        "oh_hell", {"players": players, "num_tricks_fixed": size, "off_bid_penalty": False}
    )
    dice, decisions, spent = random.Random(1), 0, 0.0
    for _ in range(deals):
        began = time.perf_counter()
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [action for action, _ in state.chance_outcomes()]
            else:
                actions = state.legal_actions()
                decisions += 1
            state.apply_action(dice.choice(actions))
        spent += time.perf_counter() - began
    return decisions, spent


def rate(measure: Callable[[], tuple[int, float]]) -> float:
    """The median rate of several rounds, per second."""
    rates = []
    for _ in range(ROUNDS):
        count, seconds = measure()
        rates.append(count / seconds)
    return statistics.median(rates)


def by_mail(folder: Path) -> tuple[int, int, float]:
    """A whole game of four in one process, without sockets: questions, mails, seconds."""
    club = seated(folder)
    club.open("Anna", "Bruno", "Chloe", "Dieter")
    dice, questions, began = random.Random(3), 0, time.perf_counter()
    while not club.game.over:
        name = club.waiting
        club.say(name, dice.choice(club.letter(name).choices))
        questions += 1
    return questions, club.sent, time.perf_counter() - began


def computer_player() -> tuple[float, float]:
    """The share of bids the computer player makes against itself, and its seconds a choice."""
    dice, spent = random.Random(9), []

    def steady(game: Game, seat: Seat) -> Choice:
        began = time.perf_counter()
        chosen = choose(view(game, seat))
        spent.append(time.perf_counter() - began)
        return chosen

    deals = [deal for _ in range(40) for deal in play_out(RULES, 4, dice, steady)[0].deals]
    made = sum(b == t for deal in deals for b, t in zip(deal.bids, deal.taken, strict=True))
    return made / (4 * len(deals)), statistics.mean(spent)


def answers() -> list[bytes]:
    """Mails that answer one of ours, plain and as HTML, from every program of the samples."""
    letter = letters()["your_play follow"]
    quote = "\n".join(f"> {line}" for line in letter.text.splitlines())
    heads = (ATTRIBUTIONS | BLOCKS).values()
    plain = [("plain", f"QH\n\n{head}\n\n{quote}") for head in heads]
    html = [("html", made("QH", letter.html)) for made in HTML.values()]
    mails = []
    for kind, body in (*plain, *html):
        mail = EmailMessage()
        mail["From"], mail["To"] = "anna@x.example", AT
        mail.set_content(body, subtype=kind)
        mails.append(mail.as_bytes())
    return mails


def reading(mails: list[bytes], sent: tuple[str, ...]) -> tuple[int, float]:
    """All the mails read for the text that counts: how many, and seconds."""
    began = time.perf_counter()
    for raw in mails:
        text_that_counts(read_mail(raw).body, sent)
    return len(mails), time.perf_counter() - began


def parsing(mails: list[bytes]) -> tuple[int, float]:
    """The floor: the same mails taken apart by the standard library, nothing read."""
    began = time.perf_counter()
    for raw in mails:
        email.message_from_bytes(raw)
    return len(mails), time.perf_counter() - began


def slowest_reply() -> tuple[float, str]:
    """The reply of the corpus that takes longest: milliseconds, the best of three, and its name."""
    spent = []
    for file in CORPUS.glob("[cgmt]*/*.[teh]*"):
        raw = as_mail(file)
        spent.append((min(reading([raw], ())[1] for _ in range(3)) * 1000, file.name))
    return max(spent)


def slowest_hostile() -> tuple[float, str]:
    """The mail made to take long that takes longest: milliseconds, and how it begins."""
    work: list[tuple[Callable[[], object], str]] = []
    work += [(lambda b=body: text_that_counts(b), body[:20]) for body in hostile.texts()]
    work += [(lambda b=page: html_text(b), page[:20]) for page in hostile.pages()]
    work += [(lambda b=raw: read_mail(b), str(raw[:20])) for raw in hostile.mails()]
    spent = []
    for read, name in work:
        times = []
        for _ in range(3):
            began = time.perf_counter()
            read()
            times.append(time.perf_counter() - began)
        spent.append((min(times) * 1000, repr(name)))
    return max(spent)


def reading_rows(table: Table) -> None:
    """The text that counts: mails a second beside parsing alone, and the slowest real one."""
    mails, letter = answers(), letters()["your_play follow"]
    ours_too = (letter.text, html_text(letter.html))
    floor, alone = rate(lambda: parsing(mails)), rate(lambda: reading(mails, ()))
    known = rate(lambda: reading(mails, ours_too))
    beside = f"email alone {floor:,.0f}/s"
    table.add_row("mails read", f"{alone:,.0f}/s", beside, f"{alone / floor:.3f}")
    what = "mails read, what we sent subtracted"
    table.add_row(what, f"{known:,.0f}/s", beside, f"{known / floor:.3f}")
    spent, name = slowest_hostile()
    table.add_row("the slowest 100 kB made to take long", f"{spent:.1f} ms", name, "")
    if CORPUS.is_dir():
        spent, name = slowest_reply()
        table.add_row("the slowest real reply", f"{spent:.1f} ms", name, "")


def main() -> None:
    """Measure, and print a table."""
    out = Console(width=100)
    out.print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    table = Table("what", "figure", "beside", "ratio")
    for players, size in ((4, 10), (3, 10), (7, 7)):
        mine = rate(lambda p=players: ours(p, 0, 150))
        peer = rate(lambda p=players, s=size: openspiel(p, s, 300))
        what = f"random play, {players} players x {size} cards"
        table.add_row(what, f"{mine:,.0f}/s", f"OpenSpiel {peer:,.0f}/s", f"{mine / peer:.3f}")
    first, last = rate(lambda: ours(4, 0, 150)), rate(lambda: ours(4, 18, 150))
    what = "decisions in the last deal of a game"
    table.add_row(what, f"{last:,.0f}/s", f"in the first {first:,.0f}/s", f"{last / first:.2f}")
    made, seconds = computer_player()
    table.add_row("bids the computer player makes", f"{made:.1%}", "4 against themselves", "")
    table.add_row("one choice of the computer player", f"{1000 * seconds:.2f} ms", "", "")
    for players, games in ((4, 50), (3, 10), (5, 10), (6, 10)):
        counts = [asked_in(seed, players) for seed in range(games)]
        mean, whole = statistics.mean(c.questions for c in counts), counts[0].decisions
        what = f"questions in a game of {players}, mean of {games}"
        beside = f"one for each bid and card: {whole}"
        table.add_row(what, f"{mean:.0f}", beside, f"{mean / whole:.2f}")
    with tempfile.TemporaryDirectory() as folder:
        log_to(io.StringIO())
        questions, sent, seconds = by_mail(Path(folder))
    what = "questions in a game of four by mail"
    table.add_row(what, f"{questions}", "one for each bid and card: 512", f"{questions / 512:.2f}")
    what = "moves from mail in to mail out, one process"
    table.add_row(what, f"{questions / seconds:.0f}/s", f"{sent} mails", "")
    reading_rows(table)
    out.print(table)


if __name__ == "__main__":
    main()
