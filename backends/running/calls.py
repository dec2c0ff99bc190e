"""The calls that users make; Ctrl-C in one of them gives what was found by then."""

from rookery.backends.running import first as first_step_by_step
from rookery.backends.running import solve as one_backend
from rookery.backends.running import solve_model as no_chess
from rookery.backends.running.interrupts import keep_found

first = keep_found(first_step_by_step.first)
solve = keep_found(one_backend.solve)
solve_model = keep_found(no_chess.solve_model)
