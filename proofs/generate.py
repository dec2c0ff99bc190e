"""Writes certificates as data of Coq, or as numbers for the program that Coq extracts: plain Python, no Rookery.

    python generate.py ../benchmarks/certificates.zip > Theorems.v
    python generate.py FILE.cert > NUMBERS; ./run < NUMBERS

The files are read by examples/check-certificate/check.py, which docs/certificate-format.md explains. A theorem about a
board takes only its evidence from a certificate: Board.v makes the problem anew.
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import ZipFile

sys.path.insert(0, str(Path(__file__).parents[1] / "examples" / "check-certificate"))
import check
import statement

# Piece, side of the board, and domination number; certificates are named after them.
THEOREMS = [
    *(("queen", side, number) for side, number in enumerate((2, 3, 3, 4, 5, 5, 5, 5, 6), 4)),
    *(("king", side, number) for side, number in enumerate((1, 4, 4, 4, 9, 9, 9, 16, 16, 16), 3)),
    *(("knight", side, number) for side, number in enumerate((4, 5, 8, 10, 12, 14, 16, 21, 24), 4)),
    *(("rook", side, side) for side in range(2, 7)),
    *(("bishop", side, side) for side in range(2, 9)),
]
# Of each piece, on boards from this side on: the domination number, how many sets attain it, and how many of them up to
# symmetry. Where it is 1, certificates have a tree of another covering.
COUNTS = {
    ("queen", 4): [(2, 12, 3), (3, 186, 37), (3, 4, 1), (4, 86, 13), (5, 4860, 638), (5, 114, 21), (5, 8, 1),
                   (5, 2, 1), (6, 8, 1)],
    ("king", 4): [(4, 256, 43), (4, 79, 14), (4, 1, 1)],
    ("knight", 2): [(4, 1, 1), (4, 8, 2), (4, 9, 3), (5, 47, 8), (8, 127, 23), (10, 10, 3), (12, 2, 1), (14, 2, 1),
                    (16, 4, 2)],
    ("rook", 2): [(2, 6, 2), (3, 48, 10), (4, 488, 71), (5, 6130, 810)],
    ("bishop", 2): [(2, 4, 1), (3, 6, 2), (4, 25, 5), (5, 104, 16), (6, 484, 66), (7, 2136, 283)],
}  # fmt: skip
LETTERS = {"queen": "Q", "king": "K", "rook": "R", "bishop": "B", "knight": "N"}

HEAD = """(** * Domination numbers of chessboards, and how many sets attain them

    Made by generate.py from benchmarks/certificates.zip. Chess.v says what the words mean. *)

Require Import NArith ZArith List.
From Rookery Require Import Chess Tree Checker Packing Board Count.
Import ListNotations.

(* The checker runs once, when Coq's kernel checks the proof. *)
Ltac by_computation squares given := apply (gamma_by _ _ squares given); vm_cast_no_check (@eq_refl bool true).
(* Numbers from 5001 on are long to write as successors of 0. *)
Set Warnings "-abstract-large-number".
Ltac by_counting given := apply (sets_by _ _ _ _ _ given); vm_cast_no_check (@eq_refl bool true).
"""
THEOREM = """
Definition given_{name} : evidence := {evidence}.

Theorem gamma_{name} : gamma {piece} {side} {number}.
Proof. by_computation ({squares})%Z given_{name}. Qed.
Print Assumptions gamma_{name}.
"""
COUNT = """
Definition all_given_{name} : tree := {evidence}.

Theorem count_{name} :
  gamma {piece} {side} {number} /\\ sets {piece} {side} {number} {many} /\\
  sets_up_to_symmetry {piece} {side} {number} {classes}.
Proof. by_counting all_given_{name}. Qed.
Print Assumptions count_{name}.
"""


@dataclass
class Given:
    """A certificate as numbers: its header, what it claims, the rows, and its evidence."""

    header: dict[str, Any]
    claim: Any
    evidence: Any  # the covering of a tree, or the bytes of a packing


def read(content: bytes) -> Given:
    """A certificate whose solutions are right, so that its evidence is left; raises `check.Unproven` for others."""
    header, data = check.read_file(content)
    check.need(header["kind"] in ("tree", "packing"), f"evidence of the kind {header['kind']}")
    try:
        claim = check.make_claim(header, statement.state(header["problem"]))
    except (ValueError, LookupError, TypeError) as error:
        raise check.Unproven(f"no rows are known: {error}") from None
    if header["kind"] == "packing":
        return Given(header, claim, data)
    covering = check.Covering(claim, data, iter(()))
    check.need(all(demand == 1 for demand in covering.needed.values()), "an item is to be hit more than once")
    every = dict.fromkeys(range(claim.variables), 1)
    check.need(all(least < 2 or weights != every for least, weights in claim.rows), "sets have a least size")
    return Given(header, claim, covering)


def gather(members: Any) -> int:
    """The number with these bits."""
    return sum(1 << each for each in set(members))


def read_codes(data: bytes) -> list[int]:
    """The numbers that the bytes of a tree say, one after the other."""
    codes, at = [], 0
    while at < len(data):
        size = 3 if data[at] == 255 else 1
        check.need(at + size <= len(data), "the bytes end within a number")
        codes.append(int.from_bytes(data[at : at + size][-2:], "big"))
        at += size
    return codes


def read_vectors(covering: Any) -> list[list[tuple[int, int]]]:
    """Vectors as pairs of a weight and the bits of the items that have it."""
    found = []
    for vector in covering.about["weights"]:
        weights = {i: weight for weight, *items in vector for i in items}
        check.need(all(w >= 0 for w in weights.values()), "a weight below 0")
        pairs = [(w, gather(i for i in weights if weights[i] == w)) for w in sorted({*weights.values()})]
        found.append(pairs or [(0, 0)])  # for Coq the empty one has the weight 1 everywhere
    return found


def write_coq(value: Any) -> str:
    """Numbers, pairs and lists as Coq writes them."""
    if isinstance(value, list):
        return f"[{'; '.join(map(write_coq, value))}]"
    return f"({', '.join(map(write_coq, value))})" if isinstance(value, tuple) else str(value)


def write_tree(given: Given, side: int) -> str:
    """The evidence of a tree about a board, as a term of Coq."""
    vectors, about = write_coq(read_vectors(given.evidence)), given.evidence.about
    group = f"(board_symmetries {side})" if about["symmetry"] else "[]"
    codes = write_coq(read_codes(given.evidence.data))
    return f"ATree {group} {about['alone']} ({vectors})%N {about['nodes']}%N\n  ({codes})%N"


def write_theorem(content: bytes, piece: str, side: int, number: int) -> str:
    """The evidence of a certificate, and the theorem that it proves."""
    given = read(content)
    check.need(given.header["objective"] == number and given.header["count"] is None, "it says something else")
    if given.header["kind"] == "packing":
        cliques, rows = check.read_packing(iter(given.evidence))
        evidence = f"by_packing (APacking ({write_coq(cliques)})%N ({write_coq(rows)})%N)"
    else:
        evidence = f"by_tree ({write_tree(given, side)})"
    squares = write_coq([divmod(v, side) for v in given.header["witness"]])
    name = f"{LETTERS[piece]}{side}"
    return THEOREM.format(name=name, piece=piece, side=side, number=number, evidence=evidence, squares=squares)


def write_count(content: bytes, piece: str, side: int, numbers: tuple[int, int, int]) -> str:
    """The tree of a certificate that counts, and the theorem about the size, the sets, and those up to symmetry."""
    given = read(content)
    said = tuple(given.header[name] for name in ("objective", "count", "orbits"))
    check.need(said == numbers and given.header["kind"] == "tree", "it says something else")
    number, many, classes = numbers
    return COUNT.format(
        name=f"{LETTERS[piece]}{side}", piece=piece, side=side, number=number, many=many, classes=classes,
        evidence=write_tree(given, side),
    )  # fmt: skip


def write_theorems(archive: Path) -> str:
    """All theorems; each certificate is in the archive."""
    with ZipFile(archive) as kept:
        found = [
            write_theorem(kept.read(f"{piece}-plain-{side}-optimum.cert"), piece, side, number)
            for piece, side, number in THEOREMS
        ]
        found += [
            write_count(kept.read(f"{piece}-plain-{side}-orbits.cert"), piece, side, numbers)
            for (piece, first), some in COUNTS.items()
            for side, numbers in enumerate(some, first)
        ]
    return HEAD + "".join(found)


def flatten(value: Any) -> Any:
    """Words: lists with their length before them, numbers in binary."""
    if isinstance(value, list):
        yield f"{len(value):b}"
    if isinstance(value, list | tuple):
        for each in value:
            yield from flatten(each)
    else:
        yield f"{value:b}"


def write_numbers(given: Given) -> str:
    """What the extracted checker reads."""
    if given.header["kind"] == "packing":
        rows = [(least, list(row.items())) for least, row in given.claim.rows]
        return " ".join(["packing", *flatten((rows, *check.read_packing(iter(given.evidence))))])
    tree = given.evidence
    number = {v: c for c, v in enumerate(tree.free)}
    return " ".join(["tree", *flatten((
        [gather(number[v] for v in options) for options in tree.options],
        [(c, gather(number[o] for o in tree.rivals[v] if o in number)) for v, c in number.items()],
        tree.most, [list(enumerate(p)) for p in list_group(tree)], tree.about["alone"], read_vectors(tree),
        tree.about["nodes"], read_codes(tree.data),
    ))])  # fmt: skip


def list_group(covering: Any) -> list[list[int]]:
    """The symmetries as permutations of the candidates."""
    number = {v: c for c, v in enumerate(covering.free)}
    return sorted([number[p[v]] for v in number] for p in covering.claim.symmetries)


def concludes(given: Given, answer: str) -> bool:
    """Whether what the checker says proves the claim: the sets that are left, and their images, are those claimed."""
    if not answer.startswith("left"):
        return False
    met = [frozenset(at for at, bit in enumerate(reversed(each)) if bit == "1") for each in answer.split()[1:]]
    claim, group = given.claim, [] if given.header["kind"] == "packing" else list_group(given.evidence)
    images = [{chosen} | {frozenset(p[c] for c in chosen) for p in group} for chosen in met]
    sized = claim.value is None or all(len(chosen) == claim.value for chosen in met)
    orbits = len({min(map(sorted, some)).__repr__() for some in images})
    return sized and len(set().union(*images)) == claim.count and claim.orbits in (None, orbits)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    try:
        print(write_theorems(path) if path.suffix == ".zip" else write_numbers(read(path.read_bytes())), end="")
    except check.Unproven as error:
        sys.exit(f"refused: {error}")
