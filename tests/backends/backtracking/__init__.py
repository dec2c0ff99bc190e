"""Tests of the backend `backtracking`, whose kernels are compiled first."""
