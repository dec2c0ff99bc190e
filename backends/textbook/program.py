"""What a model is compiled to for an algorithm."""

from dataclasses import dataclass

from rookery.backends.contract.backend import CompiledProgram, Request, Unsupported
from rookery.backends.contract.limits import read_memory_limit
from rookery.backends.selection.decided import Decided, decide, measure
from rookery.backends.selection.masks import Masks, masks
from rookery.backends.selection.selection import Options, Selection
from rookery.backends.selection.shuffle import shuffle_by_seed
from rookery.backends.textbook.options import ROWS
from rookery.backends.textbook.suitable import choose_algorithm, cut_into_rows
from rookery.models.model import Model


@dataclass(frozen=True, slots=True)
class TextbookProgram(CompiledProgram):
    """A selection for an algorithm: its masks, the bytes that states may take, its rows where these are searched."""

    algorithm: str
    selection: Selection
    masks: Masks
    memory_limit: int
    rows: tuple[Options, ...] = ()


def compile_textbook(model: Model, request: Request) -> Decided | TextbookProgram:
    """The program of the algorithm that is chosen; raises `Unsupported` for what it cannot do."""
    algorithm, selection = choose_algorithm(model, request)
    decided = decide(selection)
    if decided is not None:
        return decided
    memory_limit = read_memory_limit(request.options)
    _check_room(algorithm, selection, memory_limit)
    return TextbookProgram(
        size=measure(selection),
        algorithm=algorithm,
        selection=selection,
        masks=masks(selection, shuffle_by_seed(sorted(selection.free), request.seed)),
        memory_limit=memory_limit,
        rows=_shuffled_rows(selection, request.seed) if algorithm == ROWS else (),
    )


def _check_room(algorithm: str, selection: Selection, memory_limit: int) -> None:
    """Refuse what cannot fit: so many candidates and items that their masks alone take the memory that is allowed."""
    size, items = len(selection.free), len(selection.items)
    needed = size * (size + 2 * items) // 8
    if needed > memory_limit:
        raise Unsupported(
            f"strategy {algorithm} needs {needed / 2**20:,.3g} MiB for the masks of {size:,} variables and {items:,}"
            f" items; the memory limit is {memory_limit / 2**20:,.3g} MiB: use another backend"
        )


def _shuffled_rows(selection: Selection, seed: int) -> tuple[Options, ...]:
    return tuple(tuple(shuffle_by_seed(row, seed)) for row in shuffle_by_seed(cut_into_rows(selection), seed))
