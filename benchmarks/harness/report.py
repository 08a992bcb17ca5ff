"""Results as lines of a Markdown table."""

import math
import os
import platform
import statistics
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path

from harness.timing import Result, Sample, Values

SAME = 0.00006  # half of the fourth decimal, which programs print, and a little
MIB = 2**20

COLUMNS = (
    *("workload", "tool", "version", "median {unit}", "ratio min / median / max", "peak MiB"),
    "values",
)
UNITS = {"s": 1.0, "µs": 1e6}


@dataclass(frozen=True)
class Table:
    """A table of times.

    Attributes:
        unit: Unit of the times, a key of `UNITS`.
        least_peak: The least peak that can be seen, in bytes.
    """

    unit: str
    least_peak: int

    def heading(self) -> str:
        """The first two lines."""
        return f"{line(*COLUMNS).format(unit=self.unit)}\n{line(*('---' for _ in COLUMNS))}"

    def row(self, labels: list[str], result: Result, base: Result, values: str) -> str:
        """The line of a tool that was run: its times, and their ratios to `base` by round."""
        if result.failure:
            return line(*labels, result.failure, "", "", "")
        seconds = [sample.seconds for sample in result.rounds]
        median = _digits(statistics.median(seconds) * UNITS[self.unit])
        ratios = [a / b.seconds for a, b in zip(seconds, base.rounds, strict=False)]
        shown = (min(ratios), statistics.median(ratios), max(ratios)) if ratios else ()
        ratio = "1" if result is base else " / ".join(map(_digits, shown))
        peak = statistics.median(sample.peak for sample in result.rounds)
        hidden = peak <= self.least_peak + MIB / 2
        memory = f"< {self.least_peak / MIB + 1:.0f}" if hidden else f"{peak / MIB:.0f}"
        return line(*labels, median, ratio, memory, values)


def line(*cells: str) -> str:
    """One line of a table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def agreement(values: Values, base: Values) -> tuple[str, bool]:
    """Which means are those of this tool to 4 decimals, in words, and whether all are.

    A mean that this tool gives and the other does not, for a measure or a run, is a difference.
    """
    pairs = [
        (name, ours, theirs)
        for name in base
        for ours, theirs in zip_longest(base[name], values.get(name, ()), fillvalue=math.nan)
    ]
    wrong = [pair for pair in pairs if not abs(pair[1] - pair[2]) <= SAME]
    if not wrong:
        return f"{len(pairs)} agree", bool(pairs)
    name, ours, theirs = wrong[0]
    text = f"{len(wrong)} of {len(pairs)} differ: {name} {theirs:.6g}, not {ours:.6g}"
    return text, False


def named(sample: Sample, names: dict[str, str]) -> Values:
    """The values of a sample under the common names of the measures."""
    return {names.get(name, name): values for name, values in sample.values.items()}


def about_machine() -> str:
    """Date, processors, memory, system, Python and load of this machine, in one line."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {os.cpu_count()} processors ({_processor()}), "
        f"{memory:.0f} GiB, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, load {os.getloadavg()[0]:.1f} at the start"
    )


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for entry in cpuinfo.read_text().splitlines():
            if entry.startswith("model name"):
                return entry.partition(":")[2].strip()
    return platform.machine()


def _digits(number: float) -> str:
    """Three digits that count, or all before the point."""
    steps = enumerate((100, 10, 1, 0.1, 0.01))
    decimals = next((decimals for decimals, least in steps if number >= least), 5)
    return f"{number:.{decimals}f}"
