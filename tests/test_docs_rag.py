"""Every command and example of docs/rag.md and of its modules does what it says."""

from __future__ import annotations

import doctest
import inspect
import re
from typing import TYPE_CHECKING

import pytest

import rtreceval
from rtreceval import golden, rag
from tests.support import ROOT, check_console, check_python, run_python

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

DOCS = (ROOT / "docs" / "rag.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", DOCS, re.DOTALL)
CONSOLE = [block for language, block in BLOCKS if language == "console"]


@pytest.mark.parametrize("block", CONSOLE, ids=range(len(CONSOLE)))
def test_console(block: str, tmp_path: Path) -> None:
    check_console(block, tmp_path)


def test_there_are_commands() -> None:
    assert len(CONSOLE) > 7


def test_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the Python blocks, one after another."""
    monkeypatch.chdir(ROOT)
    assert check_python(DOCS, "docs/rag.md") > 10


@pytest.mark.parametrize("module", [rag, golden], ids=["rag", "golden"])
def test_docstrings(module: ModuleType) -> None:
    """Every public object has a docstring, and its examples run."""
    results = doctest.testmod(module)
    assert results.attempted > 5
    assert results.failed == 0
    for name in module.__all__:
        public = getattr(module, name)
        if isinstance(public, tuple):
            continue
        text = inspect.getdoc(public) or ""
        summary = text.partition("\n\n")[0]
        assert summary.endswith("."), name
        if inspect.isfunction(public) and name != "ndcg_at_10":
            for argument in inspect.signature(public).parameters:
                assert f"\n    {argument}: " in text, (name, argument)
            assert ">>> " in text, name


def test_the_modules_are_imported_when_asked_for() -> None:
    code = (
        "import sys, rtreceval; print('rtreceval.rag' in sys.modules);"
        "print(rtreceval.rag.mrr(['A'], {'A': 1}), 'rtreceval.golden' in sys.modules);"
        "print(rtreceval.golden.required_depth({'id': 'c'}))"
    )
    assert run_python(code).split() == ["False", "1.0", "False", "10"]
    with pytest.raises(AttributeError, match="module 'rtreceval' has no attribute 'nope'"):
        rtreceval.nope  # noqa: B018
