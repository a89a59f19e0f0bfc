"""How well the words of a letter stand out, worked out from its styles without a browser."""

from __future__ import annotations

import math
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


def _linear(one: Colour) -> list[float]:
    parts = [part / 255 for part in one]
    return [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def luminance(one: Colour) -> float:
    """The relative luminance of WCAG 2.1."""
    red, green, blue = _linear(one)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours: 1 to 21.

    >>> round(contrast((0, 0, 0), (255, 255, 255)), 2)
    21.0
    """
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def inverted(one: Colour) -> Colour:
    """A colour as mail programs show it that turn light mails dark without asking them."""
    red, green, blue = one
    return 255 - red, 255 - green, 255 - blue


SIGHTS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What eyes make of red, green and blue: Machado, Oliveira and Fernandes (2009), all of a cone
missing.
"""


def distance(one: Colour, other: Colour, sight: str) -> float:
    """How far two colours are apart in CIELAB (CIE 1976), as such eyes see them."""
    return math.dist(_lab(one, sight), _lab(other, sight))


def _lab(one: Colour, sight: str) -> tuple[float, float, float]:
    linear = _linear(one)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))))
        for row in SIGHTS[sight]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


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
