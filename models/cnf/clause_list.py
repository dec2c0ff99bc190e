"""Clauses in the numbers of DIMACS, and the numbers of auxiliary variables."""

Clause = list[int]


class ClauseList:
    """Clauses under construction: literals are numbers from 1, negative where negated; `top` is the largest in use."""

    def __init__(self, top: int) -> None:
        self.top = top
        self.clauses: list[Clause] = []

    def fresh(self) -> int:
        """A new auxiliary variable."""
        self.top += 1
        return self.top

    def add(self, *literals: int) -> None:
        """Demand that one of the literals is true."""
        self.clauses.append(list(literals))
