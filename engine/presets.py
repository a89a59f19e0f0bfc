"""Named rule sets: what a row of the table is, and how one is found."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Undecided:
    """What the sources of a preset leave open: the axis, what is played, and what else could be.

    `others` are options in the words of `engine.options`.
    """

    axis: str
    line: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """One named rule set: its name, other names people use, one line of description, its rules.

    Several presets may share a name that people use; it is then answered with all of them.
    """

    name: str
    aliases: tuple[str, ...]
    line: str
    rules: Rules
    undecided: tuple[Undecided, ...] = ()
