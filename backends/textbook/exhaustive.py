"""Generate and test: every way to take at most one of each row, each looked at by itself.

The rows are disjoint cliques, such as the rows of a board; where a model has no cliques each variable is a row.
"""

from collections.abc import Iterator
from itertools import chain, combinations, product

from rookery.backends.backtracking.frontier.limits import Halted, Watch
from rookery.backends.contract.backend import Outcome, Request, Solution, Solutions
from rookery.backends.selection.masks import Masks, bits, mask
from rookery.backends.textbook.program import StrategyProgram

Picks = tuple[int, ...]


def search_exhaustive(program: StrategyProgram, request: Request) -> Solutions:
    """Test all numbers of choices from the better side on; with a goal the first solution is the best."""
    chosen, trial = program.chosen, Trial(program, Watch(request.deadline))
    numbers = range(max(0, chosen.least), min(chosen.most, len(trial.rows)) + 1)
    try:
        for number in reversed(numbers) if chosen.goal > 0 else numbers:
            trial.watch.bound = len(chosen.forced) + number if chosen.goal else None
            for solution in trial.solutions(number):
                yield chosen.forced | solution
                if chosen.goal:
                    return Outcome(proven=True, bound=trial.watch.bound, raw_status=trial.told())
    except Halted as halt:
        return trial.watch.halted(halt, trial.told())
    return Outcome(proven=True, raw_status=trial.told())


class Trial:
    """The ways to choose from some rows, and how many of them were tested."""

    def __init__(self, program: StrategyProgram, watch: Watch) -> None:
        self.watch, self._masks = watch, program.masks
        self.rows = rows_of(program.masks, program.chosen.cliques)
        self._tested = 0

    def solutions(self, number: int) -> Iterator[Solution]:
        """The solutions that take so many candidates, of as many different rows."""
        ways = chain.from_iterable(product(*some) for some in combinations(self.rows, number))
        for picks in self.watch.over(ways):
            self._tested += 1
            if solves(self._masks, picks):
                yield frozenset(self._masks.variables[pick] for pick in picks)

    def told(self) -> str:
        """How much was tested."""
        return f"exhaustive: {self._tested:,} ways tested, at most one of each of {len(self.rows)} rows"


def solves(masks: Masks, picks: Picks) -> bool:
    """Whether no two of the candidates are rivals, and all items are hit."""
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
