"""What is measured, and the records; nothing of it is installed. Each package has one entry, run from the checkout.

python -m benchmarks.records search|certificates|armies|page    the records, and the certificates of them
python -m benchmarks.speed engine|threads|overhead|lowering|structures|graphs|certificates    what our own parts take
python -m benchmarks.auto         the points behind the rules of the backend `auto`
python -m benchmarks.peers        Rookery beside other ways to ask the same questions
python -m benchmarks.pace         the PACE challenge 2025
python -m benchmarks.campaigns    writes one of the campaigns; `rookery compare benchmarks/campaigns/FILE` runs them
"""

import sys
from collections.abc import Sequence
from importlib import import_module


def run_part(package: str, parts: Sequence[str]) -> None:
    """Run `main` of the part of a package that the first word of the command line names, with the words behind it."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in parts:
        shown = " ".join([f"usage: python -m {package}", "|".join(parts), "..."])
        sys.exit(0 if name in ("-h", "--help") and print(shown) is None else shown)
    sys.argv[:2] = [f"python -m {package} {name}"]
    import_module(f"{package}.{name}").main()
