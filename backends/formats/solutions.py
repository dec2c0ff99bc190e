"""Values of variables as solvers of exported files write them: `.sol` files, XCSP3's instantiations, JSON.

Variables are `x1`, `x2`, ... (`x[0]`, `x[1]`, ... in XCSP3). Where a solver leaves zeros out, what is not there is 0;
where it writes all variables, a file that is cut short is refused.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from rookery.core.deadline import checking_deadline
from rookery.models import BadInput
from rookery.models.reading.typed import quote

ROUNDED = 1e-5  # solvers in floating point call a value whole when it is so near; Gurobi's tolerance is the widest
NUMBER = re.compile(r"[+-]?(?:[0-9]{1,40}\.?[0-9]{0,40}|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?")
NAME = re.compile(r"x?([1-9][0-9]{0,11})|x\[([0-9]{1,12})\]")  # GLPK writes the number of a column alone
RUN = re.compile(r"([01*])x([0-9]{1,9})")  # 0x24: twenty-four zeros
INSTANTIATION = re.compile(r"<instantiation[\s>]")
COST = re.compile(r"""\bcost\s*=\s*["']\s*(-?[0-9]{1,18})\s*["']""")
RANGE = re.compile(r"x\[([0-9]{1,9})\.\.([0-9]{1,9})\]")


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


def recognise_values(text: str) -> Callable[[str, int], Iterator[Values]] | None:
    """The reader of a text that holds what a solver writes, by the text's beginning; None for any other text.

    A reader takes the text and how many variables there are, and raises `BadInput` with the line of what is wrong.
    """
    if INSTANTIATION.search(text):
        return read_instantiations
    for form in FORMS:
        if form.known_by.match(text):
            return lambda text, variables: iter([_read_lines(form, text, variables)])
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
                    f"line {number}: {quote(line.strip())}; expected a variable and its value: {form.example}"
                )
            taken.take(found[1], found[2], number)
    if not taken.values and (form.every or "no solution" in text or re.match(r"\s*(?:Infeas|Integer inf|Unb)", text)):
        raise BadInput(f"it has no values, but says {quote(' '.join(text.split())[:40])}; expected values")
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
        if found is None or not (at := int(found[1]) - 1 if found[1] else int(found[2])) < self._variables:
            raise BadInput(f"line {line}: {quote(name)} is none of the {self._variables:,} variables of the problem")
        if at in self.values:
            raise BadInput(f"line {line}: {name} has a second value; expected one")
        near = _whole(value)
        if near not in (0, 1):
            raise BadInput(f"line {line}: {name} has a value of {quote(value)}; expected 0 or 1")
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


def read_instantiations(text: str, variables: int) -> Iterator[Values]:
    """XCSP3's `<instantiation>`, one for each solution, alone or in `v` lines: a list of variables and their values."""
    plain = "\n".join(line[1:] if line[:2] in ("v ", "v\t", "v") else line for line in text.splitlines())
    before, *parts = plain.split("<instantiation")
    line = 1 + before.count("\n")
    for part in checking_deadline(parts):
        try:
            yield _read_instantiation(part, line, variables)
        except BadInput as error:
            raise BadInput(f"line {line}: {error}") from None
        line += part.count("\n")


def _read_instantiation(part: str, line: int, variables: int) -> Values:
    head, _, body = part.partition(">")
    names, values = (_between(body, tag).split() for tag in ("list", "values"))
    listed: list[str] = []
    for name in names:
        run = RANGE.fullmatch(name)
        if name == "x[]":
            listed += [f"x[{at}]" for at in range(variables)]
        elif run is not None:
            listed += [f"x[{at}]" for at in range(int(run[1]), min(int(run[2]), variables) + 1)]
        else:
            listed.append(name)
        if len(listed) > 2 * variables:
            raise BadInput(f"more names than the {variables:,} variables of the problem")
    said: list[str] = []
    for value in values:
        run = RUN.fullmatch(value)
        said += [run[1]] * min(int(run[2]), len(listed) + 1) if run else [value]
        if len(said) > len(listed):
            break
    if len(said) != len(listed):
        raise BadInput(
            f"{len(listed):,} variables, and {'more' if len(said) > len(listed) else f'{len(said):,}'} values"
        )
    taken = SolverValues(variables)
    for name, value in zip(listed, said, strict=True):
        taken.take(name, "0" if value == "*" else value, line)  # a star: any value will do
    cost = COST.search(head)
    return Values(taken.true(every=True), int(cost[1]) if cost else None)


def _between(body: str, tag: str) -> str:
    _, opened, rest = body.partition(f"<{tag}>")
    inside, closed, _ = rest.partition(f"</{tag}>")
    if not opened or not closed:
        raise BadInput(f"an instantiation without <{tag}>...</{tag}>: cut short, or no instantiation")
    return inside


def read_json_values(data: Mapping[str, Any], variables: int) -> Values | None:
    """The values of an object such as `{"x8": 1}`, where what is left out is 0; None for an object of other names."""
    if not data or not all(NAME.fullmatch(name) for name in data):
        return None
    taken = SolverValues(variables)
    for name, value in data.items():
        taken.take(name, str(int(value) if isinstance(value, bool) else value), 1)
    return Values(taken.true(every=False), None)
