"""Families: the signature of a problem function declares a family.

A call, the options of a command, a line of a campaign and stored JSON are the same keyword arguments. The annotations
say how each is converted, and which option a command has for it.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from inspect import Parameter, Signature, getdoc, signature
from time import perf_counter
from typing import Any, Literal, ParamSpec, cast, get_args, get_origin

from rookery.core.errors import BadInput
from rookery.core.synonyms import did_you_mean
from rookery.models.boards.base import AbstractBoard
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem
from rookery.models.reading.given import (
    AllowedLike,
    ArmiesLike,
    BoardLike,
    CostsLike,
    CountLike,
    FixedLike,
    PieceLike,
    PiecesLike,
    RegionsLike,
    SquaresLike,
    is_area,
    plain_counts,
    plain_fixed,
    plain_limits,
    plain_piece,
    take_board,
    take_costs,
    take_counts,
    take_flag,
    take_one_of,
    take_piece,
    take_pieces,
    take_regions,
    take_whole,
)

P = ParamSpec("P")
SQUARES = (SquaresLike, AllowedLike, FixedLike)
# How arguments are converted, by their annotations; those of the others depend on the board
CONVERTERS: Mapping[Any, Callable[[Any, str], Any]] = {
    PieceLike: take_piece,
    ArmiesLike: take_pieces,
    CostsLike: take_costs,
    bool: take_flag,
    int: take_whole,
    int | None: lambda value, name: None if value is None else take_whole(value, name),
}
KNOWN = (*CONVERTERS, *SQUARES, PiecesLike, CountLike, BoardLike, RegionsLike)


@dataclass(frozen=True)
class Family:
    """A problem function with what commands, campaigns and the documentation say about it.

    `summary` is the first sentence of the docstring, `help` its section Args. `example` follows the name in a command.
    `oeis` are sequences of its values, `formula` is the definition in signs: S is the set of chosen squares, N(v) the
    squares from which a piece attacks v, and N[v] the same with v itself.
    """

    name: str
    function: Callable[..., Problem]
    signature: Signature
    oeis: tuple[str, ...]
    formula: str
    example: str

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """The parameters by name, in order; `annotation` and `default` say all about each."""
        return self.signature.parameters

    @property
    def summary(self) -> str:
        """The first sentence of the docstring."""
        return " ".join((getdoc(self.function) or "").partition("\n\n")[0].split())

    @property
    def help(self) -> Mapping[str, str]:
        """What the section Args of the docstring says about each parameter."""
        _, _, section = (getdoc(self.function) or "").partition("\nArgs:\n")
        texts: dict[str, list[str]] = {}
        for line in section.partition("\n\n")[0].splitlines():
            name, colon, text = line.strip().partition(": ")
            if colon and name in self.parameters:
                texts[name] = [text]
            elif texts:
                texts[[*texts][-1]].append(line.strip())
        return {name: " ".join(words) for name, words in texts.items()}


FAMILIES: dict[str, Family] = {}  # those whose modules are imported; `registry.families` imports all


def family(
    *, oeis: tuple[str, ...] = (), formula: str = "", example: str = "", name: str = ""
) -> Callable[[Callable[P, Problem]], Callable[P, Problem]]:
    """Register a problem function under its name, with hyphens.

    Its problems know their family and arguments. If the function returns a problem of another family, or of another
    call of its own, unchanged, then that family and those arguments are kept.
    """

    def decorate(function: Callable[P, Problem]) -> Callable[P, Problem]:
        own, called = name or function.__name__.replace("_", "-"), signature(function)

        @wraps(function)
        def declare(*args: P.args, **kwargs: P.kwargs) -> Problem:
            start = perf_counter()
            try:
                bound = called.bind(*args, **kwargs)
            except TypeError as error:
                strange = next((name for name in kwargs if name not in called.parameters), "")
                fault = f"got an unexpected keyword argument {strange!r}{did_you_mean(strange, called.parameters)}"
                raise TypeError(f"{function.__name__}() {fault if strange else error}") from None
            arguments = dict(_convert(bound.arguments, called))
            problem = function(**arguments)  # type: ignore[call-arg]
            call = problem.call
            if call is None:
                problem, call = (
                    replace(problem, family=own),
                    {"family": own, **dict(_simplify(arguments, called, problem))},
                )
            object.__setattr__(problem, "call", call)
            object.__setattr__(problem, "declare_seconds", perf_counter() - start)
            return problem

        _register(Family(own, declare, called, oeis, formula, example))
        return declare

    return decorate


def _register(family: Family) -> None:
    """Raise `BadInput` for a parameter that no command can say, and for the name of another function's family."""
    for each in family.parameters.values():
        known = each.annotation in KNOWN or get_origin(each.annotation) is Literal
        if not known or each.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD) or each.name == "family":
            raise BadInput(f"family {family.name}: its parameter {each} has no type of an option")
    other = FAMILIES.get(family.name)
    places = [f"{each.function.__module__}.{each.function.__qualname__}" for each in (family, other or family)]
    if places[0] != places[1]:
        raise BadInput(f"two functions declare a family {family.name}: {places[1]} and {places[0]}")
    FAMILIES[family.name] = family


def _convert(arguments: Mapping[str, Any], called: Signature) -> Iterator[tuple[str, Any]]:
    """Convert arguments by their annotations; the count of one piece joins it, and squares are left to the layout."""
    types = {name: called.parameters[name].annotation for name in arguments}
    board, count = None, None
    for name, value in arguments.items():
        if types[name] in (BoardLike, RegionsLike):
            board = (take_board if types[name] == BoardLike else take_regions)(value)
        elif types[name] == CountLike:
            count = value
    for name, value in arguments.items():
        annotation = types[name]
        if annotation in (BoardLike, RegionsLike):
            yield name, board
        elif annotation == PiecesLike:
            yield name, take_counts(value, cast("AbstractBoard", board), count, name)
        elif annotation in SQUARES and is_area(value):
            yield name, value.lower()
        elif annotation in SQUARES:
            yield name, list(value) if isinstance(value, Iterator) else value
        elif get_origin(annotation) is Literal:
            yield name, take_one_of(value, get_args(annotation), name)
        elif annotation != CountLike:
            yield name, CONVERTERS[annotation](value, name)


def _simplify(arguments: Mapping[str, Any], called: Signature, problem: Problem) -> Iterator[tuple[str, Any]]:
    """Yield the arguments as plain data, but the board, which may be large, as it is; defaults are left out."""
    for name, value in arguments.items():
        parameter = called.parameters[name]
        if parameter.annotation == FixedLike:
            data: Any = plain_fixed(problem.fixed, problem.pieces)
        elif parameter.annotation == PiecesLike:
            data = plain_counts(value)
        elif parameter.annotation in SQUARES:
            data = plain_limits(value, problem.board, problem.pieces, name)
        elif parameter.annotation == ArmiesLike:
            data = [plain_piece(piece) for piece in value]
        else:
            data = plain_piece(value) if isinstance(value, Piece) else value
        default = parameter.default
        if data != (list(default) if isinstance(default, tuple) else default):
            yield name, data


def stable(data: Any) -> str:
    """Return plain data as text, the same for equal data."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(data: Any) -> str:
    """Return the SHA-256 of plain data."""
    from hashlib import sha256  # takes 3 ms, and few commands name a problem by its digest

    return sha256(stable(data).encode()).hexdigest()
