"""Models as rows, and packings of them as plain data.

Checks a packing: the rows of the model are added up as it says.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem
from rookery.certificates.packing import plain as plain_checker
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.models import Model, Satisfy
from rookery.models.model.model import Constraint, Weights, over_variables

KIND = "packing"
MAX_BYTES = 1 << 20
MAX_PAIRS = 1 << 18  # of variables in cliques, each looked up in the rows


@dataclass(frozen=True)
class Inequality:
    """`sum of weights * x >= least`: a side of the constraint number `at` of a model."""

    least: int
    weights: Weights
    at: int


@dataclass(frozen=True)
class Packed:
    """The multiplicity of each row of a packing; numbers past the model's rows are cliques of variables."""

    times: Mapping[int, int]
    cliques: Sequence[tuple[int, ...]] = field(default=())

    def evidence(self) -> Evidence:
        """The packing as evidence, in numbers of seven bits a byte, the lowest first.

        How many cliques there are; each with its size, and its variables; then the rows, with a 1 added to the double
        of those that are taken more than once, and then how often. Variables and rows ascend: what is written is how
        many are left out before each.
        """
        numbers = [len(self.cliques)]
        for clique in self.cliques:
            numbers += [len(clique), *(each - last - 1 for last, each in pairwise((-1, *clique)))]
        for last, row in pairwise((-1, *sorted(self.times))):
            times = self.times[row]
            numbers += [2 * (row - last - 1)] if times == 1 else [2 * (row - last - 1) + 1, times]
        return Evidence(KIND, {}, b"".join(map(_write_number, numbers)))

    @classmethod
    def of(cls, evidence: Evidence) -> "Packed":
        """The packing of some evidence; raises `Refused` for bytes that hold none."""
        if evidence.about or len(evidence.data) > MAX_BYTES:
            raise Refused("evidence", f"a packing says nothing of itself but its bytes, at most {MAX_BYTES:,}")
        numbers = _read_numbers(evidence.data)
        cliques = [_read_clique(numbers) for _ in range(next(numbers, 0))]
        times, row = dict[int, int](), -1
        for number in numbers:
            row += number // 2 + 1
            times[row] = _take(numbers) if number % 2 else 1
        if sum(len(each) ** 2 for each in cliques) > MAX_PAIRS:
            raise Refused("evidence", "its cliques are too large to be checked")
        return cls(times, cliques)


def _write_number(number: int) -> bytes:
    *first, last = (number >> shift & 127 for shift in range(0, max(1, number.bit_length()), 7))
    return bytes([*(each | 128 for each in first), last])


def _read_numbers(data: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if shift > 70:
            raise Refused("evidence", "a number of more than ten bytes")
        if byte < 128:
            yield number
            number = shift = 0
    if shift:
        raise Refused("evidence", "its bytes end within a number")


def _take(numbers: Iterator[int]) -> int:
    number = next(numbers, None)
    if number is None:
        raise Refused("evidence", "its bytes end too early")
    return number


def _read_clique(numbers: Iterator[int]) -> tuple[int, ...]:
    clique, last = list[int](), -1
    for _ in range(_take(numbers)):
        last += _take(numbers) + 1
        clique.append(last)
    return tuple(clique)


def list_rows(model: Model) -> list[Inequality]:
    """The sides of each constraint in turn, over variables."""
    numbered = enumerate(checking_deadline(model.constraints))
    return [row for at, constraint in numbered for row in _sides(constraint, at)]


def _sides(constraint: Constraint, at: int) -> Iterator[Inequality]:
    weights, constant = over_variables(constraint.terms())
    if constraint.lower is not None:
        yield Inequality(constraint.lower - constant, weights, at)
    if constraint.upper is not None:
        yield Inequality(constant - constraint.upper, {variable: -weight for variable, weight in weights.items()}, at)


TRUSTED = "the plain checker of packings (certificates/packing: plain, rows), which only adds, and Python itself"


def check(theorem: Theorem, evidence: Evidence, plain: bool) -> tuple[str, ...]:
    """List the assumptions; raises `Refused` if the packing does not prove the theorem.

    There is one checker, in plain Python, whether or not `plain` asks for it.
    """
    problem = export(theorem, evidence)
    check_deadline()
    try:
        plain_checker.check(problem)
    except plain_checker.Unproven as error:
        raise Refused("packing", str(error)) from None
    return (TRUSTED,)


def export(theorem: Theorem, evidence: Evidence) -> dict[str, Any]:
    """All that the plain checker reads, as plain data."""
    if theorem.count != 0 or not isinstance(theorem.model.goal, Satisfy):
        raise Refused(
            "evidence", "a packing proves that there is no solution, or none that is better, and nothing else"
        )
    packed = Packed.of(evidence)
    rows = list_rows(theorem.model)
    return {
        "rows": [[row.least, [[weight, variable] for variable, weight in row.weights.items()]] for row in rows],
        "cliques": [list(each) for each in packed.cliques],
        "times": [[many, row] for row, many in packed.times.items()],
    }
