"""The questions of the page: what Python answers to plain data, and what it refuses in one sentence."""

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rookery as rk
from rookery.play.questions import answer, read_problem
from rookery.play.settings import list_settings

EIGHT = {"family": "placement", "board": "8", "pieces": [["queen", 8]]}
MORE = {"given": [["queen", 4, 1]], "placed": [["queen", 5, 3]]}


def ask(what: str, problem: object = EIGHT, **more: Any) -> dict[str, Any]:
    """An answer as the page gets it: through JSON."""
    question = json.dumps({"do": what, "problem": problem, **more})
    return dict(json.loads(json.dumps(answer(json.loads(question)))))


def test_a_board_is_completed_and_refereed() -> None:
    found = ask("solve", EIGHT | MORE, backend="textbook")
    (solution,) = found["solutions"]
    assert ["queen", 4, 1] in solution
    assert ["queen", 5, 3] in solution
    assert (found["sentence"], found["verdict"]) == ("solved", "Accepted by both referees.")
    assert rk.check(rk.placement("queen", 8, 8), [(row, column) for _, row, column in solution])


def test_the_fewest_guards_of_a_board_are_five() -> None:
    """OEIS A075458: 5 queens guard 8x8; 4860 ways."""
    found = ask("solve", {"family": "domination", "board": "8", "pieces": [["queen", None]]}, backend="sat")
    assert (found["sentence"], found["objective"]) == ("5 (optimal)", 5)


def test_solutions_are_listed_and_counted_up_to_symmetry() -> None:
    """OEIS A000170 and A002562: 10 and 2 of five queens."""
    five = EIGHT | {"board": "5", "pieces": [["queen", 5]]}
    assert len(ask("solve", five, want="all", backend="textbook")["solutions"]) == 10
    found = ask("solve", five, want="all", up_to_symmetry=True, backend="textbook")
    assert (found["count"], found["orbits"], len(found["solutions"])) == (10, 2, 2)
    assert ask("solve", five, want="count", backend="textbook")["sentence"] == "10 solutions"


def test_what_is_left_is_counted() -> None:
    one = EIGHT | {"given": [["queen", 4, 1]]}
    assert [ask("left", each, backend="textbook")["count"] for each in (EIGHT, one, EIGHT | MORE)] == [92, 8, 1]
    assert ask("left", EIGHT | {"pieces": [["queen", 5]]}, backend="textbook")["more"]


def test_no_solution_is_explained() -> None:
    found = ask("why", EIGHT | {"given": [["queen", 0, 0], ["queen", 3, 3]]})
    assert (found["kind"], found["attacks"]) == ("contradiction", [[[0, 0], [3, 3]]])


def test_a_hint_names_a_square() -> None:
    hint = ask("hint", EIGHT | MORE)["hint"]
    assert hint["square"] is not None
    assert not hint["mistake"]


def test_a_search_is_told_step_by_step() -> None:
    four = ask("trace", EIGHT | {"board": "4", "pieces": [["queen", 4]]})
    assert [four["steps"][0], four["cells"][0], len(four["steps"]), four["cut"]] == [
        [0, 0],
        ["queen", 0, 0],
        138,
        False,
    ]
    assert "one piece a row" in ask("trace", EIGHT | {"pieces": [["knight", 3]]})["error"]


def test_a_placement_is_checked() -> None:
    wrong = ask("check", EIGHT | {"placed": [["queen", 0, 0], ["queen", 0, 1]]})
    assert not wrong["accepted"]
    assert wrong["squares"] == [[0, 0], [0, 1]]


def test_a_certificate_comes_back_verified() -> None:
    made = ask("certify", EIGHT | {"board": "6", "pieces": [["queen", 6]]}, backend="sat")
    found = answer({"do": "verify", "certificate": made["certificate"]})
    assert found["verified"]
    assert "6 queens on a 6x6 board" in found["claim"]
    assert "certificate" in answer({"do": "verify", "certificate": "é"})["error"]


def test_betza_notation_is_a_piece() -> None:
    piece = answer({"do": "piece", "piece": "NC"})["piece"]
    assert (piece["name"], piece["sign"], len(piece["ways"]["squares"])) == ("NC", "N", 16)
    assert "unknown piece '?'" in answer({"do": "piece", "piece": "?"})["error"]


QUESTIONS: dict[str, dict[str, Any]] = {
    "given": {"family": "placement", "board": "8", "pieces": [["queen", 8]], "given": [["queen", 4, 1]]},
    "holes": {"family": "placement", "board": "8", "pieces": [["queen", 8]], "holes": [[0, 0], [7, 7]]},
    "two pieces": {"family": "placement", "board": "8", "pieces": [["queen", 5], ["knight", 5]]},
    "torus": {"family": "placement", "board": "7:torus", "pieces": [["queen", 7]]},
    "cylinder": {"family": "placement", "board": "6:cylinder", "pieces": [["bishop", None]]},
    "Betza": {"family": "placement", "board": "8", "pieces": [["NC", None]]},
    "kind": {"family": "domination", "board": "8", "pieces": [["queen", None]], "options": {"kind": "total"}},
    "armies": {"family": "armies", "board": "5", "pieces": [["queen", None], ["queen", None]]},
    "stars": {"family": "regions", "board": "regions:AAAA/BBBB/CCCC/DDDD", "pieces": [["king", None]]},
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_python_and_command_ask_the_problem_of_the_page(name: str) -> None:
    question = QUESTIONS[name]
    problem, words = read_problem(question), ask("words", question)
    names: dict[str, Any] = {}
    exec(words["python"].replace("print(", "(").replace("rk.solve", "str"), names)
    assert names["problem"] == problem
    assert words["command"].startswith(f"rookery solve {question['family']} ")


def test_python_and_command_name_all_that_is_asked() -> None:
    stated = EIGHT | MORE | {"holes": [[0, 0]], "forbidden": [[7, 7]]}
    words = ask("words", stated, want="all", up_to_symmetry=True, backend="sat")
    assert words["python"].splitlines()[2:] == [
        "problem = rk.placement('queen', rk.board('8', holes=[(0, 0)]), count=8,"
        " fixed={(4, 1): 'queen', (5, 3): 'queen'}, forbidden=[(7, 7)])",
        "print(rk.solve(problem, backend='sat', want='all', up_to_symmetry=True))",
    ]
    assert words["command"] == (
        "rookery solve placement --piece queen --count 8 --board 8 --hole 0,0 --fix 4,1 --fix 5,3 --forbid 7,7"
        " --all --up-to-symmetry --backend sat"
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"family": "chess"}, "unknown family"),
        ({"family": "superqueens"}, "brings its own board"),
        ({"board": "100x100"}, "shows up to 1,024"),
        ({"board": "9999999"}, "too large"),
        ({"board": "hex:999"}, "too large"),  # three million cells: half a minute, were they made
        ({"board": "/etc/passwd"}, "expected"),
        ({"pieces": []}, "0 pieces"),
        ({"pieces": [["/etc/passwd", 1]]}, "piece"),
        ({"pieces": [["queen", -1]]}, "-1"),
        ({"placed": [["queen", 9, 9]]}, "lies off the board"),
        ({"placed": [["queen", 0]]}, "expected [ROW, COLUMN]"),
        ({"forbidden": [["a", "b"]]}, "whole number"),
        ({"options": {"kind": "total"}}, "placement has no option"),
        ({"family": "domination", "pieces": [["queen", None]], "options": {"sort": "total"}}, "known are kind"),
        ({"holes": 3}, "expected a list"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(change: dict[str, Any], why: str) -> None:
    found = ask("solve", EIGHT | change)
    assert why in found["error"]
    assert "\n" not in found["error"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.sampled_from(["queen", "8", "n", "hex:3", "sat", "all", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "kind", "stars"]), inner),
    max_leaves=6,
)
KEYS = ("family", "board", "holes", "pieces", "options", "given", "placed", "forbidden")


@given(st.sampled_from(("words", "check", "hint", "nothing", "piece", "verify")), st.sampled_from(KEYS), JSON)
def test_nothing_that_an_address_says_is_a_bug(what: str, key: str, value: Any) -> None:
    found = answer({"do": what, "problem": {**EIGHT, "board": "4", key: value}, "piece": value, "certificate": value})
    assert isinstance(found, dict)


@pytest.mark.parametrize("family", list_settings(8, ())["families"], ids=lambda family: family["name"])
def test_each_family_that_the_page_offers_can_be_asked_as_it_begins(family: dict[str, Any]) -> None:
    """With the pieces and options that the page's form begins with."""
    value = {"weight": 1, "cost": 1}.get(family["each"], 1 if family["counted"] else None)
    board = "regions:AAB/ACB/CCB" if family["name"] == "regions" else "4"
    begun: dict[str, Any] = {each["name"]: [] if each["kind"] == "squares" else 2 for each in family["options"]
             if each["kind"] == "squares" or each.get("required")}  # fmt: skip
    pieces = [[family["piece"], value]] * family["least"]
    problem = {"family": family["name"], "board": board, "pieces": pieces, "options": begun}
    assert "title" in ask("words", problem), ask("words", problem)


def test_limits_of_time_are_bounded() -> None:
    assert "expected a number up to" in ask("solve", seconds=1e9)["error"]
    assert "expected a number up to" in ask("solve", seconds=True)["error"]


def test_questions_need_nothing_that_a_browser_lacks() -> None:
    code = (
        "import sys, rookery.play.questions; print(*{'numpy', 'numba', 'msgspec', 'click', 'jinja2'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
