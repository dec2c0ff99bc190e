"""OPB, the format of the pseudo-Boolean competitions, as models: linear and with products of literals."""

import re
from collections.abc import Iterator, Mapping, Sequence
from sys import intern

from rookery.backends.formats.model_builder import ModelBuilder, check_number
from rookery.backends.formats.read_dimacs_wcnf import Word
from rookery.core.deadline import look_between
from rookery.models import BadInput, Model
from rookery.models.model.model import Literal

# What begins like a number is one word: `1e400`, `1_0` and `2x1` are refused, and not read as products.
WORD = re.compile(r"min:|max:|>=|<=|=|;|[+-]?\d[\w.]*|[+-]|~?[A-Za-z_][\w\[\]{}^]*|\S")
NUMBER = re.compile(r"[+-]?\d[\w.]*")
NAME = re.compile(r"~?([A-Za-z_][\w\[\]{}^]*)")
COMPARISONS = (">=", "<=", "=")
NUMBERED = re.compile(r"x[1-9][0-9]*")
HEADER = re.compile(r"\*\s*#variable=\s*(\S+)")
Term = tuple[int, Literal]


def read_opb(text: str) -> Model:
    """An OPB file; `max:`, `<=`, negated literals (`~x1`) and products (`+2 x1 x2`) are read as well."""
    words = list(_words(text))
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


def _words(text: str) -> Iterator[Word]:
    for number, line in enumerate(look_between(text.splitlines()), 1):
        if not line.lstrip().startswith("*"):
            yield from (Word(intern(word), number) for word in WORD.findall(line))


def _names(words: Sequence[Word], header: re.Match[str] | None) -> list[str]:
    """The names of the variables: x1 to xN where all are such, since some may stand in no constraint."""
    found = {match[1]: word.line for word in look_between(words) if (match := NAME.fullmatch(word.text))}
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
    for word in look_between(words):
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
        """Weighted literals, or products of them; a weight may be left out where it is 1."""
        terms: list[tuple[int, list[Literal]]] = []
        weighed = False
        for word in _join_signs(words):
            if NUMBER.fullmatch(word.text):
                terms.append((word.number(), []))
                weighed = True
            elif NAME.fullmatch(word.text):
                if not weighed and not (terms and terms[-1][1]):
                    terms.append((1, []))
                terms[-1][1].append(self._literal(word.text))
            else:
                raise BadInput(f"line {word.line}: {word.text!r} is neither a weight nor a variable")
        if any(not literals for _, literals in terms):
            raise BadInput(f"line {words[0].line}: a weight without a variable")
        return [(weight, self._product(literals)) for weight, literals in terms]

    def _literal(self, text: str) -> Literal:
        return ~self._numbers[text[1:]] if text.startswith("~") else self._numbers[text]

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
