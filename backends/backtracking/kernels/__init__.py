"""What all kernels are made of: how they are compiled, words of bits, sets of bits."""
