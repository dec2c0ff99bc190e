"""Hints are forced by the demands they name and by no proper subset of them; a mistake comes first."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.backends.evidence.explaining.hints import Hint, Rating, WalkThrough
from rookery.backends.evidence.puzzles.making import make_completion, make_regions
from rookery.core.deadline import OutOfTime
from rookery.models import Exactly, Model
from rookery.models.model.constraints import Constraint

FIVE = "CCDDD/CCDDD/CCDAA/BBBAA/BBAAE"
FOUR = rk.regions("AABB/ABBB/CDDD/CCCD")
SIX = rk.placement("queen", 6, count=6)


def is_contradiction(hint: Hint, without: int | None = None) -> bool:
    """Whether the opposite of a hint contradicts what the hint names, perhaps without one of its reasons."""
    problem, size = hint.problem, len(hint.problem.board)
    layers = {piece: layer for layer, piece in enumerate(problem.pieces)}

    def stands(square: rk.Square, piece: rk.Piece, number: int) -> Constraint:
        return Exactly(number, (layers[piece] * size + problem.board.index(square),))

    named: list[list[Constraint]] = [list(each.constraints) for each in hint.because]
    named += [[stands(square, piece, 1)] for square, piece in hint.standing.items()]
    named += [[stands(square, piece, 0)] for square, absent in hint.known.items() for piece in absent]
    if hint.square is not None:
        piece = hint.piece or hint.absent
        assert piece is not None
        named.append([stands(hint.square, piece, 0 if hint.piece else 1)])
    kept = [constraint for at, each in enumerate(named) if at != without for constraint in each]
    defined = [each for demand in problem.demands if not demand.rules for each in demand.constraints]
    return rk.solve_model(Model(problem.model.variables, [*kept, *defined]), "cpsat").status == "infeasible"


def take(hint: Hint | None) -> Hint:
    """A hint, which must be forced by all of its reasons and by nothing less."""
    assert hint is not None
    assert is_contradiction(hint), hint
    parts = len(hint.because) + len(hint.standing) + sum(map(len, hint.known.values()))
    assert not [at for at in range(parts) if is_contradiction(hint, at)], hint
    return hint


def check_walk(walk: WalkThrough, steps: int | None = None) -> None:
    """Each step is right and forced, and each is about another square."""
    (solution,) = rk.solve(walk.problem, want="all").solutions
    assert walk.complete
    assert walk.placement == solution
    for each in walk.hints[:steps]:
        assert not each.mistake
        assert each.square is not None
        assert solution.get(each.square) == each.piece
        take(each)
    squares = [each.square for each in walk.hints]
    assert len(set(squares)) == len(squares)


@pytest.mark.parametrize(
    ("problem", "steps"),
    [
        (make_regions(6, Random(0)), None),
        (make_regions(8, Random(1), 2), 12),
        (make_completion("queen", 6, Random(2)), None),
    ],
    ids=["regions", "two stars", "completion"],
)
def test_walk_through_consists_of_forced_steps(problem: rk.Problem, steps: int | None) -> None:
    check_walk(rk.walk_through(problem), steps)


def test_first_hint_is_the_simplest() -> None:
    assert take(rk.hint(FOUR)).weight <= 2
    first = take(rk.hint(rk.regions(FIVE)))
    assert first.sentence == "A king stands on 4,4: region E has no other square left."
    assert first.rating is Rating.EASY
    assert "| K |" in str(first)


def test_mistake_comes_first() -> None:
    found = take(rk.hint(SIX, {"b6": "queen", "c6": "queen"}))
    assert found.mistake
    assert "no piece attacks another" in found.sentence
    (solution,) = rk.solve(FOUR, want="all").solutions
    wrong = next(square for square in FOUR.board if square not in solution)
    found = take(rk.hint(FOUR, {wrong: "king"}))
    assert (found.mistake, dict(found.standing)) == (True, {wrong: rk.KING})


def test_crosses_of_the_player_count_and_may_be_mistakes() -> None:
    crossed = [square for square in SIX.board if square[0] == 0 and square[1] != 1]
    found = take(rk.hint(SIX, ruled_out=crossed))
    assert (str(found.square), found.piece) == ("0,1", rk.QUEEN)
    assert "row 0 has no other square left" in found.sentence
    assert set(found.empty) == set(crossed)
    wrong = take(rk.hint(SIX, {"b6": "queen"}, ruled_out=["d5", "a1"]))
    assert (wrong.mistake, wrong.crossed) == (True, (rk.Square(1, 3),))
    assert wrong.svg().count('class="attacked"') == 1
    assert rk.walk_through(SIX, ruled_out=crossed).complete
    for squares, message in ((["b6"], "holds a queen"), (["h8"], "off the board")):
        with pytest.raises(rk.BadInput, match=message):
            rk.hint(SIX, {"b6": "queen"}, ruled_out=squares)


def test_solved_and_open_positions_have_no_hint() -> None:
    problem = rk.placement("queen", 6, count=6, fixed=["b6"])
    assert rk.hint(problem, rk.solve(problem).best) is None
    walk = rk.walk_through(rk.placement("queen", 8, count=8))
    assert (walk.hints, walk.complete) == ((), False)
    assert "No further square is forced" in str(walk)
    assert take(rk.hint(rk.placement("queen", 3, count=3))).sentence.startswith("No solution: ")


def test_hint_heeds_its_time_limit() -> None:
    with pytest.raises(OutOfTime):
        rk.hint(rk.placement("queen", 30, count=30), seconds=0.001)


def test_command_gives_a_hint_and_a_walk(tmp_path: Path) -> None:
    words = ("hint", "regions", "--board", f"regions:{FIVE}")
    data: Any = json.loads(rookery(*words, "--json").out)
    assert (data["square"], data["piece"], data["because"]) == ([4, 4], "king", ["region E holds exactly 1 piece"])
    so_far = tmp_path / "so_far.txt"
    so_far.write_text("K....\nK....\n.....\n.....\n.....\n")
    assert "A mistake: the king on " in rookery(*words, "--placement", str(so_far)).out
    so_far.write_text(".....\n.....\n.....\n.....\n....x\n")
    found = rookery(*words, "--placement", str(so_far), "--json")
    assert json.loads(found.out)["sentence"].startswith("A mistake: the cross on 4,4 cannot stand with these")
    so_far.write_text("K....\n..K..\n....K\n.K...\n...K.\n")
    solved = json.loads(rookery(*words, "--placement", str(so_far), "--json").out)
    assert (solved["square"], solved.keys()) == (None, data.keys())
    walk = json.loads(rookery(*words, "--all", "--json").out)
    assert walk["rating"] in ("easy", "medium", "hard")
    assert walk["steps"]
