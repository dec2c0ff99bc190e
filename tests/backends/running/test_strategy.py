"""`strategy` among the options: the short form of a backend with options of its own."""

from typing import Any

import pytest

import rookery as rk
from rookery.backends import Capabilities, Question, backend, registry, start
from rookery.backends.engine.options import COUNTS
from rookery.backends.solvers.textbook import Textbook
from rookery.backends.solvers.textbook.program import ALGORITHMS
from rookery.models import BadInput
from rookery.models.pieces.piece import KNIGHT, QUEEN

GUARDS = rk.domination(QUEEN, rk.Board(5))


def test_each_strategy_names_what_there_is() -> None:
    """One table names them for the command line: it must not part from the backends' own."""
    ways = {"algorithm": ALGORITHMS, "count": COUNTS}
    for name, (other, options) in registry.STRATEGIES.items():
        assert set(options) <= set(backend(other).capabilities.options)
        assert all(value in ways[option] for option, value in options.items()), name
    assert set(registry.STRATEGIES) == {"auto", "frontier", *ALGORITHMS}


@pytest.mark.parametrize("strategy", ["astar", "dp", "exhaustive"])
@pytest.mark.parametrize("asked", ["backtracking", "textbook"])
def test_a_strategy_is_the_backend_with_its_option(strategy: str, asked: str) -> None:
    short = rk.solve(GUARDS, asked, options={"strategy": strategy})
    long = rk.solve(GUARDS, "textbook", options={"algorithm": strategy})
    assert (short.backend, short.raw_status) == ("textbook", long.raw_status)
    assert short.raw_status.startswith(f"{strategy}: ")
    assert (short.solutions, short.objective) == (long.solutions, 3)


@pytest.mark.parametrize(
    ("strategy", "options"), [("auto", {}), ("frontier", {"count": "frontier"})], ids=["auto", "frontier"]
)
def test_what_stays_with_the_default_backend(strategy: str, options: dict[str, str]) -> None:
    run = start(GUARDS, "backtracking", Question.of(want="count", options={"strategy": strategy}))
    assert (run.backend.name, run.question.options) == ("backtracking", options)
    other = start(GUARDS, backend("backtracking"), Question.of(want="count", options={"strategy": strategy}))
    assert (other.backend.name, other.question.options) == ("backtracking", options)


@pytest.mark.parametrize(
    ("asked", "options", "shown"),
    [
        (
            "backtracking",
            {"strategy": "dpp"},
            "unknown strategy 'dpp': did you mean dp\\? there are auto, rows, astar, dp,",
        ),
        ("backtracking", {"strategy": "dp", "algorithm": "dp"}, "option strategy and option algorithm say the same"),
        ("backtracking", {"strategy": "frontier", "count": "auto"}, "option strategy and option count say the same"),
        ("backtracking", {"strategy": "dp", "without": "symmetry"}, "backend textbook has no option 'without'"),
        ("backtracking", {"algorithm": "dp"}, "backend backtracking has no option 'algorithm'"),
        ("sat", {"strategy": "dp"}, "backend sat has no option 'strategy'"),
        ("textbook", {"strategy": "frontier"}, "backend textbook has no option 'strategy'"),
        (
            "textbook",
            {"algorithm": "dpp"},
            "unknown algorithm 'dpp': did you mean dp\\? there are rows, astar, dp, exh",
        ),
        ("backtracking", {"count": "both"}, "unknown count 'both': there are auto, search, frontier"),
    ],
    ids=str,
)
def test_refuses_what_makes_no_sense(asked: str, options: dict[str, str], shown: str) -> None:
    with pytest.raises(BadInput, match=shown):
        rk.solve(GUARDS, asked, options=options)


class Strategist(Textbook):
    """A backend of somebody else whose own option bears the name."""

    name = "strategist"
    capabilities = Capabilities(options={"strategy": "its own"}, partial=True)


def test_an_option_of_a_backend_of_that_name_is_its_own() -> None:
    options: dict[str, Any] = {"strategy": "whatever it likes"}
    run = start(rk.domination(KNIGHT, rk.Board(3)), Strategist(), Question.of(options=options))
    assert (run.backend.name, run.question.options) == ("strategist", options)
