"""`rookery solve`: boards, sentences and JSON."""

import json
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.command_line import Result, rookery
from rookery_tests.known_values import values

EIGHT = ("solve", "placement", "--piece", "queen", "--board", "8", "--count", "8")
FIRST, SECOND = ".Q..\n...Q\nQ...\n..Q.\n", "..Q.\nQ...\n...Q\n.Q..\n"


def solve_queens(side: int, *more: str) -> Result:
    return rookery("solve", "placement", "--piece", "queen", "--board", str(side), "--count", "n", *more)


def list_boards(out: str) -> list[str]:
    return [block for block in out.strip().split("\n\n") if set(block) <= set("Q.\n")]


def test_one_solution_is_a_board_a_sentence_and_the_times() -> None:
    code, out, err = solve_queens(8)
    board, message = out.split("\n\n")
    sentence, times = message.splitlines()
    assert (code, err) == (0, "")
    assert [line.index("Q") for line in board.splitlines()] == [0, 4, 7, 5, 2, 6, 1, 3]
    assert sentence == "8 queens on an 8x8 board: solved"
    assert times.startswith("backtracking, 0.")


@pytest.mark.parametrize("side", [1, 2, 3, 4, 5, 6, 8])
def test_all_boards_are_drawn(side: int) -> None:
    number = values("queen.count")[side]
    code, out, _ = solve_queens(side, "--all")
    assert code == 0
    assert len(set(list_boards(out))) == len(list_boards(out)) == number
    count = "no solution" if number == 0 else f"{number} solution{'s' * (number > 1)}, complete"
    assert f"{side} queen{'s' * (side > 1)} on a{'n' * (side == 8)} {side}x{side} board: {count}\n" in out


def test_format_board_prints_boards_alone() -> None:
    assert solve_queens(4, "--all", "--format", "board") == (0, f"{FIRST}\n{SECOND}", "")
    assert solve_queens(3, "--format", "board") == (0, "no solution\n", "")
    assert solve_queens(4, "--format", "unicode").out.startswith("· ♕ · ·\n· · · ♕\n♕ · · ·\n· · ♕ ·\n\n")


def test_solutions_up_to_symmetry_are_orbits() -> None:
    answer = json.loads(solve_queens(8, "--up-to-symmetry", "--json").out)
    assert (answer["orbits"], answer["count"], len(answer["solutions"]), answer["complete"]) == (12, 92, 12, True)
    out = solve_queens(7, "--count-solutions", "--up-to-symmetry").out
    assert (list_boards(out), "6 solutions up to symmetry (40 in total)\n" in out) == ([], True)


def test_limit_of_solutions_ends_with_3() -> None:
    code, out, _ = solve_queens(8, "--limit", "5")
    assert (code, len(list_boards(out))) == (3, 5)
    assert "stopped by the solution limit" in out
    answer = json.loads(solve_queens(8, "--limit", "5", "--json").out)
    assert (answer["complete"], answer["count"], answer["end"]) == (False, 5, "solution limit")
    assert solve_queens(6, "--limit", "5").code == 0


def test_optimum_is_the_best_board_alone() -> None:
    code, out, _ = rookery("solve", "domination", "--piece", "knight", "--board", "4", "--kind", "independent")
    board, message = out.split("\n\n")
    assert (code, board.count("N")) == (0, 4)
    assert message.startswith("Independent domination by knights on a 4x4 board: 4 (optimal)\n")
    kings = ("solve", "placement", "--piece", "king", "--board", "5")
    answer = json.loads(rookery(*kings, "--json").out)
    assert (answer["status"], answer["objective"], answer["bound"], answer["complete"]) == ("optimal", 9, 9, True)
    assert "As many kings as possible on a 5x5 board: 9 (optimal)" in rookery(*kings).out
    code, out, _ = rookery("solve", "domination", "--piece", "queen", "--board", "5", "--all")
    assert (code, len(list_boards(out))) == (0, 186)
    assert "3 (optimal); 186 optimal solutions, complete" in out


@pytest.mark.parametrize(
    ("line", "board"),
    [
        ("n-queens --board 4 --fix b4", FIRST),
        ("n-queens --board 4 --fix 0,1", FIRST),
        ("n-queens --board 4 --forbid c4 --seconds 1m", FIRST),
        ("placement --piece queen --board 4 --count n --forbid 0,1", SECOND),
        ("placement --piece R --board 2x3 --hole 0,1", "R#R\n.R.\n"),
        ("placement --piece rook --count 1 --board 2 --hole a1 --fix b1", "..\n#R\n"),
    ],
)
def test_squares_are_given_by_name_or_number(line: str, board: str) -> None:
    assert rookery("solve", *line.split(), "--format", "board") == (0, board, "")


def test_picture_is_written_if_there_is_a_solution(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert solve_queens(4, "--svg", str(file)).code == 0
    assert file.read_text(encoding="utf-8").startswith("<svg ")
    code, out, err = solve_queens(3, "--svg", str(tmp_path / "none.svg"))
    assert (code, "no solution" in out, err.count("\n")) == (0, True, 1)
    assert not (tmp_path / "none.svg").exists()


TYPES: dict[str, type | tuple[type, ...]] = {
    "problem": dict,
    "backend": str,
    "status": str,
    "complete": bool,
    "count": int,
    "orbits": (int, type(None)),
    "objective": (int, type(None)),
    "bound": (int, type(None)),
    "gap": (float, type(None)),
    "solutions": list,
    "times": dict,
    "statistics": dict,
    "versions": dict,
}
QUESTIONS = {
    "one": EIGHT,
    "all": (*EIGHT, "--all"),
    "count": (*EIGHT, "--count-solutions"),
    "none": ("solve", "placement", "--piece", "queen", "--board", "3", "--count", "3"),
    "optimum": ("solve", "domination", "--piece", "knight", "--board", "3x4"),
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_json_keeps_the_contract(question: tuple[str, ...]) -> None:
    code, out, err = rookery(*question, "--json")
    answer: dict[str, Any] = json.loads(out)
    assert (code, err, out.count("\n")) == (0, "", 1)
    for key, kind in TYPES.items():
        assert isinstance(answer[key], kind), key
    assert answer["status"] in ("satisfied", "optimal", "infeasible")
    assert set(answer["times"]) >= {"declare", "compile", "search", "check", "total"}
    assert all(isinstance(seconds, float) and seconds >= 0 for seconds in answer["times"].values())
    assert {"rookery", "python"} < set(answer["versions"])
    for solution in answer["solutions"]:
        for piece, row, column in solution:
            assert (type(piece), type(row), type(column)) == (str, int, int)


MINE = """\
from rookery.backends import Backend, End

class Mine(Backend):
    name = "mine"
    summary = "knows one board"

    def compile(self, model, ask):
        return model

    def run(self, program, ask):
        yield frozenset((1, 7, 8, 14))
        yield End(proven=False)
"""


def test_json_without_a_problem_has_the_keys_of_an_answer() -> None:
    code, out, err = rookery("solve", "first", *EIGHT[1:], "--json")
    cut, early, why = rookery("solve", "first", "n-queens", "--board", "300", "--seconds", "0.001", "--json")
    answer, limit = json.loads(out), json.loads(early)
    assert (code, err, cut, why) == (0, "", 3, "")
    assert limit.keys() == answer.keys()
    assert (limit["problem"], limit["status"], limit["end"]) == (None, "unknown", "time limit")


def test_backend_is_named_by_its_file(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "broken.py").write_text(f"{MINE}\n1 / 0\n")
    queens = ("solve", "n-queens", "--board", "4", "--format", "board", "--backend")
    assert rookery(*queens, f"{tmp_path / 'mine.py'}:Mine") == (0, FIRST, "")
    for place, fault in {"mine.py:Yours": "'Yours'", "broken.py:Mine": "ZeroDivisionError"}.items():
        found = rookery(*queens, f"{tmp_path}/{place}")
        assert (found.code, found.out, found.err.count("\n")) == (2, "", 1)
        assert fault in found.err
