"""A user's program whose calls a type checker must accept: it is checked, and never run."""

from pathlib import Path
from typing import Literal

import rookery as rk
from rookery.backends import Want

rk.placement("queen", 8)
rk.placement("queen", "8x11:torus", count="n")
rk.placement(rk.QUEEN, rk.Board(8), count=8, fixed=[(2, 2)], forbidden=["e4", (0, 0)])
rk.placement(rk.QUEEN, (8, 11), 8, fixed={"e4": "queen"})
rk.placement({"queen": 5, "knight": 2}, 8)
rk.placement({rk.QUEEN: 5, rk.KNIGHT: None}, board=8)
counts: dict[rk.Piece, int] = {rk.QUEEN: 5}
squares: dict[rk.Square, rk.Piece] = {rk.Square(0, 0): rk.QUEEN}
rk.placement(counts, 8, fixed=squares)
rk.domination("knight", 8, kind="independent")
rk.domination(piece=rk.KNIGHT, board=rk.Board(8), kind="total")
kinds: tuple[Literal["plain", "perfect"], ...] = ("plain", "perfect")
for kind in kinds:
    rk.domination("rook", 8, kind)
rk.armies(["queen", rk.QUEEN], "5")
rk.guards([rk.QUEEN], 5, through=True, costs=[9])
rk.domination("rook", 2, allowed=["a1", (1, 1)])
rk.domination("rook", 2, allowed="border")
rk.placement("queen", 4, kind="maximal")
rk.sighted("queen", 6, pawns=1)
rk.n_queens(8, blocked=5, seed=1)
rk.board("8x8", holes=["e4"])
rk.Board(8, 11, holes=[(0, 0)])
rk.Piece("gnu", "G", leaps=[(1, 2)])
problem = rk.placement("queen", 8, 8)
answer: rk.Answer = rk.solve(problem, "cpsat", "count", seconds="2m", workers=2, seed=1, limit=None)
rk.solve(
    problem, backend=rk.list_backends()["sat"], want=Want.ALL, options={"solver": "cadical195"}, up_to_symmetry=True
)
rk.solve(problem, hint=["a1"], seconds=1.5, checkpoint=Path("kept"))
for placement in rk.solutions(problem, want="one", limit=3):
    print(placement.board)
rk.first(problem, seconds=90).count.bit_length()
rk.Run(problem, "sat", rk.Question("all", seconds="90s", hint=rk.Placement(problem.board, {(0, 0): rk.QUEEN})))
rk.Question(want="count", workers=2, up_to_symmetry=True)
comparison: rk.Comparison = rk.compare([problem], ["sat", "cpsat"], "count", seconds="10s", memory="2G", jobs=1)
rk.__version__.split(".")
