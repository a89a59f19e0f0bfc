"""An HTTPS server on loopback that stands for any hosts, and the proxy that leads to it."""

import http.server
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from tests.servers import HOST
from tests.servers.authority import Authority

Pages = Mapping[str, bytes | str]
"""What is at `host/path`: bytes, or the address that one is sent on to."""


@contextmanager
def running_web(pages: Pages, authority: Authority) -> Iterator[str]:
    """Serve some pages; gives the address of a proxy, as `https_proxy` in the environment wants it.

    The proxy leads whoever asks for a host (RFC 9110 9.3.6) to the one server, which has the
    authority's certificate.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority.certificate, authority.key)

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = pages.get(f"{self.headers['Host']}{self.path.partition('?')[0]}")
            self.send_response(404 if found is None else 302 if isinstance(found, str) else 200)
            if isinstance(found, str):
                self.send_header("Location", found)
            self.end_headers()
            if isinstance(found, bytes):
                with suppress(OSError):
                    self.wfile.write(found)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    class Proxy(http.server.BaseHTTPRequestHandler):
        def do_CONNECT(self) -> None:
            with socket.create_connection(server.server_address[:2]) as other:
                self.send_response(200)
                self.end_headers()
                back = threading.Thread(target=_carry, args=(other, self.connection))
                back.start()
                _carry(self.connection, other)
                back.join(10)

        log_message = Page.log_message

    server = http.server.ThreadingHTTPServer((HOST, 0), Page)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    proxy = http.server.ThreadingHTTPServer((HOST, 0), Proxy)
    threads = [threading.Thread(target=one.serve_forever) for one in (server, proxy)]
    for thread in threads:
        thread.start()
    try:
        yield f"http://{HOST}:{proxy.server_address[1]}"
    finally:
        for one, thread in zip((server, proxy), threads, strict=True):
            one.shutdown()
            one.server_close()
            thread.join()


def _carry(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
