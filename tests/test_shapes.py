"""The same data in every shape that an argument may have gives the same bits."""

from __future__ import annotations

import io
from collections import OrderedDict, UserDict
from decimal import Decimal
from typing import Any, NamedTuple

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import rtreceval
from tests.file_kinds import QRELS_KINDS, RUN_KINDS
from tests.support import bits

# Ids are whole numbers, for the shapes that hold nothing else; two documents are tied.
JUDGMENTS = [("1", "10", 2), ("1", "11", 0), ("1", "12", 1), ("2", "10", 1), ("2", "13", 3)]
RETRIEVED = [
    ("1", "12", 0.9),
    ("1", "10", 0.5),
    ("1", "14", 0.1),
    ("2", "13", 0.3),
    ("2", "10", 0.3),
]
MEASURES = ["map", "ndcg_cut_10", "ndcg_exp", "bpref", "infAP", "relstring"]


def nested(rows: list[tuple[str, str, Any]]) -> dict[str, dict[str, Any]]:
    """Give rows the shape of a dict of dicts."""
    shaped: dict[str, dict[str, Any]] = {}
    for topic, docno, number in rows:
        shaped.setdefault(topic, {})[docno] = number
    return shaped


QRELS = nested(JUDGMENTS)
RUN = nested(RETRIEVED)
EXPECTED = rtreceval.evaluate(QRELS, RUN, MEASURES)


def columns(rows: list[tuple[str, str, Any]], *names: str) -> dict[str, list[Any]]:
    """Give rows the shape of columns."""
    return dict(zip(names, (list(column) for column in zip(*rows, strict=True)), strict=True))


def arrays(rows: list[tuple[str, str, Any]]) -> tuple[Any, Any, Any]:
    """Give rows the shape of three arrays."""
    topics, docnos, numbers = zip(*rows, strict=True)
    return np.array(topics, dtype=np.int64), np.array(docnos, dtype=np.int32), np.array(numbers)


class Qrel(NamedTuple):
    """A judgment as ir_measures has it."""

    query_id: str
    doc_id: str
    relevance: int
    iteration: str = "0"


class ScoredDoc(NamedTuple):
    """A retrieved document as ir_measures has it."""

    query_id: str
    doc_id: str
    score: float


IRM = ("query_id", "doc_id", "relevance"), ("query_id", "doc_id", "score")
TREC = ("topic", "docno", "grade"), ("topic", "docno", "score")
PYTERRIER = ("qid", "docno", "label"), ("qid", "docno", "score")
BEIR = ("query-id", "corpus-id", "score"), ("query-id", "corpus-id", "score")
RANX = ("q_id", "doc_id", "score"), ("q_id", "doc_id", "score")
PYSERINI = ("topic", "docid", "relevance_grade"), ("topic", "docid", "score")


def frames(make: Any, names: Any = IRM) -> tuple[Any, Any]:
    """Make a table of the judgments and one of the run."""
    return make(columns(JUDGMENTS, *names[0])), make(columns(RETRIEVED, *names[1]))


def duck() -> tuple[Any, Any]:
    """Make DuckDB relations."""
    qrels, run = frames(pa.table)
    connection = duckdb.connect()
    return connection.from_arrow(qrels), connection.from_arrow(run)


def pandas_as(kind: Any) -> tuple[Any, Any]:
    """Make pandas frames with ids of a type."""
    ids = {"query_id": kind, "doc_id": kind}
    qrels, run = frames(pd.DataFrame)
    return qrels.astype(ids), run.astype(ids)


def mixed() -> tuple[Any, Any]:
    """Make pandas frames with ids of several types, and another column of more."""
    qrels, run = frames(pd.DataFrame)
    for frame in (qrels, run):
        frame["doc_id"] = [int(docno) if docno != "10" else docno for docno in frame["doc_id"]]
        frame["note"] = [[1], "x", 2.5, None, {}][: len(frame)]
    return qrels, run


def arrow_as(ids: Any, numbers: Any) -> tuple[Any, Any]:
    """Make Arrow tables with columns of these types."""
    schema = [pa.schema(list(zip(names, (ids, ids, numbers), strict=True))) for names in IRM]
    qrels, run = frames(pa.table)
    return qrels.cast(schema[0]), run.cast(schema[1])


def files() -> tuple[Any, Any]:
    """Make file objects, one of bytes and one of text."""
    qrels = "".join(f"{topic} 0 {docno} {grade}\n" for topic, docno, grade in JUDGMENTS)
    run = "".join(f"{topic} Q0 {docno} 0 {score} tag\n" for topic, docno, score in RETRIEVED)
    return io.BytesIO(qrels.encode()), io.StringIO(run)


MATRIX = (
    np.array([1, 2]),
    np.array([[10, 12, 14], [13, 10, -1]]),
    np.array([[0.5, 0.9, 0.1], [0.3, 0.3, 0.0]]),
)

SHAPES: dict[str, Any] = {
    "tuples": (JUDGMENTS, RETRIEVED),
    "named tuples": ([Qrel(*row) for row in JUDGMENTS], [ScoredDoc(*row) for row in RETRIEVED]),
    "generators": (iter(JUDGMENTS), iter(RETRIEVED)),
    "numbers as ids": (
        [(int(topic), int(docno), grade) for topic, docno, grade in JUDGMENTS],
        [(int(topic), int(docno), score) for topic, docno, score in RETRIEVED],
    ),
    "other mappings": (UserDict(QRELS), OrderedDict(RUN)),
    "file objects": files(),
    "arrays": (arrays(JUDGMENTS), arrays(RETRIEVED)),
    "polars, another column all null": tuple(
        frame.with_columns(note=pl.lit(None)) for frame in frames(pl.DataFrame)
    ),
    "arrow, unsigned numbers": arrow_as(pa.uint64(), pa.float64()),
    "arrow, dictionary of unsigned numbers": (
        QRELS,
        frames(pa.table)[1]
        .cast(
            pa.schema(
                [
                    ("query_id", pa.uint64()),
                    ("doc_id", pa.uint64()),
                    ("score", pa.float64()),
                ]
            )
        )
        .to_pandas()
        .astype({"doc_id": "category"}),
    ),
    "pandas, ids of several types": mixed(),
    "arrays in another order": (arrays(JUDGMENTS[::2] + JUDGMENTS[1::2]), arrays(RETRIEVED[::-1])),
    "arrays with topics apart": (QRELS, arrays(RETRIEVED[::2] + RETRIEVED[1::2])),
    "matrix": (QRELS, MATRIX),
    "arrow": frames(pa.table),
    "arrow, large strings": arrow_as(pa.large_string(), pa.float32()),
    "arrow, string views": arrow_as(pa.string_view(), pa.float64()),
    "arrow, dictionary": arrow_as(pa.dictionary(pa.int8(), pa.string()), pa.float64()),
    "polars": frames(pl.DataFrame),
    "duckdb": duck(),
    "pandas": frames(pd.DataFrame),
    "pandas, objects": pandas_as(object),
    "pandas, categories": pandas_as("category"),
    "pandas, whole numbers": pandas_as("int64"),
    "names of trec": frames(pl.DataFrame, TREC),
    "names of pyterrier": frames(pl.DataFrame, PYTERRIER),
    "names of beir": frames(pl.DataFrame, BEIR),
    "names of ranx": frames(pl.DataFrame, RANX),
    "names of pyserini": frames(pl.DataFrame, PYSERINI),
}


SHAPES |= {
    f"qrels as {kind.name} {number}": (io.BytesIO(kind.make(JUDGMENTS)), RUN)
    for number, kind in enumerate(QRELS_KINDS)
    if kind.recognised != "likely"
}
SHAPES |= {
    f"run as {kind.name} {number}": (QRELS, io.BytesIO(kind.make(RETRIEVED)))
    for number, kind in enumerate(RUN_KINDS)
    if kind.recognised != "likely"
}


@pytest.mark.parametrize("shape", SHAPES)
def test_shape(shape: str) -> None:
    qrels, run = SHAPES[shape]
    # Of the 32-bit scores of one shape only the order is the same.
    result = rtreceval.evaluate(qrels, run, MEASURES)
    assert result.per_topic == EXPECTED.per_topic
    assert result.strings("relstring") == EXPECTED.strings("relstring")


def test_frames_without_arrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pandas without pyarrow has the method, but it does not work."""

    def fail(_: object) -> None:
        raise ImportError

    monkeypatch.setattr(pd.DataFrame, "__arrow_c_stream__", fail)
    qrels, run = frames(pd.DataFrame)
    assert rtreceval.evaluate(qrels, run, MEASURES).per_topic == EXPECTED.per_topic


def test_names_of_columns_can_be_chosen() -> None:
    qrels = pl.DataFrame(columns(JUDGMENTS, "t", "d", "g"))
    run = pl.DataFrame(columns(RETRIEVED, "t", "d", "s"))
    names = {"topic": "t", "docno": "d", "grade": "g", "score": "s"}
    result = rtreceval.evaluate(qrels, run, MEASURES, columns=names)
    assert result.per_topic == EXPECTED.per_topic
    evaluator = rtreceval.Evaluator(qrels, MEASURES, columns=names)
    assert evaluator.evaluate(run).per_topic == EXPECTED.per_topic


def test_one_of_two_columns_is_chosen() -> None:
    run = pl.DataFrame(columns(RETRIEVED, "query-id", "docno", "score")).with_columns(qid=pl.lit(0))
    result = rtreceval.evaluate(QRELS, run, MEASURES, columns={"topic": "query-id"})
    assert result.per_topic == EXPECTED.per_topic


def test_many_rows_on_threads() -> None:
    """Blocks of rows are cut where the topic changes."""
    made = np.random.default_rng(1)
    topics = np.repeat(np.arange(300), 500)
    docnos = np.concatenate([made.permutation(2000)[:500] for _ in range(300)])
    scores = made.normal(size=topics.size).round(2)
    qrels = {
        str(topic): {str(doc): int(doc) % 4 for doc in range(0, 2000, 7)} for topic in range(300)
    }
    run: dict[str, dict[str, float]] = {}
    for topic, docno, score in zip(topics, docnos, scores, strict=True):
        run.setdefault(str(topic), {})[str(docno)] = float(score)
    expected = rtreceval.evaluate(qrels, run, MEASURES)
    for threads in (1, 2, 3):
        result = rtreceval.evaluate(qrels, (topics, docnos, scores), MEASURES, threads=threads)
        assert result.per_topic == expected.per_topic


@given(
    documents=st.lists(
        st.tuples(
            st.integers(0, 2), st.integers(-3, 30), st.sampled_from([0.5, 1.0, 1 + 1e-9, 2.0])
        ),
        max_size=60,
        unique_by=lambda row: row[:2],
    ),
    order=st.sampled_from(["falling", "any"]),
    judged=st.dictionaries(
        st.sampled_from(["0", "7", "07", "-2", "12", "d7", "29"]), st.integers(-1, 3), min_size=1
    ),
    compat=st.sampled_from(["9", "10"]),
)
def test_whole_numbers_are_the_ids_that_they_are_as_text(
    documents: list[tuple[int, int, float]], order: str, judged: dict[str, int], compat: Any
) -> None:
    assume(any(topic != 1 for topic, *_ in documents))
    documents.sort(key=lambda row: (row[0], -row[2] if order == "falling" else 0.0))
    run: dict[str, dict[str, float]] = {}
    for topic, docno, score in documents:
        run.setdefault(str(topic), {})[str(docno)] = score
    topics, docnos, scores = (np.array([row[part] for row in documents]) for part in range(3))
    evaluator = rtreceval.Evaluator({"0": judged, "2": judged}, ["all_trec"], compat=compat)
    result, expected = evaluator.evaluate((topics, docnos, scores)), evaluator.evaluate(run)
    assert bits(result) == bits(expected)


@pytest.mark.parametrize(
    ("qrels", "run", "error", "text"),
    [
        (pl.DataFrame({"a": [1]}), RUN, ValueError, "found columns a, expected one for the topic"),
        (
            pa.table({"query_id": ["1", None], "doc_id": ["1", "2"], "relevance": [1, 2]}),
            RUN,
            TypeError,
            "found a null in column 'query_id', row 1",
        ),
        (
            pa.table({"query_id": ["1"], "doc_id": ["1"], "relevance": ["x"]}),
            RUN,
            TypeError,
            "found column 'relevance' of Utf8, expected numbers",
        ),
        (
            QRELS,
            pl.DataFrame({"qid": ["1"], "docno": [None], "score": [1.0]}),
            TypeError,
            r"run: found a null in column 'docno', row 0 \(from 0\), expected a value",
        ),
        (
            QRELS,
            pa.table(
                {
                    "qid": pa.array(["1", None]).dictionary_encode(),
                    "docno": ["1", "2"],
                    "score": [1, 2],
                }
            ),
            TypeError,
            r"run: found a null in column 'qid', row 1 \(from 0\), expected a value",
        ),
        (
            QRELS,
            pl.DataFrame({"qid": ["1"], "docno": [""], "score": [1.0]}),
            rtreceval.InputError,
            r"found an empty id in column 'docno', row 0 \(from 0\), expected one that",
        ),
        (
            QRELS,
            [("1", "", 1.0)],
            rtreceval.InputError,
            r"found an empty id: document of row 0 \(from 0\), expected one that",
        ),
        (
            QRELS,
            pd.DataFrame({"qid": ["1", "1"], "docno": ["1", 2.5], "score": [1.0, 2.0]}),
            TypeError,
            r"run, row 1 \(from 0\): document: found 2.5, <class 'float'>",
        ),
        (
            QRELS,
            pl.LazyFrame({"qid": ["1"], "docno": ["1"], "score": [1.0]}),
            TypeError,
            r"run: found <class '.*LazyFrame'>, expected its rows: call .collect\(\)",
        ),
        (
            QRELS,
            pd.DataFrame({"query-id": ["1"], "qid": ["1"], "docno": ["1"], "score": [1.0]}),
            ValueError,
            r"for the topic, expected one of them: columns=\{'topic': NAME\} says which",
        ),
        (5, RUN, TypeError, "qrels: found <class 'int'>, expected a path"),
        (QRELS, [1, 2], TypeError, "run: found 1 as row 0"),
        (QRELS, [("1", "2", "x")], TypeError, "row 0 .* found <class 'str'>, expected a number"),
        (QRELS, [("1", 2.5, 3)], TypeError, "document: found 2.5"),
        (QRELS, [("1", "2", float("nan"))], rtreceval.InputError, "score nan"),
        (QRELS, [("1", "2", 1.0), ("1", "2", 2.0)], rtreceval.InputError, "a second time"),
        (QRELS, (np.array([1]), np.array([1, 2]), np.array([1.0])), ValueError, "shapes"),
        (QRELS, (np.array([1]), np.array([0.5]), np.array([1.0])), TypeError, "array of float64"),
        (
            QRELS,
            (np.array([1]), np.array([2**63], dtype=np.uint64), np.array([1.0])),
            ValueError,
            "run: found id 9223372036854775808, expected one below",
        ),
        (
            QRELS,
            pd.DataFrame([["1", "1", "1", 1.0]], columns=["qid", "qid", "docno", "score"]),
            ValueError,
            "run: found columns qid and qid for the topic, expected one of them: rename the other",
        ),
        (
            QRELS,
            pl.DataFrame({"qid": [], "docno": [], "score": []}),
            rtreceval.InputError,
            "no topic has both judgments and a ranking",
        ),
        (arrays([("1", "2", np.inf)]), RUN, rtreceval.InputError, "grade inf"),
    ],
)
def test_what_cannot_be_used(qrels: Any, run: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        rtreceval.evaluate(qrels, run, MEASURES)


@pytest.mark.parametrize("part", range(3))
def test_arrays_in_another_byte_order_are_refused(part: int) -> None:
    run: list[Any] = [np.array([1, 1]), np.array([5, 7]), np.array([256.0, 1.0])]
    foreign = run[part].dtype.newbyteorder("S")
    run[part] = run[part].astype(foreign)
    with pytest.raises(TypeError, match=f"array of {foreign}, expected .* byte order"):
        rtreceval.evaluate({1: {5: 1, 7: 0}}, tuple(run), ["recip_rank"])


def test_padding_is_no_document_however_short_the_rows_are() -> None:
    qrels, docs, scores = {1: {5: 1}, 2: {6: 1}}, np.array([[5], [-1]]), np.array([[1.0], [0.0]])
    result = rtreceval.evaluate(qrels, (np.array([1, 2]), docs, scores), ["num_ret"])
    assert result["num_ret"] == 1


def test_masked_elements_are_refused() -> None:
    scores = np.ma.array([1.0, 2.0], mask=[False, True])
    run: Any = (np.array([1, 1]), np.array([5, 7]), scores)
    with pytest.raises(ValueError, match="run: found an array with masked elements"):
        rtreceval.evaluate({1: {5: 1}}, run, ["recip_rank"])


def test_an_order_of_its_own_is_the_order_of_a_dict() -> None:
    ranking = OrderedDict([("d2", 1.0), ("d1", 1.0)])
    ranking.move_to_end("d2")
    result = rtreceval.evaluate({"q": {"d1": 1}}, {"q": ranking}, ["recip_rank"], ties="file")
    assert result["recip_rank"] == 1


def test_many_ties_of_few() -> None:
    count = 4000
    qrels = {"q": {f"d{n}": 1 + n % 2 for n in range(count)}}
    run = {"q": {f"d{n}": n // 2 for n in range(count)}}
    rows = [("q", docno, score) for docno, score in run["q"].items()]
    measures = ["ndcg", "map", "recip_rank"]
    assert rtreceval.evaluate(qrels, run, measures) == rtreceval.evaluate(qrels, rows, measures)


@pytest.mark.parametrize("scale", [0, 18, 25, 37])
def test_decimals_are_rounded_once(scale: int) -> None:
    grade = Decimal(3).scaleb(-min(scale, 1))
    column = pa.array([grade], pa.decimal128(38, scale))
    qrels = pa.table({"topic": ["q"], "docno": ["d"], "grade": column})
    assert rtreceval.evaluate(qrels, {"q": {"d": 1.0}}, ["dcg"])["dcg"] == float(grade)


@pytest.mark.parametrize("index", [-1, 1, 99])
def test_dictionaries_without_what_is_asked_of_them(index: int) -> None:
    docnos = pa.DictionaryArray.from_arrays(pa.array([0, index]), pa.array(["d"]), safe=False)
    run = pa.table({"topic": ["q", "q"], "docno": docnos, "score": [1.0, 2.0]})
    with pytest.raises(TypeError, match="column 'docno' of Dictionary"):
        rtreceval.evaluate({"q": {"d": 1}}, run, ["map"])
