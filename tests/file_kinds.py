"""One set of judgments and one run in every kind of file that is read."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Rows = list[tuple[str, str, Any]]


class Kind(NamedTuple):
    """A kind of file: the format's name, what makes it of rows, and how it is recognised."""

    name: str
    make: Callable[[Rows], bytes]
    recognised: str = "surely"
    """'surely', 'likely' (which is said always) or 'never'."""


def lines(rows: Iterable[Iterable[Any]], separator: str = "\t", header: str = "") -> bytes:
    """Give rows the form of lines."""
    text = "".join(separator.join(map(str, row)) + "\n" for row in rows)
    return (header + text).encode()


def nested(rows: Rows) -> dict[str, dict[str, Any]]:
    """Give rows the shape of a dict of dicts."""
    shaped: dict[str, dict[str, Any]] = {}
    for topic, docno, number in rows:
        shaped.setdefault(topic, {})[docno] = number
    return shaped


def ranked(rows: Rows) -> list[tuple[str, str, int]]:
    """Give rows their rank in place of the score; trec_eval puts the highest of equal ids first."""
    return [
        (topic, docno, rank)
        for topic, docs in nested(rows).items()
        for rank, docno in enumerate(
            sorted(docs, key=lambda docno: (docs[docno], docno), reverse=True), start=1
        )
    ]


def table(rows: Rows, *names: str) -> pa.Table:
    """Give rows the form of a table, with a column more that is not looked at."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    return pa.table({"note": ["x, y"] * len(rows)} | dict(zip(names, columns, strict=True)))


def written(write: Callable[[pa.Table, io.BytesIO], None], made: pa.Table) -> bytes:
    """Write a table into memory."""
    file = io.BytesIO()
    write(made, file)
    return file.getvalue()


def items(rows: Rows, item: Callable[[str, Mapping[str, Any]], Any]) -> list[Any]:
    """Give each topic an object."""
    return [item(topic, docs) for topic, docs in nested(rows).items()]


def json_lines(objects: list[Any]) -> bytes:
    """Write objects as JSON lines."""
    return "".join(json.dumps(item) + "\n" for item in objects).encode()


BEIR = "query-id", "corpus-id", "score"
IRM_QRELS, IRM_RUN = ("query_id", "doc_id", "relevance"), ("query_id", "doc_id", "score")

METADATA = b"""\
# ir_metadata.start
# ir_metadata.schema.version: 0.2
# tag: a run of 6 columns
# method:
#   automatic: true
# ir_metadata.end
"""

QRELS_KINDS = [
    Kind("qrels", lambda rows: lines(((t, 0, d, n) for t, d, n in rows), " "), "default"),
    Kind("beir", lambda rows: lines(rows, header="query-id\tcorpus-id\tscore\n")),
    Kind("beir", lambda rows: lines(rows, header="query_id\tdoc_id\trelevance\n")),
    Kind("beir", lambda rows: lines(((d, 1, n, t) for t, d, n in rows), " ", "docid q0 rel qid\n")),
    Kind("3col", lines, "likely"),
    Kind("json", lambda rows: json.dumps(nested(rows)).encode()),
    Kind("json", lambda rows: json.dumps(nested(rows), indent=2).encode()),
    Kind("json", lambda rows: json_lines([{t: d} for t, d in nested(rows).items()])),
    Kind("csv", lambda rows: written(pyarrow.csv.write_csv, table(rows, *BEIR))),
    Kind("csv", lambda rows: lines(rows, ",", "q_id,doc_id,score\n")),
    Kind("parquet", lambda rows: written(pyarrow.parquet.write_table, table(rows, *IRM_QRELS))),
]

RUN_KINDS = [
    Kind(
        "trec_results",
        lambda rows: METADATA + lines(((t, "Q0", d, 0, n, "tag") for t, d, n in rows), " "),
        "default",
    ),
    Kind("beir", lambda rows: METADATA + lines(rows, header="query-id\tcorpus-id\tscore\n")),
    Kind("beir", lambda rows: lines(rows, header="qid\tdocno\tscore\n")),
    Kind("3col", lambda rows: METADATA + lines(rows)),
    Kind("msmarco", lambda rows: lines(ranked(rows)), "likely"),
    Kind("msmarco", lambda rows: lines((t, d, n - 1) for t, d, n in ranked(rows)[::-1]), "likely"),
    Kind("json", lambda rows: json.dumps(nested(rows)).encode()),
    Kind(
        "mteb",
        lambda rows: json.dumps(
            {"mteb_model_meta": {"model_name": "m", "revision": None},
             "default": {"test": nested(rows)}}
        ).encode(),
    ),
    Kind(
        "sentence_transformers",
        lambda rows: json_lines(items(rows, lambda topic, docs: {
            "query_id": topic, "query": "text",
            "results": [{"corpus_id": d, "score": n} for d, n in docs.items()],
        })),
    ),
    Kind(
        "rank_llm",
        lambda rows: json.dumps(items(rows, lambda topic, docs: {
            "query": {"text": "text", "qid": int(topic)},
            "candidates": [{"docid": d, "score": n, "doc": {"a": [1]}} for d, n in docs.items()],
        }), indent=1).encode(),
    ),
    Kind(
        "rank_llm",
        lambda rows: json_lines(items(rows, lambda topic, docs: {
            "query": {"text": "text", "qid": topic},
            "candidates": [{"docid": int(d), "score": n} for d, n in docs.items()],
        })),
    ),
    Kind(
        "kilt",
        lambda rows: json_lines(items(ranked(rows), lambda topic, docs: {
            "id": topic, "input": "text",
            "output": [{"provenance": [{"wikipedia_id": d} for d in docs]}],
        })),
    ),
    Kind("csv", lambda rows: written(pyarrow.csv.write_csv, table(rows, *IRM_RUN))),
    Kind("parquet", lambda rows: written(pyarrow.parquet.write_table, table(rows, *BEIR))),
]  # fmt: skip
