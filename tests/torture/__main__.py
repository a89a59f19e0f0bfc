"""`python3 dev.py torture`: hundreds of kills while games are played, then what was counted."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from itertools import cycle, islice
from pathlib import Path

from rich.progress import MofNCompleteColumn, Progress

from pbem.demo.mailbox import Feeder, running_mailbox
from tests.torture.audit import Figures
from tests.torture.moments import MOMENTS, Moment
from tests.torture.players import Players
from tests.torture.polling import poll_moments
from tests.torture.relay import Relay
from tests.torture.run import tables, torture

Moments = dict[str, Moment]


def main() -> int:
    """Run; 1 if anything was lost, doubled, changed or sent to the wrong player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    polled = wanted.kills // 6
    print(f"The doors: {wanted.kills - polled} kills, {wanted.games} games, seed {wanted.seed}")
    with _folder() as folder, tables(folder, wanted.games) as players:
        fine = _run(players, MOMENTS, wanted.kills - polled, wanted.seed)
    print(f"\nA polled mailbox: {polled} kills, {wanted.games} games")
    with _folder() as folder, _mailbox(folder, wanted.games) as (players, moments):
        return 0 if _run(players, moments, polled, wanted.seed) and fine else 1


def _run(players: Players, known: Moments, kills: int, seed: int) -> bool:
    """Kill so often, and print what was counted; whether all is well."""
    moments = list(islice(cycle(known.items()), kills))
    began = time.monotonic()

    bar = Progress(*Progress.get_default_columns(), MofNCompleteColumn(), transient=True)

    def said(number: int, moment: str, hit: bool) -> None:
        took = time.monotonic() - began
        told = f"{number:4}/{kills}  {took:4.0f} s  {moment:28}{'' if hit else ' missed'}"
        bar.print(told, highlight=False, markup=False)
        bar.advance(killing)

    with bar:
        killing = bar.add_task("Killing", total=kills, visible=bar.console.is_terminal)
        figures, hits = torture(players, moments, seed, said)
    print()
    for moment, aimed in Counter(name for name, _ in moments).items():
        print(f"killed {aimed:3} times, hit {hits[moment]:3}: {moment}")
    print()
    for name, count in asdict(figures).items():
        print(f"{count:6}  {name.replace('_', ' ')}")
    print(f"\npbem check: {' '.join(players.server.run('check').split())}")
    return _verdict(figures)


def _verdict(figures: Figures) -> bool:
    wrong = ", ".join(f"{count} {name}" for name, count in figures.wrong.items())
    print(f"WRONG: {wrong}" if wrong else "Nothing is wrong.")
    return not wrong


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="ohhell-torture-") as folder:
        yield Path(folder)


@contextmanager
def _mailbox(folder: Path, games: int) -> Iterator[tuple[Players, Moments]]:
    """Tables whose players' answers are filed in a real mailbox, by a wire that can be heard."""
    with running_mailbox() as box, closing(Feeder(box)) as feeder, Relay(box.port) as relay:
        settings = (
            f"imap: {{host: {box.host}, port: {relay.port}, user: {box.user}, tls: false,"
            f" password: {box.password.get_secret_value()}, every: 0.2}}\n"
        )
        with tables(folder, games, settings, feeder.add) as players:
            yield players, poll_moments(relay)


if __name__ == "__main__":
    sys.exit(main())
