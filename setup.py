"""What pyproject.toml cannot say: the packages, and the requirements, which a light installation leaves to extras.

The packages are the folders with an `__init__.py` below those that pyproject.toml maps to packages. pip has no default
extras: so a plain installation requires every backend's library, and one with ROOKERY_LIGHT=1 in its environment the
core alone, to which `pip install '.[sat]'` adds that of a backend.
"""

import os
import tomllib
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.editable_wheel import editable_wheel

HERE = Path(__file__).parent
DECLARED = tomllib.loads((HERE / "pyproject.toml").read_text())
FOLDERS: dict[str, str] = DECLARED["tool"]["setuptools"]["package-dir"]
EXTRAS: dict[str, list[str]] = DECLARED["project"]["optional-dependencies"]
LIGHT = os.environ.get("ROOKERY_LIGHT", "") not in ("", "0")
NEEDED = [*EXTRAS["core"], *([] if LIGHT else EXTRAS["all"])]


class StrictEditable(editable_wheel):
    """`pip install -e .` as a tree of links, which editors and type checkers follow; the default is a finder in Python.

    A new file is seen after the next `pip install -e .`.
    """

    def finalize_options(self) -> None:
        """Take the strict mode where no other one is asked for."""
        super().finalize_options()
        self.mode = self.mode or "strict"


setup(
    install_requires=NEEDED,
    cmdclass={"editable_wheel": StrictEditable},
    packages=[
        f"{package}.{found}" if found else package
        for package, folder in FOLDERS.items()
        for found in ["", *find_packages(str(HERE / folder))]
    ],
)
