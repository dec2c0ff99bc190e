"""Headline questions take no more work than they did: nodes and conflicts of one worker, which no clock changes."""

import pytest

import rookery as rk

EFFORT = [  # name, problem, what is wanted, backend, most nodes or conflicts
    ("gamma(Q10)", rk.domination("queen", 10), "one", "backtracking", 400),
    ("i(Q10)", rk.domination("queen", 10, "independent"), "one", "backtracking", 150),
    ("gamma(N9)", rk.domination("knight", 9), "one", "backtracking", 60),
    ("total domination of 8x8 by knights", rk.domination("knight", 8, "total"), "one", "backtracking", 180),
    ("from the border of 8x8", rk.domination("queen", 8, allowed="border"), "one", "backtracking", 180),
    ("all gamma-sets of Q8", rk.domination("queen", 8), "count", "backtracking", 10_500),
    ("10 queens", rk.placement("queen", 10, count=10), "count", "backtracking", 7_000),
    ("most nightriders on 8x8", rk.placement("nightrider", 8), "one", "backtracking", 600),
    ("two armies of queens on 6x6", rk.armies(["queen", "queen"], 6), "one", "backtracking", 750),
    ("twofold domination", rk.k_fold("king", 6, 2), "one", "backtracking", 60),
    ("guards", rk.guards({"queen": None, "knight": 1}, 6), "one", "backtracking", 7_500),
    ("guards by cost", rk.guards(["queen", "knight"], 6, costs=[9, 3]), "one", "backtracking", 5_200),
    ("coverage", rk.coverage("queen", 6, 3), "one", "backtracking", 400),
    ("gamma(Q10) by SAT", rk.domination("queen", 10), "one", "sat", 31_000),
    ("gamma(N9) by SAT", rk.domination("knight", 9), "one", "sat", 1_500),
    ("guards by cost by SAT", rk.guards(["queen", "knight"], 6, costs=[9, 3]), "one", "sat", 10_000),
]


@pytest.mark.parametrize(
    ("problem", "want", "backend", "most"), [row[1:] for row in EFFORT], ids=[r[0] for r in EFFORT]
)
def test_headline_questions_take_no_more_work(problem: rk.Problem, want: str, backend: str, most: int) -> None:
    answer = rk.solve(problem, backend, want, workers=1)  # type: ignore[arg-type]
    work = answer.statistics["nodes" if backend == "backtracking" else "conflicts"]
    assert answer.complete
    assert 0 < work <= most
