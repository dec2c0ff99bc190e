"""Binary LRAT: a stream of numbers, seven bits a byte, the lowest first, the eighth bit set if more follow.

    'a' 2*id literals 0 2*hints 0    a clause that follows from those of the hints, by unit propagation in this order
    'd' 2*ids 0                      clauses that are needed no more

A literal is twice its variable, plus one if it is negated.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from rookery.certificates.claim import Refused
from rookery.core.deadline import checking_deadline

OFTEN = 1 << 16  # numbers between two looks at the clock
ADD, DELETE = ord("a"), ord("d")
MAX_NUMBER_BYTES = 5  # bytes of a number at most
TOO_LONG = 7 * MAX_NUMBER_BYTES  # bits
Numbers: TypeAlias = "array[int]"  # 64 bits each


@dataclass(frozen=True, slots=True)
class ProofStep:
    """A clause, in the numbers of DIMACS, with its hints; or, if `number` is 0, the clauses to delete as hints."""

    number: int
    literals: Sequence[int]
    hints: Sequence[int]


def decode(data: bytes) -> Numbers:
    """The numbers of a stream; raises `Refused` for one that is cut short, and for numbers of more than 35 bits."""
    numbers, number, shift = array("q"), 0, 0
    for octet in checking_deadline(data, OFTEN):
        number |= (octet & 127) << shift
        if octet < 128:
            numbers.append(number)
            number = shift = 0
        else:
            shift += 7
            if shift == TOO_LONG:
                raise Refused("proof", f"a number of more than {MAX_NUMBER_BYTES} bytes")
    if shift:
        raise Refused("proof", "it is cut short within a number")
    return numbers


def encode(numbers: Iterable[int]) -> bytes:
    """The stream of some numbers below 2**35."""
    octets = bytearray()
    for number in checking_deadline(numbers, OFTEN):
        while number > 127:
            octets.append(number & 127 | 128)
            number >>= 7
        octets.append(number)
    return bytes(octets)


def find_zeros(numbers: Numbers) -> Iterator[int]:
    """The places of the zeros, each of which ends a list."""
    at = -1
    with suppress(ValueError):
        while True:
            at = numbers.index(0, at + 1)
            yield at


def read_steps(data: bytes) -> Iterator[ProofStep]:
    """The steps of a stream; raises `Refused` for one that is no LRAT by unit propagation."""
    numbers = decode(data)
    zeros = checking_deadline(find_zeros(numbers))
    at = 0
    for zero in zeros:
        if numbers[at] == DELETE:
            yield ProofStep(0, (), _read_ids(numbers[at + 1 : zero]))
        elif numbers[at] == ADD and at + 1 < zero:
            number, literals = _read_ids(numbers[at + 1 : at + 2])[0], _read_literals(numbers[at + 2 : zero])
            start, zero = zero + 1, next(zeros, -1)
            yield ProofStep(number, literals, _read_ids(numbers[start:zero]))
            if zero < 0:
                break
        else:
            raise Refused("proof", f"a step of kind {numbers[at]}")
        at = zero + 1
    if at < len(numbers):
        raise Refused("proof", "it is cut short within a step")


def _read_ids(numbers: Numbers) -> list[int]:
    if any(number & 1 for number in numbers):
        raise Refused("proof", "a hint for resolution asymmetric tautologies, which may lose solutions")
    return [number >> 1 for number in numbers]


def _read_literals(codes: Numbers) -> list[int]:
    return [-(code >> 1) if code & 1 else code >> 1 for code in codes]


def write_lines(steps: Iterable[ProofStep]) -> Iterator[str]:
    """The lines of a proof as text, which other checkers read."""
    last = 0
    for step in steps:
        if step.number:
            last = step.number
            yield " ".join(map(str, (last, *step.literals, 0, *step.hints, 0)))
        else:
            yield " ".join(map(str, (last, "d", *step.hints, 0)))
