"""What templates are run in, in one language and look: the words they call, and what is kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from operator import call
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.runtime import Context
from markupsafe import Markup, escape

from engine import Card, Rank, Suit
from pbem.letters.columns import in_columns
from pbem.letters.compiling import WRITTEN_AS, ForAll, compiled_as
from pbem.letters.elision import elided
from pbem.letters.examples import few_days, filled, some_days
from pbem.letters.looks import Look
from pbem.letters.ordered import ordered
from pbem.letters.sample_trick import sample_trick
from pbem.letters.speech import Speech, speech
from pbem.letters.words import begun, blocks_of, called, in_suits, signed, wrapped
from pbem.orders.organiser.typed import TYPED_ORDERS

kept = lru_cache(maxsize=128, typed=True)
"""For what says the same of the same things: it is worked out once, and the newest are kept.

Templates keep macros with it, too. `typed` because words that are escaped already are equal to
those that are not.
"""


@cache
def environment(folder: Path, code: str, look: Look, *, html: bool) -> Environment:
    """The templates of a folder, for text parts or HTML parts in a language and look."""
    said = speech(code, look)
    large = html and look.print == "large"
    made = Environment(
        loader=Enlarged(folder) if large else FileSystemLoader(folder),
        autoescape=html,
        undefined=StrictUndefined,
        auto_reload=False,
        bytecode_cache=compiled_as("large" if large else "escaped" if html else "plain"),
        **WRITTEN_AS,
    )
    made.context_class = _Context
    made.code_generator_class = ForAll
    made.globals.update(_sentences(said, _in_html if html else _in_text))
    made.globals.update(_globals(code, look))
    made.globals["letter"] = "_letter.html" if html else "_letter.txt"
    made.globals["parts"] = "_html.html" if html else "_text.txt"
    made.filters.update(_filters(code, look))
    return made


class Enlarged(FileSystemLoader):
    """Templates in large print: their type is a quarter larger, and with it the tiles of cards."""

    def get_source(self, environment: Environment, template: str) -> Any:
        """The text of a template, enlarged, and where it comes from."""
        source, *where = super().get_source(environment, template)
        return enlarged(source), *where


_SIZES = re.compile(
    r"\d+(?=px/\d)|(?<=px/)\d+(?=px)|(?<=font-size:)\d\d(?=px)|(?<=line-height:)\d\d(?=px)"
    r'|(?<="width": )\d+|(?<="blank": )\d+'
)
"""Of type, in the text of a template: `font:700 13px/16px`; and of a tile, `"width": 63`."""


def enlarged(source: str) -> str:
    """The text of a template with larger sizes.

    >>> enlarged('padding:4px;font:700 13px/16px Arial; {"width": 63, "gap": 3}')
    'padding:4px;font:700 16px/20px Arial; {"width": 79, "gap": 3}'
    """
    return _SIZES.sub(lambda found: str(round(int(found[0]) * 1.25)), source)


class _Context(Context):
    """What a template sees. All it calls is called as it is: nothing of ours asks for a context.

    Templates have no globals of their own, which those that they import would have to be made for.
    """

    call: Any = staticmethod(call)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.globals_keys = set()


def _sentences(said: Speech, fill: Callable[..., str]) -> dict[str, Any]:
    """`_`, `ngettext` and `pgettext`: a sentence of the catalogue, with its values."""

    messages = said.messages

    def filled(sentence: str, values: dict[str, object]) -> str:
        return fill(elided(said.code, sentence, values), values)

    def one(sentence: str, /, **values: object) -> str:
        return filled(messages.gettext(sentence), values)

    def counted(sentence: str, plural: str, num: int, /, **values: object) -> str:
        return filled(messages.ngettext(sentence, plural, num), {"num": num, **values})

    def within(context: str, sentence: str, /, **values: object) -> str:
        return filled(messages.pgettext(context, sentence), values)

    return {"_": one, "ngettext": counted, "pgettext": within}


def _in_text(sentence: str, values: dict[str, object]) -> str:
    return sentence % values


def _in_html(sentence: str, values: dict[str, object]) -> str:
    return Markup(sentence % {name: escape(value) for name, value in values.items()})


def pairs(told: str) -> list[tuple[str, str]]:
    """What some lines are about, and what they say of it, which stands behind a bar."""
    lines = [line.partition("|") for line in told.splitlines() if line.strip()]
    return [(about.strip(), said.strip()) for about, _, said in lines]


@cache
def _globals(code: str, look: Look) -> dict[str, Any]:
    said = speech(code, look)
    return {
        "language": said.code,
        "say": cache(said.say),
        "order": cache(said.order),
        "wants": look,
        "kept": kept,
        "typed_orders": TYPED_ORDERS,
        "sample_trick": sample_trick,
    }


@cache
def _filters(code: str, look: Look) -> dict[str, Callable[..., Any]]:
    """The filters of both parts of a letter, so that what one has worked out serves the other."""
    said = speech(code, look)
    return {
        "pad": lambda value, width: str(value).ljust(width),
        "rpad": lambda value, width: str(value).rjust(width),
        "begun": begun,
        "called": called,
        "signed": signed,
        "problem": said.problem,
        "wrap": wrapped,
        "in_columns": in_columns,
        "lasting": kept(said.lasting),
        "blocks_of": blocks_of,
        "in_suits": in_suits,
        "pairs": pairs,
        "suit_sign": kept(said.suit_sign),
        "suit_like": kept(lambda suit: look.suit_like(suit.name)),
        "sign": kept(said.card_sign),
        "signs": said.card_signs,
        "card_told": kept(said.card_told),
        "cards_typed": said.cards_typed,
        "card_typed": kept(said.card_typed),
        "card_words": kept(said.card_words),
        "card_named": kept(lambda code: said.card_typed(Card.parse(code))),
        "if_led": kept(lambda name: said.if_led(Suit[name])),
        "rank_sign": kept(said.rank_sign),
        "rank_named": kept(lambda name: said.rank_word(Rank[name])),
        "rank_word": kept(said.rank_word),
        "suit_word": kept(said.suit_word),
        "kind": kept(said.kind),
        "number": kept(said.number),
        "listed": said.listed,
        "decimal": said.decimal,
        "difference": said.difference,
        "moment": kept(said.moment),
        "soon": kept(said.soon),
        "day": kept(said.day),
        "zone_word": kept(said.zone_word),
        "language_name": kept(lambda code: begun(speech(code).name)),
        "date": kept(said.full_date),
        "short_date": kept(said.short_date),
        "some_days": kept(lambda today: said.days(some_days(today))),
        "few_days": kept(lambda today: said.days(few_days(today))),
        "ordered": lambda line: ordered(line, said.code),
        "filled": kept(lambda example, today: filled(example, said, today)),
    }
