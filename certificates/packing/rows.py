"""Models as rows, and packings of them as plain data.

Checks a packing: the rows of the model are added up as it says.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem
from rookery.core.deadline import checking_deadline
from rookery.models import Model, Satisfy
from rookery.models.model.constraints import Constraint, Weights, over_variables

KIND = "packing"
Row = tuple[int, Weights]  # `least`, and the weights that reach it
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


FAST = "the checker of packings (certificates/packing: rows), which only adds, and Python itself"


def check(theorem: Theorem, evidence: Evidence) -> tuple[str, ...]:
    """List the assumptions; raises `Refused` if the packing does not prove the theorem.

    The rows are multiplied by whole numbers and added up: a row again that all must keep. Where its weights above 0 do
    not reach its `least` even all together, nothing keeps it.
    """
    if theorem.count != 0 or not isinstance(theorem.model.goal, Satisfy):
        raise Refused(
            "evidence", "a packing proves that there is no solution, or none that is better, and nothing else"
        )
    add_up([(row.least, row.weights) for row in list_rows(theorem.model)], Packed.of(evidence))
    return (FAST,)


def add_up(rows: Sequence[Row], packed: Packed) -> int:
    """The excess of the summed demand over the reach of all variables; raises `Refused` if there is no excess."""
    rows = [*rows, *list_cliques(rows, packed.cliques)] if packed.cliques else rows
    demanded, weights = 0, Counter[int]()
    for number, times in checking_deadline(packed.times.items()):
        if times < 0 or not 0 <= number < len(rows):
            raise Refused("packing", f"{times} times row {number} of {len(rows)}")
        least, terms = rows[number]
        demanded += times * least
        for variable, weight in terms.items():
            weights[variable] += times * weight
    beyond = demanded - sum(weight for weight in weights.values() if weight > 0)
    if beyond <= 0:
        raise Refused("packing", f"the rows demand {demanded:,} in all, and {demanded - beyond:,} can be reached")
    return beyond


def list_cliques(rows: Sequence[Row], cliques: Sequence[Sequence[int]]) -> list[Row]:
    """The rows of the cliques, once each two variables of one are seen to exclude each other by a row."""
    places: dict[int, set[int]] = {}
    reach = [sum(weight for weight in terms.values() if weight > 0) for _, terms in rows]
    for at, (_, terms) in enumerate(rows):
        for variable in terms:
            places.setdefault(variable, set()).add(at)
    for one, other in checking_deadline(pair for clique in cliques for pair in combinations(clique, 2)):
        shared = places.get(one, set()) & places.get(other, set())
        if not any(excludes(rows[at], reach[at], one, other) for at in shared):
            raise Refused("packing", f"variables {one} and {other} of a clique do not exclude each other")
    return [(-1, dict.fromkeys(clique, -1)) for clique in cliques]


def excludes(row: Row, reach: int, one: int, other: int) -> bool:
    """Return whether a row, whose weights above 0 add up to `reach`, is broken wherever two of its variables are 1."""
    least, terms = row
    others = reach - max(0, terms[one]) - max(0, terms[other])
    return terms[one] + terms[other] + others < least
