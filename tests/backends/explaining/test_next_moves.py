"""Hints are forced by the demands they name and by no proper subset of them; "solved" is refereed."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from rookery_tests.cases import declare, draw_case
from rookery_tests.command_line import rookery
from rookery_tests.judge import is_overfull

import rookery as rk
from rookery.backends.explaining.conditions import Condition
from rookery.backends.explaining.deduction import rate
from rookery.backends.explaining.hints import Hint, Rating
from rookery.backends.explaining.puzzles import make_completion, make_regions
from rookery.core.deadline import OutOfTime
from rookery.models import Exactly, Model
from rookery.models.model.constraints import Constraint

FIVE = "CCDDD/CCDDD/CCDAA/BBBAA/BBAAE"
SIX = rk.placement("queen", 6, count=6)


def is_contradiction(hint: Hint, square: rk.Square | None, without: int | None = None) -> bool:
    """Whether the opposite of a hint on a square contradicts its reason, perhaps without one part of that."""
    problem, size = hint.problem, len(hint.problem.board)

    def stands(square: rk.Square, piece: rk.Piece, number: int) -> Constraint:
        return Exactly(number, (problem.pieces.index(piece) * size + problem.board.index(square),))

    named: list[list[Constraint]] = [list(each.constraints) for each in hint.because]
    named += [[stands(at, piece, 1)] for at, piece in hint.standing.items()]
    named += [[stands(at, piece, 0)] for at, absent in hint.known.items() for piece in absent]
    kept = [constraint for at, each in enumerate(named) if at != without for constraint in each]
    if square is not None:
        piece = hint.piece or hint.absent
        assert piece is not None
        kept.append(stands(square, piece, 0 if hint.piece else 1))
    kept += [each for demand in problem.demands if not demand.rules for each in demand.constraints]
    types = len(problem.pieces)
    kept += [rk.AtMost(1, range(at, types * size, size)) for at in range(size if types > 1 else 0)]
    return rk.solve_model(Model(problem.model.variables, kept), "cpsat").status == "infeasible"


def check_reason(hint: Hint) -> Hint:
    """Return a hint after each of its squares was found to be forced by its whole reason, and by nothing less."""
    parts = len(hint.because) + len(hint.standing) + sum(map(len, hint.known.values()))
    assert bool(hint.squares) != bool(hint.mistake)
    for square in hint.squares or (None,):
        assert is_contradiction(hint, square), hint
        assert not [at for at in range(parts) if is_contradiction(hint, square, at)], hint
    return hint


def take(hint: Hint | None) -> Hint:
    assert hint is not None
    return check_reason(hint)


@pytest.mark.parametrize(
    "problem",
    [make_regions(6, Random(0)), make_regions(8, Random(1), 2), make_completion("queen", 6, Random(2))],
    ids=["regions", "two stars", "completion"],
)
def test_walk_through_consists_of_forced_steps(problem: rk.Problem) -> None:
    walk = rk.walk_through(problem)
    (solution,) = rk.solve(problem, want="all").solutions
    assert (walk.complete, walk.placement, walk.end) == (True, solution, f"Solved, {walk.rating}.")
    assert rate(problem) == walk.rating
    for each in walk.hints[:6]:
        take(each)
        assert all(solution.get(square) == each.piece for square in each.squares)
    squares = [square for each in walk.hints for square in each.squares]
    assert len(set(squares)) == len(squares)


def test_a_reason_comes_with_all_squares_that_it_decides() -> None:
    first = take(rk.hint(rk.placement("queen", 8, count=8, fixed=["a1"])))
    assert len(first.squares) > 1
    assert len({tuple(each.constraints) for each in first.because}) == len(first.because)


@given(st.randoms(use_true_random=False))
def test_hints_of_random_problems_name_what_is_needed(random: Random) -> None:
    """The last hint, too, which rests on all that the earlier ones have shown."""
    case = draw_case(random, budgets=(16, 256))
    assume(not is_overfull(case))
    problem = declare(case)
    solutions = rk.solve(problem, "sat", want="all").solutions
    assume(solutions)
    some = dict(random.choice(solutions))
    so_far = {square: piece for square, piece in some.items() if random.random() < 0.4}
    hints = rk.walk_through(problem, so_far).hints
    for each in {id(each): each for each in (*hints[:1], *hints[-1:])}.values():
        check_reason(each)


def test_sentences_speak_of_stars_and_use_chess_names() -> None:
    first = take(rk.hint(rk.regions(FIVE)))
    assert first.sentence == "A star stands on e1: region E has no other square left."
    assert first.rating is Rating.EASY
    assert "1 | .   . | .   . | ★ |" in str(first)
    asking = Condition(
        "region B holds exactly 2 stars", [], frozenset({rk.Square(0, 0), rk.Square(0, 1)}), 2, "region B"
    )
    row = Condition("row 5 holds exactly 2 stars", [], frozenset(rk.Square(0, at) for at in range(5)), 2, "row 5")
    claim = Hint(first.problem, (asking, row), (rk.Square(0, 3), rk.Square(0, 4)), absent=rk.KING)
    assert claim.sentence == "Region B needs 2 stars in row 5, so d5 and e5 stay empty."


def test_sentences_about_guards_name_vertices_and_the_optimum() -> None:
    graph = rk.Graph([("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("b", "e")])
    assert take(rk.hint(rk.domination("guard", graph), {"a": "guard"})).sentence == (
        "e stays empty: with a guard there, these could not hold: vertex c is guarded: occupied or attacked;"
        " the best solutions have 2 guards."
    )
    walk = rk.walk_through(rk.k_fold("guard", graph, 2, closed=True))
    assert take(walk.hints[0]).sentence == "Guards stand on a and b: vertex a is guarded from no other vertex."


def test_several_piece_types_are_told_apart() -> None:
    """R1: a reason never calls a square empty that may hold another piece."""
    walk = rk.walk_through(rk.placement({"rook": 1, "knight": 2}, "2x3"), {"b2": "rook"})
    assert [take(each).sentence for each in walk.hints] == [
        "Knights stand on a1 and c1: without any of them, these could not hold: 2 knights stand on the board;"
        " no piece attacks another."
    ]
    assert walk.hints[0].name_known() == ""
    problem = rk.placement({"king": 2, "wazir": 1}, "1x5")
    found = [take(each) for each in rk.walk_through(problem, {"a1": "king", "e1": "king"}).hints]
    assert all(square not in each.so_far for each in found for square in each.known)


@pytest.mark.parametrize(
    ("problem", "so_far", "sentence"),
    [
        (rk.coverage("king", 3, 1), {"a3": "king"}, "with a king on a3 there is no solution"),  # W2
        (rk.guards({"king": 1, "knight": 2}, 3), {"b2": "king", "a1": "knight"}, ""),
        (
            rk.guards({"king": 1, "knight": 1}, "1x2"),  # W3
            {"a1": "knight", "b1": "knight"},
            "with knights on a1 and b1 there is no solution: 1 king stands on the board",
        ),
        (
            rk.placement({"rook": 1, "knight": 1}, 2, fixed={"a2": "knight"}),  # W4
            {"a2": "rook", "b1": "knight"},
            "a knight is fixed on a2",
        ),
        (rk.placement("queen", 4, 4, forbidden=["b4"]), {"b4": "queen"}, "b4 is a forbidden square"),  # R3
        (SIX, {"b6": "queen", "c6": "queen"}, "queens on b6 and c6 attack each other"),
        (rk.regions(FIVE), {"a5": "king", "b4": "king"}, "stars on a5 and b4 touch"),
        (
            rk.placement({"rook": 1, "knight": 1}, 3),
            {"a3": "rook", "a1": "knight"},
            "the rook on a3 attacks the knight",
        ),
        (rk.sighted({"queen": 2}, "1x3", pawns=1), {"b1": "pawn"}, ""),  # R6: pieces are named as titles name them
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_placements_are_mistakes(problem: rk.Problem, so_far: Any, sentence: str) -> None:
    walk = rk.walk_through(problem, so_far)
    first = rk.hint(problem, so_far)
    if not sentence:
        assert walk.complete == rk.check(problem, walk.placement).accepted
        return
    assert not walk.complete
    assert first is not None
    assert first.mistake.startswith(f"A mistake: {sentence}")
    assert walk.hints == (first,)


def test_solved_is_said_of_what_both_referees_accept() -> None:
    """W1 to W4: every full board of some problems, of which the rules of pieces and the goal accept few."""
    for problem in (
        rk.coverage("king", 3, 1),
        rk.coverage("king", 3, 1, goal="fewest"),
        rk.guards({"king": 1, "knight": 2}, 3),
        rk.domination("knight", 3),
    ):
        best = rk.solve(problem, want="all").solutions
        for square in problem.board:
            so_far = {square: problem.pieces[0]}
            walk = rk.walk_through(problem, so_far, crossed=[each for each in problem.board if each != square])
            assert walk.complete == (so_far in [dict(each) for each in best]), (problem.title, square)


def test_crosses_of_the_player_count_and_may_be_mistakes() -> None:
    crossed = [square for square in SIX.board if square[0] == 0 and square[1] != 1]
    found = take(rk.hint(SIX, crossed=crossed))
    assert found.sentence == "A queen stands on b6: row 6 has no other square left."
    assert set(found.known) == set(crossed)
    wrong = take(rk.hint(SIX, {"b6": "queen"}, crossed=["d5", "a1"]))
    assert wrong.mistake == "A mistake: with a queen on b6 and the cross on d5 there is no solution."
    assert rk.walk_through(SIX, crossed=crossed).complete
    for squares, message in ((["b6"], "b6 holds a queen"), (["h8"], "off the board")):
        with pytest.raises(rk.BadInput, match=message):
            rk.hint(SIX, {"b6": "queen"}, crossed=squares)


def test_a_walk_that_ends_early_counts_solutions() -> None:
    """R4: a backend says whether there are several solutions, or none."""
    assert rk.hint(SIX, rk.solve(SIX).best) is None
    walk = rk.walk_through(rk.placement("queen", 8, count=8))
    assert (walk.hints, walk.complete, walk.end.split(": ")[1]) == ((), False, "there are several solutions.")
    none = take(rk.hint(rk.guards({"queen": 0, "king": 2}, "1x6:cylinder", kind="total", forbidden=[(0, 2)])))
    assert none.mistake.startswith("No solution")
    assert take(rk.hint(rk.placement("queen", 3, count=3))).mistake.startswith("No solution")


def test_hint_heeds_its_time_limit() -> None:
    with pytest.raises(OutOfTime):
        rk.hint(rk.placement("queen", 30, count=30), seconds=0.001)


def test_command_gives_a_hint_and_a_walk(tmp_path: Path) -> None:
    words = ("hint", "regions", "--board", f"regions:{FIVE}")
    data: Any = json.loads(rookery(*words, "--json").out)
    assert (data["squares"], data["piece"], data["because"]) == ([[4, 4]], "king", ["region E holds exactly 1 star"])
    so_far = tmp_path / "so_far.txt"
    so_far.write_text("K....\nK....\n.....\n.....\n.....\n")
    assert "A mistake: stars on a5 and a4 touch." in rookery(*words, "--placement", str(so_far)).out
    so_far.write_text(".....\n.....\n.....\n.....\n....x\n")
    for crossed in (("--placement", str(so_far)), ("--crossed", "e1")):
        assert "with the cross on e1 there is no solution" in rookery(*words, *crossed).out
    so_far.write_text("..K..\nK....\n...K.\n.K...\n....K\n")
    assert rookery(*words, "--placement", str(so_far)).out.endswith("Solved, easy.\n")
    walk = json.loads(rookery(*words, "--all", "--json").out)
    assert (walk["rating"], walk["complete"], len(walk["steps"])) == ("easy", True, 5)


def test_hints_know_squares_that_are_forbidden_for_one_piece() -> None:
    problem = rk.placement({"knight": 1, "bishop": 1}, (1, 2), forbidden=["a1=knight"])
    walk = rk.walk_through(problem)
    assert walk.complete
    assert len(walk.hints) == 3
    assert "forbidden for a knight" in str(walk.hints[0])
    closed = rk.placement({"knight": 1, "bishop": 1}, (1, 2), forbidden=["a1=knight", "b1=knight"])
    gone = rk.repair(closed).as_dict()
    assert (gone["removed"], gone["fixed"], gone["forbidden"], len(gone["barred"])) == (1, [], [], 1)
