"""A case that goes wrong made smaller, as long as it goes wrong in the same way."""

from collections.abc import Callable, Iterator
from time import monotonic
from typing import TypeVar

from oracle.case import Cell, Standing, space
from oracle.steps import PART, ambiguous

from fuzz.case import Case

T = TypeVar("T")
MAX_PLACEMENTS = 1 << 16


def shrunk(case: Case, fails: Callable[[Case], bool], seconds: float = 60.0) -> Case:
    """The smallest case found that still fails; `fails` is asked until the time is over."""
    end, tried = monotonic() + seconds, {case}
    smaller: Case | None = case
    while smaller is not None:
        case = smaller
        smaller = next((other for other in _untried(case, tried, end) if fails(other)), None)
    return case


def _untried(case: Case, tried: set[Case], end: float) -> Iterator[Case]:
    """The smaller cases that were not looked at yet, as long as there is time."""
    for smaller in smallers(case):
        if monotonic() < end and smaller not in tried and space(smaller) <= MAX_PLACEMENTS:
            tried.add(smaller)
            yield smaller


def smallers(case: Case) -> Iterator[Case]:
    """Cases a little simpler: those that take away most come first."""
    yield from _simpler_questions(case)
    yield from _smaller_boards(case)
    yield from _fewer_pieces(case)
    yield from _fewer_squares(case)
    yield from _smaller_numbers(case)


def _simpler_questions(case: Case) -> Iterator[Case]:
    yield case.but(options=(), seed=0, workers=1, hint=())
    yield from (case.but(options=(*case.options[:at], *case.options[at + 1 :])) for at in range(len(case.options)))
    for at, (name, value) in enumerate(case.options):
        for word in value.split(",") if "," in value else ():
            yield case.but(options=(*case.options[:at], (name, word), *case.options[at + 1 :]))
    yield from (case.but(workers=1), case.but(seed=0), case.but(hint=()), case.but(limit=None))
    yield case.but(want="one", symmetry=False, limit=None)
    yield from (case.but(symmetry=False), case.but(torus=False), case.but(shape=""))
    if case.want == "all":
        yield case.but(want="count", limit=None)


def _smaller_boards(case: Case) -> Iterator[Case]:
    for row in range(case.rows if case.rows > 1 else 0):
        yield _cut(case, row, 0)
    for column in range(case.columns if case.columns > 1 else 0):
        yield _cut(case, column, 1)


def _cut(case: Case, at: int, axis: int) -> Case:
    """The case without a row (axis 0) or a column (axis 1); what lies beyond moves up."""

    def moved(cell: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(x - (x > at) if place == axis else x for place, x in enumerate(cell))

    names = ["holes", "forbidden", "fixed", "hint"] + ["allowed"] * isinstance(case.allowed, tuple)
    kept = {name: tuple(moved(cell) for cell in getattr(case, name) if cell[axis] != at) for name in names}
    return case.but(rows=case.rows - (axis == 0), columns=case.columns - (axis == 1), **kept)


def _fewer_pieces(case: Case) -> Iterator[Case]:
    least = 2 if case.family == "armies" else 1
    for gone in range(len(case.pieces) if len(case.pieces) > least else 0):
        yield case.but(
            pieces=_left(case.pieces, gone),
            each=_left(case.each, gone),
            fixed=_renumbered(case.fixed, gone),
            hint=_renumbered(case.hint, gone),
        )
    for piece in dict.fromkeys(case.pieces):
        for simpler in _simpler_pieces(piece):
            changed = tuple(simpler if other == piece else other for other in case.pieces)
            if case.family == "armies" or len(set(changed)) == len(changed):
                yield case.but(pieces=changed)


def _left(items: tuple[T, ...], gone: int) -> tuple[T, ...]:
    return items[:gone] + items[gone + 1 :]


def _renumbered(standing: tuple[Standing, ...], gone: int) -> tuple[Standing, ...]:
    return tuple((row, column, piece - (piece > gone)) for row, column, piece in standing if piece != gone)


def _simpler_pieces(piece: str) -> Iterator[str]:
    parts = [found[0] for found in PART.finditer(piece)]
    if len(parts) > 1:
        fewer = ("".join(parts[:at] + parts[at + 1 :]) for at in range(len(parts)))
        yield from (text for text in fewer if not ambiguous(text))
        return
    (part,) = PART.findall(piece)
    yield from (simple for simple in ("W", "F", "R") if len(piece) > 1)
    if part[4]:
        yield part[0] + part[1]


def _fewer_squares(case: Case) -> Iterator[Case]:
    for name in ("holes", "forbidden", "fixed", "hint"):
        items = getattr(case, name)
        yield from (case.but(**{name: _left(items, at)}) for at in range(len(items)))
    for row, column in case.holes:
        yield case.but(holes=_except(case.holes, (row, column)), forbidden=(*case.forbidden, (row, column)))
    for row, column, _ in case.fixed:
        fixed = tuple(standing for standing in case.fixed if standing[:2] != (row, column))
        yield case.but(fixed=fixed, forbidden=(*case.forbidden, (row, column)))
    if case.allowed is not None:
        yield case.but(allowed=None)
    if isinstance(case.allowed, tuple) and len(case.allowed) > 1:
        yield from (case.but(allowed=_left(case.allowed, at)) for at in range(len(case.allowed)))


def _except(cells: tuple[Cell, ...], gone: Cell) -> tuple[Cell, ...]:
    return tuple(cell for cell in cells if cell != gone)


def _smaller_numbers(case: Case) -> Iterator[Case]:
    for at, number in enumerate(case.each):
        least = 1 if case.family == "cheapest" else 0
        smaller = {least, (number or 0) // 2, (number or 0) - 1} if number else set()
        for other in sorted(value for value in smaller if least <= value < (number or 0)):
            yield case.but(each=(*case.each[:at], other, *case.each[at + 1 :]))
    for name, least in (("times", 1), ("pawns", 0), ("size", 0)):
        value = getattr(case, name)
        if value is not None and value > least:
            yield from (case.but(**{name: other}) for other in sorted({least, value - 1}))
    yield from (case.but(kind="plain"), case.but(closed=False), case.but(through=False))
