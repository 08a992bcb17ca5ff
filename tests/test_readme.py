"""Every command and example of the README does what it says."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import pytest

from tests.support import ROOT, check_console, check_python

if TYPE_CHECKING:
    from pathlib import Path

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
CONSOLE = [block for language, block in BLOCKS if language == "console"]

# Building the package and running these tests is how they came to run.
INSTALL = "pip install . && "
TESTS = "make check"


def commands(block: str) -> list[tuple[str, str]]:
    """Split a block into commands and what they print."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)
    assert parts[0] == ""
    return [(command, printed) for command, _, printed in (p.partition("\n") for p in parts[1:])]


@pytest.mark.parametrize("block", CONSOLE)
def test_console(block: str, tmp_path: Path) -> None:
    """Run the commands of a block, but for the installation."""
    asked = block.replace(f"$ {INSTALL}", "$ ")
    if commands(asked) == [(TESTS, "")]:
        pytest.skip("it is running")
    check_console(asked, tmp_path)


def test_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the Python blocks, one after another."""
    monkeypatch.chdir(ROOT)
    assert check_python(README, "README.md") > 5


def test_worked_example() -> None:
    """The numbers of the ranking that docs/gain.md works by hand follow from its table."""
    page = (ROOT / "docs" / "gain.md").read_text(encoding="utf-8")
    for name, gains in (("linear", [3, 2, 1]), ("exponential", [7, 3, 1])):
        *terms, dcg, ideal, ndcg = cells(page, name)
        ranked = [(gains[1], 1), (gains[0], 3), (gains[2], 4)]
        by_hand = [f"{g} / {math.log2(rank + 1):.4g}" for g, rank in ranked]
        assert terms == by_hand
        total = sum(g / math.log2(rank + 1) for g, rank in ranked)
        best = sum(g / math.log2(rank + 1) for rank, g in enumerate(gains, 1))
        assert [dcg, ideal, ndcg] == [f"{total:.3f}", f"{best:.3f}", f"**{total / best:.3f}**"]
        assert f"{total / best:.4f}\n" in README


def cells(page: str, name: str) -> list[str]:
    """Give the first row of a page's tables that begins so."""
    row = next(line for line in page.splitlines() if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in row.split("|")[2:-1]]


def test_links() -> None:
    """They lead to files, and every page of the documentation is one."""
    links = re.findall(r"\]\(\./([^)]*)\)", README)
    assert all((ROOT / link).is_file() for link in links)
    pages = {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")}
    assert pages - set(links) == {"docs/index.md", "docs/changelog.md"}


def test_two_commands() -> None:
    """The first block installs and runs the main job, the second runs the tests."""
    ((first, _),) = commands(CONSOLE[0])
    assert first.startswith(INSTALL + "rtreceval trec_fixtures/")
    assert commands(CONSOLE[1]) == [(TESTS, "")]
    assert TESTS in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
