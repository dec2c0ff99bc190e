"""Whether the clauses of a lazy form can go to another process, said before any process is started."""

import io
import pickle
from typing import Any

from rookery.models.base.lazy import Cuts
from rookery.models.errors import BadInput

ACCEPTED = "accepted: a function at the top of a module that can be imported, or an object of a class there"


class _Importing(pickle.Unpickler):
    """Reads a pickle as another process does, where the script that runs here is no module."""

    def find_class(self, module_name: str, global_name: str) -> Any:
        """What a module holds; nothing of the script that runs."""
        if module_name == "__main__":
            raise pickle.UnpicklingError(f"{global_name!r} is in __main__, the script that runs")
        return super().find_class(module_name, global_name)


def check_sendable(cuts: Cuts) -> None:
    """Raise `BadInput` where another process cannot have the clauses of a lazy form."""
    try:
        _Importing(io.BytesIO(pickle.dumps(cuts, pickle.HIGHEST_PROTOCOL))).load()
    except Exception as error:  # a class may raise anything where its objects are copied
        why = " ".join(str(error).split()) or type(error).__name__
        raise BadInput(
            f"`cuts` of a lazy form cannot be sent to another process: {why}; {ACCEPTED}; or lowering.lazy=off"
        ) from error
