"""Templates to text: a page becomes a subject, a preview line, the text part and the HTML part."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import Rules
from pbem.letters.looks import USUAL_LOOK, Look, usual_look
from pbem.letters.speech import speech
from pbem.letters.words import Block, blocks_of

if TYPE_CHECKING:  # at run time whoever writes a letter imports them: they are slow
    from jinja2 import Environment

    from pbem.domain.command_outcomes import CommandOutcome
    from pbem.domain.score_lines import LineOutcome
    from pbem.domain.strangers import Unwritten
    from pbem.letters.page import AnyPage
    from pbem.letters.pages.helping import Help, Sendable
    from pbem.letters.parts import ServerMoved

_HERE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Rendered:
    """One letter in words. `preview` is what a mail list shows: nothing private stands in it."""

    subject: str
    preview: str
    text: str
    html: str


class Templates:
    """The templates, one or a pair for each letter, found beside the code or in the checkout.

    Each language and look has its own, compiled when a letter first needs it, and kept.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or templates_folder()

    def render(self, page: AnyPage, moved: ServerMoved | None = None) -> Rendered:
        """A page as subject, preview, text and HTML, in its reader's language; `moved` above it.

        The text begins with the lines `Subject:` and `Preview:`; the rest is the letter. Where the
        HTML part has no template, that of the text makes both.
        """
        in_text, in_html = self._in(page.language, page.look)
        values: dict[str, Any] = {field.name: getattr(page, field.name) for field in fields(page)}
        values |= {"page": page, "server_moved": moved}
        written = in_text.get_template(f"{page.kind}.txt").render(values)
        head, _, text = written.partition("\n\n")
        subject, preview = (line.partition(": ")[2].strip() for line in head.splitlines())
        drawn = in_html.select_template([f"{page.kind}.html", f"{page.kind}.txt"])
        html = drawn.render(values | {"subject": subject, "preview": preview})
        if moved is not None:
            text = f"{self._macros('_moved.txt', page.language, page.look).whole(moved)}\n{text}"
        return Rendered(subject, preview, _tidy(text), html)

    def rules(self, rules: Rules, players: int, language: str = "en") -> list[str]:
        """A game's rules in words, a sentence each, for so many players."""
        macros = self._macros("_rules.txt", language, usual_look(rules.pack))
        return str(macros.whole(rules, rules.sizes(players), players)).splitlines()

    def points(self, rules: Rules, language: str = "en") -> str:
        """How a game scores, in words."""
        return " ".join(str(self._macros("_rules.txt", language).points(rules)).split())

    def help(self, page: Help) -> tuple[str, tuple[Block, ...]]:
        """The title of a page of help, and what it says."""
        said = speech(page.language, page.look)
        macros = self._macros("_help.txt", page.language, page.look)
        lines = macros.lines(page, said.card_sign, said.suit_sign)
        return str(macros.title(page.topic)).strip(), blocks_of(str(lines))

    def rarely(self, language: str, sendable: tuple[Sendable, ...]) -> tuple[Block, ...]:
        """What can be sent that the mails of help leave out."""
        return blocks_of(str(self._macros("_help.txt", language).rarely(sendable)))

    def page(self, name: str, language: str, look: Look = USUAL_LOOK, /, **values: object) -> str:
        """A page of the web or of text, from the template of this name, in a language and look."""
        text, html = self._in(language, look)
        if name.endswith(".html"):
            return html.get_template(name).render(values)
        return _tidy(text.get_template(name).render(values))

    def told(self, one: CommandOutcome, language: str = "en", zone: str = "UTC") -> tuple[str, str]:
        """What came of an order, and how to go on or back, in the words of its letter."""
        macros = self._macros("_commands.txt", language)
        return str(macros.told(one, zone)).strip(), str(macros.next(one)).strip()

    def amiss(self, one: LineOutcome, names: tuple[str, ...]) -> str:
        """Why a line about a deal was not taken, at a table of these names."""
        return str(self._macros("_scores.txt").why(one, names)).strip()

    def unwritten(self, one: Unwritten) -> str:
        """Why somebody was not written to, in English."""
        return str(self._macros("_commands.txt").unwritten(one, "UTC")).strip()

    def compile(self) -> None:
        """Compile every template for both parts, and keep what was made where that can be kept."""
        for environment in self._in("en"):
            for name in environment.list_templates(["txt", "html"]):
                environment.get_template(name)

    def _macros(self, name: str, language: str = "en", look: Look = USUAL_LOOK) -> Any:
        """What a template of the text parts defines for others."""
        return self._in(language, look)[0].get_template(name).module

    def _in(self, language: str, look: Look = USUAL_LOOK) -> tuple[Environment, Environment]:
        """The templates of the text parts and of the HTML parts in a language."""
        from pbem.letters.environment import environment

        about = (self._folder, speech(language).code, look)
        return environment(*about, html=False), environment(*about, html=True)


def _tidy(text: str) -> str:
    """Text without blanks at the ends of its lines, save in `-- `, and without two empty lines."""
    lines = (line if line == "-- " else line.rstrip() for line in text.rstrip().splitlines())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def templates_folder() -> Path:
    """Where the templates lie: inside an installed package, or at the top of a checkout."""
    packed = _HERE / "templates"
    return packed if packed.is_dir() else _HERE.parent / "templates"
