"""LibreOffice, as people open a workbook with it: what its formulas come to."""

from __future__ import annotations

import io
import re
import subprocess
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from tests.servers import need

_ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>"""
"""Every formula is reckoned when a file is opened, whatever value stands in the file."""


def typed_in(book: bytes, cells: Mapping[str, int | str]) -> bytes:
    """A workbook with something typed into empty cells of its first page, the rest as it was."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as parts, zipfile.ZipFile(written, "w") as out:
        for name in parts.namelist():
            part = parts.read(name)
            if name == "xl/worksheets/sheet1.xml":
                part = _filled(part.decode(), cells).encode()
            out.writestr(name, part)
    return written.getvalue()


def _filled(page: str, cells: Mapping[str, int | str]) -> str:
    for cell, value in cells.items():
        told = f"<v>{value}</v></c>"
        if isinstance(value, str):
            told = f"<is><t>{value}</t></is></c>"
        kind = ' t="inlineStr"' if isinstance(value, str) else ""
        empty = rf'<c r="{cell}"( s="\d+")(?:/>| t="s"><v>\d+</v></c>)'
        page, count = re.subn(empty, rf'<c r="{cell}"\1{kind}>{told}', page)
        assert count == 1, f"nothing can be typed into {cell}"
    return page


def reckoned(books: Mapping[str, bytes], folder: Path) -> dict[str, Any]:
    """The first page of each workbook, by its name, once LibreOffice has reckoned all formulas."""
    settings, come, go = (folder / name for name in ("user/user", "in", "out"))
    for place in (settings, come, go):
        place.mkdir(parents=True)
    (settings / "registrymodifications.xcu").write_text(_ALWAYS)
    for name, book in books.items():
        (come / f"{name}.xlsx").write_bytes(book)
    subprocess.run(
        [
            need("soffice"),
            f"-env:UserInstallation=file://{folder / 'user'}",
            *("--headless", "--convert-to", "xlsx", "--outdir", str(go)),
            *map(str, sorted(come.iterdir())),
        ],
        check=True,
        capture_output=True,
        timeout=240,
    )
    opened = {name: load_workbook(go / f"{name}.xlsx", data_only=True) for name in books}
    return {name: book.worksheets[0] for name, book in opened.items()}
