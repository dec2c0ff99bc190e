"""`rookery check`, and `--why` beside `rookery solve`."""

import json
from pathlib import Path

import pytest
from rookery_tests.command_line import Result, rookery
from rookery_tests.foreign_tools import asked, run

import rookery as rk
from rookery.models import Problem

EIGHT = ("placement", "--piece", "queen", "--board", "8", "--count", "8")
KINGS = ("domination", "--piece", "king", "--board", "5")


def check(*arguments: str, given: str) -> Result:
    return rookery("check", *arguments, "--placement", "-", given=given.encode())


@pytest.mark.parametrize("more", [("--json",), ("--format", "board"), ("--format", "board", "--all")])
def test_our_own_answer_is_accepted(more: tuple[str, ...]) -> None:
    arguments = (*EIGHT[:4], "5", "--count", "5")
    solved = rookery("solve", *arguments, "--backend", "sat", *more)
    code, out, err = check(*arguments, given=solved.out if "--all" not in more else solved.out.split("\n\n")[3])
    assert (code, err) == (0, "")
    assert "accepted by both referees" in out


def test_all_solutions_of_an_answer_are_checked() -> None:
    solved = rookery("solve", *EIGHT, "--backend", "sat", "--json", "--all")
    code, out, _ = check(*EIGHT, given=solved.out)
    assert (code, out.splitlines()[-1]) == (0, "92 placements checked, 0 refused.")
    broken = solved.out.replace('["queen", 0, 0]', '["queen", 1, 0]')
    code, out, _ = check(*EIGHT, given=broken)
    assert (code, out.splitlines()[-1]) == (4, "92 placements checked, 4 refused.")


def test_a_wrong_placement_is_refused_with_each_broken_rule() -> None:
    code, out, err = check(*EIGHT, given="a8 b6 c8 0,5")
    assert (code, err) == (4, "")
    assert "Broken: 8 queens stand on the board." in out
    assert "- the queen on 0,0 attacks the queen on 0,2" in out
    assert out.splitlines()[0] == "Q.Q..Q..   !.!..!.."


def test_plain_data_tells_the_same(tmp_path: Path) -> None:
    picture = tmp_path / "refused.svg"
    code, out, err = check(*KINGS, "--json", "--svg", str(picture), given="1,1 1,4 4,1")
    data = json.loads(out)
    assert (code, err, data["accepted"]) == (4, "", False)
    (found,) = data["placements"]
    assert found["squares"] == [[3, 3], [3, 4], [4, 3], [4, 4]]
    assert [each["rule"] for each in found["violations"]] == ["each square is guarded: occupied or attacked"]
    assert 'class="attacked"' in picture.read_text()
    code, out, _ = check(*KINGS, "--json", given="1,1 1,4 4,1 4,4")
    assert code == 0
    assert json.loads(out)["placements"][0]["value"] == 4


def test_a_value_that_is_claimed_is_counted_anew() -> None:
    solved = json.loads(rookery("solve", *KINGS, "--backend", "sat", "--json").out)
    assert check(*KINGS, given=json.dumps(solved)).code == 0
    code, out, _ = check(*KINGS, given=json.dumps({**solved, "objective": 3}))
    assert code == 4
    assert "it says 3, it is 4" in out


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("", "standard input: it is empty"),
        ("Q...", "standard input: it draws a board of 1x4"),
        ("9,9", "standard input: square 9,9 lies off the board"),
        ("s UNSATISFIABLE", "standard input: it has no `v` line"),
        ("\x00\xff", "standard input: it draws a board"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(given: str, message: str) -> None:
    code, out, err = check(*EIGHT, given=given)
    assert (code, out) == (2, "")
    assert err.startswith(f"rookery: {message}")
    assert err.count("\n") == 1


def test_each_solution_of_a_solver_s_output_is_judged() -> None:
    """Two solutions were read as one placement with the pieces of both."""
    both = "s SATISFIABLE\nv 1 -2 -3 -4 0\ns SATISFIABLE\nv -1 -2 -3\nv -4 0\n"
    code, out, _ = check("domination", "--piece", "queen", "--board", "2", given=both)
    assert code == 4
    assert "square 1,1 is not guarded" in out
    assert out.endswith("2 placements checked, 1 refused.\n")
    code, out, _ = check("domination", "--piece", "queen", "--board", "2", "--json", given=both)
    assert [each["accepted"] for each in json.loads(out)["placements"]] == [True, False]


def test_an_empty_placement_of_a_graph_is_judged(tmp_path: Path) -> None:
    """Nothing was drawn beside three marked vertices: two drawings of different heights were "a bug"."""
    graph = tmp_path / "path.txt"
    graph.write_text("a b\nb c\n")
    code, out, err = check("domination", "--graph", str(graph), given="[[]]")
    assert (code, err) == (4, "")
    assert out.startswith("!:a !:b !:c\n\nBroken: each square is guarded: occupied or attacked.\n")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    code, out, err = rookery("check", *EIGHT, "--placement", str(tmp_path / "nothing"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "cannot read" in err


def test_a_special_case_is_checked_too() -> None:
    assert check("superqueens", "--side", "2", given="0,0").code == 4


ROUND_TRIPS = {
    ("placement", "--piece", "queen", "--board", "6", "--count", "6"): rk.placement(rk.QUEEN, rk.Board(6), count=6),
    ("domination", "--piece", "queen", "--board", "5"): rk.domination(rk.QUEEN, rk.Board(5)),
    ("upper", "--piece", "rook", "--board", "3"): rk.upper_domination(rk.ROOK, rk.Board(3)),
    ("connected", "--piece", "king", "--board", "4"): rk.connected_domination(rk.KING, rk.Board(4)),
    ("armies", "--piece", "queen", "--piece", "queen", "--board", "4"): rk.peaceable_queens(4),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "problem"), ROUND_TRIPS.items(), ids=lambda each: str(each)[:40])
def test_cadical_solves_what_we_export_and_we_check_it(
    arguments: tuple[str, ...], problem: Problem, tmp_path: Path
) -> None:
    cadical, file, best = asked("cadical"), tmp_path / "a.cnf", rk.solve(problem, "sat").objective
    bound = () if best is None else ("--bound", str(best))
    assert rookery("export", *arguments, "--format", "dimacs", *bound, "--out", str(file)).code == 0
    said = run(cadical, "-q", str(file))
    code, out, err = check(*arguments, given=said)
    assert (code, err) == (0, "")
    assert best is None or f"with a value of {best} " in out
    flipped = said.replace(" 1 ", " -1 ") if " 1 " in said else said.replace(" -1 ", " 1 ")
    assert check(*arguments, given=flipped).code in ((4,) if best is None else (0, 4))


@pytest.mark.parametrize("backend", ["backtracking", "sat", "cpsat", "python-constraint"])
def test_every_backend_explains_by_the_same_route(backend: str) -> None:
    code, out, err = rookery("solve", *EIGHT, "--fix", "0,0", "--fix", "1,1", "--backend", backend, "--why")
    assert (code, err) == (0, "")
    expected = out.split("\n\n")[1].splitlines()
    assert expected[:4] == [
        "These cannot hold together:",
        "- a queen is fixed on 0,0",
        "- a queen is fixed on 1,1",
        "- no piece attacks another",
    ]
    assert expected[-8:-6] == ["Q.......", ".Q......"]


def test_why_in_json_and_as_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "why.svg"
    forbidden = [word for square in ("0,0", "0,1", "1,0", "1,1") for word in ("--forbid", square)]
    code, out, err = rookery("solve", *KINGS, *forbidden, "--backend", "sat", "--why", "--json", "--svg", str(picture))
    data = json.loads(out)
    assert (code, err, data["status"]) == (0, "", "infeasible")
    assert data["why"]["squares"] == [[0, 0]]
    assert data["why"]["size"] == "smallest"
    assert 'class="forbidden"' in picture.read_text()


def test_why_of_an_optimum_says_what_stops_one_better() -> None:
    code, out, _ = rookery("solve", *KINGS, "--backend", "sat", "--why")
    assert code == 0
    assert "No fewer than 4: the 4 marked squares each need a piece" in out
    code, out, _ = rookery("solve", "domination", "--piece", "queen", "--board", "5", "--backend", "sat", "--why")
    assert code == 0
    assert "No short reason was found" in out


def test_without_why_nothing_is_explained() -> None:
    assert "why" not in json.loads(rookery("solve", *EIGHT, "--fix", "0,0", "--fix", "1,1", "--json").out)


def test_a_limit_that_comes_first_leaves_nothing_to_explain() -> None:
    code, out, _ = rookery("solve", *EIGHT[:4], "60", "--backend", "cpsat", "--seconds", "0.001", "--why")
    assert code == 3
    assert "cannot hold" not in out
