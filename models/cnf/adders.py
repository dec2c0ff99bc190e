"""A weighted sum as a binary number, by full adders (as MiniSat+ has them: Eén and Sörensson 2006), and its bounds."""

from collections.abc import Sequence
from itertools import product

from rookery.models.cnf.clause_list import ClauseList

SUM, CARRY = (False, True, False, True), (False, False, True, True)  # by how many of the inputs are true


def add_digits(clause_list: ClauseList, terms: Sequence[tuple[int, int]]) -> list[int | None]:
    """The binary digits of the sum, lowest first; None is a digit that is always 0."""
    digits: list[int | None] = []
    width = max(weight for weight, _ in terms).bit_length()
    columns = [[literal for weight, literal in terms if weight >> at & 1] for at in range(width)]
    while columns:
        column = columns.pop(0)
        while len(column) > 1:
            taken, column = column[:3], column[3:]
            columns = columns or [[]]
            columns[0].append(_define(clause_list, taken, CARRY))
            column.append(_define(clause_list, taken, SUM))
        digits.append(column[0] if column else None)
    return digits


def _define(clause_list: ClauseList, inputs: Sequence[int], truth: Sequence[bool]) -> int:
    """A literal that is true just when the number of true inputs says so."""
    output = clause_list.fresh()
    for values in product((False, True), repeat=len(inputs)):
        differs = (-literal if value else literal for value, literal in zip(values, inputs, strict=True))
        clause_list.add(*differs, output if truth[sum(values)] else -output)
    return output


def keep_between(clause_list: ClauseList, digits: Sequence[int | None], window: tuple[int, int]) -> None:
    """Keep a binary number within a window: where it first differs from a bound, it does so on the right side.

    The bounds have no more digits than the number.
    """
    lower, upper = window
    for at, digit in enumerate(digits):
        above = range(at + 1, len(digits))
        ones = [digits[other] for other in above if upper >> other & 1]
        if not upper >> at & 1 and digit is not None and None not in ones:
            clause_list.add(-digit, *(-one for one in ones if one is not None))
        if lower >> at & 1:
            zeros = [digits[other] for other in above if not lower >> other & 1]
            clause_list.add(*(literal for literal in (digit, *zeros) if literal is not None))
