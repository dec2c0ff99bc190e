"""Models read from the files of other tools, by their endings; DIMACS CNF, WCNF of either form, OPB."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import chain
from pathlib import Path
from sys import intern
from typing import NamedTuple

from rookery.backends.formats import json_format
from rookery.backends.formats.read_mps import read_mps
from rookery.backends.formats.rows import MAX_VARIABLES, ModelBuilder, check_number
from rookery.core.deadline import checking_deadline
from rookery.core.files import MAX_MODEL_BYTES, read_bytes, take_path
from rookery.core.numbers import read_whole
from rookery.models import BadInput, Model
from rookery.models.model.constraints import Literal, Term

MAX_READ = f"without a header at most {MAX_VARIABLES:,}"
# What begins like a number is one word: `1e400`, `1_0` and `2x1` are refused, and not read as products.
WORD = re.compile(r"min:|max:|>=|<=|=|;|[+-]?\d[\w.]*|[+-]|~?[A-Za-z_][\w\[\]{}^]*|\S")
NUMBER = re.compile(r"[+-]?\d[\w.]*")
NAME = re.compile(r"~?([A-Za-z_][\w\[\]{}^]*)")
COMPARISONS = (">=", "<=", "=")
NUMBERED = re.compile(r"x[1-9][0-9]*")
HEADER = re.compile(r"\*\s*#variable=\s*(\S+)")


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
    builder = ModelBuilder(f"x{number}" for number in range(1, variables + 1))
    costs: list[tuple[int, Literal]] = []
    soft = False  # clauses that always hold cost nothing, and there is an objective, of 0
    for number, (weight, literals) in enumerate(checking_deadline(clauses), 1):
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
    for number, line in enumerate(checking_deadline(StringIO(text)), 1):
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


def read_opb(text: str) -> Model:
    """An OPB file; `max:`, `<=`, negated literals (`~x1`) and products (`+2 x1 x2`) are read as well."""
    words = list(_split_statement_words(text))
    if any(word.text == "soft" for word in words):
        line = next(word.line for word in words if word.text == "soft")
        raise BadInput(f"line {line}: soft constraints (WBO) are not read; accepted is OPB")
    names = _names(words, HEADER.match(text))
    reader = OpbReader(ModelBuilder(names), {name: at for at, name in enumerate(names)})
    costs: list[Term] | None = None
    for number, statement in enumerate(_statements(words)):
        if statement[0].text not in ("min:", "max:"):
            reader.constraint(statement)
        elif number:
            raise BadInput(f"line {statement[0].line}: the objective is not the first statement")
        else:
            sign = 1 if statement[0].text == "min:" else -1
            costs = [(sign * weight, literal) for weight, literal in reader.terms(statement[1:])]
    return reader.builder.build(costs)


def _split_statement_words(text: str) -> Iterator[Word]:
    for number, line in enumerate(checking_deadline(text.splitlines()), 1):
        if not line.lstrip().startswith("*"):
            yield from (Word(intern(word), number) for word in WORD.findall(line))


def _names(words: Sequence[Word], header: re.Match[str] | None) -> list[str]:
    """The names of the variables: x1 to xN where all are such, since some may stand in no constraint."""
    found = {match[1]: word.line for word in checking_deadline(words) if (match := NAME.fullmatch(word.text))}
    if not all(map(NUMBERED.fullmatch, found)):
        return list(found)
    numbers = [(Word(name[1:], line).number(), line) for name, line in found.items()]
    if header:
        numbers.append((Word(header[1], 1).number(), 1))
    largest, line = max(numbers, default=(0, 1))
    check_number(largest, line)
    return [f"x{number}" for number in range(1, largest + 1)]


def _statements(words: Sequence[Word]) -> Iterator[list[Word]]:
    statement: list[Word] = []
    for word in checking_deadline(words):
        if word.text != ";":
            statement.append(word)
        elif statement:
            yield statement
            statement = []
    if statement:
        raise BadInput(f"line {statement[0].line}: a statement that does not end with ;")


class OpbReader:
    """Statements into a gathered model; a product of literals becomes a variable that they define, once."""

    def __init__(self, builder: ModelBuilder, numbers: Mapping[str, int]) -> None:
        self.builder, self._numbers = builder, numbers
        self._products: dict[frozenset[Literal], Literal] = {}

    def constraint(self, words: Sequence[Word]) -> None:
        """A sum, a comparison, a number."""
        at = next((at for at, word in enumerate(words) if word.text in COMPARISONS), None)
        if at is None or len(words) == at + 1:
            raise BadInput(f"line {words[0].line}: a constraint without >= and a number")
        side = _join_signs(words[at + 1 :])
        if len(side) != 1 or not NUMBER.fullmatch(side[0].text):
            raise BadInput(f"line {words[at].line}: expected one number after {words[at].text}")
        comparison, bound = words[at].text, side[0].number()
        lower, upper = bound if comparison != "<=" else None, bound if comparison != ">=" else None
        self.builder.add_linear(self.terms(words[:at]), lower, upper)

    def terms(self, words: Sequence[Word]) -> list[Term]:
        """Weighted literals, or products of them; a weight may be left out if it is 1."""
        terms: list[tuple[int, list[Literal]]] = []
        weighed = False
        for word in _join_signs(words):
            if NUMBER.fullmatch(word.text):
                terms.append((word.number(), []))
                weighed = True
            elif NAME.fullmatch(word.text):
                if not weighed and not (terms and terms[-1][1]):
                    terms.append((1, []))
                terms[-1][1].append(
                    ~self._numbers[word.text[1:]] if word.text.startswith("~") else self._numbers[word.text]
                )
            else:
                raise BadInput(f"line {word.line}: {word.text!r} is neither a weight nor a variable")
        if any(not literals for _, literals in terms):
            raise BadInput(f"line {words[0].line}: a weight without a variable")
        return [(weight, self._product(literals)) for weight, literals in terms]

    def _product(self, literals: Sequence[Literal]) -> Literal:
        factors = frozenset(literals)
        if len(factors) == 1:
            return literals[0]
        if factors not in self._products:
            negated = [~literal for literal in factors]
            self._products[factors] = self.builder.define_none_of(negated, f"product{len(self._products) + 1}")
        return self._products[factors]


def _join_signs(words: Sequence[Word]) -> list[Word]:
    """The words with a sign that stands alone put before what follows it: a number, or a variable (1 of it)."""
    words_with_signs: list[Word] = []
    sign: Word | None = None
    for word in words:
        if word.text in ("+", "-"):
            if sign is not None:
                raise BadInput(f"line {word.line}: two signs in a row")
            sign = word
        elif sign is None:
            words_with_signs.append(word)
        else:
            number = NUMBER.fullmatch(word.text)
            words_with_signs += (
                [Word(sign.text + word.text, word.line)] if number else [Word(f"{sign.text}1", sign.line), word]
            )
            sign = None
    if sign is not None:
        raise BadInput(f"line {sign.line}: a sign with nothing behind it")
    return words_with_signs


READERS: Mapping[str, Callable[[str], Model]] = {
    ".cnf": read_dimacs,
    ".dimacs": read_dimacs,
    ".wcnf": read_wcnf,
    ".opb": read_opb,
    ".mps": read_mps,
    ".json": json_format.read_json,
}


def read_model(path: str | Path) -> Model:
    """Return the model of a file: DIMACS CNF, WCNF (old and new), OPB, MPS, or our own JSON.

    >>> import rookery as rk
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "one.cnf").write_text("p cnf 2 2\\n1 2 0\\n-1 -2 0\\n")
    ...     model = rk.read_model(Path(folder, "one.cnf"))
    >>> rk.solve_model(model, want="all").count
    2

    The file's ending says which. Variables keep the names of the file (`x1`, `x2`, ...); those that begin with `_` are
    auxiliary and decided by the others. In MPS, an integer variable `n` within bounds other than 0 and 1 becomes bits
    `n:1`, `n:2`, `n:4`, which add up with its lower bound. Raises `BadInput` with the file and the line for anything
    that cannot be read, and for a file above 32 MiB.
    """
    path = take_path(path)
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        found = f"{path}:" if path.exists() else f"cannot read {path}: No such file or directory;"
        raise BadInput(f"{found} unknown ending {path.suffix!r}; accepted are {', '.join(READERS)}")
    content = read_bytes(path, f"a file of at most {MAX_MODEL_BYTES >> 20} MiB", MAX_MODEL_BYTES)
    try:
        return reader(content.decode("utf-8", errors="replace"))
    except BadInput as error:
        raise BadInput(f"{path}, {error}") from None
