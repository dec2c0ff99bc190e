"""Independent components: counted apart, put together exactly, whatever the bounds that tie them together."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from rookery_tests.shattering import hurry, shatter
from rookery_tests.small_models import asked, best_of, solutions_of
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Question, Request, Run, Want, backend
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.cover.components import ComponentsProgram
from rookery.backends.engine.cover.split import split_components
from rookery.backends.engine.tree import runner, slices
from rookery.backends.presolve.structure.selection import Selection, recognise_selection
from rookery.models import (
    AtLeast,
    AtMost,
    Board,
    Exactly,
    Linear,
    Maximize,
    Minimize,
    Model,
    Piece,
    Satisfy,
    domination,
    k_fold_domination,
    placement,
)
from rookery.models.model.model import Constraint, Permutation
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN
from rookery.models.symmetry.permutations import tabulate

pytestmark = pytest.mark.slow

OWN = backend("backtracking")
DABBABA = Piece.from_betza("dabbaba", "D", symbol="D")
COUNT = Request(Want.COUNT)
KINDS: tuple[type[AtLeast] | type[AtMost] | type[Exactly], ...] = (AtLeast, AtMost, Exactly)


def blocks(random: Random, folded: bool = False) -> tuple[list[list[Constraint]], int]:
    """Constraints of two or three blocks of a few variables each; some blocks are copies of the first."""
    made: list[list[Constraint]] = []
    size = random.randint(2, 4)
    for _ in range(random.randint(2, 3)):
        if made and random.random() < 0.5:
            made.append(made[0])
            continue
        groups = [(v, (v + 1) % size) for v in range(size)] if random.random() < 0.5 else [tuple(range(size))]
        made.append([constrain(random, tuple(dict.fromkeys(group)), folded) for group in groups])
    return made, size


def constrain(random: Random, group: tuple[int, ...], folded: bool) -> Constraint:
    """One or none of a group; or two of it, of which the first may be enough alone."""
    if folded and random.random() < 0.6:
        first = (random.choice((1, 2)), *(1 for _ in group[1:]))
        return Linear(first, group, 2, None)
    return random.choice(KINDS)(1, group)


def models(count: int, folded: bool = False) -> Iterator[Model]:
    """Selections that fall apart, their variables mixed, with any bounds and any goal, and with some symmetries."""
    for seed in range(count):
        random = Random(seed)
        made, size = blocks(random, folded)
        total = size * len(made)
        mixed = random.sample(range(total), total)
        inside = [
            replace(c, literals=tuple(mixed[at * size + v] for v in c.literals))
            for at, block in enumerate(made)
            for c in block
        ]
        every = tuple(range(total))
        bounds: list[Constraint] = [
            kind(random.randint(0, total), every) for kind in (AtLeast, AtMost) if random.random() < 0.4
        ]
        goal = random.choice((Satisfy(), Minimize(every), Maximize(every)))
        yield Model(total, (*inside, *bounds), goal, symmetries=swaps(made, size, mixed))


def swaps(made: Sequence[Sequence[Constraint]], size: int, mixed: list[int]) -> tuple[Permutation, ...]:
    """The identity, and the exchange of the first two blocks where they are alike."""
    total = len(mixed)
    swap = list(range(total))
    for v in range(size):
        swap[mixed[v]], swap[mixed[size + v]] = mixed[size + v], mixed[v]
    same = made[0] == made[1]
    return (tuple(range(total)), tuple(swap)) if same else (tuple(range(total)),)


def is_counted_apart(model: Model) -> bool:
    return isinstance(compile_model(replace(model, goal=Satisfy()), COUNT), ComponentsProgram)


def right(model: Model, **limits: Any) -> None:
    """Compare one, all, how many and the best with what trying everything says."""
    found, outcome = asked(OWN, model, Want.ONE, **limits)
    best, every = best_of(model), solutions_of(model)
    assert bool(found) == bool(every)
    assert set(found) <= every
    if found and best is not None:
        values = [model.value(chosen) for chosen in found]
        assert (values[-1], outcome.proven) == (best, True)
        assert len(set(values)) == len(values)
        every = frozenset(chosen for chosen in every if model.value(chosen) == best)
        model = model.at_optimum(best)
    for want in (Want.ALL, Want.COUNT):
        found, outcome = asked(OWN, model, want, **limits)
        assert len(found) == len(set(found))
        assert outcome.proven
        if want is Want.ALL:
            assert set(found) == every
        else:
            assert (len(found) if outcome.count is None else outcome.count) == len(every)


@pytest.mark.nojit
@pytest.mark.full
def test_any_selection_that_falls_apart_is_answered_rightly() -> None:
    apart = 0
    for model in models(75):
        apart += is_counted_apart(model)
        right(model)
    assert apart > 20


@pytest.mark.nojit
@pytest.mark.full
def test_parts_whose_items_demand_several_options_are_answered_rightly() -> None:
    apart = 0
    for model in models(75, folded=True):
        chosen = recognise_selection(model)
        apart += chosen is not None and chosen.folded and is_counted_apart(model)
        right(model)
    assert apart > 10


@pytest.mark.full
def test_with_workers_and_in_pieces_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        hurry(patch)
        for model in models(20):
            right(model, workers=2)
    shatter(monkeypatch, Random(0))
    for model in models(30):
        right(model)


@pytest.mark.parametrize(
    ("problem", "sizes"),
    [
        (domination(BISHOP, Board(6)), [(2, 18)]),
        (domination(BISHOP, Board(5)), [(1, 13), (1, 12)]),
        (domination(KNIGHT, Board(6), "total"), [(2, 18)]),
        (placement(BISHOP, Board(4)), [(2, 8)]),
        (domination(DABBABA, Board(4)), [(4, 4)]),
        (domination(DABBABA, Board(5)), [(1, 9), (2, 6), (1, 4)]),
        (k_fold_domination(BISHOP, Board(6), 2), [(2, 18)]),
    ],
    ids=str,
)
def test_components_of_one_sort_are_counted_once(problem: rk.Problem, sizes: list[tuple[int, int]]) -> None:
    program = compile_model(replace(problem.model, goal=Satisfy()), COUNT)
    assert isinstance(program, ComponentsProgram)
    assert [(len(sort.images), len(sort.selection.free)) for sort in program.sorts] == sizes
    parts = f"components: {sum(many for many, _ in sizes)} that share nothing, of {len(sizes)} sort"
    assert any(line.startswith(parts) for line in program.explain())


@pytest.mark.parametrize(
    "problem",
    [domination(QUEEN, Board(4)), domination(KNIGHT, Board(4)), placement(KING, Board(3)), placement(KNIGHT, Board(3))],
    ids=str,
)
def test_what_hangs_together_is_counted_as_a_whole(problem: rk.Problem) -> None:
    assert not is_counted_apart(problem.model)


def test_symmetries_of_the_model_need_not_be_those_of_a_component() -> None:
    chosen = recognise_selection(domination(BISHOP, Board(4), fixed=[(0, 0)]).model)
    assert chosen is not None
    every = domination(BISHOP, Board(4)).model.symmetries
    for component in split_components(chosen, lambda: tabulate(every, 16)):
        assert len(component.images) == 1
        for permutation in component.symmetries:
            assert {permutation[v] for v in component.selection.free} == component.selection.free


def test_components_whose_items_demand_different_numbers_are_two_sorts() -> None:
    items, swap = ((0, 1, 2), (3, 4, 5)), np.array([(3, 4, 5, 0, 1, 2)])
    no, one, other = frozenset[int](), frozenset({0}), frozenset({3})
    for demands, wholes, sorts in (
        ((2, 2), (no, no), [2]),
        ((2, 1), (no, no), [1, 1]),
        ((2, 2), (one, other), [2]),
        ((2, 2), (one, no), [1, 1]),
    ):
        chosen = Selection(6, no, frozenset(range(6)), items, demands, wholes, (), 0, 6, -1)
        parts = split_components(chosen, lambda: swap)
        assert [len(part.images) for part in parts] == sorts
        assert [part.selection.demands for part in parts] == [(demand,) for demand in demands[: len(sorts)]]


def test_components_that_a_symmetry_does_not_keep_alike_are_two_sorts() -> None:
    both, none = ((0, 1), (2, 3)), frozenset[int]()
    chosen = Selection(4, none, frozenset(range(4)), both, (1, 1), (none, none), ((2, 3),), 0, 4, -1)
    swap = np.array([(2, 3, 0, 1)])
    assert [len(one.images) for one in split_components(chosen, lambda: swap)] == [1, 1]
    assert [len(one.images) for one in split_components(replace(chosen, cliques=both), lambda: swap)] == [2]


@pytest.mark.parametrize(
    ("problem", "count"),
    [
        (domination(BISHOP, Board(10)), 451584),  # OEIS A182333, as the next
        (domination(BISHOP, Board(13)), 176774400),
        (domination(BISHOP, Board(12), "independent"), 8294400),  # OEIS A122749
        (placement(BISHOP, Board(8)), 256),  # 2^n, Yaglom
        (placement(BISHOP, Board(5), 3), 1124),  # OEIS A378590
        (domination(BISHOP, Board(6, torus=True), "independent"), None),
        (domination(BISHOP, Board(4, torus=True)), None),
        (placement(DABBABA, Board(3)), None),
        (domination(KNIGHT, Board(9), "total"), None),
        (domination(DABBABA, Board(6), "independent"), None),
        (domination(BISHOP, Board(6), "perfect"), None),
        (placement(BISHOP, Board(4, 5), 4), None),
        (domination(KNIGHT, Board(3), "total"), 0),
        (k_fold_domination(BISHOP, Board(4), 2), None),
        (k_fold_domination(BISHOP, Board(5), 3, closed=True), None),
    ],
    ids=str,
)
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.part(6)
def test_counts_are_those_of_the_whole(problem: rk.Problem, count: int | None, workers: int) -> None:
    answer = rk.solve(problem, want="count", workers=workers)
    assert answer.complete
    if count is None:  # another backend knows nothing of components
        other = rk.solve(problem, "sat", "count")
        assert (answer.count, answer.objective) == (other.count, other.objective)
    else:
        assert answer.count == count


@pytest.mark.nojit
@pytest.mark.parametrize("problem", [domination(BISHOP, Board(6)), placement(BISHOP, Board(5))], ids=str)
@pytest.mark.full
def test_all_and_up_to_symmetry(problem: rk.Problem) -> None:
    ours, theirs = rk.solve(problem, want="all"), rk.solve(problem, "sat", "all")
    assert set(ours.solutions) == set(theirs.solutions)
    orbits = [rk.solve(problem, name, "all", up_to_symmetry=True).orbits for name in ("backtracking", "sat")]
    assert orbits[0] == orbits[1]
    assert rk.solve(problem, want="all", limit=5).count == 5


def test_few_nodes_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "FIRST_STEPS", 16)
    monkeypatch.setattr(runner, "TELL_SECONDS", 0.0)
    run = Run(domination(BISHOP, Board(10)), OWN, Question(Want.COUNT))
    nodes: list[int] = []
    run.observed = lambda progress: nodes.append(progress.nodes)
    assert len(list(run)) == 0
    assert max(nodes) < 2000
    assert run.answer().count == 451584


@pytest.mark.full
def test_a_cut_search_of_components_is_honest_and_goes_on(tmp_path: Path) -> None:
    problem = domination(KNIGHT, Board(20), "total")

    def cut(seconds: float) -> rk.Answer:
        (tmp_path / "kept").unlink(missing_ok=True)
        return rk.solve(problem, seconds=seconds, checkpoint=tmp_path / "kept")

    def go_on(seconds: float) -> rk.Answer:
        return rk.solve(problem, seconds=seconds, resume=tmp_path / "kept")

    answer = with_time_enough(cut, lambda found: found.objective is not None and found.bound is not None, 0.3)
    assert answer.objective is not None
    bound = answer.bound or 0
    assert bound <= 70 <= answer.objective  # OEIS A261752
    for _ in range(3):
        again = with_time_enough(go_on, lambda found, least=bound: (found.bound or 0) >= least, 0.5).bound or 0  # type: ignore[misc]
        assert bound <= again <= 70
        bound = again


@pytest.mark.parametrize(("piece", "smaller"), [("dabbaba", "wazir"), ("alfil", "ferz")])
@pytest.mark.parametrize("side", range(2, 8))
def test_products_of_four_boards_of_half_the_side(piece: str, smaller: str, side: int) -> None:
    """Even sides: A347632(side / 2) to the fourth power sets of dabbabas."""
    halves = [side // 2, side - side // 2]
    parts = [rk.Board(rows, columns) for rows in halves for columns in halves]
    boards = [rk.solve(rk.domination(smaller, each), want="count") for each in parts]
    whole = rk.solve(rk.domination(piece, rk.Board(side)), want="count")
    assert whole.objective == sum(each.objective or 0 for each in boards)
    assert whole.count == prod(each.count or 0 for each in boards)
