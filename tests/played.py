"""Games by mail through the server of any revision: each letter that leaves it becomes a file.

`PYTHONPATH=TREE python -P tests/played.py FOLDER` plays what stands in `data/played.txt`. Nothing
of the tree is known here but its outside: the command `serve`, its settings, the port for mail, the
Maildir of outgoing letters, and that APScheduler tells it when to work. So revisions can be
compared whose modules have other names. Time passes only here, and chance depends only on it.
"""

from __future__ import annotations

import asyncio
import ctypes
import email
import email.policy
import gc
import hashlib
import os
import re
import runpy
import secrets
import signal
import smtplib
import socket
import sys
import threading
import traceback
from collections import Counter
from datetime import UTC, datetime, timedelta, tzinfo
from email.message import EmailMessage
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, unquote

from apscheduler.schedulers.asyncio import AsyncIOScheduler

STORY = Path(__file__).resolve().parent / "data" / "played.txt"

_SETTINGS = """\
mailbox: table@ohhell.example
operator: olga@cards.example
organisers: ["*"]
open_games: true
open_registration: true
doors: [{{port: {port}}}]
"""

_BEAT = timedelta(minutes=9)
"""A server that was not at work for ten minutes takes itself to have been away."""

_PATIENCE = 200
"""Beats without a question after which nobody will be asked any more."""

_MOVE = re.compile(r"\d+|[2-9TJQKA][SHDC]")
"""What a button says that bids or plays a card."""


class Club:
    """The time, people who read and answer, and the server between them."""

    _scheduler: AsyncIOScheduler
    _loop: asyncio.AbstractEventLoop

    def __init__(self) -> None:
        self.now = datetime(2026, 10, 5, 8, 0, tzinfo=UTC)
        self.letters: dict[str, EmailMessage] = {}
        self.questions: dict[str, dict[str, str]] = {}
        self.moved = ""
        self.moves = 0
        self._drawn: Counter[tuple[datetime, int]] = Counter()
        self._worked: dict[str, datetime] = {}
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]

    def chance(self, nbytes: int | None = None) -> bytes:
        """What is drawn by chance; at one moment it does not depend on what was drawn before."""
        drawn = self.now, nbytes or 32
        self._drawn[drawn] += 1
        return hashlib.shake_256(f"{drawn} {self._drawn[drawn]}".encode()).digest(drawn[1])

    def play(self, scheduler: AsyncIOScheduler, loop: asyncio.AbstractEventLoop) -> None:
        """Live through the story, and stop the server. Runs in a thread."""
        self._scheduler, self._loop = scheduler, loop
        try:
            for line in STORY.read_text("utf-8").splitlines():
                who, _, what = line.partition(": ")
                if who == "moves":
                    for _ in range(int(what)):
                        if not self.move():
                            break
                elif who == "wait":
                    self.wait(timedelta(hours=int(what)))
                elif what and not line.startswith("#"):
                    name = self.asked() if who == "asked" else who
                    self.say(name if name and name != "mover" else self.moved, what)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os.kill(os.getpid(), signal.SIGINT)

    def wait(self, time: timedelta) -> None:
        """Let time pass while the server is at work."""
        until = self.now + time
        while self.now < until:
            self.now = min(self.now + _BEAT, until)
            self._work()

    def asked(self) -> str | None:
        """Who has waited longest with a question, once there is one; None if there will be none."""
        for _ in range(_PATIENCE):
            if self.questions:
                return next(iter(self.questions))
            self.wait(_BEAT)
        return None

    def move(self) -> bool:
        """Whoever is asked taps or types one of the moves there are; False if nobody is."""
        name = self.asked()
        if name is None:
            return False
        links = list(self.questions.pop(name).values())
        to, _, filled = links[self.moves % len(links)].removeprefix("mailto:").partition("?")
        [subject], [body] = (parse_qs(filled)[part] for part in ("subject", "body"))
        self.moved, self.moves = name, self.moves + 1
        if self.moves % 2:
            self._send(name, to, subject, body)
        else:
            self.say(name, body.splitlines()[0])
        return True

    def say(self, name: str, text: str) -> None:
        """Somebody answers his newest letter; without one he writes to the server's address."""
        if name not in self.letters:
            self._send(name, "table@ohhell.example", "Oh Hell!", text)
            return
        letter = self.letters[name]
        quoted = "".join(f"> {line}\n" for line in _part(letter, "plain").splitlines())
        said = f"{text}\n\nOn Monday, {letter['From']} wrote:\n{quoted}"
        self._send(name, letter["Reply-To"], f"Re: {letter['Subject']}", said)

    def _send(self, name: str, to: str, subject: str, text: str) -> None:
        sender = f"{name.lower()}@cards.example"
        raw = (
            f"From: {name} <{sender}>\nTo: {to}\nSubject: {subject}\n"
            f"Message-ID: <{self.now:%m%d%H%M}@cards.example>\n"
            f"Content-Type: text/plain; charset=utf-8\n\n{text}\n"
        )
        with smtplib.SMTP("127.0.0.1", self.port) as client:
            client.sendmail(sender, [to], raw.encode())
        self._work()
        self.wait(timedelta(minutes=1))

    def _work(self) -> None:
        """Let the server do all there is to do at this moment."""
        working = True
        while working:
            for job in sorted(self._scheduler.get_jobs(), key=lambda job: job.id):
                every = job.trigger.interval
                if every < _BEAT or self._worked.get(job.id, self.now - every) <= self.now - every:
                    self._worked[job.id] = self.now
                    asyncio.run_coroutine_threadsafe(job.func(), self._loop).result()
            left = Path("outgoing/new").glob("*")
            new = sorted(left, key=lambda file: int(file.name.partition("Q")[2].partition(".")[0]))
            working = bool(new)
            for file in new:
                self._read(file)

    def _read(self, file: Path) -> None:
        """Somebody gets a letter; it is filed by its moment and its reader."""
        raw = file.read_bytes()
        letter = email.message_from_bytes(raw, _class=EmailMessage, policy=email.policy.default)
        name = letter["To"].addresses[0].username.capitalize()
        self.letters[name] = letter
        if asks := _moves(letter):
            self.questions[name] = asks
        moment = f"{self.now:%d-%b-%H%M}-{name}"
        number = len(list(Path().glob(f"{moment}-*.eml"))) + 1
        file.rename(f"{moment}-{number}.eml")
        print(f"{moment} {number}: {letter['Subject']}")


def _part(letter: EmailMessage, kind: str) -> str:
    body = letter.get_body((kind,))
    return "" if body is None else str(body.get_content()).replace("\r\n", "\n")


def _moves(letter: EmailMessage) -> dict[str, str]:
    """The links of a letter's buttons that bid or play, by what stands on them."""
    links = map(unescape, re.findall(r'href="(mailto:[^"]+)"', _part(letter, "html")))
    codes = {unquote(link).partition("] ")[2].partition("&")[0]: link for link in links}
    return {code: link for code, link in codes.items() if _MOVE.fullmatch(code)}


def main(folder: Path) -> None:
    """Be `pbem serve` in a new folder, with the club's time, chance and patience."""
    folder.mkdir()
    os.chdir(folder)
    club = Club()
    Path("config.yaml").write_text(_SETTINGS.format(port=club.port), "utf-8")
    secrets.token_bytes = club.chance

    def now(_class: type[datetime], tz: tzinfo | None = None) -> datetime:
        return club.now.astimezone(tz)

    # The class is written in C: its methods can be replaced in its own dictionary alone.
    gc.get_referents(datetime.__dict__)[0]["now"] = classmethod(now)
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(datetime))
    begin = AsyncIOScheduler.start

    def start(scheduler: AsyncIOScheduler, paused: bool = False) -> None:
        begin(scheduler, paused=True)
        about = scheduler, asyncio.get_running_loop()
        threading.Thread(target=club.play, args=about, daemon=True).start()

    AsyncIOScheduler.start = start
    sys.argv = ["pbem", "serve", "--quiet"]
    runpy.run_module("pbem", run_name="__main__")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
