"""What was found in a model, and which search runs, in words."""

from collections.abc import Iterator

from rookery.backends.backtracking.components.program import ComponentsProgram
from rookery.backends.backtracking.cover.program import CoverProgram
from rookery.backends.backtracking.frontier.program import FrontierProgram
from rookery.backends.backtracking.general.program import GeneralProgram
from rookery.backends.backtracking.large_rows.program import LargeRowProgram
from rookery.backends.backtracking.options import COUNTS, FRONTIER
from rookery.backends.backtracking.pareto.program import ParetoProgram
from rookery.backends.backtracking.rivals.program import RivalsProgram
from rookery.backends.backtracking.rows.program import RowProgram
from rookery.backends.backtracking.vertex_cover.program import VertexCoverProgram
from rookery.backends.contract.backend import CompiledProgram
from rookery.backends.selection.decided import Decided
from rookery.backends.selection.describe import (
    STRUCTURE,
    describe_decided,
    describe_forced,
    describe_selection,
    describe_size,
)

COUNT = "count: in turns with dynamic programming over a frontier, which may finish first"


def explain_program(program: CompiledProgram) -> list[str]:
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
        case LargeRowProgram(size, rows=rows):
            told = f"structure: {len(rows):,} rows, one choice each, in lines that take at most one"
            return [told, describe_size(size), "search: many rows, the scarcest choice first, in random orders"]
        case CoverProgram():
            return list(_covering(program))
        case ComponentsProgram():
            return list(_apart(program))
        case VertexCoverProgram(size, selection):
            told = "vertex cover, by the most vertices that are pairwise apart, bounded by cliques"
            return [*describe_selection(selection, size), f"search: {told}"]
        case ParetoProgram(size=size, order=order, model=model):
            turns = "" if model is None else ", by turns with a search"
            told = f"search: pareto, over a tree of clusters with at most {order.width} open rows{turns}"
            return ["structure: a covering, with costs", describe_size(size), told]
        case GeneralProgram():
            return list(_general(program))
        case RivalsProgram():
            return list(_rivals(program))
    return [describe_size(program.size)]


def _general(program: GeneralProgram) -> Iterator[str]:
    yield "structure: general: no selection, as it has weights, negations or bounds on a part"
    yield describe_size(program.size)
    if images := len(program.tables.images):
        yield f"symmetries: {images + 1}; a choice that failed is excluded with its images under those that are left"
    yield "search: general, deciding variables with propagation"


def _covering(program: CoverProgram) -> Iterator[str]:
    selection, images = program.selection, len(program.tables.symmetries.candidates)
    yield from describe_selection(selection, program.size)
    if images > 1:
        yield f"symmetries: {images}; a candidate that was tried at the root is excluded with all its images"
    if selection.goal > 0:
        yield "search: packing, on cliques of rivals, one more each time, until none is found"
    else:
        least = max(selection.least, program.known, 0)
        more = f", for {least}, {least + 1}, {least + 2}, ... chosen" if selection.goal < 0 else ""
        yield f"search: covering, on the item with the fewest options{more}"
    if program.by_turns:
        yield COUNT


def _rivals(program: RivalsProgram) -> Iterator[str]:
    found, tables = program.rivals, program.tables
    groups, classes = len(found.groups), len(tables.cut) - 1
    yield f"structure: {len(found.sets)} sets that rival for {groups} groups, each of one at most"
    yield describe_size(program.size)
    yield f"groups: in {classes} {'class' if classes == 1 else 'classes'} that share nothing"
    if len(tables.image):
        yield f"symmetries: {len(tables.image) + 1}; of owners that they take to each other the least are searched"
    more = ", asking for one more" if found.bounds.goal >= 0 else ""
    yield f"search: rivals, an owner for each group{more}"


def _apart(program: ComponentsProgram) -> Iterator[str]:
    yield from describe_selection(program.selection, program.size)
    many, sorts = sum(len(sort.images) for sort in program.sorts), len(program.sorts)
    number = f"{sorts} {'sort' if sorts == 1 else 'sorts'}"
    yield f"components: {many} that share nothing, of {number}: {_describe_sorts(program)}"
    how = {-1: "covering, for 0, 1, 2, ... chosen", 0: "covering", 1: "packing, asking for one more"}
    yield f"search: one component of each sort separately, {how[program.selection.goal]}; combined exactly"
    if program.whole.by_turns:
        yield COUNT


def _describe_sorts(program: ComponentsProgram) -> str:
    return ", ".join(
        f"{len(sort.images)} of {len(sort.selection.free)} variables with {len(sort.selection.items)} items"
        f" ({len(sort.group) or 1} symmetries)"
        for sort in program.sorts
    )
