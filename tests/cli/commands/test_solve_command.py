"""`rookery solve`: what is drawn and said, and what the JSON holds."""

import json
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.command_line import Result, rookery
from rookery_tests.known_values import values

EIGHT = ("solve", "placement", "--piece", "queen", "--board", "8", "--count", "8")


def queens(side: int, *more: str) -> Result:
    return rookery("solve", "placement", "--piece", "queen", "--board", str(side), "--count", "n", *more)


def boards(out: str) -> list[str]:
    return [block for block in out.strip().split("\n\n") if set(block) <= set("Q.\n")]


def test_one_board_a_sentence_and_the_times() -> None:
    code, out, err = queens(8)
    board, message = out.split("\n\n")
    sentence, times = message.splitlines()
    assert (code, err) == (0, "")
    assert [line.index("Q") for line in board.splitlines()] == [0, 4, 7, 5, 2, 6, 1, 3]
    assert sentence == "8 queens on an 8x8 board: solved"
    assert times.startswith("auto: backtracking (a choice in each row, 64 variables: our own search is made for it")
    assert "total " in times


@pytest.mark.parametrize("side", [1, 2, 3, 4, 5, 6, 8])
def test_all_boards_are_drawn(side: int) -> None:
    number = values("queen.count")[side]
    code, out, _ = queens(side, "--all")
    assert code == 0
    assert len(set(boards(out))) == len(boards(out)) == number
    said = "no solution" if number == 0 else f"{number} solution{'s' * (number > 1)}, complete"
    assert f"{side} queen{'s' * (side > 1)} on a{'n' * (side == 8)} {side}x{side} board: {said}\n" in out


@pytest.mark.parametrize("backend", ["backtracking", "cpsat", "sat", "python-constraint"])
def test_all_queens_as_json_by_each_backend(backend: str) -> None:
    code, out, err = rookery(*EIGHT, "--all", "--json", "--backend", backend)
    answer = json.loads(out)
    assert (code, err, answer["complete"], answer["count"]) == (0, "", True, 92)
    assert len({tuple(map(tuple, solution)) for solution in answer["solutions"]}) == 92


def test_boards_alone() -> None:
    assert queens(4, "--all", "--format", "board") == (0, ".Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n", "")
    assert queens(3, "--format", "board") == (0, "no solution\n", "")
    assert queens(3, "--all", "--format", "board") == (0, "no solution\n", "")


def test_chess_symbols() -> None:
    assert queens(4, "--format", "unicode").out.startswith("· ♕ · ·\n· · · ♕\n♕ · · ·\n· · ♕ ·\n\n")


def test_orbits() -> None:
    answer = json.loads(queens(8, "--up-to-symmetry", "--json").out)
    assert (answer["orbits"], answer["count"], len(answer["solutions"]), answer["complete"]) == (12, 92, 12, True)
    code, out, _ = queens(8, "--up-to-symmetry")
    assert (code, len(boards(out))) == (0, 12)
    assert "12 solutions up to symmetry (92 in total), complete" in out


def test_counts_draw_no_board() -> None:
    code, out, _ = queens(6, "--count-solutions")
    assert (code, boards(out)) == (0, [])
    assert "6 queens on a 6x6 board: 4 solutions\n" in out
    assert "4 solutions up to symmetry (40 in total)" not in out
    assert "6 solutions up to symmetry (40 in total)\n" in queens(7, "--count-solutions", "--up-to-symmetry").out


def test_a_limit_of_solutions_comes_first() -> None:
    code, out, _ = queens(8, "--limit", "5")
    assert (code, len(boards(out))) == (3, 5)
    assert "5 solutions found, stopped by the solution limit" in out
    answer = json.loads(queens(8, "--limit", "5", "--json").out)
    assert (answer["complete"], answer["count"], answer["end"]) == (False, 5, "solution limit")


def test_a_limit_above_the_number_of_solutions_is_not_reached() -> None:
    assert queens(6, "--limit", "5").code == 0


def test_the_best_alone_is_drawn() -> None:
    code, out, _ = rookery("solve", "domination", "--piece", "knight", "--board", "4", "--kind", "independent")
    board, message = out.split("\n\n")
    assert (code, board.count("N")) == (0, 4)
    assert message.startswith("Independent domination of a 4x4 board with knights: 4 (optimal)\n")


def test_as_many_as_possible_is_the_default_count() -> None:
    answer = json.loads(rookery("solve", "placement", "--piece", "king", "--board", "5", "--json").out)
    assert (answer["status"], answer["objective"], answer["bound"], answer["complete"]) == ("optimal", 9, 9, True)
    maximum = rookery("solve", "placement", "--piece", "king", "--board", "5", "--count", "max")
    assert "As many kings as possible on a 5x5 board: 9 (optimal)" in maximum.out


def test_all_optimal_placements() -> None:
    code, out, _ = rookery("solve", "domination", "--piece", "queen", "--board", "5", "--all")
    assert (code, len(boards(out))) == (0, 186)
    assert "3 (optimal); 186 optimal solutions, complete" in out


def test_several_pieces_with_their_counts() -> None:
    counts = ("--piece", "queen", "--piece", "knight", "--count", "2", "--count", "max")
    answer = json.loads(rookery("solve", "placement", "--board", "5", *counts, "--fix", "0,0=queen", "--json").out)
    pieces = [piece for piece, _, _ in answer["solutions"][0]]
    assert pieces.count("queen") == 2
    assert pieces.count("knight") == answer["objective"]
    assert ["queen", 0, 0] in answer["solutions"][0]
    assert answer["problem"]["fixed"] == [["queen", 0, 0]]


def test_squares_that_are_forbidden_and_holes() -> None:
    code, out, _ = queens(4, "--all", "--format", "board", "--forbid", "0,1")
    assert (code, out) == (0, "..Q.\nQ...\n...Q\n.Q..\n")
    code, out, _ = rookery("solve", "placement", "--piece", "R", "--board", "2x3", "--hole", "0,1", "--format", "board")
    assert (code, out) == (0, "R#R\n.R.\n")


def test_a_torus() -> None:
    answer = json.loads(
        rookery("solve", "placement", "--piece", "queen", "--board", "5:torus", "--all", "--count", "5", "--json").out
    )
    assert (answer["count"], answer["problem"]["board"]) == (values("queen.toroidal_count")[5], "5:torus")


def test_a_picture_is_written(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert queens(4, "--svg", str(file)).code == 0
    assert file.read_text(encoding="utf-8").startswith("<svg ")
    code, out, err = queens(3, "--svg", str(tmp_path / "none.svg"))
    assert (code, "no solution" in out, err) == (0, True, "rookery: no board to draw as a picture\n")
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
def test_the_json_keeps_the_contract(question: tuple[str, ...]) -> None:
    code, out, err = rookery(*question, "--json")
    answer: dict[str, Any] = json.loads(out)
    assert (code, err, out.count("\n")) == (0, "", 1)
    for key, kind in TYPES.items():
        assert isinstance(answer[key], kind), key
    assert answer["status"] in ("satisfied", "optimal", "infeasible")
    assert set(answer["times"]) == {"start", "load", "declare", "compile", "search", "decode", "check", "total"}
    assert all(isinstance(seconds, float) and seconds >= 0 for seconds in answer["times"].values())
    assert {"rookery", "python"} < set(answer["versions"])
    for solution in answer["solutions"]:
        for piece, row, column in solution:
            assert (type(piece), type(row), type(column)) == (str, int, int)


MINE = """\
from rookery.backends import Backend, Capabilities, CompiledProgram, Outcome

class Mine(Backend):
    name = "mine"
    summary = "knows one board"
    capabilities = Capabilities()

    def compile(self, model, request):
        return CompiledProgram({"variables": model.variables})

    def run(self, program, request):
        yield frozenset((1, 7, 8, 14))
        yield Outcome(proven=False)

class Broken(Backend):
    name = 1 / 0
"""


def test_a_backend_of_a_file_is_named_by_its_place(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE.partition("class Broken")[0])
    queens = ("solve", "n-queens", "--board", "4", "--format", "board", "--backend")
    assert rookery(*queens, f"{tmp_path / 'mine.py'}:Mine") == (0, ".Q..\n...Q\nQ...\n..Q.\n", "")
    for place, fault in {"none.py:Mine": "there is no file", "mine.py:Yours": "has no attribute 'Yours'"}.items():
        found = rookery(*queens, f"{tmp_path}/{place}")
        assert (found.code, found.out) == (2, "")
        assert fault in found.err
    (tmp_path / "broken.py").write_text(MINE)
    found = rookery(*queens, f"{tmp_path}/broken.py:Mine")
    assert (found.code, found.err.count("\n")) == (2, 1)
    assert "cannot be imported: ZeroDivisionError" in found.err


N_QUEENS = {
    "export n-queens --board 4 --format dimacs": "c 4 queens on a 4x4 board",
    "table queens --boards 4..6": "n-queens, number of solutions",
    "compare n-queens --boards 4,5 --backends sat --dry-run": "4 queens on 4x4  sat  seed 0",
    "solve nqueens --board 1 --format board": "Q",
    "check n-queens --board 1 --placement {file}": "1 queen on a 1x1 board: the placement is accepted",
}


@pytest.mark.parametrize("line", N_QUEENS)
def test_n_queens_is_a_word_of_every_command(line: str, tmp_path: Path) -> None:
    (tmp_path / "queen").write_text("Q\n")
    found = rookery(*line.format(file=tmp_path / "queen").split())
    assert (found.code, found.err) == (0, "")
    assert N_QUEENS[line] in found.out


def test_a_short_form_says_its_pieces_alone() -> None:
    found = rookery("compare", "n-queens", "--piece", "rook", "--boards", "4", "--dry-run")
    assert (found.code, found.out) == (2, "")
    assert "n-queens says --piece by its name; leave it out" in found.err
