"""Tables for pages of the Python face: the fields of an answer and the keywords of a question, with types and units.

Names, types and defaults come from the code; only what a name means is typed here, and a name without it is an error.
"""

import ast
import inspect
from collections.abc import Mapping
from dataclasses import MISSING, fields
from re import sub
from typing import Any, get_args, get_type_hints

import rookery as rk
from rookery.backends.solve import QuestionLimits, solve
from rookery_docs.markdown import code, join, table, title

ANSWER = {
    "problem": "what was asked",
    "backend": "the name of the backend that answered",
    "want": "the kind of question: `one`, `all`, `count`",
    "status": "what is known: `satisfied`, `optimal`, `infeasible`, `unknown`",
    "complete": "whether the question is answered entirely",
    "end": "why the run ended: `done`, `time limit`, `solution limit`, `memory limit`, `interrupted`",
    "solutions": "the solutions that were kept, each accepted by both referees",
    "count": "how many solutions were found or counted; of a goal, how many best ones",
    "orbits": "how many of them differ by more than a symmetry of the board; None unless `up_to_symmetry`",
    "objective": "the best value found, in pieces or in what the goal counts; None without a goal or a solution",
    "bound": "what is proven of the optimum, in the same unit; equal to `objective` where that is optimal",
    "times": "seconds of each phase, and `total`",
    "versions": "versions of the libraries, by name",
    "workers": "threads or processes that searched",
    "seed": "the seed of the search",
    "statistics": "size of the program and cost of the search: variables, clauses, nodes, conflicts, ...",
    "note": "what the solver itself said; of `auto`, which backend it asked, and why",
}
KEYWORDS = {
    "backend": "a name (`rk.list_backends()`), a backend, or `auto`",
    "want": "`one`, `all` or `count`; None is `one`, and `all` with a `limit`",
    "checkpoint": "a file to which the search is saved every few seconds; if it exists, the search continues from it",
    "progress": "True for a bar, or a function that takes each `Progress`",
    "limit": "the most solutions that are wanted; None for no limit",
    "seconds": 'the time limit, for all phases: seconds, or text such as "90s", "2m", "1h"; None for none',
    "workers": "threads or processes, from 1 on; None leaves that to the backend",
    "seed": "of the search, from 0 on",
    "up_to_symmetry": "whether one solution per symmetry class is kept",
    "options": "the backend's own options, by name",
    "hint": "a placement to start from; it may break rules",
}
SHORT = (
    (r"\b(?:\w+\.)+(\w+)", r"\1"), (r"Literal\[.*?\], str", "str"), (r"Literal\[.*?\]", "str"),
    (r"\bUnion\[(.*)\]$", r"\1"), (r"\bNoneType\b", "None"), (r"Backend\[Any\]", "Backend"),
    (r"^(\w+), (?=\w)", r"\1 | "), (r"\bstr, None$", "str | None"),
    (r"Iterable\[.*\] \| Mapping\[.*\]", "Iterable | Mapping"),
)  # fmt: skip


def tables_of(name: str) -> str:
    """The tables that follow what a public name is documented by; empty for most."""
    return {"solve": _solve, "Answer": _answer}.get(name, str)()


def _answer() -> str:
    hints = get_type_hints(rk.Answer)
    rows = [
        (code(each.name), code(show_type(hints[each.name])), ANSWER[each.name], _default(each))
        for each in fields(rk.Answer)
    ]
    return join(title("Fields of `Answer`", 2), table(("field", "type", "meaning, unit", "default"), rows))


def _default(each: Any) -> str:
    return "" if each.default is MISSING else code(repr(each.default))


def _solve() -> str:
    hints = get_type_hints(solve) | get_type_hints(QuestionLimits)
    defaults: Mapping[str, Any] = {
        name: each.default
        for function in (rk.Question, solve)
        for name, each in inspect.signature(function).parameters.items()
    }
    defaults = {**defaults, "options": {}}  # repr of the read-only mapping is longer
    names = [*list(inspect.signature(solve).parameters)[1:-1], *keywords(QuestionLimits)]
    rows = [(code(name), code(show_type(hints[name])), code(repr(defaults[name])), KEYWORDS[name]) for name in names]
    text = "`solutions`, `first`, `improving` and `certify` take them as well, as far as their signatures say.\n"
    return join(title("Keywords of `solve`", 2), text, table(("keyword", "type", "default", "meaning, unit"), rows))


def keywords(taken: type) -> list[str]:
    """The names of the keywords that a typed dictionary has, those of its bases first."""
    return list(get_type_hints(taken))


def show_type(hint: Any) -> str:
    """A type in few words, with the names of public classes alone."""
    text = hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint).replace("typing.", "")
    for pattern, put in SHORT:
        text = sub(pattern, put, text)
    return text


def write_signature(given: str, function: Any) -> str:
    """A signature with names and defaults, each keyword of `**given` by its name; else as it is."""
    try:
        parsed = ast.parse(f"def it{given}: ...").body[0]
    except SyntaxError:
        return given
    assert isinstance(parsed, ast.FunctionDef)
    args = parsed.args
    function = function.__init__ if isinstance(function, type) else function  # type: ignore[misc]
    if args.kwarg and (taken := get_args(getattr(function, "__annotations__", {}).get(args.kwarg.arg))):
        args.kwonlyargs += [ast.arg(name) for name in keywords(taken[0])]
        args.kw_defaults += [ast.Constant(...) for _ in keywords(taken[0])]
        args.kwarg = None
    for each in (*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg))):
        each.annotation = None
    known = getattr(function, "__globals__", {})
    for i, default in enumerate(args.defaults):
        value = known.get(default.id) if isinstance(default, ast.Name) else None
        args.defaults[i] = ast.Constant(value) if isinstance(value, str | int | float) else default
    return f"({ast.unparse(args)})"
