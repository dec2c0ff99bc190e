"""The questions of the page: the answers of Python to plain data, and its refusals."""

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookery.play import questions
from rookery.play.questions import answer, read_problem
from rookery.play.settings import list_settings

EIGHT = {"family": "placement", "board": "8", "pieces": [["queen", 8]]}
FIXED, PLACED = {"fixed": [[[4, 1], "queen"]]}, [["queen", 5, 3]]


def ask(what: str, problem: object = EIGHT, **more: Any) -> dict[str, Any]:
    """Return an answer as the page gets it: through JSON."""
    question = json.dumps({"do": what, "problem": problem, **more})
    return dict(json.loads(json.dumps(answer(json.loads(question)))))


def test_solve_completes_a_board_and_referees_it() -> None:
    found = ask("solve", EIGHT | FIXED, placed=PLACED, backend="textbook")
    (solution,) = found["solutions"]
    assert ["queen", 4, 1] in solution
    assert ["queen", 5, 3] in solution
    assert (found["sentence"], found["verdict"]) == ("solved", "Accepted by both referees.")
    guards = ask("solve", {"family": "domination", "board": "8", "piece": "queen"}, backend="sat")
    assert (guards["sentence"], guards["objective"]) == ("5 (optimal)", 5)


def test_solve_lists_and_counts_up_to_symmetry() -> None:
    """OEIS A000170 and A002562: 10 and 2 of five queens."""
    five = EIGHT | {"board": "5", "pieces": [["queen", 5]]}
    assert len(ask("solve", five, want="all", backend="textbook")["solutions"]) == 10
    found = ask("solve", five, want="all", up_to_symmetry=True, backend="textbook")
    assert (found["count"], found["orbits"], len(found["solutions"])) == (10, 2, 2)


def test_solutions_that_are_left_are_counted() -> None:
    asked: list[tuple[Any, Any]] = [(EIGHT, []), (EIGHT | FIXED, []), (EIGHT | FIXED, PLACED)]
    assert [ask("left", each, placed=so_far, backend="textbook")["count"] for each, so_far in asked] == [92, 8, 1]
    assert ask("left", EIGHT | {"pieces": [["queen", 5]]}, backend="textbook")["more"]


def test_other_questions_have_their_answers() -> None:
    why = ask("why", EIGHT | {"fixed": [[0, 0], [3, 3]]})
    assert (why["kind"], why["attacks"]) == ("contradiction", [[[0, 0], [3, 3]]])
    hint = ask("hint", EIGHT | FIXED, placed=PLACED)["hint"]
    assert hint["squares"]
    assert not hint["mistake"]
    check = ask("check", EIGHT, placed=[["queen", 0, 0], ["queen", 0, 1]])
    assert (check["accepted"], check["squares"]) == (False, [[0, 0], [0, 1]])
    piece = answer({"do": "piece", "piece": "NC"})["piece"]
    assert (piece["name"], len(piece["ways"])) == ("NC", 16)


def test_bug_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(asked: object, tell: object) -> None:
        raise (MemoryError if asked == {"do": "words", "large": True} else ZeroDivisionError)("here")

    monkeypatch.setattr(questions, "DEEDS", {"words": fail})
    assert questions.reply({"do": "words"}) == {"error": "This is a bug in Rookery: ZeroDivisionError: here"}
    assert "Memory" in questions.reply({"do": "words", "large": True})["error"]


STATED: list[dict[str, Any]] = [
    EIGHT | FIXED | {"board": {"size": "8", "holes": [[0, 0]]}, "forbidden": [[7, 7]]},
    EIGHT | {"pieces": [["queen", 5], ["knight", 5]]},
    EIGHT | {"board": "7:torus", "pieces": ["NC"]},
    {"family": "domination", "board": "8", "piece": "queen", "kind": "total"},
    {"family": "armies", "board": "5", "pieces": ["queen", "queen"]},
    {"family": "guards", "board": "4", "pieces": ["queen", "rook"], "costs": [9, 5]},
    {"family": "regions", "board": "regions:AAAA/BBBB/CCCC/DDDD", "piece": "king"},
]


@pytest.mark.parametrize("question", STATED, ids=str)
def test_python_and_command_state_the_problem_of_the_page(question: dict[str, Any]) -> None:
    problem, words = read_problem({"problem": question}), ask("words", question, want="all", backend="sat")
    names: dict[str, Any] = {}
    statements, _, question_asked = words["python"].strip().rpartition("\n")
    exec(statements, names)
    assert names["problem"] == problem
    assert question_asked == "print(rk.solve(problem, backend='sat', want='all'))"
    assert words["command"].startswith(f"rookery solve {question['family']} ")
    assert words["command"].endswith("--all --backend sat")


@pytest.mark.parametrize(
    ("change", "keyword"),
    [
        ({"family": "chess"}, "unknown family"),
        ({"board": "100x100"}, "1,024"),
        ({"board": "9999999"}, "too large"),
        ({"board": "/etc/passwd"}, "expected"),
        ({"board": "graph:/etc/passwd"}, "expected"),
        ({"board": {"vertices": ["a"], "edges": []}}, "expected"),
        ({"pieces": []}, "no piece"),
        ({"pieces": [["/etc/passwd", 1]]}, "piece"),
        ({"pieces": [["queen", -1]]}, "-1"),
        ({"forbidden": [["a", "b"]]}, "expected"),
        ({"times": 2}, "'times'"),
        ({"board": {"size": "8", "holes": 3}}, "expected"),
    ],
)
def test_bad_question_is_refused_in_one_sentence(change: dict[str, Any], keyword: str) -> None:
    found = ask("solve", EIGHT | change)
    assert keyword in found["error"]
    assert "\n" not in found["error"]


@pytest.mark.parametrize(
    ("more", "keyword"),
    [
        ({"placed": [["queen", 9, 9]]}, "off the board"),
        ({"placed": [["queen", 0]]}, "[PIECE, ROW, COLUMN]"),
        ({"placed": [["queen", "a", 0]]}, "whole number"),
        ({"placed": 3}, "list"),
    ],
)
def test_bad_condition_is_refused_in_one_sentence(more: dict[str, Any], keyword: str) -> None:
    assert keyword in ask("solve", **more)["error"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.sampled_from(["queen", "8", "n", "8:torus", "sat", "all", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "kind", "stars"]), inner),
    max_leaves=6,
)
KEYS = ("family", "board", "count", "pieces", "kind", "fixed", "forbidden")


@given(st.sampled_from(("words", "check", "hint", "nothing", "piece")), st.sampled_from(KEYS), JSON)
def test_any_data_has_an_answer(what: str, key: str, value: Any) -> None:
    found = answer(
        {
            "do": what,
            "problem": {**EIGHT, "board": "4", key: value},
            "placed": value,
            "piece": value,
        }
    )
    assert isinstance(found, dict)


def test_families_can_be_asked_as_the_form_begins() -> None:
    for family in list_settings(8, ())["families"]:
        pieces: list[Any] = [[family["piece"], 1] if family["counted"] else family["piece"]] * family["least"]
        problem = {"family": family["name"], "board": "regions:AAB/ACB/CCB" if family["regions"] else "4"}
        problem[family["pieces"]] = pieces[0] if family["several"] == "never" else pieces
        problem |= {each["name"]: 2 for each in family["options"] if each["required"]}
        assert "title" in ask("words", problem), family["name"]


def test_questions_import_nothing_that_a_browser_lacks() -> None:
    lacking = {"numpy", "numba", "msgspec", "click", "jinja2"}
    code = f"import sys, rookery.play.questions; print(*{lacking} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
