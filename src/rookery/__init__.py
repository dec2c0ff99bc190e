"""Rookery: place chess pieces and guard boards with them; one declaration, four solvers, every answer refereed.

>>> import rookery as rk
>>> print(rk.solve(rk.placement(rk.QUEEN, rk.Board(4), count=4)).solutions[0])
.Q..
...Q
Q...
..Q.

The names stand in `rookery.names`, which is imported when the first of them is used: the import itself costs nothing.
"""

from rookery import starting as starting  # first: from here on Ctrl-C ends the command

# isort: split
import sys
from importlib import import_module
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rookery.models.problems.catalogue import *
    from rookery.names import *
    from rookery.names import __all__ as __all__

    __version__: str
else:
    # Plug-ins are made of these, and are loaded while the other names are still being imported.
    _GROUND, _PIECES = "rookery.models", "rookery.models.pieces.piece"

    def __getattr__(name: str) -> Any:
        began = perf_counter()
        try:
            return _find(name)
        finally:
            if noting := sys.modules.get("rookery.core.start_clock"):
                noting.note_since(began)

    def _find(name: str) -> Any:
        if name == "__version__":
            return import_module("rookery.core.plugins").own_version()
        ground = import_module(_GROUND)
        if name in ground.__all__:
            return globals().setdefault(name, getattr(ground, name))
        if isinstance(piece := getattr(import_module(_PIECES), name, None), ground.Piece):
            return globals().setdefault(name, piece)
        names = import_module("rookery.names")  # `from rookery import names` would ask for the attribute again
        if not hasattr(names, name):
            raise AttributeError(f"module 'rookery' has no attribute {name!r}", name=name, obj=sys.modules[__name__])
        return globals().setdefault(name, getattr(names, name))

    def __dir__() -> list[str]:
        return sorted({*globals(), *import_module("rookery.names").__all__})
