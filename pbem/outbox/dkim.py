"""Signatures of DKIM (RFC 6376): what keys are kept as, and a way out that signs each mail."""

from __future__ import annotations

import base64
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pbem.outbox.carriers import Carrier, NotSent, Send
from pbem.outbox.faults import Fault

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    from pbem.config.dkim import Dkim

Algorithm = Literal["rsa", "ed25519"]

_RSA_BITS = 2048
"""What receivers must be able to check is 1024 to 4096 (RFC 8301); a record holds 2048 easily."""

_STRING = 255
"""Characters of one string of a TXT record; a longer value is several of them."""


class KeyFault(Exception):
    """A key that cannot be used; the message says which file and why."""


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A private key under its selector: `private` as the library for signing wants it, `public` as
    the record has it, in base64.
    """

    selector: str
    algorithm: Algorithm
    private: bytes
    public: str

    @property
    def record(self) -> str:
        """The value of the TXT record at `selector._domainkey.domain` (RFC 6376 3.6, RFC 8463)."""
        return f"v=DKIM1; k={self.algorithm}; p={self.public}"

    def zone_line(self, domain: str) -> str:
        """The record as a line of a zone file."""
        value = self.record
        strings = [value[at : at + _STRING] for at in range(0, len(value), _STRING)]
        shown = " ".join(f'"{string}"' for string in strings)
        return f"{record_name(self.selector, domain)}. IN TXT {shown}"


def record_name(selector: str, domain: str) -> str:
    """Where the public key of a selector is published."""
    return f"{selector}._domainkey.{domain}"


def key_file(folder: Path, selector: str) -> Path:
    """Where the private key of a selector is kept."""
    return folder / f"{selector}.pem"


def make_key(folder: Path, selector: str, algorithm: Algorithm) -> SigningKey:
    """A new key in a file that only its owner reads. Raises KeyFault if there is one already."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519, rsa

    made = (
        ed25519.Ed25519PrivateKey.generate()
        if algorithm == "ed25519"
        else rsa.generate_private_key(public_exponent=65537, key_size=_RSA_BITS)
    )
    pem = made.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file = key_file(folder, selector)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
            opened.write(pem)
    except FileExistsError as problem:
        raise KeyFault(f"there is a key {file} already; name another selector") from problem
    except OSError as problem:
        raise KeyFault(f"{file} cannot be written: {problem.strerror}") from problem
    return read_key(folder, selector)


def read_key(folder: Path, selector: str) -> SigningKey:
    """The key of a selector. Raises KeyFault if there is none that mails can be signed with."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519, rsa

    file = key_file(folder, selector)
    try:
        key = serialization.load_pem_private_key(file.read_bytes(), None)
    except OSError as problem:
        raise KeyFault(f"{file} cannot be read: {problem.strerror}") from problem
    except (ValueError, TypeError) as problem:
        raise KeyFault(f"{file} holds no private key without a password") from problem
    encoding, private = serialization.Encoding, serialization.PrivateFormat
    public = serialization.PublicFormat
    if isinstance(key, rsa.RSAPrivateKey):
        pem = key.private_bytes(encoding.PEM, private.PKCS8, serialization.NoEncryption())
        shown = key.public_key().public_bytes(encoding.DER, public.SubjectPublicKeyInfo)
        return SigningKey(selector, "rsa", pem, base64.b64encode(shown).decode())
    if isinstance(key, ed25519.Ed25519PrivateKey):
        bare = key.private_bytes(encoding.Raw, private.Raw, serialization.NoEncryption())
        shown = key.public_key().public_bytes(encoding.Raw, public.Raw)
        public_key = base64.b64encode(shown).decode()
        return SigningKey(selector, "ed25519", base64.b64encode(bare), public_key)
    raise KeyFault(f"{file} is a key of a kind that mails are not signed with")


def signed(raw: bytes, domain: str, keys: Sequence[SigningKey]) -> bytes:
    """A mail with a signature by each key above it."""
    above = []
    for key in keys:
        mail = _library().DKIM(raw, signature_algorithm=f"{key.algorithm}-sha256".encode())
        line = mail.sign(
            key.selector.encode(),
            domain.encode(),
            key.private,
            canonicalize=(b"relaxed", b"relaxed"),
        )
        above.append(line)
    return b"".join([*above, raw])


@cache
def _library() -> Any:
    """The library, with RSA by another one: its own, in Python, takes thirty times as long."""
    import dkim

    dkim.RSASSA_PKCS1_v1_5_sign = _rsa_signature
    return dkim


def _rsa_signature(hashed: Any, key: dict[str, int]) -> bytes:
    """What the library's function of that name gives: RSASSA-PKCS1-v1_5 of a digest (RFC 8017)."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import padding, utils

    private = _rsa_key(*(key[name] for name in _RSA_NUMBERS))
    digest: bytes = hashed.digest()
    return private.sign(digest, padding.PKCS1v15(), utils.Prehashed(hashes.SHA256()))


_RSA_NUMBERS = (
    *("modulus", "publicExponent", "privateExponent"),
    *("prime1", "prime2", "exponent1", "exponent2", "coefficient"),
)
"""What a private key is made of (RFC 8017 A.1.2), as the library names it."""


@cache
def _rsa_key(n: int, e: int, d: int, p: int, q: int, dp: int, dq: int, qi: int) -> RSAPrivateKey:
    from cryptography.hazmat.primitives.asymmetric import rsa

    public = rsa.RSAPublicNumbers(e, n)
    return rsa.RSAPrivateNumbers(p, q, d, dp, dq, qi, public).private_key()


def verified(raw: bytes, ask: Callable[[str], str]) -> list[tuple[str, str]]:
    """Each signature of a mail: where its key is published, and what is wrong; empty if it holds.

    `ask` gives the TXT record of a name, empty if there is none.
    """
    count = sum(name.lower() == b"dkim-signature" for name, _ in _library().DKIM(raw).headers)
    return [_verified(raw, at, ask) for at in range(count)]


def _verified(raw: bytes, at: int, ask: Callable[[str], str]) -> tuple[str, str]:
    library, asked = _library(), []

    def record(name: bytes, timeout: float = 0) -> bytes:
        asked.append(name.decode().rstrip("."))
        return ask(asked[-1]).encode()

    try:
        holds = library.DKIM(raw).verify(at, dnsfunc=record)
        wrong = "" if holds else "it is not that of this mail"
    except library.DKIMException as problem:
        wrong = str(problem)
    return (asked[-1] if asked else ""), wrong


def signing(carrier: Carrier, settings: Dkim, domain: str) -> Carrier:
    """A carrier that signs each mail before it hands it on.

    The keys are read as a batch begins; without them nothing leaves, for receivers trust a domain
    that signs only what is signed.
    """

    @asynccontextmanager
    async def opened() -> AsyncIterator[Send]:
        try:
            keys = [read_key(settings.folder, selector) for selector in settings.selectors]
        except KeyFault as problem:
            raise NotSent(Fault.POST, str(problem)) from problem
        sign = partial(signed, domain=settings.domain or domain, keys=keys)
        async with carrier() as send:

            async def signed_and_sent(mail_from: str, rcpt: str, raw: bytes) -> None:
                await send(mail_from, rcpt, sign(raw))

            yield signed_and_sent

    return opened
