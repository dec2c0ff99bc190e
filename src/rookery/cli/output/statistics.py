"""The cost of a search in a line: the statistics that its backend reports, and the memory of this process."""

from dataclasses import replace

from rookery.backends import Answer
from rookery.backends.contract.machine import peak_memory_of_run
from rookery.cli.output.terminal import complain, say
from rookery.core.words import amount

WORDS = {"lp_iterations": "LP iterations", "booleans": "Booleans"}
MEBIBYTE = 1 << 20


def with_memory(answer: Answer) -> Answer:
    """An answer with the peak memory of this process, which asks one question and ends, where that is known."""
    peak = peak_memory_of_run()
    return answer if peak is None else replace(answer, statistics=answer.statistics + {"memory": peak})


def tell_statistics(answer: Answer, aside: bool = False) -> None:
    """Print the line; `aside`, on standard error, where boards stand alone."""
    line = f"statistics: {describe_statistics(answer)}"
    if aside:
        complain(line)
    else:
        say(line, "dim")


def describe_statistics(answer: Answer) -> str:
    """The statistics with their names, in the order of the vocabulary."""
    counted = {name: number for name, number in answer.statistics.items() if name != "memory"}
    told = [_amount(WORDS.get(name, name), number) for name, number in counted.items()]
    told = told or [f"{answer.backend} reports no search statistics"]
    memory = answer.statistics.get("memory")
    return ", ".join([*told, *([] if memory is None else [f"{memory / MEBIBYTE:,.0f} MiB memory at most"])])


def _amount(plural: str, number: int) -> str:
    return amount(number, plural.removesuffix("s"), plural)
