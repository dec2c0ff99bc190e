"""When a search gets compiled kernels: once it has lasted so long without that they pay.

What is kept on disk takes about as long to load as a search may go on before: so nobody waits more than twice as long
as with the better choice. What is kept nowhere is compiled beside the search.
"""

from time import perf_counter

from rookery.backends.backtracking.tree.subtree import Subtree
from rookery.backends.contract.backend import Deadline
from rookery.models.kernels.compiler import WORTH_COMPILING, WORTH_LOADING, go_on


class Readiness:
    """Looks after the kernel of a search between slices; what that takes is on no deadline's account."""

    def __init__(self, deadline: Deadline) -> None:
        self._clock = deadline.clock
        self._worth, self._waiting = WORTH_LOADING, False

    def look(self, tree: Subtree, seconds: float) -> None:
        """Get on with making the kernel ready, where it pays, after a slice of so many seconds.

        While it is compiled elsewhere the clock stands still, though the search goes on: how much it manages is chance.
        """
        kernel = tree.kernel
        if kernel.ready or kernel.spent < self._worth:
            return
        start, waited = perf_counter(), seconds if self._waiting else 0.0
        types = kernel.types(tree.program.tables, tree.state, 0)
        if kernel.spent < WORTH_COMPILING and not kernel.is_kept(types):
            self._worth = WORTH_COMPILING
        else:
            self._waiting = not go_on(kernel, types)
        self._clock.stand_still(waited + perf_counter() - start)
