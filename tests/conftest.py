"""Fixtures that all tests share, and Hypothesis's profile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.support import Cli, Qrels, Result, Run, Write, big_run, run_cli

if TYPE_CHECKING:
    from collections.abc import Mapping
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

    def run(
        *args: str | bytes | Path, stdin: bytes = b"", env: Mapping[str, str] | None = None
    ) -> Result:
        return run_cli(args, tmp_path, stdin, env)

    return run


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file into the test's own directory."""

    def write_file(name: str, content: bytes | str) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file


@pytest.fixture(scope="session")
def big() -> tuple[Qrels, Run]:
    """Make a run of some 4 MB as a file, with topics of different lengths."""
    qrels, run = big_run(topics=150, depth=1200)
    for number, docs in enumerate(run.values()):
        for docno in list(docs)[1200 - 4 * number :]:
            del docs[docno]
    return qrels, run
