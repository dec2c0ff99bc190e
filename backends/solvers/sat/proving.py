"""Proofs by CaDiCaL 1.9.5 in the format LRAT, which python-sat can trace, though its public face only offers DRUP.

This file has everything that Rookery uses of the private module `pysolvers`; `tests/backends/sat/test_proving.py` fails
if a release of python-sat changes it.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from tempfile import TemporaryFile
from threading import current_thread, main_thread
from types import ModuleType
from typing import BinaryIO

from rookery.backends.contract import Solution, Unsupported
from rookery.backends.solvers.sat.sliced import SlicedSolver
from rookery.certificates.lrat import exclude
from rookery.core.deadline import Deadline, check_deadline, checking_deadline
from rookery.models.model.weighted_sums import Clause

CALLS = ("new", "set", "tracepr", "add_cl", "cbudget", "solve_lim", "model", "del")
PRIVATE = (*(f"cadical195_{name}" for name in CALLS), "flushpr")
SLICE = 2_000  # conflicts between two looks at the clock
MAX_CONFLICTS = 10_000_000  # to the next solution of a list
UNSATISFIABLE, SATISFIABLE = -1, 1


class ProofTooLong(Exception):
    """A proof has more bytes than it may have."""


def trace_refutation(clauses: Iterable[Clause], most_bytes: int) -> bytes | list[int]:
    """Return a refutation of clauses in binary LRAT, or the literals of an assignment that satisfies them.

    No clause is empty. Raises `ProofTooLong`, `OutOfTime` under a held deadline, and `Unsupported` for a release of
    python-sat that cannot trace LRAT.
    """
    with _tracing() as (solvers, solver, trace, file):
        for clause in checking_deadline(clauses):
            solvers.cadical195_add_cl(solver, clause)
        answer = 0
        while answer not in (UNSATISFIABLE, SATISFIABLE):
            check_deadline()
            if os.fstat(file.fileno()).st_size > most_bytes:
                raise ProofTooLong
            solvers.cadical195_cbudget(solver, SLICE)
            answer = solvers.cadical195_solve_lim(solver, [], int(current_thread() is main_thread()))
        if answer == SATISFIABLE:
            model: list[int] = solvers.cadical195_model(solver)
            return model
        solvers.flushpr(trace)
        if os.fstat(file.fileno()).st_size > most_bytes:
            raise ProofTooLong
        file.seek(0)
        return file.read()


@contextmanager
def _tracing() -> Iterator[tuple[ModuleType, object, object, BinaryIO]]:
    """A new solver that writes LRAT into a file without a name; the option comes before the trace begins."""
    solvers = import_private()
    with TemporaryFile("wb+") as file:
        solver = solvers.cadical195_new()
        try:
            solvers.cadical195_set(solver, "lrat", 1)
            trace = solvers.cadical195_tracepr(solver, file)
            yield solvers, solver, trace, file
        finally:
            solvers.cadical195_del(solver, file)


def list_solutions(clauses: Sequence[Clause], variables: int, most: int) -> list[Solution] | None:
    """All solutions of clauses, as true variables among the first `variables`; None if there are more than `most`.

    Raises `OutOfTime` under a held deadline, and `ProofTooLong` if `MAX_CONFLICTS` do not lead to a next solution.
    """
    found = list[Solution]()
    with closing(SlicedSolver("cadical195", clauses, Deadline().or_held)) as solver:
        solver.add(checking_deadline(clauses))
        while len(found) <= most:
            answer = solver.solve((), MAX_CONFLICTS)
            if answer is None:
                raise ProofTooLong
            if not answer:
                return found
            found.append(frozenset(literal - 1 for literal in solver.values() if 0 < literal <= variables))
            solver.add([exclude(found[-1], variables)])
    return None


def import_private() -> ModuleType:
    """Return the private module of python-sat; raises `Unsupported` if it is not there, or lacks what a trace needs."""
    try:
        import pysolvers
    except ImportError as error:
        raise Unsupported(f"proofs by SAT need python-sat: {error}; install it: pip install python-sat") from None
    missing = [name for name in PRIVATE if not hasattr(pysolvers, name)]
    if missing:
        raise Unsupported(f"this release of python-sat cannot trace LRAT: its pysolvers has no {', '.join(missing)}")
    found: ModuleType = pysolvers
    return found
