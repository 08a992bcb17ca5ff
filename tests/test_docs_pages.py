"""The pages that are made from the table of measures."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec

import pytest

from tests.support import ROOT


@pytest.mark.skipif(shutil.which("perl") is None, reason="a tool on the page is written in perl")
def test_pages_are_up_to_date() -> None:
    command = [sys.executable, "-W", "ignore", str(ROOT / "docs" / "generate.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(find_spec("ranx") is not None, reason="no tool is missing")
def test_pages_are_not_written_without_a_tool() -> None:
    page = ROOT / "docs" / "measures.md"
    before = page.read_bytes()
    command = [sys.executable, "-W", "ignore", str(ROOT / "docs" / "generate.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, page.read_bytes()) == (1, before)
    assert done.stderr == "the pages tell of ranx, which is not here: pip install '.[peers]'\n"


def test_a_tool_is_left_out_of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "docs")
    peers = import_module("peers")
    rows = [
        "| `AP`, tied | 0.4417 | pytrec_eval, ranx | cwl-eval **0.7556** (+0.3139) |",
        "| `RR` | 0.5 | ranx | cwl-eval **1.0** (+0.5), ranx **1.0** (+0.5), b **2.0** (+1.5) |",
        "| ranx | the name of a tool elsewhere |",
    ]
    assert peers.without("\n".join(rows), ["ranx"]).splitlines() == [
        "| `AP`, tied | 0.4417 | pytrec_eval | cwl-eval **0.7556** (+0.3139) |",
        "| `RR` | 0.5 | - | cwl-eval **1.0** (+0.5), b **2.0** (+1.5) |",
        rows[2],
    ]
