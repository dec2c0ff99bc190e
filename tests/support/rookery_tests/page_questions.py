"""Questions of all families as a page asks them: with no library but python-sat.

Run as a script, in Pyodide or where other libraries are out of reach, it prints a line for each question: its name, the
answer, and the seconds that it took. Names as arguments choose among them.
"""

import json
import sys
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

import rookery as rk

Ask = Callable[[], dict[str, Any]]
LETTERS = ["AABB", "ABBB", "CDDD", "CCCD"]
FREE = rk.placement("queen", 6, count=6)  # which has 4 solutions
FULL = rk.placement("queen", 4, count=4, fixed=["a1"])  # which has none


def _ask(problem: rk.Problem, backend: str = "sat", **question: Any) -> Ask:
    """The answer as far as every backend gives the same."""

    def ask() -> dict[str, Any]:
        answer = rk.solve(problem, backend, **question)
        listed = sorted(str(each) for each in answer.solutions) if question.get("want") == "all" else None
        assert not any(problem.faults(each) for each in answer.solutions)
        given = answer.status, answer.complete, answer.objective, answer.count if "want" in question else None
        return {"said": [*map(str, given), str(answer.orbits)], "listed": listed}

    return ask


def _certify(problem: rk.Problem, kind: str | None, **question: Any) -> Ask:
    def ask() -> dict[str, Any]:
        certificate = rk.certify(problem, backend="sat", evidence=kind, **question)
        verified = rk.verify(certificate, problem)
        return {"said": [certificate.evidence.kind, verified.claim, verified.verified, verified.reason]}

    return ask


def _try_squares() -> dict[str, Any]:
    with rk.what_if(FREE) as board:
        board.fix("b6")
        return {"said": [board.possible("c4"), board.possible("d4"), board.forced("d5")]}


# Only in a page: elsewhere our own search needs numba.
PLAIN_SEARCHES: dict[str, Ask] = {
    "placement by our own search": _ask(rk.placement("queen", 8, count=8), backend="backtracking"),
    "placement by our own search, none": _ask(FULL, backend="backtracking"),
    "domination by our own search": _ask(rk.domination("queen", 8), backend="backtracking"),
}
QUESTIONS: dict[str, Ask] = {
    "placement": _ask(rk.placement("queen", 8, count=8)),
    "placement by rows": _ask(rk.placement("queen", 8, count=8), options={"algorithm": "rows"}, backend="textbook"),
    "placement, the most": _ask(rk.placement("knight", 5)),
    "placement, all": _ask(FREE, want="all"),
    "placement, the count": _ask(rk.placement("queen", "5:torus", count=5), want="count"),
    "placement, up to symmetry": _ask(FREE, want="all", up_to_symmetry=True),
    "placement, none": _ask(FULL),
    "domination": _ask(rk.domination("queen", 6)),
    "domination, by A*": _ask(rk.domination("queen", 5), options={"algorithm": "astar"}, backend="textbook"),
    "domination, by dynamic programming": _ask(
        rk.domination("king", 5), options={"algorithm": "dp"}, backend="textbook"
    ),
    "domination by any backend": _ask(rk.domination("knight", 5, kind="independent"), backend="auto"),
    "domination, all": _ask(rk.domination("king", 5, kind="total"), want="all", limit=2000),
    "domination on hexagons": _ask(rk.domination("king", "hex:3")),
    "sighted": _ask(rk.sighted_placement({"queen": 5}, 4, pawns=1)),
    "maximal": _ask(rk.maximal_placement("queen", 6)),
    "weighted": _ask(rk.weighted_placement({"queen": 9, "knight": 3}, 4)),
    "connected": _ask(rk.connected_domination("queen", 5)),
    "upper": _ask(rk.upper_domination("rook", 3)),
    "k-fold": _ask(rk.k_fold_domination("king", 5, times=2)),
    "border": _ask(rk.border_domination("queen", 6)),
    "restricted": _ask(rk.restricted_domination("rook", 2, allowed=[(0, 0), (1, 1)])),
    "cheapest": _ask(rk.cheapest_domination({"queen": 9, "rook": 5}, 3)),
    "unguarded": _ask(rk.most_unguarded("queen", 5, count=3)),
    "hitting-set": _ask(rk.hitting_set("queen", 4)),
    "regions": _ask(rk.regions(LETTERS), want="all"),
    "armies": _ask(rk.armies(["queen", "queen"], 4)),
    "guards": _ask(rk.guards({"king": 1, "queen": 1}, 4)),
    "coverage": _ask(rk.coverage("queen", 5, count=2)),
    "mutual": _ask(rk.mutual_attack("queen", 4, attacks=1)),
    "colouring": _ask(rk.colouring("knight", 4)),
    "superqueens": _ask(rk.superqueens(10)),
    "toroidal-queens": _ask(rk.toroidal_queens(7)),
    "blocked-queens": _ask(rk.random_blocked_queens(8, blocked=20, seed=1)),
    "excluded-diagonals": _ask(rk.random_excluded_diagonals(8, excluded=4, seed=1)),
    "why": lambda: {"said": [*rk.explain(FULL).sentences()]},
    "why not fewer": lambda: {"said": [*rk.explain(rk.domination("queen", 5)).sentences()]},
    "check": lambda: {"said": str(rk.check(FREE, rk.solve(FREE, "sat").solutions[0]))},
    "hint": lambda: {"said": str(rk.hint(rk.regions(LETTERS), {}))},
    "what if": _try_squares,
    "unique": lambda: {"said": str(rk.is_unique(rk.regions(LETTERS)))},
    "verify a packing": _certify(rk.placement("rook", 4), "packing"),
    "verify a refutation": _certify(FULL, "lrat"),
    "verify a list": _certify(rk.placement("queen", 5, count=5), "lrat", want="all"),
    "a limit of time": lambda: {"said": str(rk.solve(rk.domination("queen", 14), "sat", seconds=1).complete)},
}


def assert_answered_alike(printed: str, questions: Mapping[str, Ask]) -> None:
    """The lines that the script has printed elsewhere are the answers to these questions here."""
    said = {name: answer for name, answer, _ in map(json.loads, printed.splitlines())}
    assert said.keys() == questions.keys()
    for name, answer in said.items():
        assert answer == questions[name](), name


if __name__ == "__main__":
    asked = QUESTIONS | (PLAIN_SEARCHES if sys.platform == "emscripten" else {})
    for name in sys.argv[1:] or asked:
        began = perf_counter()
        answer = asked[name]()
        print(json.dumps([name, answer, round(perf_counter() - began, 3)]))
