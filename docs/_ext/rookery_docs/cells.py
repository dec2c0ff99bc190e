"""The Sphinx extension that bounds each cell of a notebook in processor time: a busy machine only takes longer.

A kernel that goes over it is killed by the system, and the build ends with an error that names the notebook.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

MAX_SECONDS = 120  # of a processor, for a cell
STARTUP = """
import resource
from time import process_time

def _limit(info):
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(process_time()) + {seconds} + 1, hard))

get_ipython().events.register("pre_run_cell", _limit)
del _limit
"""


def write_profile(folder: Path, seconds: int) -> None:
    """Write a profile of IPython whose shells bound their cells; `IPYTHONDIR` names the folder to them."""
    startup = folder / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "limit.py").write_text(STARTUP.format(seconds=seconds), encoding="utf-8")


def setup(app: "Sphinx") -> dict[str, bool]:
    """Let the kernels that Sphinx starts bound their cells."""
    folder = TemporaryDirectory(ignore_cleanup_errors=True)
    write_profile(Path(folder.name), MAX_SECONDS)
    os.environ["IPYTHONDIR"] = folder.name
    app.connect("build-finished", lambda *_: folder.cleanup())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
