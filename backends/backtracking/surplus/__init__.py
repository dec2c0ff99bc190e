"""Refutes a number of choices by their surplus: what they would hit beyond what a dual solution pays for."""
