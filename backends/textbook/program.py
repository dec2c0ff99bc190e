"""What a model is compiled to for a strategy."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from rookery.backends.backtracking.compile import Decided, RowProgram
from rookery.backends.backtracking.compile import compiled as compiled_for_auto
from rookery.backends.backtracking.options import FRONTIER, ROWS, memory, strategy
from rookery.backends.backtracking.rows.tables import lanes
from rookery.backends.contract.backend import CompiledProgram, Request, Unsupported
from rookery.backends.selection.masks import Masks, masks
from rookery.backends.selection.selection import Selection
from rookery.backends.textbook.suiting import row_cut, suited
from rookery.models.model import Model

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StrategyProgram(CompiledProgram):
    """A selection for a strategy in plain Python: its masks, and the bytes that its states may take."""

    strategy: str
    chosen: Selection
    masks: Masks
    memory: int


def compiled(model: Model, request: Request) -> CompiledProgram:
    """The program of the strategy that the request names; raises `Unsupported` for what that cannot do."""
    name, chosen = strategy(request.options), suited(model, request)
    size = {"variables": len(chosen.free), "items": len(chosen.items), "cliques": len(chosen.cliques)}
    if chosen.infeasible or not chosen.free:
        return Decided(size, None if chosen.infeasible else chosen.forced)
    if name == FRONTIER and chosen.goal:  # the optimum is for the default search, its solutions are counted here
        return compiled_for_auto(model, request)
    if name == ROWS:
        cut = tuple(tuple(_shuffled(row, request.seed)) for row in _shuffled(row_cut(chosen), request.seed))
        return RowProgram(size, chosen.forced, lanes(cut, chosen))
    order = _shuffled(sorted(chosen.free), request.seed)
    _check_room(name, len(order), len(chosen.items), memory(request.options))
    return StrategyProgram(size, name, chosen, masks(chosen, order), memory(request.options))


def _check_room(name: str, size: int, items: int, most: int) -> None:
    """Refuse what cannot fit: masks of so many candidates and items that they alone take what is allowed."""
    needed = size * (size + 2 * items) // 8
    if needed > most:
        raise Unsupported(
            f"strategy {name} needs {needed / 2**20:,.3g} MiB for the masks of {size:,} variables and {items:,} items;"
            f" the memory limit is {most / 2**20:,.3g} MiB: leave the strategy at auto"
        )


def _shuffled(things: Iterable[T], seed: int) -> list[T]:
    """The things in their own order for seed 0, else in an order that the seed decides."""
    listed = list(things)
    if seed:
        random.Random(seed).shuffle(listed)
    return listed
