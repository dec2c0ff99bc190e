"""`python -m rookery`: the command line."""

import sys

if not sys.flags.safe_path:  # `-m` puts the current folder first, where a `json.py` may belong to anyone
    sys.path.append(sys.path.pop(0))

from rookery.cli import main

main()
