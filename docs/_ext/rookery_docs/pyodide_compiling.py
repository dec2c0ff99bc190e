"""Replace each module of two archives in /host by its bytecode: run in Pyodide, whose Python the bytecode is for.

A page would compile anew each module that it imports, each time it is opened: that took 2 s of the 3 in which Pyodide
was loaded. Without the columns of errors bytecode is a fifth smaller, and the standard library needs no docstrings.
"""

import marshal
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

UNCHECKED = (1).to_bytes(4, "little")  # by a digest, which no import looks at
ARCHIVES = {"site.zip": 0, "python_stdlib.zip": 2}  # with how much is left out, as `python -O` and `-OO` do

if __name__ == "__main__":
    for name, left_out in ARCHIVES.items():
        given, made = Path("/host", name), Path("/host/made.zip")
        with ZipFile(given) as sources, ZipFile(made, "w", ZIP_DEFLATED, compresslevel=9) as archive:
            for entry in sources.infolist():
                data = sources.read(entry)
                if entry.filename.endswith(".py"):
                    code = compile(data, f"/{entry.filename}", "exec", dont_inherit=True, optimize=left_out)
                    data = MAGIC_NUMBER + UNCHECKED + source_hash(data) + marshal.dumps(code)
                    entry.filename += "c"
                archive.writestr(entry, data)
        made.replace(given)
