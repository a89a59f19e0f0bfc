"""How to log in by OAuth 2: a client, and where its provider's servers are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr, model_validator

from pbem.config.part import SettingsPart

_MICROSOFT = "https://login.microsoftonline.com/{tenant}/oauth2/v2.0"
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def _url(text: str) -> str:
    try:
        parts = urlsplit(text)
        private = parts.scheme == "https" or parts.hostname in _LOOPBACK
    except ValueError:
        private = False
    if not private or parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("an address that begins with https:// is needed")
    return text


Url = Annotated[str, AfterValidator(_url)]

PROVIDERS: Mapping[str, Mapping[str, Any]] = {
    # learn.microsoft.com, "Authenticate an IMAP, POP or SMTP connection using OAuth", Nov 2026.
    "microsoft": {
        "device_url": f"{_MICROSOFT}/devicecode",
        "authorize_url": f"{_MICROSOFT}/authorize",
        "token_url": f"{_MICROSOFT}/token",
        "redirect_url": "https://login.microsoftonline.com/common/oauth2/nativeclient",
        "scopes": (
            "https://outlook.office.com/IMAP.AccessAsUser.All",
            "https://outlook.office.com/SMTP.Send",
            "offline_access",
        ),
    },
    # developers.google.com, "OAuth 2.0 for iOS & Desktop Apps", November 2026. Its device flow
    # gives no scope for mail; without `prompt` a second login brings no refresh token.
    "google": {
        "authorize_url": (
            "https://accounts.google.com/o/oauth2/v2/auth?access_type=offline&prompt=consent"
        ),
        "token_url": "https://oauth2.googleapis.com/token",
        "revoke_url": "https://oauth2.googleapis.com/revoke",
        "redirect_url": "http://127.0.0.1:8400/",
        "scopes": ("https://mail.google.com/",),
    },
}
"""What is known of a provider; a setting of the same name comes before it."""


class OAuth(SettingsPart):
    """A client that is registered at a provider, who is known by name or by its addresses."""

    provider: Literal["microsoft", "google"] | None = None
    client_id: Annotated[str, Field(min_length=1)]
    client_secret: SecretStr | None = None
    tenant: Annotated[str, Field(pattern=r"^[\w.-]+$")] = "common"
    device_url: Url | None = None
    authorize_url: Url | None = None
    token_url: Url
    revoke_url: Url | None = None
    redirect_url: Url = "http://127.0.0.1:8400/"
    scopes: tuple[str, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _known(cls, said: Any) -> Any:
        """The settings with what is known of the provider."""
        row = PROVIDERS.get(said.get("provider") or "") if isinstance(said, dict) else None
        if row is None:
            return said
        tenant = str(said.get("tenant") or "common")
        filled = {
            name: value.replace("{tenant}", tenant) if isinstance(value, str) else value
            for name, value in row.items()
        }
        return filled | said

    @model_validator(mode="after")
    def _asks_somewhere(self) -> OAuth:
        if self.device_url is None and self.authorize_url is None:
            raise ValueError("`provider`, `device_url` or `authorize_url` is needed")
        return self
