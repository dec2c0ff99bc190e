"""Solving problems: the backends, the runs that referee them, and their answers."""

from rookery.backends.answer import Answer, Status, Times
from rookery.backends.contract import Ask, Backend, Bound, End, Question, Reason, Unsupported, Want, WrongAnswer
from rookery.backends.registry import backend, backends
from rookery.backends.running import solve as calls
from rookery.backends.running.run import Run
from rookery.backends.running.solve import ModelAnswer, solutions, start
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

# For users: Ctrl-C in a call gives what was found by then.
first = calls.keep_found(calls.first)
solve = calls.keep_found(calls.solve)
solve_model = calls.keep_found(calls.solve_model)
