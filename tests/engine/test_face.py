"""What `from engine import ...` offers is enough to write rules and to read a game."""

import dataclasses
import sys
import typing

import engine

RECORDS = [one for one in vars(engine).values() if dataclasses.is_dataclass(one)]


def named(hint):
    """The classes of ours that a type is made of."""
    if isinstance(hint, type) and not typing.get_args(hint):
        return {hint} if hint.__module__.startswith("engine.") else set()
    return {one for part in typing.get_args(hint) for one in named(part)}


def test_every_type_of_a_public_record_is_public():
    offered = {getattr(engine, name) for name in engine.__all__ if name != "PRESETS"}
    missing = {
        f"{record.__name__}.{field}: {one.__name__}"
        for record in RECORDS
        for field, hint in typing.get_type_hints(
            record, vars(sys.modules[record.__module__])
        ).items()
        for one in named(hint) - offered
    }
    assert not missing
