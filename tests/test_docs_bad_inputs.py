"""The page of bad inputs says what this version makes of them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support import ROOT


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="messages of the system differ")
def test_the_page_is_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "docs" / "bad_inputs.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
