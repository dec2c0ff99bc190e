"""Check a certificate that k queens are the fewest that dominate n x n squares: `python check.py FILE.cert...`.

Needs Python 3.11, numpy and numba. A file has k queens that dominate the board, two directions of lines (here the rows
and the columns), and a number of nodes. It has no search tree: the checker searches all sets of k - 1 queens itself,
and must not need more nodes than the file says. The file is not trusted: each step is sound for all bytes.

The claim. Each square needs a queen that guards it: a queen on it, or in its row, column or diagonal (a queen that
stands in between guards the square as well). The k queens of the file are checked directly. It remains to show that
no set of k - 1 queens dominates; a smaller set can be filled up.

1. Cases. A direction is a list of more than k - 1 lines, no two of which share a square, so some line is empty. Let
   a <= b be the first and the last empty line of one direction, c <= d those of the other. Then no queen stands on
   these four lines, and each line before a, after b, before c or after d holds a queen: such an outer line is one more
   item to be hit. A case (a, b, c, d) has at most k - 1 outer lines in each direction, since no queen is on two of
   them. Each set belongs to exactly one case. `Split.cases` lists all cases.

2. Classes. A symmetry of the board that takes the lines of each direction to those of one direction, in order or
   backwards, takes the sets of one case to those of another. So one case of each class is searched.

3. Bounds. Take any list of items (squares and outer lines; an item may come twice), and let W of its entries be open:
   not hit yet. A queen on square q would hit e(q) of these; let `best` be the largest e(q) of all free squares. If
   `left` queens may still be placed, they hit at most left * best entries: with W > left * best there is no solution.
   If q is in a solution, at most left - 1 other queens are: so no queen stands on q if
   e(q) + (left - 1) * best < W. This holds for any list. The lists of `Split.weigh` come from the proof of Spencer and
   Weakley that at least (n - 1) / 2 queens are needed.

4. Branching. One of the free squares that hit an open item holds a queen: the first of them, or the second and not the
   first, and so on. `search` branches on the item with the fewest of them. If nothing is open, the claim is false.
"""

import json
import os
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import blake2b
from itertools import chain, combinations_with_replacement, product
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Words = NDArray[np.uint64]
Squares = NDArray[np.int64]
Case = tuple[tuple[int, int], tuple[int, int]]  # the first and the last empty line of each direction, as items

MAX_HEADER = 1 << 20  # bytes
MAX_NODES = 1 << 34
SIDES = range(5, 65)  # of a board
BITS = 64  # of a word: the most entries of a list of items, and the most lines of a direction
TOO_MANY, FOUND = -1, -2  # results of `search` instead of a number of nodes
ZERO, ONE = np.uint64(0), np.uint64(1)

# The dictionary of the deflate stream: a part of the file format
DICTIONARY = (
    b'"kind":"independent""kind":"total""kind":"perfect""family":"placement""family":"k-fold","times":2'
    b'"closed":false"family":"maximal""piece":"bishop""piece":"king""piece":"rook""piece":"knight"'
    b'"solutions":[["kind":"lrat""kind":"farkas""kind":"witness"'
    b'{"about":{"alone":2,"nodes":,"symmetry":true,"weights":[]},"backend":"backtracking","count":null,'
    b'"kind":"tree","objective":,"orbits":null,"problem":{"board":[8,8],"family":"domination","fixed":[],'
    b'"forbidden":[],"holes":[],"kind":"plain","pieces":[{"count":null,"piece":"queen"}],"torus":false},'
    b'"solutions":null,"want":"one","witness":['
)


class Refused(Exception):
    """The file does not prove what it claims."""


def require(holds: bool, reason: str) -> None:
    """Raise `Refused` unless a condition holds."""
    if not holds:
        raise Refused(reason)


class Claim(NamedTuple):
    """The content of a file: `fewest` queens dominate `side` x `side` squares, for example those on `witness`."""

    side: int
    fewest: int
    witness: list[int]
    directions: list[list[list[int]]]
    nodes: int
    symmetry: bool


def read_header(content: bytes) -> dict[str, Any]:
    """Return the header of a file: JSON in a deflate stream, behind a frame of 16 bytes with a digest."""
    require(content[:8] == b"rookery\1", "not a certificate of version 1")
    require(blake2b(content[16:], digest_size=8).digest() == content[8:16], "the file is damaged: wrong digest")
    stream = zlib.decompressobj(-15, zdict=DICTIONARY)
    try:
        payload = stream.decompress(content[16:], MAX_HEADER)
        require(stream.eof and not stream.unused_data, "the stream is cut short, too long, or followed by more bytes")
        require(len(payload) == 4 + int.from_bytes(payload[:4]), "the header has another length")
        header = json.loads(payload[4:])
    except (ValueError, RecursionError, zlib.error) as error:
        raise Refused(f"unreadable header: {error}") from None
    require(isinstance(header, dict), "the header is not a JSON object")
    return dict(header)


def read_claim(content: bytes) -> Claim:
    """Read a file; raises `Refused` unless it claims a domination number of queens by evidence of the kind cases."""
    try:
        header = read_header(content)
        problem, about, fewest = header["problem"], header["about"], header["objective"]
        witness, side = header["witness"], problem["board"][0]
        nodes, symmetry, directions = about["nodes"], about["symmetry"], about["directions"]
        kind, asked, _ = header["kind"], header["want"], header["backend"]
        more = [header[name] for name in ("count", "orbits", "solutions")]
        numbers = [side, fewest, nodes, *witness, *chain(*(line for lines in directions for line in lines))]
    except (LookupError, TypeError) as error:
        raise Refused(f"the header lacks something: {type(error).__name__} {error}") from None
    require(all(type(each) is int for each in numbers), "something is not a whole number")
    require(side in SIDES, f"a board of {side}x{side} squares")
    plain = {"board": [side, side], "family": "domination", "fixed": [], "forbidden": [], "holes": [], "kind": "plain"}
    plain |= {"pieces": [{"count": None, "piece": "queen"}], "torus": False}
    same = json.dumps(problem, sort_keys=True) == json.dumps(plain, sort_keys=True)
    require(same, "the problem is not the domination of a square board by queens")
    require(asked == "one" and more == [None] * 3, "more is claimed than the fewest queens")
    require(kind == "cases" and type(symmetry) is bool, "evidence of another kind")
    require(3 <= fewest <= BITS and 0 < nodes <= MAX_NODES, f"{fewest} queens, {nodes} nodes")
    return Claim(side, fewest, witness, directions, nodes, symmetry)


def list_guards(side: int) -> Flags:
    """Return for each square (row of the matrix) the squares from which a queen guards it."""
    row, column = np.divmod(np.arange(side * side), side)
    down, right = row[:, None] - row, column[:, None] - column
    return (down == 0) | (right == 0) | (np.abs(down) == np.abs(right))


def list_symmetries(side: int) -> Iterator[Squares]:
    """Yield the rotations and reflections of the board: the square to which each square goes."""
    board = np.arange(side * side).reshape(side, side)
    for turned in (board, board.T):
        for down, right in product((1, -1), repeat=2):
            yield turned[::down, ::right].ravel()


def check_witness(claim: Claim, guards: Flags) -> None:
    """Raise `Refused` unless the witness is a dominating set of the claimed size."""
    squares = claim.witness
    ascending = all(one < other for one, other in zip([-1, *squares], [*squares, claim.side**2], strict=True))
    require(ascending, "the witness is not a set of squares in ascending order")
    require(len(squares) == claim.fewest, f"the witness has {len(squares)} queens, not {claim.fewest}")
    require(bool(guards[:, squares].any(axis=1).all()), "the witness leaves a square unguarded")


class Split:
    """The cases of all sets of `most` queens, by two directions of lines.

    Items are the squares, then the lines of the first and of the second direction. Row i of `options` flags the squares
    from which a queen hits item i. Row i of `across` flags the squares that a queen guards from everywhere on line i.
    """

    def __init__(self, guards: Flags, directions: list[list[list[int]]], most: int) -> None:
        self.most, self.squares = most, len(guards)
        require(len(directions) == 2, "there are not two directions")
        for lines in directions:
            members = [*chain(*lines)]
            require(most < len(lines) <= BITS, f"a direction of {len(lines)} lines, for {most} queens")
            require({*members} <= {*range(self.squares)}, "a line has a square that is not on the board")
            require(len({*members}) == len(members), "two lines of a direction share a square")
        middle = self.squares + len(directions[0])
        self.lines = range(self.squares, middle), range(middle, middle + len(directions[1]))
        self.options = np.zeros((self.lines[1].stop, self.squares), np.bool_)
        self.across = np.zeros(self.options.shape, np.bool_)
        self.options[: self.squares] = guards
        for item, line in zip(chain(*self.lines), chain(*directions), strict=True):
            self.options[item, line] = True
            self.across[item] = guards[:, line].all(axis=1)

    def outer(self, direction: int, case: Case) -> list[int]:
        """Return the lines before the first and after the last empty one: each holds a queen."""
        first, last = case[direction]
        return [line for line in self.lines[direction] if not first <= line <= last]

    def cases(self) -> Iterator[Case]:
        """Yield every case to which a set of `most` queens can belong."""
        for case in product(*(combinations_with_replacement(lines, 2) for lines in self.lines)):
            if all(len(self.outer(direction, case)) <= self.most for direction in (0, 1)):
                yield case

    def classes(self, symmetries: list[Squares]) -> Iterator[Case]:
        """Yield one case of each class under the symmetries: if it has no sets, the others have none."""
        moves, seen = [*self.moves(symmetries)], set[frozenset[int]]()
        for case in self.cases():
            empty = frozenset(chain(*case))
            if empty not in seen:
                yield case
                seen |= {empty, *(frozenset(move[line] for line in empty) for move in moves)}

    def moves(self, symmetries: list[Squares]) -> Iterator[dict[int, int]]:
        """Yield the line to which each line goes, for symmetries that take lines to lines."""
        sides = [[frozenset(np.flatnonzero(self.options[item]).tolist()) for item in lines] for lines in self.lines]
        guards, lines = self.options[: self.squares], self.lines
        for symmetry in symmetries:
            require(bool((guards[symmetry][:, symmetry] == guards).all()), "a map that is no symmetry")
            moved = [[frozenset(symmetry[list(line)].tolist()) for line in side] for side in sides]
            for swap, one, other in product((0, 1), (1, -1), (1, -1)):
                if [moved[swap][::one], moved[1 - swap][::other]] == sides:
                    yield dict(zip(chain(lines[swap][::one], lines[1 - swap][::other]), chain(*lines), strict=True))

    def weigh(self, case: Case) -> Iterator[list[int]]:
        """Yield lists of items for the bounds of a case.

        Let rows be the direction whose empty lines are further apart, by w lines. A list has the squares where the
        first and the last empty row cross a window of w columns around the empty columns, and twice each outer column
        beyond the window. Where both are equally far apart, the window may leave out one of the columns from c to d.
        The outer lines of each direction are lists as well.
        """
        widths = [last - first for first, last in case]
        for direction, other in ((0, 1), (1, 0)):
            width, (low, high), lines = widths[direction], case[other], self.lines[other]
            slack = int(width == widths[other])
            first = max(lines.start, high + 1 - width - slack)
            last = max(lines.start, min(low + slack, lines.stop - width))
            for start in range(first, last + 1) if width >= widths[other] else ():
                window = range(start, min(start + width, lines.stop))
                beyond = [item for item in self.outer(other, case) if item not in window]
                crossings = (self.across[x] & self.across[y] for x, y in product({*case[direction]}, window))
                yield [*chain(*(np.flatnonzero(each).tolist() for each in crossings)), *beyond, *beyond]
        yield self.outer(0, case)
        yield self.outer(1, case)

    def refute(self, case: Case, nodes: int) -> int:
        """Search a case within a number of nodes; return how many it took, or `TOO_MANY` or `FOUND`."""
        free = ~self.options[[*chain(*case)]].any(axis=0)
        if not self.options[: self.squares, free].any(axis=1).all():
            return 1  # no queen can guard some square: the root is the only node
        needed = np.zeros((1, len(self.options)), np.bool_)
        needed[0, [*range(self.squares), *self.outer(0, case), *self.outer(1, case)]] = True
        lists = [each for each in self.weigh(case) if len(each) <= BITS]
        # One word for each list, then the items: bit e of `hits[l, q]` says that a queen on q hits entry e of list l.
        hits = np.concatenate([*(pack(self.options[each].T) for each in lists), pack(self.options.T)], axis=1).T.copy()
        whole = np.array([*((1 << len(each)) - 1 for each in lists), *pack(needed)[0]], np.uint64)
        first = np.array([*range(len(lists) + 1), len(hits)])  # the words of each list
        return int(search(pack(self.options), hits, first, whole, pack(free[None])[0], self.most, nodes))


def pack(flags: Flags) -> Words:
    """Return rows of flags as bitsets of at least one word: flag j of a row is bit j % 64 of word j // 64."""
    padded = np.zeros((len(flags), max(1, -(-flags.shape[1] // 64)) * 64), np.uint8)
    padded[:, : flags.shape[1]] = flags
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)


@njit(nogil=True)
def search(options, hits, first, whole, squares, most, limit):
    """Search all sets of at most `most` queens that hit all items of a case; return the number of nodes.

    Returns `FOUND` for a set, `TOO_MANY` after more than `limit` nodes. All arrays but `first` are bitsets: the squares
    that hit each item (`options`), and for each word of entries those that each square hits (`hits`). The words of list
    l begin at `first[l]`; the last list has all items. At the root the entries of `whole` are open, `squares` are free.
    """
    entries = np.zeros((most + 1, len(whole)), np.uint64)  # the open entries at each level
    free = np.zeros((most + 1, len(squares)), np.uint64)
    children = np.zeros((most + 1, len(squares)), np.uint64)  # squares to try, of those that hit the item to branch on
    listed, load = np.zeros(64 * len(squares), np.int64), np.zeros(64 * len(squares), np.int64)
    entries[0], free[0] = whole, squares
    depth, nodes, is_new = 0, 0, True
    while depth >= 0:
        if is_new:
            nodes += 1
            if nodes > limit:
                return TOO_MANY
            if not entries[depth, first[-2] :].any():
                return FOUND
            children[depth], is_new = ZERO, False
            if depth < most and bound(hits, first, entries[depth], free[depth], most - depth, listed, load):
                item = choose_item(options, entries[depth, first[-2] :], free[depth])
                for word in range(len(squares)):
                    children[depth, word] = options[item, word] & free[depth, word]
        square = -1
        for word in range(len(squares) - 1, -1, -1):
            if children[depth, word] != ZERO:
                square = 64 * word + lowest(children[depth, word])
        if square < 0:
            depth -= 1
            continue
        # Place a queen there. For the other children the square is not free.
        children[depth, square >> 6] &= children[depth, square >> 6] - ONE
        free[depth, square >> 6] &= ~(ONE << np.uint64(square & 63))
        for word in range(len(whole)):
            entries[depth + 1, word] = entries[depth, word] & ~hits[word, square]
        for word in range(len(squares)):
            free[depth + 1, word] = free[depth, word]
        depth, is_new = depth + 1, True
    return nodes


@njit(nogil=True)
def bound(hits, first, entries, free, left, listed, load):
    """Drop squares that are in no solution from `free` (step 3 above); return False if there is no solution."""
    many = 0  # free squares: `listed[:many]`
    for word in range(len(free)):
        rest = free[word]
        while rest != ZERO:
            listed[many] = 64 * word + lowest(rest)
            rest &= rest - ONE
            many += 1
    for at in range(len(first) - 1):
        total = best = kept = 0
        load[:many] = 0
        for word in range(first[at], first[at + 1]):
            total += count(entries[word])
            if entries[word] != ZERO:
                for place in range(many):
                    load[place] += count(entries[word] & hits[word, listed[place]])
        for place in range(many):
            best = max(best, load[place])
        if total > left * best:
            return False
        for place in range(many):
            square = listed[place]
            if load[place] + (left - 1) * best >= total:
                listed[kept] = square
                kept += 1
            else:
                free[square >> 6] &= ~(ONE << np.uint64(square & 63))
        many = kept
    return True


@njit(nogil=True)
def choose_item(options, items, free):
    """Return the open item with the fewest free squares that hit it, the first of several."""
    best, fewest = 0, 64 * len(free) + 1
    for word in range(len(items)):
        rest = items[word]
        while rest != ZERO:
            item, few = 64 * word + lowest(rest), 0
            rest &= rest - ONE
            for part in range(len(free)):
                few += count(options[item, part] & free[part])
            if few < fewest:
                best, fewest = item, few
    return best


@njit(nogil=True)
def lowest(word):
    """Return the number of the lowest bit that is set; the word is not 0."""
    return count((word & (~word + ONE)) - ONE)


@njit(nogil=True)
def count(word):
    """Return the number of bits that are set. The compiler turns the loop into one instruction."""
    total = 0
    while word != ZERO:
        word &= word - ONE
        total += 1
    return total


def check(content: bytes) -> tuple[Claim, int]:
    """Return the claim of a file and the nodes of its proof; raises `Refused` if the file does not prove its claim."""
    claim = read_claim(content)
    guards = list_guards(claim.side)
    check_witness(claim, guards)
    split = Split(guards, claim.directions, claim.fewest - 1)
    cases, nodes = split.classes([*list_symmetries(claim.side)] if claim.symmetry else []), 0
    with (
        ThreadPoolExecutor(os.cpu_count()) as pool,
        closing(pool.map(lambda case: split.refute(case, claim.nodes), cases)) as results,
    ):
        for result in results:
            require(result != FOUND, f"{claim.fewest - 1} queens dominate the board")
            nodes += result
            require(result != TOO_MANY and nodes <= claim.nodes, f"it takes more than {claim.nodes:,} nodes")
    return claim, nodes


def main(files: list[str]) -> str | None:
    """Check files and print what each proves; return a reason to fail if one is refused."""
    refused = 0
    for file in files:
        start = perf_counter()
        try:
            claim, nodes = check(Path(file).read_bytes())
        except (OSError, Refused) as error:
            print(f"{file}: refused: {error}", flush=True)
            refused += 1
        else:
            said = f"{claim.fewest} queens are the fewest that dominate {claim.side}x{claim.side} squares"
            print(f"{file}: {said} ({nodes:,} nodes, {perf_counter() - start:.1f} s)", flush=True)
    return f"{refused} refused" if refused else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
