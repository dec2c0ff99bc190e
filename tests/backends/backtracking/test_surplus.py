"""The sweep of surplus: it refutes what has no solution, and nothing else."""

import threading
from random import Random

import numpy as np
import pytest
from rookery_tests.strategies import examples
from rookery_tests.yardstick import within

import rookery as rk
from rookery.backends.contract.backend import Deadline, Request
from rookery.backends.contract.progress import Progress
from rookery.backends.engine.cover import search as fewest
from rookery.backends.engine.cover.program import CoverProgram, compile_cover
from rookery.backends.engine.cover.surplus import pool, refute, tables
from rookery.backends.engine.cover.surplus import pool as watch
from rookery.backends.engine.cover.surplus import refute as sweep
from rookery.backends.engine.cover.surplus.pool import Watch
from rookery.backends.engine.cover.surplus.refute import Refuter, SurplusSweep
from rookery.backends.engine.cover.surplus.tables import (
    MAX_BITS,
    UNIT,
    assign_bits,
    bound_weights,
    find_mirror,
    list_mirrors,
    make_plan,
    make_sides,
)
from rookery.backends.engine.kernels.bits import Words
from rookery.backends.presolve.structure.selection import recognise_selection
from rookery.core.kernels.jit import PLAIN
from rookery.models import AtLeast, Board, Minimize, Model, domination
from rookery.models.pieces.piece import KING, KNIGHT


def program(model: Model) -> CoverProgram:
    found = recognise_selection(model)
    assert found is not None
    return compile_cover(found, model, Request(), ordered=False)


def start(compiled: CoverProgram, seconds: float = 60, workers: int = 1, **options: str) -> Refuter:
    request = Request(deadline=Deadline(seconds), workers=workers, options=options)
    return Refuter(compiled.selection, compiled.tables.symmetries.items, request)


def refuted(model: Model, few: int) -> bool:
    return start(program(model)).refutes(few)


def random_covering(random: Random) -> Model:
    size = random.randint(3, 9)
    items = [random.sample(range(size), random.randint(1, min(3, size))) for _ in range(random.randint(2, 9))]
    return Model(size, tuple(AtLeast(1, tuple(item)) for item in items), Minimize(range(size)))


def least_covering(model: Model) -> int:
    items = [sum(1 << option for option in clause.literals) for clause in model.constraints]
    return min(chosen.bit_count() for chosen in range(1 << model.variables) if all(chosen & item for item in items))


@pytest.mark.parametrize(("part", "workers", "memory"), [(1 << 13, 1, "1G"), (2, 1, "1K"), (2, 2, "1G")])
@pytest.mark.drawn
def test_it_refutes_what_has_no_solution_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, part: int, workers: int, memory: str
) -> None:
    monkeypatch.setattr(refute, "TIGHT", 0)
    monkeypatch.setattr(tables, "PART", part)
    monkeypatch.setattr(sweep, "LEAST_BITS", 2)
    for seed in range(examples(60)):
        model = random_covering(Random(seed))
        found = recognise_selection(model)
        assert found is not None
        if found.items:  # else all are forced, and nothing is searched
            refuter = start(program(model), workers=workers, memory=memory)
            least = least_covering(model) - len(found.forced)
            assert [refuter.refutes(few) for few in range(least + 2)] == [True] * least + [False] * 2


def mirrored_covering(random: Random) -> Model:
    """Rows of a few candidates; an item is some of a row and of the next, and its mirror image is an item too."""
    width, rows = random.choice([(3, 4), (4, 3), (2, 5)])
    image = [at - at % width + width - 1 - at % width for at in range(width * rows)]
    items = []
    for _ in range(random.randint(3, 7)):
        first = width * random.randrange(rows - 1)
        item = random.sample(range(first, first + 2 * width), random.randint(1, 3))
        items += [item, [image[at] for at in item]]
    clauses = tuple(AtLeast(1, tuple(item)) for item in items)
    return Model(width * rows, clauses, Minimize(image), symmetries=(tuple(range(width * rows)), tuple(image)))


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.full
def test_coverings_with_a_mirror(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    monkeypatch.setattr(refute, "TIGHT", 0)
    mirrored = 0
    for seed in range(25):
        model = mirrored_covering(Random(seed))
        compiled = program(model)
        if compiled.selection.items:
            mirrored += len(compiled.tables.symmetries.items) > 0
            least = least_covering(model) - len(compiled.selection.forced)
            found = [start(compiled, workers=workers).refutes(few) for few in range(least + 2)]
            assert found == [True] * least + [False] * 2
    assert mirrored > 10


def test_each_half_may_need_half_of_the_surplus(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rings of five edges: three vertices each, half of one more than the linear program."""
    monkeypatch.setattr(refute, "TIGHT", 0)
    edges = [(ring + at, ring + (at + 1) % 5) for ring in (0, 5) for at in range(5)]
    rings = Model(10, tuple(AtLeast(1, edge) for edge in edges), Minimize(range(10)))
    assert refuted(rings, 5)
    assert not refuted(rings, 6)


KNOWN = [  # OEIS A006075
    (8, 12),
    (10, 16),
    (12, 24),
]


@pytest.mark.skipif(PLAIN, reason="as plain Python there is time for few states")
@pytest.mark.parametrize(("n", "least"), KNOWN)
def test_knights_are_refuted_up_to_the_known_number(n: int, least: int) -> None:
    model = domination(KNIGHT, Board(n)).model
    assert refuted(model, least - 1)
    assert not refuted(model, least)


def test_what_is_too_much_is_left() -> None:
    knights = program(domination(KNIGHT, Board(10)).model)
    assert start(knights).refutes(15)
    assert not start(knights, 0).refutes(15)
    assert not start(knights, memory="2K").refutes(15)


def make_sweep(model: Model, few: int, mirrored: bool, workers: int = 1, memory: str = "1G") -> SurplusSweep:
    """A sweep over half of the decisions."""
    compiled = program(model)
    images = compiled.tables.symmetries.items
    alike = np.vstack([np.arange(images.shape[1]), images.astype(np.int64)]).min(axis=0)
    sides = make_sides(compiled.selection, alike)
    assert sides is not None
    plan = make_plan(sides)
    assert plan is not None
    mirrors = list_mirrors(sides, find_mirror(sides, images)) if mirrored else {}
    made = SurplusSweep(plan, mirrors, workers, Watch(Request(options={"memory": memory}), "a sweep", 1))
    made.run(made.middle, [sides.compute_slack(few)] * made.steps)
    return made


def sweep_of(model: Model, few: int, workers: int, memory: str) -> tuple[Words, list[int]]:
    """The states after half of a sweep, and the least surplus of each step until then."""
    made = make_sweep(model, few, False, workers, memory)
    return made.kept[np.lexsort(made.kept.T)], made.least


@pytest.mark.parametrize(("n", "few"), [(5, 5), (6, 7), (7, 10)])
def test_a_mirror_promises_no_more_surplus_than_there_is(n: int, few: int) -> None:
    """The symmetry is that of columns: only after whole rows it takes what is decided to itself."""
    whole, mirrored = (make_sweep(domination(KNIGHT, Board(n)).model, few, by) for by in (False, True))
    assert (whole.middle, mirrored.middle) == (n * n // 2, n // 2 * n)
    for sweep_over in (whole, mirrored):
        sweep_over.run(n * n, [UNIT * 9 // 8] * n * n)
    assert all(one <= other for one, other in zip(mirrored.least, whole.least, strict=True))
    assert mirrored.least[::n] == whole.least[::n]
    assert mirrored.least[-1] > 0
    assert len(mirrored.kept) <= len(whole.kept)


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.full
def test_workers_and_memory_change_no_state(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    knights = domination(KNIGHT, Board(6)).model
    states, least = sweep_of(knights, 7, 1, "1G")
    assert len(np.unique(states, axis=0)) == len(states)
    monkeypatch.setattr(tables, "PART", 16)
    monkeypatch.setattr(pool, "FIRST_STATES", 8)
    whole, same = sweep_of(knights, 7, workers, "1G")
    assert np.array_equal(whole, states)
    assert same == least
    others, same = sweep_of(knights, 7, workers, "16K")
    assert least == same
    assert {tuple(each) for each in states.tolist()} <= {tuple(each) for each in others.tolist()}


@pytest.mark.skipif(PLAIN, reason="as plain Python there is time for few states")
@pytest.mark.long
def test_less_memory_splits_layers() -> None:
    """The largest layer, of 225,079 states, takes 5 MB."""
    knights = program(domination(KNIGHT, Board(14)).model)
    assert start(knights, workers=2, memory="500K").refutes(31)
    assert not start(knights, workers=2, memory="20K").refutes(31)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_sweep_tells_its_share_and_stops_when_told(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    monkeypatch.setattr(watch, "TELL_SECONDS", 0)
    shown: list[Progress] = []
    request = Request(workers=workers, observer=shown.append)
    compiled = program(domination(KNIGHT, Board(10)).model)
    assert Refuter(compiled.selection, compiled.tables.symmetries.items, request).refutes(15)
    assert {each.task for each in shown} == {"refuting 15 by surplus"}
    shares = [each.share for each in shown if each.share is not None]
    assert len(shares) == len(shown) > 1
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] <= 1


@pytest.mark.skipif(PLAIN, reason="as plain Python there is time for few states")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_deadline_is_heeded(workers: int) -> None:
    knights = program(domination(KNIGHT, Board(16)).model)
    start(knights).refutes(20)  # the kernel is ready
    with within(3):
        assert not start(knights, 0.5, workers).refutes(39)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_a_sweep(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    compiled = program(domination(KNIGHT, Board(10)).model)
    request = Request(workers=workers, observer=interrupt)
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        Refuter(compiled.selection, compiled.tables.symmetries.items, request).refutes(15)
    assert threading.active_count() == before


def test_what_is_too_wide_is_left() -> None:
    assert assign_bits(np.ones((2, MAX_BITS + 1), np.bool_)) is None
    assert assign_bits(np.eye(MAX_BITS + 1, dtype=np.bool_)) is not None


@pytest.mark.parametrize(
    "board", [Board(1), Board(1, 7), Board(3, 5, holes=[(1, 2)]), Board(5, torus=True), Board(4, 6)]
)
def test_no_answer_changes(monkeypatch: pytest.MonkeyPatch, board: Board) -> None:
    monkeypatch.setattr(fewest, "FIRST_TURN", 1)
    monkeypatch.setattr(refute, "TIGHT", 0)
    for piece in (KNIGHT, KING):
        problem = domination(piece, board)
        with_it, without = (rk.solve(problem, options=options) for options in ({}, {"without": "surplus"}))
        assert with_it.complete
        assert with_it.objective == without.objective


def test_no_weights_sum_up_to_more_than_a_fractional_covering_costs() -> None:
    models = [random_covering(Random(seed)) for seed in range(40)]
    for model in (*models, domination(KNIGHT, Board(7)).model, domination(KING, Board(4, 6)).model):
        found = recognise_selection(model)
        assert found is not None
        if found.items:
            sides = make_sides(found, np.arange(len(found.items)))
            assert sides is not None
            assert sides.spent <= UNIT * bound_weights(found.incidence) * (1 + 1e-9)
