"""Models of constraint solvers: FlatZinc, as MiniZinc and we write it, and XCSP3; each constraint becomes linear rows.

Read are variables within bounds and linear constraints, in FlatZinc also those of truth values and reified ones. A
constraint that takes auxiliary variables lets the others decide them, so that the number of solutions stays the same.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from io import StringIO
from itertools import product
from math import inf, prod
from xml.parsers import expat

from rookery.backends.formats.rows import (
    HIDDEN,
    NUMBER,
    Number,
    RowModel,
    SidedSum,
    Sum,
    add_to,
    check_number,
    cut_short,
    read_domain,
    read_number,
)
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.models import BadInput, Model
from rookery.models.reading.typed import quote

DECLARATION = re.compile(
    r"(array\s*\[[^]]*\]\s*of\s+)?(var\s+)?(\w+|-?[0-9]+\s*\.\.\s*-?[0-9]+|\{[^}]*\})\s*:\s*(\w+)\s*(?:::[^=]*)?(?:=(.*))?"
)
CONSTRAINT = re.compile(r"constraint\s+(\w+)\s*\(([^()]*)\)\s*(?:::.*)?")
GOAL = re.compile(r"solve\s+(?:::.*\s)?(?:satisfy|(minimize|maximize)\s+(\w+))")
PART = re.compile(r"\[[^]]*\]|[^,\[\]\s][^,\[\]]*")
RELATION = re.compile(r"(?:int|bool)_(lin_)?(eq|le|lt|ne)(_reif)?")
READ = "linear constraints (int_lin_le, int_eq, int_ne_reif) and those of truth values (bool_clause, array_bool_or)"


class FlatReader:
    """FlatZinc: variables, names of numbers and of arrays, and constraints, each as rows."""

    def __init__(self) -> None:
        self.model = RowModel()
        self._names: dict[str, list[str]] = {"true": ["1"], "false": ["0"]}  # of numbers and arrays: their elements

    def read_declaration(self, found: re.Match[str], line: int) -> None:
        """A variable or an array of such, or a name for numbers."""
        array, variable, domain, name, value = found.groups()
        elements = self._list((value or "").strip())
        if name in self._names or name in self.model.first:
            raise BadInput(f"line {line}: a second {quote(name)}")
        if array or not variable:
            self._names[name] = elements
            return
        bounds: tuple[Number, Number] = (0, 1) if domain == "bool" else (-inf, inf)
        if domain not in ("bool", "int"):
            bounds = read_domain(domain.strip("{}").replace(",", " "), line)
        self.model.declare(name, line, bounds)
        for element in elements:
            self._relate("eq", self._sum([(1, name), (-1, element)], line), line)

    def read_constraint(self, kind: str, written: str, line: int) -> None:
        """A constraint by its name and what stands in its brackets; raises `BadInput` for one that is not linear."""
        parts = [self._list(part.strip()) for part in PART.findall(written)]
        relation, terms = "le", list[tuple[int | Fraction, str]]()
        if (found := RELATION.fullmatch(kind)) and len(parts) == 2 + bool(found[1]) + bool(found[3]):
            relation = found[2]
            signs: Sequence[int | Fraction] = (1, -1)
            if found[1]:
                signs = [*(read_number(self._value(word), line) for word in parts[0]), Fraction(-1)]
                parts = [[*parts[1], *parts[2]], [], *parts[3:]]
            terms = list(zip(signs, [*parts[0], *parts[1]], strict=False))
            if len(terms) != len(signs) or len(terms) != len(parts[0]) + len(parts[1]):
                raise BadInput(f"line {line}: {kind}: {len(signs)} weights for {len(parts[0]) + len(parts[1])} terms")
        elif kind == "bool2int" and len(parts) == 2:
            relation, terms = "eq", list(zip((1, -1), (*parts[0], *parts[1]), strict=False))
        elif kind == "bool_not" and len(parts) == 2:
            relation, terms = "eq", [(-1, "true"), *((1, word) for part in parts for word in part)]
        elif kind == "bool_xor" and len(parts) in (2, 3):
            relation, terms = "ne", list(zip((1, -1), (*parts[0], *parts[1]), strict=False))
        elif kind in ("bool_clause", "bool_clause_reif") and len(parts) == 2 + kind.endswith("reif"):
            terms = [*((-1, word) for word in parts[0]), *((1, word) for word in parts[1]), (1 - len(parts[1]), "true")]
        elif kind in ("bool_or", "array_bool_or") and len(parts) > 1:
            terms = [(1, "true"), *((-1, word) for part in parts[:-1] for word in part)]
            parts = [[], [], parts[-1]]
        elif kind in ("bool_and", "array_bool_and") and len(parts) > 1:
            terms = [(-1, word) for part in parts[:-1] for word in part]
            terms, parts = [*terms, (len(terms), "true")], [[], [], parts[-1]]
        else:
            raise BadInput(f"line {line}: {quote(kind)} of {len(parts)}; accepted are {READ}")
        self._relate(relation, self._sum(terms, line), line, *(word for part in parts[2:] for word in part))

    def read_goal(self, kind: str | None, name: str, line: int) -> None:
        """The goal: the variable that is to be made small or large, if any."""
        self.model.maximise = kind == "maximize"
        if kind:
            self.model.goal = SidedSum(line, self._sum([(1, name)], line))

    def _list(self, part: str) -> list[str]:
        """The elements of an array, which may stand under its name, or of a value."""
        if not part.startswith("["):
            return self._names.get(part, [part] if part else [])
        return [word for each in part.strip("[]").split(",") if (word := each.strip())]

    def _value(self, word: str) -> str:
        return self._names[word][0] if len(self._names.get(word, ())) == 1 else word

    def _sum(self, terms: Iterable[tuple[int | Fraction, str]], line: int) -> Sum:
        weights: Sum = {}
        for weight, word in terms:
            value = self._value(word)
            if NUMBER.fullmatch(value):
                add_to(weights, "", weight * read_number(value, line))
            else:
                self.model.check_known(value, line)
                add_to(weights, value, Fraction(weight))
        return weights

    def _relate(self, relation: str, weights: Sum, line: int, reified: str = "") -> None:
        """A sum that is 0, not 0, at most 0 or below 0; a reified one is so if and only if a truth value is 1."""
        if relation == "lt":
            add_to(weights, "", Fraction(1))
        if relation == "ne" or (relation == "eq" and reified):
            sides = [f"{HIDDEN}{len(self.model.first)}.{side}" for side in ("below", "above")]
            for side, sign in zip(sides, (1, -1), strict=True):  # one of three holds: below, above, equal
                self.model.declare(side, line, (0, 1))
                self._relate("lt", {name: sign * weight for name, weight in weights.items()}, line, side)
            other = -1 if relation == "ne" else 1
            three = self._sum([*((1, side) for side in sides), (other, reified or "true")], line)
            self.model.rows.append(SidedSum(line, three, max(other, 0), max(other, 0)))
        elif reified:
            least, greatest = self.model.find_reach(weights)
            if inf in (-least, greatest):
                raise BadInput(f"line {line}: a reified sum of variables without bounds is not read")
            for factor, lower, upper in ((Fraction(greatest), -inf, greatest), (1 - Fraction(least), 1, inf)):
                row = {**weights}
                for name, weight in self._sum([(factor, reified)], line).items():
                    add_to(row, name, weight)
                self.model.rows.append(SidedSum(line, row, lower, upper))
        else:
            self.model.rows.append(SidedSum(line, weights, 0 if relation == "eq" else -inf, 0))


def read_flatzinc(text: str) -> Model:
    """FlatZinc of variables within bounds and linear constraints, or those of truth values; others are refused."""
    reader, solved = FlatReader(), False
    for line, statement in _split_statements(text):
        if found := DECLARATION.fullmatch(statement):
            reader.read_declaration(found, line)
        elif found := CONSTRAINT.fullmatch(statement):
            reader.read_constraint(found[1], found[2], line)
        elif found := GOAL.fullmatch(statement):
            reader.read_goal(found[1], found[2], line)
            solved = True
        elif not statement.startswith("predicate "):
            raise BadInput(f"line {line}: {quote(statement)}; expected a variable, a constraint or `solve`")
    if not solved:
        raise cut_short(text, "`solve`")
    return reader.model.build()


def _split_statements(text: str) -> Iterator[tuple[int, str]]:
    """The statements with the line where each begins, without comments."""
    begun, parts = 0, list[str]()
    for line, content in enumerate(checking_deadline(StringIO(text)), 1):
        *ended, rest = content.partition("%")[0].split(";")
        for part in ended:
            yield begun or line, " ".join((*parts, part)).strip()
            begun, parts = 0, []
        if rest.strip():
            begun = begun or line
            parts.append(rest.strip())
    if parts:
        raise BadInput(f"line {begun}: a statement that does not end with ;")


ROOMS = ("instance", "variables", "constraints", "block", "objectives")
TAGS = frozenset((*ROOMS, "var", "array", "sum", "list", "coeffs", "condition", "minimize", "maximize"))
SIZES = re.compile(r"(?:\[[0-9]{1,7}\])+")
ELEMENT = re.compile(r"([^\[\]\s]+)((?:\[[0-9.]{0,16}\])+)")
CONDITION = re.compile(r"\s*\(\s*(le|lt|ge|gt|eq|in)\s*,\s*([^()]*)\)\s*")
SIDES: Mapping[str, tuple[float, float]] = {"le": (-inf, 0), "lt": (-inf, -1), "ge": (0, inf), "gt": (1, inf)}


class XcspReader:
    """The elements of an XCSP3 file, as they end."""

    def __init__(self) -> None:
        self.model = RowModel()
        self._sizes: dict[str, list[int]] = {}
        self._open: list[tuple[str, Mapping[str, str], int]] = []
        self._text: list[list[str]] = []
        self._parts: dict[str, str] = {}  # of the constraint that is open
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler, self._parser.EndElementHandler = self._begin, self._end
        self._parser.CharacterDataHandler = lambda text: self._text[-1].append(text)
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype

    def read(self, text: str) -> Model:
        """The model of a file."""
        try:
            self._parser.Parse(text, True)
        except expat.ExpatError as error:
            raise BadInput(f"line {error.lineno}: no XML: {expat.errors.messages[error.code]}") from None
        return self.model.build()

    def _refuse_doctype(self, *_: object) -> None:
        raise BadInput(f"line {self._parser.CurrentLineNumber}: a DOCTYPE is not read")

    def _begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        line = self._parser.CurrentLineNumber
        if tag not in TAGS:
            raise BadInput(f"line {line}: <{tag[:40]}> is not read; accepted are <sum>, and a goal of one")
        self._open.append((tag, attributes, line))
        self._text.append([])
        if tag in ("sum", "minimize", "maximize"):
            self._parts = {}

    def _end(self, tag: str) -> None:
        check_deadline()
        (_, attributes, line), text = self._open.pop(), "".join(self._text.pop())
        name = attributes.get("id", "")
        if tag == "var":
            self.model.declare(name, line, read_domain(text, line))
        elif tag == "array":
            if not SIZES.fullmatch(attributes.get("size", "")):
                raise BadInput(f"line {line}: size {quote(attributes.get('size', ''))}; expected such as [8] or [8][8]")
            sizes, bounds = [int(size) for size in attributes["size"][1:-1].split("][")], read_domain(text, line)
            self._sizes[name] = sizes
            check_number(prod(sizes), line)
            for at in checking_deadline(product(*map(range, sizes))):
                self.model.declare(_element(name, at), line, bounds)
        elif tag in ("list", "coeffs", "condition"):
            self._parts[tag] = text
        elif tag == "sum":
            self._add_row(line, self._sum(text, line))
        elif tag in ("minimize", "maximize"):
            if self.model.goal.weights or attributes.get("type", "expression") not in ("sum", "expression"):
                raise BadInput(f"line {line}: a second goal, or not of a sum")
            self.model.goal, self.model.maximise = SidedSum(line, self._sum(text, line)), tag == "maximize"

    def _add_row(self, line: int, weights: Sum) -> None:
        found = CONDITION.fullmatch(self._parts.get("condition", ""))
        if not found:
            raise BadInput(f"line {line}: condition {quote(self._parts.get('condition', ''))}; expected such as (le,3)")
        sides: tuple[Number, Number] = SIDES.get(found[1], (0, 0))
        if found[1] == "in":
            sides = read_domain(found[2], line)
        elif NUMBER.fullmatch(found[2].strip()):
            add_to(weights, "", -read_number(found[2].strip(), line))
        else:
            for name in self._list(found[2], line):
                add_to(weights, name, Fraction(-1))
        self.model.rows.append(SidedSum(line, weights, *sides))

    def _sum(self, text: str, line: int) -> Sum:
        """The weighted variables of a constraint or a goal."""
        names = [*self._list(self._parts.get("list", text), line)]
        numbers = [read_number(word, line) for word in self._parts.get("coeffs", "1 " * len(names)).split()]
        if len(names) != len(numbers):
            raise BadInput(f"line {line}: {len(numbers)} coefficients for {len(names)} variables")
        weights: Sum = {}
        for name, number in zip(names, numbers, strict=True):
            add_to(weights, name, number)
        return weights

    def _list(self, text: str, line: int) -> Iterator[str]:
        """The variables that a list names; `x[]` and `x[0..3]` are several."""
        for word in checking_deadline(text.split()):
            found = ELEMENT.fullmatch(word)
            if word in self.model.first or not found or found[1] not in self._sizes:
                self.model.check_known(word, line)
                yield word
                continue
            indices = found[2][1:-1].split("][")
            spans = [
                range(size) if not index else range(least, greatest + 1)
                for index, size in zip(indices, self._sizes[found[1]], strict=False)
                for least, greatest in [read_domain(index or "0", line)]
            ]
            for at in product(*spans):
                self.model.check_known(_element(found[1], at), line)
                yield _element(found[1], at)


def _element(name: str, at: Iterable[int]) -> str:
    return f"{name}{''.join(f'[{index}]' for index in at)}"
