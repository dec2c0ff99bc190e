"""Reductions in rounds, for coverings that are declared as arrays: against brute force, formulas and the sets' form."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
from rookery_tests.best_by_force import check_reduction

import rookery as rk
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Request
from rookery.backends.contract.reductions import Switches
from rookery.backends.presolve.reductions import many_rows, reduce
from rookery.backends.presolve.reductions import many_rows as rounds
from rookery.backends.presolve.reductions import many_rows as tables
from rookery.backends.presolve.reductions import reduced as reduced_models
from rookery.backends.presolve.reductions.many_rows import Due, Rounds, find_rows, reduce_rows
from rookery.backends.presolve.reductions.reduce import reduce_model
from rookery.backends.presolve.reductions.reduced import Reduced
from rookery.backends.presolve.reductions.workspace import Unsolvable
from rookery.models import AtLeast, AtMost, Exactly, Maximize, Minimize, Model
from rookery.models.model.constraints import ConstraintArray, ConstraintList, split
from rookery.models.model.model import Constraint, Goal

EACH = [Switches(*(name == only for name in Switches._fields)) for only in ("forced", "rows", "columns")]
KINGS = [(rows, columns) for rows in (-1, 0, 1) for columns in (-1, 0, 1)]


def many(
    rows: Sequence[Sequence[int]], make: type[AtLeast] | type[AtMost] = AtLeast, bound: int = 1
) -> ConstraintArray[Constraint]:
    first = np.cumsum([0, *map(len, rows)])
    return ConstraintArray(make, bound, first, np.array([each for row in rows for each in row], np.int32))


def reduced_in_rounds(model: Model, switches: Switches) -> Reduced | None:
    arrays, others = split(model.constraints)
    rows = find_rows(model, arrays, [*others])
    assert rows is not None
    try:
        return reduce_rows(model, rows, [*split(model.constraints)[1]], switches)
    except Unsolvable:
        return None


def draw_model(chance: random.Random, given: bool) -> Model:
    size = chance.randint(2, 6)
    rows = [chance.sample(range(size), chance.randint(1, min(size, 4))) for _ in range(chance.randint(2, 8))]
    givens = [
        Exactly(chance.randint(0, 1), (v,)) for v in chance.sample(range(size), chance.randint(1, 2) if given else 0)
    ]
    return Model(size, ConstraintList((many(rows), givens)), draw_goal(chance, size))


def draw_goal(chance: random.Random, size: int) -> Goal:
    everyone = range(size)
    costs = tuple(chance.choice((-1, 0, 1, 2)) for _ in everyone)
    literals = tuple(v if chance.random() < 0.7 else ~v for v in everyone)
    goals = (
        Minimize(everyone),
        Minimize(everyone),
        Minimize(everyone, costs),
        Minimize(literals, costs),
        Maximize(literals),
    )
    return chance.choice(goals)


@pytest.mark.parametrize("given", [False, True], ids=["free", "given"])
@pytest.mark.parametrize("switches", [Switches(), *EACH], ids=["all", "forced", "rows", "columns"])
@pytest.mark.parametrize("want", [Want.ONE, Want.ALL], ids=str)
@pytest.mark.share(2)
@pytest.mark.part(8)
def test_a_model_reduced_in_rounds_keeps_what_is_wanted(want: Want, switches: Switches, given: bool) -> None:
    switches = switches._replace(forced=switches.forced or given)
    chance, reductions = random.Random(f"{want} {switches}"), 0
    for _ in range(120):
        model = draw_model(chance, given)
        reduced = reduce_model(model, Request(want), switches)
        reductions += reduced.model is not model
        check_reduction(reduced, want)
    assert reductions > (20 if switches.rows or switches.forced or want is Want.ONE else -1)


@pytest.mark.full
def test_as_much_is_left_as_by_the_sets() -> None:
    chance, left = random.Random(3), 0
    for _ in range(200):
        size = chance.randint(6, 12)
        rows = [chance.sample(range(size), chance.randint(2, 4)) for _ in range(chance.randint(6, 14))]
        clauses = tuple(AtLeast(1, row) for row in rows)
        sets = reduce_model(Model(size, clauses, Minimize(range(size))), Request(), Switches())
        rounds = reduce_model(Model(size, many(rows), Minimize(range(size))), Request(), Switches())
        sizes = [(each.model.variables, len(each.model.constraints)) for each in (sets, rounds)]
        assert sizes[0] == sizes[1], rows
        left += 0 < sizes[0][0] < size
    assert left > 10


def guards(rows: int, columns: int) -> list[list[int]]:
    """The squares from which a king guards each square, itself included."""
    places = [(row, column) for row in range(rows) for column in range(columns)]
    near = ([(row + down, column + right) for down, right in KINGS] for row, column in places)
    return [[r * columns + c for r, c in each if 0 <= r < rows and 0 <= c < columns] for each in near]


# Kings: a third of the rows times a third of the columns, each rounded up (Watkins, Across the Board, 2004).
@pytest.mark.parametrize("block", [5, 1 << 15])
def test_kings_need_no_search_on_any_board(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BLOCK", block)
    monkeypatch.setattr(rounds, "BLOCK", block)
    for rows in range(1, 9):
        for columns in range(rows, 12):
            size = rows * columns
            reduced = reduced_in_rounds(Model(size, many(guards(rows, columns)), Minimize(range(size))), Switches())
            if size > 1:
                assert reduced is not None
                assert reduced.decided
                assert reduced.worth == len(reduced.chosen) == -(-rows // 3) * -(-columns // 3)


@pytest.mark.parametrize("board", [(142, 142), (100, 203), (3, 7000)])
@pytest.mark.full
def test_kings_on_large_boards(board: tuple[int, int]) -> None:
    answer = rk.solve(rk.domination(rk.KING, rk.Board(*board)), "sat")
    least = -(-board[0] // 3) * -(-board[1] // 3)
    assert (answer.objective, answer.bound, answer.raw_status) == (least, least, "solved by reductions")


def test_givens_are_decided_on_large_boards() -> None:
    """A corner is no place of 2500 kings on 150x150, whose places are forced: each stands in the midst of 3x3."""
    kings = rk.domination(rk.KING, rk.Board(150), fixed=[(0, 0)], forbidden=[(75, 75)])
    answer = rk.solve(kings, "sat")
    assert answer.complete
    assert answer.objective is not None
    assert answer.objective > 2500
    assert (0, 0) in set(answer.solutions[0])


def test_what_is_left_stays_an_array(monkeypatch: pytest.MonkeyPatch) -> None:
    model = rk.domination(rk.KNIGHT, rk.Board(145), forbidden=[(0, 0)]).model
    monkeypatch.setattr(reduced_models, "MAX_STEPS", 0)
    monkeypatch.setattr(ConstraintArray, "__iter__", lambda self: pytest.fail("rows are read one by one"))
    reduced = reduce_model(model, Request(), Switches())
    assert isinstance(reduced.model.constraints, ConstraintArray)
    assert 0 < reduced.model.variables < model.variables


def test_a_row_that_nothing_hits_is_left_to_the_backend() -> None:
    rows = many([[0, 1], [1, 2], [0]])
    model = Model(3, ConstraintList((rows, [Exactly(0, (0,))])), Minimize(range(3)))
    assert reduce_model(model, Request(), Switches()).model is model


@pytest.mark.parametrize(
    ("arrays", "others"),
    [
        ([many([[0, 1]], bound=2)], []),
        ([many([[0, 1]], AtMost)], []),
        ([many([[0, 1]]), many([[1, 2]])], []),
        ([many([[0, 1]])], [AtMost(1, (0, 1))]),
        ([many([range(many_rows.MAX_WIDTH + 1)])], []),
        ([many([[0, each + 1] for each in range(many_rows.MAX_WIDTH + 1)])], []),
    ],
    ids=["demand", "pairs", "two", "beside", "long row", "long column"],
)
def test_what_is_not_reduced_in_rounds(arrays: list[ConstraintArray[Constraint]], others: list[Constraint]) -> None:
    model = Model(70, ConstraintList((*arrays, others)), Minimize(range(70)))
    assert find_rows(model, arrays, others) is None


def test_costs_beyond_64_bits_are_for_the_sets() -> None:
    rows = many([[0, 1], [0, 1, 2]])
    model = Model(3, rows, Minimize(range(3), (1 << 70, 1 << 71, 1)))
    assert find_rows(model, [rows], []) is None
    reduced = reduce_model(model, Request(), Switches())
    assert reduced.worth == 1 << 70


def test_arrays_too_large_for_sets_are_left_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = Model(3, ConstraintList((many([[0, 1], [0, 1, 2]]), many([[0, 2]], AtMost))), Minimize(range(3)))
    assert reduce_model(pairs, Request(), Switches()).model is not pairs
    monkeypatch.setattr(reduce, "MAX_LITERALS", 6)
    assert reduce_model(pairs, Request(), Switches()).model is pairs


def test_what_is_due_is_taken_once_and_in_order() -> None:
    due = Due(3)
    due.add(np.array([5, 1]))
    due.add(np.array([], np.int64))
    assert due.pop().tolist() == [0, 1, 2, 5]
    assert not due


def test_rounds_take_out_what_is_decided() -> None:
    covering = Rounds(np.array([0, 2, 4]), np.array([0, 1, 1, 2], np.int32), np.ones(3, np.int64))
    covering.drop(np.array([1]))
    covering.choose(np.array([0]))
    assert covering.open.tolist() == [False, True]
    assert covering.rows.size[:2].tolist() == [0, 1]
    assert covering.columns.size[:3].tolist() == [0, 0, 1]
    assert covering.rows.of[1].tolist() == [3, 2]
