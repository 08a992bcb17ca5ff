"""The output of trec_eval, byte for byte."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple, TypedDict

import pytest

import rtreceval
from tests.support import FIXTURES, SHARED, Cli, Write

if TYPE_CHECKING:
    from pathlib import Path

COMPAT = {"9.0.8": "9", "10.0": "10"}


class Case(TypedDict):
    """A line of conformance.jsonl."""

    id: str
    trec_eval: str
    args: list[str]
    qrels: str
    run: str
    stdout: str
    exit: int


def read_cases() -> list[Case]:
    """Read the golden cases."""
    lines = (FIXTURES / "conformance.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


CASES = read_cases()


def test_there_are_cases_of_both_versions() -> None:
    assert len(CASES) > 150
    assert {case["trec_eval"] for case in CASES} == set(COMPAT)
    assert len({case["id"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_golden(case: Case, cli: Cli, write: Write) -> None:
    write("qrels", case["qrels"])
    write("run", case["run"])
    result = cli("--compat", COMPAT[case["trec_eval"]], *case["args"], "qrels", "run")
    assert result.out == case["stdout"].encode()
    assert result.status == case["exit"]
    assert all(line.startswith(b"rtreceval: warning: ") for line in result.err.splitlines())


REAL = SHARED / "real"
needs_real = pytest.mark.skipif(not REAL.is_dir(), reason="the real runs are not here")


def references() -> list[Path]:
    """List the outputs of trec_eval that ended well."""
    found = sorted(REAL.glob("*/ref.*.all_trec.txt"))
    return [file for file in found if status(file) == "0"]


def status(reference: Path) -> str:
    """Give the exit status that goes with an output."""
    file = reference.with_name(reference.name.replace(".all_trec.txt", ".rc"))
    return file.read_text(encoding="utf-8").split()[0]


def without_rbp(output: bytes) -> bytes:
    """Leave out the lines of rbp: 10.0 reads the limits of its gains from memory it has not set.

    What it prints for rbp_resid is sound, and stays.
    """
    return b"".join(
        line for line in output.splitlines(keepends=True) if not line.startswith(b"rbp ")
    )


@needs_real
def test_there_are_references() -> None:
    assert len(references()) > 25


@needs_real
@pytest.mark.parametrize("file", references(), ids=lambda file: f"{file.parent.name}-{file.name}")
def test_real_run(file: Path, cli: Cli) -> None:
    match = re.fullmatch(r"ref\.(9\.0\.8|10\.0)(-c)?\.all_trec\.txt", file.name)
    assert match is not None
    options = ["--compat", COMPAT[match[1]], *([match[2]] if match[2] else [])]
    folder = file.parent
    result = cli(*options, "-q", "-m", "all_trec", folder / "qrels.txt", folder / "run.txt")
    assert without_rbp(result.out) == without_rbp(file.read_bytes())
    assert result.status == 0


REPORTS = SHARED / "cases"
needs_reports = pytest.mark.skipif(not REPORTS.is_dir(), reason="the cases are not here")

MODES = {"v9": "--compat 9", "v10": "--compat 10", "float32": "--compat 9", "double": "--compat 10"}
"""What the cases call the two versions."""

WITHIN_OTHER_NAMES = {("gain=exp", "ndcg_cut"): "ndcg_exp_cut"}
"""Variants of a measure that are measures of their own here."""


class Row(NamedTuple):
    """A line of expected.txt."""

    folder: str
    mode: str
    measure: str
    topic: str
    value: str
    text: str


def report_rows() -> list[Row]:
    """Read the expectations of all cases whose input is files."""
    rows = []
    for file in sorted(REPORTS.glob("*/expected.txt")):
        if not (file.parent / "run.txt").exists():
            continue  # for the Python interface
        for line in file.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                mode, measure, topic, value, _, text = line.split("\t")
                rows.append(Row(file.parent.name, mode, measure, topic, value, text))
    return rows


def arguments(row: Row) -> tuple[list[str], str]:
    """Give the command line of a row and the name that its value prints under.

    Skips the test where the row is about something that is not here.
    """
    names = {measure.name for measure in rtreceval.measures()}
    mode, measure = MODES.get(row.mode, row.mode), row.measure
    for (other_mode, name), own in WITHIN_OTHER_NAMES.items():
        if mode == other_mode and re.fullmatch(rf"{name}_\d+", measure):
            mode, measure = "", own + measure.removeprefix(name)
    if mode and not mode.startswith("-"):
        pytest.skip(f"a proposal: mode '{mode}'")
    if not any(measure == name or measure.startswith(f"{name}_") for name in names):
        pytest.skip(f"a proposal: measure '{measure}'")
    options = mode.split()
    if "-m" not in options:
        options += ["-m", measure]
    return options, measure


READ_HERE = {"43-beir-tsv-qrels", "44-msmarco-run"}
"""Cases of files that are to be refused unless their format is named: it is recognised here."""


def row_id(row: Row) -> str:
    return f"{row.folder}:{row.mode}:{row.measure}:{row.topic}"


VALUES = [row for row in report_rows() if row.measure != "ERROR"]
ERRORS = [row for row in report_rows() if row.measure == "ERROR"]


@needs_reports
@pytest.mark.parametrize("row", VALUES, ids=row_id)
def test_reported_value(row: Row, cli: Cli) -> None:
    options, name = arguments(row)
    folder = REPORTS / row.folder
    result = cli(*options, folder / "qrels.txt", folder / "run.txt")
    assert result.status == 0
    assert f"{name:<22}\t{row.topic}\t{row.value}" in result.out.decode().splitlines()


@needs_reports
@pytest.mark.parametrize("row", ERRORS, ids=row_id)
def test_reported_error(row: Row, cli: Cli) -> None:
    if row.mode == "-m P_2":
        pytest.skip("P_2 is a spelling of P.2 here, which the row names as the better way")
    if row.folder in READ_HERE:
        pytest.skip("a file of this kind is read here, and what it is taken for is said")
    folder = REPORTS / row.folder
    result = cli(*row.mode.split(), folder / "qrels.txt", folder / "run.txt")
    assert result.status != 0
    assert result.out == b""
    at_fault = re.search(r"lines? (?:\d+ and )?(\d+)", row.text)
    if at_fault is not None:
        place = rf"/(qrels|run)\.txt:{at_fault[1]}:\d+: found .+, expected .+"
        assert re.search(place, result.err.decode()) is not None
    else:
        assert result.err.startswith(b"rtreceval: ")
