"""Statements that were compiled before, found again."""

from __future__ import annotations

from typing import Any

_MOST = 1000
"""So many are kept; after more of them it begins anew."""


class CompiledStatements(dict[tuple[Any, ...], Any]):
    """What SQLAlchemy keeps compiled statements in: `compiled_cache` of an engine's options.

    It looks for one by a tuple of hundreds of parts, which is hashed each time. Of a statement that
    is built once and kept they are the very same tuple again; whether they are is all we look at.
    """

    def __init__(self) -> None:
        super().__init__()
        self._same: dict[int, tuple[tuple[Any, ...], Any]] = {}

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        """The compiled statement; the default if it has not been kept."""
        dialect, parts, *how = key
        (known, its_parts, *its_how), compiled = self._same.get(id(parts), _NONE)
        if its_parts is parts and its_how == how and known == dialect:
            return compiled
        compiled = super().get(key)
        if compiled is None:
            return default
        self._keep(key, compiled)
        return compiled

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:
        if len(self) >= _MOST:
            self.clear()
        super().__setitem__(key, compiled)
        self._keep(key, compiled)

    def _keep(self, key: tuple[Any, ...], compiled: Any) -> None:
        if len(self._same) >= _MOST:
            self._same.clear()
        self._same[id(key[1])] = key, compiled


_NONE: tuple[tuple[Any, ...], Any] = ((None, None), None)
