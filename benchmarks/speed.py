"""The headline questions timed, with a history: one JSON object a line in benchmarks/results/speed.jsonl.

python -m benchmarks.speed [--only WORD]    asks the questions with the word in their name, all by default

A figure is the seconds of processor time of the whole command, the least of three runs; compile the kernels before.
"""

import argparse
import json
import platform
import resource
import subprocess
import sys
from pathlib import Path

import rookery as rk

HISTORY = Path(__file__).parent / "results" / "speed.jsonl"
RUNS = 3
OWN = "--backend backtracking"
QUESTIONS = {
    "gamma of queens, 14": f"domination --piece queen --board 14 {OWN}",
    "i of queens, 14": f"domination --piece queen --board 14 --kind independent {OWN}",
    "gamma of queens, 18": f"domination --piece queen --board 18 {OWN}",
    "gamma of knights, 14": f"domination --piece knight --board 14 {OWN}",
    "i of knights, 12": f"domination --piece knight --board 12 --kind independent {OWN}",
    "count of 14 queens": f"placement --piece queen --board 14 --count 14 --count-solutions {OWN}",
    "gamma-sets of queens, 13": f"domination --piece queen --board 13 --count-solutions {OWN}",
    "armies of queens, 10": f"armies --piece queen --piece queen --board 10 {OWN}",
    "20 kings counted, 10": f"placement --piece king --board 10 --count 20 --count-solutions {OWN}",
    "first of 1000 queens": "placement --piece queen --board 1000 --count 1000 --format board",
    "8 queens": "placement --piece queen --board 8 --count 8",
    "start: numpy imported": "",
}


def measure(words: str) -> float:
    """Return the seconds of processor time that a command takes, the least of some runs."""
    command = [sys.executable, "-P", "-m", "rookery", "solve", *words.split()]
    if not words:
        command = [sys.executable, "-P", "-c", "import numpy"]
    times = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return round(min(times), 3)


def main() -> None:
    """Time the questions, show them beside the last times, and add them to the history."""
    parser = argparse.ArgumentParser(description="Time the headline questions.")
    parser.add_argument("--only", default="", help="a word in the names of the questions")
    only = parser.parse_args().only
    lines = HISTORY.read_text(encoding="utf-8").splitlines() if HISTORY.exists() else []
    earlier = {name: time for line in lines for name, time in json.loads(line)["times"].items()}
    times = {}
    for name in (name for name in QUESTIONS if only in name):
        times[name] = measure(QUESTIONS[name])
        last = f"{earlier[name]:9.3f} before" if name in earlier else ""
        print(f"{name:26} {times[name]:9.3f} s {last}", flush=True)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    facts = {"version": rk.__version__, "commit": commit.stdout.strip(), "machine": platform.platform(), "times": times}
    HISTORY.parent.mkdir(exist_ok=True)
    with HISTORY.open("a", encoding="utf-8") as history:
        history.write(f"{json.dumps(facts)}\n")


if __name__ == "__main__":
    main()
