"""The identity of a question: the same in every process that declares the same problem."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rookery_tests import identities

import rookery as rk
from rookery.backends import Question
from rookery.backends.running.checkpoint import make_identity
from rookery.models import Board, Problem, domination, placement
from rookery.models.pieces.piece import KING, KNIGHT

SUPPORT = Path(__file__).parents[2] / "support"


def identify(hash_seed: str, *given: str) -> list[str]:
    """What a process with some seed of its hashes prints."""
    own = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(SUPPORT)}
    command = [sys.executable, "-P", "-m", identities.__name__, *given]
    return subprocess.run(command, env=os.environ | own, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.parametrize("seed", ["1", pytest.param("2", marks=pytest.mark.long)])
@pytest.mark.full
def test_every_family_on_every_ground_is_the_same_in_two_processes(seed: str) -> None:
    first, second = identify("1", seed), identify("2", seed)
    assert first == second
    assert len(first) > 100
    for line in first:  # no address of a thing in memory, which may be the same by chance
        assert " at 0x" not in line


def model(problem: Problem) -> object:
    return make_identity(problem, "backtracking", Question())["model"]


def test_what_differs_has_another_identity() -> None:
    problems = [placement(KING, Board(6)), domination(KING, Board(6)), domination(KNIGHT, Board(6))]
    problems += [placement(KNIGHT, Board(6)), placement(KING, Board(1, 36)), placement(KING, Board(7))]
    assert len({model(problem) for problem in problems}) == len(problems)
    assert model(placement(KING, Board(4))) == model(placement(KING, Board(4)))


@pytest.mark.full
def test_a_large_board_goes_on_in_another_process(tmp_path: Path) -> None:
    identify("3", "1", str(tmp_path / "kept"))
    answer = rk.solve(placement(KING, Board(142)), resume=tmp_path / "kept", seconds=0.1)
    assert answer.status in ("unknown", "satisfied", "optimal")
