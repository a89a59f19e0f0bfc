"""All that `pbem doctor` looks at, in the order in which it tells it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from pbem.config.settings import Settings
from pbem.context.services import Services
from pbem.doctor import delivery, dns, earlier, local, logins
from pbem.doctor.finding import Finding
from pbem.oauth.access import all_access
from pbem.receivers.personal import Claims
from pbem.store.server_lock import server_runs


def checks(
    settings: Settings,
    file: Path | None,
    services: Services,
    name_server: tuple[str, int] | None,
    now: Callable[[], datetime],
    time_left: Callable[[], bool] | None,
    claims: Claims,
) -> Iterator[Finding]:
    """Files, disk, work left undone, DNS, logins, ways in and out, and a mail to ourselves.

    `file` is where the settings came from. The mail is waited for while there is `time_left`, and
    not sent at all if that is None. `claims` tell what is ours in a personal mailbox.
    """
    ask = dns.lookup(name_server)
    yield local.settings_file(settings, file)
    yield from local.database(settings)
    yield from local.outgoing(settings)
    yield from local.disk(settings)
    yield from local.copies(settings, services.db, now())
    yield from local.archive(settings, services.db)
    yield from local.work(services.db, now(), server_runs(settings.database))
    yield from local.farewell(services.db)
    yield from dns.domain_records(services.addresses.domain, ask)
    yield from earlier.addresses(settings, ask, now())
    if settings.dkim is not None:
        yield from dns.signing_keys(settings.dkim, services.addresses.domain, ask)
    yield from logins.logins(all_access(settings, now), now())
    yield from delivery.receivers(settings, now)
    yield delivery.way_out(settings, now)
    if time_left is not None:
        yield from delivery.round_trip(settings, services, ask, now, time_left, claims)
