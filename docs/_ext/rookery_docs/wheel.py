"""A wheel of the pages as they were built: with it `rookery docs` opens them where there is no source folder.

PYTHONPATH=docs/_ext python -P -m rookery_docs.wheel docs/_build/html dist     writes it, and prints its name
"""

import hashlib
import sys
from base64 import urlsafe_b64encode
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import rookery as rk
from rookery.cli.commands.docs import PAGES

LEFT_OUT = (".doctrees", ".buildinfo", "_sources", "jupyter_execute")
METADATA = (
    "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: The pages of Rookery, for `rookery docs`\n"
)
WHEEL = "Wheel-Version: 1.0\nGenerator: rookery_docs\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def write_wheel(pages: Path, target: Path) -> Path:
    """Write the wheel of a folder of pages into a folder, the same bytes for the same pages; return its path."""
    package, version = PAGES.replace("-", "_"), rk.__version__
    about = f"{package}-{version}.dist-info"
    content = {
        f"{package}/{page.relative_to(pages).as_posix()}": page.read_bytes()
        for page in sorted(pages.rglob("*"))
        if page.is_file() and not set(page.relative_to(pages).parts) & set(LEFT_OUT)
    }
    content[f"{about}/METADATA"] = METADATA.format(name=PAGES, version=version).encode()
    content[f"{about}/WHEEL"] = WHEEL.encode()
    lines = [f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in content.items()]
    content[f"{about}/RECORD"] = "".join([*lines, f"{about}/RECORD,,\n"]).encode()
    target.mkdir(parents=True, exist_ok=True)
    wheel = target / f"{package}-{version}-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        for name, data in content.items():
            entry = ZipInfo(name)  # of 1980
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, ZIP_DEFLATED)
    return wheel


def _digest(data: bytes) -> str:
    return urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


if __name__ == "__main__":
    print(write_wheel(Path(sys.argv[1]), Path(sys.argv[2])))
