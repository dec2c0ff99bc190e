"""The picture of the README, made anew: a solved board, kept in git, since a README is read before anything is made.

PYTHONPATH=docs/_ext python -P -m rookery_docs.images
"""

import rookery as rk
from rookery_docs.examples import DOCS

BOARD = DOCS / "images" / "board.svg"


def draw_board() -> str:
    """Eight queens, one of them on e4."""
    found = rk.solve(rk.placement("queen", 8, count=8, fixed=["e4"])).best
    assert found is not None
    return found.svg()


if __name__ == "__main__":
    BOARD.write_text(draw_board(), encoding="utf-8")
