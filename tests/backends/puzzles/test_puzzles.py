"""Puzzles: exactly one solution on three backends, the same for the same seed, rated, and written as sheets."""

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.backends.evidence.puzzles import making
from rookery.backends.evidence.puzzles.making import make_completion, make_puzzles, make_regions
from rookery.core.deadline import OutOfTime

THREE = ("backtracking", "sat", "cpsat")


def connected(squares: set[tuple[int, int]]) -> bool:
    waiting = [next(iter(squares))]
    reached = set(waiting)
    while waiting:
        row, column = waiting.pop()
        beside = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
        waiting += beside & squares - reached
        reached |= beside & squares
    return reached == squares


@pytest.mark.parametrize(("side", "stars", "piece", "seed"), [
    (4, 1, "king", 0), (6, 1, "king", 1), (8, 1, "king", 2), (8, 1, "queen", 3), (7, 1, "none", 4), (8, 2, "king", 5),
    (1, 1, "king", 6), (5, 1, "knight", 7),
])  # fmt: skip
def test_regions_have_exactly_one_solution(side: int, stars: int, piece: str, seed: int) -> None:
    problem = make_regions(side, Random(seed), stars, piece)
    assert all(rk.is_unique(problem, backend).unique for backend in THREE)
    board = problem.board
    assert isinstance(board, rk.RegionBoard)
    assert len(board.regions) == side
    assert all(connected(set(map(tuple, squares))) for squares in board.regions.values())


@pytest.mark.parametrize(
    ("piece", "board", "seed"), [("queen", 6, 0), ("queen", 8, 1), ("rook", 4, 2), ("knight", 3, 3)]
)
def test_completions_have_one_solution_and_no_given_to_spare(piece: str, board: int, seed: int) -> None:
    problem = make_completion(piece, board, Random(seed))
    assert all(rk.is_unique(problem, backend).unique for backend in THREE)
    count = len(rk.solve(problem).best or ())
    for square in problem.fixed:
        fewer = [each for each in problem.fixed if each != square]
        assert rk.is_unique(rk.placement(piece, board, count, fewer)).unique is False


def test_the_same_seed_makes_the_same_puzzles() -> None:
    def make(random: Random) -> rk.Problem:
        return make_regions(6, random)

    one, other = (list(make_puzzles(make, 2, 7, tell=lambda text: None)) for _ in range(2))
    assert one == other
    assert one[0] != one[1]


def test_a_board_without_a_solution_is_refused() -> None:
    for side in (2, 3):
        with pytest.raises(rk.BadInput, match="no solution, so no puzzle"):
            make_regions(side, Random(0))
    with pytest.raises(rk.BadInput, match="expected a side from 1 to 20"):
        make_regions(21, Random(0))


def test_puzzles_are_of_the_wanted_rating_or_what_was_met_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(random: Random) -> rk.Problem:
        return make_regions(5, random)

    (found,) = make_puzzles(make, 1, 3, "easy", lambda text: None)
    assert rk.walk_through(found.problem).rating == "easy"
    easy = rk.regions("CCDDD/CCDDD/CCDAA/BBBAA/BBAAE", fixed=[(0, 2), (1, 0), (2, 3)])
    monkeypatch.setattr(making, "MAX_TRIES", 3)
    with pytest.raises(rk.BadInput, match="no puzzle rated hard among 3 puzzles: 3 easy; give another rating"):
        list(make_puzzles(lambda random: easy, 1, 0, "hard", lambda text: None))


def test_the_command_makes_each_form(tmp_path: Path) -> None:
    words = ("puzzle", "regions", "--board", "5", "--seed", "3", "--count", "2")
    text = rookery(*words)
    assert text.code == 0
    assert text.out.count("of a 5x5 board of 5 regions (") == 2
    data = json.loads(rookery(*words, "--format", "json").out)
    again = rk.regions(data[0]["regions"])
    assert [["king", *square] for square in rk.solve(again).best or ()] == data[0]["solution"]
    picture = rookery(*words, "--format", "svg").out
    assert picture.count("<svg") == 5
    assert ">2: solution</text>" in picture
    page = tmp_path / "sheet.html"
    assert rookery(*words, "--format", "html", "--out", str(page)).out == ""
    html = page.read_text(encoding="utf-8")
    assert html.count("<figure>") == 4
    assert "<p>No piece attacks another. Each puzzle has exactly one solution.</p>" in html
    assert html.index("solutions-page") < html.rindex("<figure>")
    assert re.search("@page", html)
    made = rookery("puzzle", "completion", "--board", "5", "--piece", "queen", "--format", "json")
    (puzzle,) = json.loads(made.out)
    assert len(puzzle["solution"]) == 5


@pytest.mark.parametrize(
    ("end", "code", "message"),
    [
        (KeyboardInterrupt(), 130, "rookery: interrupted: 2 of 20 puzzles made"),
        (rk.BadInput("no puzzle rated hard"), 2, "rookery: no puzzle rated hard"),
        (OutOfTime(), 3, "rookery: the time limit was reached first: 2 of 20 puzzles made"),
    ],
    ids=repr,
)
def test_what_was_made_before_an_end_is_kept(
    end: BaseException, code: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list(make_puzzles(partial(make_regions, 4), 2, tell=lambda text: None))

    def make(*asked: object) -> Iterator[making.Puzzle]:
        yield from made
        raise end

    monkeypatch.setattr(making, "make_puzzles", make)
    out = tmp_path / "sheet.json"
    found = rookery("puzzle", "regions", "--board", "4", "--count", "20", "--format", "json", "--out", str(out))
    assert (found.code, len(json.loads(out.read_text(encoding="utf-8")))) == (code, 2)
    assert found.err.strip() == message


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("regions --board 5x6", "--board '5x6': regions grow on a square board"),
        ("regions --board 3", "no solution, so no puzzle"),
        ("regions --rating harder", "expected easy, medium, hard"),
        ("regions --count 0", "--count '0': expected at least 1"),
        ("completion --piece nobody", "unknown piece"),
        ("regions --touching nobody", "unknown piece"),
        ("regions --seconds soon", "soon"),
    ],
)
def test_bad_input_is_one_line(words: str, message: str) -> None:
    found = rookery("puzzle", *words.split())
    assert found.code == 2
    assert message in found.err


@pytest.mark.parametrize("words", ["regions", "completion"])
def test_no_puzzle_within_a_limit_is_an_end_of_time(words: str) -> None:
    found = rookery("puzzle", words, "--seconds", "0.000001")
    assert (found.code, found.out, found.err) == (3, "", "rookery: the time limit was reached first\n")
