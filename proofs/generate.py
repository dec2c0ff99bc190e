"""Writes certificates as data of Coq: plain Python, no Rookery.

    python generate.py ../benchmarks/certificates.zip > Theorems.v

The files are read by examples/check-certificate/check.py, which docs/certificate-format.md explains. A theorem about a
board takes only the tree from its certificate: Board.v makes the problem anew.
"""

import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

sys.path.insert(0, str(Path(__file__).parents[1] / "examples" / "check-certificate"))
import check
import statement

# The theorem, the piece, the side of the board, and the number of pieces; the certificate is named after them.
THEOREMS = [
    *(("queen", side, number) for side, number in ((8, 5), (9, 5), (10, 5), (11, 5), (12, 6))),
    *(("knight", side, number) for side, number in ((10, 16), (11, 21), (12, 24))),
]
LETTERS = {"queen": "Q", "king": "K", "rook": "R", "bishop": "B", "knight": "N"}

HEAD = """(** * Domination numbers of chessboards

    Made by generate.py from benchmarks/certificates.zip. Chess.v says what the words mean. *)

Require Import NArith ZArith List.
From Rookery Require Import Chess Tree Checker Board.
Import ListNotations.

(* The checker runs once, when Coq's kernel checks the proof. *)
Ltac by_tree squares tree := apply (gamma_by _ _ squares tree); vm_cast_no_check (@eq_refl bool true).
"""
TEXT = """
Definition tree_{name} : tree := ATree (board_symmetries {side}) {alone} ({vectors})%N {nodes}%N
  ({codes})%N.

Theorem gamma_{name} : gamma {piece} {side} {number}.
Proof. by_tree ({squares})%Z tree_{name}. Qed.
Print Assumptions gamma_{name}.
"""


def read_covering(content: bytes) -> tuple[dict[str, Any], Any]:
    """The header, and the covering as the plain checker makes it; raises `check.Unproven` if it is none."""
    header, data = check.read_file(content)
    check.need(header["kind"] == "tree", f"evidence of the kind {header['kind']}")
    try:
        said = statement.state(header["problem"])
    except (ValueError, LookupError, TypeError) as error:
        raise check.Unproven(f"no rows are known: {error}") from None
    said["rows"] = [(least, dict(row)) for least, row in said["rows"]]
    worth = dict.fromkeys(range(said["variables"]), 1)
    check.check_solutions(header, {**said, "worth": worth, "shown": said["variables"]})
    value, goal, count = header["objective"], said["goal"], header["count"]
    if value is not None:
        bound = value if count else value + goal
        limit = (bound, worth) if goal > 0 else (-bound, {v: -w for v, w in worth.items()})
        said["rows"].append(limit)
    claim = said | {"count": count or 0, "orbits": header["orbits"] if count else None, "value": count and value}
    return header, check.Covering(claim, header["about"], data)


def read_codes(covering: Any) -> list[int]:
    """The numbers that the bytes of the evidence say, one after the other."""
    data, codes, at = covering.data, [], 0
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
        found.append([(w, check.bits(i for i in weights if weights[i] == w)) for w in sorted({*weights.values()})])
    return found


def write_list(members: Any) -> str:
    """A list as Coq writes it."""
    return f"[{'; '.join(members)}]"


def write_theorem(content: bytes, piece: str, side: int, number: int) -> str:
    """The tree of a certificate, and the theorem that it proves."""
    header, covering = read_covering(content)
    check.need(header["objective"] == number and header["count"] is None, f"it says {header['objective']}")
    vectors = (write_list(f"({w}, {mask})" for w, mask in vector) for vector in read_vectors(covering))
    return TEXT.format(
        name=f"{LETTERS[piece]}{side}", piece=piece, side=side, number=number, vectors=write_list(vectors),
        alone=covering.about["alone"], nodes=covering.about["nodes"], codes=write_list(map(str, read_codes(covering))),
        squares=write_list(f"({v // side}, {v % side})" for v in header["witness"]),
    )  # fmt: skip


def write_theorems(archive: Path) -> str:
    """All theorems; each certificate is in the archive."""
    with ZipFile(archive) as kept:
        parts = [
            write_theorem(kept.read(f"{piece}-plain-{side}-optimum.cert"), piece, side, number)
            for piece, side, number in THEOREMS
        ]
    return HEAD + "".join(parts)


if __name__ == "__main__":
    sys.stdout.write(write_theorems(Path(sys.argv[1])))
