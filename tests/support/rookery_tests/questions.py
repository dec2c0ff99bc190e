"""Random questions about a problem: what is wanted, and the options of a backend."""

from collections.abc import Mapping
from random import Random

from oracle.case import Standing, free

import rookery as rk
from rookery.backends import Backend, Want
from rookery_tests.cases import Case, declare

BACKENDS = ("backtracking", "sat", "cpsat", "python-constraint", "auto")
IDEAS = ("symmetry", "components", "matching", "gains", "dual", "colouring", "exchange", "surplus", "cases")
STRATEGIES = ("rows", "astar", "dp", "exhaustive")
OPTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "cpsat": {"lowering": ("on", "off")},
    "sat": {
        "lowering": ("on", "off"),
        "solver": ("cadical195", "glucose42"),
        "card": ("mtotalizer", "kmtotalizer", "seqcounter", "totalizer", "cardnetwrk", "sortnetwrk"),
    },
}


def draw_question(random: Random, case: Case, backend: str) -> Case:
    """Return the case with a random question to a backend."""
    want = random.choice(("one", "all", "count", "count"))
    symmetry = want != "one" and not case.shape and random.random() < 0.4  # the oracle knows no symmetries of cylinders
    limit = random.choice((1, 2, 5)) if want == "all" and not symmetry and random.random() < 0.2 else None
    options = _draw_options(random, backend, want)
    case = case.but(backend=backend, want=want, symmetry=symmetry, limit=limit, options=options)
    if backend in ("cpsat", "sat", "auto") and want == "one" and random.random() < 0.15:
        return case.but(hint=_draw_hint(random, case))
    strategic = any(name == "strategy" for name, _ in options)  # strategies take no seed
    return case if strategic else case.but(seed=random.choice((0, 0, 0, 1, 7)))


def _draw_options(random: Random, backend: str, want: str) -> tuple[tuple[str, str], ...]:
    if random.random() < 0.4:
        return ()
    if backend == "backtracking":
        if random.random() < (0.4 if want == "count" else 0.15):
            return (("strategy", "frontier" if want == "count" else random.choice(STRATEGIES)),)
        left_out = [idea for idea in IDEAS if random.random() < 0.4]
        return (("without", ",".join(left_out) or "all"),)
    known = OPTIONS.get(backend, {})
    return tuple((name, random.choice(values)) for name, values in known.items() if random.random() < 0.3)


def _draw_hint(random: Random, case: Case) -> tuple[Standing, ...]:
    """Return pieces on random squares; they may attack each other."""
    some = [cell for cell in free(case) if random.random() < 0.4]
    return tuple((*cell, random.randrange(len(case.pieces))) for cell in some)


def ask(case: Case, backend: Backend | None = None, seconds: float = 60.0) -> rk.Answer:
    """Return Rookery's answer to a case, by its backend or by another one."""
    problem = declare(case)
    hint = {rk.Square(row, column): problem.pieces[piece] for row, column, piece in case.hint}
    return rk.solve(
        problem,
        backend or case.backend,
        Want(case.want),
        limit=case.limit,
        seconds=seconds,
        seed=case.seed,
        up_to_symmetry=case.symmetry,
        options=dict(case.options),
        hint=hint or None,
    )
