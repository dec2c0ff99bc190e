"""The list of packages: each folder with an `__init__.py` below the folders that pyproject.toml maps to packages."""

import tomllib
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.editable_wheel import editable_wheel

HERE = Path(__file__).parent
FOLDERS: dict[str, str] = tomllib.loads((HERE / "pyproject.toml").read_text())["tool"]["setuptools"]["package-dir"]


class StrictEditable(editable_wheel):
    """`pip install -e .` as a tree of links, which editors and type checkers follow; the default is a finder in Python.

    A new file is seen after the next `pip install -e .`.
    """

    def finalize_options(self) -> None:
        """Take the strict mode where no other one is asked for."""
        super().finalize_options()
        self.mode = self.mode or "strict"


setup(
    cmdclass={"editable_wheel": StrictEditable},
    packages=[
        f"{package}.{found}" if found else package
        for package, folder in FOLDERS.items()
        for found in ["", *find_packages(str(HERE / folder))]
    ],
)
