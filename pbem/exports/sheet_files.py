"""A score sheet as a file, by the suffix of its name.

What writes PDFs and workbooks takes some 40 MB, so it is read when the first is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never

from pbem.letters.speech import Speech
from pbem.results.sheet import Sheet


class SheetFile(StrEnum):
    """The kinds of files, by their suffixes."""

    CSV = ".csv"
    PDF = ".pdf"
    XLSX = ".xlsx"


ATTACHED = {
    SheetFile.PDF: "application/pdf",
    SheetFile.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""Those that go with a letter, and what mail calls them."""


def sheet_file(kind: SheetFile, sheet: Sheet, rules: Sequence[str], said: Speech) -> bytes:
    """A sheet as a file of a kind; the rules in words go on the back of what is printed."""
    match kind:
        case SheetFile.CSV:
            from pbem.exports.as_csv import csv_of

            return csv_of(sheet, said)
        case SheetFile.PDF:
            from pbem.exports.as_pdf import filled, pdf_of

            return pdf_of(filled(sheet, rules, said))
        case SheetFile.XLSX:
            from pbem.exports.as_xlsx import xlsx_of

            return xlsx_of(sheet, said)
        case _:
            assert_never(kind)
