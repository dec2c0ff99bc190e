"""How the kernels are compiled.

Kernels allocate nothing and share no objects, so numba need not count references to their arrays: that alone took half
of the time of the covering search (`_nrt`). Only entries are called from Python and get the code that unpacks Python
objects; it takes longer to compile than the kernels themselves.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np

_njit: Any = numba.njit  # its type does not know all of its options
_config: Any = numba.config
PLAIN: bool = bool(_config.DISABLE_JIT)  # kernels run as plain Python
CHECKED: bool = bool(_config.BOUNDSCHECK)  # compiled kernels check every index
Function = TypeVar("Function", bound=Callable[..., Any])


def entry(function: Function) -> Function:
    """A kernel that Python calls; it runs without the interpreter lock."""
    if PLAIN:  # words wrap around on purpose, numpy need not warn
        return np.errstate(over="ignore")(function)
    compiled: Function = _njit(cache=True, nogil=True, _nrt=False)(function)
    return compiled


def inner(function: Function) -> Function:
    """A function that only kernels call that becomes part of them: passing all tables may cost more than its work."""
    compiled: Function = _njit(
        cache=True, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True
    )(function)
    return compiled
