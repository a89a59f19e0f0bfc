"""A mail server that takes mails from whoever logs in, and hands them to an LMTP server."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult

from tests.servers import HOST, free_port
from tests.servers.authority import Authority
from tests.servers.dovecot import Dovecot


@contextmanager
def running_submission(
    dovecot: Dovecot, tls: Authority, *, implicit: bool = False, plus: bool = True
) -> Iterator[int]:
    """Let in whoever may read that mailbox, over TLS alone; gives the port.

    With `implicit` TLS is spoken from the beginning, else it is begun by STARTTLS. Without `plus`
    no address with a plus sign is known.
    """
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(tls.certificate, tls.key)

    class Handler:
        async def handle_MAIL(  # noqa: N802
            self, _server: Any, session: Any, envelope: Any, address: str, _options: Any
        ) -> str:
            if not session.authenticated:
                return "530 5.7.0 Authentication required"
            envelope.mail_from = address
            return "250 OK"

        async def handle_RCPT(  # noqa: N802
            self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
        ) -> str:
            if "+" in address and not plus:
                return "550 5.1.1 no such mailbox"
            envelope.rcpt_tos.append(address)
            return "250 OK"

        async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
            with smtplib.LMTP(HOST, dovecot.lmtp_port, timeout=10) as client:
                client.sendmail(envelope.mail_from, envelope.rcpt_tos, envelope.content)
            return "250 OK"

    def let_in(_server: Any, _session: Any, _envelope: Any, _how: str, told: Any) -> AuthResult:
        known = (dovecot.user.encode(), dovecot.password.encode())
        return AuthResult(success=(told.login, told.password) == known, handled=False)

    class Listening(Controller):
        def factory(self) -> SMTP:
            how = {} if implicit else {"tls_context": context, "require_starttls": True}
            return SMTP(self.handler, authenticator=let_in, auth_require_tls=not implicit, **how)

    port = free_port()
    server = Listening(
        Handler(), hostname=HOST, port=port, ssl_context=context if implicit else None
    )
    server.start()
    try:
        yield port
    finally:
        server.stop()
