"""`strategy` among the options: the short form of a backend with options of its own."""

import pytest

import rookery as rk
from rookery.backends import Question, backend, start
from rookery.models import BadInput
from rookery.models.pieces.piece import QUEEN

GUARDS = rk.domination(QUEEN, rk.Board(5))


@pytest.mark.parametrize("strategy", ["astar", "dp", "exhaustive"])
@pytest.mark.parametrize("asked", ["backtracking", "textbook"])
def test_strategy_means_a_backend_with_an_option(strategy: str, asked: str) -> None:
    short = rk.solve(GUARDS, asked, options={"strategy": strategy})
    long = rk.solve(GUARDS, "textbook", options={"strategy": strategy})
    assert (short.backend, short.note) == ("textbook", long.note)
    assert short.note.startswith(f"{strategy}: ")
    assert (short.solutions, short.objective) == (long.solutions, 3)


@pytest.mark.parametrize(
    ("strategy", "options"), [("auto", {}), ("frontier", {"count": "frontier"})], ids=["auto", "frontier"]
)
def test_auto_and_frontier_stay_with_our_own_search(strategy: str, options: dict[str, str]) -> None:
    run = start(GUARDS, "backtracking", Question(want="count", options={"strategy": strategy}))
    assert (run.backend.name, dict(run.question.options)) == ("backtracking", options)
    other = start(GUARDS, backend("backtracking"), Question(want="count", options={"strategy": strategy}))
    assert (other.backend.name, dict(other.question.options)) == ("backtracking", options)


@pytest.mark.parametrize(
    ("asked", "options", "shown"),
    [
        ("backtracking", {"strategy": "dpp"}, "did you mean dp"),
        ("backtracking", {"strategy": "frontier", "count": "listing"}, "say the same"),
        ("backtracking", {"strategy": "dp", "without": "symmetry"}, "no option 'without'"),
        ("sat", {"strategy": "dp"}, "no option 'strategy'"),
        ("backtracking", {"count": "both"}, "unknown count 'both'"),
    ],
    ids=str,
)
def test_option_that_makes_no_sense_is_refused(asked: str, options: dict[str, str], shown: str) -> None:
    with pytest.raises(BadInput, match=shown):
        rk.solve(GUARDS, asked, options=options)
