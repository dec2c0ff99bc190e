"""Explanations of "no solution", held against brute force: the rules named, and no fewer, have no placement."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rookery_tests.family_cases import FORWARD, LANCE, SOLDIER
from rookery_tests.strategies import examples

import rookery as rk
from rookery.backends.evidence.explaining.contradiction import list_demanding
from rookery.backends.evidence.explaining.cores import Size
from rookery.backends.evidence.explaining.explain import Explained, Explanation
from rookery.models import AtMost, Board, Piece, Placement, Problem, Satisfy, Square
from rookery.models.problems.shared.layout import lay_out
from rookery.models.referee.faults import faults
from rookery.models.referee.rules import (
    Connected,
    Fixed,
    Forbidden,
    Guarded,
    Holds,
    Minimal,
    Peaceful,
    Rule,
    describe_rule,
)

Q, R, B, N, K = rk.QUEEN, rk.ROOK, rk.BISHOP, rk.KNIGHT, rk.KING


def placements(problem: Problem) -> Iterator[Placement]:
    """Every way of leaving each square empty or putting one piece on it."""
    squares, choices = list(problem.board), [None, *problem.pieces]
    for chosen in product(choices, repeat=len(squares)):
        yield Placement(problem.board, {s: p for s, p in zip(squares, chosen, strict=True) if p is not None})


def kept_by(problem: Problem) -> list[frozenset[Rule]]:
    """For every placement the rules that it keeps, judged by the referee alone."""
    rules = list_demanding(problem)
    return list(
        {
            frozenset(r for r in rules if not any(True for _ in faults(r, each, problem.board, problem.rules)))
            for each in placements(problem)
        }
    )


def possible(rules: Collection[Rule], kept: Collection[frozenset[Rule]]) -> bool:
    return any(set(rules) <= each for each in kept)


def check_explained(problem: Problem) -> Explanation:
    """The explanation of a problem, which brute force confirms in every claim."""
    kept = kept_by(problem)
    explained = rk.explain(problem)
    if possible(list_demanding(problem), kept):
        assert explained.kind is not Explained.CONTRADICTION
        return explained
    assert explained.kind is Explained.CONTRADICTION
    assert not possible(explained.rules, kept), explained
    for rule in explained.rules:
        assert possible(set(explained.rules) - {rule}, kept), (rule, explained)
    assert explained.size in (Size.MINIMAL, Size.SMALLEST)
    if explained.size is Size.SMALLEST:
        assert len(explained.rules) == smallest(list_demanding(problem), kept)
    return explained


def smallest(rules: list[Rule], kept: Collection[frozenset[Rule]]) -> int:
    """The number of rules in a smallest contradiction, by trying all sets."""
    sizes = [
        sum(bits)
        for bits in product((0, 1), repeat=len(rules))
        if not possible([rule for rule, bit in zip(rules, bits, strict=True) if bit], kept)
    ]
    return min(sizes)


@st.composite
def boards(draw: st.DrawFn, most: int) -> Board:
    rows = draw(st.integers(1, 3))
    columns = draw(st.integers(1, max(1, min(5, most // rows))))
    return Board(rows, columns, torus=draw(st.booleans()))


Givens = dict[str, Any]
Make = Callable[[Piece, Piece, Board, int, Givens], Problem]


def dominate(kind: Any) -> Make:
    return lambda piece, other, board, few, givens: rk.domination(piece, board, kind, **givens)


ALONE: dict[str, Make] = {
    "placement": lambda piece, other, board, few, givens: rk.placement(piece, board, few, **givens),
    "plain": dominate("plain"),
    "independent": dominate("independent"),
    "total": dominate("total"),
    "perfect": dominate("perfect"),
    "maximal": lambda piece, other, board, few, givens: rk.maximal_placement(piece, board, **givens),
    "connected": lambda piece, other, board, few, givens: rk.connected_domination(piece, board, **givens),
    "upper": lambda piece, other, board, few, givens: rk.upper_domination(piece, board, **givens),
    "2-fold": lambda piece, other, board, few, givens: rk.k_fold_domination(piece, board, 2, **givens),
    "3-tuple": lambda piece, other, board, few, givens: rk.k_fold_domination(piece, board, 3, True, **givens),
    "unguarded": lambda piece, other, board, few, givens: rk.most_unguarded(piece, board, few, **givens),
    "restricted": lambda piece, other, board, few, givens: rk.restricted_domination(
        piece, board, givens["forbidden"], "plain"
    ),
}  # fmt: skip
PAIRED: dict[str, Make] = {
    "two": lambda piece, other, board, few, givens: rk.placement({piece: few, other: few}, board, **givens),
    "sighted": lambda piece, other, board, few, givens: rk.sighted_placement({piece: few, other: few}, board, **givens),
    "pawns": lambda piece, other, board, few, givens: rk.sighted_placement({piece: few}, board, few, **givens),
    "cheapest": lambda piece, other, board, few, givens: rk.cheapest_domination({piece: 2, other: 3}, board, **givens),
    "through": lambda piece, other, board, few, givens: rk.cheapest_domination(
        {piece: 2, other: 3}, board, False, **givens
    ),
    "armies": lambda piece, other, board, few, givens: rk.armies(
        [piece, other], board, few, givens["forbidden"]
    ),
    "twins": lambda piece, other, board, few, givens: rk.armies([piece, piece], board, few, givens["forbidden"]),
    "weighted": lambda piece, other, board, few, givens: rk.weighted_placement({piece: 2, other: 1}, board, **givens),
}  # fmt: skip


@st.composite
def problems(draw: st.DrawFn, family: str) -> Problem:
    """A small problem whose many givens often leave no solution."""
    board = draw(boards(9 if family in ALONE else 6))
    piece = draw(st.sampled_from([Q, R, B, N, K, SOLDIER, FORWARD, LANCE]))
    other = draw(st.sampled_from([each for each in (R, B, N) if each != piece]))
    squares, out = draw(st.permutations(list(board))), draw(st.integers(0, 5))
    taken = dict.fromkeys(squares[out : out + draw(st.integers(0, 3))], piece)
    few = draw(st.integers(0, len(board) if family in ALONE else len(board) // 2))
    return {**ALONE, **PAIRED}[family](piece, other, board, few, {"fixed": taken, "forbidden": squares[:out]})


@pytest.mark.parametrize("family", [*ALONE, *PAIRED])
@settings(max_examples=examples(20))
@given(data=st.data())
@pytest.mark.part(20)
@pytest.mark.share(2)
def test_each_explanation_is_what_brute_force_says(family: str, data: st.DataObject) -> None:
    check_explained(data.draw(problems(family)))


@pytest.mark.parametrize("family", ["placement", "independent", "2-fold", "two", "sighted", "cheapest"])
@settings(max_examples=examples(20))
@given(data=st.data())
def test_all_conflicts_and_the_repair_are_what_brute_force_says(family: str, data: st.DataObject) -> None:
    problem = data.draw(problems(family))
    kept, rules = kept_by(problem), list_demanding(problem)
    sets = [{r for r, bit in zip(rules, bits, strict=True) if bit} for bits in product((0, 1), repeat=len(rules))]
    broken = [each for each in sets if not possible(each, kept)]
    minimal = {frozenset(each) for each in broken if not any(other < each for other in broken)}
    found = rk.conflicts(problem, limit=1000)
    assert found.complete
    assert {frozenset(each.rules) for each in found} == minimal
    sizes = [len(each.rules) for each in found]
    assert sizes == sorted(sizes)
    assert [each.size is Size.SMALLEST for each in found] == [size == min(sizes) for size in sizes]
    repaired = rk.repair(problem)
    gone = [{r for r in rules if r not in each} for each in sets if possible(each, kept)]
    fewest = min((len(each) for each in gone if all(isinstance(r, Fixed | Forbidden) for r in each)), default=None)
    assert (None if repaired.removed is None else len(repaired.removed)) == fewest
    if repaired.removed:
        assert possible(set(rules) - set(repaired.removed), kept)
        assert repaired.solution is not None
        left = set(rules) - set(repaired.removed)
        assert not [r for r in left if any(True for _ in faults(r, repaired.solution, problem.board, problem.rules))]


def few_attacks(piece: Piece, board: Board, most: int, givens: Givens) -> Problem:
    """A problem as a plug-in may declare it: its rules come alone, and all constraints are theirs together."""
    layout = lay_out(board, (piece,), givens["fixed"], givens["forbidden"])
    constraints = [*layout.guard_squares(), AtMost(most, layout.layer(0)), *layout.forbid_attacks()]
    rules = [Holds(piece), Guarded(), Peaceful(), AtMostPieces(most)]
    return layout.problem(rules, constraints, Satisfy())


@dataclass(frozen=True, slots=True)
class AtMostPieces(Rule):
    """Only few pieces stand on the board."""

    most: int


@faults.register
def _of_few(rule: AtMostPieces, pieces: Mapping[Square, Piece], board: Board, rules: tuple[Rule, ...]) -> list[str]:
    return ["too many"] if len(pieces) > rule.most else []


@settings(max_examples=examples(20))
@given(data=st.data())
@pytest.mark.full
def test_rules_of_a_plug_in_that_say_nothing_of_constraints_are_explained_together(data: st.DataObject) -> None:
    """Givens are still told one by one; the rules of the plug-in contradict only all together, as it declares them."""
    squares = data.draw(st.permutations(list(Board(3))))
    givens = {"fixed": squares[:1], "forbidden": squares[2 : data.draw(st.integers(2, 6))]}
    problem = few_attacks(data.draw(st.sampled_from([Q, R, N, K])), Board(3), data.draw(st.integers(0, 3)), givens)
    kept, explained = kept_by(problem), rk.explain(problem)
    assert (explained.kind is Explained.CONTRADICTION) is not possible(list_demanding(problem), kept)
    assert not possible(explained.rules, kept) or not explained.rules
    if explained.size is not Size.UNKNOWN:
        assert all(possible(set(explained.rules) - {rule}, kept) for rule in explained.rules)


def test_a_rule_is_told_by_its_docstring() -> None:
    assert describe_rule(AtMostPieces(2)) == "only few pieces stand on the board"


def test_a_piece_is_needless_only_where_all_squares_are_guarded() -> None:
    """Kings on 0,0 and 0,1 of a row: the first is needless once 0,3 is guarded, and not before."""
    explained = check_explained(rk.upper_domination(K, Board(1, 4), [(0, 0), (0, 1)]))
    assert set(explained.rules) == {Fixed(Square(0, 0), K), Fixed(Square(0, 1), K), Guarded(), Minimal()}


@pytest.mark.full
def test_what_keeps_pieces_apart_is_told_on_a_board_too_large_to_be_tried() -> None:
    """A column of forbidden squares parts the board; the other forbidden square does not matter."""
    wall = [(row, 4) for row in range(4)]
    explained = rk.explain(rk.connected_domination(K, Board(4, 9), forbidden=[*wall, (1, 1)]))
    assert set(explained.rules) == {Guarded(), Connected(), *(Forbidden(Square(*square)) for square in wall)}
    assert explained.size is not Size.UNKNOWN
