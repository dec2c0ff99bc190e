"""`improving` yields ever better placements, each with the bound that is proven by then."""

from threading import active_count

import pytest
from rookery_tests.brute_force import Scripted
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Backend
from rookery.backends.contract import Bound, End

QUEENS = rk.domination("queen", 4)  # two queens, OEIS A075458
KNIGHTS = rk.placement("knight", 4)  # eight
PARTS = rk.domination("guard", rk.Graph([("a", "b"), ("b", "c"), ("c", "d"), ("e", "f"), ("f", "g"), ("g", "h")]))


@pytest.mark.parametrize(("problem", "best"), [(QUEENS, 2), (KNIGHTS, 8), (PARTS, 4)], ids=["least", "most", "parts"])
def test_improving_ends_with_the_proven_optimum(backend: Backend, problem: rk.Problem, best: int) -> None:
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


def test_leaving_the_loop_ends_the_search(backend: Backend) -> None:
    before = active_count()
    for each in rk.improving(rk.domination("queen", 12), backend, seconds=20):
        assert each.objective >= 6
        break
    assert active_count() <= before  # a thread of a test before may end meanwhile


def test_time_limit_ends_improving_with_what_was_found() -> None:
    problem = rk.domination("queen", 30)
    found = with_time_enough(lambda seconds: list(rk.improving(problem, "backtracking", seconds=seconds)), len, 0.3)
    assert found
    assert not found[-1].optimal


def test_improving_needs_a_goal() -> None:
    with pytest.raises(rk.BadInput, match="no goal"):
        rk.improving(rk.placement("queen", 6, count=6))
    with pytest.raises(rk.BadInput, match="want"):
        rk.improving(QUEENS, want="all")  # type: ignore[call-arg]
    assert list(rk.improving(rk.domination("knight", 1, forbidden=[(0, 0)]))) == []


def bounded(bound: int, proven: bool = False) -> Bound | End:
    return End(proven=True, bound=bound) if proven else Bound(bound)


ALL, TWO = frozenset(range(16)), QUEENS.write({(0, 0): "queen", (2, 2): "queen"})


def test_ctrl_c_ends_improving_after_a_last_bound() -> None:
    assert not QUEENS.faults(QUEENS.read(TWO))
    found = rk.improving(QUEENS, Scripted((bounded(1), ALL, KeyboardInterrupt)))
    first = next(found)
    with pytest.raises(KeyboardInterrupt):
        next(found)
    assert (first.objective, first.bound) == (16, 1)
    assert next(found, None) is None


def test_best_comes_again_with_its_final_bound() -> None:
    script = Scripted((ALL, bounded(1), TWO, bounded(2, True)))
    assert [(each.objective, each.bound) for each in rk.improving(QUEENS, script)] == [(16, None), (2, 1), (2, 2)]


def test_placement_beyond_the_bound_is_a_wrong_answer() -> None:
    with pytest.raises(rk.WrongAnswer, match="lower bound of 3"):
        list(rk.improving(QUEENS, Scripted((ALL, bounded(3), TWO, bounded(2, True)))))
