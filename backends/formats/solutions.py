"""Values of the variables `x1`, `x2`, ... in the `.sol` files of solvers.

Where a solver leaves zeros out, a variable that is missing is 0; where it writes all variables, a file that is cut
short is refused.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from rookery.core.deadline import checking_deadline
from rookery.core.errors import show_value
from rookery.models import BadInput

ROUNDED = 1e-5  # solvers in floating point call a value whole when it is so near; Gurobi's tolerance is the widest
NUMBER = re.compile(r"[+-]?(?:[0-9]{1,40}\.?[0-9]{0,40}|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?")
NAME = re.compile(r"x?([1-9][0-9]{0,11})")  # GLPK writes the number of a column alone


class Values(NamedTuple):
    """The variables that are true, numbered from 0, and the value that the solver claims."""

    true: list[int]
    claimed: int | None


class Form(NamedTuple):
    """One solver's way to write values: what it is known by, and a line with a value (its groups: name, value).

    Values begin after `begin` and end at `end`, or at an empty line; `every` form writes zeros, too.
    """

    known_by: re.Pattern[str]
    line: re.Pattern[str]
    example: str
    every: bool
    begin: re.Pattern[str] | None = None
    end: re.Pattern[str] | None = None
    objective: re.Pattern[str] | None = None


def _form(known_by: str, line: str, example: str, every: bool = False, **marks: str) -> Form:
    compiled = {name: re.compile(mark, re.MULTILINE) for name, mark in marks.items()}
    return Form(re.compile(known_by, re.MULTILINE), re.compile(line), example, every, **compiled)


PLAIN = r"(\S+)[ \t]+(\S+)(?:[ \t]+\(obj:\S+)?"
FORMS = (
    _form(  # HiGHS
        r"\s*Model status$", PLAIN, "x1 0", True, begin="^# Columns ", end="^#", objective=r"^Objective (\S+)$"
    ),
    _form(r"\s*(?:solution status:|objective value:)", PLAIN, "x1 1 (obj:1)",
          begin=r"^(?:objective value:|no solution)", objective=r"^objective value:[ \t]+(\S+)$"),  # SCIP
    _form(r".* - objective value ", r"(?:\*\*)?[ \t]*[0-9]+[ \t]+(\S+)[ \t]+(\S+)(?:[ \t]+\S+)?", "0 x1 1 0",
          begin=r" - objective value ", objective=r" - objective value[ \t]+(\S+)$"),  # CBC
    _form(r"# (?:Solution for model|Objective value)", PLAIN, "x1 0", True,
          objective=r"^# Objective value = (\S+)$"),  # Gurobi
    _form(r"=obj= ", PLAIN, "x1 1", begin="^=obj= ", objective=r"^=obj=[ \t]+(\S+)$"),  # MIPLIB
    # GLPK -o, and -w (of an MPS file: columns by their number)
    _form(r"Problem:.*\n(?:.*\n){0,3}?Columns:", r"[ \t]*[0-9]+[ \t]+(\S+)[ \t]+(?:\*[ \t]+)?(\S+)(?:[ \t]+\S+)*",
          "1 x1 * 0 0 1", True, begin="Column name", end="^Integer feas", objective=r"^Objective:.*= (\S+) \("),
    _form(r"(?:c.*\n){0,20}?s mip ", r"j ([0-9]+) (\S+)", "j 1 0", True, begin="^s mip ", end="^e o f",
          objective=r"^s mip (?:\S+ ){3}(\S+)$"),
)  # fmt: skip


def recognise_values(text: str) -> Callable[[str, int], Values] | None:
    """Return the reader of a text that a solver wrote, by the text's beginning; None for any other text.

    A reader takes the text and the number of variables, and raises `BadInput` with the line of what is wrong.
    """
    for form in FORMS:
        if form.known_by.match(text):
            return partial(_read_lines, form)
    return None


def _read_lines(form: Form, text: str, variables: int) -> Values:
    """The values of a text with a line for each variable."""
    taken = SolverValues(variables)
    begun = form.begin is None
    for number, line in enumerate(checking_deadline(text.splitlines()), 1):
        if form.begin is not None and form.begin.search(line):
            begun = True
        elif begun and form.end is not None and form.end.search(line):
            break
        elif begun and line.strip() and line[0] != "#":
            found = form.line.fullmatch(line.rstrip())
            if found is None and form.end is not None and not taken.values:
                continue  # heads of tables, and rows before the columns
            if found is None:
                raise BadInput(
                    f"line {number}: {show_value(line.strip())}; expected a variable and its value: {form.example}"
                )
            taken.take(found[1], found[2], number)
    if not taken.values and (form.every or "no solution" in text or re.match(r"\s*(?:Infeas|Integer inf|Unb)", text)):
        raise BadInput(f"it has no values, but says {show_value(' '.join(text.split())[:40])}; expected values")
    said = form.objective.search(text) if form.objective else None
    return Values(taken.true(form.every), _whole(said[1]) if said else None)


class SolverValues:
    """The values of variables as they are read, each once; refused with the line if they are wrong."""

    def __init__(self, variables: int) -> None:
        self._variables = variables
        self.values: dict[int, bool] = {}

    def take(self, name: str, value: str, line: int) -> None:
        """Keep one value."""
        found = NAME.fullmatch(name)
        if found is None or (at := int(found[1]) - 1) >= self._variables:
            raise BadInput(f"line {line}: {show_value(name)} is none of the {self._variables:,} variables")
        if at in self.values:
            raise BadInput(f"line {line}: {name} has a second value; expected one")
        near = _whole(value)
        if near not in (0, 1):
            raise BadInput(f"line {line}: {name} has a value of {show_value(value)}; expected 0 or 1")
        self.values[at] = near == 1

    def true(self, every: bool) -> list[int]:
        """The true variables; raises `BadInput` if `every` variable needs a value and one has none."""
        missing = next((at for at in range(self._variables) if at not in self.values), None) if every else None
        if missing is not None:
            raise BadInput(f"cut short: x{missing + 1} has no value; expected one for each of x1 to x{self._variables}")
        return [at for at, value in self.values.items() if value]


def _whole(text: str) -> int | None:
    """The whole number that a number in floating point is meant to be; None for anything else."""
    if not NUMBER.fullmatch(text) or abs(number := float(text)) > 2**53 or abs(number - round(number)) > ROUNDED:
        return None
    return round(number)
