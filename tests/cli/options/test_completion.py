"""Completion by a shell: the words it is offered, and the script that it reads."""

import pytest
from rookery_tests.command_line import rookery


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("so", {"solve"}),
        ("solve mod", {"model"}),
        ("solve domination --kind p", {"plain", "perfect"}),
        ("compare placement --backend sat,c", {"sat,cpsat"}),
        ("pieces show kn", {"knight"}),
        ("solve domination --format un", {"unicode"}),
        ("solve domination --count", {"--count-solutions"}),
    ],
)
def test_shell_is_offered_what_may_follow(words: str, offered: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_ROOKERY_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"rookery {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split())))
    found = {line.partition(",")[2] for line in rookery().out.splitlines()}
    assert offered <= found
    assert all(each.startswith(words.split()[-1]) for each in found)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_script_of_each_shell_is_printed(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_ROOKERY_COMPLETE", f"{shell}_source")
    assert f"_ROOKERY_COMPLETE={shell}_complete" in rookery().out
