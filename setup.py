"""What pyproject.toml cannot say: the packages, and the requirements, which a light installation leaves to extras.

The packages are the folders with an `__init__.py` below those that pyproject.toml maps to packages. pip has no default
extras: so a plain installation requires every backend's library, and one with ROOKERY_LIGHT=1 in its environment the
core alone, to which `pip install '.[sat]'` adds that of a backend.

With ROOKERY_KERNELS=1 the wheel is of this platform and brings its kernels along, so that its users need no compiler.
To build it takes numba: `make wheel`.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.editable_wheel import editable_wheel

HERE = Path(__file__).parent
DECLARED = tomllib.loads((HERE / "pyproject.toml").read_text())
FOLDERS: dict[str, str] = DECLARED["tool"]["setuptools"]["package-dir"]
EXTRAS: dict[str, list[str]] = DECLARED["project"]["optional-dependencies"]
LIGHT, KERNELS = (os.environ.get(name, "") not in ("", "0") for name in ("ROOKERY_LIGHT", "ROOKERY_KERNELS"))
NEEDED = [*EXTRAS["core"], *([] if LIGHT else EXTRAS["all"])]
# x86-64-v3, as LLVM says it; `core/kernels/shipped.py` has it as Linux does
PROCESSOR = {"NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": "+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+popcnt"}


class StrictEditable(editable_wheel):
    """`pip install -e .` as a tree of links, which editors and type checkers follow; the default is a finder in Python.

    A new file is seen after the next `pip install -e .`.
    """

    def finalize_options(self) -> None:
        """Take the strict mode where no other one is asked for."""
        super().finalize_options()
        self.mode = self.mode or "strict"


class WithKernels(build_py):
    """The modules, and the kernels that the doctor compiles of them."""

    def run(self) -> None:
        """Copy the modules; then compile, in a process that imports these copies."""
        super().run()
        if KERNELS and not self.editable_mode:
            built = Path(self.build_lib).resolve()
            folder = built / "rookery" / "core" / "kernels" / "compiled"
            folder.mkdir()
            surroundings = {**os.environ, **PROCESSOR, "PYTHONPATH": str(built), "ROOKERY_SHIP_KERNELS": str(folder)}
            command = [sys.executable, "-c", "from rookery.cli import main; main()", "doctor", "--warm"]
            subprocess.run(command, env=surroundings, check=True)


class OfPlatform(bdist_wheel):
    """A wheel for any Python 3 and any platform, or with kernels for this platform."""

    def finalize_options(self) -> None:
        """Have the name of the wheel say the platform, as if it had been given; there is no extension module."""
        super().finalize_options()
        self.plat_name_supplied = self.plat_name_supplied or KERNELS


setup(
    install_requires=[each for each in NEEDED if not (KERNELS and each.startswith("numba"))],
    cmdclass={"bdist_wheel": OfPlatform, "build_py": WithKernels, "editable_wheel": StrictEditable},
    packages=[
        f"{package}.{found}" if found else package
        for package, folder in FOLDERS.items()
        for found in ["", *find_packages(str(HERE / folder))]
    ],
)
