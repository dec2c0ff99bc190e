"""Reader of MPS files, in fixed or free columns.

OR-Tools and HiGHS read these files too; docs/tried.md says why they are not used.
"""

from collections.abc import Sequence
from fractions import Fraction
from io import StringIO
from math import inf

from rookery.backends.formats.rows import Number, RowModel, SidedSum, read_bound, read_number
from rookery.core.deadline import checking_deadline
from rookery.core.errors import show_value
from rookery.models import BadInput, Model

MPS_SECTIONS = ("NAME", "OBJSENSE", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA")
MPS_BOUNDS = {"BV": (0, 1), "FR": (-inf, inf), "MI": (-inf, None), "PL": (None, inf)}


class MpsReader:
    """The data lines of an MPS file, by their sections."""

    def __init__(self) -> None:
        self.model = RowModel()
        self._whole = False  # between the markers
        self._kinds: dict[str, str] = {}
        self._rows: dict[str, SidedSum] = {}  # for the bounds, they are not known before the end
        self._numbers: dict[str, dict[str, Fraction]] = {"RHS": {}, "RANGES": {}}

    def read_row(self, words: Sequence[str], line: int) -> None:
        """A row of the section ROWS: its kind and its name."""
        if len(words) != 2 or (kind := words[0].upper()) not in tuple("NLGE"):
            raise BadInput(f"line {line}: {show_value(' '.join(words))}; expected N, L, G or E and the name of a row")
        if words[1] in self._rows:
            raise BadInput(f"line {line}: a second row {show_value(words[1])}")
        self._kinds[words[1]], self._rows[words[1]] = kind, SidedSum(line, {})

    def read_numbers(self, section: str, words: Sequence[str], line: int) -> None:
        """A column, a right-hand side or a range: its name, which may be left out but for columns, rows and numbers."""
        if words[1:2] == ["'MARKER'"]:
            self._whole = words[-1] == "'INTORG'"
            return
        pairs = words[1 if section == "COLUMNS" else len(words) % 2 :]
        if len(pairs) not in (2, 4):
            raise BadInput(f"line {line}: {show_value(' '.join(words))}; expected one or two rows, each with a number")
        for row, number in zip(pairs[::2], pairs[1::2], strict=True):
            if row not in self._rows:
                raise BadInput(f"line {line}: {show_value(row)} is not a row of the model")
            into, name = (self._rows[row].weights, words[0]) if section == "COLUMNS" else (self._numbers[section], row)
            if name in into:
                raise BadInput(f"line {line}: {show_value(name)} has a second number in row {show_value(row)}")
            into[name] = read_number(number, line)
        if section == "COLUMNS":
            self.model.declare(words[0], line)
            self.model.whole.update(words[:1] if self._whole else ())

    def read_bound(self, words: Sequence[str], line: int) -> None:
        """A bound: its kind, the name of the set, which may be left out, the variable, and a number if one is due."""
        kind, valued = words[0].upper(), words[0].upper() not in MPS_BOUNDS
        if kind not in (*MPS_BOUNDS, "UP", "LO", "FX", "UI", "LI") or not 2 + valued <= len(words) <= 4:
            raise BadInput(f"line {line}: {show_value(' '.join(words))}; expected BV, UP, LO or FX and a variable")
        name = words[2 if len(words) == 4 or (len(words) == 3 and not valued) else 1]
        self.model.check_known(name, line)
        value = read_bound(words[-1], line) if valued else 0
        if kind in ("UP", "UI") and value < 0 and name not in self.model.bounds:
            raise BadInput(f"line {line}: an upper bound below 0 without a lower one, which programs take differently")
        at_least, at_most = (value if kind in ("LO", "LI", "FX") else None), (value if kind[0] in "UF" else None)
        self.model.narrow(name, *MPS_BOUNDS.get(kind, (at_least, at_most)))
        self.model.whole.update((name,) if kind in ("BV", "LI", "UI") else ())

    def close(self) -> Model:
        """The model, once all lines are read."""
        goals = [row for row, kind in self._kinds.items() if kind == "N"]
        for name, row in self._rows.items():
            kind, side = self._kinds[name], self._numbers["RHS"].get(name, Fraction())
            if kind != "N":
                span = self._numbers["RANGES"].get(name)
                lower: Number = -inf if kind == "L" else side
                upper: Number = inf if kind == "G" else side
                if span is not None and (kind == "L" or (kind == "E" and span < 0)):
                    lower = side - abs(span)
                elif span is not None:
                    upper = side + abs(span)
                self.model.rows.append(SidedSum(row.line, row.weights, lower, upper))
            elif name == goals[0]:  # further ones bound nothing
                self.model.goal = SidedSum(row.line, {**row.weights, "": -side})
        return self.model.build()


def read_mps(text: str) -> Model:
    """An MPS file in fixed or free columns, with names without blanks; ranges and bounds are read, too."""
    reader, section = MpsReader(), ""
    for line, content in enumerate(checking_deadline(StringIO(text)), 1):
        words = content.split()
        if not words or content[0] == "*":
            continue
        if not content[0].isspace():
            section = words.pop(0).upper()
            if section not in MPS_SECTIONS:
                raise BadInput(f"line {line}: {show_value(section)}; known sections are {', '.join(MPS_SECTIONS)}")
            if section == "ENDATA":
                return reader.close()
        if section == "OBJSENSE":
            reader.model.maximise = "".join(words).upper().startswith("MAX")
        elif words and section == "ROWS":
            reader.read_row(words, line)
        elif words and section in ("COLUMNS", "RHS", "RANGES"):
            reader.read_numbers(section, words, line)
        elif words and section == "BOUNDS":
            reader.read_bound(words, line)
        elif words and section != "NAME":
            raise BadInput(f"line {line}: {show_value(content.strip())} before the first section")
    raise BadInput(f"line {text.count(chr(10)) + 1}: cut short: it has no ENDATA")
