"""Every idea that prunes can be left out, and no answer changes: neither on random boards nor where it prunes most."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle.case import asked
from oracle.trying import truth
from rookery_tests.small_models import random_models, solutions_of
from rookery_tests.strategies import boards, pieces

import rookery as rk
from rookery.backends import Request, Want, backend
from rookery.backends.contract.backend import Split, run_program
from rookery.backends.contract.question import WantLike
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.cover import kernel as cover_kernel
from rookery.backends.engine.cover import registers
from rookery.backends.engine.cover.program import CoverProgram
from rookery.backends.engine.cover.subtree import initial_state
from rookery.backends.engine.options import IDEAS
from rookery.models import BadInput, Board, Piece, Problem, Satisfy, domination, placement
from rookery.models.pieces.piece import KNIGHT, QUEEN
from rookery.models.referee.rules import KINDS, Kind

pytestmark = pytest.mark.slow

LEFT_OUT = [*IDEAS, "all"]
every_idea = pytest.mark.parametrize("idea", LEFT_OUT)
some_ideas = st.sets(st.sampled_from(sorted(IDEAS))).map(lambda names: ",".join(sorted(names)))


def answered(problem: Problem, without: str) -> tuple[int | None, set[frozenset[int]]]:
    answer = rk.solve(problem, want="all", options={"without": without})
    assert answer.complete
    return answer.objective, {problem.write(placed) for placed in answer.solutions}


@given(piece=pieces(), board=boards(most=10), kind=st.sampled_from(KINDS), without=some_ideas)
def test_random_pieces_guard_random_boards(piece: Piece, board: Board, kind: Kind, without: str) -> None:
    objective, expected = truth(asked("domination", [piece], board, kind=kind)).squares
    assert answered(domination(piece, board, kind), without) == (objective, expected)
    counted = rk.solve(domination(piece, board, kind), want="count", options={"without": without})
    assert (counted.count, counted.objective) == (len(expected), objective)


@given(piece=pieces(), board=boards(most=10), count=st.none() | st.integers(0, 4), without=some_ideas)
def test_random_pieces_stand_in_peace(piece: Piece, board: Board, count: int | None, without: str) -> None:
    if count is None or count <= len(board):
        expected = truth(asked("placement", [piece], board, each=(count,))).squares
        assert answered(placement(piece, board, count), without) == expected


@every_idea
def test_random_models(idea: str) -> None:
    own, request = backend("backtracking"), Request(Want.ALL, options={"without": idea})
    models = [model for model in random_models(60, 11) if isinstance(model.goal, Satisfy)]
    assert len(models) > 10
    for model in models:
        assert set(Split(run_program(own, own.compile(model, request), request))) == solutions_of(model)


# Where there is something to prune.
LARGE = {
    "queens guard 8x8": (domination(QUEEN, Board(8)), 4860),  # OEIS A002564
    "queens guard 8x8 in peace": (domination(QUEEN, Board(8), "independent"), 728),  # OEIS A002568
    "queens guard 9x9": (domination(QUEEN, Board(9)), 114),  # OEIS A002564
    "knights guard 8x8": (domination(KNIGHT, Board(8)), 2),  # OEIS A006076
    "9 queens": (placement(QUEEN, Board(9), 9), 352),  # OEIS A000170
}


@every_idea
@pytest.mark.parametrize(
    ("name", "want"),
    [
        pytest.param(name, want, marks=pytest.mark.long if (name, want) == ("queens guard 8x8", "all") else ())
        for name in LARGE
        for want in ("count", "all")
    ],
)
@pytest.mark.share(4)
@pytest.mark.part(8)
def test_large_boards(name: str, want: WantLike, idea: str) -> None:
    problem, count = LARGE[name]
    assert rk.solve(problem, want=want, options={"without": idea}).count == count


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("symmetri", "without 'symmetri': did you mean symmetry? there are symmetry, components, gains,"),
        ("dual,all", "without 'all': there are"),
    ],
)
def test_an_idea_that_there_is_not(text: str, error: str) -> None:
    with pytest.raises(BadInput, match=re.escape(error)):
        rk.solve(domination(QUEEN, Board(3)), options={"without": text})


@pytest.mark.parametrize("idea", ["symmetry", "gains", "dual"])
def test_without_an_idea_there_is_more_to_search(idea: str) -> None:
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
