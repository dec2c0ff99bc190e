"""Every idea that prunes can be left out, and no answer changes: neither on random boards nor where it prunes most."""

import re

import pytest

import rookery as rk
from rookery import domination, placement
from rookery.backends.engine.options import IDEAS
from rookery.models import BadInput, Board
from rookery.models.pieces.piece import KNIGHT, QUEEN

# Where there is something to prune.
LARGE = {
    "queens guard 8x8": (domination(QUEEN, Board(8)), 4860),  # OEIS A002564
    "queens guard 8x8 in peace": (domination(QUEEN, Board(8), "independent"), 728),  # OEIS A002568
    "queens guard 9x9": (domination(QUEEN, Board(9)), 114),  # OEIS A002564
    "knights guard 8x8": (domination(KNIGHT, Board(8)), 2),  # OEIS A006076
    "9 queens": (placement(QUEEN, Board(9), 9), 352),  # OEIS A000170
}


@pytest.mark.slow
@pytest.mark.parametrize("idea", ["", *IDEAS])
def test_no_idea_changes_a_count(idea: str) -> None:
    for problem, count in LARGE.values():
        assert rk.solve(problem, want="count", options={"without": idea}).count == count


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("symmetri", "did you mean symmetry"),
        ("dual,all", "option without=all: accepted are symmetry"),
    ],
)
def test_unknown_ideas_are_refused(text: str, error: str) -> None:
    with pytest.raises(BadInput, match=re.escape(error)):
        rk.solve(domination(QUEEN, Board(3)), options={"without": text})
