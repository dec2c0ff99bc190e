"""A cost to minimise: a goal as a sum of literals with positive weights."""

from collections.abc import Iterable, Set
from dataclasses import dataclass

from rookery.models import Maximize, Model, Satisfy
from rookery.models.model.constraints import Term, Weights, weigh, with_positive_weights

MAX_SUM = 2**62  # of absolute weights, for searches that compute in 64 bits


@dataclass(frozen=True, slots=True)
class Cost:
    """A goal as a sum to minimise: the objective is `sign` * (`constant` + the weights of the true literals)."""

    sign: int
    constant: int
    weights: Weights

    @classmethod
    def of(cls, model: Model) -> "Cost | None":
        """Return the cost of a model's goal with positive weights; None without a goal."""
        if isinstance(model.goal, Satisfy):
            return None
        sign = -1 if isinstance(model.goal, Maximize) else 1
        weights, constant = with_positive_weights((sign * weight, literal) for weight, literal in model.goal.terms())
        return cls(sign, constant, weights)

    def terms(self) -> Iterable[Term]:
        """Pairs of weight and literal."""
        return zip(self.weights.values(), self.weights, strict=True)

    def objective(self, weight: int) -> int:
        """Return the objective of a solution whose true literals weigh that much."""
        return self.sign * (self.constant + weight)

    def weight(self, true_variables: Set[int]) -> int:
        """Return the sum of the weights of the true literals of a solution."""
        return weigh(self.terms(), true_variables)
