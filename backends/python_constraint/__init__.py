"""python-constraint: finite domains in pure Python."""

from rookery.backends.python_constraint.backend import PythonConstraint

__all__ = ["PythonConstraint"]
