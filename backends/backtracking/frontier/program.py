"""A selection whose solutions the frontier alone is to count."""

from dataclasses import dataclass

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import CompiledProgram, Request, Unsupported
from rookery.backends.contract.limits import read_memory_limit
from rookery.backends.selection.decided import measure
from rookery.backends.selection.selection import Selection, selection
from rookery.models.model import Model


@dataclass(frozen=True, slots=True)
class FrontierProgram(CompiledProgram):
    """A selection, and the bytes that the states of its frontier may take."""

    selection: Selection
    memory_limit: int


def compile_frontier(found: Selection, request: Request) -> FrontierProgram:
    """The program of a selection without a goal."""
    check_request(request)
    return FrontierProgram(measure(found), found, read_memory_limit(request.options))


def check_program(model: Model, request: Request) -> None:
    """Raise `Unsupported` for a question that the frontier cannot answer, `BadInput` for no amount of memory."""
    read_memory_limit(request.options)
    check_selection(selection(model))
    check_request(request)


def check_selection(found: Selection | None) -> None:
    """Refuse a model that is no selection, or one whose items demand several options each; raises `Unsupported`."""
    if found is None or found.folded:
        raise Unsupported(
            "count=frontier takes items to hit once, cliques and a number to choose; this model has other constraints:"
            " leave count at auto"
        )


def check_request(request: Request) -> None:
    """Refuse what the frontier cannot answer; raises `Unsupported`. Of an optimum, it counts the optimal solutions."""
    if request.want is not Want.COUNT:
        raise Unsupported(
            f"count=frontier counts without listing, this question wants {request.want}: leave count at auto"
        )
    if request.seed:
        raise Unsupported("count=frontier takes no seed: it tries several orders, in which its states may stay few")
    if request.workers > 1:
        raise Unsupported("count=frontier uses one worker; leave out workers, or count at auto")
    if request.store is not None:
        raise Unsupported("count=frontier cannot save checkpoints; drop one of the two options")
    if request.work is not None:
        raise Unsupported("count=frontier cannot be spread over a cluster; leave out cluster, or count at auto")
