"""The list of packages: each folder with an `__init__.py` below the folders that pyproject.toml maps to packages."""

import tomllib
from pathlib import Path

from setuptools import find_packages, setup

HERE = Path(__file__).parent
FOLDERS: dict[str, str] = tomllib.loads((HERE / "pyproject.toml").read_text())["tool"]["setuptools"]["package-dir"]

setup(
    packages=[
        f"{package}.{found}" if found else package
        for package, folder in FOLDERS.items()
        for found in ["", *find_packages(str(HERE / folder))]
    ]
)
