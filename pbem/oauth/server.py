"""What is asked of a provider's authorization server (RFC 6749, 7636, 8628, 7009).

Everything it says is checked: whatever is no answer by those rules is an outage of that server.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode, urlsplit

from oauthlib.oauth2 import DeviceClient, OAuth2Error, WebApplicationClient

from pbem.config.oauth import OAuth
from pbem.oauth.http import fetched, host, post
from pbem.oauth.troubles import LoginEnded, TokenServerDown

_USUAL_LIFE = 3600
"""Seconds an access token is good for if the server does not tell (RFC 6749 5.1)."""

_OVER = ("invalid_grant", "interaction_required")
"""What a server says of a grant that has ended (RFC 6749 5.2); the second one Microsoft's does."""

_SLOWER = 5
"""Seconds by which a server that is asked too often is asked less often (RFC 8628 3.5)."""


class LoginRefused(Exception):
    """A login that did not come about; the message says why in one sentence."""


class LoginDenied(LoginRefused):
    """A login that whoever was asked at the other device has denied (RFC 8628 3.5)."""


@dataclass(frozen=True, slots=True)
class Issued:
    """Tokens as they were issued; `life` is how long the access token is good for."""

    access: str
    refresh: str | None
    life: timedelta


@dataclass(frozen=True, slots=True)
class DeviceLogin:
    """A login under way at another device: what is opened and typed there, and how it is asked for.

    `every` and `life` are seconds.
    """

    url: str
    user_code: str
    device_code: str
    every: int
    life: int


@dataclass(frozen=True, slots=True)
class BrowserLogin:
    """A login under way in a browser, which ends at an address that is given back to us."""

    url: str
    state: str
    verifier: str


class AuthorizationServer:
    """The server of a provider, as the client that the settings name."""

    def __init__(self, settings: OAuth) -> None:
        self._settings = settings
        secret = settings.client_secret
        self._secret = {"client_secret": secret.get_secret_value()} if secret else {}

    def begin_device(self) -> DeviceLogin:
        """Begin the device flow (RFC 8628 3.1); LoginRefused or TokenServerDown if it cannot be."""
        url = self._settings.device_url
        assert url is not None
        asked = DeviceClient(self._settings.client_id, **self._secret).prepare_request_uri(
            _as_private(url), scope=self._settings.scopes
        )
        status, said = post(url, urlsplit(asked).query)
        if status != 200:
            raise LoginRefused(_error(said))
        try:
            where = str(said.get("verification_uri") or said["verification_url"])
            every, life = int(said.get("interval", 5)), int(said["expires_in"])
            return DeviceLogin(where, _word(said["user_code"]), said["device_code"], every, life)
        except (KeyError, TypeError, ValueError) as problem:
            raise TokenServerDown(f"{host(url)} begins no login") from problem

    def end_device(self, login: DeviceLogin, wait: Callable[[int], None]) -> Issued:
        """Ask until whoever logs in has done so (RFC 8628 3.4, 3.5); LoginRefused if it does not.

        `wait` lets so many seconds pass. A server that is away meanwhile is asked less often.
        """
        every, left = max(1, login.every), login.life
        client = DeviceClient(self._settings.client_id, **self._secret)
        body = client.prepare_request_body(
            login.device_code, include_client_id=True, **self._secret
        )
        while left > 0:
            wait(every)
            left -= every
            try:
                status, said = post(self._settings.token_url, body)
            except TokenServerDown:
                every *= 2
                continue
            if status == 200:
                return self._issued(client, said)
            if said.get("error") == "access_denied":
                told = f" ({_error(said)})" if "error_description" in said else ""
                raise LoginDenied(f"whoever was asked there said no{told}")
            if said.get("error") == "slow_down":
                every += _SLOWER
            elif said.get("error") != "authorization_pending":
                raise LoginRefused(_error(said))
        raise LoginRefused("nobody logged in there in time")

    def begin_browser(self) -> BrowserLogin:
        """Begin the code flow with PKCE (RFC 6749 4.1, 7636)."""
        client = WebApplicationClient(self._settings.client_id)
        verifier, state = client.create_code_verifier(64), client.state_generator()
        challenge = client.create_code_challenge(verifier, "S256")
        url = self._settings.authorize_url
        assert url is not None
        asked = client.prepare_request_uri(
            _as_private(url),
            redirect_uri=self._settings.redirect_url,
            scope=self._settings.scopes,
            state=state,
            code_challenge=challenge,
            code_challenge_method="S256",
        )
        return BrowserLogin(url.partition(":")[0] + asked[len("https") :], state, verifier)

    def end_browser(self, login: BrowserLogin, ended_at: str) -> Issued:
        """The tokens for the address at which the browser ended; LoginRefused if it has no code."""
        client = WebApplicationClient(self._settings.client_id)
        try:
            found = client.parse_request_uri_response(_as_private(ended_at.strip()), login.state)
        except OAuth2Error as problem:
            raise LoginRefused(
                "that address does not end this login: "
                + (problem.description or problem.error or "it has no code")
            ) from problem
        except ValueError as problem:
            raise LoginRefused("that address does not end this login: it is none") from problem
        body = client.prepare_request_body(
            code=found["code"],
            redirect_uri=self._settings.redirect_url,
            code_verifier=login.verifier,
            **self._secret,
        )
        status, said = post(self._settings.token_url, body)
        if status != 200:
            raise LoginRefused(_error(said))
        return self._issued(client, said)

    def renewed(self, refresh: str) -> Issued:
        """New tokens for a refresh token (RFC 6749 6).

        LoginEnded if it is worth nothing any more, TokenServerDown for any other trouble.
        """
        client = WebApplicationClient(self._settings.client_id)
        body = client.prepare_refresh_body(
            refresh_token=refresh, client_id=self._settings.client_id, **self._secret
        )
        status, said = post(self._settings.token_url, body)
        if status == 200:
            return self._issued(client, said)
        if said.get("error") in _OVER:
            raise LoginEnded(_error(said))
        raise TokenServerDown(f"{host(self._settings.token_url)} gives no token: {_error(said)}")

    def revoke(self, token: str) -> bool:
        """End a grant at the provider (RFC 7009); whether it says that it has."""
        if self._settings.revoke_url is None:
            return False
        account = {"client_id": self._settings.client_id} | self._secret
        try:
            answer = fetched(self._settings.revoke_url, urlencode({"token": token} | account))
        except TokenServerDown:
            return False
        return answer[0] == 200

    def _issued(
        self, client: DeviceClient | WebApplicationClient, said: Mapping[str, Any]
    ) -> Issued:
        try:
            # The library's own clock is not ours: only what it reads is taken.
            told = client.parse_request_body_response(json.dumps({**said, "expires_in": 1}))
            life = int(said.get("expires_in") or _USUAL_LIFE)
            refresh = told.get("refresh_token")
            return Issued(
                _word(told["access_token"]),
                _word(refresh) if refresh is not None else None,
                timedelta(seconds=max(0, min(life, 10**8))),
            )
        except (OAuth2Error, Warning, KeyError, TypeError, ValueError, AttributeError) as problem:
            where = host(self._settings.token_url)
            raise TokenServerDown(f"{where} answers without a token") from problem


def _word(text: object) -> str:
    """Printable ASCII without spaces: what goes into other protocols. ValueError if it is not."""
    if not isinstance(text, str) or not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError("not a token")
    return text


def _error(said: Mapping[str, Any]) -> str:
    told = said.get("error_description") or said.get("error") or "no reason is told"
    return " ".join(str(told).split())[:300]


def _as_private(url: str) -> str:
    """An address as the library wants it; ours has been looked at, and may be on this machine."""
    return f"https:{url[len('http:') :]}" if url.startswith("http:") else url
