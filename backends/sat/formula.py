"""Clauses under construction, with the encodings of counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import isqrt

from rookery.models.base.literals import pick
from rookery.models.cnf.clause_list import Clause, ClauseList

MOST_IN_PAIRS = 24
SMALLEST_GRID = 5
PAIRS = ("auto", "pairwise", "product", "seqcounter", "ladder", "bitwise")
CARDS = ("auto", "mtotalizer", "kmtotalizer", "seqcounter", "totalizer", "cardnetwrk", "sortnetwrk")


@dataclass(frozen=True)
class Encodings:
    """How counts become clauses: at most one by `amo`, other bounds by `card`; with `native` the solver takes them."""

    amo: str = PAIRS[0]
    card: str = CARDS[0]
    native: bool = False


class Formula(ClauseList):
    """Clauses over numbered variables: `names` are the model's, numbers above them auxiliary, by one allocator.

    With native encodings, bounds on counts are left to the solver.
    """

    def __init__(self, names: Sequence[int], encodings: Encodings = Encodings()) -> None:
        super().__init__(len(names))
        self._names, self._encodings = list(names), encodings
        self._signed = _sign(self._names)
        self.at_mosts: list[tuple[Clause, int]] = []

    def literals(self, literals: Sequence[int]) -> list[int]:
        """The solver's literals for those of the model."""
        return [*pick(self._signed, literals)]

    def extend(self, count: int) -> None:
        """Take in more variables of a lowered model, numbered after those that it has."""
        self._names.extend(self.fresh() for _ in range(count))
        self._signed = _sign(self._names)

    def at_most(self, bound: int, literals: Clause) -> None:
        """At most `bound` of the literals, 0 < bound < number of literals."""
        if self._left_to_solver(bound):
            self.at_mosts.append((literals, bound))
        elif bound == 1:
            self._at_most_one(literals)
        else:
            self._count("atmost", bound, literals)

    def _left_to_solver(self, bound: int) -> bool:
        asked = self._encodings.amo if bound == 1 else self._encodings.card
        return self._encodings.native and asked == "auto"

    def exactly(self, bound: int, literals: Clause) -> None:
        """Exactly `bound` of the literals, 0 < bound < number of literals."""
        if bound == 1:
            self.add(*literals)
            self.at_most(1, literals)
        elif self._left_to_solver(bound):
            self.at_most(bound, literals)
            self.at_most(len(literals) - bound, [-literal for literal in literals])
        else:
            self._count("equals", bound, literals)

    def _at_most_one(self, literals: Clause) -> None:
        """All pairs where they are few; else on a grid, unless an encoding is asked for."""
        amo = self._encodings.amo
        few = len(literals) <= (MOST_IN_PAIRS if amo == "auto" else SMALLEST_GRID)
        if amo == "pairwise" or (few and amo in ("auto", "product")):
            self.clauses.extend([-one, -other] for one, other in combinations(literals, 2))
        elif amo in ("auto", "product"):
            self._grid(literals)
        else:
            self._take(encode_count(amo, "atmost", 1, literals, self.top))

    def _grid(self, literals: Clause) -> None:
        """Place the literals on a grid, where at most one row and one column hold a true literal."""
        width = isqrt(len(literals) - 1) + 1
        columns = [self.fresh() for _ in range(width)]
        rows = [self.fresh() for _ in range(0, len(literals), width)]
        for at, literal in enumerate(literals):
            self.clauses.append([-literal, columns[at % width]])
            self.clauses.append([-literal, rows[at // width]])
        self._at_most_one(columns)
        self._at_most_one(rows)

    def _count(self, comparison: str, bound: int, literals: Clause) -> None:
        self._take(encode_count(self._encodings.card, comparison, bound, literals, self.top))

    def _take(self, encoded: tuple[list[Clause], int]) -> None:
        clauses, self.top = encoded
        self.clauses.extend(clauses)

    def size(self) -> dict[str, int]:
        """How large it is."""
        lists = chain(self.clauses, (literals for literals, _ in self.at_mosts))
        return {
            "variables": self.top,
            "clauses": len(self.clauses),
            "literals": sum(map(len, lists)),
        } | ({"native at-mosts": len(self.at_mosts)} if self.at_mosts else {})


def _sign(names: Sequence[int]) -> list[int]:
    """The names of all literals, those of negations counted from the end."""
    return [*names, *(-name for name in reversed(names))]


def encode_count(encoding: str, comparison: str, bound: int, literals: Clause, top: int) -> tuple[list[Clause], int]:
    """A bound on a count as PySAT's clauses, and the largest number with theirs; `comparison` is atmost or equals.

    The modulo totaliser is of the encodings measured the best for listing dominating sets.
    """
    from pysat.card import CardEnc, EncType

    encode, kind = getattr(CardEnc, comparison), getattr(EncType, "mtotalizer" if encoding == "auto" else encoding)
    encoded = encode(lits=literals, bound=bound, top_id=top, encoding=kind)
    return encoded.clauses, max(top, encoded.nv)
