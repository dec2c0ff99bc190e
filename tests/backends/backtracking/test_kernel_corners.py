"""Every index of every kernel, in the corners: little free, all fixed, nothing there, more asked for than there is.

Compiled kernels check no index. These problems reach the ends of all arrays; they run compiled, in CI with bounds
checked (`NUMBA_BOUNDSCHECK=1`), and some as plain Python on arrays that refuse negative indices too. The expected
values come from trying everything.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, islice, pairwise, product
from math import comb
from random import Random
from typing import Any

import pytest
from rookery_tests.coverings import covering, coverings, is_covering, refuted, searched
from rookery_tests.forced import check_kernels
from rookery_tests.models import tight
from rookery_tests.small_models import asked, check, powerset

import rookery as rk
from rookery.backends import Ask, Want, backend
from rookery.backends.engine.choose import choose
from rookery.backends.engine.cover import kernel as cover_kernel
from rookery.backends.engine.cover import tables as cover_tables
from rookery.backends.engine.cover.program import CoverProgram
from rookery.backends.engine.cover.state import begin
from rookery.backends.engine.options import ALL
from rookery.models import AtLeast, AtMost, Board, Exactly, Linear, Maximize, Minimize, Model, Piece, Satisfy
from rookery.models.model.constraints import Constraint
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.referee.rules import KINDS, Kind

OWN = backend("backtracking")
STONE = Piece("stone", "S", rides=())  # attacks nothing
PIECES = [QUEEN, KING, KNIGHT, ROOK, BISHOP, STONE]
BOARDS = [(1, 1), (1, 2), (1, 5), (1, 9), (9, 1), (2, 2), (2, 4), (3, 3)]
FULL = [63, 64, 65, 127, 128, 129, 255, 256, 257]
WITHOUT = ["", *(f"{idea},matching" for idea in ("components", "dual", "gains", "symmetry", "colouring")), ALL]


def options(without: str) -> dict[str, str]:
    return {"without": without}  # with nothing, too: a small covering without options needs no kernel


def small_problems(seed: int) -> Iterator[tuple[Random, rk.Problem]]:
    """Small boards of which most squares are forbidden, or fixed, or holes, and counts beyond what is free."""
    for shape in BOARDS:
        random = Random(f"{seed} {shape}")
        whole = Board(*shape)
        holes = [square for square in whole if len(whole) > 1 and random.random() < 0.1]
        board = Board(*shape, torus=random.random() < 0.2, holes=holes[: len(whole) - 1])
        squares = list(board)
        random.shuffle(squares)
        fixed = random.choice((0, 0, 0, 1, len(squares)))
        free = random.randint(0, 6)
        given: Any = {"fixed": squares[:fixed], "forbidden": squares[fixed + free :]}
        piece = random.choice(PIECES)
        yield random, rk.domination(piece, board, random.choice(KINDS), **given)
        yield random, rk.k_fold(piece, board, random.randint(1, 4), random.random() < 0.5, **given)
        count = random.choice((None, 0, 1, 2, free, len(squares)))
        yield random, rk.placement(piece, board, count and min(count, len(squares)), **given)


@pytest.mark.parametrize("seed", range(8))
def test_boards_with_few_free_squares(seed: int) -> None:
    for random, problem in small_problems(seed):
        check(OWN, problem.model, bounds=False, options=options(random.choice(WITHOUT)))


def test_boards_with_few_free_squares_keep_indices_within_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    check_kernels(monkeypatch)
    for random, problem in islice(small_problems(8), 12):
        check(OWN, problem.model, bounds=False, options=options(random.choice(WITHOUT)))


@pytest.mark.parametrize("kind", ["independent", "perfect", "plain"])
def test_squares_that_few_of_many_candidates_guard(kind: Kind) -> None:
    """More squares to guard, and more pieces allowed, than there are squares to stand on."""
    searches = 0
    for side, seed in product((3, 5, 8), range(3)):
        random = Random(f"{side} {seed}")
        board, piece = Board(side), random.choice((QUEEN, QUEEN, ROOK, KING))
        kept = random.sample(list(board), random.randint(side, 9))
        model = rk.domination(piece, board, kind, forbidden=set(board) - set(kept)).model
        searches += isinstance(choose(model, Ask(options=options(""))), CoverProgram)
        right = {frozenset(variables(model, board, chosen)) for chosen in powerset(kept)}
        right = {chosen for chosen in right if model.accepts(chosen)}
        found, outcome = asked(OWN, model, options=options(random.choice(("components", "components", *WITHOUT))))
        assert outcome.proven
        assert (found[-1] in right and len(found[-1]) == min(map(len, right))) if right else not found
    assert searches > 2


def test_independent_queens_on_the_border_guard_no_board() -> None:
    """There is no solution; the search once ended with a crash."""
    problem = rk.domination(QUEEN, Board(10), "independent", allowed="border")
    assert asked(OWN, problem.model)[1].proven
    assert asked(OWN, problem.model)[0] == asked(backend("sat"), problem.model)[0] == []


def variables(model: Model, board: Board, squares: Iterable[rk.Square]) -> list[int]:
    """The variables of some squares: one a square, in the order of the board."""
    assert model.variables == len(board)
    numbers = {square: number for number, square in enumerate(board)}
    return [numbers[square] for square in squares]


@pytest.mark.parametrize("items", [1, 2, *FULL])
def test_items_fill_words_and_blocks(items: int) -> None:
    """Few candidates; also one, and also several that must hit an item, or one that is enough alone."""
    for seed in range(6):
        random = Random(f"{items} {seed}")
        candidates = random.choice((1, 2, 3, 5, 8))
        rules = [_item(random, candidates, item) for item in range(items)]
        pairs = [random.sample(range(candidates), 2) for _ in range(random.randint(0, candidates // 3))]
        most = AtMost(random.choice((0, 1, 2, 3, candidates, candidates + 3)), tuple(range(candidates)))
        goal = random.choice((Satisfy(), Minimize(range(candidates)), Maximize(range(candidates))))
        rivals = [AtMost(1, tuple(pair)) for pair in pairs]
        check(
            OWN, Model(candidates, (*rules, *rivals, most), goal), bounds=False, options=options(random.choice(WITHOUT))
        )


def _item(random: Random, candidates: int, item: int) -> AtLeast | Linear:
    some = tuple(random.sample(range(candidates), random.randint(1, candidates)))
    bound = random.choice((1, 1, 1, 1, min(2, len(some))))
    if bound == 1 or item >= candidates:
        return AtLeast(bound, some)
    others = tuple(v for v in some if v != item)
    return Linear((bound, *(1 for _ in others)), (item, *others), lower=bound)


@pytest.mark.parametrize("candidates", FULL)
def test_candidates_fill_words_and_blocks(candidates: int) -> None:
    without = "gains" if candidates % 2 else ""
    hits, rivals = tight(Random(candidates), 30, candidates, 2)
    expected = coverings(hits, rivals, 2, fewer=True)
    model = covering(hits, rivals, 2)
    assert searched(model, Want.ALL, without)[0] == expected
    assert searched(model, Want.COUNT, without)[1].count() == len(expected)
    assert refuted(model, 1, without).found == any(len(chosen) < 2 for chosen in expected)


@pytest.mark.parametrize("without", ["", "dual", "gains", "colouring"])
def test_more_pieces_than_candidates(without: str) -> None:
    """Coverings with so few candidates that the bound on their number is their number, or beyond it."""
    some = 0
    for seed in range(12):
        random = Random(seed)
        pieces = 2 + seed % 4
        hits, rivals = tight(random, random.choice((8, 20, 64)), pieces + random.randint(0, 4), pieces)
        for most in (pieces, len(hits), len(hits) + 3):
            if is_covering(model := covering(hits, rivals, most)):
                some += 1
                expected = coverings(hits, rivals, min(most, len(hits)), fewer=True)
                assert searched(model, Want.ALL, without)[0] == expected
                assert searched(model, Want.COUNT, without)[1].counted().solutions == len(expected)
                assert refuted(model, most, without).found == bool(expected)
    assert some > 20


def test_candidate_hits_more_items_than_16_bits_count() -> None:
    """The first candidate hits 66,000 items: no weight of theirs fits in 16 bits."""
    others = range(1, 13)
    rules = (AtLeast(1, tuple(sorted({0, *pair}))) for pair in combinations(others, 2))
    program = choose(Model(13, (*rules, Exactly(3, range(13)))), Ask(Want.COUNT))
    assert isinstance(program, CoverProgram)
    many = 1000 * len(program.selection.items)
    wide = replace(
        program.selection, items=program.selection.items * 1000, demands=(1,) * many, wholes=(frozenset(),) * many
    )
    tables = cover_tables.make_cover(wide, range(13))
    tables, state = begin(tables, least=3, most=3, buffer=1)
    while cover_kernel.search_nodes(tables, state, 1000) >= 0:
        pass
    assert state.counted[0] == comb(12, 2)


def rows_of(random: Random, rows: int, width: int) -> tuple[Model, int]:
    """Rows of some sizes, of whose values few go together, and in how many ways, found row by row."""
    value = [[row * width + at for at in range(width)] for row in range(rows)]
    pairs = [(a, b) for above, below in pairwise(value) for a in above for b in below]
    apart = {pair for pair in pairs if random.random() > 1.3 / width}
    ways = dict.fromkeys(value[0], 1)
    for below in value[1:]:
        ways = {b: sum(number for a, number in ways.items() if (a, b) not in apart) for b in below}
    constraints: list[Constraint] = [Exactly(1, tuple(row)) for row in value]
    constraints += [AtMost(1, pair) for pair in sorted(apart)]
    return Model(rows * width, constraints), sum(ways.values())


SHAPES = [(1, 1), (3, 7), (1, 64), (2, 40), (8, 8), (9, 8), (17, 8), (33, 8), (4, 32)]


@pytest.mark.parametrize(("rows", "width"), SHAPES)
def test_rows_fill_words_and_blocks(rows: int, width: int) -> None:
    model, ways = rows_of(Random(f"{rows} {width}"), rows, width)
    if ways < 3000:
        listed, _ = asked(OWN, model, Want.ALL)
        assert len(set(listed)) == len(listed) == ways
        assert all(map(model.accepts, listed))
    counted, outcome = asked(OWN, model, Want.COUNT)
    assert (len(counted) if outcome.count is None else outcome.count) == ways


def test_rows_beyond_a_block_keep_indices_within_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    check_kernels(monkeypatch)
    model, ways = rows_of(Random(1), 5, 33)
    for want in (Want.ALL, Want.COUNT):
        found, outcome = asked(OWN, model, want)
        assert (len(found) if outcome.count is None else outcome.count) == ways


SWAP = ((0, 1, 2, 3, 4, 5), (1, 0, 2, 3, 4, 5))
ITEMS = (AtLeast(1, (4, 5)), AtLeast(1, (2, 3)), AtLeast(1, (2, 3, 4)), AtMost(1, (0, 2)), AtMost(1, (0, 3)))
DECIDED = {
    "the fewest": Model(6, (*ITEMS, AtMost(1, (2, 4)), AtMost(0, (1,))), Minimize(range(6)), SWAP),
    "at most two": Model(6, (*ITEMS, AtMost(1, (2, 4)), AtMost(0, (1,)), AtMost(2, range(6))), Satisfy(), SWAP),
    "rows": Model(
        6,
        (*(Exactly(1, row) for row in ((0, 2), (3, 4), (1,))), AtMost(1, (2, 3)), AtMost(1, (2, 4)), AtMost(0, (5,))),
        Satisfy(),
        SWAP,
    ),
}


@pytest.mark.parametrize("model", DECIDED.values(), ids=DECIDED)
@pytest.mark.parametrize("without", ["components", "components,gains"])
def test_symmetry_maps_candidate_to_decided_variable(model: Model, without: str) -> None:
    """Variables 0 and 1 are alike in all solutions, but only 1 is decided on sight."""
    check(OWN, model, bounds=False, options=options(without))


def test_kernels_on_checked_arrays_notice_wrong_indices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is given too little room ends with an `IndexError`."""
    check_kernels(monkeypatch)
    program = choose(rk.domination(QUEEN, Board(5)).model.at_optimum(3), Ask(Want.COUNT))
    assert isinstance(program, CoverProgram)
    tables, state = begin(program.tables, least=0, most=3, buffer=1)
    short = state._replace(
        dual=state.dual._replace(nodes=state.dual.nodes[:, :2].copy()),
        stack=state.stack._replace(open=state.stack.open[:2].copy()),
    )
    with pytest.raises(IndexError):
        cover_kernel.search_nodes(tables, short, 1000)
