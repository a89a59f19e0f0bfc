"""Several real servers that share one PostgreSQL, each a process of its own, to be killed."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from tests.servers import HOST, free_port, wait_for_port
from tests.servers.following import Followers
from tests.servers.postgres import Postgres
from tests.torture.server import ENVIRONMENT, PBEM, run_beside, wait_until


@dataclass(slots=True)
class Worker:
    """One `pbem serve` with a role, in a folder of its own."""

    folder: Path
    role: str
    smtp: int = field(default_factory=free_port)
    lmtp: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    open: bool = False

    @property
    def opens_receivers(self) -> bool:
        """Whether it takes mail in."""
        return self.role in ("all", "door")


class Workers:
    """Servers on one database. Mail is handed to the first of them that lives and has receivers."""

    def __init__(
        self,
        folder: Path,
        smarthost: int,
        server: Postgres | Followers,
        database: str,
        roles: tuple[str, ...],
        extra: str = "",
    ) -> None:
        self.server, self.database = server, database
        self.url = server.url(self.database)
        self.kills = 0
        self.workers = [Worker(folder / str(number), role) for number, role in enumerate(roles)]
        for worker in self.workers:
            worker.folder.mkdir()
            (worker.folder / "config.yaml").write_text(
                f"database: {self.url}\n"
                f"doors: [{{port: {worker.smtp}}}, {{protocol: lmtp, port: {worker.lmtp}}}]\n"
                f"smarthost: {{host: {HOST}, port: {smarthost}, tls: none}}\n"
                f"hold: 0\ntick: 0.2\nlimits: {{mails_a_day: null, newcomer_receipts: 0}}\n{extra}"
            )

    @property
    def smtp(self) -> int:
        """A port that takes mail in."""
        return self._receiver().smtp

    @property
    def lmtp(self) -> int:
        """Another one."""
        return self._receiver().lmtp

    def _receiver(self) -> Worker:
        def opened() -> list[Worker]:
            return [one for one in self.workers if one.open]

        return wait_until(opened, "a server with open doors", 60)[0]

    def launch(self, number: int) -> None:
        """Start one of them, and do not wait for it."""
        worker = self.workers[number]
        with (worker.folder / "log").open("ab") as out:
            worker.process = subprocess.Popen(
                [*PBEM, "serve", "--role", worker.role],
                cwd=worker.folder,
                env=ENVIRONMENT,
                stdout=out,
                stderr=out,
            )

    def start(self, number: int) -> None:
        """Start one of them; returns once its receivers are open, if it has any."""
        self.launch(number)
        self.wait_for_receivers(number)

    def wait_for_receivers(self, number: int) -> None:
        """Return once the receivers of one that was launched are open, if it has any."""
        worker = self.workers[number]
        for port in (worker.smtp, worker.lmtp) if worker.opens_receivers else ():
            wait_for_port(port, 60, process=worker.process, log=worker.folder / "log")
        worker.open = worker.opens_receivers

    def kill(self, number: int) -> None:
        """Kill one of them as a power cut would."""
        worker = self.workers[number]
        process, worker.process, worker.open = worker.process, None, False
        if process is not None:
            process.kill()
            process.wait()
            self.kills += 1

    def stop(self) -> None:
        """Ask all that live to stop, and wait until they have."""
        for worker in self.workers:
            process, worker.process, worker.open = worker.process, None, False
            if process is not None:
                process.terminate()
                assert process.wait(30) == 0

    def run(self, *words: str) -> str:
        """Run a command beside them; what it printed."""
        return run_beside(self.workers[0].folder, *words)

    def logs(self) -> str:
        """What they have all said."""
        return "".join((one.folder / "log").read_text() for one in self.workers)

    def ask(self, sql: str, *values: object) -> list[tuple]:
        """What the database holds now, committed and nothing else."""
        with self.server.connect(self.database) as db:
            return db.execute(sql.replace("?", "%s"), values or None).fetchall()
