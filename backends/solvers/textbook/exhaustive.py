"""Generate and test: every way to take at most one of each row is tested by itself.

The rows are disjoint cliques, such as the rows of a board; if a model has no cliques each variable is a row.
"""

from itertools import chain, combinations, product

from rookery.backends.contract import Ask, End, Stream
from rookery.backends.presolve.budget import Budget, Halted
from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.structure.masks import Masks
from rookery.core.numbers import bits, mask

Picks = tuple[int, ...]


def search_exhaustive(selection: Covering, masks: Masks, ask: Ask, budget: Budget) -> Stream:
    """Test choices of every number, from the better side on: with a goal the first solution is the best."""
    rows, tested, found = list_rows(selection, masks), 0, 0
    numbers = range(max(0, selection.least), min(selection.most, len(rows)) + 1)

    def describe() -> str:
        return f"exhaustive: {tested:,} ways tested, at most one of each of {len(rows)} rows"

    try:
        for number in reversed(numbers) if selection.goal > 0 else numbers:
            budget.bound = len(selection.forced) + number if selection.goal else None
            ways = chain.from_iterable(product(*some) for some in combinations(rows, number))
            for picks in budget.watch(ways):
                tested += 1
                if not solves(masks, picks):
                    continue
                found += 1
                yield selection.forced.union(masks.variables[pick] for pick in picks)
                if found == ask.most:
                    yield End(bool(selection.goal), bound=budget.bound, note=describe(), statistics={"nodes": tested})
                    return
    except Halted as halt:
        yield budget.halted(halt, describe(), {"nodes": tested})
        return
    yield End(True, note=describe(), statistics={"nodes": tested})


def solves(masks: Masks, picks: Picks) -> bool:
    """Return whether no two of the candidates are rivals, and all items are hit."""
    taken = hit = 0
    for pick in picks:
        if masks.rivals[pick] & taken:
            return False
        taken |= 1 << pick
        hit |= masks.hits[pick]
    return hit == masks.items


def list_rows(selection: Covering, masks: Masks) -> list[Picks]:
    """Return disjoint cliques that hold all candidates: a largest clique of each first one left, less those taken."""
    number = {variable: at for at, variable in enumerate(masks.variables)}
    cliques = [mask(number[variable] for variable in clique) for clique in selection.cliques]
    left, rows = masks.candidates, list[Picks]()
    while left:
        first = left & -left
        row = max((clique & left for clique in cliques if clique & first), key=int.bit_count, default=first)
        rows.append(tuple(bits(row)))
        left &= ~row
    return rows
