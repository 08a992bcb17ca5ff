"""Every example of docs/dropins.md and of its modules does what it says."""

from __future__ import annotations

import doctest
import inspect
import re
import sys
from typing import TYPE_CHECKING

import pytest

from rtreceval.compat import pytrec_eval
from rtreceval.integrations import ir_measures
from tests.support import ROOT, check_console, check_python

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

DOCS = (ROOT / "docs" / "dropins.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", DOCS, re.DOTALL)


def test_console(tmp_path: Path) -> None:
    (block,) = (block for language, block in BLOCKS if language == "console")
    check_console(block, tmp_path)


def test_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the Python blocks, one after another."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setitem(sys.modules, "pytrec_eval", pytrec_eval)  # the page sets it too
    try:
        assert check_python(DOCS, "docs/dropins.md") > 12
    finally:
        ir_measures.uninstall()


@pytest.mark.parametrize("module", [pytrec_eval, ir_measures], ids=["pytrec_eval", "ir_measures"])
def test_docstrings(module: ModuleType) -> None:
    """Every public object has a docstring that names its arguments, and its examples run."""
    results = doctest.testmod(module)
    assert results.attempted > 3
    assert results.failed == 0
    for name in module.__all__:
        public = getattr(module, name)
        members = vars(public).items() if inspect.isclass(public) else [(name, public)]
        for member, value in members:
            if not inspect.isfunction(value) or (member.startswith("_") and member != "__init__"):
                continue
            text = inspect.getdoc(value) or ""
            assert text.partition("\n\n")[0].endswith("."), (name, member)
            for argument in inspect.signature(value).parameters:
                assert argument in {"self", "measure"} or f"\n    {argument}: " in text, member
