"""The site of the documentation, and the session in it. `make site` builds it."""

from __future__ import annotations

import re
import subprocess
import sys

import rtreceval
from tests.support import ROOT

DOCS = ROOT / "docs"


def test_the_reference_has_every_public_name() -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    modules = set(re.findall(r"automodule:: rtreceval\.(\w+)", text))
    named = re.findall(r"auto(?:class|data|exception|function):: (?:rtreceval\.)?(\w+)", text)
    assert len(set(named)) == len(named)
    assert modules | set(named) == set(rtreceval.__all__)


def test_every_page_can_be_reached() -> None:
    """The start page lists all others."""
    _, _, listed = (DOCS / "index.md").read_text(encoding="utf-8").partition(":hidden:\n\n")
    names = listed.removesuffix("\n```\n").split("\n")
    pages = {page.stem for page in DOCS.glob("*.md")} - {"index"}
    assert len(pages) > 6
    assert sorted(names) == sorted(pages)


def test_session() -> None:
    """It runs as it stands, and says what the text beside its cells promises."""
    command = [sys.executable, str(DOCS / "session.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
    printed = done.stdout
    assert printed.startswith("ndcg_cut: nDCG at cutoffs, linear gain\n")
    lines = printed.splitlines()
    rows = [line.split()[0] for line in lines if line.startswith(("q1 ", "q2 ", "q3 ", "all "))]
    assert rows == ["q1", "q2", "q3", "all"]
    compared = [line.partition(", ")[2] for line in lines if " better, worse: " in line]
    assert compared == [*3 * ["2 better, worse: ['q3']"], "1 better, worse: ['q3']"]
    assert "kept as it was: True" in lines
    assert lines[-1] == "found score nan (topic 'q1', document 'A'), expected a number"
