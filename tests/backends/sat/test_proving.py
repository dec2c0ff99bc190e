"""What Rookery needs of the private part of python-sat: a test that fails here says which release changed it."""

from itertools import combinations

import pysolvers
import pytest

from rookery.backends import Unsupported
from rookery.backends.certifying.lrat import UntrimmableProof, trim
from rookery.backends.solvers.sat import proving
from rookery.backends.solvers.sat.proving import ProofTooLong, list_solutions, trace_refutation
from rookery.certificates.lrat import ClauseFormula, read_steps, refute
from rookery.core.deadline import Deadline, OutOfTime

CHANGED = "python-sat has changed what backends/solvers/sat/proving.py needs of its private module pysolvers"


def pigeons(holes: int) -> list[list[int]]:
    """One pigeon more than holes, at most one in each: cannot be."""
    number = {(pigeon, hole): pigeon * holes + hole + 1 for pigeon in range(holes + 1) for hole in range(holes)}
    clauses = [[number[pigeon, hole] for hole in range(holes)] for pigeon in range(holes + 1)]
    pairs = combinations(range(holes + 1), 2)
    return clauses + [[-number[one, hole], -number[other, hole]] for one, other in pairs for hole in range(holes)]


def test_pysolvers_has_the_private_calls() -> None:
    missing = [name for name in proving.PRIVATE if not hasattr(pysolvers, name)]
    assert not missing, f"{CHANGED}: there is no {missing}"


def test_trace_is_lrat() -> None:
    clauses = pigeons(5)
    data = trace_refutation(clauses, 1 << 24)
    assert isinstance(data, bytes), CHANGED
    trimmed = trim(data, len(clauses))
    steps = list(read_steps(trimmed))
    assert all(step.hints for step in steps), f"{CHANGED}: steps without hints are DRAT, the option `lrat` is ignored"
    assert len(trimmed) < len(data)
    refute(ClauseFormula(30, clauses), trimmed)


def test_trace_of_satisfiable_clauses_is_a_model() -> None:
    assert trace_refutation([[1, 2], [-1]], 1 << 20) == [-1, 2]


def test_trace_ends_at_limits() -> None:
    with pytest.raises(ProofTooLong):
        trace_refutation(pigeons(8), 1000)
    with Deadline(0).held(), pytest.raises(OutOfTime):
        trace_refutation(pigeons(8), 1 << 24)
    with Deadline(0).held(), pytest.raises(OutOfTime):
        list_solutions([[1, 2]], 2, 4)


def test_missing_private_calls_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pysolvers, "cadical195_tracepr")
    with pytest.raises(Unsupported, match=r"this release of python-sat cannot trace LRAT: .* no cadical195_tracepr"):
        trace_refutation([[1], [-1]], 1000)


@pytest.mark.parametrize(
    "data", [b"", b"a\x02\x00", b"a\x0a\x02\x00\x00", b"x\x00", b"d\x02\x00", b"a\x03\x00\x02\x00"]
)
def test_trim_refuses_other_formats(data: bytes) -> None:
    with pytest.raises(UntrimmableProof):
        trim(data, 2)


def test_list_solutions_lists_all() -> None:
    found = list_solutions([[1, 2], [-1, -2], [3, 4]], 3, 4)
    assert found is not None
    assert set(map(frozenset, found)) == {frozenset(each) for each in ({0}, {1}, {0, 2}, {1, 2})}
    assert list_solutions([[1, 2], [-1, -2], [3, 4]], 3, 3) is None
