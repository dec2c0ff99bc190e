"""Pages of the reference for the backends, from what each says of itself."""

from collections.abc import Iterator, Mapping

from rookery.backends import Level, Want, registry
from rookery_docs.examples import DOCS
from rookery_docs.markdown import code, contents, join, table, title, write

FOLDER = DOCS / "reference" / "backends"
WANTS = {Want.ONE: "one answer", Want.ALL: "all answers", Want.COUNT: "counts"}


def make() -> Iterator[str]:
    """Write a page for each of our own backends, and one that lists them."""
    for name in registry.OWN:
        write(FOLDER / f"{name}.md", _page(name))
    write(FOLDER / "index.md", _index())
    yield "backends/index"


def _index() -> str:
    found = {name: registry.backend(name) for name in registry.OWN}
    rows = [(f"[{code(name)}]({name}.md)", backend.summary) for name, backend in found.items()]
    short = [(code(name), code(backend), _options(given)) for name, (backend, given) in registry.STRATEGIES.items()]
    return join(
        title("Backends"),
        f"`--backend NAME` selects one; the default is `{registry.DEFAULT}`.\n",
        table(("backend", "what it is"), rows),
        title("Strategies", 2),
        "`--strategy NAME` is short for a backend with options.\n",
        table(("strategy", "backend", "options"), short),
        contents(list(registry.OWN)),
    )


def _options(given: Mapping[str, str]) -> str:
    return " ".join(code(f"--option {key}={value}") for key, value in given.items())


def _page(name: str) -> str:
    backend = registry.backend(name)
    able = backend.capabilities
    facts = [
        ("libraries", ", ".join(f"{each} {version}" for each, version in backend.versions().items())),
        ("questions that it takes", ", ".join(level.value for level in Level if level in able.levels)),
        ("models that it takes", "some" if able.partial else "all"),
        ("several workers for", ", ".join(WANTS[want] for want in Want if want in able.workers) or "none"),
        ("seeds", _yes(able.seeds)),
        ("hints", _yes(able.hints)),
        ("checkpoints", _yes(able.resumes)),
    ]
    parts = [title(code(name)), f"{backend.summary}\n", table(("property", "value"), facts)]
    if able.options:
        given = [(code(f"--option {key}=..."), summary) for key, summary in able.options.items()]
        parts += [title("Options", 2), table(("option", "meaning"), given)]
    return join(*parts)


def _yes(able: bool) -> str:
    return "yes" if able else "no"
