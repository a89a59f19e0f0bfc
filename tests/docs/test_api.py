"""The pages of the engine's API are built from docstrings, and leave nothing of its face out."""

import subprocess
import sys

import engine
from dev import TASKS


def test_the_page_has_every_name_of_the_face(tmp_path):
    [written] = TASKS["docs"].commands
    words = written.replace("build/api", str(tmp_path)).split()
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")
    page = (tmp_path / "engine.html").read_text("utf-8")
    assert [name for name in engine.__all__ if f'id="{name}"' not in page] == []
    assert not (tmp_path / "engine").exists()


def test_whatever_of_the_face_can_be_called_has_a_docstring():
    # That of a dataclass without its own is made up of its fields.
    face = {name: getattr(engine, name) for name in engine.__all__}
    called = {name: one.__doc__ or "" for name, one in face.items() if callable(one)}

    assert len(called) > 50
    assert [name for name, told in called.items() if not told or told.startswith(f"{name}(")] == []
