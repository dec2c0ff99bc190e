"""Rookery: place chess pieces and guard boards with them; one declaration, several solvers, every answer refereed.

>>> import rookery as rk
>>> print(rk.solve(rk.placement(rk.QUEEN, rk.Board(4), count=4)).solutions[0])
.Q..
...Q
Q...
..Q.

The names stand in `rookery.names`, which is imported when the first of them is used: the import itself costs nothing.
"""

import sys
from importlib import import_module
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
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
            if noting := sys.modules.get("rookery.core.deadline"):
                noting.note_since(began)

    def _find(name: str) -> Any:
        if name == "__version__":
            return import_module("rookery.core.plugins").own_version()
        ground = import_module(_GROUND)
        if name in ground.__all__:
            found = getattr(ground, name)
        elif not isinstance(found := getattr(import_module(_PIECES), name, None), ground.Piece):
            names = import_module("rookery.names")  # `from rookery import names` would ask for the attribute again
            if not hasattr(names, name):
                raise _missing(name, names)
            found = getattr(names, name)
        return globals().setdefault(name, import_module("rookery.core.errors").check_calls(found, name))

    def _missing(name: str, names: ModuleType) -> AttributeError:
        """The error for a name that does not exist: which classes have it as a method, or the nearest name."""
        errors, hint = import_module("rookery.core.errors"), ""
        if not name.startswith("_"):
            classes = [each for each in names.__all__ if isinstance(getattr(names, each), type)]
            having = ", ".join(each for each in classes if hasattr(getattr(names, each), name))
            hint = f": it belongs to a value: {having}" if having else f"; {errors.nearest(name, names.__all__)}"
        text = f"module 'rookery' has no attribute {name!r}{hint.rstrip('; ')}"
        return cast("AttributeError", errors.NoName(text, name=name, obj=sys.modules[__name__]))

    def __dir__() -> list[str]:
        return sorted({*globals(), *import_module("rookery.names").__all__})
