"""Links from the examples of the pages to the page to play on, which ask there what the examples declare.

The problems are read from the examples themselves: from calls of a family's function whose arguments are written out,
and from commands that solve a problem of a family.
"""

import ast
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

import rookery as rk
from rookery.models.problems.registry import families
from rookery_docs.examples import Block
from rookery_docs.families import declare
from rookery_docs.play_page import MAX_SIDE, write_link

PYTHON, COMMANDS = ("python", "ipython3"), ("console", "sh")
MAX_LINKS = 3  # of an example
WANTS: dict[str, dict[str, Any]] = {
    "--all": {"want": "all"},
    "--count-solutions": {"want": "count"},
    "--up-to-symmetry": {"up_to_symmetry": True},
}


def write_links(language: str, text: str, page: Path) -> str:
    """The links of an example as HTML, from a page; empty for one that declares nothing that the page draws."""
    found = dict(list_problems(language, text))
    links = {problem.title: write_link(problem, problem.title, page, asked) for problem, asked in found.values()}
    shown = [link for link in links.values() if link][:MAX_LINKS]
    return f'<p class="try">Try it on a board: {"; ".join(shown)}</p>' if shown else ""


def list_problems(language: str, text: str) -> Iterator[tuple[str, tuple[rk.Problem, dict[str, Any]]]]:
    """The problems of an example by their text, and what is asked of each, as the page's address says it."""
    declared: Iterator[tuple[str, rk.Problem, dict[str, Any]]] = iter(())
    if language in PYTHON:
        declared = ((call, problem, {}) for call, problem in _list_declared(text))
    elif language in COMMANDS:
        declared = _list_solved(text, language)
    for written, problem, asked in declared:
        if all(side <= MAX_SIDE for side in _list_sides(problem)):
            yield written, (problem, asked)


def _list_sides(problem: rk.Problem) -> list[int]:
    """The longest line of the board, as the page counts sides."""
    places = [tuple(place) for place in problem.board]
    return [max(each) + 1 for each in zip(*places, strict=True) if all(isinstance(number, int) for number in each)]


def _list_declared(text: str) -> Iterator[tuple[str, rk.Problem]]:
    """The problems of calls such as `rk.placement("queen", 8)`; a call with variables is left out."""
    known = {family.function.__name__ for family in families().values() if family.function}
    try:
        calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    except SyntaxError:  # cells with magic
        return
    for call in calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr in known:
            try:
                yield ast.unparse(call), eval(ast.unparse(call), {"rk": rk})
            except (NameError, rk.RookeryError):
                continue


def _list_solved(text: str, language: str) -> Iterator[tuple[str, rk.Problem, dict[str, Any]]]:
    """The problems of commands such as `rookery solve placement ...`."""
    for example in Block("", language, text).examples():
        words = shlex.split(example.text.partition(" | ")[0], comments=True)
        if words[:2] == ["rookery", "solve"] and words[2:] and words[2] in families():
            asked: dict[str, Any] = {}
            for option in WANTS.keys() & {*words}:
                asked |= WANTS[option]
            try:
                yield example.text, declare(families()[words[2]], shlex.join(words[3:])), asked
            except (click.ClickException, rk.RookeryError):
                continue  # it names a file, or shows what is refused
