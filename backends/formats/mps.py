"""MPS, written and read, and LP as CPLEX reads it, written: rows for MIP solvers.

Numbers are read as exact fractions, and each row is scaled to whole numbers. OR-Tools' model builder does not serve: it
writes six digits, and some files end its process (docs/tried.md).
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from io import StringIO
from math import ceil, floor, inf, lcm

from rookery.backends.formats.named import NamedModel, check_size, finish
from rookery.backends.formats.rows import Row, Rows, add_row
from rookery.backends.modeler import Expression, Modeler
from rookery.core.deadline import checking_deadline
from rookery.core.errors import show_value
from rookery.models import BadInput, Model
from rookery.models.model.constraints import Weights

TERMS_ON_A_LINE = 12  # an LP line may have 510 characters
CODES = {"=": "E", ">=": "G", "<=": "L"}
EXACT = 1 << 53  # floating point represents all whole numbers up to this one
SECTIONS = ("NAME", "OBJSENSE", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA")
BOUNDS = {"BV": (0, 1), "FR": (-inf, inf), "MI": (-inf, None), "PL": (None, inf)}  # None leaves a side as it was
VALUED = ("UP", "LO", "FX", "UI", "LI")
NUMBER = re.compile(r"[+-]?(?:[0-9]{1,100}\.?[0-9]{0,100}|\.[0-9]{1,100})(?:[eE][+-]?[0-9]{1,2})?")
Number = Fraction | float  # a float only where it is 0, 1 or infinite


def write_mps(named: NamedModel) -> Iterator[str]:
    """Yield the lines of MPS in fixed columns, which readers of free MPS accept, too; always a minimisation.

    CBC ignores the section that asks for a maximum, and GLPK refuses it. Raises `BadInput` for sums that floating point
    would round.
    """
    table = _exact_rows(named, "mps")
    yield from (*named.comments("* "), *table.comments("* "))
    yield from ("NAME          ROOKERY", "ROWS", " N  obj")
    yield from (f" {CODES[row.comparison]}  c{number}" for number, row in enumerate(table.rows, 1))
    yield from ("COLUMNS", _write_marker("INTORG"))
    columns: list[list[tuple[str, int]]] = [[] for _ in range(table.variables)]
    named_rows = [("obj", table.cost or {}), *((f"c{number}", row.weights) for number, row in enumerate(table.rows, 1))]
    for name, weights in checking_deadline(named_rows):
        for variable, weight in weights.items():
            columns[variable].append((name, weight))
    for variable, entries in enumerate(columns, 1):
        yield from (_write_entry(f"x{variable}", name, weight) for name, weight in entries or [("obj", 0)])
    yield from (_write_marker("INTEND"), "RHS")
    yield from (_write_entry("rhs", f"c{number}", row.side) for number, row in enumerate(table.rows, 1) if row.side)
    yield "BOUNDS"
    yield from (f" BV bnd       x{variable}" for variable in range(1, table.variables + 1))
    yield "ENDATA"


def _write_entry(first: str, second: str, value: int) -> str:
    return f"    {first:<8}  {second:<8}  {value:>12}"


def _write_marker(kind: str) -> str:
    """Return a line that begins or ends the integers, in the columns of fields 2, 3 and 5: GLPK looks at no others."""
    return f"    MARKER    'MARKER'{'':17}'{kind}'"


def write_lp(named: NamedModel) -> Iterator[str]:
    """Yield the lines of CPLEX's LP, always a minimisation; raises `BadInput` as `write_mps` does."""
    table = _exact_rows(named, "lp")
    yield from (*named.comments("\\ "), *table.comments("\\ "))
    yield "Minimize"
    yield from _write_sum("obj:", table.cost or {0: 0}, "")
    yield "Subject To"
    for number, row in enumerate(table.rows or [Row({0: 1}, ">=", 0)], 1):  # some readers refuse an empty section
        yield from _write_sum(f"c{number}:", row.weights, f" {row.comparison} {row.side}")
    yield "Binary"
    yield from (f" x{variable}" for variable in range(1, table.variables + 1))
    yield "End"


def _write_sum(label: str, weights: Weights, end: str) -> Iterator[str]:
    words = [f"{'-' if weight < 0 else '+'} {abs(weight)} x{v + 1}" for v, weight in checking_deadline(weights.items())]
    lines = [" ".join(words[at : at + TERMS_ON_A_LINE]) for at in range(0, len(words), TERMS_ON_A_LINE)]
    lines[0], lines[-1] = f"{label} {lines[0]}", f"{lines[-1]}{end}"
    yield from (f" {line}" for line in lines)


def _exact_rows(named: NamedModel, form: str) -> Rows:
    table = Rows.of(named.model)
    sums = [table.cost or {}, *(row.weights for row in table.rows)]
    largest = max((sum(map(abs, weights.values())) for weights in sums), default=0)
    if max(largest, *(abs(row.side) for row in table.rows), 0) > EXACT:
        raise BadInput(f"readers of {form} round sums above 2**53, which weights or bounds here reach; use opb")
    return table


def read_mps(text: str) -> Model:
    """Return the model in MPS, fixed or free, over 0/1 variables; names have no blanks."""
    reader, section = MpsReader(), ""
    for line, content in enumerate(checking_deadline(StringIO(text)), 1):
        words = content.split()
        if not words or content[0] == "*":
            continue
        if not content[0].isspace():
            section = words.pop(0).upper()
            if section not in SECTIONS:
                raise BadInput(f"line {line}: {show_value(section)}; accepted are the sections {', '.join(SECTIONS)}")
            if section == "ENDATA":
                return reader.build()
        if section == "OBJSENSE":
            reader.maximise = "".join(words).upper().startswith("MAX")
        elif words and section == "ROWS":
            reader.read_row(words, line)
        elif words and section in ("COLUMNS", "RHS", "RANGES"):
            reader.read_numbers(section, words, line)
        elif words and section == "BOUNDS":
            reader.read_bound(words, line)
        elif words and section != "NAME":
            raise BadInput(f"line {line}: {show_value(content.strip())} before the first section")
    raise BadInput("the file is cut short: it has no ENDATA")


class ReadRow:
    """A row of a file with its weights."""

    def __init__(self, kind: str, line: int) -> None:
        self.kind, self.line = kind, line  # N, L, G or E
        self.weights: dict[str, Fraction] = {}
        self.sides: dict[str, Fraction] = {}  # of the sections RHS and RANGES

    def bounds(self) -> tuple[Number, Number]:
        """Return the least and the largest value of the row."""
        side, span = self.sides.get("RHS", Fraction()), self.sides.get("RANGES")
        if span is None:
            return -inf if self.kind == "L" else side, inf if self.kind == "G" else side
        down = self.kind == "L" or (self.kind == "E" and span < 0)
        return (side - abs(span), side) if down else (side, side + abs(span))


class Column:
    """A variable of a file with its bounds."""

    def __init__(self, line: int, whole: bool) -> None:
        self.line, self.whole = line, whole
        self.lower: Number = 0
        self.upper: Number = inf


class MpsReader:
    """The rows and columns of an MPS file, read line by line."""

    def __init__(self) -> None:
        self.maximise = False
        self._whole = False  # between the markers
        self._rows: dict[str, ReadRow] = {}
        self._columns: dict[str, Column] = {}

    def read_row(self, words: Sequence[str], line: int) -> None:
        """Read a line of the section ROWS: the kind and the name of a row."""
        if len(words) != 2 or (kind := words[0].upper()) not in tuple("NLGE"):
            raise BadInput(f"line {line}: {show_value(' '.join(words))}; expected N, L, G or E and the name of a row")
        if words[1] in self._rows:
            raise BadInput(f"line {line}: a second row {show_value(words[1])}")
        self._rows[words[1]] = ReadRow(kind, line)

    def read_numbers(self, section: str, words: Sequence[str], line: int) -> None:
        """Read a line of COLUMNS, RHS or RANGES: a name, which is optional except in COLUMNS, and rows with numbers."""
        if words[1:2] == ["'MARKER'"]:
            self._whole = words[-1] == "'INTORG'"
            return
        pairs = words[1 if section == "COLUMNS" else len(words) % 2 :]
        if len(pairs) not in (2, 4):
            raise BadInput(f"line {line}: {show_value(' '.join(words))}; expected one or two rows with their numbers")
        if section == "COLUMNS":
            self._columns.setdefault(words[0], Column(line, self._whole))
        for name, number in zip(pairs[::2], pairs[1::2], strict=True):
            if name not in self._rows:
                raise BadInput(f"line {line}: {show_value(name)} is not a row of the model")
            row = self._rows[name]
            into, key = (row.weights, words[0]) if section == "COLUMNS" else (row.sides, section)
            if key in into:
                raise BadInput(f"line {line}: {show_value(key)} has a second number in row {show_value(name)}")
            into[key] = _read_number(number, line)

    def read_bound(self, words: Sequence[str], line: int) -> None:
        """Read a line of BOUNDS: a kind, an optional name of the set, a variable, and for some kinds a number."""
        kind = words[0].upper()
        valued = kind in VALUED
        if not (valued or kind in BOUNDS) or not 2 + valued <= len(words) <= 4:
            raise BadInput(f"line {line}: {show_value(' '.join(words))}; expected BV, UP, LO or FX and a variable")
        name = words[2 if len(words) == 4 or (len(words) == 3 and not valued) else 1]
        if name not in self._columns:
            raise BadInput(f"line {line}: {show_value(name)} is not a variable of the model")
        column, value = self._columns[name], _read_number(words[-1], line) if valued else 0
        lower, upper = BOUNDS.get(kind, (None if kind[0] == "U" else value, None if kind[0] == "L" else value))
        column.lower = column.lower if lower is None else lower
        column.upper = column.upper if upper is None else upper
        column.whole = column.whole or kind in ("BV", "LI", "UI")

    def build(self) -> Model:
        """Return the model; raises `BadInput` for variables that are not 0/1, and for a goal with fractions."""
        check_size(len(self._columns))
        modeler = Modeler()
        modeler.names += self._columns
        numbers = {name: at for at, name in enumerate(self._columns)}
        for name, column in self._columns.items():
            lower, upper = column.lower, column.upper
            if not (column.whole and min(lower, upper) >= 0 and max(lower, upper) <= 1):
                wrong = f"has bounds of {lower} and {upper}" if column.whole else "is not whole"
                raise BadInput(f"line {column.line}: variable {show_value(name)} {wrong}; accepted are 0/1 variables")
            if (lower, upper) != (0, 1):
                add_row(modeler, [(1, numbers[name])], ceil(lower), floor(upper))
        goals: list[ReadRow] = []
        for row in checking_deadline(self._rows.values()):
            if row.kind == "N":
                goals.append(row)
                continue
            scale = lcm(*(weight.denominator for weight in row.weights.values()))
            terms = [(int(weight * scale), numbers[name]) for name, weight in row.weights.items()]
            lower, upper = (side * scale for side in row.bounds())
            # Leave out sides that always hold: files for GLPK and CBC have rows that demand nothing
            low = None if lower <= sum(weight for weight, _ in terms if weight < 0) else ceil(lower)
            high = None if upper >= sum(weight for weight, _ in terms if weight > 0) else floor(upper)
            add_row(modeler, terms, low, high)
        for row in goals[:1]:  # by definition, further rows of kind N mean nothing
            constant = -row.sides.get("RHS", Fraction())
            if any(number.denominator > 1 for number in (constant, *row.weights.values())):
                raise BadInput(f"line {row.line}: the goal has fractions; expected whole numbers")
            weights = {numbers[name]: int(weight) for name, weight in row.weights.items() if weight}
            if weights or constant:
                aim = modeler.maximize if self.maximise else modeler.minimize
                aim(Expression(modeler, weights, int(constant)))
        return finish(modeler, len(numbers))


def _read_number(word: str, line: int) -> Fraction:
    if not NUMBER.fullmatch(word):
        raise BadInput(f"line {line}: {show_value(word)} is not a number")
    return Fraction(word)
