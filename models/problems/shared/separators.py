"""Connected guards as a hitting set: every separator of the graph of attacks is hit.

Let N(C) be the squares outside of a set C that are linked to it, by attacks in either direction. Where some square lies
in neither C nor N(C), each connected set that guards the board holds a square of N(C): one that does not, and holds
none of C, guards nothing of C; one that lies in C guards nothing beyond N(C); any other is in pieces. (Cuts of this
kind are those of integer programs for connected domination: Buchanan, Sung, Butenko and Pasiliao, "An integer
programming approach for fault-tolerant connected dominating sets", INFORMS Journal on Computing 27, 2015.)
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from rookery.models.base.masks import bits, mask


@dataclass(frozen=True)
class Separators:
    """Names the separators that a set of squares in pieces does not hit; `links` has a set of bits a square."""

    links: tuple[int, ...]

    @classmethod
    def of(cls, links: Iterable[Iterable[int]]) -> "Separators":
        """The separators of a graph, whose vertices list those that they are linked to."""
        return cls(tuple(mask(each) for each in links))

    def __call__(self, chosen: Set[int]) -> Sequence[tuple[int, ...]]:
        """For each piece of the set, and each part of the board far from it, a smallest separator of the two."""
        pieces = list(self._parts(mask(chosen)))
        if len(pieces) < 2:
            return ()
        found = dict.fromkeys(cut for piece in pieces for cut in self._separators(piece))
        return [tuple(bits(cut)) for cut in found]

    def _separators(self, piece: int) -> Iterator[int]:
        """Those squares around each far part that are linked to the side of the piece."""
        everywhere = (1 << len(self.links)) - 1
        for far in self._parts(everywhere & ~piece & ~self._around(piece)):
            side = self._grow(piece, everywhere & ~self._around(far))
            yield self._around(side)

    def _around(self, squares: int) -> int:
        """The squares outside of some that are linked to them."""
        found = 0
        for square in bits(squares):
            found |= self.links[square]
        return found & ~squares

    def _parts(self, squares: int) -> Iterator[int]:
        """The connected parts of some squares."""
        while squares:
            part = self._grow(squares & -squares, squares)
            yield part
            squares &= ~part

    def _grow(self, part: int, within: int) -> int:
        """What one gets to from a part over linked squares within some."""
        fresh = part
        while fresh := self._around(fresh) & within & ~part:
            part |= fresh
        return part
