"""The arrays that tables are made of: numbers, and words of bits."""

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
WORD = 64  # bits of a word
