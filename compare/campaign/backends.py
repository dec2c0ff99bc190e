"""The backends of a campaign, registered ones by name, others by where their class is."""

import sys
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from rookery.backends import Backend, registry
from rookery.models import BadInput


@dataclass(frozen=True)
class BackendRef:
    """A backend by name; `use` says where it comes from when it is not registered: `file.py:Class`, `module:Class`."""

    name: str
    use: str = ""

    def load(self) -> Backend[Any]:
        """The backend itself; raises `BadInput` where there is none."""
        return _load_backend(self.use) if self.use else registry.backend(self.name)

    def versions(self) -> dict[str, str]:
        """The versions of its libraries, and of its own source where that is a file."""
        source = {self.name: f"sha256 {digest_source(self.use)}"} if _file(self.use) else {}
        return self.load().versions() | source


def backend_ref(text: str, folder: Path | None = None) -> BackendRef:
    """The backend of a registered name, `file.py:Class` (beside `folder`) or `module:Class`."""
    if ":" not in text:
        registry.backend(text)
        return BackendRef(text)
    use = resolve_place(text, folder)
    return BackendRef(_load_backend(use).name, use)


def resolve_place(use: str, folder: Path | None = None) -> str:
    """A reference with its file's whole path."""
    where, _, name = use.rpartition(":")
    return f"{((folder or Path()) / where).resolve()}:{name}" if where.endswith(".py") else use


def _file(use: str) -> Path | None:
    where = use.rpartition(":")[0]
    return Path(where) if where.endswith(".py") else None


def forget_imported() -> None:
    """Import the code of backends that are no plug-ins anew where it is asked for again."""
    _load_backend.cache_clear()
    digest_source.cache_clear()


def read_digest(use: str) -> str:
    """The beginning of the hash of a source file as it is now; empty where a place is no file."""
    where = _file(use)
    return sha256(where.read_bytes()).hexdigest()[:12] if where else ""


digest_source = cache(read_digest)  # as it was when its class was imported


@cache
def _load_backend(use: str) -> Backend[Any]:
    where, _, name = use.rpartition(":")
    try:
        found = getattr(_module(where), name)
    except (ImportError, AttributeError, OSError, SyntaxError) as error:
        raise BadInput(f"backend {use}: {error}; expected file.py:Class or module:Class") from None
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
