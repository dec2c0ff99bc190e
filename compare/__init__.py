"""The comparison of several backends on the same problems: which is right, and which is faster."""

from rookery.core.callable_packages import make_callable

make_callable(__name__, "rookery.compare.call", "compare")
