"""Replace each module of /host/site.zip by its bytecode: run in Pyodide, whose Python the bytecode is for.

A page would compile anew each module that it imports, each time it is opened.
"""

import marshal
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

UNCHECKED = (1).to_bytes(4, "little")  # by a digest, which no import looks at

if __name__ == "__main__":
    given, made = Path("/host/site.zip"), Path("/host/made.zip")
    with ZipFile(given) as sources, ZipFile(made, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for entry in sources.infolist():
            data = sources.read(entry)
            if entry.filename.endswith(".py"):
                code = compile(data, f"/{entry.filename}", "exec", dont_inherit=True, optimize=0)
                data = MAGIC_NUMBER + UNCHECKED + source_hash(data) + marshal.dumps(code)
                entry.filename += "c"
            archive.writestr(entry, data)
    made.replace(given)
