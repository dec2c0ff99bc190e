"""How much longer than on an idle machine things take at this moment."""

from time import perf_counter, process_time


def slowness() -> float:
    """What a limit in seconds is to be multiplied by: 1 on an idle machine, the square of what a loop loses to others.

    The square, as what is timed are several processes that wait for each other in turn.
    """
    began, spent = perf_counter(), process_time()
    while process_time() - spent < 0.1:
        sum(range(1000))
    return max(1.0, (perf_counter() - began) / 0.1) ** 2
