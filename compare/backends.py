"""The backends of a campaign: registered ones by name, others by where their class is: `file.py:Class`."""

import os
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isabstract
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from rookery.backends import Backend, Want, registry
from rookery.core.errors import refuse
from rookery.core.files import read_bytes
from rookery.core.words import reason
from rookery.models import BadInput

ALL = "all"
NEEDED = {Want.ONE: {"one", "best"}, Want.ALL: {"all"}, Want.COUNT: {"count"}}
Backends: TypeAlias = str | type[Backend] | Iterable[str | type[Backend]]


class BackendRef(NamedTuple):
    """A backend by name; `use` is its place when it is not registered: `file.py:Class`, `module:Class`."""

    name: str
    use: str = ""

    def load(self) -> Backend:
        """Return the backend; raises `BadInput` if there is none."""
        return _load_backend(self.use) if self.use else registry.backend(self.name)

    def versions(self) -> dict[str, str]:
        """Return the versions of its libraries, and of its own source if that is a file."""
        source = {self.name: f"sha256 {_digest_source(self.use)}"} if _is_file(self.use) else {}
        return self.load().versions() | source


def backend_ref(text: str, folder: Path | None = None) -> BackendRef:
    """Return the backend of a registered name, `file.py:Class` (relative to `folder`) or `module:Class`."""
    if ":" not in text:
        registry.backend(text)
        return BackendRef(text)
    where, _, name = text.rpartition(":")
    use = f"{os.path.realpath((folder or Path()) / where)}:{name}" if _is_file(text) else text
    return BackendRef(_load_backend(use).name, use)


def read_backends(given: Any, want: Want, folder: Path | None) -> tuple[list[BackendRef], str]:
    """Return the backends of classes and of names with commas between them, and which ones "all" leaves out and why.

    Raises `BadInput` for one that is named twice.
    """
    found, left_out = [], ""
    listed = [given] if isinstance(given, str) or not isinstance(given, Iterable) else given
    texts = [each if isinstance(each, str) else _place(each) for each in listed]
    for name in ",".join(texts).split(","):
        if name.strip() == ALL:
            every, left_out = _list_all(want)
            found += every
        else:
            found.append(backend_ref(name.strip(), folder))
    names = [ref.name for ref in found]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"backends: {name} is named twice")
    return found, left_out


def _list_all(want: Want) -> tuple[list[BackendRef], str]:
    """Return the installed backends that can answer, and why the others are left out."""
    found, reasons = [], []
    for name, backend in registry.backends().items():
        missing = [package for package, version in backend.versions().items() if version == "missing"]
        if missing:
            reasons.append(f"{name} (not installed: {', '.join(missing)})")
        elif name == "textbook":
            reasons.append("textbook (answers some questions only; name it to compare it)")
        elif not backend.can >= NEEDED[want]:
            reasons.append(f"{name} (cannot answer every question with --want {want})")
        else:
            found.append(BackendRef(name))
    return found, ", ".join(reasons)


def _is_file(use: str) -> bool:
    return use.rpartition(":")[0].endswith(".py")


@cache
def _digest_source(use: str) -> str:
    """Return the beginning of the hash of a source file, as it was when its class was imported."""
    return sha256(read_bytes(Path(use.rpartition(":")[0]), "a file of Python")).hexdigest()[:12]


@cache
def _load_backend(use: str) -> Backend:
    where, _, name = use.rpartition(":")
    try:
        found = getattr(_import(where), name)
    except (ImportError, AttributeError, OSError, SyntaxError) as error:
        raise BadInput(f"backend {use}: {error}; expected file.py:Class or module:Class") from None
    except Exception as error:  # foreign code may raise anything
        raise BadInput(f"backend {use} cannot be imported: {reason(error)}") from None
    if isinstance(found, type) and not issubclass(found, Backend):
        raise BadInput(f"backend {use}: {name} is not a subclass of rookery.plugins.Backend")
    if isabstract(found):
        raise BadInput(f"backend {use}: {name} has no method {', '.join(sorted(found.__abstractmethods__))}")
    loaded = found() if isinstance(found, type) else found
    if not isinstance(loaded, Backend):
        raise BadInput(f"backend {use}: {name} makes a {type(loaded).__name__}, not a rookery Backend")
    if loaded.name in registry.names() and type(loaded) is not type(registry.backend(loaded.name)):
        raise BadInput(f"backend {use}: another backend has its name, {loaded.name}; give it a name of its own")
    return loaded


def _import(where: str) -> ModuleType:
    """Import a module by name, or from a file, which may import its neighbours."""
    if not where.endswith(".py"):
        return import_module(where)
    path = Path(where)
    if not path.is_file():
        raise ImportError(f"there is no file {path}")
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    found = spec_from_file_location(f"rookery_peer_{path.stem}", path)
    if found is None or found.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = module_from_spec(found)
    sys.modules[found.name] = module
    found.loader.exec_module(module)
    return module


def _place(backend: Any) -> str:
    """Return where another process finds a class of backends; raises `BadInput` for anything else."""
    if not (isinstance(backend, type) and issubclass(backend, Backend)):
        refuse("backends", backend, "names such as 'cpsat', 'all', 'file.py:Class', or classes of backends")
    if backend.__module__ == "__main__" or "<locals>" in backend.__qualname__:
        message = "runs are isolated, so its class must stand in a module or file"
        raise BadInput(f"backend {backend.__qualname__}: {message}")
    return f"{backend.__module__}:{backend.__qualname__}"
