from typing import Any

import pytest
from rookery_tests.brute_force import BruteForce

from rookery.backends import Backend, Capabilities, Question, Unsupported, Want, solve
from rookery.models import BadInput, Board, placement
from rookery.models.pieces.piece import QUEEN


class Modest(BruteForce):
    """Two workers for one thing, no seeds, one option."""

    name = "modest"
    capabilities = Capabilities(workers=frozenset({Want.ONE}), seeds=False, options={"order": "of the squares"})


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"want": "some"}, "unknown want 'some'; known are one, all, count"),
        ({"limit": 0}, "limit 0; it must be at least 1"),
        ({"seconds": 0}, "0 seconds; it must be more than 0"),
        ({"seconds": -2.5}, "-2.5 seconds; it must be more than 0"),
        ({"seconds": float("nan")}, "nan seconds"),
        ({"workers": 0}, "workers 0; it must be at least 1"),
        ({"seed": -1}, "seed -1; it must be at least 0"),
        (
            {"second": 3},
            r"a question has no 'second': did you mean seconds\? it has want, limit, seconds, workers, seed",
        ),
    ],
    ids=str,
)
def test_bad_questions_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Question.of(**fields)


def test_words_become_wants() -> None:
    assert Question.of(want="count").want is Want.COUNT
    assert Question() == Question.of(want="one", limit=None, seconds=None, workers=1, seed=0)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"want": "all", "workers": 2}, "modest does not use 2 workers here; it takes more than one only for: one"),
        ({"seed": 3}, "backend modest takes no seed; leave it at 0"),
    ],
    ids=str,
)
def test_what_a_backend_cannot_do_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(Unsupported, match=message):
        solve(placement(QUEEN, Board(2), 1), Modest(), **fields)


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match="backend modest has no option 'ordr'; its options are: order"):
        solve(placement(QUEEN, Board(2), 1), Modest(), options={"ordr": "rows"})


@pytest.mark.parametrize("fields", [{"workers": 2}, {"options": {"order": "rows"}}], ids=str)
def test_what_a_backend_can_do_is_asked_of_it(fields: dict[str, Any]) -> None:
    answer = solve(placement(QUEEN, Board(2), 1), Modest(), **fields)
    assert answer.complete
    assert answer.workers == fields.get("workers", 1)


def test_no_backend_ignores_what_it_is_asked(backend: Backend[Any]) -> None:
    """More workers and a seed are honoured or refused; the conformance suite checks what is answered then."""
    for want in Want:
        for question, able in (
            (Question(want, workers=2), want in backend.capabilities.workers),
            (Question(want, seed=3), backend.capabilities.seeds),
        ):
            try:
                question.require_supported_by(backend)
            except Unsupported:
                assert not able
            else:
                assert able
