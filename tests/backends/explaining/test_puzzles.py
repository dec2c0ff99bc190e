"""Puzzles have exactly one solution, are the same for the same seed, rated, and written as sheets."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.backends.explaining import puzzles
from rookery.backends.explaining.puzzles import Puzzle, make_completion, make_puzzles, make_regions
from rookery.cli.commands import puzzle
from rookery.core.deadline import OutOfTime

THREE = ("backtracking", "sat", "cpsat")


def ignore(text: str) -> None:
    """Take a line of progress."""


def is_connected(squares: set[tuple[int, int]]) -> bool:
    reached: set[tuple[int, int]] = set()
    waiting = {min(squares)}
    while waiting:
        reached |= waiting
        waiting = {(r + i, c + j) for r, c in waiting for i, j in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        waiting &= squares - reached
    return reached == squares


@pytest.mark.parametrize(
    ("side", "stars", "piece"), [(6, 1, "king"), (8, 1, "queen"), (7, 1, "star"), (8, 2, "king"), (1, 1, "king")]
)
def test_regions_are_connected_and_have_one_solution(side: int, stars: int, piece: str) -> None:
    problem = make_regions(side, Random(side), stars, piece)
    assert all(rk.is_unique(problem, backend).unique for backend in THREE)
    board = problem.board
    assert isinstance(board, rk.RegionBoard)
    assert len(board.regions) == side
    assert all(is_connected(set(map(tuple, squares))) for squares in board.regions.values())


@pytest.mark.parametrize(("piece", "board"), [("queen", 6), ("queen", 8), ("rook", 4), ("knight", 3)])
def test_completions_have_one_solution_and_no_given_to_spare(piece: str, board: int) -> None:
    problem = make_completion(piece, board, Random(board))
    assert all(rk.is_unique(problem, backend).unique for backend in THREE)
    count = len(rk.solve(problem).best or ())
    for square in problem.fixed:
        fewer = [each for each in problem.fixed if each != square]
        assert rk.is_unique(rk.placement(piece, board, count, fixed=fewer)).unique is False


def test_same_seed_makes_the_same_puzzles() -> None:
    one, other = (list(make_puzzles(partial(make_regions, 6), 2, 7, tell=ignore)) for _ in range(2))
    assert one == other
    assert one[0] != one[1]


def test_puzzles_are_of_the_wanted_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = make_puzzles(partial(make_regions, 5), 1, 3, "easy", ignore)
    assert rk.walk_through(found.problem).rating == "easy"
    easy = rk.regions("CCDDD/CCDDD/CCDAA/BBBAA/BBAAE", fixed=[(0, 2), (1, 0), (2, 3)])
    monkeypatch.setattr(puzzles, "MAX_TRIES", 3)
    with pytest.raises(rk.BadInput, match="3 easy"):
        list(make_puzzles(lambda random: easy, 1, 0, "hard", ignore))


def test_command_writes_text_data_and_a_sheet(tmp_path: Path) -> None:
    words = ("puzzle", "regions", "--board", "5", "--seed", "3", "--count", "3")
    text = rookery(*words)
    assert text.code == 0
    assert text.out.startswith("Star battle, 5x5\n\nEach row, column and region holds 1 star. No star touches another.")
    assert "Solutions (seed 3)" in text.out
    data = json.loads(rookery(*words, "--json").out)
    assert data["seed"] == 3
    again = rk.regions(data["puzzles"][0]["regions"])
    assert [["king", *square] for square in rk.solve(again).best or ()] == data["puzzles"][0]["solution"]
    page = tmp_path / "sheet.html"
    assert rookery(*words, "--title", "Sunday <8>", "--per-page", "2", "--out", str(page)).out == ""
    html = page.read_text(encoding="utf-8")
    assert (html.count("<figure>"), html.count("<section>"), html.count("<h1>Sunday &lt;8&gt;</h1>")) == (6, 3, 2)
    assert html.count("<figure>", html.index("<h1>Solutions</h1>")) == 3
    made = rookery("puzzle", "completion", "--board", "5", "--piece", "queen", "--json")
    (completed,) = json.loads(made.out)["puzzles"]
    assert len(completed["solution"]) == 5


def test_each_run_makes_another_puzzle_and_prints_its_seed() -> None:
    words = ("puzzle", "regions", "--board", "6", "--json")
    one, other = (json.loads(rookery(*words).out) for _ in range(2))
    assert one["seed"] != other["seed"]
    assert one["puzzles"] != other["puzzles"]
    assert json.loads(rookery(*words, "--seed", str(one["seed"])).out) == one


@pytest.mark.parametrize(
    ("end", "code", "word"),
    [(KeyboardInterrupt(), 130, "interrupted"), (rk.BadInput("none hard"), 2, "hard"), (OutOfTime(), 3, "time limit")],
    ids=repr,
)
def test_command_keeps_puzzles_made_before_an_end(
    end: BaseException, code: int, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list(make_puzzles(partial(make_regions, 4), 2, tell=ignore))

    def make(*asked: object) -> Iterator[Puzzle]:
        yield from made
        raise end

    monkeypatch.setattr(puzzle, "make_puzzles", make)
    out = tmp_path / "sheet.html"
    found = rookery("puzzle", "regions", "--board", "4", "--count", "20", "--out", str(out))
    assert (found.code, out.read_text(encoding="utf-8").count("<figure>")) == (code, 4)
    assert word in found.err


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("regions --board 5x6", 2, "square board"),
        ("regions --board 3", 2, "no solution"),
        ("regions --board 21", 2, "1 to 20"),
        ("regions --rating harder", 2, "'easy', 'medium', 'hard'"),
        ("completion --piece nobody", 2, "unknown piece"),
        ("completion --seconds 0.000001", 3, "0 of 1 puzzle made"),
        ("regions --out x.svg", 2, ".html or .txt"),
    ],
)
def test_command_refuses_bad_puzzles(words: str, code: int, message: str) -> None:
    found = rookery("puzzle", *words.split())
    assert (found.code, found.out, message in found.err) == (code, "", True)
