"""Finds two armies of queens of a size where the search for the largest would take long.

    python -m benchmarks.records armies 16 37

On 8x8, 12x12 and 16x16 largest armies also stand in halves, white to the left, black to the right: that leaves few
choices. What was found passes both referees and is kept as `armies-16-37.txt`; `search` refutes larger ones.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import rookery as rk

FOLDER = Path(__file__).parent


def place(side: int, size: int) -> Path:
    """The file of a placement, as the board is drawn."""
    return FOLDER / f"armies-{side}-{size}.txt"


def armies(side: int, size: int) -> rk.Problem:
    """Two armies of a size on side x side."""
    return rk.armies([rk.QUEEN] * 2, rk.Board(side), size)


def in_halves(side: int, size: int) -> rk.Model:
    """The same with white in the left half alone, and black in the right one."""
    problem = armies(side, size)
    right = {at for at in range(side * side) if at % side >= side // 2}
    wrong = [at if at in right else at + side * side for at in range(side * side)]
    given = (rk.Exactly(0, (at,)) for at in wrong)
    return replace(problem.model, constraints=(*problem.model.constraints, *given), symmetries=())


def found(side: int, size: int) -> rk.Placement | None:
    """Armies of that size, refereed; None where halves have none."""
    problem, answer = armies(side, size), rk.solve_model(in_halves(side, size), "backtracking")
    for chosen in answer.solutions:
        placement = problem.read(chosen)
        if wrong := [*problem.faults(placement), *problem.model.violated(chosen)]:
            raise SystemExit(f"{wrong}")
        return placement
    return None


def main() -> None:
    """Find armies, keep and show them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("side", type=int)
    parser.add_argument("size", type=int)
    chosen = parser.parse_args()
    placement = found(chosen.side, chosen.size)
    if placement is None:
        raise SystemExit("not found in halves")
    place(chosen.side, chosen.size).write_text(f"{placement}\n", encoding="utf-8")
    print(placement)
