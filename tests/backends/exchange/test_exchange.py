"""The local search for small coverings: it keeps its books, gives coverings alone, and changes no answer."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from rookery_tests.checked_arrays import check_indices
from rookery_tests.forced import force
from rookery_tests.models import random_model
from rookery_tests.small_models import check

import rookery as rk
from rookery import domination
from rookery.backends import backend
from rookery.backends.local_search.improve import Descent, DescentStart
from rookery.backends.local_search.kernel import (
    Exchange,
    Groups,
    add_gains,
    exchange,
    make_exchange,
    make_groups,
    take_rivalry,
)
from rookery.backends.presolve.covering import Covering, read_covering
from rookery.core.deadline import Deadline
from rookery.models import Board, Minimize, Piece
from rookery.models.pieces.piece import KNIGHT, QUEEN
from rookery.models.referee.rules import Kind


def covering(piece: Piece, board: Board, kind: Kind = "plain") -> Covering:
    found = read_covering(domination(piece, board, kind).model)
    assert found is not None
    return found


def greedy(found: Covering) -> frozenset[int]:
    """A solution that is not small: what hits an open item and meets no rival, in order."""
    chosen = set[int]()
    for candidate in sorted(found.free):
        rivals = {other for clique in found.cliques if candidate in clique for other in clique}
        if rivals.isdisjoint(chosen) and any(candidate in item and chosen.isdisjoint(item) for item in found.items):
            chosen.add(candidate)
    return frozenset(chosen)


def is_solution(found: Covering, chosen: frozenset[int]) -> bool:
    return all(map(chosen.intersection, found.items)) and all(len(chosen & set(c)) < 2 for c in found.cliques)


def books(t: Groups, s: Exchange) -> None:
    """Work out anew all that follows from what is chosen, and from the weights."""
    chosen = set(s.chosen[: s.size[0]].tolist())
    assert {at for at in range(len(t.variable)) if s.place[at] >= 0} == chosen
    assert all(s.chosen[s.place[each]] == each for each in chosen)
    broken, score = set(), np.zeros(len(t.variable), np.int64)
    for group, weight in enumerate(s.weight):
        members = t.member[t.first[group] : t.first[group + 1]]
        held = [int(each) for each in members if each in chosen]
        assert (s.hits[group], s.sole[group]) == (len(held), sum(held))
        if not held if group < t.items else len(held) > 1:
            broken.add(group)
        for each in members:
            score[each] += _gain(len(held), each in chosen, clique=bool(group >= t.items)) * weight
    assert set(s.broken.listed[: s.broken.many[0]].tolist()) == broken
    assert all(s.broken.listed[s.broken.place[group]] == group for group in broken)
    assert all(s.score[each] == score[each] for each in chosen)
    assert all(gains_in(t, s, group, each) == score[each] for group, each in looked_at(t, broken))


def looked_at(t: Groups, broken: set[int]) -> list[tuple[int, int]]:
    """Each broken item with its candidates."""
    items = (group for group in broken if group < t.items)
    return [(group, int(each)) for group in items for each in t.member[t.first[group] : t.first[group + 1]]]


def gains_in(t: Groups, s: Exchange, group: int, each: int) -> int:
    """What the kernel says that a candidate of a broken item gains."""
    s.gain[t.member[t.first[group] : t.first[group + 1]]] = 0
    add_gains(t, s)
    take_rivalry(t, s, np.int64(each))
    return int(s.gain[each])


def _gain(hits: int, chosen: bool, clique: bool) -> int:
    """How much less a change of a member breaks of a group: each rival of a clique beyond the first one counts."""
    after = hits - 1 if chosen else hits + 1
    return (max(1, hits) - max(1, after)) if clique else (int(hits == 0) - int(after == 0))


CASES = [(QUEEN, Board(5), "plain"), (KNIGHT, Board(5), "independent"), (QUEEN, Board(4, 6), "independent")]


@pytest.mark.parametrize(("piece", "board", "kind"), CASES)
@pytest.mark.parametrize("checked", [False, True])
def test_exchange_keeps_its_sums(
    piece: Piece, board: Board, kind: Kind, checked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if checked:
        check_indices(monkeypatch, exchange)
    found = covering(piece, board, kind)
    tables = make_groups(found, target=0)
    state = make_exchange(tables, greedy(found), 7)
    books(tables, state)
    for steps in (1, 1, 1, 5, 20, 50, 100, 1, 1):
        exchange(tables, state, steps)
        books(tables, state)
        best = frozenset(tables.variable[state.best[: state.fewest[0]]].tolist())
        assert is_solution(found, best)


BEST_KNOWN = [
    (QUEEN, 8, "plain", 5),  # OEIS A075458
    (QUEEN, 12, "plain", 6),
    (QUEEN, 9, "independent", 5),  # OEIS A075324
    (KNIGHT, 10, "plain", 16),  # OEIS A006075
    (KNIGHT, 14, "plain", 32),
]


@pytest.mark.parametrize(("piece", "n", "kind", "least"), BEST_KNOWN)
@pytest.mark.parametrize("workers", [1, 3])
def test_descent_finds_published_numbers(piece: Piece, n: int, kind: Kind, least: int, workers: int) -> None:
    found = covering(piece, Board(n), kind)
    for target in (0, least, least + 1):
        some = greedy(found)
        better = [some, *Descent(found, DescentStart(some, target, 1, workers), Deadline(60)).improve(10**9, 100_000)]
        sizes = list(map(len, better))
        assert all(is_solution(found, each) for each in better)
        assert sizes == sorted(set(sizes), reverse=True)
        assert sizes[-1] == min(len(some), max(target, least))


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the local search come in from the first node."""
    force(monkeypatch, "local search")


@pytest.mark.usefixtures("turns")
@pytest.mark.parametrize("shape", ["covering", "selection", "groups", "symmetric"])
def test_local_search_in_turns_changes_no_optimum(shape: str) -> None:
    options = {"optimum": "search", "without": "components,matching,gains,dual,colouring,symmetry"}
    for seed in range(6):
        model = random_model(Random(f"{shape} {seed}"), shape)
        model = replace(model, goal=Minimize(range(model.variables)))
        check(backend("backtracking"), model, bounds=False, options=options)


@pytest.mark.usefixtures("turns")
@pytest.mark.parametrize("workers", [1, 2])
def test_local_search_keeps_published_optima(workers: int) -> None:
    """With the optimum known, the search ends as soon as one less is refuted."""
    problem = domination(KNIGHT, Board(9))
    found, plain = (
        rk.solve(problem, workers=workers, options=options)
        for options in ({"optimum": "search"}, {"without": "exchange"})
    )
    assert found.objective == plain.objective == 14  # OEIS A006075
    assert found.complete
