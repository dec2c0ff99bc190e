"""DIMACS CNF and WCNF as models."""

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import chain
from typing import NamedTuple

from rookery.backends.formats.model_builder import MAX_VARIABLES, ModelBuilder, check_number
from rookery.core.deadline import look_between
from rookery.core.numbers import read_whole
from rookery.models import BadInput, Model
from rookery.models.model.model import Literal


class Word(NamedTuple):
    """A word of a file and the line where it stands."""

    text: str
    line: int

    def number(self) -> int:
        """The whole number that it is; raises `BadInput` for anything else."""
        try:
            return read_whole(self.text)
        except BadInput as error:
            raise BadInput(f"line {self.line}: {error}") from None


MAX_READ = f"without a header at most {MAX_VARIABLES:,}"
ReadClause = tuple[Word, tuple[Literal, ...]]


def read_dimacs(text: str) -> Model:
    """A DIMACS CNF file; one of SATLIB may end with a line `%`."""
    header, words = _split_header(text)
    if header is None:
        raise BadInput("line 1: no header `p cnf VARIABLES CLAUSES` before the clauses")
    variables, announced, _ = _read_header(header, "cnf", (2,))
    builder, read = ModelBuilder(f"x{number}" for number in range(1, variables + 1)), 0
    for _, literals in _read_clauses(words, variables, weighted=False):
        builder.add_clause(literals)
        read += 1
    _check_count(read, announced, header[0])
    return builder.build(None)


def read_wcnf(text: str) -> Model:
    """A WCNF file: with `h` for hard clauses, or with the older header that says which weight is hard."""
    header, words = _split_header(text)
    if header is None:
        clauses = list(_read_clauses(words, None, weighted=True))
        variables = max((max(lit, ~lit) + 1 for _, literals in clauses for lit in literals), default=0)
        top: int | None = None
    else:
        variables, announced, top = _read_header(header, "wcnf", (2, 3))
        clauses = list(_read_clauses(words, variables, weighted=True))
        _check_count(len(clauses), announced, header[0])
    return _build_weighted(clauses, variables, top)


def _build_weighted(clauses: Sequence[ReadClause], variables: int, top: int | None) -> Model:
    builder = ModelBuilder(f"x{number}" for number in range(1, variables + 1))
    costs: list[tuple[int, Literal]] = []
    soft = False  # clauses that always hold cost nothing, and there is an objective, of 0
    for number, (weight, literals) in enumerate(look_between(clauses), 1):
        if weight.text == "h" or (top is not None and weight.number() >= top):
            builder.add_clause(literals)
            continue
        soft = True
        if weight.number() < 1:
            raise BadInput(f"line {weight.line}: weight {weight.text}; it must be at least 1")
        if not any(~literal in literals for literal in literals):
            costs.append((weight.number(), builder.define_none_of(tuple(dict.fromkeys(literals)), f"soft{number}")))
    return builder.build(costs if soft else None)


def _split_header(text: str) -> tuple[list[Word] | None, Iterator[Word]]:
    """The words of the header, None without a header, and those of the clauses, read on demand."""
    lines = _lines(text)
    first = next(lines, None)
    if first is None or first[0].text == "p":
        return first, _words(lines)
    return None, _words(chain((first,), lines))


def _lines(text: str) -> Iterator[list[Word]]:
    """The words of each line up to a line `%`; comments are left out."""
    for number, line in enumerate(look_between(StringIO(text)), 1):
        found = line.split()
        if found and found[0] == "%":
            break
        if found and not found[0].startswith("c"):
            yield [Word(word, number) for word in found]


def _words(lines: Iterable[list[Word]]) -> Iterator[Word]:
    for line in lines:
        if line[0].text == "p":
            raise BadInput(f"line {line[0].line}: a second header, or one after clauses")
        yield from line


def _read_header(words: Sequence[Word], kind: str, counts: tuple[int, ...]) -> tuple[int, int, int | None]:
    """Variables, clauses, and the weight that is hard."""
    line = words[0].line
    if len(words) < 2 or words[1].text != kind or len(words) - 2 not in counts:
        accepted = "p cnf VARIABLES CLAUSES" if kind == "cnf" else "p wcnf VARIABLES CLAUSES [TOP]"
        raise BadInput(f"line {line}: header {' '.join(word.text for word in words)!r}; expected {accepted!r}")
    numbers = [word.number() for word in words[2:]]
    if min(numbers) < 0:
        raise BadInput(f"line {line}: a negative number in the header")
    check_number(numbers[0], line)
    return numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else None


def _check_count(read: int, announced: int, header: Word) -> None:
    if read != announced:
        raise BadInput(f"line {header.line}: the header says {announced} clauses, here are {read}")


def _read_clauses(words: Iterator[Word], variables: int | None, weighted: bool) -> Iterator[ReadClause]:
    """Clauses with the word that begins them: a weight, where they have one."""
    most, source = (variables, f"the header says {variables}") if variables is not None else (MAX_VARIABLES, MAX_READ)
    for first in words:
        literals: list[Literal] = []
        word = next(words, None) if weighted else first
        while word is not None and (number := word.number()):
            if abs(number) > most:
                raise BadInput(f"line {word.line}: literal {number}; {source} variables")
            literals.append(number - 1 if number > 0 else number)
            word = next(words, None)
        if word is None:
            raise BadInput(f"line {first.line}: a clause that does not end with 0")
        yield first, tuple(literals)
