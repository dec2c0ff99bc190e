"""Interpreters that we start: with our import path, on which no file of the current folder hides a module.

`python -c` looks for modules in the current folder first, which may belong to another person: a `pickle.py` there would
be run in place of Python's own. `-P` keeps an interpreter from that; and if the path of this process begins with the
current folder, as in a notebook, it stands last on that of a new one: modules that only it holds are still found.
"""

import os
import sys
from contextlib import suppress


def interpreter_command(code: str, *arguments: str) -> list[str]:
    """The command that runs some code in a new interpreter; the code sets `sys.path` to `import_path` of this one."""
    return [sys.executable, "-P", "-c", code, *arguments]


def import_path() -> list[str]:
    """The import path for a new interpreter: that of this process, the current folder last."""
    with suppress(FileNotFoundError):  # the current folder is gone
        here = os.path.realpath(os.curdir)
        return sorted(sys.path, key=lambda place: os.path.realpath(place) == here)
    return [place for place in sys.path if place]
