"""The local search for small coverings: it keeps its books, gives coverings alone, and changes no answer."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle.case import asked
from oracle.trying import truth
from rookery_tests.strategies import boards, examples, pieces

import rookery as rk
from rookery.backends import Request, Want, backend
from rookery.backends.contract.backend import Deadline, Split, run_program
from rookery.backends.engine.cover import components
from rookery.backends.engine.cover import search as fewest
from rookery.backends.local_search import improve
from rookery.backends.local_search.improve import Descent, DescentStart, can_improve
from rookery.backends.local_search.kernel import (
    BEST,
    EASE,
    SIZE,
    TURN,
    Exchange,
    Groups,
    add_gains,
    exchange,
    make_exchange,
    make_groups,
    take_rivalry,
)
from rookery.backends.presolve.structure.selection import Selection, recognise_selection
from rookery.backends.solvers.sat import shortcut
from rookery.core.kernels.chance import BROKEN
from rookery.core.kernels.jit import PLAIN
from rookery.models import AtLeast, AtMost, Board, Minimize, Model, Piece, domination
from rookery.models.pieces.piece import KNIGHT, QUEEN
from rookery.models.problems.k_fold import k_fold_domination
from rookery.models.referee.rules import Kind


def covering(piece: Piece, board: Board, kind: Kind = "plain") -> Selection:
    found = recognise_selection(domination(piece, board, kind).model)
    assert found is not None
    return found


def greedy(found: Selection) -> frozenset[int]:
    """A solution that is not small: what hits an open item and meets no rival, in order."""
    chosen = set[int]()
    for candidate in sorted(found.free):
        rivals = {other for clique in found.cliques if candidate in clique for other in clique}
        if rivals.isdisjoint(chosen) and any(candidate in item and chosen.isdisjoint(item) for item in found.items):
            chosen.add(candidate)
    return frozenset(chosen)


def is_solution(found: Selection, chosen: frozenset[int]) -> bool:
    return all(map(chosen.intersection, found.items)) and all(len(chosen & set(c)) < 2 for c in found.cliques)


def books(t: Groups, s: Exchange) -> None:
    """Work out anew all that follows from what is chosen, and from the weights."""
    chosen = set(s.chosen[: s.registers[SIZE]].tolist())
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
    assert set(s.broken[: s.registers[BROKEN]].tolist()) == broken
    assert all(s.broken[s.broken_place[group]] == group for group in broken)
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
@pytest.mark.parametrize("seed", [0, 7])
def test_the_books_are_kept(piece: Piece, board: Board, kind: Kind, seed: int) -> None:
    found = covering(piece, board, kind)
    tables = make_groups(found)
    state = make_exchange(tables, greedy(found), 0, seed)
    books(tables, state)
    for steps in (1, 1, 1, 5, 20, 50, 900, 1, 1):
        exchange(tables, state, steps)
        books(tables, state)
        best = frozenset(tables.variable[state.best[: state.registers[BEST]]].tolist())
        assert is_solution(found, best)


@pytest.mark.parametrize(("piece", "board", "kind"), CASES)
def test_the_books_are_kept_where_weights_are_halved(piece: Piece, board: Board, kind: Kind) -> None:
    """Halving is the last thing that these exchanges do: what is chosen later has a score of its own."""
    found = covering(piece, board, kind)
    tables, halved = make_groups(found), 0
    state = make_exchange(tables, greedy(found), 0, 3)
    for _ in range(20):
        period = EASE * int(state.registers[BEST])
        exchange(tables, state, period - int(state.registers[TURN]) % period)
        books(tables, state)
        halved += state.registers[TURN] % (EASE * state.registers[BEST]) == 0
    assert halved > 10


BEST_KNOWN = [
    (QUEEN, 8, "plain", 5),  # OEIS A075458
    (QUEEN, 12, "plain", 6),
    (QUEEN, 9, "independent", 5),  # OEIS A075324
    (KNIGHT, 10, "plain", 16),  # OEIS A006075
    (KNIGHT, 14, "plain", 32),
]


@pytest.mark.skipif(PLAIN, reason="as plain Python there are too few exchanges")
@pytest.mark.parametrize(("piece", "n", "kind", "least"), BEST_KNOWN)
@pytest.mark.parametrize("workers", [1, 3])
def test_it_finds_what_is_known(piece: Piece, n: int, kind: Kind, least: int, workers: int) -> None:
    found = covering(piece, Board(n), kind)
    for target in (0, least, least + 1):
        some = greedy(found)
        better = [some, *Descent(found, DescentStart(some, target, 1, workers), Deadline(60)).improve(10**9, 100_000)]
        sizes = list(map(len, better))
        assert all(is_solution(found, each) for each in better)
        assert sizes == sorted(set(sizes), reverse=True)
        assert sizes[-1] == min(len(some), max(target, least))


@pytest.mark.skipif(PLAIN, reason="as plain Python there are too few exchanges")
@pytest.mark.parametrize("seed", range(3))
def test_rare_coverings_are_found(seed: int) -> None:
    """Weights that only grow take some thirty times as many exchanges."""
    found = covering(QUEEN, Board(18))
    some = greedy(found)
    better = list(Descent(found, DescentStart(some, 9, seed), Deadline(60)).improve(10**12, 400_000))
    assert len(better[-1]) == 9  # OEIS A075458


def test_workers_keep_the_best_of_all() -> None:
    found = covering(KNIGHT, Board(6))
    descent = Descent(found, DescentStart(greedy(found), 8, 2, 3), Deadline(60))  # OEIS A006075
    sizes = list(map(len, descent.improve(10**9, 3 * 4000)))
    assert sizes == sorted(set(sizes), reverse=True)
    assert sizes[-1] == 8


def test_a_goal_that_is_reached_is_left() -> None:
    found = covering(QUEEN, Board(5))
    some = greedy(found)
    assert not list(Descent(found, DescentStart(some, len(some), 0), Deadline(60)).improve(10**9, 1000))
    assert not list(Descent(found, DescentStart(some, 0, 0), Deadline(0)).improve(10**9, 1000))


def test_who_looks_may_end_it() -> None:
    found = covering(QUEEN, Board(8))

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(Descent(found, DescentStart(greedy(found), 0, 0), Deadline(60), stop).improve(10**9, 1000))


def test_a_least_number_is_kept() -> None:
    model = Model(4, (AtLeast(1, (0, 1, 2, 3)), AtLeast(2, (0, 1, 2, 3))), Minimize(range(4)))
    found = recognise_selection(model)
    assert found is not None
    better = list(Descent(found, DescentStart(frozenset(range(4)), 0, 0), Deadline(60)).improve(10**6, 1000))
    assert all(len(each) >= found.least for each in better)


def test_what_it_does_not_know() -> None:
    assert can_improve(covering(QUEEN, Board(3)))
    twice = recognise_selection(k_fold_domination(QUEEN, Board(4), 2).model)
    assert twice is not None
    assert not can_improve(twice)
    peace = recognise_selection(rk.placement(QUEEN, Board(4)).model)
    assert peace is not None
    assert not can_improve(peace)


def in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the local search come in from the first node, and from the first conflict."""
    monkeypatch.setattr(fewest, "FIRST_TURN", 1)
    monkeypatch.setattr(fewest, "HEAD_START", 300)
    monkeypatch.setattr(shortcut, "CONFLICTS", 0)
    monkeypatch.setattr(improve, "SLICE", 500)


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> None:
    in_turns(monkeypatch)


BACKENDS = [("backtracking", {}), ("backtracking", {"without": "exchange"}), ("backtracking", {"without": "gains"})]
SEARCHES = [("sat", {"search": "cores"}), ("sat", {"search": "ascending"})]


@pytest.mark.parametrize(("name", "options"), BACKENDS + SEARCHES)
@given(piece=pieces(), board=boards(most=12), kind=st.sampled_from(("plain", "independent", "total")))
@pytest.mark.part(5)
@pytest.mark.share(2)
def test_no_answer_changes(name: str, options: dict[str, str], piece: Piece, board: Board, kind: Kind) -> None:
    least = truth(asked("domination", [piece], board, kind=kind)).best
    with pytest.MonkeyPatch.context() as patch:
        in_turns(patch)
        answer = rk.solve(domination(piece, board, kind), backend=name, options=options)
    assert answer.complete
    assert answer.objective == least


@pytest.mark.usefixtures("turns")
@pytest.mark.parametrize("workers", [1, 2])
def test_it_saves_the_last_search(workers: int) -> None:
    """With the optimum known, the search ends as soon as one less is refuted."""
    problem = domination(KNIGHT, Board(9))
    found, plain = (
        rk.solve(problem, workers=workers, options=options)
        for options in ({"optimum": "search"}, {"without": "exchange"})
    )
    assert found.objective == plain.objective == 14  # OEIS A006075
    assert found.complete


@pytest.mark.usefixtures("turns")
@pytest.mark.parametrize(("is_known", "times"), [(True, 3), (False, 1)], ids=["known", "unknown"])
@pytest.mark.full
def test_it_has_a_larger_share_where_fewer_are_known_not_to_suffice(is_known: bool, times: int) -> None:
    """5 queens guard 10x10 (OEIS A075458), and the lines that they leave free refute 4 before any search."""

    def first_turn(share: int) -> int:
        asked = list[int]()

        def note(descent: Descent, reads: int, most: int) -> tuple[()]:
            asked.append(reads)
            return ()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fewest, "LAST_SHARE", share)
            patch.setattr(Descent, "improve", note)
            if not is_known:
                patch.setattr(components, "known_bound", lambda model: (0, ""))
            assert rk.solve(domination(QUEEN, Board(10)), options={"optimum": "search"}).objective == 5
        return asked[0]

    assert first_turn(3) == times * first_turn(1)


@pytest.mark.parametrize(("kind", "least"), [("plain", 3), ("independent", 4)])  # OEIS A075458, A075324
def test_an_answer_that_is_one_better_than_the_first(kind: Kind, least: int) -> None:
    """The number just below what is known to suffice is searched, too."""
    answer = rk.solve(rk.domination(QUEEN, Board(6), kind), "backtracking")
    assert (answer.objective, answer.complete) == (least, True)


@pytest.mark.usefixtures("turns")
@pytest.mark.full
def test_random_coverings_with_bounds() -> None:
    random = Random(5)
    for _ in range(examples(4)):
        items = [tuple(random.sample(range(8), random.randint(2, 4))) for _ in range(6)]
        whole = tuple(range(8))
        model = Model(8, (*(AtLeast(1, item) for item in items), AtMost(4, whole), AtLeast(3, whole)), Minimize(whole))
        best = {name: smallest(model, name) for name in ("backtracking", "sat")}
        sizes = [n for n in range(3, 5) for c in combinations(whole, n) if all(map(set(c).intersection, items))]
        assert set(best.values()) == {min(sizes, default=None)}


def smallest(model: Model, name: str) -> int | None:
    own, request = backend(name), Request(Want.ONE)
    found = list(Split(run_program(own, own.compile(model, request), request)))
    return min(map(len, found), default=None)
