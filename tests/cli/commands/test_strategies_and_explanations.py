"""`--strategy` and `--explain`: what is passed on, refused and told."""

import json

import pytest
from rookery_tests.command_line import Result, rookery

GUARDS = ("solve", "domination", "--piece", "queen", "--board", "6")
EIGHT = ("solve", "placement", "--piece", "queen", "--board", "8", "--count", "8")


@pytest.mark.parametrize("strategy", ["auto", "astar", "dp", "exhaustive"])
def test_each_strategy_answers(strategy: str) -> None:
    code, out, err = rookery(*GUARDS, "--kind", "independent", "--strategy", strategy, "--json")
    answer = json.loads(out)
    assert (code, err, answer["objective"], answer["complete"]) == (0, "", 4, True)
    assert answer["raw_status"].startswith("" if strategy == "auto" else f"{strategy}: ")


def test_the_option_of_the_backend_is_the_same() -> None:
    both = rookery(*EIGHT, "--strategy", "rows"), rookery(*EIGHT, "--option", "strategy=rows")
    assert [result.lines[:9] for result in both] == [rookery(*EIGHT).lines[:9]] * 2


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--strategy", "quick"), "unknown strategy 'quick': there are auto, rows, astar, dp, exhaustive, frontier"),
        (("--strategy", "rows"), "strategy rows takes one choice a row, such as n queens on n rows; "),
        (("--strategy", "astar", "--all"), "strategy astar finds one solution, this question wants all"),
        (("--strategy", "dp", "--option", "memory=big"), "memory 'big': expected an amount such as 64M or 2G"),
        (("--strategy", "dp", "--option", "strategy=dp"), "--strategy and --option strategy=... say the same"),
        (("--strategy", "dp", "--backend", "sat"), "backend sat has no option 'strategy'"),
    ],
)
def test_one_line_for_what_it_cannot_do(more: tuple[str, ...], message: str) -> None:
    code, out, err = rookery(*GUARDS, *more)
    assert (code, out) == (2, "")
    assert err.startswith(f"rookery: {message}")
    assert err.count("\n") == 1


def test_a_memory_limit_leaves_with_3() -> None:
    limited = ("--board", "8", "--strategy", "dp", "--option", "memory=1M")
    code, out, _ = rookery("solve", "domination", "--piece", "queen", *limited)
    assert code == 3
    assert "unknown, nothing found or proven (stopped by the memory limit)" in out


def explained(*command: str) -> dict[str, str]:
    """The lines on standard error by their first word."""
    result: Result = rookery(*command, "--explain")
    assert result.code == 0
    assert "structure" not in result.out
    return dict(line.split(": ", 1) for line in result.err.splitlines())


def test_explains_rows() -> None:
    message = explained(*EIGHT)
    assert message["structure"].startswith("a selection (items to hit, cliques")
    assert message["size"] == "64 variables, 16 items, 42 cliques"
    assert message["rows"] == "8 rows, one choice each, in lanes of 8 bits"
    assert message["search"].startswith("rows")


def test_explains_a_covering_search() -> None:
    message = explained(*GUARDS)
    assert message["number"] == "the fewest"
    assert message["symmetries"].startswith("8; ")
    assert message["search"].startswith("covering")


def test_explains_forced_choices_packing_and_the_general_search() -> None:
    forced = explained(*EIGHT, "--fix", "0,0")
    assert forced["forced"].startswith("1 chosen beforehand")
    assert explained("solve", "placement", "--piece", "knight", "--board", "4")["search"].startswith("packing")
    general = explained("solve", "placement", "--piece", "queen", "--piece", "knight", "--count", "2", "--count", "2",
                        "--board", "5", "--backend", "backtracking")  # fmt: skip
    assert general["structure"].startswith("general")
    decided = explained("solve", "domination", "--piece", "knight", "--board", "2")
    assert decided["search"].startswith("none")


def test_explains_a_strategy_and_how_it_ended() -> None:
    message = explained(*GUARDS, "--strategy", "astar")
    assert (
        message["search"]
        == "strategy astar, A* for the fewest pieces; the bound is the open items divided by the largest gain"
    )
    assert message["ended"].startswith("astar: queue at most ")


def test_explains_both_searches_of_all_optima() -> None:
    _, _, err = rookery(*GUARDS, "--all", "--explain")
    assert [line for line in err.splitlines() if line.startswith("number: ")] == [
        "number: the fewest",
        "number: any number, at most 3",
    ]


@pytest.mark.parametrize("backend", ["cpsat", "sat", "python-constraint"])
def test_any_backend_explains_at_least_its_sizes(backend: str) -> None:
    _, out, err = rookery(*GUARDS, "--backend", backend, "--explain", "--json")
    assert json.loads(out)["objective"] == 3
    assert any(character.isdigit() for character in err)


def test_a_strategy_is_short_for_a_backend_with_its_option() -> None:
    short = json.loads(rookery(*GUARDS, "--strategy", "astar", "--json").out)
    long = json.loads(rookery(*GUARDS, "--backend", "textbook", "--option", "algorithm=astar", "--json").out)
    assert (short.pop("times"), long.pop("times")) != (None, None)
    assert short == long
    assert (long["backend"], long["objective"]) == ("textbook", 3)


def test_the_frontier_is_short_for_how_the_engine_counts() -> None:
    asked = ("solve", "domination", "--piece", "king", "--board", "6", "--count-solutions", "--json")
    short = json.loads(rookery(*asked, "--strategy", "frontier").out)
    long = json.loads(rookery(*asked, "--option", "count=frontier").out)
    assert (short["backend"], short["raw_status"]) == (long["backend"], long["raw_status"])
    assert short["raw_status"].startswith("frontier: ")
    assert short["count"] == long["count"] == 1  # 4 kings, one in the middle of each quarter
