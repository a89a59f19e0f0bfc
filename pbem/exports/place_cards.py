"""Place cards for a table, to cut out and to fold: a name on both sides, a bar of its colour."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.exports.as_pdf import Paper, paper
from pbem.exports.fonts import FONT, printable
from pbem.letters.badges import SEAT_COLOURS, SeatColour

_WIDTH, _HALF = 90.0, 42.0
"""A card as it stands, in millimetres; it is twice as high before it is folded."""

_ACROSS, _DOWN, _EDGE = 2, 3, 10.0
_BAR, _INSIDE = 5.0, 8.0
_LARGEST, _SMALLEST = 44.0, 12.0


def place_cards(names: Sequence[str]) -> bytes:
    """The cards as a PDF on A4, six a page, in the order of the seats."""
    with paper() as pdf:
        pdf.set_auto_page_break(False)
        for seat, name in enumerate(names):
            at = seat % (_ACROSS * _DOWN)
            if at == 0:
                pdf.add_page()
            down, across = divmod(at, _ACROSS)
            left, top = _EDGE + across * (_WIDTH + 5), _EDGE + down * (2 * _HALF + 5)
            _card(pdf, printable(name, seat), SEAT_COLOURS[seat], left, top)
        return bytes(pdf.output())


def _card(pdf: Paper, name: str, colour: SeatColour, left: float, top: float) -> None:
    """A card: its cut, the fold across its middle, and the name on both sides of that."""
    pdf.set_draw_color(150)
    pdf.rect(left, top, _WIDTH, 2 * _HALF)
    pdf.set_dash_pattern(dash=2, gap=2)
    pdf.line(left, top + _HALF, left + _WIDTH, top + _HALF)
    pdf.set_dash_pattern()
    _side(pdf, name, colour, left, top + _HALF)
    with pdf.rotation(180, left + _WIDTH / 2, top + _HALF):
        _side(pdf, name, colour, left, top + _HALF)


def _side(pdf: Paper, name: str, colour: SeatColour, left: float, top: float) -> None:
    """The name as large as it fits, above a bar in the colour of the seat."""
    pdf.set_font(FONT, "B", _LARGEST)
    width = pdf.get_string_width(name) + 2 * pdf.c_margin
    room = _WIDTH - 2 * _INSIDE
    pdf.set_font(FONT, "B", max(_SMALLEST, min(_LARGEST, _LARGEST * room / width)))
    pdf.set_xy(left + _INSIDE, top)
    pdf.cell(room, _HALF - 2 * _BAR, name, align="C")
    pdf.set_fill_color(*_rgb(colour.fill))
    pdf.set_draw_color(*_rgb(colour.rim))
    pdf.rect(left + _INSIDE, top + _HALF - 2 * _BAR, room, _BAR, style="DF")


def _rgb(colour: str) -> tuple[int, int, int]:
    """A colour such as `#0067A0`, by its parts."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue
