"""Ever better placements, each with the bound that is proven by then."""

from dataclasses import dataclass
from threading import active_count
from typing import Any

import pytest
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Backend
from rookery.backends.contract.answer import End
from rookery.backends.contract.backend import Capabilities, CompiledProgram, Outcome, Request, Solution, Stream

QUEENS = rk.domination("queen", 4)  # two queens, OEIS A075458
KNIGHTS = rk.placement("knight", 4)  # eight
PARTS = rk.domination("guard", rk.Graph([("a", "b"), ("b", "c"), ("c", "d"), ("e", "f"), ("f", "g"), ("g", "h")]))


@pytest.mark.parametrize(("problem", "best"), [(QUEENS, 2), (KNIGHTS, 8), (PARTS, 4)], ids=["least", "most", "parts"])
def test_each_is_better_within_the_bound_and_the_last_is_optimal(
    backend: Backend[Any], problem: rk.Problem, best: int
) -> None:
    found = list(rk.improving(problem, backend))
    least = isinstance(problem.model.goal, rk.Minimize)
    values = [each.objective for each in found]
    assert len(set(values)) >= len(values) - 1  # the last may come once more, with its bound
    assert values == sorted(values, reverse=least)
    for each in found:
        assert len(each.placement) == each.objective
        assert not problem.faults(each.placement)
        assert each.bound is None or (each.bound <= best if least else each.bound >= best)
    assert (found[-1].objective, found[-1].bound, found[-1].optimal) == (best, best, True)


def test_backends_that_prove_on_their_way_say_what_is_proven() -> None:
    problem = rk.domination("queen", 7)  # four
    for name in ("backtracking", "sat", "cpsat", "python-constraint"):
        first = next(iter(rk.improving(problem, name)))
        assert first.bound is not None, name
        assert first.bound <= 4


@pytest.mark.full
def test_a_process_of_its_own_says_what_is_proven() -> None:
    found = list(rk.improving(rk.domination("queen", 8), "mip"))
    assert any(each.bound is not None for each in found[:-1])


def test_to_leave_the_loop_ends_the_search(backend: Backend[Any]) -> None:
    before = active_count()
    for each in rk.improving(rk.domination("queen", 12), backend, seconds=20):
        assert each.objective >= 6
        break
    assert active_count() == before


@pytest.mark.full
def test_a_limit_ends_the_stream_with_what_was_found() -> None:
    problem = rk.domination("queen", 30)
    found = with_time_enough(lambda seconds: list(rk.improving(problem, "backtracking", seconds=seconds)), len, 0.3)
    assert found
    assert not found[-1].optimal


def test_what_has_no_goal_and_no_solution_and_other_wants() -> None:
    with pytest.raises(rk.BadInput, match="it has no goal, so nothing improves"):
        rk.improving(rk.placement("queen", 6, count=6))
    with pytest.raises(rk.BadInput, match="improving takes no 'want'"):
        rk.improving(QUEENS, want="all")  # type: ignore[call-arg]
    assert list(rk.improving(rk.domination("knight", 1, forbidden=[(0, 0)]))) == []


@dataclass(frozen=True)
class Scripted(Backend[CompiledProgram]):
    """Gives what it is told to; Ctrl-C comes where it says so."""

    given: tuple[Solution | Outcome | type[KeyboardInterrupt], ...] = ()

    name = "scripted"
    summary = "gives what it is told to"
    capabilities = Capabilities()

    def compile(self, model: rk.Model, request: Request) -> CompiledProgram:
        return CompiledProgram({})

    def run(self, program: CompiledProgram, request: Request) -> Stream:
        for item in self.given:
            if isinstance(item, type):
                raise item
            yield item


def bounded(bound: int, proven: bool = False) -> Outcome:
    return Outcome(proven, End.DONE if proven else End.INTERRUPTED, bound=bound)


ALL, TWO = frozenset(range(16)), QUEENS.write({(0, 0): "queen", (2, 2): "queen"})


def test_ctrl_c_leaves_what_was_found_with_its_bound() -> None:
    assert not QUEENS.faults(QUEENS.read(TWO))
    found = rk.improving(QUEENS, Scripted((bounded(1), ALL, KeyboardInterrupt)))
    first = next(found)
    with pytest.raises(KeyboardInterrupt):
        next(found)
    assert (first.objective, first.bound) == (16, 1)
    assert next(found, None) is None


def test_the_bound_rises_and_the_last_one_comes_with_the_best_once_more() -> None:
    script = Scripted((ALL, bounded(1), TWO, bounded(2, True)))
    assert [(each.objective, each.bound) for each in rk.improving(QUEENS, script)] == [(16, None), (2, 1), (2, 2)]


def test_a_placement_beyond_the_bound_is_refused() -> None:
    with pytest.raises(rk.WrongAnswer, match="an objective of 2 with a proven lower bound of 3"):
        list(rk.improving(QUEENS, Scripted((ALL, bounded(3), TWO, bounded(2, True)))))
