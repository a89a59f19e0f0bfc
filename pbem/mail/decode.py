"""Bytes of one part to text: transfer encoding, charset, format=flowed; damage is put up with."""

from __future__ import annotations

import binascii
import codecs
import quopri
import re
from copy import copy
from email.message import Message

_ALIASES = {
    "": "",
    "ansi": "windows-1252",
    "ascii": "windows-1252",
    "us-ascii": "windows-1252",
    "ansi_x3.4-1968": "windows-1252",
    "latin1": "windows-1252",
    "iso-8859-1": "windows-1252",
    "iso8859-1": "windows-1252",
    "iso-8859-9": "windows-1254",
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-8-e": "iso-8859-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "ks_c_5601-1987": "cp949",
    "ks_c_5601": "cp949",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "tis-620": "cp874",
    "iso-8859-11": "cp874",
    "unicode-1-1-utf-8": "utf-8",
    "unicode": "utf-16",
}
_KNOWN = re.compile(
    r"utf-?(?:8|16|32|7)(?:[-_]?[lb]e)?|iso[-_]?8859[-_]\d{1,2}|windows-(?:125\d|874)|cp\d{3,4}|"
    r"koi8[-_][rtu]|gb18030|hz-gb-2312|big5(?:[-_]?hkscs)?|euc[-_](?:jp|tw|kr)|"
    r"iso-2022-(?:jp|kr)[-_\d]*|mac[-_]?\w{1,12}|viscii|tis-620"
)
"""What Python may be asked for: some of its codecs are no charsets, some take quadratic time."""

_MOST_FLOWED = 6000
"""Lines of a flowed text that are joined; more than are looked at afterwards."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_BASE64 = re.compile(rb"[A-Za-z0-9+/]*={0,3}")
_SHIFTS = re.compile(rb"\x1b(?:\$[@B(]|\([BIJ])")


def text_of(part: Message) -> str:
    """The text of one part as its writer saw it, with flowed lines joined."""
    text = decoded(_payload(part), _charset(part)).replace("\0", "")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _param(part, "format") == "flowed":
        return unflowed(text, delsp=_param(part, "delsp") == "yes")
    return text


def decoded(data: bytes, charset: str) -> str:
    """Bytes as text, whatever charset they claim; never raises.

    A byte order mark is believed first, then bytes that can hardly be anything but UTF-8, then the
    claim; what is left over is read as Western European.
    """
    for mark, name in _BOMS:
        if data.startswith(mark):
            return data.decode(name, "replace").lstrip("\ufeff")
    name = _ALIASES.get(charset, charset)
    if name[:6] in ("utf-16", "utf-32", "utf16", "utf32") and b"\0" not in data:
        name = ""
    if not data.isascii() and (text := _as_utf8(data)) is not None:
        return text
    if _SHIFTS.search(data) and not name.startswith("iso-2022"):
        name = "iso-2022-jp"
    if name and _KNOWN.fullmatch(name):
        try:
            return data.decode(name)
        except (LookupError, UnicodeError):
            return _best(data, name)
    return data.decode("utf-8") if data.isascii() else data.decode("windows-1252", "replace")


def _as_utf8(data: bytes) -> str | None:
    """Bytes as UTF-8, if they are that but for a few torn characters; None if they are not."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    torn = text.count("\ufffd")
    return text if torn <= sum(char > "\x7f" for char in text) - torn else None


def _best(data: bytes, name: str) -> str:
    """Bytes in a charset they do not quite keep to."""
    try:
        text = data.decode(name, "replace")
    except (LookupError, UnicodeError):
        text = "\ufffd" * len(data)
    if name.startswith("utf") or text.count("\ufffd") * 8 > len(text):
        return data.decode("windows-1252", "replace")
    return text


def unflowed(text: str, *, delsp: bool = False) -> str:
    """Text with the soft line breaks of format=flowed undone (RFC 3676).

    A line that ends in a blank goes on in the next one of the same quote depth; `delsp` says that
    the blank is part of the break. A signature's `-- ` is none.
    """
    made: list[str] = []
    open_depth = -1
    for line in text.split("\n", _MOST_FLOWED)[:_MOST_FLOWED]:
        content = line.lstrip(">")
        depth = len(line) - len(content)
        content = content.removeprefix(" ")
        soft = content.endswith(" ") and content != "-- "
        if open_depth == depth and content != "-- ":
            made[-1] += content
        else:
            made.append(">" * depth + (" " if depth else "") + content)
        if soft and delsp:
            made[-1] = made[-1][:-1]
        open_depth = depth if soft else -1
    return "\n".join(made)


def _payload(part: Message) -> bytes:
    """The bytes of a part with its transfer encoding undone as far as it can be."""
    # Message decodes no better than its headers say, and may raise; without them it gives bytes.
    encoding = str(part.get("Content-Transfer-Encoding", "")).strip(" \t\r\n;\"'").lower()
    bare = copy(part)
    del bare["Content-Transfer-Encoding"]
    data = bare.get_payload(decode=True)
    if not isinstance(data, bytes):
        return b""
    if encoding == "quoted-printable":
        return quopri.decodestring(data)
    return _unbased(data) if encoding == "base64" else data


def _unbased(data: bytes) -> bytes:
    """What base64 stands for, up to the first line that is none: footers are put under it."""
    lines = []
    for line in data.split(b"\n"):
        line = line.strip()
        if not _BASE64.fullmatch(line):
            break
        lines.append(line.rstrip(b"="))
    if not any(lines):
        return data
    joined = b"".join(lines)
    whole = joined[: len(joined) - 1] if len(joined) % 4 == 1 else joined
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))


def _charset(part: Message) -> str:
    try:
        return (part.get_content_charset() or "").strip(" \"'").lower()
    except (LookupError, UnicodeError, ValueError):
        return ""


def _param(part: Message, name: str) -> str:
    try:
        value = part.get_param(name, "")
    except (LookupError, UnicodeError, ValueError, IndexError):
        return ""
    return value.strip().lower() if isinstance(value, str) else ""
