"""Colourings: published values, brute force over divisions of the squares on every backend, and the referee."""

from collections.abc import Iterator
from typing import Any

import pytest
from rookery_families import colouring

import rookery as rk
from rookery.models.referee.walking import reach

BACKENDS = ("backtracking", "cpsat", "sat", "python-constraint")
# Queens on n x n from n = 1 on: OEIS A088202, A292192 and A171760 (oeis/oeisdata).
BEST = {"proper": [1, 4, 5, 5, 5, 7, 7], "domatic": [1, 4, 5, 8], "disjoint": [1, 0, 0, 2, 5, 4, 7]}


@pytest.mark.parametrize(("kind", "n"), [(kind, n) for kind, row in BEST.items() for n in range(1, 1 + len(row))])
def test_the_best_numbers_of_colours_are_those_in_print(kind: str, n: int) -> None:
    answer = rk.solve(colouring("queen", n, kind))
    assert (answer.objective, answer.complete) == (BEST[kind][n - 1], True)


@pytest.mark.parametrize(("kind", "n", "colours"), [("proper", 8, 9), ("domatic", 5, 8), ("disjoint", 8, 6)])
def test_larger_boards_have_as_many_colours_as_in_print(kind: str, n: int, colours: int) -> None:
    assert rk.solve(colouring("queen", n, kind, colours)).status == "satisfied"


@pytest.mark.parametrize(("kind", "n", "colours"), [("domatic", 5, 8), ("disjoint", 8, 6)])
def test_larger_boards_have_no_more_colours_than_in_print(kind: str, n: int, colours: int) -> None:
    """A SAT solver proves within a second what our own search does not in minutes."""
    answer = rk.solve(colouring("queen", n, kind), "sat")
    assert (answer.objective, answer.complete) == (colours, True)


def divide(squares: list[Any], partly: bool) -> Iterator[list[set[Any]]]:
    """All divisions of squares into classes, which stand in the order of their first squares; `partly`: of some."""
    if not squares:
        yield []
        return
    *others, last = squares
    for classes in divide(others, partly):
        for at in range(len(classes)):
            yield [each | {last} if at == number else each for number, each in enumerate(classes)]
        yield [*classes, {last}]
        if partly:
            yield classes


def by_force(piece: rk.Piece, board: rk.Board, kind: str, closed: set[Any], size: int) -> list[list[set[Any]]]:
    def fits(each: set[Any]) -> bool:
        attacked = {there for square in each for there in reach(piece, square, board)}
        if kind == "domatic":
            return attacked | each == set(board)
        return not attacked & each and (kind == "proper" or len(each) == size)

    every = divide([square for square in board if square not in closed], kind == "disjoint")
    return [classes for classes in every if all(map(fits, classes))]


BOARDS = [(rk.Board(2, 3), set[Any]()), (rk.Board(2, 3, torus=True), {(0, 1)})]


@pytest.mark.parametrize("where", BOARDS, ids=str)
@pytest.mark.parametrize("kind", BEST)
@pytest.mark.parametrize("backend", BACKENDS)
def test_colourings_are_those_of_brute_force(backend: str, where: tuple[rk.Board, set[Any]], kind: str) -> None:
    board, closed = where
    for piece in (rk.QUEEN, rk.KNIGHT, rk.Piece.from_betza("lance", "fR", symbol="L")):
        every = by_force(piece, board, kind, closed, board.rows)
        numbers = [len(classes) for classes in every]
        best = (min if kind == "proper" else max)(numbers, default=None)
        for colours in (None, 2):
            problem = colouring(piece, board, kind, colours, forbidden=closed)
            answer = rk.solve(problem, backend, "all")
            wanted = [classes for classes in every if len(classes) == (colours or best)]
            found = [
                [{square for square, other in each.items() if other == colour} for colour in problem.pieces]
                for each in answer.solutions
            ]
            named = [[each for each in classes if each] for classes in found]
            assert {tuple(map(frozenset, each)) for each in named} == {tuple(map(frozenset, each)) for each in wanted}
            assert len(named) == len(wanted)
            assert answer.complete
            assert answer.objective == (best if colours is None else None)


def test_divisions_are_counted_whatever_the_names_of_colours() -> None:
    """Five colours of five rooks are Latin squares: 161,280 of them, divided by 5! (OEIS A002860)."""
    assert rk.solve(colouring("rook", 5), want="count").count == 161_280 // 120
    with pytest.raises(rk.BadInput, match="solutions are not counted up to symmetry"):
        rk.solve(colouring("rook", 3), want="count", up_to_symmetry=True)


def test_a_graph_is_coloured() -> None:
    """A cycle of five takes three colours, and has a domatic number of two as its length is no multiple of three."""
    with pytest.raises(rk.BadInput, match="has nothing to colour"):
        colouring("guard", rk.Graph([]))
    cycle = rk.Graph([(at, (at + 1) % 5) for at in range(5)])
    for kind, best in (("proper", 3), ("domatic", 2)):
        assert rk.solve(colouring("guard", cycle, kind)).objective == best
    assert rk.solve(colouring("guard", cycle, "disjoint", size=2)).objective == 2
    with pytest.raises(rk.BadInput, match="has no rows; give the size of each colour"):
        colouring("guard", cycle, "disjoint")


def test_the_referee_walks_the_board_again() -> None:
    problem = colouring("rook", 2, "proper", 2)
    a, b = problem.pieces
    assert problem.faults({(0, 0): a, (0, 1): b, (1, 0): b, (1, 1): a}) == []
    assert problem.faults({(0, 0): b, (0, 1): a, (1, 0): a, (1, 1): b}) == [
        "the rook of colour B comes before the rook of colour A"
    ]
    found = problem.faults({(0, 0): a, (0, 1): a, (1, 0): a})
    assert {"1 colour on the board, 2 required", "square 1,1 has no colour"} < set(found)
    assert "the rook of colour A on 0,0 attacks the rook of colour A on 1,0" in found
    assert len(found) == 6
    bishops = colouring("bishop", 2, "domatic", 2)
    c, d = bishops.pieces
    assert "no bishop of colour B guards square 0,0" in bishops.faults({(0, 0): c, (0, 1): d, (1, 0): d, (1, 1): c})
    four = colouring("rook", 2, "disjoint", 2)
    assert four.faults({(0, 0): four.pieces[0], (1, 1): four.pieces[0], (1, 0): four.pieces[1]}) == [
        "1 rook of colour B on the board, 2 required"
    ]


def test_plain_data_lead_back_and_answers_are_certified() -> None:
    problem = colouring("queen", 3, "disjoint", 2, 2, forbidden=[(1, 1)])
    again = rk.declare(problem.asked or {})
    assert (again, again.asked, again.model) == (problem, problem.asked, problem.model)
    for asked in (problem, colouring("king", 3)):
        assert rk.verify(rk.certify(asked, want="count"), asked).verified
    assert "each colour is a class of non-attacking squares" in str(rk.explain(colouring("queen", 2, "proper", 3)))


def test_is_drawn_in_letters() -> None:
    best = rk.solve(colouring("queen", 5)).best
    assert str(best).splitlines()[0] == "ABCDE"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"kind": "total"}, "unknown kind 'total': known are proper, domatic, disjoint"),
        ({"size": 4}, "only the colours of a disjoint one have a size"),
        ({"colours": 0}, "colours 0: expected at least 1"),
    ],
)
def test_bad_input_is_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(rk.BadInput, match=message):
        colouring("queen", 4, **asked)


def test_colours_are_bounded_by_a_clique_and_by_a_first_colouring() -> None:
    queens = colouring("queen", 9)  # 10 colours are the fewest (OEIS A088202), and a row needs 9
    assert len(queens.pieces) == 10
    assert rk.solve(colouring("bishop", 12, colours=11)).status == "infeasible"  # a diagonal is a clique of 12
    assert rk.solve(colouring("bishop", 8)).objective == 8
    assert len(colouring("king", 8).pieces) == 4
