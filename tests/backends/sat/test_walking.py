"""A walk beside the solver: over simplified clauses, extended again, and no answer changes by it."""

import os
import signal
from collections.abc import Sequence
from itertools import combinations
from random import Random
from time import monotonic

import numpy as np
import pytest
from pysat.process import Processor
from rookery_tests.graphs import vertex_cover
from rookery_tests.small_models import asked
from rookery_tests.yardstick import PATIENCE, with_time_enough, within

from rookery.backends.contract.answer import End
from rookery.backends.contract.backend import Deadline
from rookery.backends.local_search import walk
from rookery.backends.running.solve import ModelAnswer, solve_model
from rookery.backends.solvers.sat import Sat, cores
from rookery.backends.solvers.sat import shortcut as walking
from rookery.backends.solvers.sat.shortcut import Walking
from rookery.core.kernels.compiler import do_nothing
from rookery.core.kernels.jit import NoCompiler
from rookery.models import AtLeast, BadInput, Minimize, Model
from rookery.models.model.weighted_sums import Clause

BACKEND, READS, SIZE = Sat(), 1 << 18, 16


def begin(clauses: Sequence[Clause], seed: int = 0) -> Walking:
    return Walking(clauses, Deadline(60), seed, do_nothing)


def has_solution(clauses: Sequence[Clause], size: int) -> bool:
    """By trying everything."""
    every = np.arange(1 << size)
    met = np.ones(len(every), bool)
    for clause in clauses:
        met &= np.logical_or.reduce([(every >> abs(each) - 1 & 1) == (each > 0) for each in clause])
    return bool(met.any())


def thirds(random: Random, size: int, many: int) -> list[Clause]:
    """Clauses of three literals, and two by which CaDiCaL removes a variable: it is what another one is."""
    drawn = [[random.choice((1, -1)) * each for each in random.sample(range(1, size), 3)] for _ in range(many)]
    return [*drawn, [size, -1], [-size, 1]]


@pytest.mark.full
def test_finds_solutions_of_all_variables() -> None:
    """Contradictions are never solved; what is left once clauses are simplified, and can be met, always is."""
    seen = {True: 0, False: 0}
    for seed in range(35):
        random = Random(f"thirds {seed}")
        clauses = thirds(random, SIZE, random.randint(55, 75))
        found, right = begin(clauses, seed).find(READS), has_solution(clauses, SIZE)
        if found is None:
            assert not right or not left(clauses)
            seen[False] += not right
        else:
            assert sorted(map(abs, found)) == [*range(1, SIZE + 1)]
            assert all(not set(found).isdisjoint(clause) for clause in clauses)
            seen[True] += 1
    assert min(seen.values()) > 3


def left(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses that CaDiCaL leaves."""
    return list(Processor(bootstrap_with=clauses).process(rounds=1).clauses)


NO_WALK: list[list[Clause]] = [[[]], [[1], []], [[1], [-1]], [[1, -1]], [[3]], [[2, -2], [5, 4]], []]


@pytest.mark.parametrize("clauses", NO_WALK)
def test_no_walk_where_nothing_or_no_way_is_left(clauses: list[Clause]) -> None:
    assert begin(clauses).find(READS) is None


def planted(seed: int, size: int = 50) -> list[Clause]:
    """Clauses too many for CaDiCaL to do without search, and a solution; the last variable is the first one."""
    random = Random(f"planted {seed}")
    hidden = {random.choice((1, -1)) * each for each in range(1, size)}
    return [each for each in thirds(random, size, 5 * size) if not hidden.isdisjoint(each) or size in map(abs, each)]


SOME = planted(0)


def test_a_solution_is_found_though_most_variables_are_told_by_others() -> None:
    for seed in range(15):
        clauses = planted(seed)
        found = begin(clauses, seed).find(1 << 26)
        assert left(clauses)
        assert len({abs(each) for clause in left(clauses) for each in clause}) < 50
        assert found is not None
        assert sorted(map(abs, found)) == [*range(1, 51)]
        assert all(not set(found).isdisjoint(clause) for clause in clauses)


def test_a_solution_that_breaks_a_clause_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert begin(SOME).find(READS) is not None
    monkeypatch.setattr(Processor, "restore", lambda self, model: [-each for each in range(1, 51)])
    assert any(all(each > 0 for each in clause) for clause in SOME)
    assert begin(SOME).find(READS) is None


def test_large_formulas_are_left_to_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    size = sum(map(len, SOME))
    for most, found in ((size, True), (size - 1, False)):
        monkeypatch.setattr(walking, "MAX_LITERALS", most)
        assert (begin(SOME).find(READS) is not None) == found


def test_without_a_compiler_the_solver_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise NoCompiler("no numba")

    monkeypatch.setattr(walk, "get_ready", refuse)
    assert begin(SOME).find(READS) is None


def cover_of(random: Random, size: int, many: int) -> tuple[Model, list[Clause]]:
    """A formula, and the graph that has a cover of size + 2 * many just if it can be met (Garey and Johnson 1979).

    Each variable is an edge between its literals, each clause a triangle whose corners are joined to its literals.
    """
    clauses = [[random.choice((1, -1)) * each for each in random.sample(range(1, size + 1), 3)] for _ in range(many)]
    edges = [(2 * at, 2 * at + 1) for at in range(size)]
    for at, clause in enumerate(clauses):
        corners = range(2 * size + 3 * at, 2 * size + 3 * at + 3)
        edges += combinations(corners, 2)
        edges += [(corner, 2 * abs(each) - 1 - (each > 0)) for corner, each in zip(corners, clause, strict=True)]
    return vertex_cover(2 * size + 3 * many, edges), clauses


@pytest.fixture
def walks(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Walks come in turn from the first conflict; whether each has found something."""
    found, find = list[bool](), Walking.find

    def note(self: Walking, reads: int) -> list[int] | None:
        answer = find(self, reads)
        found.append(answer is not None)
        return answer

    monkeypatch.setattr(cores, "TURNS", ((1, 1 << 18),))
    monkeypatch.setattr(Walking, "find", note)
    return found


@pytest.mark.full
def test_finds_what_cliques_promise(walks: list[bool]) -> None:
    right = set()
    for seed in range(12):
        random = Random(f"cover {seed}")
        model, clauses = cover_of(random, 12, random.choice((42, 52, 60)))
        least = 12 + 2 * len(clauses) + (not has_solution(clauses, 12))
        found, outcome = asked(BACKEND, model)
        assert all(map(model.accepts, found))
        assert (len(found[-1]), outcome.bound, outcome.proven) == (least, least, True) or not has_solution(clauses, 12)
        answer, bare = (solve_model(model, "sat", options={"walk": walk}) for walk in ("on", "off"))
        assert answer.objective == bare.objective == len(found[-1]) >= least
        right.add(least - 12 - 2 * len(clauses))
    assert right == {0, 1}
    assert walks.count(True) > 4
    assert walks.count(False) > 4


@pytest.mark.full
def test_no_answer_changes_with_weights_and_larger_items(walks: list[bool]) -> None:
    """The walk looks for what pays the heaviest costs no more than it must: a better solution, or none."""
    for seed in range(12):
        random = Random(f"weights {seed}")
        model, _ = cover_of(random, 12, random.choice((42, 52)))
        items = [AtLeast(1, random.sample(range(model.variables), 3)) for _ in range(random.randrange(4))]
        weights = tuple(random.choice((1, 1, 2, 5, 2**62)) for _ in range(model.variables))
        goal = Minimize(range(model.variables), random.choice((weights, (3,) * model.variables)))
        model = Model(model.variables, (*model.constraints, *items), goal)
        answer, bare = (solve_model(model, "sat", options={"walk": walk}) for walk in ("on", "off"))
        assert (answer.objective, answer.complete) == (bare.objective, True)
    assert {True, False} == set(walks)


@pytest.mark.full
def test_no_walk_where_it_is_off_or_nothing_promises_a_solution(walks: list[bool]) -> None:
    model, _ = cover_of(Random("off"), 12, 60)
    for options in ({"walk": "off"}, {"cliques": "off"}, {"search": "ascending"}, {"solver": "minicard"}):
        solve_model(model, "sat", options=options)
    assert walks == []
    solve_model(model, "sat")
    assert len(walks) == 1


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> Model:
    """A cover that the cliques promise and that does not exist; the walk goes on until it is ended."""
    model, clauses = cover_of(Random("endless 3"), 16, 75)
    assert not has_solution(clauses, 16)
    solve_model(model, "sat")
    monkeypatch.setattr(cores, "TURNS", ((1, 1 << 60),))
    monkeypatch.setattr(walk, "SLICE", 1 << 20)
    return model


def test_keeps_a_deadline(endless: Model) -> None:
    def ask(seconds: float) -> ModelAnswer:
        began = monotonic()
        with within(seconds + 2.5):
            answer = solve_model(endless, "sat", seconds=seconds)
        assert monotonic() - began >= seconds
        return answer

    answer = with_time_enough(ask, lambda answer: answer.run.bound is not None, 0.5)
    assert (answer.complete, answer.run.end) == (False, End.TIME)
    assert answer.objective is not None
    assert answer.objective > 166 == answer.run.bound


def test_heeds_ctrl_c(endless: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    find = Walking.find

    def press(self: Walking, reads: int) -> list[int] | None:
        os.kill(os.getpid(), signal.SIGINT)
        return find(self, reads)

    monkeypatch.setattr(Walking, "find", press)
    with within(10), pytest.raises(KeyboardInterrupt):  # not before the walk's thread has ended
        solve_model(endless, "sat", seconds=PATIENCE)


@pytest.mark.parametrize("value", ["maybe", "", "On"])
def test_refuses_other_values(value: str) -> None:
    with pytest.raises(BadInput, match="walk") as refused:
        solve_model(vertex_cover(3, [(0, 1)]), "sat", options={"walk": value})
    assert "\n" not in str(refused.value)
    assert all(each in str(refused.value) for each in ("on", "off"))
