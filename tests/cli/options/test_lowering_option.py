"""`--lowering NAME=VALUE`: passes switched by name, listed, and refused in one line."""

import json
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

GUARDS = ("solve", "domination", "--piece", "queen", "--board", "5", "--kind", "independent")


@pytest.mark.parametrize("backend", ["cpsat", "sat"])
def test_a_pass_is_switched_as_by_the_option(backend: str) -> None:
    asked = (*GUARDS, "--backend", backend, "--explain")
    switched, optioned = (
        rookery(*asked, *more) for more in (("--lowering", "lines=off"), ("--option", "lowering.lines=off"))
    )
    assert (switched.code, switched.lines[:5], switched.err) == (0, optioned.lines[:5], optioned.err)
    assert "pass lines" not in switched.err
    assert "pass lines" in rookery(*asked).err


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            ("--backend", "sat", "--lowering", "linse=on"),
            "backend sat has no pass 'linse' to lower a model; its passes",
        ),
        (
            ("--lowering", "lines=on"),
            "backend backtracking has no pass 'lines' to lower a model; its passes are: forced, rows, columns",
        ),
        (
            ("--backend", "cpsat", "--lowering", "lines=maybe"),
            "option lowering.lines=maybe: accepted are auto, on, off",
        ),
        (
            ("--backend", "cpsat", "--lowering", "lines"),
            "option 'lowering.lines': expected NAME=VALUE; `rookery backen",
        ),
        (
            ("--backend", "cpsat", "--lowering", "lines=on", "--option", "lowering.lines=on"),
            "option lowering.lines is given twice",
        ),
    ],
    ids=str,
)
def test_one_line_for_what_there_is_not(more: tuple[str, ...], message: str) -> None:
    code, out, err = rookery(*GUARDS, *more)
    assert (code, out) == (2, "")
    assert err.startswith(f"rookery: {message}")
    assert err.count("\n") == 1


def test_backends_lists_the_passes() -> None:
    listed = rookery("backends").out
    assert "--lowering lines=...  add a variable per line of a rider" in listed
    assert "--option solver=..." in listed
    assert "--option lowering." not in listed


@pytest.mark.parametrize("words", [("--lowering", "cpsat.lines=on,off"), ("--option", "cpsat.lowering.lines=on,off")])
def test_a_campaign_takes_several_values_of_a_pass(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ("compare", "domination", "--piece", "queen", "--boards", "5", "--backends", "cpsat", "--dry-run")
    result = rookery(*asked, *words)
    assert result.code == 0, result.err
    assert [line.split("  ")[1] for line in result.lines[:2]] == ["cpsat lowering.lines=on", "cpsat lowering.lines=off"]


def test_a_campaign_refuses_a_pass_without_a_backend() -> None:
    result = rookery("compare", "domination", "--piece", "queen", "--boards", "5", "--lowering", "lines=on")
    assert result.code == 2
    assert "expected BACKEND.NAME=VALUE" in result.err


def test_json_has_the_same_answer_by_any_pass() -> None:
    message = [
        json.loads(rookery(*GUARDS, "--backend", "sat", "--json", *more).out)
        for more in ((), ("--lowering", "lines=on"))
    ]
    assert [answer["objective"] for answer in message] == [3, 3]
