"""A real Postfix that hands the mail for one domain to LMTP and relays or refuses the rest."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers import HOST, free_port, need, need_root, running_server, server_folder

# One line per service: type, private, unprivileged, chroot, wakeup, process limit, command.
# The SMTP listener comes in front of these, because only it depends on a port.
_SERVICES = """\
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
"""


@dataclass(frozen=True, slots=True)
class Postfix:
    """Where a running Postfix listens; its log is the file `log` in the folder."""

    host: str
    smtp_port: int
    folder: Path


@contextmanager
def running_postfix(
    lmtp_port: int,
    domain: str,
    relay_port: int | None = None,
    more: Mapping[str, str] | None = None,
) -> Iterator[Postfix]:
    """Run Postfix for the length of the block.

    Mail for `domain` goes to the LMTP server at `lmtp_port` with its recipient unchanged. Mail
    for other domains goes to the SMTP server at `relay_port`, or is refused if there is none.
    A mail the next server puts off is tried again after a second or two. `more` are settings that
    come before these.
    """
    program = need("postfix")
    need_root()
    with server_folder() as folder:
        postfix = Postfix(HOST, free_port(), folder)
        config = folder / "config"
        for name in ("config", "queue", "data"):
            (folder / name).mkdir()
            (folder / name).chmod(0o755)
        shutil.chown(folder / "data", "postfix")
        settings = _settings(folder, lmtp_port, domain) | _elsewhere(relay_port) | dict(more or {})
        main = "".join(f"{name} = {value}\n" for name, value in settings.items())
        (config / "main.cf").write_text(main)
        listener = f"{postfix.host}:{postfix.smtp_port} inet n - n - - smtpd\n"
        (config / "master.cf").write_text(listener + _SERVICES)
        # Postfix waits for a main.cf younger than two seconds to settle, so make it look old.
        os.utime(config / "main.cf", (0, 0))
        # `check` makes the queue's subfolders with the owners and modes Postfix wants.
        _output(program, "-c", str(config), "check")
        daemons = _output(need("postconf"), "-c", str(config), "-h", "daemon_directory")
        master = [f"{daemons.strip()}/master", "-c", str(config), "-d"]
        with running_server(master, folder / "log", [postfix.smtp_port]):
            yield postfix


def _settings(folder: Path, lmtp_port: int, domain: str) -> dict[str, str]:
    return {
        "compatibility_level": "3.6",
        "queue_directory": f"{folder}/queue",
        "data_directory": f"{folder}/data",
        "maillog_file": f"{folder}/log",
        "maillog_file_prefixes": str(folder),
        "inet_interfaces": HOST,
        "inet_protocols": "ipv4",
        "myhostname": "postfix.invalid",
        "mydestination": "",
        "alias_maps": "",
        "local_transport": "error:no local mail",
        "virtual_mailbox_domains": domain,
        "virtual_mailbox_maps": "",
        "virtual_transport": f"lmtp:inet:{HOST}:{lmtp_port}",
        "smtputf8_enable": "no",
        "smtp_dns_support_level": "disabled",
        "smtpd_peername_lookup": "no",
        "smtpd_error_sleep_time": "0",
        "in_flow_delay": "0",
        "queue_run_delay": "1s",
        "minimal_backoff_time": "1s",
        "maximal_backoff_time": "2s",
    }


def _elsewhere(relay_port: int | None) -> dict[str, str]:
    if relay_port is None:
        return {
            "smtpd_relay_restrictions": "reject_unauth_destination",
            "default_transport": "error:no relay",
        }
    return {
        "mynetworks": f"{HOST}/32",
        "smtpd_relay_restrictions": "permit_mynetworks, reject_unauth_destination",
        "relayhost": f"[{HOST}]:{relay_port}",
    }


def _output(*command: str) -> str:
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout
