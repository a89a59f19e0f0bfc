"""A real browser that shows pages, runs scripts in them, and says what a screen reader is told."""

from __future__ import annotations

import json
import os
import select
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from tests.servers import need

QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--hide-scrollbars", "--disable-background-networking", "--disable-component-update"),
    "--disable-sync",
)
"""So that it opens no window and talks to nobody."""

_PATIENCE = 120.0
"""So many seconds an answer may take."""

_SAYS_NOTHING = {
    *("none", "generic", "InlineTextBox", "LineBreak", "RootWebArea", "paragraph", "rowgroup")
}
"""Roles that are not read aloud themselves."""

_SAYS_ITS_NAME = {"heading", "link", "columnheader", "rowheader", "cell", "image"}
"""Roles of which the name is read, and nothing within."""


class Browser:
    """One page of a browser, over the pipes of its remote debugging."""

    def __init__(self, orders: int, answers: int) -> None:
        self._orders, self._answers = orders, answers
        self._numbers = count(1)
        self._left = b""
        self._session: dict[str, str] = {}
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self._ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = {"sessionId": attached["sessionId"]}
        self._frame = self._ask("Page.getFrameTree")["frameTree"]["frame"]["id"]

    def show(self, page: str, *, width: int = 375, dark: bool = False) -> None:
        """Show a page of HTML at a width, for somebody who likes it light or dark."""
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self._ask("Emulation.setDeviceMetricsOverride", **size)
        likes = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._ask("Emulation.setEmulatedMedia", features=[likes])
        self._ask("Page.setDocumentContent", frameId=self._frame, html=page)

    def run(self, script: str) -> Any:
        """What a script says about the page, when it has ended."""
        wanted = {"awaitPromise": True, "returnByValue": True}
        done = self._ask("Runtime.evaluate", expression=script, **wanted)
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def heard(self) -> list[str]:
        """The page as it is read aloud, in its order: `heading 2: Tap a card`, a line each."""
        nodes = self._ask("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        return list(_aloud(nodes[0], by_id))

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        order = {"id": number, "method": method, "params": params, **self._session}
        whole = json.dumps(order).encode() + b"\0"
        while whole:
            whole = whole[os.write(self._orders, whole) :]
        until = time.monotonic() + _PATIENCE
        while True:
            answer = self._next(until)
            if answer.get("id") == number:
                assert "error" not in answer, answer["error"]
                return dict(answer["result"])

    def _next(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._left:
            waits = max(0.0, until - time.monotonic())
            assert select.select([self._answers], [], [], waits)[0], "the browser is silent"
            some = os.read(self._answers, 1 << 20)
            assert some, "the browser is gone"
            self._left += some
        one, _, self._left = self._left.partition(b"\0")
        return dict(json.loads(one))


def _aloud(node: dict[str, Any], by_id: dict[str, Any]) -> Iterator[str]:
    """What is said at a node and below it; of what has a name of its own, the name alone."""
    role = node.get("role", {}).get("value", "none")
    name = " ".join(node.get("name", {}).get("value", "").split())
    if not node.get("ignored") and role not in _SAYS_NOTHING:
        if role == "StaticText":
            if name:
                yield name
            return
        level = next((p["value"]["value"] for p in node["properties"] if p["name"] == "level"), "")
        yield f"{role}{' ' if level else ''}{level}: {name}".rstrip(": ")
        if role in _SAYS_ITS_NAME:
            return
    for child in node.get("childIds", ()):
        yield from _aloud(by_id[child], by_id)


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """A browser that has only this folder, ended with the block; skips where there is none."""
    (reads, orders), (answers, writes) = os.pipe(), os.pipe()
    command = [need("chromium"), *QUIET, f"--user-data-dir={folder}/profile"]
    # It takes its orders at 3 and answers at 4.
    shell = [need("bash"), "-c", f'exec "$@" 3<&{reads} 4>&{writes}', "bash"]
    started = subprocess.Popen(
        [*shell, *command, "--remote-debugging-pipe"],
        pass_fds=(reads, writes),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(reads)
    os.close(writes)
    try:
        yield Browser(orders, answers)
    finally:
        os.close(orders)
        try:
            started.wait(10)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()
        os.close(answers)
