"""Models of linear solvers: MPS in fixed or free columns, and LP as CPLEX has it. Lines are counted from 1.

OR-Tools and HiGHS read these files, too: docs/tried.md says why they are not asked.
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from io import StringIO
from itertools import chain, product
from math import inf

from rookery.backends.formats.rows import (
    INFINITE,
    Number,
    RowModel,
    SidedSum,
    Sum,
    add_to,
    cut_short,
    read_bound,
    read_number,
)
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.models import BadInput, Model
from rookery.models.reading.typed import quote

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
            raise BadInput(f"line {line}: {quote(' '.join(words))}; expected N, L, G or E and the name of a row")
        if words[1] in self._rows:
            raise BadInput(f"line {line}: a second row {quote(words[1])}")
        self._kinds[words[1]], self._rows[words[1]] = kind, SidedSum(line, {})

    def read_numbers(self, section: str, words: Sequence[str], line: int) -> None:
        """A column, a right-hand side or a range: its name, which may be left out but for columns, rows and numbers."""
        if words[1:2] == ["'MARKER'"]:
            self._whole = words[-1] == "'INTORG'"
            return
        pairs = words[1 if section == "COLUMNS" else len(words) % 2 :]
        if len(pairs) not in (2, 4):
            raise BadInput(f"line {line}: {quote(' '.join(words))}; expected one or two rows, each with its number")
        for row, number in zip(pairs[::2], pairs[1::2], strict=True):
            if row not in self._rows:
                raise BadInput(f"line {line}: {quote(row)} is not a row of the model")
            into, name = (self._rows[row].weights, words[0]) if section == "COLUMNS" else (self._numbers[section], row)
            if name in into:
                raise BadInput(f"line {line}: {quote(name)} has a second number in row {quote(row)}")
            into[name] = read_number(number, line)
        if section == "COLUMNS":
            self.model.declare(words[0], line)
            self.model.whole.update(words[:1] if self._whole else ())

    def read_bound(self, words: Sequence[str], line: int) -> None:
        """A bound: its kind, the name of the set, which may be left out, the variable, and a number if one is due."""
        kind, valued = words[0].upper(), words[0].upper() not in MPS_BOUNDS
        if kind not in (*MPS_BOUNDS, "UP", "LO", "FX", "UI", "LI") or not 2 + valued <= len(words) <= 4:
            raise BadInput(f"line {line}: {quote(' '.join(words))}; expected BV, UP, LO or FX and a variable")
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
                raise BadInput(f"line {line}: {quote(section)}; accepted are the sections {', '.join(MPS_SECTIONS)}")
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
            raise BadInput(f"line {line}: {quote(content.strip())} before the first section")
    raise cut_short(text, "ENDATA")


LP_SECTION = re.compile(
    r"\s*(?:(maximi[sz]e|maximum|max|minimi[sz]e|minimum|min)|(subject\s+to|such\s+that|s\.t\.|st\.?)|(bounds?)"
    r"|(binar(?:y|ies)|bin)|(generals?|gen|integers?|int)|(end)"
    r"|(semi-continuous|semis?|sec|sos[12]?|pwlobj|gen\w*\s+cons\w*|lazy\s+constraints|user\s+cuts))(?=\s|$)(?!\s*:)",
    re.IGNORECASE,
)
LP_PARTS = ("goal", "rows", "bounds", "binary", "whole", "end", "others")
LP_NAME = re.compile(r"[A-Za-z_!\"#$%&(),;?@'`{|}~][^\s<>=:+\-*^]*")
LP_WORD = re.compile(rf"<=|>=|=<|=>|[<>=:+-]|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|{LP_NAME.pattern}|\S")
UNREAD = {
    "": "before Minimize or Maximize",
    "end": "behind End",
    "others": "in a section that is not read; accepted are a goal, rows, bounds, Binary, General",
}
NUMBERED = re.compile(r"x[1-9][0-9]{0,11}")
COMPARISONS = {"<=": "<=", "=<": "<=", "<": "<=", ">=": ">=", "=>": ">=", ">": ">=", "=": "="}
TURNED = {"<=": ">=", ">=": "<=", "=": "="}


class LpWords:
    """Words of a part of an LP file with their lines, taken from the left."""

    def __init__(self, words: Iterable[tuple[str, int]]) -> None:
        self._words, self._at = [*words], 0

    def look(self, ahead: int = 0) -> str:
        """A word that is not taken yet; empty behind the last."""
        return self._words[self._at + ahead][0] if self._at + ahead < len(self._words) else ""

    def line(self) -> int:
        """The line of the next word, or of the last one."""
        return self._words[min(self._at, len(self._words) - 1)][1] if self._words else 1

    def take(self) -> str:
        """The next word, which is then behind us."""
        self._at += 1
        return self._words[self._at - 1][0]

    def refuse(self, expected: str) -> BadInput:
        """The error of a word that cannot stand here."""
        return BadInput(f"line {self.line()}: {quote(self.look()) if self.look() else 'the end'}; expected {expected}")

    def skip_label(self) -> None:
        """Take the name of a row, if there is one."""
        self._at += 2 if self.look(1) == ":" else 0

    def take_sign(self) -> int:
        """The product of the signs that come next."""
        sign = 1
        while self.look() in ("+", "-"):
            sign = -sign if self.take() == "-" else sign
        return sign

    def take_sum(self) -> Sum:
        """A sum; it ends before a comparison, before a label, and where neither + nor - goes on."""
        weights: Sum = {}
        begun = False
        while not begun or self.look() in ("+", "-"):
            begun, weight, line = True, Fraction(self.take_sign()), self.line()
            if number := self.look()[:1].isdigit() or self.look()[:1] == ".":
                weight *= read_number(self.take(), line)
            if LP_NAME.fullmatch(self.look()) and self.look(1) != ":":
                add_to(weights, self.take(), weight)
            elif number:
                add_to(weights, "", weight)
            else:
                raise self.refuse("a weight or a variable")
        return weights

    def take_sided(self) -> tuple[int, Sum, list[tuple[Number | None, Number | None]]]:
        """A sum with a number before or behind it: its line, the sum, and what each number says: at least, at most."""
        # A number, perhaps infinite, begins with a digit and not as names do.
        line, signed, sides = self.line(), int(self.look() in ("+", "-")), list[tuple[str, Number]]()
        if self.look(signed + 1) in COMPARISONS and not LP_NAME.fullmatch(re.sub(INFINITE, "1", self.look(signed))):
            value = self._take_side()
            sides.append((TURNED[COMPARISONS[self.take()]], value))
        weights = self.take_sum()
        if self.look() in COMPARISONS:
            sides.append((COMPARISONS[self.take()], self._take_side()))
        if not sides:
            raise self.refuse("<=, >= or =")
        return line, weights, [(v if sign != "<=" else None, v if sign != ">=" else None) for sign, v in sides]

    def _take_side(self) -> Number:
        sign, line = self.take_sign(), self.line()
        if not self.look():
            raise self.refuse("a number")
        return sign * read_bound(self.take(), line)


LpLines = list[list[tuple[str, int]]]  # the words of each line, with its number


def _split_sections(text: str, model: RowModel) -> dict[str, LpLines]:
    """The words of each section; says the model whether the goal is a maximum."""
    parts: dict[str, LpLines] = {name: [] for name in LP_PARTS}
    seen, part = set[str](), ""
    for line, content in enumerate(checking_deadline(StringIO(text)), 1):
        content = content.partition("\\")[0]
        if found := LP_SECTION.match(content):
            part, content = LP_PARTS[(found.lastindex or 0) - 1], content[found.end() :]
            if part in seen and part in ("goal", "rows"):
                raise BadInput(f"line {line}: a second {quote(found[0].strip())}")
            model.maximise |= part == "goal" and found[0].strip().lower().startswith("max")
            seen.add(part)
        words = [(word[0], line) for word in checking_deadline(LP_WORD.finditer(content))]
        if words and part in UNREAD:
            raise BadInput(f"line {line}: {quote(words[0][0])} {UNREAD[part]}")
        if words:
            parts[part].append(words)
    if not {"goal", "end"} <= seen:
        raise cut_short(text, "End" if "goal" in seen else "Minimize")
    return parts


def read_lp(text: str) -> Model:
    """An LP file as CPLEX has it: a goal, rows, bounds, `Binary` or `General` variables, `End`."""
    model = RowModel()
    parts = _split_sections(text, model)
    goal, rows = (LpWords(chain.from_iterable(parts[each])) for each in ("goal", "rows"))
    goal.skip_label()
    if goal.look():
        model.goal = SidedSum(goal.line(), goal.take_sum())
        model.declare_all(model.goal)
    if goal.look():
        raise goal.refuse("+ or -")
    while rows.look():
        check_deadline()
        rows.skip_label()
        at, weights, sides = rows.take_sided()
        lower = max([-inf, *(side for side, _ in sides if side is not None)])
        upper = min([inf, *(side for _, side in sides if side is not None)])
        if lower == inf or upper == -inf:
            raise BadInput(f"line {at}: a side that no sum reaches")
        model.rows.append(SidedSum(at, weights, lower, upper))
        model.declare_all(model.rows[-1])
    for bounds in map(LpWords, checking_deadline(parts["bounds"])):
        _read_lp_bound(bounds, model)
    for each in ("binary", "whole"):
        for name, at in chain.from_iterable(checking_deadline(parts[each])):
            if not LP_NAME.fullmatch(name):
                raise BadInput(f"line {at}: {quote(name)}; expected variables, or End")
            model.declare(name, at)  # one that stands in no row is free
            model.whole.add(name)
            if each == "binary":
                before = model.bounds.get(name, (0, inf))
                model.bounds[name] = max(before[0], 0), min(before[1], 1)
    if all(map(NUMBERED.fullmatch, model.first)):  # else in the order in which the file names them, as all programs do
        model.first = dict(sorted(model.first.items(), key=lambda variable: int(variable[0][1:])))
    return model.build()


def _read_lp_bound(words: LpWords, model: RowModel) -> None:
    """The line of a bound: `0 <= x <= 1`, `x <= 1`, `x = 1`, `x free`."""
    if words.look(1).lower() == "free":
        line, weights = words.line(), {words.take(): Fraction(1)}
        sides: list[tuple[Number | None, Number | None]] = [(-inf, inf)]
        words.take()
    else:
        line, weights, sides = words.take_sided()
    if [*weights.values()] != [1] or words.look():
        raise BadInput(f"line {line}: expected one bound, such as 0 <= x <= 5")
    for name, (lower, upper) in product(weights, sides):
        model.declare(name, line)
        model.narrow(name, lower, upper)
