"""Weighted sums as clauses: a decision diagram where it stays small, binary adders where it does not.

The diagram lets unit propagation see more, but may grow with the number of different sums; adders grow with the number
of digits alone.
"""

from dataclasses import dataclass

from rookery.models.cnf.adders import add_digits, keep_between
from rookery.models.cnf.clause_list import ClauseList
from rookery.models.cnf.diagram import Terms, Window, clip, encode_diagram


@dataclass(frozen=True, slots=True)
class SumEncoding:
    """How a sum becomes clauses: at most `most_nodes` of a diagram before adders take over.

    With `exact` the sum decides each auxiliary variable, so that solutions stay one to one; without it some are left
    free, which is fewer clauses.
    """

    most_nodes: int
    exact: bool


def encode_sum(clause_list: ClauseList, terms: Terms, window: Window, encoding: SumEncoding) -> None:
    """Demand that the weights of the true literals sum to within the window, ends included; weights are positive.

    Heavy terms first make the smaller diagram.
    """
    inside = clip(window, sum(weight for weight, _ in terms))
    if isinstance(inside, bool):
        clause_list.clauses += [] if inside else [[]]
        return
    top, size = clause_list.top, len(clause_list.clauses)
    if not encode_diagram(clause_list, terms, inside, encoding.most_nodes, encoding.exact):
        clause_list.top = top
        del clause_list.clauses[size:]
        keep_between(clause_list, add_digits(clause_list, terms), inside)
