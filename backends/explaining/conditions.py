"""The conditions of a problem as a player says them: `row 3 holds exactly 1 queen`, `square e4 is guarded`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rookery.backends.explaining.asked import list_demands
from rookery.backends.explaining.wording import Wording
from rookery.core.words import amount, join_words
from rookery.models import Model, Problem
from rookery.models.boards.base import Cell
from rookery.models.boards.board import Board
from rookery.models.model.constraints import AtMost, Constraint, Exactly
from rookery.models.referee.rules import Fixed, Forbidden, Holds, Number, PartHolds, Rule

HEAVY = 3  # weight of a condition on the whole board, such as a number of pieces


@dataclass(frozen=True)
class Condition:
    """A condition in words, with its constraints.

    `squares` must hold `needed` pieces; `name` is the part of the board or the square that the condition is about, such
    as `row 3`. `weight` says how many simple conditions a person has to keep in mind for this one.
    """

    words: str
    constraints: Sequence[Constraint] = field(compare=False)
    squares: frozenset[Cell] = frozenset()
    needed: int = 0
    name: str = ""
    weight: int = 1


def say_conditions(conditions: Iterable[Condition], words: Wording) -> Iterator[str]:
    """Yield conditions as clauses, each once; squares with the same condition share a clause."""
    shared: dict[str, list[str]] = {}
    for each in conditions:
        rest = each.words if each.needed or not each.name else each.words.removeprefix(each.name)
        shared.setdefault(rest, []).append(each.name.removeprefix(f"{words.noun} "))
    for rest, names in shared.items():
        if len(names) == 1 or not names[0]:
            yield f"{words.noun} {names[0]}{rest}" if rest[:1] in " ," else rest
        else:
            yield f"{words.problem.board.nouns} {join_words(names)}{rest.replace(' is ', ' are ', 1)}"


def list_conditions(problem: Problem, best: Model, optimum: int | None) -> Iterator[Condition]:
    """Yield the conditions of a problem, and with a goal the bound by which the model `best` reaches the optimum.

    Of each rule, a constraint that asks for pieces is a condition by itself; the others are one condition together.
    """
    words = Wording(problem)
    for rules, constraints in list_demands(problem):
        if not rules or (len(rules) == 1 and isinstance(rules[0], Fixed | Forbidden)):
            continue
        forbidding = [each for each in constraints if not _asks(each) and not _is_one_each(each, problem)]
        if forbidding:
            yield Condition(join_words([*map(words.rule, rules)]), forbidding)
        numbered = (
            enumerate(constraints) if len(constraints) == len(problem.board) else ((None, c) for c in constraints)
        )
        yield from (_describe(rules, each, at, words) for at, each in numbered if _asks(each))
    if optimum is not None:
        counted = [piece for piece in problem.pieces if isinstance(problem.aim, Number)]
        plain = len(counted) == 1 and problem.board.weights is None
        value = amount(optimum, words.piece(counted[0]), words.piece(counted[0], 2)) if plain else str(optimum)
        yield Condition(f"the best solutions have {value}", best.constraints[-1:])


def _asks(constraint: Constraint) -> bool:
    """Return whether a constraint asks for something: a board without pieces breaks it."""
    value = sum(weight for weight, literal in constraint.terms() if literal < 0)
    lower, upper = constraint.lower, constraint.upper
    return (lower is not None and value < lower) or (upper is not None and value > upper)


def _is_one_each(constraint: Constraint, problem: Problem) -> bool:
    """Return whether a constraint only says that a square holds at most one piece."""
    size, placing = len(problem.board), range(len(problem.board) * len(problem.pieces))
    alone = all(each in placing for each in constraint.literals) and len({v % size for v in constraint.literals}) == 1
    return alone and isinstance(constraint, AtMost) and constraint.bound == 1


def _describe(rules: Sequence[Rule], constraint: Constraint, at: int | None, words: Wording) -> Condition:
    """Return the condition of a constraint, with the part of the board or the square that it is about, if any."""
    rule, problem = rules[0], words.problem
    board, size = problem.board, len(problem.board)
    squares = frozenset(board.cell(v % size) for v in constraint.literals if 0 <= v < size * len(problem.pieces))
    if isinstance(rule, PartHolds):
        return Condition(words.rule(rule), [constraint], squares, rule.count, rule.label(words.problem.board))
    if rule.each_square and len(rules) == 1 and at is not None:
        name = f"{words.noun} {board.label(board.cell(at))}"
        said = re.sub(f"each empty {words.noun}", f"{name}, if empty,", words.rule(rule))
        return Condition(said.replace(f"each {words.noun}", name, 1), [constraint], squares, 0, name)
    holds = next((each for each in rules if isinstance(each, Holds)), None)
    if holds is not None and isinstance(constraint, Exactly) and isinstance(board, Board) and len(rules) > 1:
        for axis, part in enumerate(("row", "column")):
            if len({square[axis] for square in squares}) == 1:
                name = words.part(part, next(iter(squares))[axis])
                said = words.holds(name, constraint.bound, holds.piece)
                return Condition(said, [constraint], squares, constraint.bound, name)
    return Condition(join_words([*map(words.rule, rules)]), [constraint], squares, weight=HEAVY)
