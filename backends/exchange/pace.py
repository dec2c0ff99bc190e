"""How much a kernel may do, compiled or not."""

from rookery.models.kernels.jit import Kernel

PLAIN_SHARE = 200  # a compiled kernel is so many times as fast


def affordable(kernel: Kernel, steps: int) -> int:
    """As many steps of a kernel as take the time of so many compiled ones."""
    return steps if kernel.compiled else steps // PLAIN_SHARE
