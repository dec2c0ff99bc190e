"""The named layer against brute force: every value of the names is tried by the same formulas in plain Python."""

from collections.abc import Callable
from functools import partial
from itertools import product
from operator import itemgetter
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

import rookery as rk
from rookery.backends.modeler import Expression, Formula

Values = dict[str, Any]  # of the named variables
COLOURS = ["red", "green", "blue"]


class Stated(NamedTuple):
    """An expression, and its value by plain Python."""

    expression: Any
    value: Callable[[Values], int]


def random_formula(random: Random, atoms: list[Stated], depth: int) -> Stated:
    if depth == 0:
        return random.choice(atoms)
    one, other = (random_formula(random, atoms, random.randrange(depth)) for _ in range(2))
    a, f, b, g = *one, *other
    some = random.sample(atoms, random.randint(1, len(atoms)))
    k, listed = random.randint(-1, len(some) + 1), [each.expression for each in some]
    return random.choice(
        [
            Stated(~a, lambda v: not f(v)),
            Stated(a & b, lambda v: f(v) and g(v)),
            Stated(a | b, lambda v: f(v) or g(v)),
            Stated(a.implies(b), lambda v: not f(v) or g(v)),
            Stated(rk.at_most(k, listed), lambda v: sum(each.value(v) for each in some) <= k),
            Stated(rk.at_least(k, listed), lambda v: sum(each.value(v) for each in some) >= k),
            Stated(rk.exactly(k, listed), lambda v: sum(each.value(v) for each in some) == k),
            random_comparison(random, atoms, depth - 1),
        ]
    )


def random_sum(random: Random, atoms: list[Stated], depth: int) -> Stated:
    parts = [random_formula(random, atoms, depth) for _ in range(random.randint(1, 3))]
    weights, constant = [random.randint(-3, 3) for _ in parts], random.randint(-2, 2)
    total: Any = constant
    for weight, part in zip(weights, parts, strict=True):
        total = total + weight * part.expression if weight >= 0 else total - part.expression * -weight
    return Stated(total, lambda v: constant + sum(w * p.value(v) for w, p in zip(weights, parts, strict=True)))


def random_comparison(random: Random, atoms: list[Stated], depth: int) -> Stated:
    (a, f), (b, g) = random_sum(random, atoms, depth), random_sum(random, atoms, depth)
    if random.random() < 0.5:
        b = random.randint(-3, 3)
        g = Stated(b, lambda v: b).value
    return random.choice(
        [
            Stated(a <= b, lambda v: f(v) <= g(v)),
            Stated(a < b, lambda v: f(v) < g(v)),
            Stated(a >= b, lambda v: f(v) >= g(v)),
            Stated(b > a, lambda v: f(v) < g(v)),
            Stated(a == b, lambda v: f(v) == g(v)),
        ]
    )


def has_colour(colour: str, values: Values) -> bool:
    return bool(values["colour"] == colour)


class Case:
    """A random problem, and its solutions by brute force."""

    def __init__(self, seed: int) -> None:
        random, self.modeler = Random(seed), rk.Modeler()
        names = list("abcd"[: random.randint(1, 4)])
        atoms = [Stated(self.modeler.bool(name), itemgetter(name)) for name in names]
        self.colour = self.modeler.choice("colour", COLOURS)
        atoms += [Stated(formula, partial(has_colour, colour)) for colour, formula in self.colour.items()]
        self.atoms = atoms[: len(names)]
        added = [random_formula(random, atoms, random.randint(1, 3)) for _ in range(random.randint(0, 2))]
        added += [random_comparison(random, atoms, random.randint(0, 1)) for _ in range(random.randint(0, 2))]
        self.modeler.add(*(each.expression for each in added))
        self.sign, self.goal = random.choice((-1, 0, 1)), random_sum(random, atoms, 1)
        if self.sign:
            (self.modeler.minimize if self.sign > 0 else self.modeler.maximize)(self.goal.expression)
        every = [
            Values(zip(names, bits, strict=True)) | {"colour": c}
            for *bits, c in product(*[(0, 1)] * len(names), COLOURS)
        ]
        found = [v for v in every if all(each.value(v) for each in added)]
        self.best = min((self.sign * self.goal.value(v) for v in found), default=0) * self.sign
        self.solutions = [v for v in found if not self.sign or self.goal.value(v) == self.best]


@pytest.mark.parametrize("backend", sorted(rk.list_backends()))
def test_answers_agree_with_brute_force(backend: str) -> None:
    feasible = 0
    for seed in range(25):
        case = Case(seed)
        assert case.modeler.solve(backend, "count").count == len(case.solutions), seed
        answer = case.modeler.solve(backend, "all")
        columns = [answer.values(each.expression) for each in case.atoms]
        rows = {(*row, colour) for *row, colour in zip(*columns, answer.values(case.colour), strict=True)}
        assert rows == {tuple(v.values()) for v in case.solutions}, seed
        if case.solutions:
            feasible += 1
            assert answer.objective == (case.best if case.sign else None), seed
            assert not case.sign or answer[case.goal.expression] == case.best, seed
    assert 10 < feasible < 25


def test_example_of_the_readme() -> None:
    m = rk.Modeler()
    x, y, z = (m.bool(name) for name in ("a1", "b1", "c1"))
    m.add(x + y + z <= 2)
    m.add(x.implies(y | z))
    m.add(rk.exactly(2, [x, y, z]))
    m.minimize(3 * x + y)
    assert m.model.goal == rk.Minimize((0, 1), (3, 1))
    answer = m.solve(backend="sat")
    assert (answer.status, answer.objective, answer[x], answer[y], answer[z]) == ("optimal", 1, False, True, True)
    assert answer[3 * x + y + 5 * z - 1] == 5
    assert answer[~x] is True
    assert answer.names() == [["b1", "c1"]]
    assert repr(answer).startswith("NamedAnswer('1 (optimal)', 'sat', 1 solution")


def test_plain_constraints_need_no_auxiliary_variables() -> None:
    m = rk.Modeler()
    x, y, z = map(m.bool, "xyz")
    m.add(x | y | ~z, x.implies(y | z), x & ~y, 2 * x - y <= 1, rk.at_most(2, [x, y, z]), x <= y, x | ~x)
    m.choice("day", [1, 2])
    assert m.model.variables == 5
    assert m.model.constraints == (
        rk.AtLeast(1, (0, 1, ~2)),
        rk.AtLeast(1, (~0, 1, 2)),
        rk.AtLeast(2, (0, ~1)),
        rk.Linear((2, 1), (0, ~1), None, 2),
        rk.AtMost(2, (0, 1, 2)),
        rk.AtMost(1, (0, ~1)),
        rk.AtLeast(0, ()),
        rk.Exactly(1, (3, 4), "day"),
    )


@pytest.mark.parametrize("format", ["dimacs", "opb", "lp", "mps", "json"])
def test_names_survive_in_files(format: str) -> None:
    m = rk.Modeler()
    ann, bob = m.bool("ann works on monday"), m.bool("bob works on monday")
    shift = m.choice("shift", ["early", "late"])
    m.add(ann + bob >= 1, ~ann | ~bob, (ann & shift["early"]) + bob >= 2)
    text = rk.export(m.model, format)
    assert all(name in text for name in ("ann works on monday", "bob works on monday", "shift = early"))


def test_numbers_of_numpy_are_weights_and_bounds() -> None:
    m = rk.Modeler()
    x, y = m.bool("x"), m.bool("y")
    weights = np.array([2, 3])
    total = sum(w * v for w, v in zip(weights, (x, y), strict=True))
    assert isinstance(total, Expression)
    three: Any = np.int64(3)  # which mypy takes for a number that compares
    m.add(three <= total)
    assert m.solve("sat", "count").count == 2


M, OTHER = rk.Modeler(), rk.Modeler()
X, Y, Z = M.bool("x"), M.bool("y"), OTHER.bool("z")
COLOUR = M.choice("colour", COLOURS)
ANY: Any = None
SUM: Any = X + Y
REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: X * Y, "not linear"),
    (lambda: 1.5 * X, "1.5 is not a whole number"),
    (lambda: X <= 1.5, "1.5 is not a whole number"),
    (lambda: X + "y", "'y' is not a whole number"),
    (lambda: X - None, "None is not a whole number"),
    (lambda: X <= True, "True is not a whole number"),
    (lambda: bool(X), "not yet true or false"),
    (lambda: 1 <= X + Y <= 2, "not yet true or false"),
    (lambda: X != Y, "not yet true or false"),
    (lambda: X and Y, "not yet true or false"),
    (lambda: X + Z, "another Modeler"),
    (lambda: X | Z, "another Modeler"),
    (lambda: M.add(Z >= 1), "another Modeler"),
    (lambda: M.minimize(Z), "another Modeler"),
    (lambda: X & 1, "1: expected a sum"),
    (lambda: X | (X + Y), "expected a sum"),
    (lambda: X.implies(ANY), "None: expected"),
    (lambda: M.add(SUM), "x . y: expected"),
    (lambda: M.add(ANY), "None: expected"),
    (lambda: M.minimize(ANY), "None: expected"),
    (lambda: M.bool("x"), "two variables are named x"),
    (lambda: M.bool("colour = red"), "two variables are named colour = red"),
    (lambda: M.bool(""), "one line of text"),
    (lambda: M.bool(ANY), "one line of text"),
    (lambda: M.choice("size", []), "different values"),
    (lambda: M.choice("size", ["s", "s"]), "different values"),
    (lambda: M.choice("size", "xy"), "different values"),
    (lambda: rk.exactly(1, []), "one or more"),
    (lambda: rk.at_most(1, [X, ANY]), "one or more"),
    (lambda: rk.at_least(ANY, [X]), "None is not a whole number"),
]


@pytest.mark.parametrize(("ask", "message"), REFUSED)
def test_anything_else_is_refused_in_a_sentence(ask: Callable[[], Any], message: str) -> None:
    with pytest.raises(rk.BadInput, match=message) as refused:
        ask()
    assert "\n" not in str(refused.value)


def test_values_that_an_answer_does_not_have() -> None:
    m = rk.Modeler()
    x = m.bool("x")
    answer = m.solve("sat")
    later = m.bool("later")
    with pytest.raises(rk.BadInput, match="no part of the model"):
        answer[later]
    m.add(x, ~x)
    none = m.solve("sat")
    assert none.status == "infeasible"
    with pytest.raises(rk.BadInput, match="no solution"):
        none[x]


def test_expressions_read_as_they_are_written() -> None:
    assert str(3 * X - Y + 1) == "3 * x + -1 * y + 1"
    assert str(X + Y <= 1) == "(x + y <= 1)"
    assert str(X - X + 0) == "0 * x"
    formulas: list[Formula] = [X, ~X, X == 0]
    assert list(map(str, formulas)) == ["x", "~x", "(x == 0)"]
