"""The pages that are made from the table of measures."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from tests.support import ROOT


@pytest.mark.skipif(shutil.which("perl") is None, reason="a tool on the page is written in perl")
def test_pages_are_up_to_date() -> None:
    command = [sys.executable, "-W", "ignore", str(ROOT / "docs" / "generate.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
