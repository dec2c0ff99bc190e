"""The tables and charts of each part of a campaign: all of it, each family, and some of the backends alone.

A page's script computes nothing: it shows the panel that was chosen. All panels that differ from those that the page
shows at first are drawn here, those first that are asked for most, as long as there is room for charts. Boards are
drawn by the script, and the first ones here, for readers without scripts.
"""

import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations, product
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from rookery.compare.analysis.changes import Changes
from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.growth import list_curves
from rookery.compare.analysis.scores import PairScore
from rookery.compare.records.record import Solution
from rookery.compare.report.charts import ChartChoice, choose_looks
from rookery.compare.report.curves import Plotter
from rookery.models import BadInput, Piece
from rookery.models.boards.ground import Rectangle
from rookery.models.pieces.sources import PieceSources
from rookery.models.problems.plain import board_from_plain, has_squares, read_statement
from rookery.models.problems.registry import FAMILIES


class Shape(NamedTuple):
    """A board's sides, its holes, the squares whose piece is given, and whether it is a torus."""

    rows: int
    columns: int
    holes: tuple[tuple[int, int], ...] = ()
    given: tuple[tuple[int, int], ...] = ()
    torus: bool = False


def shape(problem: Mapping[str, Any], size: int) -> Shape:
    """The board of a plain problem; a square of the record's size if the problem does not say.

    Of a board of hexagons it is the slanted rectangle around it. Levels lie side by side, a column of holes between.
    """
    sides = problem.get("board", (size, size))
    given = tuple(lay_flat(problem, square) for _, *square in problem.get("fixed", ()))
    if len(sides) > 2:
        levels, rows, columns = sides
        gaps = (level * (columns + 1) + columns for level in range(levels - 1))
        return Shape(rows, levels * (columns + 1) - 1, tuple(product(range(rows), gaps)), given)
    holes = tuple((row, column) for row, column in problem.get("holes", ()))
    if "ground" in problem and isinstance(board := board_from_plain(problem), Rectangle):
        holes = tuple((hole.row, hole.column) for hole in sorted(board.holes))
    return Shape(int(sides[0]), int(sides[1]), holes, given, bool(problem.get("torus")))


def is_flat(problem: Mapping[str, Any]) -> bool:
    """Return whether the cells of a plain problem are drawn as squares, those of several levels side by side."""
    return has_squares(problem) or len(problem["board"]) > 2


def lay_flat(problem: Mapping[str, Any], square: Sequence[int]) -> tuple[int, int]:
    """The position of a square in a drawing."""
    if len(square) > 2:
        level, row, column = square
        return row, level * (problem["board"][2] + 1) + column
    return square[0], square[1]


def symbol(name: str, problem: Mapping[str, Any]) -> str:
    """The drawing of a piece: its chess symbol, its letter, or the first letter of its name."""
    for each in problem.get("pieces", ()):
        if each.get("piece") == name and "symbol" in each:
            return str(each["symbol"])
    try:
        known = _derived_pieces(problem).get(name) or PieceSources().piece(name)
    except BadInput:
        return name[:1].upper()
    # Few fonts have the fairy pieces that Unicode added late.
    return known.glyph if known.glyph and ord(known.glyph) < 0x10000 else known.symbol


def _derived_pieces(problem: Mapping[str, Any]) -> dict[str, Piece]:
    """The pieces that stand on the board, which a problem may make of those that it names; none of a family unknown."""
    if problem.get("family") not in FAMILIES:
        return {}
    return {piece.name: piece for piece in FAMILIES[problem["family"]].standing(read_statement(problem))}


def draw_board(on: Shape, pieces: Iterable[tuple[str, int, int]], text: str) -> Markup:
    """A board as SVG; `pieces` hold symbols in place of names. The page's script draws the same."""
    holes = set(on.holes)
    dark = "".join(
        f"M{column} {row}h1v1h-1z"
        for row in range(on.rows)
        for column in range(on.columns)
        if (row + column) % 2 and (row, column) not in holes
    )
    cut = "".join(f"M{column} {row}h1v1h-1z" for row, column in on.holes)
    fixed = "".join(f"M{column + 0.06} {row + 0.06}h.88v.88h-.88z" for row, column in on.given)
    texts = "".join(f'<text x="{column + 0.5}" y="{row + 0.82}">{escape(sign)}</text>' for sign, row, column in pieces)
    return Markup(
        f'<svg class="board" viewBox="0 0 {on.columns} {on.rows}" role="img" aria-label="{escape(text)}">'
        f'<rect class="light" width="{on.columns}" height="{on.rows}"/><path class="dark" d="{dark}"/>'
        f'<path class="hole" d="{cut}"/><path class="given" d="{fixed}"/>{texts}</svg>'
    )


def draw_solution(problem: Mapping[str, Any], size: int, pieces: Solution) -> Markup:
    """The board of one solution; if its cells lie nowhere, their names."""
    if not is_flat(problem):
        return Markup(f"<p>{escape(' '.join(str(cell[-1]) for cell in pieces))}</p>")
    signs = [(symbol(name, problem), *lay_flat(problem, square)) for name, *square in pieces]
    text = "pieces on " + " ".join(",".join(map(str, square)) for _, *square in pieces)
    return draw_board(shape(problem, size), signs, text)


MAX_CHARTS, MIN_CHARTS = 80_000, 20_000  # bytes of all charts, deflated: with few runs, and with very many
MAX_DATA = 700_000  # characters of charts on show and of all data that the script reads, where that is possible
MAX_SCORED = 10_000  # instances times sets of backends: beyond, only the scores of all backends are computed
MAX_CURVES, MAX_PAIRS = 12, 45
Drawing = tuple[str, Callable[[], Markup]]
Rows = Callable[[str, Findings, Sequence[PairScore]], Markup]


class View(NamedTuple):
    """A part of a campaign: a family by its number (empty: all of them), and the contestants left out."""

    found: Findings
    family: str = ""
    without: str = ""

    @property
    def key(self) -> str:
        """The name of the part on the page."""
        return f"{self.family}|{self.without}"


def choose_pairs(found: Findings) -> list[PairScore]:
    """Every pair, or those with the best contestant if there are too many."""
    scores, best = found.scores.pair_scores, found.scores.table[0].contestant if found.scores.table else ""
    return [each for each in scores if len(scores) <= MAX_PAIRS or best in (each.one, each.other)]


def families(found: Findings) -> Iterator[View]:
    """The campaign, then each of its families if there are several."""
    yield View(found)
    if len(found.grid.series) > 1:
        for number, name in enumerate(found.grid.series):
            yield View(found.part(name, found.grid.contestants), str(number))


def subsets(part: View) -> Iterator[View]:
    """The same part without some of its contestants."""
    names = part.found.grid.contestants
    for many in range(1, len(names)):
        for left in combinations(range(len(names)), many):
            kept = [name for number, name in enumerate(names) if number not in left]
            yield View(part.found.part(None, kept), part.family, ",".join(map(str, left)))


def draw_panels(
    found: Findings,
    campaigns: Sequence[Changes],
    measures: Sequence[str],
    shown: Collection[str],
    rows: Rows,
    taken: int,
) -> dict[str, str]:
    """Draw all panels by their keys, but those that the page has `shown` already; `rows` fills a table by its name.

    Other data and the charts on show have `taken` characters: those of other choices get the rest, as bytes of which
    three make four characters.
    """
    parts = list(families(found))
    panels = dict(_list_tables(parts, choose_pairs(found), rows))
    room = min(max((MAX_DATA - taken) * 3 // 4, MIN_CHARTS), MAX_CHARTS)
    squeezer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    for key, draw in _list_charts(parts, campaigns, measures):
        if key in shown:
            continue
        panels[key] = draw()
        room -= len(squeezer.compress(panels[key].encode()) + squeezer.flush(zlib.Z_SYNC_FLUSH))
        if room < 0:
            break
    return panels


def _list_tables(parts: Sequence[View], shown: Sequence[PairScore], rows: Rows) -> Iterator[tuple[str, str]]:
    many = sum(len(part.found.grid.instances) for part in parts) * 2 ** len(parts[0].found.grid.contestants)
    for part in parts:
        pairs = {(each.one, each.other): each for each in part.found.scores.pair_scores} if part.family else {}
        some = [pairs[each.one, each.other] for each in shown] if pairs else []
        for name in ("agreement", "scores", "pairs", "medians") if part.family else ():
            yield f"{name}|{part.key}", rows(name, part.found, some)
        if many <= MAX_SCORED:
            for each in subsets(part):
                yield f"scores|{each.key}", rows("scores", each.found, ())


def _list_charts(parts: Sequence[View], campaigns: Sequence[Changes], measures: Sequence[str]) -> Iterator[Drawing]:
    """List the keys of charts with functions that draw them: the time of all parts first, then other measures."""
    whole = parts[0].found
    who = whole.grid.contestants
    looks = choose_looks(whole)
    plotters = {part.family: Plotter(part.found, who, looks) for part in parts}
    curved = list_curves(whole.grid)[:MAX_CURVES]
    series = {str(number): name for number, name in enumerate(whole.grid.series) if name in curved}
    pairs = {f"{who.index(each.one)},{who.index(each.other)}": (each.one, each.other) for each in choose_pairs(whole)}

    def scatters(choice: ChartChoice) -> Iterator[Drawing]:
        for (family, plotter), (key, pair) in product(plotters.items(), pairs.items()):
            yield f"scatter|{family}|{key}|{choice.measure}", partial(plotter.scatter, *pair, choice)

    def curves(choice: ChartChoice) -> Iterator[Drawing]:
        scale = f"{choice.measure}|{'linear' if choice.linear else 'log'}"
        for family, plotter in plotters.items():
            yield f"cactus|{family}|{scale}", partial(plotter.cactus, choice)
        for number, name in series.items():
            yield f"scaling|{number}|{scale}", partial(plotters[""].scaling, name, choice)

    yield from curves(ChartChoice())
    for family, plotter in plotters.items():
        yield f"phases|{family}", plotter.phases
        yield f"profile|{family}", plotter.profile
        yield from (
            (f"changes{number}|{family}", partial(plotter.changes, each)) for number, each in enumerate(campaigns)
        )
    yield from scatters(ChartChoice())
    yield from curves(ChartChoice(linear=True))
    yield from chain.from_iterable(curves(ChartChoice(measure)) for measure in measures[1:])
    yield from chain.from_iterable(curves(ChartChoice(measure, linear=True)) for measure in measures[1:])
    yield from chain.from_iterable(scatters(ChartChoice(measure)) for measure in measures[1:])
