"""Sweeps as evidence: an order of the variables in which few rows are partly decided at a time."""

from rookery.backends.evidence.certifying.certify import Uncertified
from rookery.certificates.branching.sweep.check import MAX_STATES, TooManyStates, count_states, export_theorem
from rookery.certificates.branching.task import Row
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem
from rookery.core.deadline import checking_deadline

MIN_COUNTED, MIN_REFUTED = 60, 80  # variables; below, trees of solutions, or of none, are small as well
MAX_WIDTH = 24  # rows that are partly decided in the middle: with more a tree is tried first


def pays(theorem: Theorem) -> bool:
    """Return whether there are many variables, and few rows that are partly decided at a time."""
    if theorem.model.variables < (MIN_COUNTED if theorem.count else MIN_REFUTED):
        return False
    try:
        rows = export_theorem(theorem)["rows"]
    except Refused:
        return False
    return min(measure_width(rows, order) for order in list_orders(theorem.model.variables, rows)) <= MAX_WIDTH


def make(theorem: Theorem) -> Evidence:
    """A sweep that proves a theorem; raises `Uncertified` if there is none, `Refused` if the theorem is false."""
    try:
        exported = export_theorem(theorem)
    except Refused as error:
        raise Uncertified(f"no certificate: {error.reason}") from None
    orders = list_orders(exported["variables"], exported["rows"])
    order = min(orders, key=lambda order: measure_width(exported["rows"], order))
    try:
        states = count_states(exported | {"order": order, "states": MAX_STATES})
    except TooManyStates:
        raise Uncertified(f"no certificate: a sweep has more than {MAX_STATES:,} states, or too large ones") from None
    return Evidence("sweep", {"order": None if order == orders[0] else order, "states": states})


def list_orders(variables: int, rows: list[Row]) -> list[list[int]]:
    """The variables as they are numbered, and by their distance from the first along rows that are not the whole."""
    near: list[set[int]] = [set() for _ in range(variables)]
    for _, terms in checking_deadline(rows):
        if len(terms) <= variables // 2:
            for literal, _ in terms:
                near[literal >> 1].update(other >> 1 for other, _ in terms)
    outwards = dict.fromkeys(range(min(1, variables)))
    for start in range(variables):
        queue = [*outwards] if start == 0 else [start][start in outwards :]
        for at in queue:
            new = sorted(near[at] - outwards.keys() - {*queue}, key=lambda other: len(near[other]))
            queue += new
        outwards |= dict.fromkeys(queue)
    return [[*range(variables)], [*outwards]]


def measure_width(rows: list[Row], order: list[int]) -> int:
    """Count the rows that are partly decided after half of an order, without those that another implies."""
    decided = {*order[: len(order) // 2]}
    left = {frozenset(k for k, _ in terms if k >> 1 not in decided): len(terms) for _, terms in rows}
    partly = [literals for literals, size in left.items() if 0 < len(literals) < size]
    return sum(not any(other < literals for other in partly) for literals in checking_deadline(partly))
