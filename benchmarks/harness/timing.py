"""Fresh processes in turn: how long they take, how much memory, and what they print."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from harness.launch import NEXT

LAUNCHER = Path(__file__).with_name("launch.py").resolve()
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"  # would make Python tools compile at each start
MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes

Jobs = list[list[str]]
Values = dict[str, list[float]]


class JobError(Exception):
    """A process that ended with an error or was stopped; the text says which."""


@dataclass(frozen=True)
class Sample:
    """One measurement of one tool.

    Attributes:
        seconds: Wall time from the start of the first process to the end of the last, or the
            time that the processes have measured themselves.
        peak: Resident memory of the largest process, in bytes.
        values: The means by measure as the tool spells it, one for each run.
    """

    seconds: float
    peak: int
    values: Values


@dataclass
class Result:
    """What is known of one tool: a sample for each round, or what went wrong."""

    rounds: list[Sample] = field(default_factory=list)
    failure: str = ""


def interleaved(
    tools: Mapping[str, Jobs], rounds: int, timeout: float, progress: Callable[[str], object]
) -> dict[str, Result]:
    """Measure tools in turn, after one round that is not counted; one that fails is left out.

    Args:
        tools: The processes of one measurement of each tool, run one after the other.
        rounds: Number of measurements of each tool.
        timeout: Seconds after which a measurement is stopped.
        progress: Is told what was measured.
    """
    results = {name: Result() for name in tools}
    for turn in range(rounds + 1):
        for name, jobs in tools.items():
            result = results[name]
            if result.failure:
                continue
            try:
                sample = measure(jobs, timeout)
            except JobError as error:
                result.failure = str(error)
                progress(f"  {name}: {error}")
                continue
            progress(f"  round {turn or 'uncounted'}, {name}: {sample.seconds:.6f} s")
            if turn:
                result.rounds.append(sample)
    return results


def measure(jobs: Jobs, timeout: float) -> Sample:
    """Run processes one after the other.

    Raises:
        JobError: A process failed, or all of them took longer than `timeout` seconds.
    """
    with tempfile.TemporaryDirectory() as folder:
        output, errors = Path(folder, "output"), Path(folder, "errors")
        output.touch()
        errors.touch()
        words = [word for job in jobs for word in [*job, NEXT]]
        launch = [sys.executable, "-I", "-S", str(LAUNCHER), str(output), str(errors), NEXT, *words]
        env = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
        with subprocess.Popen(
            launch, stdout=subprocess.PIPE, text=True, env=env, start_new_session=True
        ) as launcher:
            try:
                report, _ = launcher.communicate(timeout=timeout)
            except BaseException as error:  # control-C too: its session is not this one
                os.killpg(launcher.pid, signal.SIGKILL)
                if isinstance(error, subprocess.TimeoutExpired):
                    raise JobError(f"stopped after {timeout:g} s") from None
                raise
        if launcher.returncode:
            raise JobError("failed: could not be started")
        seconds, peak, code = report.split()
        if int(code):
            last = (errors.read_text(errors="replace").splitlines() or [""])[-1]
            raise JobError(f"failed (status {code}) {last}".rstrip())
        values, inner = _parse(output.read_text())
    return Sample(inner or float(seconds), int(peak) * MAXRSS_UNIT, values)


def least_peak() -> int:
    """The least peak that can be seen, in bytes: that of a process that does nothing."""
    return measure([["true"]], timeout=60).peak


def _parse(output: str) -> tuple[Values, float]:
    """The means that processes print, and the seconds that they have measured themselves."""
    values: Values = {}
    inner = 0.0
    for line in output.splitlines():
        # With several runs a line of this tool begins with the name of the run.
        name, topic, value = ["", "", "", *line.split()][-3:]
        if topic == "time":
            inner += float(value)
        elif topic == "all" and _is_number(value):
            values.setdefault(name, []).append(float(value))
    return values, inner


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
