"""Every backend of ours passes the suite that ships with the package."""

import pytest
from rookery_tests.brute_force import Assignments, BruteForce

from rookery import domination, placement
from rookery.backends import Ask, Backend, Unsupported, Want, backend, solve
from rookery.backends.conformance import CASES, Case, NotConforming, report
from rookery.backends.contract import Stream
from rookery.backends.solvers.mip import MipHere
from rookery.backends.solvers.textbook import Textbook
from rookery.models import Board
from rookery.models.pieces.piece import ROOK

NAMES = ("backtracking", "sat", "cpsat", "python-constraint", "auto", "textbook", "mip")
QUICK = [case for case in CASES if not case.medium and "deadline" not in case.name]
MODELS = [case for case in CASES if case.name.startswith("model: ")]


def find_backend(name: str) -> Backend:
    return MipHere() if name == "mip" else backend(name)  # a process for each question takes minutes


@pytest.mark.parametrize("at", range(len(QUICK)), ids=[str(case) for case in QUICK])
def test_one_backend_conforms(at: int) -> None:
    """Another backend for each case; `test_backend_conforms` asks all cases."""
    QUICK[at].check(find_backend(NAMES[at % len(NAMES)]))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_backend_conforms(name: str) -> None:
    cases = [case for case in CASES if not (case.medium and name == "mip")]  # `mip` takes 15 s for these
    assert list(report(find_backend(name), cases)) == []


def test_names_of_cases_differ() -> None:
    assert len({case.name for case in CASES}) == len(CASES)


def test_partial_backend_may_refuse() -> None:
    """The textbook searches refuse weights, and what has no such excuse may not."""

    class Choosy(Textbook):
        can = Textbook.can - {"partial"}

    [case] = [case for case in MODELS if case.name == "model: weights"]
    assert not case.check(Textbook())
    with pytest.raises(NotConforming, match="Unsupported"):
        case.check(Choosy())


class Single(BruteForce):
    """Finds one solution, or the best one, and cannot list or count."""

    name = "single"
    can = frozenset({"one", "best"})

    def run(self, program: Assignments, ask: Ask) -> Stream:
        assert ask.want is Want.ONE
        return super().run(program, ask)


def test_backend_is_asked_only_what_it_can() -> None:
    assert all(case.check(Single()) == 1 for case in MODELS)
    for question in ({"want": "all"}, {"want": "count"}, {"want": "all", "up_to_symmetry": True}):
        with pytest.raises(Unsupported, match=r"cannot (list|count)"):
            solve(placement(ROOK, Board(2), 2), Single(), **question)


def test_backend_that_only_lists_cannot_find_the_best() -> None:
    class Lister(BruteForce):
        can = frozenset({"one", "all"})

    with pytest.raises(Unsupported, match="cannot look for the best"):
        solve(domination(ROOK, Board(2)), Lister(), "all")
    assert list(report(Lister(), MODELS)) == []


@pytest.mark.parametrize("case", [*MODELS, *(case for case in CASES if case.name.startswith("random"))], ids=str)
def test_trying_everything_conforms(case: Case) -> None:
    case.check(BruteForce())
