"""A certificate authority of our own, and a certificate of a server on loopback."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers import HOST, need, server_folder


@dataclass(frozen=True, slots=True)
class Authority:
    """The files of the authority, of the certificate it gave, and of that one's key.

    Who has `SSL_CERT_FILE` set to the first trusts the second.
    """

    authority: Path
    certificate: Path
    key: Path


@contextmanager
def own_authority(*names: str) -> Iterator[Authority]:
    """Certify 127.0.0.1, and `localhost` or these names."""
    openssl = need("openssl")
    with server_folder() as folder:
        of = [folder / name for name in ("ca.pem", "ca.key", "server.pem", "server.key", "wanted")]
        authority, authority_key, certificate, key, wanted = of
        said = ",".join([f"IP:{HOST}", *(f"DNS:{name}" for name in names or ("localhost",))])
        # What RFC 5280 wants of both, and Python asks for since 3.13.
        extensions = folder / "extensions"
        extensions.write_text(f"authorityKeyIdentifier=keyid\nsubjectAltName={said}\n")
        new = "-newkey ec -pkeyopt ec_paramgen_curve:P-256"
        made = (
            f"req -x509 {new} -nodes -days 2 -subj /CN=ours"
            f" -addext keyUsage=critical,keyCertSign -keyout {authority_key} -out {authority}",
            f"req -new {new} -nodes -subj /CN=server -keyout {key} -out {wanted}",
            f"x509 -req -in {wanted} -CA {authority} -CAkey {authority_key}"
            f" -extfile {extensions} -days 2 -out {certificate}",
        )
        for words in made:
            subprocess.run([openssl, *words.split()], check=True, capture_output=True)
        yield Authority(authority, certificate, key)
