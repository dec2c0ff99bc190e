"""Builds the wheel and the source distribution of a release, twice, and checks them as their users will have them.

make release     writes dist/, and ends with an error where a check fails
"""

import argparse
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
OURS = ("rookery_cp-*-none-any.whl", "rookery_cp-*.tar.gz")
PLACES = {"src/rookery": "rookery"}
PLACES |= {folder: f"rookery/{folder}" for folder in ("core", "models", "certificates", "backends", "compare")}
# What is done with each public name by an installed package: it is there, it is what `dir` lists, functions have an
# example that runs, and types say what they are.
TRY_NAMES = """
import doctest, inspect, sys
import rookery as rk
failed = 0
for name in rk.__all__:
    found = inspect.unwrap(getattr(rk, name)) if inspect.isfunction(getattr(rk, name)) else getattr(rk, name)
    assert name in dir(rk), name
    assert inspect.isfunction(found) or found.__doc__ or repr(found), name
    if inspect.isfunction(found):
        tests = doctest.DocTestFinder(recurse=False).find(found, name, globs={"rk": rk, **found.__globals__})
        assert any(test.examples for test in tests), f"{name} has no example"
        failed += sum(doctest.DocTestRunner(verbose=False).run(test).failed for test in tests)
print(f"{len(rk.__all__)} public names, rookery {rk.__version__}")
sys.exit(failed > 0)
"""


class Refused(Exception):
    """A release that fails a check: one line."""


def run(*command: str | Path, cwd: Path = ROOT, **settings: str) -> str:
    """Run a command and return what it prints; raises `Refused` with its output if it fails."""
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=os.environ | settings, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Refused(f"{' '.join(map(str, command[:6]))} ...\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def find_version() -> str:
    """The version of the package, which CITATION.cff and the first heading of CHANGELOG.md must have as well."""
    source = (ROOT / "src/rookery/__init__.py").read_text(encoding="utf-8")
    version = re.findall(r'^__version__ = "(.+)"', source, re.M)[0]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    said = {
        "CITATION.cff": re.search(r"^version: (\S+)", citation, re.M),
        "CHANGELOG.md": re.search(r"^## \[([\d.]+)\]", changes, re.M),
    }
    for file, found in said.items():
        if found is None or found[1] != version:
            raise Refused(f"the package says {version}, {file} {found[1] if found else 'nothing'}")
    return version


def copy_sources(folder: Path) -> Path:
    """What git knows of the checkout as it stands, so that nothing that lies about gets into a release."""
    copy = folder / "sources"
    for name in filter(None, run("git", "ls-files", "-z").split("\0")):
        if os.path.lexists(ROOT / name):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name, follow_symlinks=False)
    return copy


def build(copy: Path, epoch: str) -> Mapping[str, bytes]:
    """The files that are built of a copy, by their names; the wheel is built from the source distribution."""
    out = copy.parent / "dist"
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, cwd=copy, SOURCE_DATE_EPOCH=epoch)
    for archive in out.glob("*.tar.gz"):
        pack_again(archive, int(epoch))
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}


def pack_again(archive: Path, epoch: int) -> None:
    """Pack a source distribution with one time, one owner and one order, so that its bytes follow from its contents."""
    unpacked = archive.with_suffix("")
    with tarfile.open(archive) as packed:
        members = sorted(packed.getmembers(), key=lambda each: each.name)
        contents = {each.name: file.read() for each in members if (file := packed.extractfile(each))}
    with (
        unpacked.open("wb") as raw,
        gzip.GzipFile("", "wb", mtime=epoch, fileobj=raw) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as packed,
    ):
        for each in members:
            each.mtime, each.uid, each.gid, each.uname, each.gname = epoch, 0, 0, "", ""
            each.mode, each.pax_headers = (0o755 if each.isdir() or each.mode & 0o100 else 0o644), {}
            packed.addfile(each, BytesIO(contents[each.name]) if each.name in contents else None)
    unpacked.replace(archive)


def keep(files: Mapping[str, bytes]) -> list[Path]:
    """Write wheel and source distribution to dist/ in place of earlier ones; wheels of pages stay."""
    for pattern in OURS:
        for earlier in DIST.glob(pattern):
            earlier.unlink()
    DIST.mkdir(exist_ok=True)
    for name, content in files.items():
        (DIST / name).write_bytes(content)
    return [next(DIST.glob(pattern)) for pattern in OURS]


def check_contents(wheel: Path, sdist: Path) -> None:
    """Refuse a wheel that lacks a module or has more than the package, and a source distribution that lacks a page."""
    expected = {
        place + name.removeprefix(folder)
        for folder, place in PLACES.items()
        for name in run("git", "ls-files", folder).splitlines()
        if (ROOT / name).is_file() and not name.endswith("README.md")
    }
    held = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    if held != expected:
        raise Refused(
            f"{wheel.name} lacks {sorted(expected - held)[:5]}, and has {sorted(held - expected)[:5]} too many"
        )
    with tarfile.open(sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    if lacking := {"README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md", "docs/index.md", "Makefile"} - names:
        raise Refused(f"{sdist.name}: it lacks {sorted(lacking)}")


def try_installed(wheel: Path, folder: Path, version: str) -> Iterator[str]:
    """Install a wheel with its libraries into an empty environment; its demo must run, and each public name work."""
    run(sys.executable, "-m", "venv", folder)
    binaries = folder / ("Scripts" if os.name == "nt" else "bin")
    constraints = ["--constraint", ROOT / "constraints.txt"] if (ROOT / "constraints.txt").exists() else []
    pip = (binaries / "python", "-m", "pip", "--disable-pip-version-check", "--quiet")
    run(*pip, "install", "--no-compile", *constraints, wheel, cwd=folder)
    yield run(*pip, "check", cwd=folder).strip()
    if run(binaries / "rookery", "--version", cwd=folder).split()[-1] != version:
        raise Refused("the command says another version")
    yield run(binaries / "python", "-P", "-c", TRY_NAMES, cwd=folder).strip()
    if hasattr(os, "fork"):  # the demo compares backends, each run in a separate process
        yield run(binaries / "rookery", "demo", cwd=folder).strip().splitlines()[-1]


def release(with_twine: bool) -> None:
    """Build twice, compare, check, install, and keep the files in dist/ with their digests."""
    version = find_version()
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct").strip()
    with tempfile.TemporaryDirectory() as made:
        # Both copies come before the first build, so that a file that is edited meanwhile is in both or in none.
        copies = [copy_sources(Path(made) / name) for name in ("first", "second")]
        first, second = (build(copy, epoch) for copy in copies)
        if differing := [name for name in first | second if first.get(name) != second.get(name)]:
            raise Refused(f"built twice, these differ: {', '.join(differing)}")
        wheel, sdist = keep(first)
        check_contents(wheel, sdist)
        if with_twine:
            print(run(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist).strip())
        for line in try_installed(wheel, Path(made) / "environment", version):
            print(line)
    digests = [f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in first.items()]
    (DIST / "SHA256SUMS").write_text("".join(digests), encoding="utf-8")
    print("".join(digests), end="")


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the release; 1 with one line where it is refused."""
    parser = argparse.ArgumentParser(description="Build, check and keep a release in dist/.")
    parser.add_argument("--no-twine", action="store_true", help="leave out twine's check of the metadata")
    try:
        release(not parser.parse_args(arguments).no_twine)
    except Refused as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
