"""`--strategy` and `--explain`: passed on to the backend and printed."""

import json

import pytest
from rookery_tests.command_line import rookery

GUARDS = ("solve", "domination", "--piece", "queen", "--board", "6")
EIGHT = ("solve", "placement", "--piece", "queen", "--board", "8", "--count", "8")


def test_strategy_is_short_for_a_backend_and_its_option() -> None:
    both = rookery(*EIGHT, "--strategy", "rows"), rookery(*EIGHT, "--option", "strategy=rows")
    assert [result.lines[:9] for result in both] == [rookery(*EIGHT).lines[:9]] * 2
    short = json.loads(rookery(*GUARDS, "--strategy", "astar", "--json").out)
    long = json.loads(rookery(*GUARDS, "--backend", "textbook", "--option", "strategy=astar", "--json").out)
    assert (short["backend"], short["objective"], short["statistics"]) == ("textbook", 3, long["statistics"])
    kings = ("solve", "domination", "--piece", "king", "--board", "6", "--count-solutions", "--json")
    counted = json.loads(rookery(*kings, "--strategy", "frontier").out)
    assert counted["note"].startswith("frontier: ")
    assert counted["count"] == 1  # 4 kings, one in the middle of each quarter


def test_memory_limit_ends_with_3() -> None:
    limited = ("--board", "8", "--strategy", "dp", "--option", "memory=1M")
    code, out, _ = rookery("solve", "domination", "--piece", "queen", *limited)
    assert code == 3
    assert "stopped by the memory limit" in out


def explain(*command: str) -> dict[str, str]:
    """Return the explanation by the first word of its lines."""
    result = rookery(*command, "--explain")
    assert result.code == 0
    assert "structure" not in result.out
    return dict(line.split(": ", 1) for line in result.err.splitlines())


@pytest.mark.parametrize(
    ("command", "line", "start"),
    [
        (EIGHT, "size", "64 variables"),
        (EIGHT, "search", "rows"),
        ((*EIGHT, "--fix", "0,0"), "forced", "1 chosen"),
        (("solve", "domination", "--piece", "knight", "--board", "2"), "search", "none"),
        ((*GUARDS, "--strategy", "astar"), "search", "strategy astar"),
    ],
)
def test_explanation_has_the_structure_and_the_search(command: tuple[str, ...], line: str, start: str) -> None:
    assert explain(*command)[line].startswith(start)


@pytest.mark.parametrize("backend", ["cpsat", "sat", "python-constraint"])
def test_explanation_of_any_backend_has_its_sizes(backend: str) -> None:
    _, out, err = rookery(*GUARDS, "--backend", backend, "--explain", "--json")
    assert json.loads(out)["objective"] == 3
    assert any(character.isdigit() for character in err)
