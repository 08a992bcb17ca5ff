"""Fractional grades, and judgments by subtopic, on the command line and from Python."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import ir_measures
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyndeval  # type: ignore[import-untyped]
import pytest

import rtreceval

if TYPE_CHECKING:
    from tests.support import Cli, Write

FRACTIONS = "1 0 a 0.5\n1 0 b 1.5\n1 0 c 0\n"
RUN = "1 Q0 a 1 3 r\n1 Q0 b 2 2 r\n1 Q0 c 3 1 r\n"
DIVERSE = "1 s a 1\n1 t a 1\n1 s b 2\n1 t b 0\n1 u c 0\n"


def test_a_fraction_is_refused_unless_asked_for(cli: Cli, write: Write) -> None:
    write("qrels", FRACTIONS)
    write("run", RUN)
    result = cli("-m", "ndcg", "qrels", "run")
    assert (result.status, result.out) == (2, b"")
    assert b"qrels:1:7: found grade '0.5', expected a whole number" in result.err
    assert b"--float-grades" in result.err
    result = cli("--float-grades", "-m", "ndcg", "-m", "NumRel(rel=0.5)", "qrels", "run")
    assert (result.status, result.err) == (0, b"")
    ndcg = (0.5 + 1.5 / math.log2(3)) / (1.5 + 0.5 / math.log2(3))
    expected = f"{'NumRel(rel=0.5)':<22}\tall\t2\n{'ndcg':<22}\tall\t{ndcg:.4f}\n"
    assert result.out.decode() == expected


@pytest.mark.parametrize("grade", ["nan", "inf", "high", "1,5"])
def test_what_is_no_grade(cli: Cli, write: Write, grade: str) -> None:
    write("qrels", f"1 0 a {grade}\n")
    write("run", RUN)
    result = cli("--float-grades", "-m", "ndcg", "qrels", "run")
    assert result.status == 2
    assert f"found grade '{grade}', expected a finite number".encode() in result.err


@pytest.mark.parametrize("kind", [float, np.float32, np.float64])
def test_fractions_from_python(write: Write, kind: type) -> None:
    run = {"1": {"a": 3.0, "b": 2.0, "c": 1.0}}
    qrels = {"1": {"a": kind(0.5), "b": kind(1.5), "c": kind(0)}}
    value = rtreceval.evaluate(qrels, run, "nDCG@2")["nDCG@2"]
    assert value == (0.5 + 1.5 / math.log2(3)) / (1.5 + 0.5 / math.log2(3))
    file = rtreceval.read_qrels(write("qrels", FRACTIONS), float_grades=True)
    assert rtreceval.evaluate(file, run, "nDCG@2")["nDCG@2"] == value


def test_the_second_column_is_the_subtopic_where_a_measure_needs_one(
    cli: Cli, write: Write
) -> None:
    """The first document covers s and t: 2 of 2 subtopics with a relevant document."""
    write("qrels", DIVERSE)
    write("run", RUN)
    result = cli("-m", "StRecall@1", "-m", "alpha_nDCG@2", "-m", "ndcg", "qrels", "run")
    assert (result.status, result.err) == (0, b"")
    assert [line.split("\t")[-1] for line in result.out.decode().splitlines()] == [
        # The highest grades are 1, 2, 0.
        f"{(1 + 2 / math.log2(3)) / (2 + 1 / math.log2(3)):.4f}",
        "1.0000",
        "1.0000",
    ]


def test_plain_measures_take_subtopics_only_if_told(cli: Cli, write: Write) -> None:
    """trec_eval takes the second judgment of a document for a mistake."""
    write("qrels", DIVERSE)
    write("run", RUN)
    result = cli("-m", "map", "qrels", "run")
    assert result.status == 4
    assert b"qrels:2:5: found document 'a' of topic '1' a second time" in result.err
    assert cli("-m", "map", "-R", "subtopics", "qrels", "run").out.endswith(b"\t1.0000\n")
    result = cli("-m", "StRecall@1", "-R", "qrels", "qrels", "run")
    assert (result.status, result.out) == (4, b"")


def test_subtopics_from_python(write: Write) -> None:
    run = {"1": {"a": 3.0, "b": 2.0, "c": 1.0}}
    by_doc = {"a": {"s": 1, "t": 1}, "b": {"s": 2, "t": 0}, "c": {"u": 0}}
    file = write("qrels", DIVERSE)
    for qrels in ({"1": by_doc}, file, rtreceval.read_qrels(file, subtopics=True)):
        result = rtreceval.evaluate(qrels, run, ["P_IA@2", "NumRel"])
        assert result.summary == {"NumRel": 2.0, "P_IA@2": 0.75}
    with pytest.raises(rtreceval.RtrecevalError, match="expected grades by subtopic"):
        rtreceval.evaluate({"1": {"a": 1}}, run, "NRBP")
    with pytest.raises(TypeError, match="expected a mapping of subtopics to grades"):
        rtreceval.evaluate({"1": {"a": {"s": 1}, "b": 1}}, run, "NRBP")  # type: ignore[arg-type]


ROWS = [("1", "s", "a", 1), ("1", "t", "a", 1), ("1", "s", "b", 2), ("1", "u", "c", 0)]
COLUMNS = ["topic", "subtopic", "docno", "grade"]


def tables() -> dict[str, object]:
    """Give the same judgments by subtopic in every form that has rows."""
    frame = pd.DataFrame(ROWS, columns=COLUMNS)
    by_column = {name: list(frame[name]) for name in COLUMNS}
    return {
        "pandas": frame,
        "polars": pl.DataFrame(by_column),
        "pyarrow": pa.table(by_column),
        "columns": frame.rename(columns={"subtopic": "iteration", "grade": "relevance"}),
        "rows": ROWS,
        "ir_measures": [ir_measures.Qrel(t, d, g, s) for t, s, d, g in ROWS],
        "pyndeval": [pyndeval.SubtopicQrel(t, s, d, g) for t, s, d, g in ROWS],
        "numbers": [(1, int(s, 36), d, g) for _, s, d, g in ROWS],
    }


@pytest.mark.parametrize("form", tables())
def test_tables_by_subtopic(form: str) -> None:
    run = {"1": {"a": 3.0, "b": 2.0, "c": 1.0}}
    qrels: Any = tables()[form]
    result = rtreceval.evaluate(qrels, run, ["P_IA@2", "NumRel", "StRecall@1"])
    assert result.summary == {"NumRel": 2.0, "P_IA@2": 0.75, "StRecall@1": 1.0}


def test_tables_by_subtopic_of_other_names() -> None:
    frame = pd.DataFrame(ROWS, columns=["topic", "aspect", "docno", "grade"])
    run = {"1": {"a": 3.0}}
    evaluated = rtreceval.evaluate(frame, run, "StRecall@1", columns={"subtopic": "aspect"})
    assert evaluated.summary == {"StRecall@1": 1.0}
    with pytest.raises(ValueError, match="expected one for the subtopic: any of subtopic"):
        rtreceval.evaluate(frame, run, "StRecall@1")
    with pytest.raises(TypeError, match="expected a tuple of topic, subtopic, document and number"):
        rtreceval.evaluate([("1", "a", 1)], run, "StRecall@1")
    with pytest.raises(rtreceval.InputError, match="subtopic 's' a second time"):
        rtreceval.evaluate([ROWS[0], ROWS[0]], run, "StRecall@1")
    arrays = (np.array([1]), np.array([2]), np.array([1]))
    with pytest.raises(rtreceval.MeasureError, match="expected grades by subtopic"):
        rtreceval.evaluate(arrays, {"1": {"2": 1.0}}, "StRecall@1")


@pytest.mark.parametrize(
    ("format_", "measure"), [("qrels", "NRBP"), ("qrels", "prefs_simp"), ("qrels_jg", "map")]
)
def test_a_measure_of_other_judgments(format_: str, measure: str, cli: Cli, write: Write) -> None:
    """As trec_eval ends where a measure cannot be computed, whatever the judgments lack."""
    write("qrels", "1 s a 1\n")
    write("run", RUN)
    result = cli("-R", format_, "-m", measure, "qrels", "run")
    assert (result.status, result.out) == (4, b"")
    assert b": found judgments that are grades" in result.err


def test_a_judgment_given_twice(cli: Cli, write: Write) -> None:
    write("qrels", "1 s a 1\n1 s a 0\n")
    write("run", RUN)
    result = cli("-m", "NRBP", "qrels", "run")
    assert result.status == 4
    assert b"qrels:2:5: found document 'a' of topic '1', subtopic 's' a second time" in result.err
