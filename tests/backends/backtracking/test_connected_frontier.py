"""Connected coverings over a frontier: against trying every set, published numbers, and where limits come first."""

from random import Random

import numpy as np
import pytest
from oracle.case import Case, asked
from oracle.ground import of_edges
from oracle.trying import Truth, truth, truth_on
from rookery_tests.strategies import examples

import rookery as rk
from rookery.backends import Deadline, End, Request, backend
from rookery.backends.contract.backend import Outcome, Solution
from rookery.backends.engine.case import ModelCase
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.frontier import connected
from rookery.backends.engine.frontier.connected import UNIT, ConnectedProgram, compile_connected
from rookery.models import AtLeast, Minimize, Model
from rookery.models.model.model import LazyForm
from rookery.models.pieces.piece import KING, KNIGHT, ROOK, Piece
from rookery.models.problems.connected import Separators

SOLDIER = Piece("soldier", "S", leaps=[(-1, 0), (-1, -1), (1, 1)])
PIECES = (KING, KNIGHT, ROOK, SOLDIER, rk.piece("wazir"))


def program_of(form: LazyForm[Model] | None, **options: str) -> ConnectedProgram | None:
    """The program of a lazy form, however small; None where its constraints decide all."""
    if form is None:
        return None
    return compile_connected(ModelCase(form.model, Request(lazy=form.everywhere(), options=options), compile_model))


def run(program: ConnectedProgram, request: Request) -> tuple[list[Solution], Outcome]:
    *found, outcome = program.search(request)
    assert isinstance(outcome, Outcome)
    return [each for each in found if isinstance(each, frozenset)], outcome


def check(problem: rk.Problem, right: Truth) -> bool:
    """Compare with what is right; return whether there was anything to sweep."""
    program = program_of(problem.model.lazy)
    if program is None:
        return False
    found, outcome = run(program, Request())
    best, sets = right.squares
    assert outcome.proven
    assert [len(each) for each in found] == [best]
    assert found[0] in sets
    return True


@pytest.mark.drawn
def test_random_boards_with_holes_and_givens() -> None:
    """Rectangles and tori of up to 12 squares, with holes, fixed and forbidden squares."""
    chance, swept = Random(1), 0
    for _ in range(examples(120)):
        rows = chance.randint(1, 4)
        columns = chance.randint(2, 12 // rows)
        cells = [(row, column) for row in range(rows) for column in range(columns)]
        chance.shuffle(cells)
        holes, fixed, forbidden = (
            [cells.pop() for _ in range(min(len(cells) - 1, chance.choice((0, 0, 1, 2))))] for _ in range(3)
        )
        piece, board = chance.choice(PIECES), rk.Board(rows, columns, torus=chance.random() < 0.3, holes=holes)
        case = asked("connected", [piece], board, fixed=tuple((*at, 0) for at in fixed), forbidden=tuple(forbidden))
        swept += check(rk.connected_domination(piece, board, fixed=fixed, forbidden=forbidden), truth(case))
    assert swept > examples(50)


@pytest.mark.drawn
def test_random_graphs() -> None:
    chance, swept = Random(2), 0
    for _ in range(examples(80)):
        size = chance.randint(4, 10)
        edges = {(a, b) for b in range(1, size) for a in {chance.randrange(max(0, b - 3), b), chance.randrange(b)}}
        case = Case("connected", 1, size, (frozenset(),))
        right = truth_on(case, of_edges(size, edges))
        assert right is not None
        graph = rk.Graph([(f"v{a}", f"v{b}") for a, b in sorted(edges)], vertices=[f"v{at}" for at in range(size)])
        swept += check(rk.connected_domination("guard", graph), right)
    assert swept > examples(50)


# OEIS A370428. From 9x9 on a state takes two words.
@pytest.mark.parametrize(
    ("size", "least"),
    [(4, 4), (5, 5), (6, 8), (7, 12), *(pytest.param(*each, marks=pytest.mark.full) for each in ((8, 15), (9, 20)))],
)
def test_kings(size: int, least: int) -> None:
    answer = rk.solve(rk.connected_domination(KING, size), "backtracking")
    program = program_of(rk.connected_domination(KING, size).model.lazy)
    assert program is not None
    (found,), outcome = run(program, Request())
    assert (len(found), outcome.proven, answer.objective) == (least, True, least)
    assert answer.raw_status.startswith("connected: ") == (size >= 8)


def test_equal_keys_of_all_states_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connected, "MIX", np.uint64(0))
    program = program_of(rk.connected_domination(KING, 6).model.lazy)
    assert program is not None
    assert [len(each) for each in run(program, Request())[0]] == [8]


def test_weights_bound_more_than_numbers_do() -> None:
    """Knights in the corners are worth more: 7 are not refuted one by one from (36 - 9) / 7."""
    program = program_of(rk.connected_domination(KNIGHT, 6).model.lazy)
    assert program is not None
    assert 1 + (36 - 9) // 7 < program.sweep.fewest <= 8
    assert program.sweep.first <= 9 * UNIT


def test_a_limit_keeps_the_bound_and_what_was_found() -> None:
    problem = rk.connected_domination(KING, 9)
    for options, end in (({"memory": "64K"}, End.MEMORY), ({}, End.TIME)):
        program = program_of(problem.model.lazy, **options)
        assert program is not None
        found, outcome = run(program, Request(deadline=Deadline(0 if end is End.TIME else None)))
        assert (found, outcome.proven, outcome.end) == ([], False, end)
        assert outcome.bound is not None
        assert program.sweep.fewest <= outcome.bound <= 20
    answer = rk.solve(problem, "backtracking", options={"memory": "64K"})
    assert (answer.status, answer.complete, answer.end) == ("satisfied", False, "memory limit")
    assert answer.objective is not None
    assert answer.bound is not None
    assert 16 <= answer.bound <= 20 <= answer.objective


def test_parts_that_no_link_joins_have_no_set() -> None:
    apart = Model(4, [AtLeast(1, (0, 1)), AtLeast(1, (2, 3))], Minimize(range(4)))
    program = program_of(LazyForm(apart, Separators.of([[1], [0], [3], [2]])))
    assert program is not None
    found, outcome = run(program, Request())
    assert (found, outcome.proven) == ([], True)


def test_what_is_wide_or_no_connected_covering_is_left_to_others() -> None:
    assert program_of(rk.connected_domination("queen", 9).model.lazy) is None
    assert program_of(rk.connected_domination(KNIGHT, 10).model.lazy) is None
    few = Model(2, [AtLeast(1, (0, 1))], Minimize(range(2)))
    assert program_of(LazyForm(few, lambda chosen: [])) is None
    assert rk.solve(rk.connected_domination(KING, 8), options={"optimum": "search"}, seconds=1e-3).raw_status == ""


def test_only_a_small_effort_is_foreseen_for_auto() -> None:
    """Clauses that are learnt are sooner for knights, whose frontiers have many components."""
    for piece, size, is_small in ((KING, 9, True), (KNIGHT, 8, False)):
        form = rk.connected_domination(piece, size).model.lazy
        assert form is not None
        request = Request(lazy=form.everywhere())
        assert (backend("backtracking").compile_foreseen(form.model, request) is not None) == is_small
        assert isinstance(backend("backtracking").compile(form.model, request), ConnectedProgram)
