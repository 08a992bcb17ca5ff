"""Fixtures that all tests share, and Hypothesis's profile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.support import Cli, Result, Write, run_cli

if TYPE_CHECKING:
    from pathlib import Path

settings.register_profile(
    "rtreceval",
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],  # the machine may be busy
)
settings.load_profile("rtreceval")


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """Run the command line in the test's own directory."""

    def run(*args: str | bytes | Path, stdin: bytes = b"") -> Result:
        return run_cli(args, tmp_path, stdin)

    return run


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file into the test's own directory."""

    def write_file(name: str, content: bytes | str) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file
