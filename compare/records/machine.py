"""Machines: what kind each is, in one text that is the same for machines whose times compare."""

from collections.abc import Mapping

from rookery.compare.records.record import Environment, Record

FACTS = ("processor", "cores", "memory", "system", "Python")
ROW = "machine "  # begins the name of a machine's row in the environment


def describe_kind(facts: Mapping[str, str]) -> str:
    """The kind of a machine by the facts of its environment; memory is rounded, since machines of one make differ."""
    told = {**facts, "cores": f"{facts.get('cores', '?')} cores", "memory": _round(facts.get("memory", ""))}
    return ", ".join(told[name] for name in FACTS if told.get(name))


def _round(memory: str) -> str:
    """An amount such as `251.5 GiB` with two digits that count."""
    number, _, unit = memory.partition(" ")
    try:
        return f"{float(f'{float(number):.2g}'):g} {unit}"
    except ValueError:
        return memory


def row_name(machine: str) -> str:
    """The name of a machine's row in the environment."""
    return f"{ROW}{machine}"


def kind_of(record: Record, environment: Environment) -> str:
    """The kind of machine that made a run; empty if it was not recorded."""
    if record.machine:
        return environment.facts.get(row_name(record.machine), "")
    return describe_kind(environment.facts) if "processor" in environment.facts else ""
