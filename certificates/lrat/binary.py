"""Binary LRAT: a stream of numbers, seven bits a byte, the lowest first, the eighth bit set if more follow.

    'a' 2*id literals 0 2*hints 0    a clause that follows from those of the hints, by unit propagation in this order
    'd' 2*ids 0                      clauses that are needed no more

A literal is twice its variable, plus one if it is negated.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rookery.certificates.claim import Refused
from rookery.core.deadline import check_deadline, checking_deadline

ADD, DELETE = ord("a"), ord("d")
MAX_NUMBER_BYTES = 5  # bytes of a number at most
CHUNK = 1 << 22
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ProofStep:
    """A clause, in the numbers of DIMACS, with its hints; or, if `number` is 0, the clauses to delete as hints."""

    number: int
    literals: Sequence[int]
    hints: Sequence[int]


def decode(data: bytes) -> Numbers:
    """The numbers of a stream; raises `Refused` for one that is cut short, and for numbers of more than 35 bits."""
    octets = np.frombuffer(data, np.uint8)
    if len(octets) and octets[-1] >= 128:
        raise Refused("proof", "it is cut short within a number")
    parts, start = [np.zeros(0, np.int64)], 0
    while start < len(octets):
        check_deadline()
        end = min(start + CHUNK, len(octets))
        while octets[end - 1] >= 128:
            end += 1
        parts.append(_decode_part(octets[start:end]))
        start = end
    return np.concatenate(parts)


def _decode_part(octets: NDArray[np.uint8]) -> Numbers:
    last = np.flatnonzero(octets < 128)
    first = np.concatenate((np.zeros(1, np.int64), last[:-1] + 1))
    longest = int((last - first).max(initial=0)) + 1
    if longest > MAX_NUMBER_BYTES:
        raise Refused("proof", f"a number of {longest:,} bytes")
    numbers = np.zeros(len(last), np.int64)
    for digit in range(longest):
        has = first + digit <= last
        numbers[has] |= (octets[first[has] + digit].astype(np.int64) & 127) << 7 * digit
    return numbers


def encode(numbers: Numbers) -> bytes:
    """The stream of some numbers below 2**35."""
    lengths = np.ones(len(numbers), np.int64)
    for digit in range(1, MAX_NUMBER_BYTES):
        lengths += numbers >> 7 * digit > 0
    first = np.cumsum(lengths) - lengths
    octets = np.zeros(int(lengths.sum()), np.uint8)
    for digit in range(MAX_NUMBER_BYTES):
        has = lengths > digit
        more = (lengths[has] > digit + 1).astype(np.int64) << 7
        octets[first[has] + digit] = (numbers[has] >> 7 * digit & 127) | more
    return octets.tobytes()


def read_steps(data: bytes) -> Iterator[ProofStep]:
    """The steps of a stream; raises `Refused` for one that is no LRAT by unit propagation."""
    numbers = decode(data)
    zeros = checking_deadline(np.flatnonzero(numbers == 0).tolist())
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
    if (numbers & 1).any():
        raise Refused("proof", "a hint for resolution asymmetric tautologies, which may lose solutions")
    ids: list[int] = (numbers >> 1).tolist()
    return ids


def _read_literals(codes: Numbers) -> list[int]:
    literals: list[int] = np.where(codes & 1, -(codes >> 1), codes >> 1).tolist()
    return literals


def write_lines(steps: Iterable[ProofStep]) -> Iterator[str]:
    """The lines of a proof as text, which other checkers read."""
    last = 0
    for step in steps:
        if step.number:
            last = step.number
            yield " ".join(map(str, (last, *step.literals, 0, *step.hints, 0)))
        else:
            yield " ".join(map(str, (last, "d", *step.hints, 0)))
