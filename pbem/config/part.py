"""What all parts of the settings are."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class SettingsPart(BaseModel):
    """A part that cannot be changed and takes no unknown setting.

    Its validator is built when one is needed alone: what reads the settings builds one of all.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)
