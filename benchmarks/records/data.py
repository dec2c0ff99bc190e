"""Records: which questions are asked, and where the answers are kept."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import rookery as rk
from benchmarks.records.kinds import KINDS
from rookery.backends import Question
from rookery.backends.running.checkpoint import make_identity

FILE = Path(__file__).with_name("records.jsonl")
MACHINE = "AMD EPYC"  # the processor of most records
Key = tuple[str, str, str, str]


@dataclass(frozen=True)
class Plan:
    """Which boards of a piece, from side `first` on, are asked for the optimum, the number of optimal sets, orbits."""

    piece: str
    kind: str
    optimum: int
    sets: int
    orbits: int
    torus: bool = False
    first: int = 1

    def questions(self) -> Iterator["Record"]:
        """What is to be asked, from the smallest board on; of two wants that say the same the one that says more."""
        for n in range(self.first, max(self.optimum, self.sets, self.orbits) + 1):
            board = f"{n}x{n}:torus" if self.torus else str(n)
            if n <= self.orbits or n <= self.sets:
                yield Record(self.piece, self.kind, board, "orbits" if n <= self.orbits else "sets")
            if n <= self.optimum:
                yield Record(self.piece, self.kind, board, "optimum")


@dataclass(frozen=True)
class Record:
    """A question, and what was found: `seconds` of the processor, `nodes` as the search told them last.

    `confirmed` names the second search; what is not published waits for it there, and is not on the page before.
    `machine` is the processor, where it was not the one that the page names at its head.
    """

    piece: str
    kind: str
    board: str
    want: str
    optimum: int = 0
    sets: int | None = None
    orbits: int | None = None
    nodes: int = 0
    seconds: float = 0.0
    versions: str = ""
    confirmed: tuple[str, ...] = ()
    machine: str = ""

    @property
    def question(self) -> Key:
        """What is asked: the key of the record."""
        return self.piece, self.kind, self.board, self.want

    @property
    def plan(self) -> tuple[str, str, bool]:
        """Which plan it belongs to."""
        return self.piece, self.kind, "torus" in self.board

    @property
    def side(self) -> int:
        """The side of the board."""
        return int(self.board.partition("x")[0])

    @property
    def problem(self) -> rk.Problem:
        """The question as a problem."""
        return KINDS[self.kind].declare(rk.piece(self.piece), rk.Board(self.side, torus="torus" in self.board))


GIRAFFE, ANTELOPE, FIVELEAPER = "(1,4)", "(3,4)", "(0,5)(3,4)"
NAMES = {GIRAFFE: "giraffe", ANTELOPE: "antelope", FIVELEAPER: "fiveleaper"}
RIDERS = ("amazon", "chancellor", "archbishop", "nightrider")
LEAPERS = ("camel", "zebra", GIRAFFE, ANTELOPE, FIVELEAPER, "wazir", "ferz", "dabbaba", "alfil")
PIECES = ("knight", "king", "bishop", "rook")
PLANS = (
    Plan("queen", "plain", 26, 19, 19),
    Plan("queen", "independent", 20, 18, 18),
    Plan("queen", "total", 21, 15, 15, first=2),
    Plan("queen", "connected", 15, 0, 0),
    Plan("knight", "plain", 16, 15, 14),
    Plan("knight", "independent", 15, 15, 15),
    Plan("bishop", "plain", 12, 12, 7),
    Plan("bishop", "independent", 12, 12, 9),
    Plan("rook", "plain", 10, 8, 5),
    Plan("rook", "independent", 10, 8, 7),
    Plan("king", "plain", 14, 12, 6),
    Plan("king", "independent", 14, 12, 6),
    *(Plan(piece, kind, 16, 16, 12) for piece in RIDERS + LEAPERS for kind in ("plain", "independent")),
    *(
        Plan(piece, kind, 14, 14, 0, torus=True)
        for piece in ("queen", "knight", "bishop", "king")
        for kind in ("plain", "independent")
    ),
    Plan("queen", "two armies", 17, 15, 15),
    Plan("queen", "two armies", 12, 0, 0, torus=True),
    Plan("queen", "three armies", 12, 8, 8),
    Plan("queen", "larger army", 15, 0, 0, first=3),
    Plan("queen", "unguarded", 17, 0, 0),
    Plan("queen", "unguarded on 11x11", 17, 0, 0),
    Plan("queen", "unguarded on 12x12", 21, 0, 0),
    *(Plan(piece, "two armies", 9, 0, 0) for piece in PIECES),
)


def continued(folder: Path | None, problem: rk.Problem, question: Question) -> dict[str, Path]:
    """The checkpoint of a question in a folder, as a keyword of its search: one to begin, or one to resume."""
    if folder is None:
        return {}
    asked = json.dumps(make_identity(problem, "backtracking", question))
    place = folder / f"{sha256(asked.encode()).hexdigest()[:16]}.rookery"
    return {"resume" if place.exists() else "checkpoint": place}


def kept() -> dict[Key, Record]:
    """The records by their questions."""
    lines = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    records = (Record(**{**json.loads(line), "confirmed": tuple(json.loads(line)["confirmed"])}) for line in lines)
    return {record.question: record for record in records}


def keep(record: Record) -> None:
    """Add a record or put it in the place of the one before."""
    records = kept() | {record.question: record}
    text = "".join(json.dumps(_line(each)) + "\n" for each in records.values())
    fresh = FILE.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(FILE)


def _line(record: Record) -> dict[str, Any]:
    """A record as the file has it: without a machine where it is the page's own."""
    return {name: value for name, value in asdict(record).items() if name != "machine" or value}
