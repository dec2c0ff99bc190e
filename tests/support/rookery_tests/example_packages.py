"""The distributions of `examples/`, installed by pip beside Rookery, offline."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

EXAMPLES = Path(__file__).parents[3] / "examples"
OFFLINE = ("--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--quiet")


@dataclass(frozen=True)
class Installed:
    """A distribution: the folder of its sources, and the folder that it is installed in."""

    sources: Path
    target: Path

    def run(
        self, *arguments: str, also: tuple[Path, ...] = (), more: Mapping[str, str] = MappingProxyType({})
    ) -> subprocess.CompletedProcess[str]:
        """Call a module of this Python's where the distribution is there, and what stands in further folders."""
        path = os.pathsep.join(map(str, (self.target, *also)))
        environment = {**os.environ, "PYTHONPATH": path, **more}
        command = [sys.executable, "-P", "-m", *arguments]
        return subprocess.run(command, env=environment, cwd=self.sources, capture_output=True, text=True, check=False)

    def __call__(self, *arguments: str) -> str:
        """What such a call prints; it must end well."""
        done = self.run(*arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def complete(installed: Installed, words: str) -> list[str]:
    """What the shell offers for the last of some words after `rookery`."""
    asked = {"COMP_WORDS": f"rookery {words}", "COMP_CWORD": str(len(words.split()))}
    done = installed.run("rookery", more={"_ROOKERY_COMPLETE": "bash_complete", **asked})
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def require_readme(installed: Installed) -> None:
    """Each of the two commands that the README shows prints what stands there."""
    readme = (installed.sources / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```console\n(.*?)^```$", readme, re.S | re.M)
    commands = re.split(r"^\$ ", block, flags=re.M)[1:]
    assert len(commands) == 2
    for command, _, printed in (each.partition("\n") for each in commands):
        assert installed(*command.split()) == printed


def install(name: str, folder: Path) -> Installed:
    """Install a copy of a distribution below a folder."""
    package, copy, target = EXAMPLES / name, folder / "source" / name, folder / "installed"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", *OFFLINE, "--target", str(target), str(copy)]
    subprocess.run(pip, check=True, capture_output=True, text=True)
    return Installed(copy, target)
