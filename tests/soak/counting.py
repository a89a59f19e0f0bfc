"""What is counted while a town plays, and what must hold in the end."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields
from statistics import mean

from tests.memory import most_resident, resident
from tests.soak.town import Log, Town
from tests.torture.server import run_beside

MOST_GROWTH = 1.1
"""In the last third of the days memory is at most so many times what it was in the second.

The first third is for everything to have been in use.
"""

HAPPENS = {
    "moves of players": "select count(*) from event where actor = 'player'",
    "moves that were planned": "select count(*) from event where actor = 'plan'",
    "deadlines missed": "select count(*) from question where closed = 'missed'",
    "moves of computers for the absent": "select count(*) from question where closed = 'kept'",
    "games over": "select count(*) from game where stage = 'over'",
    "addresses that mail comes back from": "select count(*) from bounce",
    "absences": "select count(*) from absence",
    "reminders": "select count(*) from outbox where name like '%.reminder%'",
}
"""What must happen in a soak of weeks, or it shows nothing."""


@dataclass(frozen=True, slots=True)
class Sample:
    """How things stand after a day. Memory and the `file` of the database are in MB."""

    day: int
    seconds: float
    memory: float
    file: float
    open: int
    over: int
    mails: int
    letters: int
    missed: int
    waiting: int

    @staticmethod
    def head() -> str:
        """The names of the columns."""
        return "".join(f"{field.name:>9}" for field in fields(Sample))

    def line(self) -> str:
        """The columns."""
        return "".join(f"{value:9.0f}" for value in astuple(self))


def sample(town: Town, day: int, seconds: float) -> Sample:
    """Count, after a day."""
    stages = dict(town.ask("select stage, count(*) from game group by stage"))
    [(missed,)] = town.ask("select count(*) from question where closed = 'missed'")
    [(waiting,)] = town.ask("select count(*) from inbound where state = 'new'")
    return Sample(
        day,
        seconds,
        resident(),
        (town.folder / "soak.db").stat().st_size / 1e6,
        stages.get("playing", 0) + stages.get("inviting", 0),
        stages.get("over", 0),
        town.mails,
        town.letters,
        missed,
        waiting,
    )


def verdict(town: Town, log: Log, samples: list[Sample]) -> list[str]:
    """What is wrong, once all has come to rest; prints what was counted."""
    _print(town, log)
    wrong = [*town.wrong, *log.errors, *_left(town)]
    for name, sql in HAPPENS.items():
        [(number,)] = town.ask(sql)
        print(f"{number:8}  {name}")
        if not number and len(samples) >= 14:
            wrong.append(f"no {name}")
    wrong += _memory(samples)
    try:
        print(f"\npbem check: {' '.join(run_beside(town.folder, 'check').split())}")
    except AssertionError as found:
        wrong.append(str(found))
    return wrong


def _print(town: Town, log: Log) -> None:
    print("\nWhat became of mails:")
    for (what, became), number in sorted(town.became.items()):
        print(f"{number:8}  {what}: {became}")
    print("\nWhat the server warned of:")
    for what, number in sorted(log.said.items()):
        print(f"{number:8}  {what}")
    print("\nWhat happened:")


def _left(town: Town) -> list[str]:
    """What still waits, although nothing came any more for two days."""
    now = f"{town.now:%Y-%m-%d %H:%M:%S}"
    running = "select id from game where stage = 'playing' and paused_at is null"
    stopped = "select address from bounce where stopped_at is not null"
    must_be_none = {
        "mails unprocessed": "select id from inbound where state != 'done'",
        "mails that failed": "select id from inbound where attempts > 0",
        "letters that did not leave": (
            "select id from outbox where state in ('queued', 'sending') and within is null"
            f" and due_at < '{now}' and rcpt not in ({stopped})"
        ),
        "games in which nobody is asked": (
            f"{running} and id not in (select game_id from question where closed is null)"
        ),
        "questions overdue": (
            "select question.id from question join seat using (game_id, seat)"
            " join player on player.id = seat.player_id"
            f" where closed is null and due_at < '{now}' and game_id in ({running})"
            f" and address not in ({stopped})"
        ),
    }
    found = []
    for name, sql in must_be_none.items():
        rows = [row[0] for row in town.ask(sql)]
        if rows:
            found.append(f"{len(rows)} {name}: {rows[:5]}")
    return found


def _memory(samples: list[Sample]) -> list[str]:
    """Whether memory has grown, once everything has been in use."""
    third = len(samples) // 3
    print(f"\n{most_resident():.0f} MB of memory at most")
    if third < 2:
        return []
    warm = mean(one.memory for one in samples[third : 2 * third])
    last = mean(one.memory for one in samples[2 * third :])
    print(f"{warm:.0f} MB on average in the second third of the days, {last:.0f} MB in the last")
    return [f"memory has grown {last / warm:.2f} times"] if last > warm * MOST_GROWTH else []
