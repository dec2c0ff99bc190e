"""python-constraint: finite domains in pure Python."""

from rookery.backends.solvers.python_constraint.backend import PythonConstraint

__all__ = ["PythonConstraint"]
