"""Every command and example of the README does what it says."""

from __future__ import annotations

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
    """The numbers of the example that is worked by hand follow from its table."""
    rows = re.findall(
        r"^\| (\d) \| \w \| [\d-] \| ([\d.]+) \| (\d) \| (\d) \|$", README, re.MULTILINE
    )
    assert len(rows) == 4
    discounts = [float(discount) for _, discount, _, _ in rows]
    for column, ideal_gains in ((2, [3, 2, 1]), (3, [7, 3, 1])):
        dcg = sum(float(row[column]) * float(row[1]) for row in rows)
        ideal = sum(gain * discount for gain, discount in zip(ideal_gains, discounts, strict=False))
        for number in (dcg, ideal, dcg / ideal):
            shown = [float(text) for text in re.findall(r"\d\.\d{3}", README)]
            assert min(abs(number - value) for value in shown) < 0.0015


def test_two_commands() -> None:
    """The first block installs and runs the main job, the second runs the tests."""
    ((first, _),) = commands(CONSOLE[0])
    assert first.startswith(INSTALL + "rtreceval trec_fixtures/")
    assert commands(CONSOLE[1]) == [(TESTS, "")]
    assert TESTS in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
