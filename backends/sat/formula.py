"""Clauses under construction, with the encodings of counts."""

from collections.abc import Sequence
from itertools import chain, combinations
from math import isqrt

from rookery.backends.sat.program import Clause

MOST_IN_PAIRS = 24


class Formula:
    """Clauses over numbered variables: `names` are the model's, numbers above them auxiliary, by one allocator.

    With `native`, bounds on counts are left to the solver.
    """

    def __init__(self, names: Sequence[int], native: bool = False) -> None:
        self._names, self._native = names, native
        self.top = len(names)
        self.clauses: list[Clause] = []
        self.at_mosts: list[tuple[Clause, int]] = []

    def literals(self, literals: Sequence[int]) -> list[int]:
        """The solver's literals for those of the model."""
        names = self._names
        return [names[literal] if literal >= 0 else -names[~literal] for literal in literals]

    def fresh(self) -> int:
        """A new auxiliary variable."""
        self.top += 1
        return self.top

    def add(self, clause: Clause) -> None:
        """Demand that one of the literals is true."""
        self.clauses.append(clause)

    def at_most(self, bound: int, literals: Clause) -> None:
        """At most `bound` of the literals, 0 < bound < number of literals."""
        if self._native:
            self.at_mosts.append((literals, bound))
        elif bound == 1:
            self._at_most_one(literals)
        else:
            self._count("atmost", bound, literals)

    def exactly(self, bound: int, literals: Clause) -> None:
        """Exactly `bound` of the literals, 0 < bound < number of literals."""
        if bound == 1:
            self.add(literals)
            self.at_most(1, literals)
        elif self._native:
            self.at_most(bound, literals)
            self.at_most(len(literals) - bound, [-literal for literal in literals])
        else:
            self._count("equals", bound, literals)

    def _at_most_one(self, literals: Clause) -> None:
        """All pairs where they are few; else on a grid, where at most one row and one column hold a true literal."""
        if len(literals) <= MOST_IN_PAIRS:
            self.clauses.extend([-one, -other] for one, other in combinations(literals, 2))
            return
        width = isqrt(len(literals) - 1) + 1
        columns = [self.fresh() for _ in range(width)]
        rows = [self.fresh() for _ in range(0, len(literals), width)]
        for at, literal in enumerate(literals):
            self.clauses.append([-literal, columns[at % width]])
            self.clauses.append([-literal, rows[at // width]])
        self._at_most_one(columns)
        self._at_most_one(rows)

    def _count(self, comparison: str, bound: int, literals: Clause) -> None:
        """PySAT's modulo totaliser: of the encodings measured the best for listing dominating sets."""
        from pysat.card import CardEnc, EncType

        encode = getattr(CardEnc, comparison)
        made = encode(lits=literals, bound=bound, top_id=self.top, encoding=EncType.mtotalizer)
        self.clauses.extend(made.clauses)
        self.top = max(self.top, made.nv)

    def size(self) -> dict[str, int]:
        """How large it is."""
        lists = chain(self.clauses, (literals for literals, _ in self.at_mosts))
        return {
            "variables": self.top,
            "clauses": len(self.clauses),
            "literals": sum(map(len, lists)),
        } | ({"native at-mosts": len(self.at_mosts)} if self.at_mosts else {})
