"""What a release needs: versions that agree, the files that go with it, workflows that run."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import rtreceval
from tests.support import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FILES = ["Cargo.toml", "Cargo.lock", "CHANGELOG.md", "CITATION.cff"]
VERSION = rtreceval.__version__


def check(root: Path, tag: str = "") -> tuple[int, str]:
    """Run the check of versions on a copy of the files that name one."""
    (root / ".ci").mkdir(exist_ok=True)
    shutil.copy(ROOT / ".ci" / "version.py", root / ".ci")
    command = [sys.executable, str(root / ".ci" / "version.py"), *([tag] if tag else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the files that name a version."""
    for file in FILES:
        shutil.copy(ROOT / file, tmp_path)
    return tmp_path


def test_versions_agree(copy: Path) -> None:
    assert check(copy) == (0, "")
    cargo = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    assert f'\nversion = "{VERSION}"\n' in cargo


@pytest.mark.parametrize("file", FILES)
def test_a_version_that_differs_is_told(file: str, copy: Path) -> None:
    text = (copy / file).read_text(encoding="utf-8")
    # In the lock file other packages may have the same one.
    pattern = r'(name = "rtreceval-core"\nversion = ")' if file == "Cargo.lock" else "()"
    changed = re.sub(f"{pattern}{re.escape(VERSION)}", r"\g<1>9.9.9", text, count=1)
    assert changed != text
    (copy / file).write_text(changed, encoding="utf-8")
    status, message = check(copy)
    assert status == 1
    assert f"found version '{VERSION if file == 'Cargo.toml' else '9.9.9'}', expected" in message


def test_a_tag_is_that_of_the_version(copy: Path) -> None:
    for file, line, dated in (
        ("CHANGELOG.md", r"^## (\S+) \(.*\)$", r"## \1 (2026-12-24)"),
        ("CITATION.cff", r"^(version: \S+)$", r"\1\ndate-released: '2026-12-24'"),
    ):
        text = (copy / file).read_text(encoding="utf-8")
        assert f"{file}: found no date of release" in check(copy, f"v{VERSION}")[1]
        changed = re.sub(line, dated, text, count=1, flags=re.MULTILINE)
        (copy / file).write_text(changed, encoding="utf-8")
    assert check(copy, f"v{VERSION}") == (0, "")
    assert check(copy, "v9.9.9") == (1, f"tag: found 'v9.9.9', expected 'v{VERSION}'\n")


def test_files_of_a_release() -> None:
    for file in ("LICENSE", "README.md", "CHANGELOG.md", "CITATION.cff"):
        assert (ROOT / file).stat().st_size > 200
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8").partition(" ")[0]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nlicense: {licence}\n" in citation


def test_workflows_run_what_developers_run() -> None:
    """CI is `.ci/run`, which is `make check`; targets that a workflow names exist."""
    workflows = ROOT / ".github" / "workflows"
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    text = "".join(file.read_text(encoding="utf-8") for file in workflows.glob("*.yml"))
    assert "run: bash .ci/run" in text
    targets = re.findall(r"\bmake (\S+)", text)
    assert "site" in targets
    for target in targets:
        assert f"\n{target.strip('`.')}:" in makefile
    files = re.findall(r"run: (?:python|bash) (\S+)", text)
    assert {".ci/run", ".ci/version.py", "docs/session.py"} <= set(files)
    assert all((ROOT / file).exists() for file in files)
