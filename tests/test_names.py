"""One word for one thing: a class has a name that no other class has."""

from __future__ import annotations

import ast
from collections import defaultdict

from tests.test_imports import ROOT, files

PAGES = ROOT / "pbem" / "letters"
"""Pages are named after their templates, and may be called what they tell of."""

STORED = {"TakenBack"}
"""The log and the outcomes of mails are stored with these names, each in its own table."""


def test_no_two_public_classes_have_one_name():
    found = defaultdict(list)
    for file in files():
        if PAGES not in file.parents and "migrations" not in file.parts:
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(str(file.relative_to(ROOT)))
    shared = {name: where for name, where in found.items() if len(where) > 1}

    assert len(found) > 200
    assert shared.keys() == STORED, shared
