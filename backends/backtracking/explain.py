"""What was found in a model, and which search runs, in words."""

from collections.abc import Iterator

from rookery.backends.backtracking.compile import CoverProgram, GeneralProgram, PartsProgram, RowProgram
from rookery.backends.backtracking.frontier.program import FrontierProgram
from rookery.backends.backtracking.options import COUNTS, FRONTIER
from rookery.backends.contract.backend import Sized
from rookery.backends.selection.decided import Decided
from rookery.backends.selection.describe import (
    STRUCTURE,
    describe_decided,
    describe_forced,
    describe_selection,
    describe_size,
)

COUNT = "count: by turns with it, dynamic programming over a frontier, which may be ready sooner"


def explained(program: Sized) -> list[str]:
    """The structure, its size, what was decided beforehand, and the search, a line each."""
    match program:
        case Decided():
            return describe_decided(program)
        case FrontierProgram():
            return [*describe_selection(program.selection, program.size), f"search: frontier, {COUNTS[FRONTIER]}"]
        case RowProgram(size, forced, tables):
            values = f"{len(tables.word)} rows, one choice each, in lanes of {tables.width} bits"
            structure = [STRUCTURE, describe_size(size), *describe_forced(forced)]
            return [*structure, f"rows: {values}", "search: rows, one after the other"]
        case CoverProgram():
            return list(_covering(program))
        case PartsProgram():
            return list(_apart(program))
        case GeneralProgram(size):
            told = "general: no selection, as it has weights, negations or bounds on a part"
            return [f"structure: {told}", describe_size(size), "search: general, deciding variables with propagation"]
    return [describe_size(program.size)]


def _covering(program: CoverProgram) -> Iterator[str]:
    chosen, images = program.chosen, len(program.tables.images)
    yield from describe_selection(chosen, program.size)
    if images > 1:
        yield f"symmetries: {images}; a candidate that was tried at the root is out with all its images"
    if chosen.goal > 0:
        yield "search: packing, on cliques of rivals, asking for one more until there is no more"
    else:
        more = ", for 0, 1, 2, ... chosen" if chosen.goal < 0 else ""
        yield f"search: covering, on the item with the fewest options{more}"
    if program.counted:
        yield COUNT


def _apart(program: PartsProgram) -> Iterator[str]:
    yield from describe_selection(program.chosen, program.size)
    many, sorts = sum(len(part.images) for part in program.parts), len(program.parts)
    yield f"components: {many} that share nothing, of {sorts} {'sort' if sorts == 1 else 'sorts'}: {_parts(program)}"
    how = {-1: "covering, for 0, 1, 2, ... chosen", 0: "covering", 1: "packing, asking for one more"}
    yield f"search: one component of each sort apart, {how[program.chosen.goal]}; put together exactly"
    if program.whole.counted:
        yield COUNT


def _parts(program: PartsProgram) -> str:
    return ", ".join(
        f"{len(part.images)} of {len(part.chosen.free)} variables with {len(part.chosen.items)} items"
        f" ({len(part.group) or 1} symmetries)"
        for part in program.parts
    )
