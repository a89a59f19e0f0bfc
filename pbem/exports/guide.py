"""How to play by mail, on paper and as a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fpdf import FontFace
from fpdf.enums import Align, TableBordersLayout

from pbem.exports.as_pdf import Paper, paper
from pbem.exports.fonts import FONT
from pbem.letters.guide import Chapter
from pbem.letters.words import Block

_ONE_COLUMN = 62.0
"""The width of what is to be sent, in millimetres."""


def markdown_of(chapters: Sequence[Chapter]) -> bytes:
    """The guide as Markdown: what is to be sent stands in code."""
    return "\n".join(_lines(chapters)).encode()


def printed(chapters: Sequence[Chapter]) -> bytes:
    """The guide as a PDF: what is to be sent is bold."""
    with paper() as pdf:
        pdf.set_title(chapters[0].title)
        pdf.add_page()
        for at, chapter in enumerate(chapters):
            _leave_room(pdf, 40)
            pdf.ln(4 if at else 0)
            pdf.line_of(chapter.title, 18 if at == 0 else 14, "B")
            for block in chapter.blocks:
                _block(pdf, chapter, block)
        return bytes(pdf.output())


def _lines(chapters: Sequence[Chapter]) -> Iterator[str]:
    for at, chapter in enumerate(chapters):
        yield from (f"{'##' if at else '#'} {chapter.title}", "")
        for block in chapter.blocks:
            yield from (f"{'###' if at else '##'} {block.heading}", "")
            listed = "- " if len(block.said) > 1 else ""
            yield from (f"{listed}{sentence}" for sentence in block.said)
            if block.said:
                yield ""
            if block.rows:
                yield from ("| | |", "| --- | --- |")
                for word, meaning in block.rows:
                    sent = f"`{word}`" if chapter.sends(block, word) else word
                    yield f"| {sent} | {meaning} |"
                yield ""


def _leave_room(pdf: Paper, height: float) -> None:
    """Begin a page where so much does not fit any more, so that no heading stands alone."""
    if pdf.will_page_break(height):
        pdf.add_page()


def _block(pdf: Paper, chapter: Chapter, block: Block) -> None:
    _leave_room(pdf, 25)
    pdf.ln(2)
    pdf.line_of(block.heading, 11, "B")
    for sentence in block.said:
        pdf.line_of(sentence, 9.5, "")
    if not block.rows:
        return
    pdf.set_font(FONT, "", 9.5)
    with pdf.table(
        col_widths=(_ONE_COLUMN, pdf.epw - _ONE_COLUMN),
        text_align=Align.L,
        line_height=4.5,
        padding=0.6,
        first_row_as_headings=False,
        borders_layout=TableBordersLayout.HORIZONTAL_LINES,
    ) as table:
        for word, meaning in block.rows:
            style = FontFace(emphasis="BOLD" if chapter.sends(block, word) else None)
            row = table.row()
            row.cell(word, style=style)
            row.cell(meaning)
