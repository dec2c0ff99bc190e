"""Building blocks of all kernels: their compilation, words of bits, sets of bits."""
