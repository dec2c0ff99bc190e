"""Every idea that prunes can be left out, and no answer changes: neither on random boards nor where it prunes most."""

import re

import pytest

import rookery as rk
from rookery.backends import Request, Want
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.cover import kernel as cover_kernel
from rookery.backends.engine.cover import registers
from rookery.backends.engine.cover.program import CoverProgram
from rookery.backends.engine.cover.subtree import initial_state
from rookery.backends.engine.options import IDEAS
from rookery.models import BadInput, Board, Problem, domination, placement
from rookery.models.pieces.piece import KNIGHT, QUEEN

# Where there is something to prune.
LARGE = {
    "queens guard 8x8": (domination(QUEEN, Board(8)), 4860),  # OEIS A002564
    "queens guard 8x8 in peace": (domination(QUEEN, Board(8), "independent"), 728),  # OEIS A002568
    "queens guard 9x9": (domination(QUEEN, Board(9)), 114),  # OEIS A002564
    "knights guard 8x8": (domination(KNIGHT, Board(8)), 2),  # OEIS A006076
    "9 queens": (placement(QUEEN, Board(9), 9), 352),  # OEIS A000170
}


@pytest.mark.slow
@pytest.mark.parametrize("idea", ["", *IDEAS])
def test_no_idea_changes_a_count(idea: str) -> None:
    for problem, count in LARGE.values():
        assert rk.solve(problem, want="count", options={"without": idea}).count == count


@pytest.mark.slow
def test_no_idea_changes_a_list() -> None:
    for idea in ("", "symmetry", "dual", "all"):
        problem, count = LARGE["queens guard 9x9"]
        answer = rk.solve(problem, want="all", options={"without": idea})
        assert (answer.count, len(set(answer.solutions))) == (count, count)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("symmetri", "did you mean symmetry"),
        ("dual,all", "'all'"),
    ],
)
def test_unknown_ideas_are_refused(text: str, error: str) -> None:
    with pytest.raises(BadInput, match=re.escape(error)):
        rk.solve(domination(QUEEN, Board(3)), options={"without": text})


@pytest.mark.parametrize("idea", ["symmetry", "gains", "dual"])
def test_ideas_save_nodes(idea: str) -> None:
    problem, few = (domination(KNIGHT, Board(9)), 13) if idea == "dual" else (domination(QUEEN, Board(9)), 4)
    assert _nodes(problem, few, "") < _nodes(problem, few, idea)


def _nodes(problem: Problem, few: int, without: str) -> int:
    """The nodes that it takes to see that a few pieces do not suffice."""
    model = problem.model.at_optimum(few)
    program = compile_model(model, Request(Want.ALL, options={"without": without}))
    assert isinstance(program, CoverProgram)
    tables, state = program.tables, initial_state(program, Request(Want.ALL), few)
    while cover_kernel.advance(tables, state, 1000) >= 0:
        pass
    assert state.registers[registers.COUNT] == 0
    return int(state.registers[registers.NODES])
