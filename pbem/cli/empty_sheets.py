"""Sheets without a game: to be printed, or to be typed in at a table with real cards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli.base import Sorry, say

if TYPE_CHECKING:
    from engine import Preset
    from pbem.letters.render import Templates
    from pbem.letters.speech import Speech


def players_of(row: Preset, players: int | None) -> int:
    """So many play: four, if they can and nobody says otherwise."""
    least, most = row.rules.players
    return min(max(4, least), most) if players is None else players


def empty_sheet(
    words: list[str], preset: str, players: int | None, names: str | None, language: str
) -> None:
    """Write the empty sheet of a rule set, for the players who are named or so many; Sorry if it
    cannot be.
    """
    from engine import combine
    from pbem.exports.files import put
    from pbem.letters.render import Templates
    from pbem.letters.speech import speech

    kinds = {
        ".pdf": (_to_print, "the sheet for {} players, and the rules for its back"),
        ".xlsx": (_to_type_in, "a sheet for {} players that reckons what is typed in"),
    }
    write, told = kinds.get(Path(words[0]).suffix.lower(), (None, ""))
    if len(words) != 1 or write is None:
        raise Sorry("an empty sheet is a PDF or a workbook: pbem export --blank sheet.xlsx")
    said = _names_between_commas(names)
    row, file = combine(preset), Path(words[0])
    count = len(said) or players_of(row, players)
    put(file, write(row, count, said, Templates(), speech(language)))
    say(f"Wrote {file}: {told.format(count)}.")


def empty_places(words: list[str], names: str | None) -> None:
    """Write place cards for the players who are named; Sorry if it cannot be."""
    from engine import MOST_PLAYERS
    from pbem.exports.files import put
    from pbem.exports.place_cards import place_cards

    said = _names_between_commas(names)
    if len(words) != 1 or Path(words[0]).suffix.lower() != ".pdf" or not said:
        raise Sorry('place cards are a PDF: pbem export --places cards.pdf --names "Anna, Bruno"')
    if len(said) > MOST_PLAYERS:
        raise Sorry(f"at most {MOST_PLAYERS} can sit at one table")
    put(Path(words[0]), place_cards(said))
    say(f"Wrote {words[0]}: {len(said)} cards to fold.")


def _names_between_commas(names: str | None) -> tuple[str, ...]:
    """The names between commas; Sorry if two are the same."""
    said = tuple(filter(None, map(str.strip, (names or "").split(","))))
    if len({name.casefold() for name in said}) != len(said):
        raise Sorry("two players have the same name: say for example 'Anna, Bruno, Anna M.'")
    return said


def _to_print(
    row: Preset, count: int, names: tuple[str, ...], templates: Templates, said: Speech
) -> bytes:
    from pbem.exports.as_pdf import blank, pdf_of

    return pdf_of(blank(row, count, templates.rules(row.rules, count, said.code), said, names))


def _to_type_in(
    row: Preset, count: int, names: tuple[str, ...], templates: Templates, said: Speech
) -> bytes:
    from dataclasses import replace

    from pbem.exports.live_sheet import ScoringChoice, live_xlsx, scores_of

    rules = templates.rules(row.rules, count, said.code)
    ways = [
        ScoringChoice(score, templates.points(replace(row.rules, score=score), said.code))
        for score in scores_of(row.rules)
    ]
    return live_xlsx(row, names or [str(n + 1) for n in range(count)], ways, rules, said)
