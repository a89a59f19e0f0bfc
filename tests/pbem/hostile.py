"""Mails of a hundred kilobytes, and of a megabyte, made to take long; `dev.py bench` tells how
long they do."""

from __future__ import annotations

from tests.pbem.test_reading_sent import rendered

SIZE = 100_000
LETTER = rendered("your_play follow")
UNITS = [
    *("On ", "On a\n", "From: a\n", "From: a\nSent: b\n", "From: a\n\n", "a: b@c 1\n", ":\n"),
    *("-", "--\n", "-- x --\n", "_ ", "=", "> ", ">", ">\n", "> a b c\nd\n", "|", "| a | b |\n"),
    *("\n", "a\n", "a ", " ", "\t", "\r", "\u200b", "\u00a0", "»", "—\n", "1", "1 ", "*", "<\n"),
    *("wrote:\n", "wrote ", "On 1 2 3 2020 a@b wrote:\n", "x wrote y a@b 1 2 3\n", "<a@b\n>:\n"),
    *("Sent from my iPhone\n", "A" * 75 + "=\n", "=41" * 25 + "=\n", "@", "a@", "<mailto:a> "),
    *("[cid:", "<http://", "-----BEGIN PGP SIGNED MESSAGE-----\n\n", "Oh Hell! · \n", "\x02\n"),
    *("ON THE TABLE\n", "ace of hearts ", LETTER.text, "\n".join(LETTER.text.split()) + "\n"),
]
TAGS = [
    *("<div>", "<b>", "<b><p>", "<table>", "<table>x", "<p>", "<br>", "<a name=x>x", "<hr>"),
    *("<blockquote>", "<div class=gmail_quote>", "<div style='border-top:1px'>a:</div>", "<x>"),
    *("<span>x</span>", "</x>", "<", "<b ", "<b x=1 ", '<a b="', "<select><option>", "<svg>"),
    *("<ul><li>", "<table><tr><td>", "<pre>\n", "&amp;", "&#65;", "<!--", "<![CDATA[", "<form>"),
    *("<div id=appendonsend></div>x", "<button>", "<template>", "<ruby><rt>", "<math><mi>", "&"),
]
HEADERS = [
    *("To: " + "a@b, " * 20_000, "To: " + "(" * SIZE, "From: " + "<" * SIZE, "X: a\r\n" * 16_000),
    *("Subject: " + "=?utf-8?q?a?= " * 7_000, "Subject: " + "=?" * 50_000, "X: a\r\n a" * 15_000),
    *("Content-Type: text/plain; " + "a=b; " * 20_000, "References: " + "<" * SIZE),
    *("Content-Type: text/plain;" + "\r\n a=b;" * 14_000, "In-Reply-To: " + "<a@b> " * 16_000),
    *("Content-Disposition: " + "a=b; " * 20_000, "Content-Type: message/rfc822\r\n\r\n" * 3_000),
    "Content-Type: multipart/mixed; boundary=x\r\n\r\n" + "--x\r\n\r\n" * 14_000,
    "".join(f"Content-Type: multipart/a; boundary={i}\r\n\r\n--{i}\r\n" for i in range(2_000)),
    "Content-Type: text/plain; charset=idna\r\n\r\n" + "a\xe9" * 40_000,
    "Content-Type: text/plain; charset=punycode\r\n\r\n" + "a-" * 50_000,
    "Content-Transfer-Encoding: base64\r\n\r\n" + "QUFB\r\n" * 16_000,
]


def of_size(unit: str, size: int = SIZE) -> str:
    """So many signs of a unit, again and again."""
    return (unit * (size // len(unit) + 1))[:size]


PAGES = [
    "".join(f"<b id={number}><p>" for number in range(8_000)),
    "<div " + " ".join(f"a{number}=1" for number in range(12_000)) + ">",
    "<div " + " ".join(f'a{number}="<"' for number in range(10_000)) + ">",
    "<div " + " ".join(f'a{number}=">xxxx"' for number in range(8_000)) + ">",
    "<span>" * 390 + "</y>" * 20_000,
]
"""HTML that is not one tag again and again."""


def texts() -> list[str]:
    """Bodies of plain text."""
    return [of_size(unit) for unit in UNITS]


def pages() -> list[str]:
    """Bodies of HTML."""
    return [*(of_size(tag) for tag in TAGS), *PAGES]


def mails() -> list[bytes]:
    """Whole mails."""
    return [head.encode("utf-8", "replace") + b"\r\n\r\nQH" for head in HEADERS]


def as_mail(body: str, kind: str) -> bytes:
    """A body as a mail."""
    head = f"From: a@b.example\r\nContent-Type: text/{kind}; charset=utf-8\r\n\r\n"
    return (head + body).encode("utf-8", "replace")


def in_parts(kind: str, unit: str, size: int) -> bytes:
    """As many parts as are looked at, of one unit again and again."""
    each = of_size(unit, size // 49)
    part = f"--b\r\nContent-Type: text/{kind}\r\n\r\n{each}\r\n"
    return ("Content-Type: multipart/mixed; boundary=b\r\n\r\n" + part * 49).encode()


def whole(size: int) -> dict[str, bytes]:
    """Mails of about so many bytes, by what they are made of."""
    found = {}
    for unit in UNITS:
        text = of_size(unit, size * len(unit) // len(unit.encode()))
        found[f"text {unit[:20]!r}"] = as_mail(text, "plain")
    found |= {f"HTML {tag[:20]!r}": as_mail(of_size(tag, size), "html") for tag in TAGS}
    found |= {f"HTML {page[:20]!r}": as_mail(of_size(page, size), "html") for page in PAGES}
    found |= {f"header {raw[:30]!r}": raw[:30] + raw[30:] * (size // SIZE) for raw in mails()}
    found |= {f"parts {kind}": in_parts(kind, "<p>x\n", size) for kind in ("plain", "html")}
    return found
