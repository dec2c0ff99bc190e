"""Starts one of every kind of process that we start, in any folder.

What this process needs itself is imported before the current folder comes onto its path.
"""

import html
import json
import pickle
import sys

import numpy as np

from rookery import placement
from rookery.backends import registry
from rookery.backends.worker import Worker
from rookery.compare.campaign import make_campaign
from rookery.compare.folder import run_campaign
from rookery.core.kernels import emitter
from rookery.core.kernels.kernel import entry
from rookery.models import Board
from rookery.models.pieces.piece import QUEEN

BACKENDS = ("backtracking", "cpsat")
OURS = (html, json, pickle, emitter, registry.backends())


@entry("a sum")
def add(numbers: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> int:
    """The sum of some numbers."""
    total = 0
    for number in numbers:
        total += int(number)
    return total


def compile_kernel() -> None:
    """The process that compiles a kernel."""
    assert add.wait((np.arange(3),))


def call_apart() -> None:
    """A process for one backend."""
    with Worker() as process:
        assert process.call(json.dumps, [1]) == "[1]"


def compare() -> None:
    """A server, with the runs below it."""
    problem = {"family": "placement", "pieces": [["queen", 4]], "board": "4"}
    asked = make_campaign([problem], {"name": "q", "backends": [*BACKENDS]})
    assert all(record.complete for record in run_campaign(asked, None).findings.records)


KINDS = {each.__name__: each for each in (compile_kernel, call_apart, compare)}


def main(kind: str) -> None:
    """Start a process of a kind."""
    assert placement(QUEEN, Board(4)).model.variables == 16
    sys.path.insert(0, "")
    KINDS[kind]()
