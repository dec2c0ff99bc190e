"""Sums in unary whose bound can rise while the solver works."""

from collections.abc import Sequence

from rookery.backends.sat.oracle import Oracle


class Totalizer:
    """A sum of literals; PySAT's incremental totaliser, whose clauses go to the oracle as they are needed."""

    def __init__(self, oracle: Oracle, literals: Sequence[int]) -> None:
        from pysat.card import ITotalizer

        self._oracle, self._literals = oracle, literals
        self._sum = ITotalizer(lits=list(literals), ubound=1, top_id=oracle.top)
        self._bound = 1
        self._take(self._sum.cnf.clauses)

    def __len__(self) -> int:
        return len(self._literals)

    def _take(self, clauses: list[list[int]]) -> None:
        self._oracle.add(clauses)
        self._oracle.top = max(self._oracle.top, self._sum.top_id)

    def at_most(self, bound: int) -> int:
        """A literal that, when it is assumed, keeps the sum at `bound` or below; 0 < bound < number of literals."""
        if bound > self._bound:
            self._sum.increase(ubound=bound, top_id=self._oracle.top)
            self._bound = bound
            self._take(self._sum.cnf.clauses[-self._sum.nof_new :] if self._sum.nof_new else [])
        return -int(self._sum.rhs[bound])
