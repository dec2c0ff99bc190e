"""`rookery check`, and `--why` beside `rookery solve`."""

import json
from pathlib import Path

import pytest
from rookery_tests.command_line import Result, rookery

EIGHT = ("placement", "--piece", "queen", "--board", "8", "--count", "8")
KINGS = ("domination", "--piece", "king", "--board", "5")


def check(*arguments: str, given: str) -> Result:
    return rookery("check", *arguments, "--placement", "-", given=given.encode())


@pytest.mark.parametrize("more", [("--json",), ("--format", "board")])
def test_answer_of_solve_is_accepted(more: tuple[str, ...]) -> None:
    code, out, err = check(*EIGHT, given=rookery("solve", *EIGHT, *more).out)
    assert (code, err) == (0, "")
    assert "accepted by both referees" in out


def test_each_solution_of_an_answer_is_checked() -> None:
    solved = rookery("solve", *EIGHT, "--backend", "sat", "--json", "--all")
    code, out, _ = check(*EIGHT, given=solved.out)
    assert (code, out.splitlines()[-1]) == (0, "92 placements checked, 0 refused.")
    broken = solved.out.replace('["queen", 0, 0]', '["queen", 1, 0]')
    code, out, _ = check(*EIGHT, given=broken)
    assert (code, out.splitlines()[-1]) == (4, "92 placements checked, 4 refused.")
    two = "s SATISFIABLE\nv 1 -2 -3 -4 0\ns SATISFIABLE\nv -1 -2 -3\nv -4 0\n"
    code, out, _ = check("domination", "--piece", "queen", "--board", "2", "--json", given=two)
    assert (code, [each["accepted"] for each in json.loads(out)["placements"]]) == (4, [True, False])


def test_wrong_placement_is_refused_with_each_broken_rule() -> None:
    code, out, err = check(*EIGHT, given="a8 b6 c8 0,5")
    assert (code, err) == (4, "")
    assert "Broken: 8 queens stand on the board." in out
    assert "- the queen on a8 and the queen on c8 attack each other" in out
    assert out.splitlines()[0] == "Q.Q..Q..   !.!..!.."
    assert check("n-queens", "--board", "2", given="0,0").code == 4


def test_json_has_the_broken_rules_and_their_squares(tmp_path: Path) -> None:
    picture = tmp_path / "refused.svg"
    code, out, err = check(*KINGS, "--json", "--svg", str(picture), given="1,1 1,4 4,1")
    data = json.loads(out)
    assert (code, err, data["accepted"]) == (4, f"wrote {picture}\n", False)
    (found,) = data["placements"]
    assert found["squares"] == [[3, 3], [3, 4], [4, 3], [4, 4]]
    assert [each["rule"] for each in found["violations"]] == ["each square is guarded: occupied or attacked"]
    assert 'class="attacked"' in picture.read_text()
    code, out, _ = check(*KINGS, "--json", given="1,1 1,4 4,1 4,4")
    assert (code, json.loads(out)["placements"][0]["value"]) == (0, 4)


def test_claimed_objective_is_counted() -> None:
    solved = json.loads(rookery("solve", *KINGS, "--backend", "sat", "--json").out)
    assert check(*KINGS, given=json.dumps(solved)).code == 0
    code, out, _ = check(*KINGS, given=json.dumps({**solved, "objective": 3}))
    assert (code, "it says 3, it is 4" in out) == (4, True)


def test_empty_placement_of_a_graph_is_refused(tmp_path: Path) -> None:
    """Nothing was drawn beside three marked vertices: two drawings of different heights were "a bug"."""
    graph = tmp_path / "path.txt"
    graph.write_text("a b\nb c\n")
    code, out, err = check("domination", "--graph", str(graph), given="[[]]")
    assert (code, err) == (4, "")
    assert out.startswith("!:a !:b !:c\n\nBroken: ")


def test_why_names_rules_that_exclude_each_other() -> None:
    code, out, err = rookery("solve", *EIGHT, "--fix", "0,0", "--fix", "1,1", "--why")
    assert (code, err) == (0, "")
    lines = out.split("\n\n")[1].splitlines()
    assert lines[:4] == [
        "These cannot hold together:",
        "- a queen is fixed on a8",
        "- a queen is fixed on b7",
        "- no piece attacks another",
    ]
    assert "--why" in rookery("solve", *EIGHT, "--fix", "0,0", "--fix", "1,1").out


def test_why_is_part_of_the_json() -> None:
    forbidden = [word for square in ("0,0", "0,1", "1,0", "1,1") for word in ("--forbid", square)]
    code, out, err = rookery("solve", *KINGS, *forbidden, "--backend", "sat", "--why", "--json")
    data = json.loads(out)
    assert (code, err, data["status"]) == (0, "", "infeasible")
    assert (data["why"]["squares"], data["why"]["size"]) == ([[0, 0]], "minimal")
    assert "why" not in json.loads(rookery("solve", *KINGS, *forbidden, "--json").out)


def test_why_is_left_out_after_a_time_limit() -> None:
    code, out, _ = rookery("solve", *EIGHT[:4], "60", "--backend", "cpsat", "--seconds", "0.001", "--why")
    assert (code, "cannot hold" not in out) == (3, True)
