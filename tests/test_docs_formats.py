"""Every command and example of docs/formats.md does what it says, and no format is left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.file_kinds import QRELS_KINDS, RUN_KINDS
from tests.support import ROOT, check_console, check_python

if TYPE_CHECKING:
    from pathlib import Path

DOCS = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", DOCS, re.DOTALL)
CONSOLE = [block for language, block in BLOCKS if language == "console"]


@pytest.mark.parametrize("block", CONSOLE, ids=range(len(CONSOLE)))
def test_console(block: str, tmp_path: Path) -> None:
    check_console(block, tmp_path)


def test_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert check_python(DOCS, "docs/formats.md") > 3


def test_every_format_has_a_section() -> None:
    sections = re.findall(r"^### (.*)$", DOCS, re.MULTILINE)
    named = {name for section in sections for name in re.findall(r"`(\w+)`", section)}
    more = {"2col", "subtopics", "qrels_jg", "prefs", "qrels_prefs"}
    assert named == {kind.name for kind in QRELS_KINDS + RUN_KINDS} | more
