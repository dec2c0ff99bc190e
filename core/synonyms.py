"""What other programs call our options and keywords."""

from collections.abc import Iterable

# Words with hyphens, and the names that we have for them: options, or keywords of Python without their `--`
SYNONYMS = {
    **dict.fromkeys(("time", "timeout", "time-limit", "timelimit", "limit-seconds", "max-time", "t"), ("seconds",)),
    **dict.fromkeys(("threads", "num-workers", "processes", "cores", "n-jobs"), ("workers",)),
    "jobs": ("jobs", "workers"),
    **dict.fromkeys(("solver", "engine", "backends", "peers"), ("backend",)),
    **dict.fromkeys(("solutions", "num-solutions", "n-solutions", "max-solutions"), ("limit", "all")),
    **dict.fromkeys(("random-seed", "random-state"), ("seed", "seeds")),
    **dict.fromkeys(("size", "boards", "side", "b"), ("board",)),
    "n": ("count", "board"),
    "count": ("count-solutions", "board"),
    **dict.fromkeys(("number", "k"), ("count", "limit")),
    "pieces": ("pieces", "piece", "pieces-file"),
    "piece": ("piece", "pieces"),
    **dict.fromkeys(("queens", "queen"), ("piece queen", "board")),
    "p": ("piece",),
    "n-queens": ("board",),
    "fixed": ("fix",),
    "fix": ("fixed",),
    "given": ("fix", "fixed"),
    "forbidden": ("forbid",),
    "forbid": ("forbidden",),
    "allowed": ("allow",),
    "allow": ("allowed",),
    "costs": ("cost",),
    "cost": ("costs",),
    "strategies": ("strategy",),
    "algorithm": ("strategy",),
    "log": ("option log=on",),
    "verbose": ("explain", "statistics"),
    "v": ("explain", "statistics"),
    "stats": ("statistics",),
    "unicode": ("format unicode",),
    "csv": ("format csv", "export"),
    "bfile": ("format bfile",),
    **dict.fromkeys(("output", "out-file", "outfile", "o", "file"), ("out", "svg", "html")),
    "a": ("all",),
    "every": ("all",),
    "symmetry": ("up-to-symmetry",),
    "resume": ("checkpoint",),
    "mem": ("memory",),
    "hint-file": ("hint",),
}


def suggest(name: str, known: Iterable[str]) -> list[str]:
    """Return the known options or keywords that a name may mean, written as they are; empty if there are none.

    `known` are options such as `--time-limit`, or keywords such as `time_limit`.
    """
    from difflib import get_close_matches

    by_word = {_plain(each): each for each in known}
    word = _plain(name)
    if found := [each for each in SYNONYMS.get(word, ()) if each.split()[0] in by_word and each != word]:
        return [by_word[each.split()[0]] + each[len(each.split()[0]) :] for each in found[:2]]
    near = get_close_matches(word, by_word, n=2, cutoff=0.7)
    return [by_word[each] for each in near]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `: did you mean seconds?`, or nothing if no known name is meant."""
    meant = suggest(name, known)
    return f": did you mean {' or '.join(meant)}?" if meant else ""


def _plain(name: str) -> str:
    return name.lstrip("-").replace("_", "-").lower()
