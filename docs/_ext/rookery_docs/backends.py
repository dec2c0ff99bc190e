"""Pages of the reference for the backends, from what each says of itself."""

from collections.abc import Iterator, Mapping

from rookery.backends import registry
from rookery.backends.contract import ABILITIES
from rookery_docs.examples import DOCS
from rookery_docs.markdown import code, contents, join, table, title, write

FOLDER = DOCS / "reference" / "backends"


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
    facts = [
        ("libraries", ", ".join(f"{each} {version}" for each, version in backend.versions().items())),
        ("questions that it takes", ", ".join(word for word in ABILITIES if word in backend.can)),
        ("models that it takes", "some" if "partial" in backend.can else "all"),
        ("several workers", _yes("workers" in backend.can)),
        ("seeds", _yes("seed" in backend.can)),
        ("hints", _yes("hint" in backend.can)),
        ("checkpoints", _yes("resume" in backend.can)),
    ]
    parts = [title(code(name)), f"{backend.summary}\n", table(("property", "value"), facts)]
    if backend.options:
        given = [(code(f"--option {key}=..."), summary) for key, summary in backend.options.items()]
        parts += [title("Options", 2), table(("option", "meaning"), given)]
    return join(*parts)


def _yes(able: bool) -> str:
    return "yes" if able else "no"
