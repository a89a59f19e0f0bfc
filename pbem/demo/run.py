"""`pbem demo`: prepare a folder, play a game by mail in it, show how it ended."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from engine import Preset, View
from pbem.config.settings import Mailbox, Receiver, Settings
from pbem.demo.correspondent import Correspondent
from pbem.demo.gallery import Gallery
from pbem.demo.human import HasLeft, Human
from pbem.demo.mailbox import Feeder, NoImapServer, running_mailbox
from pbem.demo.play import Counted, HandIn, Stuck, play_by_mail, seeded
from pbem.demo.screen import screen_of
from pbem.letters.speech import speech
from pbem.logs import log_to

NAMES = ("Anna", "Bruno", "Chloé", "Dieter", "Ruth", "Jan", "Sofia", "Marek")
DATABASE = "ohhell.db"
LOG = "server.log"


class CannotPlay(Exception):
    """The demo cannot be run, or could not go on; the message says why."""


@dataclass(frozen=True, slots=True)
class DemoPlan:
    """What kind of game to show, and where to leave it."""

    players: int
    seed: int | None
    preset: Preset
    folder: Path
    imap: bool = False
    human: bool = False
    short: bool = False


def run_demo(plan: DemoPlan, out: Console) -> None:
    """Play a game as planned and print its end; CannotPlay or RulesError if it cannot be."""
    deals = plan.preset.rules.deal_count(plan.players)
    plan = replace(plan, folder=_prepare(plan.folder))
    people = [
        Correspondent(name, f"{name.lower().replace('é', 'e')}@players.localhost", habit % 4)
        for habit, name in enumerate(NAMES[: plan.players])
    ]
    gallery = Gallery(plan.folder)
    began = time.monotonic()
    with (plan.folder / LOG).open("w", encoding="utf-8") as log:
        log_to(log, verbose=True)
        try:
            with _way_in(plan) as (mailbox, hand_in), _progress(plan, deals, out) as moved:
                digest, counted = asyncio.run(
                    play_by_mail(
                        _settings(plan, mailbox),
                        people,
                        game="Lindy",
                        preset=plan.preset,
                        gallery=gallery,
                        secrets=None if plan.seed is None else seeded(plan.seed),
                        hand_in=hand_in,
                        human=_at_the_terminal(out, plan.short) if plan.human else None,
                        moved=moved,
                        patience=None if plan.human else 60,
                    )
                )
        except (Stuck, NoImapServer) as problem:
            raise CannotPlay(f"{problem}; the server's log is {plan.folder}/{LOG}") from problem
        except (EOFError, KeyboardInterrupt, HasLeft) as problem:
            out.print()
            raise CannotPlay(f"you left the game; its mails are in {plan.folder}/") from problem
        finally:
            log_to(sys.stderr)
            index = gallery.write_index("Lindy, a game of Oh Hell! by mail")
    if not (plan.human and plan.short):
        out.print(digest, markup=False)
    for line in _summary(plan.folder, index, counted, time.monotonic() - began):
        out.print(line, markup=False, soft_wrap=True)


def _prepare(folder: Path) -> Path:
    """An empty folder for the demo: `demo-2` beside `demo` if that holds an earlier one."""
    if folder.exists() and not folder.is_dir():
        raise CannotPlay(f"{folder} is a file; name another folder with --out")
    if folder.is_dir() and any(folder.iterdir()):
        if not (folder / LOG).is_file() or not (folder / "mails").is_dir():
            raise CannotPlay(f"{folder} holds other things; name another folder with --out")
        later = (folder.with_name(f"{folder.name}-{number}") for number in count(2))
        folder = next(one for one in later if not one.exists())
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise CannotPlay(f"{folder} cannot be made: {problem.strerror}") from problem
    return folder


def _settings(plan: DemoPlan, mailbox: Mailbox | None) -> Settings:
    return Settings(
        database=f"sqlite:///{plan.folder / DATABASE}",
        doors=() if mailbox else (Receiver(port=0),),
        imap=mailbox,
        hold=0,
        zone="Europe/Paris",
        tick=1,
    )


@contextmanager
def _way_in(plan: DemoPlan) -> Iterator[tuple[Mailbox | None, HandIn | None]]:
    """How answers reach the server: by SMTP to its receiver, or through a mailbox it polls."""
    if not plan.imap:
        yield None, None
        return
    with running_mailbox() as mailbox, closing(Feeder(mailbox)) as feeder:
        yield mailbox, lambda _sender, _to, raw: feeder.add(raw)


@contextmanager
def _progress(plan: DemoPlan, deals: int | None, out: Console) -> Iterator[Callable[[int], None]]:
    """A bar that counts deals as the players' mails tell of them; none while a person types."""
    if plan.human:
        yield lambda _deal: None
        return
    columns = (
        TextColumn("Playing by mail"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("deals, {task.fields[mails]} mails"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=out) as progress:
        task = progress.add_task("", total=deals, mails=0)
        mails = 0

        def moved(deal: int) -> None:
            nonlocal mails
            mails += 1
            progress.update(task, completed=max(deal - 1, 0), mails=mails)

        yield moved
        progress.update(task, completed=progress.tasks[task].completed if deals is None else deals)


def _at_the_terminal(out: Console, short: bool) -> Human:
    """Whoever sits here reads the mails of the first player and types the answers.

    With `short`, mails that ask are shown as the table they ask about, of others the beginning,
    unless it was asked for.
    """
    typed = ""
    if short:
        out.print(_IN_SHORT, markup=False)

    def show(text: str) -> None:
        if short and text.startswith("YOUR "):
            return
        out.rule("you have mail")
        whole = not short or typed.casefold().partition(" ")[0] in _ASKED_FOR
        beginning = "\n\n".join(text.split("\n\n")[:2])
        out.print(text if whole else beginning, markup=False)

    def look(seen: View, names: Sequence[str]) -> None:
        if short and seen.deal is not None:
            out.rule("Lindy")
            for line in screen_of(seen, names, speech("en")):
                out.print(f"  {line}".rstrip(), markup=False)

    def type_() -> str:
        nonlocal typed
        while not (typed := input("Your answer: ").strip()):
            out.print("One line, please: a bid, a card, status, undo or help.")
        return typed

    return Human(show, type_, look)


_IN_SHORT = (
    "Three deals at one table. In each you say how many tricks you will take, and score well only"
    " if you take exactly as many. Type what you would mail: yes to sit down, then a number to bid,"
    " and a card as 6♥ or 6H. There are also: help, status, undo.\n"
)

_ASKED_FOR = ("help", "status", "log", "rules", "hand", "proof", "settings", "why")
"""What begins a line that asks for a mail, which is then shown whole."""


def _summary(folder: Path, index: Path, counted: Counted, seconds: float) -> list[str]:
    sent, done = counted.outbox.get("sent", 0), counted.inbound.get("done", 0)
    return [
        f"{counted.letters} mails reached the players; the database says {sent} were sent.",
        f"{counted.answers} answers came back; the database says {done} were processed.",
        f"The game took {seconds:.0f} seconds.",
        f"Leaf through them all:  {index}",
        f"Every mail as a file:   {folder / 'mails'}",
        f"The server's database:  {folder / DATABASE}",
    ]
