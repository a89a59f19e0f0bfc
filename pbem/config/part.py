"""What all parts of the settings are, and what several of them hold."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict

from pbem.casefolding import folded


class SettingsPart(BaseModel):
    """A part that cannot be changed and takes no unknown setting.

    Its validator is built when one is needed alone: what reads the settings builds one of all.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


def _domain(name: str) -> str:
    if not name or set(name) & set(" <>,;\"'@+"):
        raise ValueError("a domain like play.cards.example is needed, without an @")
    return folded(name)


Domain = Annotated[str, AfterValidator(_domain)]
"""A domain by its name."""
