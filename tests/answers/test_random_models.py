"""Every backend on random 0/1 models, with random options, against trying every assignment."""

from random import Random

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from rookery_tests.models import SHAPES, random_model
from rookery_tests.small_models import best_of, random_large_models, solutions_of

import rookery as rk
from rookery.backends import Unsupported
from rookery.backends.engine.options import IDEAS
from rookery.backends.presolve.cost import MAX_SUM
from rookery.models import AtLeast, AtMost, BadInput, Linear, Maximize, Minimize, Model

BACKENDS = ("backtracking", "sat", "cpsat", "python-constraint", "auto")
HALF = MAX_SUM // 2


def draw_options(random: Random, backend: str) -> dict[str, str]:
    if backend != "backtracking" or random.random() < 0.3:
        return {}
    left_out = ",".join(idea for idea in sorted(IDEAS) if random.random() < 0.4) or "all"
    return random.choice(({"without": left_out}, {"without": left_out}, {"count": "search", "optimum": "search"}))


def check_model(backend: str, model: Model, options: dict[str, str], wants: tuple[str, ...]) -> None:
    """Compare the answers with trying every assignment."""
    right, best = solutions_of(model), best_of(model)
    right = frozenset(chosen for chosen in right if model.value(chosen) == best)
    for want in wants:
        answer = rk.solve_model(model, backend, want, options=options)  # type: ignore[arg-type]
        assert (answer.complete, answer.objective, answer.status == "infeasible") == (True, best, not right)
        assert answer.count == (min(1, len(right)) if want == "one" else len(right))
        assert set(answer.solutions) <= right
        assert len(set(answer.solutions)) == len(answer.solutions) == (0 if want == "count" else answer.count)


def check_backends(random: Random, model: Model, refusing: tuple[str, ...] = ()) -> None:
    note(repr(model))
    wants = (random.choice(("one", "all")), "count")
    for backend in BACKENDS:
        options = draw_options(random, backend)
        note(f"{backend} {options}")
        try:
            check_model(backend, model, options, wants)
        except Unsupported:
            assert backend in refusing


@pytest.mark.parametrize("shapes", [SHAPES[:4], SHAPES[4:8], SHAPES[8:]], ids=", ".join)
@given(st.randoms(use_true_random=False))
def test_random_models(shapes: tuple[str, ...], random: Random) -> None:
    check_backends(random, random_model(random, random.choice(shapes)))


@given(st.randoms(use_true_random=False))
def test_models_with_large_numbers(random: Random) -> None:
    """Weights and bounds near the limits of 63 and 64 bits; some backends refuse these before they search."""
    [model] = random_large_models(1, random.randrange(10**6))
    check_backends(random, model, refusing=("backtracking", "cpsat", "auto"))


def draw_clauses(random: Random, variables: int, ratio: float) -> Model:
    """Random clauses of three literals; about half of such formulas are satisfiable at a ratio of 4.26."""
    rows = []
    for _ in range(round(ratio * variables)):
        some = random.sample(range(variables), 3)
        rows.append(AtLeast(1, tuple(v if random.random() < 0.5 else ~v for v in some)))
    return Model(variables, tuple(rows))


def test_formulas_at_the_phase_transition() -> None:
    found = set()
    for seed in range(6):
        model = draw_clauses(Random(seed), 60, 4.26)
        answers = [rk.solve_model(model, backend) for backend in ("backtracking", "sat", "cpsat", "auto")]
        assert len({answer.status for answer in answers}) == 1, seed
        assert all(model.accepts(each) for answer in answers for each in answer.solutions)
        found.add(answers[0].status)
    assert found == {"satisfied", "infeasible"}


def test_covers_at_the_phase_transition() -> None:
    """Vertex covers of sparse random graphs, whose edges are twice as many as their vertices."""
    for seed in range(4):
        random = Random(seed)
        edges = [AtLeast(1, random.sample(range(36), 2)) for _ in range(72)]
        model = Model(36, edges, Minimize(range(36)))
        counts = {rk.solve_model(model, backend, "count").count for backend in ("backtracking", "sat", "cpsat")}
        values = {rk.solve_model(model, backend).objective for backend in (*BACKENDS[:3], "auto")}
        assert (len(counts), len(values)) == (1, 1), seed


@pytest.mark.parametrize("backend", ["backtracking", "sat", "cpsat"])
def test_optimum_is_proven_to_the_last_unit(backend: str) -> None:
    """A cover of edges with weights beyond 2 ** 53: what differs by one is equal in floating point."""
    edges = "0.2 0.7 0.9 0.10 0.11 1.2 1.8 1.9 2.4 2.7 2.9 2.10 3.4 4.11 5.6 5.10 6.9 6.11"
    clauses = [AtLeast(1, tuple(map(int, edge.split(".")))) for edge in edges.split()]
    weights = (HALF // 6, 1, 1, 3, 1, 1, 1, 1, 1, 1, HALF // 6, 1)
    check_model(backend, Model(12, clauses, Minimize(range(12), weights)), {}, ("one", "all"))


@pytest.mark.parametrize("aim", [Minimize, Maximize])
def test_largest_sum_of_backtracking(aim: type[Minimize | Maximize]) -> None:
    weights = (HALF + 1, HALF // 2 - 2, HALF // 2 + 1)
    assert sum(weights) == MAX_SUM
    for signs in ((1, 1, 1), (-1, -1, -1), (1, -1, 1)):
        signed = tuple(sign * weight for sign, weight in zip(signs, weights, strict=True))
        rows = (AtLeast(1, (0, 1)), Linear(signed, (0, 1, 2), sum(signed), sum(signed)))
        check_model("backtracking", Model(3, rows[:1], aim((0, 1, 2), signed)), {}, ("one", "all"))
        check_model("backtracking", Model(3, rows[1:]), {}, ("one", "count"))
    with pytest.raises(Unsupported, match="too large"):
        rk.solve_model(Model(3, (), Minimize(range(3), (HALF, HALF, 1))), "backtracking")


@pytest.mark.parametrize("bound", [10**30, -(10**30)])
@pytest.mark.parametrize("backend", BACKENDS)
def test_bounds_beyond_64_bits(backend: str, bound: int) -> None:
    for constraint in (AtMost(bound, range(4)), AtLeast(bound, range(4)), Linear((1,) * 4, (0, 1, 2, 3), lower=bound)):
        kept = bound > 0 if isinstance(constraint, AtMost) else bound < 0
        assert rk.solve_model(Model(4, (constraint,)), backend, "count").count == (16 if kept else 0)


def test_counts_beyond_63_bits_are_exact() -> None:
    """Of a row of variables no two neighbours are true: Fibonacci numbers, OEIS A000045."""
    fibonacci = [0, 1]
    while len(fibonacci) <= 202:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    for size in (80, 200):
        row = tuple(AtMost(1, (at, at + 1)) for at in range(size - 1))
        assert rk.solve_model(Model(size, row), want="count").count == fibonacci[size + 2]
    assert rk.solve_model(Model(300, ()), "backtracking", "count").count == 2**300


@pytest.mark.parametrize("form", ["lp", "mps"])
def test_formats_in_floating_point_refuse_larger_numbers(form: str) -> None:
    assert rk.export(Model(2, (), Maximize((0, 1), (2**53 - 1, 1))), form)
    for model in (
        Model(2, (), Maximize((0, 1), (2**53, 1))),
        Model(2, (Linear((2**53, -1), (0, ~1), lower=0),)),
    ):
        with pytest.raises(BadInput, match="round sums above 2"):
            rk.export(model, form)
