"""A real Dovecot with one mailbox: LMTP delivers every recipient into it, IMAP reads it."""

import imaplib
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from string import Template

from tests.servers import HOST, free_port, need, need_root, running_server, server_folder
from tests.servers.authority import Authority
from tests.servers.tokens import Tokens

_USER = "table"
_PASSWORD = "open-sesame"

# Dovecot 2.3. The static userdb gives every LMTP recipient the same Maildir; only the one user
# of the passdb can log in. Failed logins are not held against the address they come from.
_CONFIG = Template(
    """\
base_dir = $folder/run
state_dir = $folder/state
log_path = /dev/stderr
protocols = imap lmtp
listen = $host
$tls
disable_plaintext_auth = no
auth_failure_delay = 0
recipient_delimiter = +
mail_location = maildir:$folder/mail/Maildir
mail_max_userip_connections = 100
first_valid_uid = 1
passdb {
  driver = passwd-file
  args = $folder/passwd
}
userdb {
  driver = static
  args = uid=mail gid=mail home=$folder/mail allow_all_users=yes
}
service imap-login {
  inet_listener imap {
    port = $imap_port
  }
  inet_listener imaps {
    port = $imaps_port
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    port = $lmtp_port
  }
}
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
$more
"""
)

BELOW_INBOX = """\
namespace inbox {
  prefix = INBOX.
  separator = .
  inbox = yes
}
"""
"""What makes it call folders as Courier, Cyrus and many providers do."""

_TOKENS_ONLY = Template(
    """\
auth_mechanisms = $mechanisms
passdb {
  driver = oauth2
  args = $folder/oauth2.conf
}
service auth {
  inet_listener {
    address = $host
    port = $auth_port
  }
}
"""
)
_INTROSPECTION = Template(
    """\
introspection_mode = post
introspection_url = http://$host:$port/introspect
username_attribute = username
active_attribute = active
active_value = true
timeout_msecs = 2000
"""
)


def tokens_only(tokens: Tokens, folder: Path, auth_port: int, *mechanisms: str) -> str:
    """More settings, by which only tokens of this server let anybody in, to SMTP servers as well
    that ask at the port.
    """
    asked = folder / "oauth2.conf"
    asked.write_text(_INTROSPECTION.substitute(host=HOST, port=tokens.port))
    return _TOKENS_ONLY.substitute(
        folder=folder, host=HOST, auth_port=auth_port, mechanisms=" ".join(mechanisms)
    )


@dataclass(frozen=True, slots=True)
class Dovecot:
    """Where a running Dovecot listens, and who may log in.

    With a certificate it offers STARTTLS, and speaks TLS from the beginning at `imaps_port`, which
    is 0 without one.
    """

    host: str
    imap_port: int
    imaps_port: int
    lmtp_port: int
    user: str
    password: str
    folder: Path


@contextmanager
def running_dovecot(
    folder: Path | None = None, *, tls: Authority | None = None, more: str = ""
) -> Iterator[Dovecot]:
    """Run Dovecot for the length of the block.

    The mail is kept in `folder` and stays there; without one, everything is deleted at the end.
    Every folder on the path must be open to other users, so pytest's tmp_path will not do.
    `more` are settings of its own.
    """
    program = need("dovecot")
    need_root()
    with ExitStack() as stack:
        home = _enterable(folder) if folder else stack.enter_context(server_folder())
        ports = [free_port(), free_port() if tls else 0, free_port()]
        dovecot = Dovecot(HOST, *ports, _USER, _PASSWORD, home)
        config = _write_config(dovecot, tls, more)
        ports = [port for port in ports if port]
        stack.enter_context(running_server([program, "-F", "-c", str(config)], home / "log", ports))
        # Dovecot listens before it can be told to stop; by its first greeting it can.
        imaplib.IMAP4(dovecot.host, dovecot.imap_port, timeout=10.0).logout()
        yield dovecot


def _write_config(dovecot: Dovecot, tls: Authority | None, more: str) -> Path:
    mail = dovecot.folder / "mail"
    mail.mkdir(exist_ok=True)
    shutil.chown(mail, "mail", "mail")
    passwd = dovecot.folder / "passwd"
    passwd.write_text(f"{dovecot.user}:{{PLAIN}}{dovecot.password}\n")
    passwd.chmod(0o644)
    config = dovecot.folder / "dovecot.conf"
    config.write_text(
        _CONFIG.substitute(
            folder=dovecot.folder,
            host=dovecot.host,
            imap_port=dovecot.imap_port,
            imaps_port=dovecot.imaps_port,
            tls=f"ssl_cert = <{tls.certificate}\nssl_key = <{tls.key}" if tls else "ssl = no",
            more=more,
            lmtp_port=dovecot.lmtp_port,
        )
    )
    return config


def _enterable(folder: Path) -> Path:
    """The folder's full path, made if need be, or ValueError if Dovecot's users are shut out."""
    home = folder.resolve()
    home.mkdir(parents=True, exist_ok=True)
    home.chmod(0o755)
    for part in home.parents:
        if not part.stat().st_mode & 0o001:
            raise ValueError(f"{part} is closed to other users, so Dovecot cannot use {home}")
    return home
