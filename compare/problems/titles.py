"""What a problem asks, in a phrase without its board: `independent domination by queens`."""

from collections.abc import Iterator
from typing import Any

from rookery.compare.problems.plain import Plain


def phrase(data: Plain) -> str:
    """The phrase for a problem of any family."""
    names = " and ".join(f"{each['piece']}s" for each in data["pieces"])
    match data["family"]:
        case "placement":
            return _amounts(data)
        case "sighted":
            return " and ".join([f"{_amounts(data)} in sight", *_pawns(data)])
        case "maximal":
            return f"maximal placement of {names}"
        case "weighted":
            return " and ".join([f"heaviest {_valued(data, 'weight')}", *_pawns(data)])
        case "cheapest":
            return f"cheapest domination by {_valued(data, 'cost')}{' through others' * data['through']}"
        case "unguarded":
            return f"most squares unguarded by {_amounts(data)}"
        case "armies":
            return f"{'largest armies' if data['size'] is None else 'armies of ' + str(data['size'])}: {names}"
        case "k-fold":
            return f"{data['times']}-{'tuple' if data['closed'] else 'fold'} domination by {names}"
        case "domination":
            return f"{data['kind']} domination by {names}"
        case "border" | "restricted":
            return f"{data['kind']} {data['family']} domination by {names}"
    return f"{data['family']} domination by {names}"


def _amounts(data: Plain) -> str:
    return " and ".join(_amount(each["piece"], each["count"]) for each in data["pieces"])


def _amount(name: str, count: Any) -> str:
    return f"most {name}s" if count is None else f"{count} {name}{'s' if count != 1 else ''}"


def _valued(data: Plain, key: str) -> str:
    return " and ".join(f"{each['piece']}s ({each[key]})" for each in data["pieces"])


def _pawns(data: Plain) -> Iterator[str]:
    if data["pawns"]:
        yield _amount("pawn", data["pawns"])
