"""Functions of arrays that run as plain Python at first, and compiled once that pays."""
