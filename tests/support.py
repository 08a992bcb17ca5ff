"""Paths, the command line as a process of its own, and what Hypothesis makes."""

from __future__ import annotations

import doctest
import os
import random
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypedDict

from hypothesis import strategies as st

import rtreceval

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "trec_fixtures"
SHARED = ROOT.parent / "shared"
"""Inputs that are not part of the project. Tests that read them skip where they are absent."""

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]

REQUIRED = {
    "bpm": "5,max_rel=3", "sdcg": "5,max_rel=3", "inst": "max_rel=3", "insq": "max_rel=3",
    "nerr8": "5,max_rel=3", "nerr9": "5,max_rel=3", "nerr10": "max_rel=3", "nerr11": "max_rel=3",
    "F": "5",
}  # fmt: skip
"""Parameters of measures that do not do without."""

ALL = [
    measure.name
    for measure in rtreceval.measures()
    if measure.needs in {"grades", "any"} and measure.name not in {*REQUIRED, "rbp_residual"}
]
"""All measures of plain grades."""

TEXTS = {"relstring", "runid"}
"""Those that are not numbers."""


class Options(TypedDict, total=False):
    """The options of an evaluation."""

    relevance_level: float
    complete: bool
    judged_only: bool
    max_depth: int | None
    num_docs: int
    compat: str
    threads: int | None


OPTIONS: list[Options] = [
    {},
    {"complete": True},
    {"judged_only": True, "relevance_level": 2},
    {"max_depth": 2, "num_docs": 100},
    {"compat": "10", "complete": True},
]


def bits(result: rtreceval.Evaluation) -> dict[str, list[str]]:
    """Give every value and average, exactly; not-a-number is equal to itself."""
    values = {}
    for name in result.measures:
        if name.startswith("relstring"):
            values[name] = list(result.strings(name).values())
        elif name != "runid":
            values[name] = [float(value).hex() for value in result.array(name)]
    return values | {"all": [value.hex() for value in result.summary.values()]}


def read_plainly(qrels_file: Path, run_file: Path) -> tuple[Qrels, Run]:
    """Read files without the readers that are under test."""
    qrels: Qrels = {}
    run: Run = {}
    for line in qrels_file.read_text(encoding="utf-8").splitlines():
        topic, _, docno, grade = line.split()
        qrels.setdefault(topic, {})[docno] = int(grade)
    for line in run_file.read_text(encoding="utf-8").splitlines():
        topic, _, docno, _, score = line.split()[:5]
        run.setdefault(topic, {})[docno] = float(score)
    return qrels, run


def read_fixture(name: str) -> tuple[Qrels, Run]:
    """Read one of the project's pairs of files."""
    return read_plainly(FIXTURES / f"{name}.qrels", FIXTURES / f"{name}.run")


def run_file(run: Mapping[str, Mapping[str, float]]) -> str:
    """Give a run the form of a file."""
    return "".join(
        f"{topic} Q0 {docno} 0 {score!r} tag\n"
        for topic, docs in run.items()
        for docno, score in docs.items()
    )


def big_run(topics: int, depth: int) -> tuple[Qrels, Run]:
    """Make a run with ties and topics missing on both sides."""
    made = random.Random(1)  # noqa: S311
    docs = [f"doc{number:06}" for number in range(3 * depth)]
    qrels = {
        f"topic{topic}": {docno: made.randint(-1, 3) for docno in made.sample(docs, 60)}
        for topic in range(topics)
        if topic % 7
    }
    run = {
        f"topic{topic}": {docno: made.randint(0, 500) / 8 for docno in made.sample(docs, depth)}
        for topic in range(topics)
        if topic % 11
    }
    return qrels, run


def request_for(name: str) -> str:
    """Spell a request for a measure with what it needs."""
    return f"{name}.{REQUIRED[name]}" if name in REQUIRED else name


@dataclass(frozen=True)
class Result:
    """What a process left behind."""

    status: int
    out: bytes
    err: bytes


class Cli(Protocol):
    """Runs the command line in the test's own directory."""

    def __call__(
        self, *args: str | bytes | Path, stdin: bytes = b"", env: Mapping[str, str] | None = None
    ) -> Result: ...


class Write(Protocol):
    """Writes a file into the test's own directory."""

    def __call__(self, name: str, content: bytes | str) -> Path: ...


def run_cli(
    args: Sequence[str | bytes | Path],
    cwd: Path,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
) -> Result:
    """Run the command line, with more variables in its environment."""
    done = subprocess.run(
        [sys.executable, "-m", "rtreceval", *args],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=cwd,
        env=os.environ | (env or {}),
        timeout=30,
    )
    return Result(done.returncode, done.stdout, done.stderr)


def run_python(code: str, *args: str | Path) -> str:
    """Run Python code in a fresh interpreter and give what it prints."""
    command = [sys.executable, "-c", code, *args]
    return subprocess.run(command, capture_output=True, check=True, text=True, timeout=60).stdout


def check_console(block: str, folder: Path) -> None:
    """Run the commands of a page's block in one shell and compare what they print.

    What is written below /tmp goes into the folder.
    """
    parts = re.split(r"^\$ ", block.replace("/tmp/", f"{folder}/"), flags=re.MULTILINE)  # noqa: S108
    asked = [part.partition("\n") for part in parts[1:]]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["/bin/sh", "-c", "\n".join(command for command, _, _ in asked)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        cwd=ROOT,
        env=os.environ | {"PATH": path},
        text=True,
        timeout=60,
    )
    assert parts[0] == ""
    assert done.stdout == "".join(out for _, _, out in asked)


def check_python(page: str, name: str) -> int:
    """Run the examples of a page, one after another, and compare what they print to the last tab.

    Gives their number.
    """
    text = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text.replace("\t", TAB), {}, name, name, 0)
    assert doctest.DocTestRunner(checker=TabsToo()).run(test).failed == 0
    return len(test.examples)


TAB = "\N{SYMBOL FOR HORIZONTAL TABULATION}"
"""Stands for a tab, which doctest expands in what it reads."""


class TabsToo(doctest.OutputChecker):
    """Compares output with a text that has `TAB` for each tab."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        """Tell whether the output is the one wanted."""
        return super().check_output(want, got.replace("\t", TAB), optionflags)


@st.composite
def qrels_and_run(draw: st.DrawFn) -> tuple[Qrels, Run]:
    """Judgments and a run with ties, negative grades, unjudged documents and topics missing.

    Each topic of the qrels has a document of grade 0 or more: without one trec_eval reads memory
    that it has not set. At least one topic has both judgments and a ranking.
    """
    docs = [f"d{number}" for number in range(draw(st.integers(3, 30)))]
    grades = st.sampled_from([-1, 0, 0, 1, 1, 2, 3])
    tied = st.sampled_from([-1.0, 0.0, 0.5, 2.0])
    # Not all of them are the same as 32-bit and as 64-bit floats.
    fine = st.floats(-1000, 1000) | st.sampled_from([1.0, 1.00000001, 0.3, 0.30000001])
    scores = draw(st.sampled_from([tied, fine]))

    def judgments() -> st.SearchStrategy[dict[str, int]]:
        some = st.dictionaries(st.sampled_from(docs), grades, max_size=len(docs))
        return st.builds(
            lambda judged, grade: judged | {docs[0]: grade}, some, st.sampled_from([0, 1, 2])
        )

    def ranking() -> st.SearchStrategy[dict[str, float]]:
        return st.dictionaries(st.sampled_from(docs), scores, min_size=1, max_size=len(docs))

    topics = ["1", "2", "10", "3"][: draw(st.integers(1, 4))]
    qrels = {topic: draw(judgments()) for topic in topics if topic == "1" or draw(st.booleans())}
    run = {topic: draw(ranking()) for topic in topics if topic == "1" or draw(st.booleans())}
    return qrels, run
