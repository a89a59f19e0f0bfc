"""`python3 dev.py pictures`: draw the letters that README and the players' pages show.

Each is a page of the specimens in a real browser. `drawn.txt` keeps what was drawn, as a hash of
the page and of no pixel: browsers differ, and a test asks whether the pages are still those.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image, ImageChops

from pbem.demo.letters import PLAYERS, SEED
from pbem.demo.specimens import all_pages
from pbem.exports.site import pages
from pbem.languages import translated
from pbem.letters.render import Templates
from tests.pbem.test_in_chromium import VARIANTS
from tests.pbem.test_site import ended
from tests.servers import need

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
DRAWN = PICTURES / "drawn.txt"

_PHONE, _SCREEN = 375, 720
_TALLEST = 1200
"""A picture is as high as its page, and at most so many pixels of the page."""

_COLOURS = 96


@dataclass(frozen=True, slots=True)
class Picture:
    """A page to draw at a width: `html` makes it."""

    html: Callable[[], str]
    width: int = _PHONE

    @property
    def hash(self) -> str:
        """What tells whether the page is still the one that was drawn."""
        return hashlib.sha256(self.html().encode()).hexdigest()[:16]


@cache
def _letter(language: str, name: str) -> str:
    return Templates().render(all_pages(PLAYERS, SEED, language)[name]).html


def subject(language: str) -> str:
    """What stands above the picture of a question, where pictures cannot be seen."""
    return Templates().render(all_pages(PLAYERS, SEED, language)[QUESTION]).subject


def _site() -> str:
    return dict(pages([ended("option_down_only")], Templates()))["lindy-1.html"]


def _pictures() -> Iterator[tuple[str, Picture]]:
    for language in translated():
        yield f"question.{language}", Picture(lambda code=language: _letter(code, QUESTION))
    yield "question.dark", Picture(lambda: VARIANTS["dark"](_letter("en", QUESTION)))
    yield "final", Picture(lambda: _letter("en", FINAL))
    yield "site", Picture(_site, _SCREEN)


QUESTION, FINAL = "your_play follow", "digest"
ALL = dict(_pictures())


def kept() -> dict[str, str]:
    """What was drawn: the hash of each page, by the name of its picture."""
    return dict(line.split() for line in DRAWN.read_text("utf-8").splitlines())


def draw(name: str, picture: Picture, folder: Path) -> None:
    """Draw a page with Chromium, as high as it is, in few colours."""
    page, shot = folder / f"{name}.html", folder / f"{name}.png"
    page.write_text(picture.html(), "utf-8")
    subprocess.run(
        [
            *(need("chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
            *("--force-device-scale-factor=2", f"--user-data-dir={folder}/profile"),
            *(f"--window-size={picture.width},{_TALLEST}", f"--screenshot={shot}", page.as_uri()),
        ],
        check=True,
        capture_output=True,
        timeout=500,
    )
    with Image.open(shot) as drawn:
        whole = drawn.convert("RGB")
    ground = Image.new("RGB", whole.size, whole.getpixel((0, whole.height - 1)))
    box = ImageChops.difference(whole, ground).getbbox()
    bottom = min(whole.height, box[3] + 32) if box else whole.height
    whole.crop((0, 0, whole.width, bottom)).quantize(_COLOURS).save(
        PICTURES / f"{name}.png", optimize=True
    )


def main(names: list[str]) -> int:
    """Draw the pictures that are named, or those whose page has changed; 2 for an unknown one."""
    if unknown := [name for name in names if name not in ALL]:
        print(f"no picture is called {unknown[0]}; there are: {', '.join(ALL)}", file=sys.stderr)
        return 2
    PICTURES.mkdir(exist_ok=True)
    before = kept() if DRAWN.is_file() else {}
    wanted = names or [
        name
        for name, picture in ALL.items()
        if before.get(name) != picture.hash or not (PICTURES / f"{name}.png").is_file()
    ]
    with tempfile.TemporaryDirectory() as folder:
        for name in wanted:
            draw(name, ALL[name], Path(folder))
            print(f"docs/pictures/{name}.png")
    now = {name: ALL[name].hash if name in wanted else before[name] for name in ALL}
    DRAWN.write_text("".join(f"{name} {page}\n" for name, page in now.items()), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
