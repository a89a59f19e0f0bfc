"""`python3 dev.py messages`: bring every catalogue up to date with the templates and the code.

What is new is added without a translation, what has changed is marked as fuzzy, and what is no
longer said stays at the end of the file, commented out.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file, extract_python
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from pbem.languages import spoken, translated
from pbem.letters.render import templates_folder
from pbem.orders.organiser.typed import TYPED_ORDERS

PBEM = Path(__file__).resolve().parent.parent / "pbem"
LANGUAGES = PBEM / "languages"
_TEMPLATES = {
    "extensions": "jinja2.ext.i18n",
    "silent": "false",
    "trim_blocks": "true",
    "lstrip_blocks": "true",
}
_SENTENCES = {
    **dict.fromkeys(("RulesError", "UnknownRule", "CannotOrganise", "HelpLine")),
    "TypedOrder": (3,),
}
"""What is made of these begins with a sentence: what is wrong, with its values apart, or what an
order is for.
"""

_EXAMPLE = (
    "An order as organisers may type it: its words as in organisers.toml; names and addresses, what"
    " stands in {...} and the rules after `set` stay."
)
_KEPT = re.compile(rb'^"(?:Language|Plural-Forms|MIME-Version|Content-[\w-]+): |^[^"]')
"""The lines of a header that never change by themselves, and all others of a file."""
_HEAD = """\
What the server's mails say, in {language}.

Words in %(...)s stand for something and stay as they are. A note above a message says for what;
mostly %(name)s, %(who)s and %(names)s are players, %(game)s is the name of a game, %(n)s,
%(all)s and %(num)s are numbers, %(card)s is "queen of hearts", %(cards)s are "Q♥ queen of hearts,
3♥ three of hearts", %(suit)s is "hearts", %(when)s is "Tuesday 20 October, 18:00".
A full stop, a colon or a question mark at the end stays. Some messages are also shown in upper
case, as headings. Long messages break their lines by themselves; heads of columns are one word.
Names of cards, numbers and words to send come from answers.toml beside this file.
"""


@cache
def template() -> Catalog:
    """Every sentence the letters may say, in the order of the files, with the notes beside it."""
    catalog = Catalog(project="Oh Hell! by mail", charset="utf-8")
    for file, message, context, notes in _messages():
        catalog.add(
            message,
            locations=[(file, 0)],
            auto_comments=[" ".join(note.split()) for note in notes],
            context=context,
        )
    return catalog


def template_files() -> list[Path]:
    """All templates, and nothing that was made of them."""
    return sorted(
        file for form in ("txt", "html") for file in templates_folder().rglob(f"*.{form}")
    )


def _messages() -> Iterator[tuple[str, str | tuple[str, ...], str | None, list[str]]]:
    for one in TYPED_ORDERS:
        yield "organiser/typed.py", one.example, "order", [_EXAMPLE]
    sources: list[tuple[Path, Any, dict[str, str]]] = [
        *((file, babel_extract, _TEMPLATES) for file in template_files()),
        *((file, extract_python, {}) for file in sorted(PBEM.rglob("*.py"))),
        *((file, extract_python, {}) for file in sorted((PBEM.parent / "engine").glob("*.py"))),
    ]
    for file, method, options in sources:
        name = f"{file.parent.name}/{file.name}"
        found = extract_from_file(
            method,
            file,
            keywords={**DEFAULT_KEYWORDS, **_SENTENCES},
            comment_tags=("NOTE:",),
            options=options,
            strip_comment_tags=True,
        )
        for _, message, notes, context in found:
            yield name, message, context, notes


def refreshed(code: str, source: Catalog, old: bytes | None) -> bytes:
    """A language's file brought up to date; a new one where there was none."""
    if old is None:
        catalog = Catalog(locale=code, project=source.project, charset="utf-8")
    else:
        catalog = read_po(BytesIO(old), locale=code)
    language = Locale.parse(code).english_name
    catalog.header_comment = _HEAD.format(language=language, code=code).rstrip()
    catalog.header_comment = "\n".join(
        f"# {line}".rstrip() for line in catalog.header_comment.splitlines()
    )
    catalog.fuzzy = False
    catalog.update(source, update_header_comment=False)
    written = BytesIO()
    write_po(written, catalog, width=100, include_lineno=False, ignore_obsolete=True)
    head, _, rest = written.getvalue().partition(b"\n\n")
    lines = [line + b"\n" for line in head.splitlines()]
    return b"".join(filter(_KEPT.match, lines)) + b"\n" + rest


def main(codes: list[str]) -> None:
    """Refresh every catalogue there is, and begin those that are named."""
    source = template()
    if unknown := {*codes} - {*spoken()}:
        sys.exit(f"pbem/languages/{unknown.pop()}/answers.toml comes first")
    for code in dict.fromkeys((*translated()[1:], *codes)):
        file = LANGUAGES / code / "letters.po"
        file.write_bytes(refreshed(code, source, file.read_bytes() if file.is_file() else None))
        catalog = read_po(BytesIO(file.read_bytes()), locale=code)
        missing = sum(not all(_strings(one.string)) for one in catalog if one.id)
        fuzzy = sum(one.fuzzy for one in catalog if one.id)
        print(f"{code}: {len(catalog)} messages, {missing} missing, {fuzzy} fuzzy")


def _strings(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (string or "",) if isinstance(string, str | None) else tuple(string)


if __name__ == "__main__":
    main(sys.argv[1:])
