"""Numbers for Prometheus, read from the database whenever they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from pbem.doctor.health import Health, health
from pbem.domain.model import Stage
from pbem.store.database import Database
from pbem.store.inbound import Processing
from pbem.store.outbox import Sending


class _Health(Collector):
    def __init__(self, db: Database, now: Callable[[], datetime]) -> None:
        self._db, self._now = db, now

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The numbers of this moment."""
        with self._db.reading() as session:
            found = health(session, self._now())
        troubled = found.rests is not None and not found.rests.limited
        for name, about, label, counts, states in (
            ("games", "Games by stage", "stage", found.games, Stage),
            ("inbound_mails", "Mails that came in, by state", "state", found.inbound, Processing),
            ("outbox_mails", "Mails on their way out, by state", "state", found.outbox, Sending),
        ):
            family = GaugeMetricFamily(f"ohhell_{name}", about, labels=[label])
            for state in states:
                family.add_metric([state.value], counts.get(state.value, 0))
            yield family
        for name, about, value in (
            ("open_questions", "Questions that wait for an answer", found.open),
            ("overdue_questions", "Open questions whose deadline has passed", found.late),
            (
                "inbound_wait_seconds",
                "How long the oldest unprocessed mail has waited",
                found.waits_in.total_seconds(),
            ),
            (
                "outbox_wait_seconds",
                "How long the mail that should have left first has waited",
                found.waits_out.total_seconds(),
            ),
            ("post_rests", "1 while the post rests for trouble of its own", int(troubled)),
            *_of_copies(found),
        ):
            yield GaugeMetricFamily(f"ohhell_{name}", about, value=value)


def _of_copies(found: Health) -> Iterator[tuple[str, str, float]]:
    """The numbers of the copies the server makes; none before it has begun one."""
    known = found.copied
    if known.made is not None:
        age = (found.at - known.made).total_seconds()
        yield "copy_age_seconds", "How old the newest copy of the database is", age
        yield "copy_bytes", "How big the newest copy of the database is", known.bytes
    if known.made is not None or known.failing is not None:
        yield "copy_failing", "1 while no copy can be made", int(known.failing is not None)
        stays = int(known.kept_here is not None)
        yield "copy_not_carried", "1 while no copy can be carried off the machine", stays


class MetricsPage:
    """The page the numbers are on, in a thread of its own; OSError if the port is taken."""

    def __init__(self, db: Database, host: str, port: int, now: Callable[[], datetime]) -> None:
        registry = CollectorRegistry()
        registry.register(_Health(db, now))
        self._server, self._thread = start_http_server(port, addr=host, registry=registry)
        self.port: int = self._server.server_port

    def close(self) -> None:
        """Give the port back."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
