"""Templates to text: a page becomes a subject, a preview line, the text part and the HTML part."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from engine import Rules
from pbem.letters import words
from pbem.letters.pages import Page

_HERE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Rendered:
    """One letter in words. `preview` is what a mail list shows: nothing private stands in it."""

    subject: str
    preview: str
    text: str
    html: str


class Templates:
    """The compiled templates, one pair a letter, found beside the code or in the checkout."""

    def __init__(self, folder: Path | None = None) -> None:
        self._text = _environment(folder or templates_folder(), html=False)
        self._html = _environment(folder or templates_folder(), html=True)

    def render(self, page: Page) -> Rendered:
        """A page as subject, preview, text and HTML.

        The text template begins with the lines `Subject:` and `Preview:`; the rest is the letter.
        """
        name = kind_of(page)
        values: dict[str, Any] = {field.name: getattr(page, field.name) for field in fields(page)}
        values["page"] = page
        written = self._text.get_template(f"{name}.txt").render(values)
        head, _, text = written.partition("\n\n")
        subject, preview = (line.partition(": ")[2].strip() for line in head.splitlines())
        html = self._html.get_template(f"{name}.html").render(
            values | {"subject": subject, "preview": preview}
        )
        return Rendered(subject, preview, _tidy(text), html)

    def rules(self, rules: Rules, players: int) -> list[str]:
        """A game's rules in words, a sentence each, for so many players."""
        module: Any = self._text.get_template("_rules.txt").module
        return str(module.whole(rules, rules.sizes(players), players)).splitlines()


def _tidy(text: str) -> str:
    """Text without blanks at the ends of its lines, save in `-- `, and without two empty lines."""
    lines = (line if line == "-- " else line.rstrip() for line in text.rstrip().splitlines())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def templates_folder() -> Path:
    """Where the templates lie: inside an installed package, or at the top of a checkout."""
    packed = _HERE / "templates"
    return packed if packed.is_dir() else _HERE.parent / "templates"


def kind_of(page: Page) -> str:
    """The kind of letter a page is, which is the name of its templates: `your_play`."""
    name = type(page).__name__
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def _environment(folder: Path, *, html: bool) -> Environment:
    made = Environment(
        loader=FileSystemLoader(folder),
        autoescape=html,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_null_translations(newstyle=True)  # type: ignore[attr-defined]  # added by the extension
    made.filters.update(
        pad=lambda value, width: str(value).ljust(width),
        rpad=lambda value, width: str(value).rjust(width),
        sign=words.card_sign,
        card_code=words.card_code,
        card_words=words.card_words,
        rank_sign=words.rank_sign,
        rank_word=words.rank_word,
        suit_word=words.suit_word,
        suit_sign=words.suit_sign,
        wrap=words.wrapped,
        number=words.number_word,
        listed=words.listed,
        moment=words.moment,
        day=words.day,
        zone_word=words.zone_word,
    )
    return made
