"""Twenty positions worth opening: what the page shows first, each a problem as `read_problem` takes it."""

from collections.abc import Mapping, Sequence
from typing import Any

Shown = Mapping[str, Any]


def _show(title: str, words: str, **question: Any) -> Shown:
    return {"title": title, "words": words, "question": question}


def _queens(count: int | None = 8) -> list[list[Any]]:
    return [["queen", count]]


GALLERY: Sequence[Shown] = (
    _show("Eight queens", "No queen attacks another.", family="placement", board="8", pieces=_queens()),
    _show("One queen given", "Is it still possible?", family="placement", board="8", pieces=_queens(),
          given=[["queen", 2, 1]]),
    _show("Two queens given", "Exactly one way is left.", family="placement", board="8", pieces=_queens(),
          given=[["queen", 4, 1], ["queen", 5, 3]]),
    _show("Impossible", "Ask why.", family="placement", board="8", pieces=_queens(),
          given=[["queen", 4, 1], ["queen", 5, 3], ["queen", 0, 7]]),
    _show("Five guards", "The fewest queens that attack every square.", family="domination", board="8",
          pieces=[["queen", None]]),
    _show("Twelve knights", "The fewest knights that guard the board.", family="domination", board="8",
          pieces=[["knight", None]]),
    _show("Peaceable armies", "White and black queens, as many of each.", family="armies", board="5",
          pieces=[["queen", None], ["queen", None]]),
    _show("Star battle", "A king in each row, column and region; none touch.", family="regions",
          board="regions:BBBFEC/BBFFCC/BBBBCC/BBBBDD/BBBDDD/ABBDDD", pieces=[["king", None]]),
    _show("Two stars", "Two kings in each row, column and region.", family="regions",
          board="regions:JJJJJIGGGG/JJJIIIIGGG/HJJIIIIGGG/HJJEEECGGF/HHJCCCCFGF/HJJCCCCFFF/DJCCCCCFFF/DDCCACCBFF/DDAAAABBBB"
          "/DDAAAABBBB", pieces=[["king", None]], options={"stars": 2}),
    _show("A torus", "Seven queens on a board without edges.", family="placement", board="7:torus", pieces=_queens(7)),
    _show("A cylinder", "Bishops ride around it.", family="placement", board="6:cylinder", pieces=[["bishop", None]]),
    _show("A Klein bottle", "Over the seam all is upside down.", family="placement", board="6:klein",
          pieces=[["king", None]]),
    _show("A Moebius strip", "One edge, one side.", family="placement", board="5x7:moebius",
          pieces=[["knight", None]]),
    _show("Hexagons", "The fewest queens of hexagonal chess.", family="domination", board="hex:4",
          pieces=[["queen", None]]),
    _show("Three dimensions", "Unicorns ride through corners.", family="placement", board="3x3x3",
          pieces=[["unicorn", None]]),
    _show("Your own leaper", "NC leaps as a knight and as a camel.", family="placement", board="8",
          pieces=[["NC", None]]),
    _show("A broken board", "A board without its corners.", family="placement", board="8", pieces=_queens(),
          holes=[[0, 0], [0, 7], [7, 0], [7, 7]]),
    _show("Queens and knights", "Five queens and five knights together.", family="placement", board="8",
          pieces=[["queen", 5], ["knight", 5]]),
    _show("Unguarded squares", "Four queens that leave as much free as they can.", family="unguarded", board="6",
          pieces=[["queen", 4]]),
    _show("Guards that see each other", "Each guard is itself guarded.", family="domination", board="8",
          pieces=[["queen", None]], options={"kind": "total"}),
)  # fmt: skip
