"""A part of a forest: what is lent to somebody who searches it elsewhere, and what comes back of it."""

from dataclasses import dataclass
from hashlib import sha256

from rookery.backends.backtracking.tree.packed import PackedTree
from rookery.backends.backtracking.tree.tally import Tally
from rookery.backends.contract.backend import Solution

NOTHING = Tally()


@dataclass(frozen=True, slots=True)
class ForestPart:
    """Some subtrees in their order, packed, and what was met in the part beside them.

    `demand` is how good the next solution must be. All counters of the subtrees stand at zero: what was met is in
    `gone`, so that it is added once, when the part is taken back.
    """

    trees: tuple[bytes, ...]
    demand: int = 0
    gone: Tally = NOTHING
    found: tuple[Solution, ...] = ()

    def digest(self) -> str:
        """What tells it from another part, whoever has searched it."""
        found = [sorted(chosen) for chosen in self.found]
        rest = repr((self.demand, str(self.gone.solutions), self.gone.nodes, self.gone.cut, found)).encode()
        return sha256(b"".join((*(PackedTree.read(tree).digest for tree in self.trees), rest))).hexdigest()
