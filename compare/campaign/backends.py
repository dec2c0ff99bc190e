"""The backends of a campaign: registered ones by name, others by where their class is, once their code is trusted."""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isabstract
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from rookery.backends import Backend, registry
from rookery.core.errors import refuse
from rookery.core.files import read_bytes
from rookery.core.words import reason
from rookery.models import BadInput

ALL = "all"
Options = Mapping[str, str]
Trust = Callable[[str], bool]  # asked for a place: `file.py:Class` with the whole path, or `module:Class`
Backends: TypeAlias = str | type[Backend] | Iterable[str | type[Backend]]


def trust(use: str) -> bool:
    """Agree to run all code that a campaign names."""
    return True


def distrust(use: str) -> bool:
    """Agree to run no code that a campaign names."""
    return False


@dataclass(frozen=True)
class BackendRef:
    """A backend by name; `use` says where it comes from when it is not registered: `file.py:Class`, `module:Class`."""

    name: str
    use: str = ""

    def load(self) -> Backend:
        """Load the backend; raises `BadInput` if there is no such backend."""
        return _load_backend(self.use) if self.use else registry.backend(self.name)

    def versions(self) -> dict[str, str]:
        """The versions of its libraries, and of its own source if that is a file."""
        source = {self.name: f"sha256 {digest_source(self.use)}"} if _file(self.use) else {}
        return self.load().versions() | source


def backend_ref(text: str, folder: Path | None = None) -> BackendRef:
    """The backend of a registered name, `file.py:Class` (relative to `folder`) or `module:Class`."""
    if ":" not in text:
        registry.backend(text)
        return BackendRef(text)
    use = resolve_place(text, folder)
    return BackendRef(_load_backend(use).name, use)


def resolve_place(use: str, folder: Path | None = None) -> str:
    """A reference with its file's whole path."""
    where, _, name = use.rpartition(":")
    return f"{os.path.realpath((folder or Path()) / where)}:{name}" if where.endswith(".py") else use


def _file(use: str) -> Path | None:
    where = use.rpartition(":")[0]
    return Path(where) if where.endswith(".py") else None


@cache
def digest_source(use: str) -> str:
    """The beginning of the hash of a source file, as it was when its class was imported; empty for a module."""
    where = _file(use)
    return sha256(read_bytes(where, "a file of Python")).hexdigest()[:12] if where else ""


@cache
def _load_backend(use: str) -> Backend:
    where, _, name = use.rpartition(":")
    try:
        found = getattr(_module(where), name)
    except (ImportError, AttributeError, OSError, SyntaxError) as error:
        raise BadInput(f"backend {use}: {error}; expected file.py:Class or module:Class") from None
    except Exception as error:  # foreign code may raise anything
        raise BadInput(f"backend {use} cannot be imported: {reason(error)}") from None
    if isabstract(found):
        raise BadInput(f"backend {use}: {name} has no method {', '.join(sorted(found.__abstractmethods__))}")
    loaded = found() if isinstance(found, type) else found
    if not isinstance(loaded, Backend):
        raise BadInput(f"backend {use}: {name} makes a {type(loaded).__name__}, not a rookery Backend")
    return loaded


def _module(where: str) -> ModuleType:
    """A module by name, or from a file, which may import its neighbours."""
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


class Untrusted(BadInput):
    """A campaign names code that the user did not agree to run."""

    def __init__(self, use: str) -> None:
        super().__init__(f"{use} is code that this campaign brings along; --trust-peers runs it")


class CodeRefs:
    """The backends that one campaign names: registered ones, and code by its location, relative to `folder`.

    `trusts` is asked for the location of code before anything of it is imported.
    """

    def __init__(self, named: Iterable[Any], folder: Path | None, trusts: Trust) -> None:
        self._folder, self._trusts = folder, trusts
        places = (each.strip() for each in named if isinstance(each, str) and ":" in each)
        self._by_name = {found.name: found for found in map(self._load, places)}

    def read(self, given: str | list[Any]) -> tuple[BackendRef, ...]:
        """Return the backends that stand under `backends`, none twice."""
        every = registry.list_backends()
        names = [name for text in split_names(given) for name in (every if text == ALL else (text,))]
        found = tuple(map(self._find, names))
        for each in found:
            if [other.name for other in found].count(each.name) > 1:
                raise BadInput(f"backends: {each.name} is named twice")
        return found

    def read_options(self, given: Mapping[str, Mapping[str, Any]]) -> dict[str, tuple[Options, ...]]:
        """Return each choice of options of each backend; a list of values makes an entrant for each."""
        found: dict[str, tuple[Options, ...]] = {}
        for name, options in given.items():
            backend = self._find(name)
            able = backend.load().options
            for option in options:
                if option not in able:
                    has = f"it has: {', '.join(able) or 'none'}"
                    raise BadInput(f"options: backend {backend.name} has no option {option}; {has}")
            given_values = [value if isinstance(value, list) else [value] for value in options.values()]
            axes = [list(map(str, values)) for values in given_values]
            found[name] = tuple(dict(zip(options, values, strict=True)) for values in product(*axes))
        return found

    def _find(self, text: Any) -> BackendRef:
        if not isinstance(text, str):
            raise BadInput(f"backends: {text!r}; expected a name")
        name = text.strip()
        return self._by_name.get(name) or self._load(name)

    def _load(self, text: str) -> BackendRef:
        """Return the backend of a registered name, or of a place whose code is imported once it is trusted."""
        if ":" in text and not self._trusts(resolve_place(text, self._folder)):
            raise Untrusted(resolve_place(text, self._folder))
        return backend_ref(text, self._folder)


def split_names(given: Any) -> list[Any]:
    """Split what stands under `backends`: a list, or names with commas between them."""
    return given if isinstance(given, list) else given.split(",") if isinstance(given, str) else []


def name_backends(backends: Backends) -> list[str]:
    """Name backends that a caller gives as names or as classes; raises `BadInput` for anything else."""
    if isinstance(backends, Iterable) and not isinstance(backends, str):
        return [_name_backend(each) for each in backends]
    return [_name_backend(backends)]


def _name_backend(backend: Any) -> str:
    """A name, or where another process finds a class."""
    if isinstance(backend, str):
        return backend
    if not (isinstance(backend, type) and issubclass(backend, Backend)):
        refuse("backend", backend, "a name such as 'cpsat', 'all', 'file.py:Class', or a class of backends")
    if backend.__module__ == "__main__" or "<locals>" in backend.__qualname__:
        raise BadInput(
            f"backend {backend.__qualname__}: runs are isolated, so its class must stand in a module or file"
        )
    return f"{backend.__module__}:{backend.__qualname__}"
