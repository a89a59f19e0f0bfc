"""What became of a mail, as its writer is told: the words of `pbem inbox`, made a few."""

from __future__ import annotations

_BEGINNINGS = (
    ("played: ", "played"),
    ("kept: ", "kept"),
    ("refused: ", "refused"),
    ("asked for ", "told"),
    ("asked back", "asked back"),
    ("asked again: ", "asked again"),
    ("not yet", "asked back"),
    ("held: ", "held"),
    ("said to the table", "talk"),
    ("said yes", "yes"),
    ("said no", "no"),
    ("taken back", "taken back"),
    ("plans forgotten", "forgotten"),
    ("house policy", "policy"),
    ("the same answer", "again"),
    ("not acted on", "nothing"),
)
_DETAILED = ("played", "kept")


def fate_in_short(fate: str | None, state: str) -> tuple[str, str]:
    """One word for what became of a mail, and what was played or kept by it.

    >>> fate_in_short("played: QH", "done")
    ('played', 'QH')
    >>> fate_in_short(None, "new")
    ('waits', '')
    """
    if state == "parked":
        return "parked", ""
    if fate is None or state == "new":
        return "waits", ""
    for beginning, word in _BEGINNINGS:
        if fate.startswith(beginning):
            return word, fate.removeprefix(beginning) if word in _DETAILED else ""
    return "done", ""
