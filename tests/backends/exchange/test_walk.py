"""The walk over clauses: it keeps its books, finds solutions where there are some, and says nothing where not."""

from collections.abc import Sequence
from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from rookery_tests.checked_arrays import check_indices
from rookery_tests.slow_clock import tick

from rookery.backends.contract.backend import Deadline
from rookery.backends.local_search import walk as module
from rookery.backends.local_search.kernel import BROKEN, NONE
from rookery.backends.local_search.walk import (
    SLICE,
    Clauses,
    Walk,
    WalkSearch,
    count_reads,
    make_clauses,
    make_walk,
    number_literals,
    sample_walk,
    walk,
)
from rookery.core.kernels.jit import Kernel
from rookery.models.model.weighted_sums import Clause

READS = 1 << 20


def random_clauses(random: Random, most: int = 8) -> list[Clause]:
    """Clauses of few variables with gaps between their names; literals may occur twice, or beside their negations."""
    names = random.sample(range(1, 3 * most), random.randint(1, most))
    size = random.randint(1, 4 * len(names))
    drawn = ([random.choice(names) for _ in range(random.randint(1, 4))] for _ in range(size))
    return [[random.choice((each, -each)) for each in clause] for clause in drawn]


def meets(literals: Sequence[int], clauses: Sequence[Clause]) -> bool:
    """Whether literals make all clauses true, and no variable both true and false."""
    true = set(literals)
    return not any(-each in true for each in true) and all(map(true.intersection, clauses))


def has_solution(clauses: Sequence[Clause]) -> bool:
    """The same of any literals, by trying everything."""
    names = sorted({abs(each) for clause in clauses for each in clause})
    return any(meets(each, clauses) for each in product(*((name, -name) for name in names)))


def books(t: Clauses, s: Walk) -> None:
    """Work out anew all that follows from what is true."""
    assert (s.true[::2] + s.true[1::2] == 1).all()
    need, broken = np.zeros_like(s.need), set()
    for clause, (begin, end) in enumerate(zip(t.first, t.first[1:], strict=False)):
        held = [each >> 1 for each in t.literal[begin:end] if s.true[each]]
        assert (s.hits[clause], s.sole[clause]) == (len(held), sum(held))
        if len(held) == 1:
            need[held[0]] += 1
        if not held:
            broken.add(clause)
        assert (s.place[clause] == NONE) == bool(held)
    assert np.array_equal(s.need, need)
    listed = s.broken[: s.registers[BROKEN]].tolist()
    assert len(listed) == len(broken)
    assert set(listed) == broken
    assert all(s.broken[s.place[clause]] == clause for clause in broken)


def test_the_books_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """After each of hundreds of steps, on arrays that refuse any index outside where that is plain Python."""
    if not walk.compiled:
        check_indices(monkeypatch, [(module, "walk")])
    taken, step = 0, vars(module)["walk"]
    for seed in range(60):
        clauses = random_clauses(Random(seed), 6)
        tables = make_clauses(clauses, number_literals(clauses))
        state = make_walk(tables, seed)
        books(tables, state)
        for _ in range(20):
            before, open_ = state.true.copy(), state.registers[BROKEN] > 0
            assert step(tables, state, 1) == state.registers[BROKEN]
            assert (before != state.true).sum() == (2 if open_ else 0)
            books(tables, state)
            taken += open_
    assert taken > 300


def test_a_step_makes_a_literal_of_a_broken_clause_true() -> None:
    clauses = [list(each) for each in product(*((name, -name) for name in (1, 2, 3)))]
    tables = make_clauses(clauses, number_literals(clauses))
    state = make_walk(tables, 0)
    for _ in range(50):
        (broken,), before = state.broken[:1].tolist(), state.true.copy()
        assert walk(tables, state, 1) == 1
        assert np.flatnonzero(state.true > before)[0] in tables.literal[3 * broken : 3 * broken + 3]


def test_what_breaks_less_is_likelier() -> None:
    """Six clauses need 1 to be false, and none 2: the odds are (0.9 / 6.9) ** 2.3, so about 1 in 100."""
    clauses = [[1, 2], *[[-1, 3]] * 6]
    numbers = number_literals(clauses)
    tables, chosen = make_clauses(clauses, numbers), []
    for seed in range(1600):
        state = make_walk(tables, seed)
        if not any(state.true[numbers[each]] for each in (1, 2, 3)):
            walk(tables, state, 1)
            assert state.true[numbers[1]] + state.true[numbers[2]] == 1
            chosen.append(int(state.true[numbers[1]]))
    assert len(chosen) > 150
    assert 0 < sum(chosen) < len(chosen) / 15


@pytest.mark.full
def test_finds_solutions_where_there_are_some() -> None:
    count = {True: 0, False: 0}
    for seed in range(60):
        clauses = random_clauses(Random(f"walk {seed}"))
        found, right = WalkSearch(clauses, Deadline(60), seed).find(READS), has_solution(clauses)
        assert (found is not None) == right
        assert found is None or (meets(found, clauses) and set(map(abs, found)) == _names(clauses))
        count[right] += 1
    assert min(count.values()) > 10


def _names(clauses: Sequence[Clause]) -> set[int]:
    return {abs(each) for clause in clauses for each in clause}


@pytest.mark.parametrize("clauses", [[[5]], [[-5]], [[5, 5], [5]], [[5, -5]], [[5, -5], [9, 5, -9]], []])
def test_clauses_that_need_no_walk(clauses: list[Clause]) -> None:
    for seed in range(4):
        found = WalkSearch(clauses, Deadline(60), seed).find(READS)
        assert found is not None
        assert meets(found, clauses)
        assert set(map(abs, found)) == _names(clauses)


def test_one_variable_against_itself() -> None:
    for clauses in ([[5], [-5]], [[5], [-5], [5, -5], [-5, -5]]):
        assert WalkSearch(clauses, Deadline(60), 0).find(READS) is None


def test_goes_on_where_it_has_ended() -> None:
    random = Random(2)
    planted = [[random.choice((1, -1)) * name for name in random.sample(range(1, 61), 3)] for _ in range(255)]
    clauses = [each for each in planted if any(literal > 0 for literal in each)]
    whole, parts = (WalkSearch(clauses, Deadline(60), 3) for _ in range(2))
    found, turns = whole.find(1 << 26), 1
    while parts.find(200) is None:
        turns += 1
        assert turns < 10_000
    assert found is not None
    assert meets(found, clauses)
    assert parts.find(READS) == found
    assert turns > 1


def hopeless(size: int) -> list[Clause]:
    """Pigeons, one too many for the holes: no solution, and no end."""
    holes = [[1 + pigeon * size + hole for pigeon in range(size + 1)] for hole in range(size)]
    pairs = [[-one, -other] for hole in holes for one, other in combinations(hole, 2)]
    return [*map(list, zip(*holes, strict=True)), *pairs]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The steps of each slice of a walk."""
    steps = list[int]()

    def count(t: Clauses, s: Walk, most: int) -> int:
        steps.append(most)
        return int(walk(t, s, 1))

    kernel = Kernel(count, walk.title)
    monkeypatch.setattr(kernel, "compiled", count)
    monkeypatch.setattr(module, "walk", kernel)
    return steps


def test_looks_at_the_clock_between_slices(monkeypatch: pytest.MonkeyPatch, counted: list[int]) -> None:
    tick(monkeypatch)
    assert WalkSearch(hopeless(3), Deadline(8), 0).find(1 << 40) is None
    assert 1 <= len(counted) <= 8
    counted.clear()
    assert WalkSearch(hopeless(3), Deadline(0), 0).find(1 << 40) is None
    assert not counted


def test_who_looks_may_end_it(counted: list[int]) -> None:
    def stop() -> None:
        if len(counted) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        WalkSearch(hopeless(3), Deadline(60), 0, stop).find(1 << 40)


def test_slices_are_as_short_as_clauses_are_many(counted: list[int]) -> None:
    """A slice reads as much on any formula: steps over a variable of all the clauses take their time."""
    for wide in (4, 4_000):
        clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2], *([1, name] for name in range(3, 3 + wide))]
        counted.clear()
        assert WalkSearch(clauses, Deadline(60), 0).find(3 * SLICE) is None
        reads = count_reads(make_clauses(clauses, number_literals(clauses)))
        assert counted == [SLICE // reads] * 3
        assert wide / 4 <= reads <= wide + 4


def test_a_sample_is_such_as_it_is_called_with() -> None:
    kernel, tables, state = sample_walk()
    books(tables, state)
    clauses = hopeless(2)
    asked = make_clauses(clauses, number_literals(clauses))
    assert kernel.types(tables, state, 0) == kernel.types(asked, make_walk(asked, 2**40), 0)
