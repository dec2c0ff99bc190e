"""Random questions: which backend, what is wanted of it, and its options."""

from random import Random

from oracle.case import free

from fuzz.case import Case

BACKENDS = ("backtracking", "backtracking", "backtracking", "cpsat", "sat", "python-constraint", "auto")
IDEAS = (
    "symmetry",
    "components",
    "gains",
    "dual",
    "colouring",
    "exchange",
    "surplus",
    "cases",
)
STRATEGIES = ("rows", "astar", "dp", "exhaustive")
LOWERED = {
    "lowering.lines": ("auto", "on", "off"),
    "lowering.counts": ("on", "off"),
    "lowering.symmetry": ("off", "lex"),
    "lowering.bound": ("all", "counting", "off"),
}
HINTLESS = ("solver", "cadical103")  # an old solver that takes none, so it is refused with one
LOSSY = ("lowering.symmetry", "lex")  # keeps one solution of several, so it is refused where they are counted
SOLVERS = {
    "solver": ("cadical195", "cadical103", "glucose4", "minisat22", "mergesat3", "maplechrono", "minicard"),
    "amo": ("pairwise", "product", "seqcounter", "ladder", "bitwise"),
    "card": ("mtotalizer", "kmtotalizer", "seqcounter", "totalizer", "cardnetwrk", "sortnetwrk"),
    "search": ("cores", "ascending"),
    "parallels": ("on", "off"),
}


def question(random: Random, case: Case) -> Case:
    """The case with a question."""
    backend = random.choice(BACKENDS)
    want = random.choice(("one", "all", "count", "count"))
    symmetry = want != "one" and random.random() < 0.4
    limit = random.choice((1, 2, 5)) if want == "all" and not symmetry and random.random() < 0.2 else None
    case = case.but(backend=backend, want=want, symmetry=symmetry, limit=limit, options=_options(random, backend, want))
    if backend != "python-constraint" and random.random() < 0.02 and (want == "one" or backend == "backtracking"):
        return case.but(workers=2)
    takes_hints = backend in ("cpsat", "sat", "auto") and want == "one"
    if takes_hints and random.random() < 0.15 and HINTLESS not in case.options:
        return case.but(hint=_hint(random, case))
    strategic = any(name == "strategy" for name, _ in case.options)  # these take no seed
    return case if strategic else case.but(seed=random.choice((0, 0, 0, 1, 7)))


def _options(random: Random, backend: str, want: str) -> tuple[tuple[str, str], ...]:
    if random.random() < 0.4:
        return ()
    if backend == "backtracking":
        if random.random() < (0.4 if want == "count" else 0.15):
            return (("strategy", "frontier" if want == "count" else random.choice(STRATEGIES)),)
        left_out = [idea for idea in IDEAS if random.random() < 0.4]
        return (("without", ",".join(left_out) or "all"),)
    known = {"cpsat": LOWERED, "sat": {**LOWERED, **SOLVERS}}.get(backend, {})
    drawn = tuple((name, random.choice(values)) for name, values in known.items() if random.random() < 0.3)
    return tuple(option for option in drawn if want == "one" or option != LOSSY)


def _hint(random: Random, case: Case) -> tuple[tuple[int, int, int], ...]:
    """Pieces anywhere, in peace or not."""
    some = [cell for cell in free(case) if random.random() < 0.4]
    return tuple((*cell, random.randrange(len(case.pieces))) for cell in some)
