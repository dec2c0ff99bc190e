"""Weights and bounds about and beyond 64 bits: each backend is right, or refuses in one line before it searches."""

from pathlib import Path

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.small_models import best_of, random_large_models, random_models, solutions_of
from rookery_tests.strategies import examples

import rookery as rk
from rookery.backends import Unsupported
from rookery.backends.contract.cost import MAX_SUM
from rookery.backends.engine.general.tables import compile_tables
from rookery.models import AtLeast, AtMost, BadInput, Linear, Maximize, Minimize, Model

pytestmark = [pytest.mark.nojit, pytest.mark.slow]

EXACT = ("sat", "python-constraint")
BOUNDED = ("backtracking", "cpsat")
HALF = MAX_SUM // 2


def agree(name: str, model: Model) -> None:
    """Compare what a backend says of a model with trying everything."""
    right, best = solutions_of(model), best_of(model)
    if best is not None:
        right = {chosen for chosen in right if model.value(chosen) == best}
    one = rk.solve_model(model, name)
    assert (one.complete, one.objective, one.status == "infeasible") == (True, best, not right)
    assert set(one.solutions) <= right
    listed = rk.solve_model(model, name, "all")
    assert (listed.complete, len(listed.solutions), set(listed.solutions)) == (True, len(right), right)
    assert rk.solve_model(model, name, "count").count == len(right)


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.drawn
@pytest.mark.full
def test_python_s_integers_are_always_right(name: str) -> None:
    for model in random_large_models(examples(150), seed=1):
        agree(name, model)


@pytest.mark.parametrize("name", BOUNDED)
@pytest.mark.drawn
def test_what_computes_in_64_bits_is_right_or_refuses(name: str) -> None:
    answered = refused = 0
    for model in random_large_models(examples(250), seed=2):
        try:
            agree(name, model)
            answered += 1
        except Unsupported:
            refused += 1
    assert answered > examples(100)
    assert refused > examples(20)


def test_backtracking_refuses_when_it_compiles() -> None:
    for model in (
        Model(3, (), Minimize(range(3), (HALF, HALF, 1))),
        Model(3, (Linear((HALF, HALF + 1, 3), (0, 1, 2), lower=HALF + 2),)),
        Model(3, (Linear((HALF, HALF - 1, 3), (0, ~1, 2), upper=HALF + 1),)),
    ):
        with pytest.raises(Unsupported, match="too large for backend backtracking; use sat"):
            compile_tables(model)


@pytest.mark.parametrize("name", ["backtracking", "cpsat", "sat"])
def test_an_optimum_is_proven_to_the_last_unit(name: str) -> None:
    """A cover of edges: numbers beyond 2 ** 53 that differ by units are equal in floating point."""
    edges = "0.2 0.7 0.9 0.10 0.11 1.2 1.8 1.9 2.4 2.7 2.9 2.10 3.4 4.11 5.6 5.10 6.9 6.11"
    clauses = [AtLeast(1, tuple(map(int, edge.split(".")))) for edge in edges.split()]
    weights = (HALF // 6, 1, 1, 3, 1, 1, 1, 1, 1, 1, HALF // 6, 1)
    agree(name, Model(12, clauses, Minimize(range(12), weights)))


@pytest.mark.parametrize("aim", [Minimize, Maximize])
def test_the_largest_sum_that_is_not_refused(aim: type[Minimize | Maximize]) -> None:
    """2 ** 62 in all: every sum up to it, or down to its negation, is found."""
    weights = (HALF + 1, HALF // 2 - 2, HALF // 2 + 1)
    assert sum(weights) == MAX_SUM
    for signs in ((1, 1, 1), (-1, -1, -1), (1, -1, 1)):
        signed = tuple(sign * weight for sign, weight in zip(signs, weights, strict=True))
        agree("backtracking", Model(3, (AtLeast(1, (0, 1)),), aim((0, 1, 2), signed)))
        agree("backtracking", Model(3, (Linear(signed, (0, 1, 2), sum(signed), sum(signed)),)))


def test_rows_of_the_general_search_are_made_small() -> None:
    """Weights no larger than the bound, and no common divisor: the same solutions, in numbers that fit."""
    tables = compile_tables(Model(3, (Linear((4 * 10**30, 10**30, 10**30), (0, 1, 2), lower=2 * 10**30),)))
    assert sorted(tables.weight.tolist()) == [1, 1, 2]
    assert tables.bound.tolist() == [0, 2]


@pytest.mark.full
def test_small_rows_have_the_same_solutions() -> None:
    for bound in range(10):  # the bounds of a row of even weights, odd ones too
        agree("backtracking", Model(3, (Linear((2, 2, -4), (0, 1, ~2), upper=bound - 4),)))
        agree("backtracking", Model(3, (Linear((2, 2, 4), (0, 1, 2), lower=bound),)))
    for model in random_models(200, seed=77):
        agree("backtracking", model)


@pytest.mark.parametrize("bound", [10**30, -(10**30)])
@pytest.mark.parametrize("name", [*EXACT, *BOUNDED, "auto"])
def test_bounds_beyond_64_bits(name: str, bound: int) -> None:
    """A count is never beyond the number of literals, so every backend can say what such a bound means."""
    for constraint in (AtMost(bound, range(4)), AtLeast(bound, range(4)), Linear((1,) * 4, (0, 1, 2, 3), lower=bound)):
        kept = bound > 0 if isinstance(constraint, AtMost) else bound < 0
        assert rk.solve_model(Model(4, (constraint,)), name, "count").count == (16 if kept else 0)


@pytest.mark.parametrize("name", [*EXACT, "backtracking"])
def test_what_is_enough_alone_may_weigh_anything(name: str) -> None:
    """Either variable 0, or a number of the others that there is not."""
    model = Model(4, (Linear((10**30, 1, 1, 1), (0, 1, 2, 3), lower=10**25),))
    assert rk.solve_model(model, name, "count").count == 8


@pytest.mark.parametrize("name", ["backtracking", "auto", "sat", "python-constraint"])
def test_weights_of_10_to_the_18(name: str) -> None:
    """2 queens guard 4x4 (OEIS A075458), each for 10 ** 18."""
    found = rookery(
        "solve", "cheapest", "--piece", "queen", "--board", "4", "--cost", f"{10**18}", "--backend", name
    )  # fmt: skip
    assert found.code == 0
    assert ": 2000000000000000000 (optimal)" in found.out


def test_what_is_too_large_is_one_line() -> None:
    for name in BOUNDED:
        found = rookery(
            "solve", "cheapest", "--piece", "queen", "--cost", f"{10**18 + 1}", "--piece", "rook", "--cost",
            f"{10**18}", "--board", "4", "--backend", name,
        )  # fmt: skip
        assert (found.code, found.out, found.err.count("\n")) == (2, "", 1)
        assert "too large" in found.err


def test_an_opb_file_beyond_63_bits(tmp_path: Path) -> None:
    file = tmp_path / "a.opb"
    weight = 4611686018427387904
    file.write_text(f"+{weight} x1 +{weight} x2 +{weight} x3 +1 x4 >= {2 * weight} ;\n")
    for name in (*EXACT, *BOUNDED):
        found = rookery("solve", "model", str(file), "--count-solutions", "--json", "--backend", name)
        assert found.code in ((0,) if name in EXACT else (0, 2))
        assert '"count": 8' in found.out or found.err.count("\n") == 1  # two or three of three, and x4 as it likes
    assert rookery("solve", "model", str(file), "--backend", "auto").code == 0


def test_a_count_beyond_63_bits_is_exact() -> None:
    """80 variables of which every two neighbours are not both true: a Fibonacci number, F(82) = 61305790721611591."""
    chain = tuple(AtMost(1, (at, at + 1)) for at in range(79))
    fibonacci = [0, 1]
    while len(fibonacci) <= 202:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert fibonacci[82] == 61305790721611591  # OEIS A000045
    assert rk.solve_model(Model(80, chain), want="count").count == fibonacci[82]
    long = tuple(AtMost(1, (at, at + 1)) for at in range(199))
    assert rk.solve_model(Model(200, long), want="count").count == fibonacci[202] > 2**63
    assert rk.solve_model(Model(300, ()), "backtracking", "count").count == 2**300


@pytest.mark.parametrize("form", ["lp", "mps"])
def test_formats_in_floating_point_refuse_what_they_would_round(form: str) -> None:
    assert rk.export(Model(2, (), Maximize((0, 1), (2**53 - 1, 1))), form)
    with pytest.raises(BadInput, match=r"floating point, and weights or bounds here sum to more than 2\*\*53"):
        rk.export(Model(2, (), Maximize((0, 1), (2**53, 1))), form)
    with pytest.raises(BadInput, match="floating point"):
        rk.export(Model(2, (Linear((2**53, -1), (0, ~1), lower=0),)), form)
