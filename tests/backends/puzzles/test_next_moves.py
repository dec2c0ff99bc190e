"""Hints: each is forced by the demands that it names and by no proper subset of them, and a mistake is said first."""

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.backends.evidence.explaining.hints import Hint, Rating, WalkThrough
from rookery.backends.evidence.puzzles.making import make_completion, make_puzzles, make_regions
from rookery.models import Exactly, Model
from rookery.models.model.model import Constraint

FIVE = "CCDDD/CCDDD/CCDAA/BBBAA/BBAAE"


def ignore(text: str) -> None:
    """Take a line of progress."""


def contradicts(hint: Hint, without: int | None = None) -> bool:
    """Return whether the opposite of a hint contradicts what it names, or that without one of it."""
    problem, size = hint.problem, len(hint.problem.board)
    layers = {piece: layer for layer, piece in enumerate(problem.pieces)}
    named: list[list[Constraint]] = [list(each.constraints) for each in hint.because]
    for square, piece in hint.standing.items():
        named.append([Exactly(1, (layers[piece] * size + problem.board.index(square),))])
    for square, absent in hint.known.items():
        named += [[Exactly(0, (layers[piece] * size + problem.board.index(square),))] for piece in absent]
    if hint.square is not None:
        what, stands = (hint.piece, 0) if hint.piece else (hint.absent, 1)
        assert what is not None
        named.append([Exactly(stands, (layers[what] * size + problem.board.index(hint.square),))])
    kept = [constraint for at, each in enumerate(named) if at != without for constraint in each]
    defined = [each for demand in problem.demands if not demand.rules for each in demand.constraints]
    return rk.solve_model(Model(problem.model.variables, [*kept, *defined]), "cpsat").status.value == "infeasible"


def check(hint: Hint) -> None:
    assert contradicts(hint), hint
    parts = len(hint.because) + len(hint.standing) + sum(map(len, hint.known.values()))
    assert not [at for at in range(parts) if contradicts(hint, at)], hint


def check_walk(walk: WalkThrough, steps: int | None = None) -> None:
    """Each step is right, forced by what it names, and each says one square more."""
    (solution,) = rk.solve(walk.problem, want="all").solutions
    assert walk.complete
    assert walk.placement == solution
    for each in walk.hints[:steps]:
        assert not each.mistake
        assert each.square is not None
        assert solution.get(each.square) == each.piece
        check(each)
    squares = [each.square for each in walk.hints]
    assert len(set(squares)) == len(squares)


@pytest.mark.parametrize("seed", range(3))
def test_regions_are_solved_by_hints_each_of_which_is_forced(seed: int) -> None:
    problem = make_regions(6, Random(seed))
    check_walk(rk.walk_through(problem))


@pytest.mark.full
def test_two_stars_and_queens_are_solved_by_hints() -> None:
    check_walk(rk.walk_through(make_regions(8, Random(1), 2)), 12)
    check_walk(rk.walk_through(make_completion("queen", 6, Random(2))))


def test_the_first_hint_is_the_simplest() -> None:
    problem = rk.regions("AABB/ABBB/CDDD/CCCD")
    first = rk.hint(problem)
    assert first is not None
    assert first.weight <= 2
    check(first)
    board = rk.regions(FIVE)
    first = rk.hint(board)
    assert first is not None
    assert first.sentence == "A king stands on 4,4: region E has no other square left."
    assert first.rating is Rating.EASY
    assert "| K |" in str(first)
    assert str(first).startswith("   0 "), "no numbers for the rows and columns of the sentence"


def test_a_mistake_is_said_first_with_why() -> None:
    problem = rk.placement("queen", 6, count=6)
    found = rk.hint(problem, {"b6": "queen", "c6": "queen"})
    assert found is not None
    assert found.mistake
    assert (
        found.sentence
        == "A mistake: the queen on 0,1 and the queen on 0,2 cannot stand with these: no piece attacks another."
    )
    check(found)
    regions = rk.regions("AABB/ABBB/CDDD/CCCD")
    (solution,) = rk.solve(regions, want="all").solutions
    wrong = next(square for square in regions.board if square not in solution)
    told = rk.hint(regions, {wrong: "king"})
    assert told is not None
    assert told.mistake
    assert dict(told.standing) == {wrong: rk.KING}
    check(told)


def test_squares_that_the_player_rules_out_count_and_are_named_if_they_are_wrong() -> None:
    problem = rk.placement("queen", 6, count=6)
    crossed = [square for square in problem.board if square[0] == 0 and square[1] != 1]
    found = rk.hint(problem, ruled_out=crossed)
    assert found is not None
    assert (str(found.square), found.piece) == ("0,1", rk.QUEEN)
    assert found.sentence == "A queen stands on 0,1: row 0 has no other square left."
    assert set(found.empty) == set(crossed)
    check(found)
    wrong = rk.hint(problem, {"b6": "queen"}, ruled_out=["d5", "a1"])
    assert wrong is not None
    assert (wrong.mistake, wrong.crossed) == (True, (rk.Square(1, 3),))
    assert wrong.sentence.startswith("A mistake: the queen on 0,1 and the cross on 1,3 cannot stand with these: ")
    check(wrong)
    assert wrong.svg().count('class="attacked"') == 1
    assert rk.walk_through(problem, ruled_out=crossed).complete
    for squares, message in ((["b6"], "ruled_out: 0,1 holds a queen"), (["h8"], "lies off the board")):
        with pytest.raises(rk.BadInput, match=message):
            rk.hint(problem, {"b6": "queen"}, ruled_out=squares)


@pytest.mark.full
def test_puzzles_that_are_rated_easy_need_no_guess() -> None:
    """Every step takes two rules at most, is forced by what it names, and not by less."""
    for each in make_puzzles(partial(make_regions, 6), 1, 11, "easy", ignore):
        walk = rk.walk_through(each.problem)
        assert all(hint.weight <= 2 for hint in walk.hints)
        check_walk(walk)


@pytest.mark.long
def test_two_hundred_fresh_puzzles_have_one_solution_and_the_easy_ones_need_no_guess() -> None:
    """Fresh each time: the seed is in the message."""
    seed, easy = Random().randrange(1 << 30), 0
    kinds = [partial(make_regions, 6), partial(make_regions, 8), partial(make_regions, 8, stars=2),
             partial(make_completion, "queen", 7)]  # fmt: skip
    for number in range(200):
        (puzzle,) = make_puzzles(kinds[number % len(kinds)], 1, seed + number, tell=ignore)
        assert all(rk.is_unique(puzzle.problem, name).unique for name in ("backtracking", "sat", "cpsat")), (
            seed + number
        )
        walk = rk.walk_through(puzzle.problem)
        assert (walk.complete, walk.placement) == (True, puzzle.solution), seed + number
        if puzzle.rating == "easy":
            easy += 1
            assert all(hint.weight <= 2 for hint in walk.hints), seed + number
            check_walk(walk)
    assert easy > 10, seed


def test_what_is_solved_or_open_has_no_hint() -> None:
    problem = rk.placement("queen", 6, count=6, fixed=["b6"])
    assert rk.hint(problem, rk.solve(problem).best) is None
    walk = rk.walk_through(rk.placement("queen", 8, count=8))
    assert (walk.hints, walk.complete) == ((), False)
    assert "No further square is forced" in str(walk)
    none = rk.hint(rk.placement("queen", 3, count=3))
    assert none is not None
    assert none.sentence.startswith("No solution: ")
    check(none)


@pytest.mark.parametrize(
    "problem",
    [
        rk.domination("king", 3),
        rk.domination("knight", 4, forbidden=["a1", "b1", "c1", "d1", "a2"]),
        rk.placement({"queen": 1, "rook": 2}, 3, forbidden=[(0, 0)]),
        rk.maximal_placement("rook", 2, forbidden=[(0, 0)]),
    ],
    ids=str,
)
def test_hints_of_other_families_are_right(problem: rk.Problem) -> None:
    solutions = rk.solve(problem, want="all").solutions
    for each in rk.walk_through(problem).hints:
        assert each.square is not None
        there = {solution.get(each.square) for solution in solutions}
        assert there == {each.piece} if each.piece else each.absent not in there


def test_the_time_limit_is_heeded() -> None:
    from rookery.core.deadline import OutOfTime

    with pytest.raises(OutOfTime):
        rk.hint(rk.placement("queen", 30, count=30), seconds=0.001)


def test_the_command_gives_a_hint_and_a_walk(tmp_path: Path) -> None:
    words = ("hint", "regions", "--board", f"regions:{FIVE}")
    data: Any = json.loads(rookery(*words, "--json").out)
    assert (data["square"], data["piece"], data["because"]) == ([4, 4], "king", ["region E holds exactly 1 piece"])
    so_far = tmp_path / "so_far.txt"
    so_far.write_text("K....\nK....\n.....\n.....\n.....\n")
    found = rookery(*words, "--placement", str(so_far), "--svg", str(tmp_path / "hint.svg"))
    assert found.code == 0
    assert "A mistake: the king on 0,0 and the king on 1,0" in " ".join(found.out.split())
    assert (tmp_path / "hint.svg").exists()
    so_far.write_text(".....\n.....\n.....\n.....\n....x\n")
    found = rookery(*words, "--placement", str(so_far), "--json")
    assert json.loads(found.out)["sentence"].startswith("A mistake: the cross on 4,4 cannot stand with these")
    so_far.write_text("K....\n..K..\n....K\n.K...\n...K.\n")
    decided = json.loads(rookery(*words, "--placement", str(so_far), "--json").out)
    assert (decided["square"], decided.keys()) == (None, data.keys())
    walk = json.loads(rookery(*words, "--all", "--json").out)
    assert walk["rating"] in ("easy", "medium", "hard")
    assert walk["steps"]
    assert rookery(*words, "--placement", str(tmp_path / "nowhere.txt")).code == 2
