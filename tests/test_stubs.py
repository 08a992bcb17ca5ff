"""The stub of the compiled part says what is there."""

from __future__ import annotations

import subprocess
import sys

from tests.support import ROOT


def test_stubtest() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "rtreceval"]
    done = subprocess.run(
        command, capture_output=True, check=False, cwd=ROOT, text=True, timeout=120
    )
    assert done.stdout.startswith("Success: no issues found"), done.stdout + done.stderr
    assert done.returncode == 0
