"""Compile the kernels that a page runs, and write them to a folder: NAME.so each, and `fields.json`, what they take.

It is run in a separate process, as numba reads at its start for which processor it prepares code. What was compiled
before is in a second folder, by a digest of all that it is made of.
"""

import json
import sys
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from rookery.backends.engine.compile import samples
from rookery.core.kernels.shipped import FIELDS
from rookery.core.kernels.stamps import digest_module, stamp_sources
from rookery.core.kernels.webassembly import list_fields

NAMES = "list_rows", "count_block", "count_rows", "advance"
EMITTER = "rookery.core.kernels.emitter"


def write_kernels(folder: Path, kept: Path) -> None:
    """Write all of them; ends the program with a line where there is no linker."""
    fields = {}
    for name, sample in {each.kernel.__name__: each for each in samples()}.items():
        if name not in NAMES:
            continue
        function, types = sample.kernel.function, sample.types()
        made_of = stamp_sources(function), types, digest_module(EMITTER), *map(version, ("numba", "llvmlite"))
        library = kept / f"{name}-{sha256(repr(made_of).encode()).hexdigest()}.so"
        if not library.exists():
            from rookery.core.kernels.emitter import PAGE_LINKERS, PAGE_SWITCHES, emit_for_page, link

            code = link(emit_for_page(function, types), PAGE_LINKERS, PAGE_SWITCHES)
            if code is None:
                sys.exit("wasm-ld is not there, or fails (on Debian: apt install lld)")
            made = library.with_suffix(".part")
            made.write_bytes(code)
            made.replace(library)
        (folder / f"{name}.so").write_bytes(library.read_bytes())
        fields[name] = [*list_fields(function, types)]
    (folder / FIELDS).write_text(json.dumps(fields), encoding="utf-8")


if __name__ == "__main__":
    write_kernels(*map(Path, sys.argv[1:]))
