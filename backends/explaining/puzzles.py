"""Puzzles with exactly one solution: regions grown around a solution, and completions with no given to spare.

Regions grow square by square around the pieces of a random solution. While there is another solution, one of its
squares that ours does not use moves to a neighbouring region, which spoils the other solution; after many of these
moves the regions grow again. A completion begins with all pieces of a solution as givens, and loses givens as long as
the solution stays the only one. At the end a backend finds out again that there is exactly one solution.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rookery.backends.answer import Answer
from rookery.backends.explaining.deduction import rate
from rookery.backends.explaining.hints import Rating
from rookery.backends.explaining.unique import Uniqueness
from rookery.backends.solve import solve
from rookery.core.deadline import check_deadline
from rookery.core.errors import BadInput
from rookery.core.words import amount, join_words
from rookery.models import Board, Piece, Placement, Problem
from rookery.models.boards.regions import SIGNS, RegionBoard
from rookery.models.problem.placement import list_pieces
from rookery.models.problems.placement import placement
from rookery.models.problems.regions import regions
from rookery.models.problems.shared.attacks import attackers, attacks
from rookery.models.reading.given import BoardLike, PieceLike

MAX_TRIES = 200  # puzzles made to find one of a wanted rating
MAX_MOVES = 30  # squares that change their region before the regions grow again
MAX_GROWTHS = 400
SLOWEST = 0.1  # square root of the speed of a growing region, where 1 is the fastest
MAX_SIDE = 20
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Puzzle:
    """A problem with exactly one solution, the solution, and how hard it is to find by hints."""

    problem: Problem
    solution: Placement
    rating: Rating

    def __str__(self) -> str:
        return str(Placement(self.problem.board, self.problem.fixed))

    def as_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data."""
        board = self.problem.board
        drawing = {"regions": list(board.drawing)} if isinstance(board, RegionBoard) else {}
        return {"title": self.problem.title, "problem": self.problem.asked, **drawing} | {
            "solution": list_pieces(self.solution),
            "rating": self.rating.value,
        }


class RegionSearch:
    """A search for solutions of boards of regions; a row, column or region is an integer with a bit for each square."""

    def __init__(self, board: Board, piece: Piece, stars: int) -> None:
        self.stars, self.size = stars, len(board)
        hits = zip(attacks(piece, board), attackers(piece, board), strict=True)
        self.touched = [sum(1 << to for to in {*a, *b}) for a, b in hits]
        rows = [range(at, at + board.columns) for at in range(0, self.size, board.columns)]
        columns = [range(at, self.size, board.columns) for at in range(board.columns)]
        self.lines = [sum(1 << at for at in line) for line in (*rows, *columns)]

    def search(self, regions: Sequence[int], random: Random) -> Iterator[int]:
        """Yield all solutions as integers; branch on the part of the board with the fewest squares to spare."""
        parts = [*self.lines, *regions]
        parts_of = [[at for at, part in enumerate(parts) if part >> square & 1] for square in range(self.size)]

        def place(free: int, needs: list[int], chosen: int) -> Iterator[int]:
            check_deadline()
            spares = [((free & parts[at]).bit_count() - need, at) for at, need in enumerate(needs) if need]
            if not spares:
                yield chosen
                return
            spare, tight = min(spares)
            if spare < 0:
                return
            squares = [at for at in range(self.size) if (free & parts[tight]) >> at & 1]
            random.shuffle(squares)
            for square in squares[: spare + 1]:  # if these are all empty, too few are left
                fewer, left = needs.copy(), free & ~(1 << square) & ~self.touched[square]
                for part in parts_of[square]:
                    fewer[part] -= 1
                    left &= -1 if fewer[part] else ~parts[part]
                yield from place(left, fewer, chosen | 1 << square)
                free &= ~(1 << square)  # it is empty in all solutions that follow

        yield from place((1 << self.size) - 1, [self.stars] * len(parts), 0)


def make_regions(side: int, random: Random, stars: int = 1, piece: PieceLike = "king") -> Problem:
    """Make a board of regions with exactly one solution; raises `BadInput` if pieces do not fit."""
    if not 1 <= side <= MAX_SIDE:
        raise BadInput(f"a puzzle of side {side}; expected a side from 1 to {MAX_SIDE}")
    bare = regions(side, stars, piece)
    board, parts = Board(side), RegionSearch(Board(side), bare.pieces[0], stars)
    near = [
        [board.index(other) for other in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)) if other in board]
        for r, c in board
    ]
    for growth in range(MAX_GROWTHS):
        solution = next(parts.search([], random), None)
        if solution is None:
            raise BadInput(f"{bare.title}: no solution, so no puzzle; give another board, piece or number")
        slowest = max(SLOWEST, 1 / (1 + growth) ** 2)  # ever smaller regions, which leave few other solutions
        owner = _grow([at for at in range(side * side) if solution >> at & 1], near, stars, slowest, random)
        if owner is None:
            continue
        for _ in range(MAX_MOVES):
            check_deadline()
            masks = [sum(1 << at for at, own in enumerate(owner) if own == region) for region in range(side)]
            other = next((each for each in parts.search(masks, random) if each != solution), None)
            if other is None:
                drawn = ["".join(SIGNS[owner[row * side + column]] for column in range(side)) for row in range(side)]
                return regions(([str(stars)] if stars > 1 else []) + drawn, stars, piece)
            spoiling = [at for at in range(side * side) if (other & ~solution) >> at & 1]
            moves = [(at, owner[to]) for at in spoiling for to in near[at] if owner[to] != owner[at]]
            moves = [move for move in moves if _holds_together(move[0], owner, near)]
            if not moves:
                break
            at, region = random.choice(moves)
            owner[at] = region
    raise BadInput(f"no puzzle of side {side} found in {MAX_GROWTHS} tries; give another --seed or a smaller --board")


def _grow(
    standing: Sequence[int], near: Sequence[Sequence[int]], stars: int, slowest: float, random: Random
) -> list[int] | None:
    """Return the region of each square, grown at random around paths between its pieces; None if paths cross.

    The square roots of the speeds of growth are between `slowest` and 1.
    """
    owner, left, region = [-1] * len(near), list(standing), 0
    random.shuffle(left)
    while left:
        owner[left.pop()] = region
        for _ in range(stars - 1):
            # Breadth-first search over free squares for the nearest piece without a region
            before = {at: at for at, own in enumerate(owner) if own == region}
            queue = list(before)
            found = None
            for at in queue:
                if at in left:
                    found = at
                    break
                for to in random.sample(near[at], len(near[at])):
                    if to not in before and owner[to] < 0:
                        before[to] = at
                        queue.append(to)
            if found is None:
                return None
            left.remove(found)
            while owner[found] != region:
                if found in left:
                    return None
                owner[found] = region
                found = before[found]
        region += 1
    speeds = [random.uniform(slowest, 1) ** 2 for _ in range(region)]
    while -1 in owner:
        (growing,) = random.choices(range(region), speeds)
        own = [at for at, region in enumerate(owner) if region == growing]
        if beside := [to for at in own for to in near[at] if owner[to] < 0]:
            owner[random.choice(beside)] = growing
    return owner


def _holds_together(gone: int, owner: Sequence[int], near: Sequence[Sequence[int]]) -> bool:
    """Return whether the region of a square stays connected, and not empty, without the square."""
    rest = {at for at, own in enumerate(owner) if own == owner[gone] and at != gone}
    waiting = list(rest)[:1]
    reached = set(waiting)
    while waiting:
        fresh = rest.intersection(near[waiting.pop()]) - reached
        reached |= fresh
        waiting += fresh
    return bool(rest) and reached == rest


def make_completion(piece: PieceLike, board: BoardLike, random: Random) -> Problem:
    """Make a completion: fixed pieces to which the others of a largest placement can be added in exactly one way."""
    most = _solve(placement(piece, board))
    check_deadline()
    if most.best is None or not most.complete:
        raise BadInput(f"{most.problem.title}: no placement to begin with")
    board, count, squares = most.problem.board, len(most.best), list(most.problem.board)
    random.shuffle(squares)
    found = most.best
    given: list[Any] = []
    for square in squares:
        if len(given) * 3 >= count:
            break
        answer = _solve(placement(piece, board, count, fixed=[*given, square]))
        if answer.best is not None:
            found = answer.best
            given.append(square)
    givens = list(found)
    random.shuffle(givens)
    for square in tuple(givens):
        fewer = [each for each in givens if each != square]
        if Uniqueness(_solve(placement(piece, board, count, fixed=fewer), limit=2)):
            givens = fewer
        check_deadline()
    return placement(piece, board, count, fixed=givens)


def _solve(problem: Problem, limit: int | None = None) -> Answer:
    """Return the answer of the default backend; raises `KeyboardInterrupt` after Ctrl-C, where `solve` does not."""
    answer = solve(problem, limit=limit)
    if answer.interrupted:
        raise KeyboardInterrupt
    return answer


def make_puzzles(
    make: Callable[[Random], Problem], count: int = 1, seed: int = 0, rating: str | None = None, tell: Tell = print
) -> Iterator[Puzzle]:
    """Yield puzzles, each with its own seed, of the given rating if there is one.

    Raises `BadInput` with the ratings of the puzzles made if none of them has the given one.
    """
    wanted = None if rating is None else Rating(rating)
    for number in range(count):
        met = Counter[Rating]()
        for again in range(MAX_TRIES):
            tell(f"puzzle {number + 1} of {count}" + (f", try {again + 1}" if again else ""))
            problem = make(Random(f"{seed} {number} {again}"))
            found = Uniqueness(_solve(problem, limit=2))
            check_deadline()
            if not found:
                raise BadInput(f"{found.sentence}; please report this puzzle")
            rated = rate(problem)
            check_deadline()  # a rating that the deadline has cut short may be too hard
            met[rated] += 1
            if wanted in (None, rated):
                yield Puzzle(problem, found.answer.solutions[0], rated)
                break
        else:
            kinds = join_words([f"{many} {each}" for each, many in met.items()])
            raise BadInput(
                f"no puzzle rated {rating} among {amount(MAX_TRIES, 'puzzle')}: {kinds}; give another rating"
            )
