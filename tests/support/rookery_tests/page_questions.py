"""Questions as a page asks them, with no library but python-sat.

Run as a script, in Pyodide, it prints a line of JSON for each question: its name and the answer.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import rookery as rk

Ask = Callable[[], Any]
LETTERS = ["AABB", "ABBB", "CDDD", "CCCD"]
FREE = rk.placement("queen", 6, count=6)  # which has 4 solutions
FULL = rk.placement("queen", 4, count=4, fixed=["a1"])  # which has none


def make_question(problem: rk.Problem, backend: str = "sat", **question: Any) -> Ask:
    """Return a question whose answer has what every backend gives alike."""

    def ask() -> list[Any]:
        answer = rk.solve(problem, backend, **question)
        assert not any(problem.faults(each) for each in answer.solutions)
        listed = sorted(str(each) for each in answer.solutions) if question.get("want") == "all" else None
        count = answer.count if "want" in question else None
        return [str(answer.status), answer.complete, answer.objective, count, answer.orbits, listed]

    return ask


def certify() -> list[Any]:
    certificate = rk.certify(FULL, backend="sat", evidence="lrat")
    verified = rk.verify(certificate, FULL)
    return [verified.claim, verified.verified]


QUESTIONS: dict[str, Ask] = {
    "placement": make_question(rk.placement("queen", 8, count=8)),
    "placement by rows": make_question(rk.placement("queen", 8, count=8), "textbook", options={"strategy": "rows"}),
    "placement, all": make_question(FREE, want="all"),
    "placement on a torus": make_question(rk.placement("queen", "5:torus", count=5), want="count"),
    "placement, up to symmetry": make_question(FREE, want="all", up_to_symmetry=True),
    "placement, none": make_question(FULL),
    "domination": make_question(rk.domination("queen", 6)),
    "domination by A*": make_question(rk.domination("queen", 5), "textbook", options={"strategy": "astar"}),
    "domination by auto": make_question(rk.domination("knight", 5, kind="independent"), "auto"),
    "domination, total": make_question(rk.domination("king", 5, kind="total"), want="all", limit=2000),
    "sighted": make_question(rk.sighted({"queen": 5}, 4, pawns=1)),
    "k-fold": make_question(rk.k_fold("king", 5, times=2)),
    "regions": make_question(rk.regions(LETTERS), want="all"),
    "armies": make_question(rk.armies(["queen", "queen"], 4)),
    "guards": make_question(rk.guards({"king": 1, "queen": 1}, 4)),
    "guards by cost": make_question(rk.guards(["queen", "rook"], 3, costs=[9, 5])),
    "n-queens": make_question(rk.n_queens(8, blocked=20, seed=1)),
    "n-queens, diagonals": make_question(rk.n_queens(8, excluded=4, seed=1)),
    "coverage": make_question(rk.coverage("queen", 5, count=2)),
    "why": lambda: [*rk.explain(FULL).sentences()],
    "check": lambda: str(rk.check(FREE, rk.solve(FREE, "sat").solutions[0])),
    "hint": lambda: str(rk.hint(rk.regions(LETTERS), {})),
    "unique": lambda: str(rk.is_unique(rk.regions(LETTERS))),
    "verify": certify,
    "a limit of time": lambda: rk.solve(rk.domination("queen", 14), "sat", seconds=1).complete,
}


def assert_answered_alike(printed: str) -> None:
    """Assert that the lines that the script has printed elsewhere are the answers here."""
    answers = dict(map(json.loads, printed.splitlines()))
    assert answers.keys() == QUESTIONS.keys()
    for name, answer in answers.items():
        assert answer == json.loads(json.dumps(QUESTIONS[name]())), name


if __name__ == "__main__":
    for name in sys.argv[1:] or QUESTIONS:
        print(json.dumps([name, QUESTIONS[name]()]))
