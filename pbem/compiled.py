"""What was made of a file's text, kept where Python keeps the modules that it has compiled.

That is `__pycache__` beside the file, or below PYTHONPYCACHEPREFIX, and nowhere if Python is told
to write none. Code is kept here, so nobody may write it who may not write the program: the folder
is no other than that of the program's own bytecode, and is trusted as far. What cannot be written
is made anew by each process; what is torn, or was made of other text or by other versions, is not
found.
"""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any


def found(file: Path, form: str, made_of: bytes) -> Any:
    """What `keep` has kept of the same; None for nothing."""
    with suppress(OSError, NotImplementedError):
        kept = _place(file, form).read_bytes()
        if kept[:_SIGN] == _sign(made_of, kept[_SIGN:]):
            return marshal.loads(kept[_SIGN:])
    return None


def keep(file: Path, form: str, made_of: bytes, made: Any) -> None:
    """Keep what `marshal` can write, made of a file in one of its forms, a word.

    `made_of` is all that it depends on: the text, and the versions of what has made it. Nothing is
    raised where it cannot be written.
    """
    if sys.dont_write_bytecode:
        return
    with suppress(OSError, NotImplementedError):
        place, content = _place(file, form), marshal.dumps(made)
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, new = tempfile.mkstemp(dir=place.parent)
        try:
            with open(handle, "wb") as written:
                written.write(_sign(made_of, content) + content)
            os.chmod(new, file.stat().st_mode & 0o644)
            os.replace(new, place)  # nobody reads the half of it
        except OSError:
            os.unlink(new)
            raise


_SIGN = hashlib.sha256().digest_size


def _sign(made_of: bytes, content: bytes) -> bytes:
    """Differs for other text, other makers, another Python, and for content that was torn."""
    parts = (importlib.util.MAGIC_NUMBER, made_of, content)
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).digest()


def _place(file: Path, form: str) -> Path:
    """The name of its bytecode, if the file were a module; with its ending, and its form."""
    return Path(importlib.util.cache_from_source(f"{file}.{form}.py"))
