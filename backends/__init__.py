"""Solving problems: the backends, the runs that referee them, and their answers."""

from rookery.backends.answer import Answer, Status, Times
from rookery.backends.contract import (
    Ask,
    Backend,
    Bound,
    End,
    Question,
    Reason,
    Unsupported,
    Want,
    WrongAnswer,
)
from rookery.backends.first import first
from rookery.backends.registry import backend, backends
from rookery.backends.run import Run
from rookery.backends.solve import ModelAnswer, solutions, solve, solve_model, start
from rookery.core.deadline import Deadline

__all__ = [
    "Answer",
    "Ask",
    "Backend",
    "Bound",
    "Deadline",
    "End",
    "ModelAnswer",
    "Question",
    "Reason",
    "Run",
    "Status",
    "Times",
    "Unsupported",
    "Want",
    "WrongAnswer",
    "backend",
    "backends",
    "first",
    "solutions",
    "solve",
    "solve_model",
    "start",
]
