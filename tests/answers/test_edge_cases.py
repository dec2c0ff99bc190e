"""Models at the edges, for every backend: nothing to decide, contradictions, weights beyond 63 bits, limits of 1 ms."""

import pytest
from rookery_tests.small_models import best_of, solutions_of

import rookery as rk
from rookery.backends import Backend, Reason, Status, Unsupported, Want, backend
from rookery.models import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model

BACKENDS = ("backtracking", "sat", "cpsat", "python-constraint", "mip", "auto", "textbook")
FEW = AtLeast(1, (0, 1))
SMALL = {
    "no variables": Model(0, ()),
    "no variables, a clause": Model(0, (AtLeast(1, ()),)),
    "no variables, a goal": Model(0, (), Maximize(())),
    "no constraints": Model(3, ()),
    "no constraints, a goal": Model(3, (), Minimize((0, ~1))),
    "a goal without literals": Model(2, (FEW,), Minimize(())),
    "a goal without weight": Model(2, (FEW,), Maximize((0, 1), (0, 0))),
    "true and false": Model(2, (AtLeast(1, (0,)), AtMost(0, (0, 1)))),
    "no solution, a goal": Model(2, (Exactly(1, (0, 1)), Exactly(2, (0, 1))), Minimize((0,))),
    "three pigeons, two holes": Model(
        6, (*(AtLeast(1, (2 * p, 2 * p + 1)) for p in range(3)), AtMost(1, (0, 2, 4)), AtMost(1, (1, 3, 5)))
    ),
    "an odd sum of even weights": Model(3, (Linear((2, 4, 6), (0, 1, 2), 5, 5),)),
}
LARGE = {
    "costs that differ by one": Model(2, (FEW,), Minimize((0, 1), (2**60, 2**60 + 1))),
    "costs beyond 63 bits": Model(2, (FEW,), Minimize((0, 1), (2**63 + 1, 2**63))),
    "worth beyond 64 bits": Model(3, (AtMost(2, (0, 1, 2)),), Maximize((0, 1, 2), (2**70, 2**70 - 1, 2**70 + 1))),
    "a sum beyond 63 bits": Model(3, (Linear((2**62, 2**62, 2**62), (0, 1, 2), upper=2**63),)),
    "weights that cancel": Model(3, (Linear((2**70, -(2**70), 1), (0, 1, 2), 0, 0),)),
    "a contradiction of large weights": Model(2, (Linear((2**65, 2**65 + 2), (0, 1), 2**65 + 1, 2**65 + 1),)),
}
REFUSES_LARGE = {"backtracking", "cpsat", "mip", "textbook"}  # sums that do not fit into their numbers
QUESTIONS = (
    (rk.placement("queen", 3, count=3), 0, None),
    (rk.placement("queen", 6, count=6), 4, None),
    (rk.placement("knight", 4), 6, 8),
    (rk.domination("queen", 5), 186, 3),
)


def list_wants(own: Backend, goal: bool) -> list[Want]:
    return [want for want in Want if {"best" if goal else want.value, want.value} - {"one"} <= own.can]


@pytest.mark.parametrize("model", [*SMALL.values(), *LARGE.values()], ids=[*SMALL, *LARGE])
@pytest.mark.parametrize("name", BACKENDS)
def test_answers_are_those_of_trying_everything(name: str, model: Model) -> None:
    best = best_of(model)
    right = frozenset(chosen for chosen in solutions_of(model) if model.value(chosen) == best)
    own, refusing = backend(name), name == "textbook" or (name in REFUSES_LARGE and model in LARGE.values())
    for want in list_wants(own, not isinstance(model.goal, rk.Satisfy)):
        try:
            answer = rk.solve_model(model, own, want)
        except Unsupported:
            assert refusing
            continue
        assert (answer.complete, answer.status is Status.INFEASIBLE) == (True, not right)
        assert (answer.objective, answer.count) == (best, min(len(right), 1) if want is Want.ONE else len(right))
        assert set(answer.solutions) <= right


@pytest.mark.parametrize(("problem", "number", "optimum"), QUESTIONS, ids=[each[0].title for each in QUESTIONS])
@pytest.mark.parametrize("name", BACKENDS)
def test_limit_of_a_millisecond_proves_nothing_wrong(
    name: str, problem: rk.Problem, number: int, optimum: int | None
) -> None:
    own = backend(name)
    for want in list_wants(own, optimum is not None):
        answer = rk.solve(problem, own, want, seconds=0.001)
        assert answer.complete or answer.end is Reason.TIME
        if answer.complete:
            assert answer.count == (min(number, 1) if want is Want.ONE else number)
            assert answer.objective == optimum
        else:
            assert answer.count <= number
            assert answer.status is not Status.INFEASIBLE
            assert number or answer.status is Status.UNKNOWN
        if answer.bound is not None and optimum is not None:
            better = min if isinstance(problem.model.goal, Minimize) else max
            assert better(answer.bound, optimum) == answer.bound
