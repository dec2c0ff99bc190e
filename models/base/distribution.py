"""The distribution that brings this package: `rookery-cp`, since `rookery` is another project on the package index."""

from functools import cache

DISTRIBUTION = "rookery-cp"


@cache
def own_version() -> str:
    """The version of this package; "source" where its distribution is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "source"


def install_extra(extra: str) -> str:
    """The command that installs the libraries of an extra."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"
