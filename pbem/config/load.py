"""The settings file, read with the environment; one sentence for what is wrong in it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from pbem.config import CONFIG_FILE
from pbem.config.settings import ConfigError, Settings

_FILE = "sqlite:///"


class _Environment(BaseSettings, Settings):
    """How the settings are called in the environment. None is ever made."""

    model_config = SettingsConfigDict(env_prefix="OHHELL_", env_nested_delimiter="__")


def load(file: Path | None = None, **said: str) -> tuple[Settings, Path | None]:
    """The settings, and the file they came from: the one named, or config.yaml if it is here.

    A database without a folder is looked for here, and then beside the file.
    What is `said` at the command line comes before both, and the environment before the file.

    Raises ConfigError with one sentence when a file is missing or a setting cannot be used.
    """
    found = file or (Path(CONFIG_FILE) if Path(CONFIG_FILE).is_file() else None)
    written = _read(found) if found else {}
    source = f"{found} or the environment" if found else "environment"
    settings = checked({**_under_environment(written), **said}, source)
    if found is not None and "OHHELL_DATABASE" not in os.environ and "database" not in said:
        settings = settings.model_copy(update={"database": _beside(found, settings.database)})
    return settings, found


def example() -> str:
    """The commented settings file, from an installed package or the checkout."""
    here = Path(__file__).resolve().parents[1]
    packed = here / "config.example.yaml"
    return (packed if packed.is_file() else here.parent / packed.name).read_text("utf-8")


def checked(settings: Mapping[str, object], source: str = "") -> Settings:
    """Settings that can be used; ConfigError if one cannot, which names it behind a `source`."""
    try:
        return Settings.model_validate(settings)
    except ValidationError as problem:
        first = problem.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        named = f"{source}: {where}: " if source else ""
        raise ConfigError(f"{named}{_said(first)}") from problem


def combined(settings: Mapping[str, Any]) -> Settings:
    """Settings under those of the environment; ConfigError if one of them cannot be used."""
    return checked(_under_environment(settings))


def told_before(file: Path | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the environment says, and what a file of settings does; ConfigError as for `load`."""
    return _environment(), _read(file) if file else {}


def filled(settings: Mapping[str, object]) -> str:
    """A settings file that sets these, and explains all there are."""
    told = yaml.safe_dump(dict(settings), sort_keys=False, allow_unicode=True)
    return f"{told}\n{example()}"


def _environment() -> dict[str, Any]:
    try:
        return EnvSettingsSource(_Environment)()
    except SettingsError as problem:
        raise ConfigError(f"environment: {problem}") from problem


def _under_environment(settings: Mapping[str, Any]) -> dict[str, Any]:
    """These, but what the environment says of one, or of a part of one."""
    return _over(_environment(), settings)


def _over(said: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    merged = {**settings, **said}
    for name in settings.keys() & said.keys():
        if isinstance(said[name], dict) and isinstance(settings[name], dict):
            merged[name] = _over(said[name], settings[name])
    return merged


def _read(file: Path) -> dict[str, Any]:
    if not file.is_file():
        raise ConfigError(f"there is no file {file}")
    try:
        written = yaml.safe_load(file.read_text("utf-8")) or {}
    except (yaml.YAMLError, UnicodeDecodeError, OSError) as problem:
        raise ConfigError(f"{file} cannot be read: {' '.join(str(problem).split())}") from problem
    if not isinstance(written, dict) or not all(isinstance(key, str) for key in written):
        raise ConfigError(f"{file} cannot be read: it should hold lines like `answer_in: 48`")
    return written


def _said(error: Any) -> str:
    if error["type"] == "extra_forbidden":
        return "there is no such setting"
    return str(error["msg"]).removeprefix("Value error, ")


def _beside(file: Path, url: str) -> str:
    """Where a database is that is told without a folder: here if it is here, as for a server of
    old that was started from another folder than that of its settings; else beside the settings.
    """
    name, mark, more = url.removeprefix(_FILE).partition("?")
    plain = url.startswith(_FILE) and name not in ("", ":memory:") and not name.startswith("file:")
    if not plain or Path(name).is_absolute() or Path(name).exists():
        return url
    folder = file.parent.resolve()
    return url if folder == Path.cwd() else f"{_FILE}{folder / name}{mark}{more}"
