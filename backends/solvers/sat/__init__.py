"""The backend `sat`: the model as clauses, for any of PySAT's solvers that can be stopped."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import ClassVar

from rookery.backends.contract import Ask, Backend, Stream, Unsupported, Want
from rookery.backends.fleet.streaming import run_in_thread, stream_from_thread
from rookery.backends.presolve.cost import Cost
from rookery.backends.presolve.lowering import passes
from rookery.backends.presolve.switches import OPTIONS
from rookery.backends.solvers.sat.encode import CARDS, PAIRS, Encodings, Plan, SatProgram
from rookery.core.errors import nearest
from rookery.models import BadInput, Minimize, Model, Satisfy

__all__ = ["SOLVERS", "Sat", "SatProgram"]

DEFAULT = "cadical195"
WITHOUT_PHASES = "cadical103"
NATIVE = ("minicard", "gluecard3", "gluecard4")
# Those that keep a limit on conflicts, without maplesat, which crashed under such limits, and maplecm, whose proofs
# were refused by a checker.
SOLVERS = (
    DEFAULT, "cadical153", WITHOUT_PHASES, "glucose3", "glucose4", "glucose42", "minisat22", "mergesat3", "maplechrono",
    *NATIVE,
)  # fmt: skip
HELP = f"{', '.join(SOLVERS)}; default {DEFAULT}, or {NATIVE[0]} for the first solution of a large model"
CHOICES: passes.Choices = {
    **passes.SWITCHES,
    "lowering.symmetry": ("auto", "off", "lex"),
    "amo": PAIRS,
    "card": CARDS,
    "search": ("auto", "cores", "ascending"),
    "parallels": ("on", "off"),
    "cliques": ("on", "off"),
}
HELPS = {
    **passes.HELPS,
    "lowering.symmetry": "lex: keep the lexicographically least of symmetric solutions, for one solution or an optimum;"
    " auto: only to prove that none exists, and for an optimum where some variables are defined by others",
    "amo": "clauses for an at-most-one constraint; auto: pairwise for few literals, product for many, native where"
    " the solver has it",
    "card": "clauses for other cardinality constraints",
    "search": "search for an optimum: unsatisfiable cores, or one bound after another; auto: chosen by structure",
    "parallels": "an ascending search counts the lines of each direction as well: no more hold pieces than there are",
    "cliques": "a search by cores begins with cliques of literals of which at most one is true",
}


class Sat(Backend):
    """Clauses for a solver that learns clauses: short ones as they are, counts and weights by encodings."""

    name = "sat"
    summary = "PySAT (CaDiCaL and other SAT solvers): good at listing all solutions and at proofs"
    packages: ClassVar[Mapping[str, str]] = {"pysat": "python-sat"}
    can = frozenset({"one", "best", "all", "count", "seed", "hint"})
    options: ClassVar[Mapping[str, str]] = {"solver": HELP, **OPTIONS, **passes.describe_options(CHOICES, HELPS)}

    def compile(self, model: Model, ask: Ask) -> SatProgram:
        """Encode the model; the seed shuffles variables and clauses, some solvers take counts without encoding."""
        from rookery.backends.solvers.sat.encode import encode_model

        passes.check(CHOICES, model, ask)
        if ask.hint and ask.options.get("solver") == WITHOUT_PHASES:
            raise Unsupported(f"option solver={WITHOUT_PHASES}: it takes no hint; the other solvers do")
        if ask.options.get("search") == "ascending" and not _unit(model):
            raise Unsupported("option search=ascending: it counts, and the goal has weights, or there is none")
        asked = ask.options.get("solver")
        solver = _default(model, ask) if asked is None else _solver(asked)
        values = passes.option_values(CHOICES, ask.options)
        lowered = passes.lower_model(model, ask, values)
        plan = _plan(lowered, values, is_one=ask.want is Want.ONE and solver not in NATIVE)
        if lowered.lines and plan.search != "ascending" and values["lowering.lines"] == "auto":  # these hinder finding
            lowered = passes.lower_model(
                model, ask, {**values, "lowering.lines": "off"}, (lowered.bound, lowered.origin)
            )
            plan = replace(plan, steps=(*lowered.steps, *plan.steps[-1:]))
        # Eager, the first of 1000 queens takes a half to a tenth of the time: most choices leave room for the others.
        plan = replace(plan, eager=asked is None and solver in NATIVE)
        encodings = Encodings(values["amo"], values["card"], solver in NATIVE)
        program = run_in_thread(partial(encode_model, lowered, solver, encodings, plan, ask.seed))
        return replace(program, hint=[program.literal(literal) for literal in ask.hint])

    def describe(self, program: SatProgram) -> list[str]:
        """Return the passes taken, and the search."""
        return list(program.plan.steps)

    def run(self, program: SatProgram, ask: Ask) -> Stream:
        """List solutions by blocking each one found, or find the best by unsatisfiable cores."""
        from rookery.backends.solvers.sat.search import search_program

        return stream_from_thread(partial(search_program, program, ask))


def _plan(lowered: passes.Lowered, values: Mapping[str, str], is_one: bool) -> Plan:
    """Count by count if few are wanted and three lines or more cross: few pieces guard all; else by cores.

    Where only two cross, the board falls apart and needs many: 11 bishops on 11x11 take cores 0.1 s, counts over 100 s.
    """
    search, model = values["search"], lowered.source
    if search == "auto":
        search = "ascending" if isinstance(model.goal, Minimize) and lowered.crossed else "cores"
    if not _unit(model):
        search = "cores"
    refutes = search == "ascending" or (is_one and isinstance(model.goal, Satisfy))
    breaks = refutes and values["lowering.symmetry"] == "auto" and len(model.symmetries) > 1
    search_step = () if isinstance(model.goal, Satisfy) else (f"search: {search}",)
    steps = (*lowered.steps, *search_step)
    cliques = bool(search_step) and search == "cores" and values["cliques"] == "on"
    parallels = search == "ascending" and values["parallels"] == "on"
    return Plan(search, 0, values["card"], parallels, breaks=breaks, cliques=cliques, steps=steps)


def _unit(model: Model) -> bool:
    """Return whether the goal is a number of literals."""
    cost = Cost.of(model)
    return cost is not None and all(weight == 1 for weight in cost.weights.values())


def _default(model: Model, ask: Ask) -> str:
    """Choose native counts on large boards: a quarter of the memory of clauses, and placements are found sooner."""
    first = ask.want is Want.ONE and isinstance(model.goal, Satisfy)
    return NATIVE[0] if first and model.variables >= passes.LARGE else DEFAULT


def _solver(name: str) -> str:
    if name in SOLVERS:
        return name
    raise BadInput(f"unknown SAT solver {name!r}: {nearest(name, SOLVERS)}accepted are {', '.join(SOLVERS)}")
