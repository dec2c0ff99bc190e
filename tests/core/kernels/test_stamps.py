"""A kept kernel is compiled again after a change of anything that becomes part of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rookery.core.kernels import jit

pytestmark = pytest.mark.skipif(jit.PLAIN, reason="nothing is compiled")

PART = """
from typing import NamedTuple
import more
import numpy as np
from rookery.core.kernels.jit import inner

ADDED = {added}
TABLE = np.arange(2000)
TABLE[1000] = {middle}
PICK = {pick}

class Pair(NamedTuple):
    {fields}

@inner
def grow(number):
    return {grown} + TABLE[1000] + PICK(0, 10) + more.EXTRA
"""
MORE = "EXTRA = {extra}"
KERNEL = """
from part import ADDED, Pair, grow
from rookery.core.kernels.jit import entry

@entry("a sum")
def add(pair: Pair, number: int) -> int:
    return grow(number) + ADDED + pair.first
"""
RUN = """
from kernel import add
from part import Pair
pair = Pair(first=7, second=70)
add.load(add.types(pair, 1))
print(add(pair, 1))
"""
FIRST = {
    "added": "100", "fields": "first: int; second: int", "grown": "number + 1000", "middle": "0", "pick": "min",
    "extra": "0",
}  # fmt: skip
CHANGES = [
    ({"added": "200"}, 1208),
    ({"fields": "second: int; first: int"}, 1108),
    ({"grown": "number + 3000"}, 3108),
    ({"middle": "5"}, 1113),
    ({"pick": "max"}, 1118),
    ({"extra": "2000"}, 3108),
]


def run(folder: Path, **change: str) -> int:
    """Return what the kernel returns in another process, after a change of a file other than its own."""
    (folder / "part.py").write_text(PART.format(**FIRST | change))
    (folder / "more.py").write_text(MORE.format(**FIRST | change))
    environment = os.environ | {
        "NUMBA_CACHE_DIR": str(folder / "kept"),
        "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]),
        # Python takes kept bytecode for new where a file has its size and the second of its last change
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-c", RUN]
    found = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert not found.returncode, found.stderr
    return int(found.stdout)


@pytest.mark.slow
def test_kept_kernel_is_compiled_again_after_a_change(tmp_path: Path) -> None:
    (tmp_path / "kernel.py").write_text(KERNEL)
    assert run(tmp_path) == 1108
    for change, after in CHANGES:
        assert run(tmp_path, **change) == after, change
