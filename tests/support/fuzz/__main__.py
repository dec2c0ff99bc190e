"""`python -m fuzz`."""

import sys

from fuzz.main import main

sys.exit(main())
