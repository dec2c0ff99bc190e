"""What is wanted of a program, asked of a SAT solver in a thread of its own."""

from dataclasses import replace

from rookery.backends.contract.backend import Outcome, Request
from rookery.backends.processes.streaming import Channel
from rookery.backends.sat.ascending import Ascending
from rookery.backends.sat.cores import CoreGuided
from rookery.backends.sat.listing import Listing
from rookery.backends.sat.oracle import Oracle
from rookery.backends.sat.program import SatProgram
from rookery.backends.sat.refinement import Refinement
from rookery.backends.sat.shortcut import Shortcut
from rookery.models.base.deadline import OutOfTime


def search_program(program: SatProgram, request: Request, channel: Channel) -> Outcome:
    """Put solutions into the channel, and say how it ended and which solver says so."""
    oracle = Oracle(program, request.deadline, channel, request.effort, Refinement(program, request.lazy))
    search = _search(oracle, program, request, channel)
    try:
        oracle.load()
        outcome = search.run()
    except OutOfTime:
        outcome = search.cut()
    finally:
        oracle.close()
    return replace(outcome, raw_status=f"{outcome.raw_status} by {program.solver}")


def _search(
    oracle: Oracle, program: SatProgram, request: Request, channel: Channel
) -> Listing | CoreGuided | Ascending:
    if program.cost is None:
        return Listing(oracle, program, request, channel)
    shortcut = Shortcut(None if request.lazy else program.source, request.deadline, request.seed)
    search = Ascending if program.plan.search == "ascending" else CoreGuided
    return search(oracle, program, program.cost, channel, shortcut)
