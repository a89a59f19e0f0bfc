"""How templates become Python: as we need them, once for all languages, kept from run to run."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Call, Impossible, TemplateData

from pbem import compiled

WRITTEN_AS: dict[str, Any] = {
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
    "optimized": False,
}
"""The options of an environment that what is compiled depends on, beside `autoescape`."""


class ForAll(CodeGenerator):
    """Works nothing out while it compiles, since filters give each language and look its own.

    A call is written without what only a context would look at.
    """

    def _output_child_to_const(self, node: Any, frame: Any, finalize: Any) -> str:
        if not isinstance(node, TemplateData):
            raise Impossible
        return super()._output_child_to_const(node, frame, finalize)

    def visit_Call(self, node: Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        self.write("context.call(")
        self.visit(node.node, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")


class Compiled(BytecodeCache):
    """What templates were compiled to: in memory for every language, in files for every process."""

    def __init__(self, form: str) -> None:
        self._form = form
        self._codes: dict[tuple[str, str], CodeType] = {}

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The template's file."""
        return filename or name

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket if this text of the template was compiled before."""
        about = (bucket.key, bucket.checksum)
        code = self._codes.get(about) or compiled.found(*self._what(bucket))
        if code is not None:
            bucket.code = self._codes[about] = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what is in the bucket."""
        if bucket.code is not None:
            self._codes[bucket.key, bucket.checksum] = bucket.code
            compiled.keep(*self._what(bucket), bucket.code)

    def _what(self, bucket: Bucket) -> tuple[Path, str, bytes]:
        return Path(bucket.key), self._form, bucket.checksum.encode() + _compiler()


@cache
def compiled_as(form: str) -> Compiled:
    """The compiled templates of HTML parts, which escape, of such in large print, or of text."""
    return Compiled(form)


@cache
def _compiler() -> bytes:
    """What has compiled them: Jinja, as this file bends it."""
    return jinja2.__version__.encode() + Path(__file__).read_bytes()
