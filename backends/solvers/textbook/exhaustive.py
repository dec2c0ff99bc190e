"""Generate and test: every way to take at most one of each row, each looked at by itself.

The rows are disjoint cliques, such as the rows of a board; if a model has no cliques each variable is a row.
"""

from collections.abc import Iterator
from itertools import chain, combinations, product

from rookery.backends.contract import Ask, End, Solution, Stream
from rookery.backends.presolve.budget import Budget, Halted
from rookery.backends.presolve.structure.parts import Masks
from rookery.backends.solvers.textbook.program import TextbookProgram
from rookery.core.numbers import bits, mask

Picks = tuple[int, ...]


def search_exhaustive(program: TextbookProgram, ask: Ask) -> Stream:
    """Test all numbers of choices from the better side on; with a goal the first solution is the best."""
    selection, trial = program.selection, Trial(program, Budget(ask.deadline))
    numbers = range(max(0, selection.least), min(selection.most, len(trial.rows)) + 1)
    try:
        for number in reversed(numbers) if selection.goal > 0 else numbers:
            trial.budget.bound = len(selection.forced) + number if selection.goal else None
            for solution in trial.solutions(number):
                yield selection.forced | solution
                if selection.goal:
                    yield End(
                        proven=True, bound=trial.budget.bound, note=trial.describe(), statistics={"nodes": trial.tested}
                    )
                    return
    except Halted as halt:
        yield trial.budget.halted(halt, trial.describe(), {"nodes": trial.tested})
        return
    yield End(proven=True, note=trial.describe(), statistics={"nodes": trial.tested})


class Trial:
    """The ways to choose from some rows, and how many of them were tested."""

    def __init__(self, program: TextbookProgram, budget: Budget) -> None:
        self.budget, self._masks = budget, program.masks
        self.rows = rows_of(program.masks, program.selection.cliques)
        self.tested = 0

    def solutions(self, number: int) -> Iterator[Solution]:
        """The solutions of `number` candidates, of as many different rows."""
        ways = chain.from_iterable(product(*some) for some in combinations(self.rows, number))
        for picks in self.budget.watch(ways):
            self.tested += 1
            if solves(self._masks, picks):
                yield frozenset(self._masks.variables[pick] for pick in picks)

    def describe(self) -> str:
        """The number of tests, in words."""
        return f"exhaustive: {self.tested:,} ways tested, at most one of each of {len(self.rows)} rows"


def solves(masks: Masks, picks: Picks) -> bool:
    """Return whether no two of the candidates are rivals, and all items are hit."""
    taken = hit = 0
    for pick in picks:
        if masks.rivals[pick] & taken:
            return False
        taken |= 1 << pick
        hit |= masks.hits[pick]
    return hit == masks.items


def rows_of(masks: Masks, cliques: tuple[tuple[int, ...], ...]) -> list[Picks]:
    """Disjoint cliques that hold all candidates: for each in turn the first of its largest ones, less what is taken."""
    number = {variable: at for at, variable in enumerate(masks.variables)}
    whole = [mask(number[variable] for variable in clique) for clique in cliques]
    left, rows = masks.candidates, list[Picks]()
    while left:
        first = left & -left
        row = max((clique & left for clique in whole if clique & first), key=int.bit_count, default=first)
        rows.append(tuple(bits(row)))
        left &= ~row
    return rows
