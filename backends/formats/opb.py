"""OPB, the format of the pseudo-Boolean competitions, written and read."""

import re
from collections.abc import Iterator, Mapping
from sys import intern

from rookery.backends.formats.named import NamedModel, check_size, finish, read_integer
from rookery.backends.formats.rows import Rows, add_row
from rookery.backends.modeler import Expression, Modeler
from rookery.core.deadline import checking_deadline
from rookery.core.errors import show_value
from rookery.models import BadInput, Model
from rookery.models.model.constraints import Literal, Term, Weights, over_variables

NAME = r"[A-Za-z_][A-Za-z0-9_\[\]{}^]*"
TERM = re.compile(rf"\s*([+-])?\s*(?:([0-9]+)\s+)?((?:~?{NAME}\s*)+)")  # `+2 x1 ~x2`: a weight and its literals
COMPARED = re.compile(r"(>=|<=|=)\s*([+-]?)\s*([0-9]+)\s*")
GOAL = re.compile(r"\s*(min|max)\s*:")
COMMENT = re.compile(r"^[ \t]*\*.*$", re.MULTILINE)
HEADER = re.compile(r"\*\s*#variable=\s*(\S+)")
NUMBERED = re.compile(r"x[1-9][0-9]{0,99}")


def write_opb(named: NamedModel) -> Iterator[str]:
    """Yield the lines of OPB; only `>=`, `=` and `min:` are used."""
    table = Rows.of(named.model)
    yield f"* #variable= {table.variables} #constraint= {len(table.rows)}"
    yield from (*named.comments("* "), *table.comments("* "))
    if table.cost is not None:
        yield f"min: {_write_sum(table.cost or {0: 0})} ;"
    for weights, comparison, side in checking_deadline(table.rows):
        sign = -1 if comparison == "<=" else 1
        yield f"{_write_sum(weights, sign)} {'=' if comparison == '=' else '>='} {sign * side} ;"


def _write_sum(weights: Weights, sign: int = 1) -> str:
    return " ".join(f"{sign * weight:+d} x{variable + 1}" for variable, weight in weights.items())


def read_opb(text: str) -> Model:
    """Return the model in OPB, which may have `max:`, `<=`, negated literals (`~x1`) and products (`+2 x1 x2`)."""
    header = HEADER.match(text)
    text = COMMENT.sub("", text)
    goal = GOAL.match(text)
    names = dict.fromkeys(map(intern, re.findall(NAME, text[goal.end() :] if goal else text)))
    if all(map(NUMBERED.fullmatch, names)):  # x1 to xN: some may stand in no constraint
        size = max((*(int(name[1:]) for name in names), read_integer(header[1], 1) if header else 0), default=0)
        check_size(size, 1 + text.count("\n", 0, max(0, text.find(f"x{size}"))))
        names = dict.fromkeys(f"x{number}" for number in range(1, size + 1))
    reader, line = OpbReader({name: at for at, name in enumerate(names)}), 1
    *statements, rest = text.split(";")
    if not text.strip() and not header:
        raise BadInput("it has no statements; expected constraints such as `+1 x1 +2 x2 >= 1 ;`")
    for number, statement in enumerate(checking_deadline(statements)):
        reader.read(statement, line, first=not number)
        line += statement.count("\n")
    if rest.strip():
        raise BadInput(f"line {_first_line(rest, line)}: the statement does not end with ;")
    return finish(reader.modeler, len(names))


def _first_line(text: str, line: int) -> int:
    return line + text[: len(text) - len(text.lstrip())].count("\n")


class OpbReader:
    """Reads statements into a model; each product becomes an auxiliary variable."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self.modeler = Modeler()
        self.modeler.names += numbers
        self._numbers = numbers
        self._products: dict[frozenset[Literal], Literal] = {}

    def read(self, text: str, line: int, first: bool) -> None:
        """Read a goal or a constraint that begins on this line; raises `BadInput` for anything else."""
        line = _first_line(text, line)
        text = text.strip()
        if not text:
            return
        if text.startswith(("soft:", "[")):
            raise BadInput(f"line {line}: soft constraints (WBO) are not read; accepted is OPB")
        if goal := GOAL.match(text):
            if not first:
                raise BadInput(f"line {line}: the goal must be the first statement")
            sign = 1 if goal[1] == "min" else -1
            terms = [(sign * weight, literal) for weight, literal in self._terms(text[goal.end() :], line)]
            self.modeler.minimize(Expression(self.modeler, *over_variables(terms)))
            return
        compared = re.search("[<>=]", text)
        found = COMPARED.fullmatch(text, compared.start()) if compared else None
        if compared is None or found is None:
            raise BadInput(f"line {line}: {show_value(text)}; expected a sum, >=, <= or =, and a whole number")
        side = read_integer(found[2] + found[3], line)
        lower, upper = None if found[1] == "<=" else side, None if found[1] == ">=" else side
        add_row(self.modeler, self._terms(text[: compared.start()], line), lower, upper)

    def _terms(self, text: str, line: int) -> Iterator[Term]:
        at, end = 0, len(text.rstrip())
        while at < end:
            term = TERM.match(text, at)
            if term is None:
                raise BadInput(f"line {line}: {show_value(text[at:].strip())}; expected a weight and a variable: +2 x1")
            weight = read_integer((term[1] or "") + (term[2] or "1"), line)
            factors = frozenset(
                ~self._numbers[word[1:]] if word[0] == "~" else self._numbers[word] for word in term[3].split()
            )
            if not any(~factor in factors for factor in factors):
                yield weight, self._product(factors)
            at = term.end()

    def _product(self, factors: frozenset[Literal]) -> Literal:
        if len(factors) == 1:
            return next(iter(factors))
        if factors not in self._products:
            one_is_false = self.modeler.define_at_least({~literal: 1 for literal in factors}, 1)
            self._products[factors] = ~one_is_false
        return self._products[factors]
