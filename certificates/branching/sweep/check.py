"""Checks a sweep: the rows are built again, and the states after each decision are recomputed."""

from typing import Any

from rookery.certificates.branching.sweep import plain as plain_checker
from rookery.certificates.branching.task import BranchingHeader, make_task
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem
from rookery.core.deadline import check_deadline

TRUSTED = "the checker of sweeps (certificates/branching: task, sweep/plain), and Python itself"
MAX_STATES = 1 << 22  # of all layers together: half a minute


def check(theorem: Theorem, evidence: Evidence, plain: bool) -> tuple[str, ...]:
    """List the assumptions; raises `Refused` if the sweep does not prove the theorem. There is one checker."""
    try:
        plain_checker.check(export(theorem, evidence), check_deadline)
    except plain_checker.Unproven as error:
        raise Refused("sweep", str(error)) from None
    return (TRUSTED,)


def export(theorem: Theorem, evidence: Evidence) -> dict[str, Any]:
    """All that the plain checker reads, as plain data; raises `Refused` for evidence without sense."""
    exported = export_theorem(theorem)
    about = evidence.about
    try:
        order, states = about["order"], about["states"]
        every = [*range(exported["variables"])] if order is None else list(order)
    except (TypeError, LookupError) as error:
        raise Refused("evidence", f"what it says of itself: {type(error).__name__}") from None
    if evidence.data or any(type(number) is not int for number in every):
        raise Refused("evidence", "a sweep has no bytes, and an order of numbers")
    if type(states) is not int or states > MAX_STATES:
        raise Refused("evidence", f"it has {states} states; at most {MAX_STATES:,} are checked")
    return exported | {"order": every, "states": states}


def export_theorem(theorem: Theorem) -> dict[str, Any]:
    """The rows of a theorem and its claim; raises `Refused` for one that no sweep proves."""
    task = make_task(theorem, BranchingHeader(0, 1, True))
    if theorem.orbits is not None:
        raise Refused("evidence", "a sweep counts solutions, and no orbits")
    if theorem.count and task.shown < task.variables:
        raise Refused("evidence", "a sweep counts assignments, and some variables are not squares")
    return {
        "variables": task.variables,
        "rows": [[bound, [list(term) for term in terms]] for bound, terms in task.rows],
        "goal": [list(each) for each in task.goal.items()] if task.value is not None else [],
        "value": task.value,
        "count": theorem.count,
    }
