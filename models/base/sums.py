"""Weighted sums of literals, rewritten."""

from collections.abc import Iterable

Literal = int
Term = tuple[int, Literal]  # a weight and the literal that has it
Weights = dict[Literal, int]


def over_variables(terms: Iterable[Term]) -> tuple[Weights, int]:
    """The same sum over variables alone, each once, and a constant: w * ~v is w - w * v."""
    weights, constant = Weights(), 0
    for weight, literal in terms:
        if literal < 0:
            constant, weight, literal = constant + weight, -weight, ~literal
        weights[literal] = weights[literal] + weight if literal in weights else weight
    if 0 in weights.values():
        weights = {variable: weight for variable, weight in weights.items() if weight}
    return weights, constant


def with_positive_weights(terms: Iterable[Term]) -> tuple[Weights, int]:
    """The same sum over literals of positive weight, each variable once, and a constant."""
    weights, constant = over_variables(terms)
    if weights and min(weights.values()) < 0:
        constant += sum(weight for weight in weights.values() if weight < 0)
        weights = {v if weight > 0 else ~v: abs(weight) for v, weight in weights.items()}
    return weights, constant
