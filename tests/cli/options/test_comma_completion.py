"""Lists with commas are completed by the shell: what is begun after the last comma, and is not in the list yet."""

import pytest

from rookery.cli.options.compare import backend_lists
from rookery.cli.options.option import comma_completion


@pytest.mark.parametrize(
    ("begun", "completed"),
    [
        ("", ["cpsat", "sat", "satire"]),
        ("sa", ["sat", "satire"]),
        ("sat,", ["sat,cpsat", "sat,satire"]),
        ("sat,cpsat,s", ["sat,cpsat,satire"]),
        ("sat,x", []),
    ],
)
def test_what_a_shell_may_complete(begun: str, completed: list[str]) -> None:
    assert comma_completion(lambda: ("cpsat", "sat", "satire"))(begun) == completed


def test_backends_are_completed() -> None:
    assert {"all", "backtracking", "cpsat", "sat"} <= set(backend_lists(""))
    assert "sat,cpsat" in backend_lists("sat,c")
