"""A small checker of the proofs that Rookery writes for others, which shares no code with it.

It knows LRAT as text by unit propagation along the hints (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp 2017).
"""

from collections.abc import Iterable


def check_lrat(cnf: str, proof: str) -> bool:
    """Whether a proof refutes the clauses of a DIMACS file."""
    lines = [line.split() for line in cnf.splitlines() if line[:1] not in ("c", "")]
    assert lines[0][:2] == ["p", "cnf"]
    assert len(lines) - 1 == int(lines[0][3])
    clauses = {number: set(map(int, line[:-1])) for number, line in enumerate(lines[1:], start=1)}
    for line in proof.splitlines():
        number, *words = line.split()
        if words[0] == "d":
            for each in words[1:-1]:
                del clauses[int(each)]
            continue
        middle = words.index("0")
        added = set(map(int, words[:middle]))
        if not contradicts(
            {-literal for literal in added}, [clauses.get(int(each)) for each in words[middle + 1 : -1]]
        ):
            return False
        clauses[int(number)] = added
        if not added:
            return True
    return False


def contradicts(true: set[int], hints: Iterable[set[int] | None]) -> bool:
    """Whether each hint has one literal left in turn, until one has none."""
    for clause in hints:
        if clause is None:
            return False
        left = {literal for literal in clause if -literal not in true}
        if not left:
            return True
        if len(left) > 1:
            return False
        true |= left
    return False
