"""An oracle for the whole family of problems, written anew: every placement on a small board is tried.

For one type of piece all subsets come from `chess_oracle`; for several types all words over the squares are walked.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb
from typing import Any

import chess_oracle
import numpy as np
from chess_oracle import Masks, Oracle

from rookery.models import Board, Piece

Cell = tuple[int, int]
Word = Mapping[Cell, Piece]
Best = tuple[int | None, set[frozenset[int]]]


# One type of piece: masks over all subsets.


def maximal(oracle: Oracle) -> Masks:
    """Peaceful subsets to which nothing can be added in peace."""
    full: Masks = oracle.peaceful.copy()
    for at, hits in enumerate(oracle.hits):
        rivals = hits | sum(1 << bit for bit, back in enumerate(oracle.hits) if back >> at & 1)
        full &= (oracle.sets & (rivals | 1 << at)) != 0
    return full


def times_guarded(oracle: Oracle, times: int, closed: bool) -> Masks:
    kept: Masks = np.ones(len(oracle.sets), dtype=bool)
    for at in range(len(oracle.hits)):
        own = oracle.sets >> at & 1
        sources = [bit for bit, hits in enumerate(oracle.hits) if hits >> at & 1]
        guards = own + sum((oracle.sets >> bit & 1 for bit in sources), np.zeros_like(oracle.sets))
        kept &= (guards >= times) | ((own == 1) & (not closed))
    return kept


def irredundant(oracle: Oracle) -> Masks:
    """Subsets that guard all, and do so no more without any one piece."""
    guarding = oracle.dominating("plain")
    kept = guarding.copy()
    for bit in range(len(oracle.hits)):
        kept &= (oracle.sets >> bit & 1 == 0) | ~guarding[oracle.sets & ~(1 << bit)]
    return kept


def connected(oracle: Oracle) -> Masks:
    """Subsets that guard all and hang together."""
    size = len(oracle.hits)
    links = [h | sum(1 << b for b in range(size) if oracle.hits[b] >> at & 1) for at, h in enumerate(oracle.hits)]
    guarding = oracle.dominating("plain")
    return np.array([bool(good) and _hangs(mask, links) for mask, good in enumerate(guarding.tolist())])


def _hangs(mask: int, links: Sequence[int]) -> bool:
    joined, before = mask & -mask, 0
    while joined != before:
        before = joined
        joined |= sum({1 << b for b in range(len(links)) if mask >> b & 1 and links[b] & before})
    return joined == mask


def unguarded(oracle: Oracle, count: int) -> Best:
    """The most squares that `count` pieces leave alone, and the subsets that do."""
    left = np.array([(oracle.full & ~int(guarded)).bit_count() for guarded in oracle.exact.tolist()])
    right = oracle.sizes == count
    if not right.any():
        return None, set()
    best = int(left[right].max())
    return best, oracle.of_size(right & (left == best), count)


# Several types: every word over the squares.


def words(pieces: Sequence[Piece], board: Board) -> Iterator[dict[Cell, Piece]]:
    cells = chess_oracle.squares(board)
    for word in product((None, *pieces), repeat=len(cells)):
        yield {cell: piece for cell, piece in zip(cells, word, strict=True) if piece is not None}


def seen(piece: Piece, at: Cell, word: Word, board: Board) -> set[Cell]:
    """What a piece attacks, no further than the first piece on each ride."""
    found = set()
    for step, reach in piece.rides:
        for cell in _walk(at, step, reach or board.rows * board.columns, board):
            found.add(cell)
            if cell in word:
                break
    return found


def _walk(at: Cell, step: Cell, reach: int, board: Board) -> Iterator[Cell]:
    for times in range(1, reach + 1):
        cell = (at[0] + times * step[0], at[1] + times * step[1])
        if board.torus:
            cell = (cell[0] % board.rows, cell[1] % board.columns)
        if cell == at or cell not in chess_oracle.squares(board):
            return
        yield cell


def reached(piece: Piece, at: Cell, word: Word, board: Board) -> set[Cell]:
    """What a piece attacks, through everything."""
    return seen(piece, at, {}, board)


def peaceful(word: Word, attacked: Callable[..., set[Cell]], board: Board, bystander: Piece | None = None) -> bool:
    alive = {cell for cell, piece in word.items() if piece != bystander}
    return not any(alive & attacked(word[cell], cell, word, board) for cell in alive)


def truce(word: Word, board: Board) -> bool:
    return not any(
        word.get(cell, piece) != piece for at, piece in word.items() for cell in reached(piece, at, word, board)
    )


def guarded(word: Word, attacked: Callable[..., set[Cell]], board: Board) -> bool:
    kept = set(word).union(*(attacked(piece, cell, word, board) for cell, piece in word.items()))
    return len(kept) == len(chess_oracle.squares(board))


def best(accepted: Iterator[dict[Cell, Piece]], score: Callable[[Word], int], pick: Any) -> tuple[int | None, set[Any]]:
    """The best score among some words, and the words that reach it."""
    scored = [(score(word), frozenset(word.items())) for word in accepted]
    if not scored:
        return None, set()
    value = pick(points for points, _ in scored)
    return value, {word for points, word in scored if points == value}


# Boards too large for all subsets: the smallest sets alone, and armies by what each leaves to the other.


def smallest(size: int, accepts: Callable[[int], bool], most: int = 6) -> Best | None:
    """The smallest accepted sets of at most `most` squares; None where there are none as small as that."""
    for k in range(most + 1):
        masks = ((chosen, sum(1 << at for at in chosen)) for chosen in combinations(range(size), k))
        if found := {frozenset(chosen) for chosen, mask in masks if accepts(mask)}:
            return k, found
    return None


def links_of(hits: Sequence[int]) -> list[int]:
    """For each square the squares that it attacks or is attacked from."""
    return [h | sum(1 << b for b, back in enumerate(hits) if back >> at & 1) for at, h in enumerate(hits)]


def union(mask: int, tables: Sequence[int]) -> int:
    """The union of the tables of some squares."""
    whole = 0
    while mask:
        low = mask & -mask
        whole |= tables[low.bit_length() - 1]
        mask ^= low
    return whole


def accepted(kind: str, hits: Sequence[int]) -> Callable[[int], bool]:
    """Whether a set of squares is maximal, connected, or twofold, as a function of its mask."""
    size, links = len(hits), links_of(hits)
    full, sources = (1 << size) - 1, [sum(1 << b for b in range(size) if hits[b] >> at & 1) for at in range(size)]

    def covers(mask: int) -> bool:
        return union(mask, hits) | mask == full

    def twofold(mask: int) -> bool:
        return all(mask >> at & 1 or (mask & sources[at]).bit_count() >= 2 for at in range(size))

    def full_in_peace(mask: int) -> bool:
        near = union(mask, links)
        return near & mask == 0 and near | mask == full

    known = {"maximal": full_in_peace, "twofold": twofold}
    return known.get(kind, lambda mask: covers(mask) and _hangs(mask, links))


def armies_of(white: Sequence[int], black: Sequence[int]) -> tuple[int, int]:
    """The largest size of two equal armies at truce, and in how many ways, from what their pieces attack."""
    size = len(white)
    back = [sum(1 << b for b in range(size) if black[b] >> at & 1) for at in range(size)]
    left: dict[int, list[int]] = {}
    for mask in range(1 << size):
        taken = mask | union(mask, white) | union(mask, back)
        left.setdefault(mask.bit_count(), []).append(size - taken.bit_count())
    m = max(k for k, rooms in left.items() if max(rooms) >= k)
    return m, sum(comb(room, m) for room in left[m])
