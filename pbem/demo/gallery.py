"""The folder a demo leaves: every mail as .eml, and one page to leaf through them all."""

from __future__ import annotations

import email
import email.policy
import json
import re
from email.message import EmailMessage
from html import escape
from pathlib import Path
from string import Template

INDEX = "index.html"
"""What the page is called that leads to all others of a folder."""


class Gallery:
    """Collects mails in the order they travel."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._filed: list[dict[str, str]] = []
        """Of each mail in the folder where it is, between whom, and its two parts."""

        (folder / "mails").mkdir(parents=True, exist_ok=True)

    def __len__(self) -> int:
        return len(self._filed)

    def add(self, raw: bytes) -> EmailMessage:
        """File one mail, and give it back parsed."""
        message = email.message_from_bytes(raw, _class=EmailMessage, policy=email.policy.default)
        subject = str(message["Subject"])
        number = len(self._filed) + 1
        slug = re.sub(r"\W+", "-", f"{_name(message, 'To')} {subject}".lower()).strip("-")[:60]
        file = f"mails/{number:04}-{slug}.eml"
        (self._folder / file).write_bytes(raw)
        self._filed.append(
            {
                "file": file,
                "from": _name(message, "From"),
                "to": _name(message, "To"),
                "subject": subject,
                "text": part(message, "plain"),
                "html": part(message, "html"),
            }
        )
        return message

    def write_index(self, title: str) -> Path:
        """Write index.html, and say where it is."""
        data = json.dumps(self._filed, ensure_ascii=False).replace("</", "<\\/")
        return write_page(self._folder, "index.html", title=escape(title), mails=data)


def write_page(folder: Path, template: str, **values: str) -> Path:
    """Write the index.html of a folder from a template beside this module, and say where it is."""
    page = Template((Path(__file__).parent / template).read_text("utf-8"))
    index = folder / INDEX
    index.write_text(page.substitute(values), "utf-8")
    return index


def part(message: EmailMessage, kind: str) -> str:
    """The text of a mail's plain or html part; empty if it has none."""
    body = message.get_body((kind,))
    return str(body.get_content()).replace("\r\n", "\n") if body is not None else ""


def _name(message: EmailMessage, header: str) -> str:
    addresses = message[header].addresses if message[header] else ()
    if not addresses:
        return ""
    first = addresses[0]
    return str(first.display_name or first.username.partition("+")[0])
