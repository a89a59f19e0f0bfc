"""Tables in a text part: columns that line up, however wide their letters are."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from io import StringIO

from pbem.letters.words import WIDE

_INDENT = 2
_GAP = 2


def in_columns(
    rows: Sequence[Sequence[str]], heads: Sequence[str] = (), right: Collection[int] = ()
) -> str:
    """Rows under the heads of their columns, if they have any, those of numbers to the `right`.

    A cell that is too long for the line goes on below itself.

    >>> print(in_columns([["Anna", "10"], ["Zo\u00eb", "7"]], ["Player", "Points"], [1]))
      Player  Points
      Anna        10
      Zo\u00eb          7
    """
    # Both are slow to import, and few letters have a table.
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(
        box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="", show_header=bool(heads)
    )
    for at, head in enumerate(heads or [""] * max(map(len, rows), default=0)):
        table.add_column(Text(head), justify="right" if at in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    written = StringIO()
    Console(file=written, width=WIDE - _INDENT, color_system=None, _environ={}).print(table)
    lines = written.getvalue().rstrip("\n").splitlines()
    return "\n".join(" " * _INDENT + line.rstrip() for line in lines)
