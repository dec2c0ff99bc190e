"""Searches by turns: what a guest is owed, and the sweep of partial covers as the guest of a search."""

from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any

import pytest

import rookery as rk
from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Outcome, Request, Split
from rookery.backends.contract.progress import Progress
from rookery.backends.engine import case as cases
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.frontier.pareto import search as programs
from rookery.backends.engine.frontier.pareto.search import ParetoProgram, Swept, Turns
from rookery.backends.engine.frontier.turns import Guest, Portfolio

search_pareto = import_module("rookery.backends.engine.frontier.pareto.search").search_pareto
TOLD = Progress("a search")


@pytest.fixture(autouse=True)
def _all_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "FEWEST_SWEPT", 0)
    monkeypatch.setattr(programs, "FEWEST_SWEPT", 0)
    monkeypatch.setattr(programs, "EASY", 0)


def program_of(model: rk.Model, request: Request | None = None) -> Any:
    found = compile_model(model, request or Request(Want.ONE))
    assert isinstance(found, ParetoProgram)
    assert found.model is model
    return found


def tell(request: Request) -> Iterator[Any]:
    """A search that finds nothing, and tells that it goes on."""
    while True:
        assert request.observer is not None
        request.observer(TOLD)
        yield from ()


def solve_by(
    model: rk.Model, request: Request, search: Callable[[Request], Iterator[Any]] | None = None
) -> tuple[list[frozenset[int]], Outcome]:
    program = program_of(model, request)
    *found, outcome = search_pareto(replace(program, otherwise=search or program.otherwise), request)
    assert isinstance(outcome, Outcome)
    return list(Split(found)), outcome


# OEIS A006075 (knights).
@pytest.mark.parametrize(("size", "least"), [(5, 5), (6, 8), (7, 10)])
@pytest.mark.parametrize("first", ["search", "sweep", "both"])
def test_whoever_is_first_proves_the_least(first: str, size: int, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if first == "search":
        monkeypatch.setattr(Turns, "take_turn", lambda self, progress: None)
    model = rk.domination(rk.KNIGHT, rk.Board(size)).model
    found, outcome = solve_by(model, Request(Want.ONE), tell if first == "sweep" else None)
    assert outcome.proven
    assert model.accepts(found[-1])
    assert [len(each) for each in found] == sorted({len(each) for each in found}, reverse=True)
    assert len(found[-1]) == least
    assert ("open rows" in outcome.raw_status) or first != "sweep"


def test_solutions_get_better_with_any_costs() -> None:
    """Random coverings with costs: the same optimum by turns and by the search alone."""
    chance = Random(4)
    for _ in range(25):
        size = chance.randint(5, 9)
        rows = tuple(rk.AtLeast(1, chance.sample(range(size), 3)) for _ in range(chance.randint(4, 9)))
        model = rk.Model(size, rows, rk.Minimize(range(size), tuple(chance.choice((1, 2, 5)) for _ in range(size))))
        best = rk.solve_model(model, "backtracking", options={"optimum": "search"}).objective
        found, outcome = solve_by(model, Request(Want.ONE))
        assert outcome.proven
        values = [model.value(each) for each in found]
        assert values == sorted(values, key=lambda value: -(value or 0))
        assert values[-1] == best


def test_a_better_solution_of_the_search_is_kept() -> None:
    program = program_of(rk.domination(rk.KNIGHT, rk.Board(5)).model)
    some = Turns(program, Request(Want.ONE))
    some._found = frozenset({1})
    assert some.record_value(7)
    assert not some.record_value(7)
    assert not list(some.better())
    assert some.record_value(6)


@pytest.mark.parametrize("fixed", [(), ((0, 0), (0, 1), (5, 5))], ids=["none", "three"])
def test_the_sweep_looks_for_one_less_than_the_search_has_found(fixed: tuple[tuple[int, int], ...]) -> None:
    """Those that are chosen by force count in what the search gives, and not in what the sweep looks for."""
    model = rk.domination(rk.KNIGHT, rk.Board(6), fixed=fixed).model
    best = solve_by(model, Request(Want.ONE))[0][-1]
    assert len(best) == rk.solve_model(model, "backtracking", options={"optimum": "search"}).objective
    worse = best | {min(set(range(model.variables)) - best)}
    assert model.accepts(worse)
    assert program_of(model).covering.spent == len(fixed)

    def find_worse(request: Request) -> Iterator[Any]:
        yield worse
        yield from tell(request)

    found, outcome = solve_by(model, Request(Want.ONE), find_worse)
    assert [len(each) for each in found] == [len(worse), len(best)]
    assert outcome.proven


def test_what_the_sweep_has_found_is_given_when_the_search_ends() -> None:
    def end(request: Request) -> Iterator[Any]:
        assert request.observer is not None
        with suppress(Swept):
            while True:
                request.observer(TOLD)
        yield Outcome(proven=False, end=End.TIME)

    found, outcome = solve_by(rk.domination(rk.KNIGHT, rk.Board(6)).model, Request(Want.ONE), end)
    assert len(found[-1]) == 8
    assert outcome.end is End.TIME


def test_a_sweep_without_room_leaves_the_rest_to_the_search() -> None:
    request = Request(Want.ONE, options={"memory": "1K"})
    found, outcome = solve_by(rk.domination(rk.KNIGHT, rk.Board(6)).model, request)
    assert (len(found[-1]), outcome.proven) == (8, True)
    some = Turns(program_of(rk.domination(rk.KNIGHT, rk.Board(6)).model, request), request)
    some.portfolio.guests[0].owed = 1e9
    some.take_turn(TOLD)
    assert not some.portfolio.guests


def test_a_turn_is_as_long_as_that_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on by one with each look; a search of 10 pays for moments that take one look each."""
    program, times, moments = program_of(rk.domination(rk.KNIGHT, rk.Board(5)).model), iter(range(10_000)), [0]
    some = Turns(program, Request(Want.ONE))

    def count() -> Iterator[None]:
        while True:
            moments[0] += 1
            yield

    some._moments = count()
    monkeypatch.setattr(some, "_clock", type("Clock", (), {"now": lambda self: float(next(times))})())
    some._last = -10.0
    some.take_turn(TOLD)
    assert moments[0] == 10


def test_progress_of_the_search_is_told_on() -> None:
    shown: list[Progress] = []
    some = Turns(program_of(rk.domination(rk.KNIGHT, rk.Board(5)).model), Request(Want.ONE, observer=shown.append))
    some.take_turn(TOLD)
    assert shown == [TOLD]


def test_large_coverings_and_easy_ones_have_no_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    model = rk.domination(rk.KNIGHT, rk.Board(6)).model
    assert "by turns with a search" in " ".join(program_of(model).explain())
    for name, value in (("SEARCHED", 36 * 36 - 1), ("EASY", 1e9)):
        with monkeypatch.context() as here:
            here.setattr(programs, name, value)
            found = compile_model(model, Request(Want.ONE))
            assert isinstance(found, ParetoProgram)
            assert found.model is None
    named = compile_model(model, Request(Want.ONE, options={"optimum": "pareto"}))
    assert isinstance(named, ParetoProgram)
    assert named.model is None


def guest(name: str, least: float, turns: int, taken: list[tuple[str, float]], share: float = 1.0) -> Guest[str]:
    """A guest that uses at least some amount in a turn, finds something in each, and gives up after some turns."""

    def step(amount: float) -> Generator[str, None, float | None]:
        taken.append((name, amount))
        yield f"{name}{len(taken)}"
        return max(least, amount) if sum(who == name for who, _ in taken) < turns else None

    return Guest(step, share)


def test_a_guest_that_used_more_than_its_share_waits() -> None:
    taken: list[tuple[str, float]] = []
    both = Portfolio(guest("a", 0, 9, taken, share=0.5), guest("b", 25, 9, taken))
    found = [list(both.serve(10)) for _ in range(4)]
    assert taken == [("a", 5), ("b", 10), ("a", 5), ("a", 5), ("b", 5), ("a", 5)]
    assert found == [["a1", "b2"], ["a3"], ["a4", "b5"], ["a6"]]
    assert [each.owed for each in both.guests] == [0, -10]


def test_a_guest_that_gives_up_has_no_more_turns() -> None:
    taken: list[tuple[str, float]] = []
    both = Portfolio(guest("a", 0, 1, taken), guest("b", 0, 2, taken))
    assert [list(both.serve(1)) for _ in range(3)] == [["a1", "b2"], ["b3"], []]
    assert both.guests == []


def test_a_guest_that_is_owed_nothing_waits_and_one_that_has_used_nothing_goes_on() -> None:
    taken: list[tuple[str, float]] = []
    saved = guest("a", 0, 9, taken)
    some = Portfolio(saved)
    assert not list(some.serve(0))
    saved.owed = 3
    assert list(some.serve(0)) == ["a1"]
    assert not list(some.serve(0))
    assert taken == [("a", 3)]
