"""Finds the fewest pieces that guard a board, the largest armies and such, and keeps what it found in `records.jsonl`.

    python -m benchmarks.records search [--piece queen] [--kind plain] [--most 12] [--seconds 600]
                                          what is not there yet
    python -m benchmarks.records search --confirm [--seconds 600]
                                          unpublished values, again by a search of another kind
    python -m benchmarks.records search --folder nights [--workers 2] [--seconds 36000]
                                          either: what time or Ctrl-C ends, the same command continues

Published values are those of the package and of `published.toml`; one that disagrees ends the run.
"""

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path

from benchmarks.records.data import MACHINE, PLANS, Plan, Record, continued, keep, kept
from benchmarks.records.kinds import KINDS
from benchmarks.records.second import seconded
from benchmarks.records.values import disagreement, missing
from rookery.backends import Question, Want
from rookery.backends.contract.progress import Progress
from rookery.backends.running.solve import start
from rookery.compare.runs.environment import machine_facts
from rookery.core.files import replace_file


def found(asked: Record, seconds: float | None, folder: Path | None = None, workers: int = 1) -> Record | None:
    """What the backtracking backend finds within the time, None where that did not suffice; a folder keeps how far."""
    want, orbits = Want.ONE if asked.want == "optimum" else Want.COUNT, asked.want == "orbits"
    problem, question = asked.problem, Question.of(want=want, up_to_symmetry=orbits, seconds=seconds, workers=workers)
    place = continued(folder, problem, question)
    cost = [each.with_suffix(".cost") for each in place.values()]
    before = [tuple(json.loads(each.read_text())) for each in cost if each.exists()] or [(0, 0.0)]
    run = start(problem, "backtracking", question, **place)
    nodes, begun = {"before": before[0][0]}, time.process_time() - before[0][1]

    def observe(progress: Progress) -> None:
        nodes[progress.task] = progress.nodes
        for each in cost:
            replace_file(each, json.dumps([max(nodes.values()), time.process_time() - begun]))

    run.observed = observe
    for _ in run:
        pass
    spent, answer = time.process_time() - begun, run.answer(most=0)
    if not answer.complete or answer.objective is None:
        return None
    versions = ", ".join(f"{name} {number}" for name, number in answer.versions.items())
    return replace(
        asked,
        optimum=answer.objective,
        sets=answer.count if want == "count" else None,
        orbits=answer.orbits,
        nodes=max(nodes.values()),
        seconds=round(spent, 3),
        versions=versions,
        machine=processor(),
    )


def processor() -> str:
    """The processor of this machine; empty where it is the one of most records."""
    name = str(machine_facts()["processor"])
    return "" if name.startswith(MACHINE) else name


def search(plan: Plan, chosen: argparse.Namespace) -> None:
    """Ask what is not there yet; what took too long on one board is not asked of larger ones, orbits become sets."""
    late: set[str] = set()
    for planned in plan.questions():
        asked = replace(planned, want="sets") if planned.want in late and planned.want == "orbits" else planned
        if asked.question in kept() or asked.want in late or not chosen.least <= asked.side <= chosen.most:
            continue
        record = found(asked, chosen.seconds, chosen.folder, chosen.workers)
        print(*asked.question, record and (record.optimum, record.sets, record.orbits, record.seconds), flush=True)
        if record is None:
            late.add(asked.want)
        elif wrong := disagreement(record):
            raise SystemExit(f"{record} disagrees with {wrong}")
        else:
            keep(record)


def twins(record: Record) -> list[Record]:
    """What else was asked of the same board."""
    return [each for each in kept().values() if each.question[:3] == record.question[:3] and each.want != record.want]


def confirm(plan: Plan, chosen: argparse.Namespace) -> None:
    """Find unpublished values by a search of another kind, and note which that was."""
    for record in [each for each in kept().values() if each.plan == (plan.piece, plan.kind, plan.torus)]:
        if record.confirmed or not missing(record) or not chosen.least <= record.side <= chosen.most:
            continue
        if record.want == "optimum" and (listed := next((each for each in twins(record) if each.confirmed), None)):
            keep(replace(record, confirmed=listed.confirmed))
            continue
        how, (sets, orbits) = seconded(record, chosen.seconds, chosen.folder, chosen.workers)
        print(*record.question, record.sets, record.orbits, how or "not confirmed", sets, orbits, flush=True)
        if how and (record.sets, record.orbits) not in ((None, None), (sets, None), (sets, orbits)):
            raise SystemExit(f"{record} disagrees with {how}: {sets} sets in {orbits} orbits")
        if how:
            keep(replace(record, confirmed=(how,)))


def main() -> None:
    """Search or confirm what was chosen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--piece", action="append", help="of this piece alone; may be given again")
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--torus", action=argparse.BooleanOptionalAction, help="on a torus alone, or on none")
    parser.add_argument("--least", type=int, default=1, help="boards of this side and above")
    parser.add_argument("--most", type=int, default=99, help="boards of this side and below")
    parser.add_argument("--seconds", type=float, default=600, help="for each question, by the clock on the wall")
    parser.add_argument("--folder", type=Path, help="with a checkpoint of each search, which is continued")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--confirm", action="store_true", help="search again what nobody published")
    chosen = parser.parse_args()
    for plan in PLANS:
        asked = not chosen.piece or plan.piece in chosen.piece
        if asked and chosen.kind in (None, plan.kind) and chosen.torus in (None, plan.torus):
            (confirm if chosen.confirm else search)(plan, chosen)
