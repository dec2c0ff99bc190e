"""The passes from a model to a program: each keeps the solutions, or of each orbit one, and says what it did."""

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from rookery_tests.models import random_model
from rookery_tests.small_models import solutions_of

from rookery import domination
from rookery.backends.presolve.lowering.lex_leader import lex_leader
from rookery.backends.presolve.lowering.lines import add_line_variables
from rookery.models import AtLeast, AtMost, Board, Minimize, Model, Piece, Problem
from rookery.models.model.constraints import Constraint
from rookery.models.pieces.piece import BISHOP, KNIGHT, QUEEN


def grouped_models(count: int) -> list[Model]:
    """Small coverings whose clauses are unions of groups, or nearly so."""
    models = list[Model]()
    for seed in range(count):
        random = Random(f"grouped {seed}")
        model = random_model(random, "groups", most=7)
        clauses = [_change(random, constraint) for constraint in model.constraints]
        models.append(replace(model, constraints=clauses, goal=Minimize(range(model.variables))))
    return models


def _change(random: Random, constraint: Constraint) -> Constraint:
    """Now and then with another member, or one negated."""
    literals, change = [*constraint.literals], random.random()
    if isinstance(constraint, AtMost) or change < 0.6:
        return constraint
    if change < 0.8 and len(literals) > 1:
        return AtLeast(1, literals[1:])
    return AtLeast(1, (~literals[0], *literals[1:]))


def test_line_variables_keep_each_solution_once() -> None:
    changed = 0
    for model in grouped_models(60):
        made = add_line_variables(model, clause_share=0.9)
        changed += made is not model
        projected = [sorted(v for v in chosen if v < model.variables) for chosen in solutions_of(made)]
        assert sorted(projected) == sorted(map(sorted, solutions_of(model)))
    assert changed > 15


def test_lex_leader_keeps_one_of_each_orbit() -> None:
    for piece, side in product((QUEEN, KNIGHT, BISHOP), (2, 3)):
        model = _random_domination(Random(f"{piece} {side}"), piece, side).model
        clauses, top = lex_leader(model.symmetries, model.variables)
        made = Model(model.variables, model.constraints)
        kept = {chosen for chosen in solutions_of(made) if _leads(chosen, clauses, top, model.variables)}
        orbits = {frozenset(_images(chosen, model)) for chosen in solutions_of(made)}
        assert all(len(orbit & kept) == 1 for orbit in orbits)


def _leads(chosen: frozenset[int], clauses: list[AtLeast], top: int, own: int) -> bool:
    """Whether some values of the auxiliary variables satisfy the lex-leader: unit propagation finds the least ones."""
    forced, before = set(chosen), -1
    while before != len(forced):
        before = len(forced)
        for clause in clauses:
            *rest, last = clause.literals
            if last >= own and not any((v in forced) if v >= 0 else (~v not in forced) for v in rest):
                forced.add(last)
    return Model(top, tuple(clauses)).accepts(forced)


def _images(chosen: frozenset[int], model: Model) -> list[frozenset[int]]:
    return [frozenset(permutation[v] for v in chosen) for permutation in model.symmetries]


def _random_domination(random: Random, piece: Piece, side: int, kind: Any = "plain") -> Problem:
    """A small board with holes, fixed and forbidden squares, now and then placed so that symmetries remain."""
    squares = [(row, column) for row in range(side) for column in range(side)]
    random.shuffle(squares)
    holes, fixed, forbidden = (
        [squares.pop() for _ in range(random.choice((0, 0, 1)))] if len(squares) > 1 else [] for _ in range(3)
    )
    board = Board(side, holes=holes, torus=random.random() < 0.2)
    return domination(piece, board, kind, fixed=fixed, forbidden=forbidden)
