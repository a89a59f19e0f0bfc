"""How well the words of a letter stand out, worked out from its styles without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

WHITE = (255, 255, 255)
_COLOUR = re.compile(r"(?<![-\w])color:\s*(#[0-9A-Fa-f]{6})")
_GROUND = re.compile(r"background(?:-color)?:\s*(#[0-9A-Fa-f]{6})")
_RULE = re.compile(r"\.(\w+)\{([^}]*)\}")

Colour = tuple[int, int, int]


def colour(code: str) -> Colour:
    """`#0F6B46` as red, green and blue."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def luminance(one: Colour) -> float:
    """The relative luminance of WCAG 2.1."""
    parts = [part / 255 for part in one]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours: 1 to 21.

    >>> round(contrast((0, 0, 0), (255, 255, 255)), 2)
    21.0
    """
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def contrasts(html: str, *, dark: bool = False) -> Iterator[tuple[float, str]]:
    """The contrast of every piece of text, with the text; `dark` as in dark mode."""
    rules: dict[str, str] = {}
    if dark:
        block = html.partition("@media (prefers-color-scheme:dark){")[2].partition("\n}\n")[0]
        rules = dict(_RULE.findall(block))
    body = LexborHTMLParser(html).body
    assert body is not None
    yield from _walk(body, colour("#000000"), WHITE, rules)


def _walk(
    node: LexborNode, ink: Colour, ground: Colour, rules: dict[str, str]
) -> Iterator[tuple[float, str]]:
    style = node.attributes.get("style") or ""
    if node.tag == "style" or "display:none" in style:
        return
    classes = (node.attributes.get("class") or "").split()
    for said in (style, *(rules[one] for one in classes if one in rules)):
        if found := _COLOUR.search(said):
            ink = colour(found[1])
        if found := _GROUND.search(said):
            ground = colour(found[1])
    for child in node.iter(include_text=True):
        if child.tag == "-text":
            words = " ".join((child.text() or "").replace("\xa0", " ").split())
            if words:
                yield contrast(ink, ground), words
        else:
            yield from _walk(child, ink, ground, rules)
