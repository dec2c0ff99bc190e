"""What was found in a model, and which search runs, in words."""

from collections.abc import Iterator

from rookery.backends.backtracking.compile import CoverProgram, Decided, GeneralProgram, PartsProgram, RowProgram
from rookery.backends.backtracking.options import STRATEGIES
from rookery.backends.contract.backend import CompiledProgram
from rookery.backends.selection.selection import Selection
from rookery.backends.textbook.program import StrategyProgram

SELECTION = "structure: a selection (items to hit, cliques of which at most one is chosen, bounds on the number)"

COUNT = "count: by turns with it, dynamic programming over a frontier, which may be ready sooner"


def explained(program: CompiledProgram) -> list[str]:
    """The structure, its size, what was decided beforehand, and the search, a line each."""
    match program:
        case Decided(size, solution):
            told = "its constraints decide it on sight"
            return [SELECTION, _sized(size), f"search: none, {told}: {'no' if solution is None else 'one'} solution"]
        case RowProgram(size, forced, tables):
            values = f"{len(tables.word)} rows, one choice each, in lanes of {tables.width} bits"
            return [SELECTION, _sized(size), *_forced(forced), f"rows: {values}", "search: rows, one after the other"]
        case CoverProgram():
            return list(_covering(program))
        case PartsProgram():
            return list(_apart(program))
        case GeneralProgram(size):
            told = "general: no selection, as it has weights, negations or bounds on a part"
            return [f"structure: {told}", _sized(size), "search: general, deciding variables with propagation"]
        case StrategyProgram(size, strategy, chosen):
            how = f"search: strategy {strategy}, {STRATEGIES[strategy]}"
            return [SELECTION, _sized(size), *_forced(chosen.forced), _number(chosen), how]
    return [_sized(program.size)]


def _covering(program: CoverProgram) -> Iterator[str]:
    chosen, images = program.chosen, len(program.tables.images)
    yield SELECTION
    yield _sized(program.size)
    yield from _forced(chosen.forced)
    yield _number(chosen)
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
    yield SELECTION
    yield _sized(program.size)
    yield from _forced(program.chosen.forced)
    yield _number(program.chosen)
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


def _sized(size: object) -> str:
    listed = size.items() if isinstance(size, dict) else ()
    return f"size: {', '.join(f'{number:,} {name}' for name, number in listed)}"


def _forced(forced: frozenset[int]) -> list[str]:
    return [f"forced: {len(forced):,} chosen beforehand, as nothing else is left"] if forced else []


def _number(chosen: Selection) -> str:
    goal = {-1: "the fewest", 0: "any number", 1: "the most"}[chosen.goal]
    least = chosen.least if chosen.least > 0 else None
    most = chosen.most if chosen.most < len(chosen.free) else None
    match least, most:
        case None, None:
            return f"number: {goal}"
        case None, _:
            return f"number: {goal}, at most {most}"
        case _, None:
            return f"number: {goal}, at least {least}"
    return f"number: exactly {least}" if least == most else f"number: {goal}, from {least} to {most}"
