"""Refutes a number of choices by their surplus: the hits beyond those that a dual solution pays for."""
