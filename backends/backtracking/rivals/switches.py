"""The ideas of the search for rivals that can be left out, as the kernel reads them."""

BOUND, FORCING = 1, 2
