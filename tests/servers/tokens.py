"""A provider's authorization server on loopback: it grants, renews, revokes, and has bad days.

By RFC 6749, 7636, 8628 and 7009; a mail server asks it about tokens by RFC 7662.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.servers import HOST

CLIENT, SECRET, USER = "our-client", "our-secret", "table"


class Tokens:
    """What the server does: `life` of a token in seconds, whether it `rotates` refresh tokens.

    `day` is "good", or "down" (hangs up), "garbage" (answers with a page), or an error by its name.
    `person` is what whoever is asked at the other device has said yet: "", "yes" or "no".
    """

    def __init__(self, length: int = 40) -> None:
        self.life: Any = 60
        self.rotates = True
        self.day = "good"
        self.person = ""
        self.length = length
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.access: set[str] = set()
        self.refresh: set[str] = set()
        self.challenges: dict[str, str] = {}
        self.port = 0

    @property
    def settings(self) -> dict[str, Any]:
        """As in `imap.oauth`."""
        here = f"http://{HOST}:{self.port}"
        paths = {"device": "device_url", "authorize": "authorize_url", "token": "token_url"}
        urls = {name: f"{here}/{path}" for path, name in paths.items()}
        client = {"client_id": CLIENT, "client_secret": SECRET, "scopes": ["mail"]}
        return client | urls | {"revoke_url": f"{here}/revoke"}

    def grants(self) -> int:
        """How often tokens were asked for by a refresh token."""
        return sum(said.get("grant_type") == "refresh_token" for _, said in self.asked)

    def expire(self) -> None:
        """End all access tokens."""
        self.access.clear()

    def withdraw(self) -> None:
        """End the grant, as its owner can at the provider."""
        self.access.clear()
        self.refresh.clear()

    def issue(self) -> dict[str, Any]:
        """Fresh tokens."""
        access = secrets.token_hex(self.length // 2)
        self.access.add(access)
        told = {"access_token": access, "token_type": "Bearer", "scope": "mail and more"}
        if self.life is not None:
            told["expires_in"] = self.life
        if self.rotates or not self.refresh:
            self.refresh = {secrets.token_hex(20)}
            told["refresh_token"] = next(iter(self.refresh))
        return told

    def browse(self, url: str) -> str:
        """Log in at the address, as a person does: the address at which the browser ends."""
        asked = {name: one for name, [one] in parse_qs(urlsplit(url).query).items()}
        assert asked["client_id"] == CLIENT
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_hex(8)
        self.challenges[code] = asked["code_challenge"]
        said = {"code": code} if self.person != "no" else {"error": "access_denied"}
        return f"{asked['redirect_uri']}?{urlencode(said | {'state': asked['state']})}"

    def answer(self, path: str, said: dict[str, str]) -> tuple[int, Any]:
        """The status and the answer to what is posted."""
        self.asked.append((path, said))
        if path == "/introspect":
            return 200, {"active": said.get("token") in self.access, "username": USER}
        if (said.get("client_id"), said.get("client_secret")) != (CLIENT, SECRET):
            return 401, {"error": "invalid_client"}
        if path == "/revoke":
            self.withdraw()
            return 200, {}
        if self.day != "good":
            return 400, {"error": self.day, "error_description": f"AADSTS1:\r\n {self.day}"}
        if path == "/device":
            where = {"verification_uri": "https://provider.example/device", "interval": 5}
            return 200, where | {"user_code": "WDJB", "device_code": "d1", "expires_in": 900}
        return self._token(said)

    def _token(self, said: dict[str, str]) -> tuple[int, Any]:
        kind = said.get("grant_type", "").rpartition(":")[2]
        if kind == "refresh_token" and said["refresh_token"] in self.refresh:
            return 200, self.issue()
        if kind == "authorization_code":
            digest = hashlib.sha256(said["code_verifier"].encode()).digest()
            proof = base64.urlsafe_b64encode(digest).decode().rstrip("=")
            if self.challenges.pop(said["code"], None) == proof:
                return 200, self.issue()
        if kind == "device_code" and said["device_code"] == "d1":
            if self.person == "yes":
                return 200, self.issue()
            return 400, {"error": "access_denied" if self.person else "authorization_pending"}
        return 400, {"error": "invalid_grant", "error_description": "it was withdrawn"}


@contextmanager
def running_tokens(length: int = 40) -> Iterator[Tokens]:
    """Run such a server for the length of the block; its access tokens have so many signs."""
    tokens = Tokens(length)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer({})

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            posted = parse_qs(self.rfile.read(length).decode())
            self._answer({name: one for name, [one] in posted.items()})

        def _answer(self, said: dict[str, str]) -> None:
            if tokens.day == "down":
                self.close_connection = True
                return
            status, told = tokens.answer(urlsplit(self.path).path, said)
            raw = b"<html>Sorry!" if tokens.day == "garbage" else json.dumps(told).encode()
            self.send_response(200 if tokens.day == "garbage" else status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer((HOST, 0), Handler)
    tokens.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield tokens
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
