from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
from rookery_tests.brute_force import BruteForce

import rookery as rk
from rookery.backends import Question, Unsupported, Want, solve
from rookery.models import BadInput

ROOM = rk.placement("queen", 2, 1)


class Modest(BruteForce):
    """A backend with one option, and no seeds."""

    name = "modest"
    options: ClassVar[Mapping[str, str]] = {"order": "of the squares"}


def test_question_takes_words() -> None:
    assert Question(want="count").want is Want.COUNT
    assert Question() == Question(want="one", limit=None, seconds=None, workers=None, seed=0)
    assert {Question(options={"a": "b"}): 1}[Question(options=(("a", "b"),))] == 1
    for seconds in (0, -2.5, float("nan")):
        with pytest.raises(BadInput, match="seconds"):
            Question(seconds=seconds)


@pytest.mark.parametrize(
    ("fields", "shown"),
    [({"want": "all", "workers": 2}, "one worker"), ({"seed": 3}, "takes no seed")],
    ids=str,
)
def test_unsupported_question_is_refused(fields: dict[str, Any], shown: str) -> None:
    with pytest.raises(Unsupported, match=shown):
        solve(ROOM, Modest(), **fields)


def test_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match="no option 'ordr'"):
        solve(ROOM, Modest(), options={"ordr": "rows"})


@pytest.mark.parametrize("fields", [{"workers": 1}, {"options": {"order": "rows"}}], ids=str)
def test_supported_question_is_asked(fields: dict[str, Any]) -> None:
    answer = solve(ROOM, Modest(), **fields)
    assert answer.complete
    assert answer.workers == fields.get("workers", 1)
