"""A result as dicts, JSON, frames, Arrow and HTML; equality."""

from __future__ import annotations

import json
import math
from html.parser import HTMLParser
from typing import Any, Literal

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import rtreceval
from tests.support import ALL, FIXTURES, OPTIONS, Options, Write

SMALL = FIXTURES / "small.qrels", FIXTURES / "small.run"
KINDS = ["runid", "num_q", "num_ret", "map", "gm_map", "relstring"]
"""A measure of each kind: text and number, with values by topic, with an average, with both."""
RESULT = rtreceval.evaluate(*SMALL, KINDS)
DIVERSE = rtreceval.evaluate(
    {"q1": {"a": {"s": 1, "t": 1}, "b": {"t": 1}}, "q2": {"a": {"s": 1}}},
    {"q1": {"b": 2.0, "a": 1.0}, "q2": {"b": 1.0}},
    ["alpha_ndcg.10", "StRecall@1", "P.1"],
)

Layout = Literal["wide", "long"]
LAYOUTS: list[Layout] = ["wide", "long"]

WIDE = [
    {"topic": "t1", "num_ret": 6, "map": 0.3, "relstring": "-20.1-"},
    {"topic": "t2", "num_ret": 4, "map": (1 + 2 / 3) / 2, "relstring": "301-"},
]
AVERAGES = {"topic": "all", "runid": "small", "num_q": 2, "num_ret": 10, "map": RESULT["map"]} | {
    "gm_map": RESULT["gm_map"]
}
COLUMNS = ["topic", *KINDS[:2], "num_ret", "map", "gm_map", "relstring"]


def expected(layout: Layout, *, summary: bool) -> list[dict[str, Any]]:
    """Give the rows of `RESULT`, written down here."""
    rows: list[dict[str, Any]] = [*WIDE, AVERAGES] if summary else list(WIDE)
    if layout == "wide":
        columns = COLUMNS if summary else list(WIDE[0])
        return [{name: row.get(name) for name in columns} for row in rows]
    long = []
    for row in rows:
        for name in COLUMNS[1:]:
            if name in row:
                is_text = isinstance(row[name], str)
                value, text = (None, row[name]) if is_text else (row[name], None)
                long.append({"topic": row["topic"], "measure": name, "value": value, "text": text})
    return long


# A mapping of averages


def test_it_is_a_mapping_of_averages() -> None:
    assert dict(RESULT.items()) == RESULT.summary
    assert RESULT.values() == [value for _, value in RESULT.items()]
    assert RESULT.get("map") == RESULT["map"]
    assert (RESULT.get("absent"), RESULT.get("absent", 0)) == (None, 0)
    assert list(RESULT) == RESULT.keys() == ["num_q", "num_ret", "map", "gm_map"]
    assert len(RESULT) == 4
    assert dict(RESULT) == RESULT.summary
    assert all(name in RESULT for name in RESULT)


def test_what_it_has_can_be_had() -> None:
    """A name is in it just where indexing gives a number, in any spelling."""
    cut = rtreceval.evaluate(*SMALL, ["P.5", "relstring", "runid"])
    assert list(cut) == ["P_5"]
    for name in ("P_5", "P.5"):
        assert name in cut
        assert cut[name] == cut.summary["P_5"]
    for name in ("P_10", "relstring", "runid", "", "no such"):
        assert name not in cut
        with pytest.raises(KeyError):
            cut[name]
    assert 0 not in cut
    with pytest.raises(TypeError, match="str"):
        cut[0]  # type: ignore[index]


# Layouts


@pytest.mark.parametrize("summary", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS)
class TestExports:
    """All exports have the same rows, and what is no value is missing in each."""

    def test_to_dict(self, layout: Layout, *, summary: bool) -> None:
        rows = RESULT.to_dict(layout=layout, summary=summary)
        if isinstance(rows, dict):
            rows = [{"topic": topic, **row} for topic, row in rows.items()]
            assert rows == ([*WIDE, AVERAGES] if summary else WIDE)
            assert all(isinstance(row["num_ret"], int) for row in rows)
        else:
            assert rows == expected(layout, summary=summary)

    def test_to_json(self, layout: Layout, *, summary: bool) -> None:
        text = RESULT.to_json(layout=layout, summary=summary)
        assert json.loads(text) == RESULT.to_dict(layout=layout, summary=summary)

    def test_to_polars(self, layout: Layout, *, summary: bool) -> None:
        frame = RESULT.to_polars(layout=layout, summary=summary)
        assert frame.rows(named=True) == expected(layout, summary=summary)

    def test_to_arrow(self, layout: Layout, *, summary: bool) -> None:
        table = RESULT.to_arrow(layout=layout, summary=summary)
        assert table.to_pylist() == expected(layout, summary=summary)
        table.validate(full=True)

    def test_to_pandas(self, layout: Layout, *, summary: bool) -> None:
        frame = RESULT.to_pandas(layout=layout, summary=summary)
        rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
        assert rows == expected(layout, summary=summary)


def test_types_of_columns() -> None:
    """A count is a whole number. pandas has none among which one is missing."""
    schema = RESULT.to_polars(summary=True).schema
    assert schema == pl.Schema(
        {"topic": pl.String, "runid": pl.String, "num_q": pl.Int64, "num_ret": pl.Int64}
        | {"map": pl.Float64, "gm_map": pl.Float64, "relstring": pl.String}
    )
    assert dict(RESULT.to_pandas(summary=True).dtypes[["num_q", "num_ret", "map"]]) == {
        "num_q": "float64",
        "num_ret": "int64",
        "map": "float64",
    }


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("measure", ["runid", "num_q", "relstring", "map"])
def test_a_column_without_values_is_of_its_type_all_the_same(measure: str, layout: Layout) -> None:
    """The run has no value by topic of `runid` and `num_q`, and so no row in the long layout."""
    text = pd.Series(["t1"]).dtype
    result = rtreceval.evaluate(*SMALL, measure)
    for summary in (False, True):
        frame = result.to_pandas(layout=layout, summary=summary)
        kinds = {"topic": text, "runid": text, "relstring": text, "measure": text, "text": text}
        kinds |= {"value": "float64", "map": "float64", "num_q": "float64"}
        assert dict(frame.dtypes) == {name: kinds[name] for name in frame}
        assert len(frame) == len(result.to_dict(layout=layout, summary=summary))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_values_are_those_of_the_result(options: Options) -> None:
    result = rtreceval.evaluate(*SMALL, ALL, **options)
    frame = result.to_pandas(summary=True).set_index("topic")
    assert [*frame.index] == [*result.topics, "all"]
    for name, value in result.summary.items():
        assert frame.loc["all", name] == value
    for topic, row in result.per_topic.items():
        for name, value in row.items():
            assert frame.loc[topic, name] == value
    long = result.to_polars(layout="long", summary=True)
    assert long.filter(topic="all").drop_nulls("value").height == len(result.summary)
    by_topic = sum(len(row) for row in result.per_topic.values())
    assert long.drop_nulls("value").height == by_topic + len(result.summary)


def test_measures_by_subtopic() -> None:
    frame = DIVERSE.to_polars(summary=True)
    assert frame.columns == ["topic", "P_1", "alpha_ndcg_10", "StRecall@1"]
    assert frame["StRecall@1"].to_list() == [0.5, 0.0, 0.25]
    assert "text" not in DIVERSE.to_polars(layout="long").columns


def test_no_text_no_column() -> None:
    result = rtreceval.evaluate(*SMALL, "map")
    assert result.to_polars(layout="long").columns == ["topic", "measure", "value"]
    assert result.to_dict(layout="long")[0] == {"topic": "t1", "measure": "map", "value": 0.3}


def test_arrow_by_its_interface() -> None:
    """Whoever reads Arrow takes the result as it is, any number of times."""
    table = pa.table(RESULT)
    assert table == pa.table(RESULT) == RESULT.to_arrow()
    relation = duckdb.connect().sql("SELECT topic, map FROM RESULT ORDER BY map")
    assert relation.fetchall() == [("t1", 0.3), ("t2", WIDE[1]["map"])]
    assert pl.DataFrame(RESULT).equals(RESULT.to_polars())
    assert pd.DataFrame.from_arrow(RESULT).equals(RESULT.to_pandas())
    RESULT.__arrow_c_stream__()  # nobody takes it: it frees itself


def test_a_table_outlives_its_result() -> None:
    table = rtreceval.evaluate(*SMALL, "map").to_arrow()
    assert table["map"].to_pylist() == [row["map"] for row in WIDE]


def test_ids_that_are_not_utf_8() -> None:
    topic = "q\udcff"
    result = rtreceval.evaluate({topic: {"d": 1}}, {topic: {"d": 1.0}}, "map")
    assert result.to_dict() == {topic: {"map": 1.0}}
    assert json.loads(result.to_json()) == {topic: {"map": 1.0}}
    assert result.to_pandas()["topic"].tolist() == [topic]
    for export in (result.to_polars, result.to_arrow, result.__arrow_c_stream__):
        with pytest.raises(UnicodeError, match=r"found 'q\\xff', expected UTF-8"):
            export()


def test_a_number_that_json_lacks_is_null() -> None:
    qrels = {"q": {"d": 1}}
    result = rtreceval.evaluate(qrels, {"q": {"x": 1.0}}, "11pt_avg", judged_only=True)
    assert math.isnan(result["11pt_avg"])
    assert result.to_json() == '{"q": {"11pt_avg": null}}'
    assert math.isnan(result.to_polars()["11pt_avg"][0])


def test_a_topic_called_all() -> None:
    """It could be told from the averages by its place only."""
    result = rtreceval.evaluate({"all": {"d": 1}}, {"all": {"d": 1.0}}, "map")
    assert result.to_dict() == {"all": {"map": 1.0}}
    with pytest.raises(ValueError, match="found a topic 'all', expected none of the name"):
        result.to_dict(summary=True)


def test_no_other_layout() -> None:
    layout: Any = "tall"
    for export in (RESULT.to_dict, RESULT.to_json, RESULT.to_pandas, RESULT.to_arrow):
        with pytest.raises(ValueError, match="layout: found 'tall', expected 'wide' or 'long'"):
            export(layout=layout)


# Notebooks


class Cells(HTMLParser):
    """Collects the rows of a table."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: list[str] = []
        self.feed(html)
        assert not self.tags

    def handle_starttag(self, tag: str, attrs: object) -> None:
        assert not attrs
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.tags.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] in {"td", "th"}:
            self.rows[-1][-1] += data


def test_table_of_a_notebook() -> None:
    html = RESULT._repr_html_()
    assert Cells(html).rows == [
        COLUMNS,
        ["all", "small", "2", "10", "0.5667", f"{RESULT['gm_map']:.4f}", ""],
        ["t1", "", "", "6", "0.3000", "", "-20.1-"],
        ["t2", "", "", "4", "0.8333", "", "301-"],
    ]
    note = "2 topics; 1 topic of the qrels not in the run; 1 topic of the run not in the qrels"
    assert f"<p>{note}</p>" in html


def test_a_notebook_shows_the_first_topics() -> None:
    topics = {f"{number:03}": {"d": 1.0} for number in range(150)}
    html = rtreceval.evaluate(topics, topics, "map")._repr_html_()
    assert [row[0] for row in Cells(html).rows[2:]] == sorted(topics)[:10]
    assert "<p>150 topics, of which the first 10 are shown</p>" in html


def test_a_notebook_takes_no_text_for_html(write: Write) -> None:
    name = "<b>&'\""
    run = write("run", f"{name} Q0 d 1 1 {name}\n")
    html = rtreceval.evaluate({name: {"d": 1}}, run, ["map", "runid"])._repr_html_()
    assert name not in html
    assert [row[:2] for row in Cells(html).rows[1:]] == [["all", name], [name, ""]]


def test_a_measure_in_a_notebook() -> None:
    for measure in rtreceval.measures():
        html = measure._repr_html_()
        Cells(html)
        assert f"<code>{measure.name}</code></b>: " in html
        assert str(measure).startswith(f"{measure.name}: {measure.title}\n\n{measure.help}")


# Equality


def test_equal_results() -> None:
    again = rtreceval.evaluate(rtreceval.read_qrels(SMALL[0]), rtreceval.read_run(SMALL[1]), KINDS)
    assert again == RESULT
    assert not again != RESULT  # noqa: SIM202
    others = [
        rtreceval.evaluate(*SMALL, KINDS[1:]),
        rtreceval.evaluate(*SMALL, KINDS, complete=True),
        rtreceval.evaluate(*SMALL, KINDS, relevance_level=2),
        rtreceval.evaluate(*SMALL, KINDS, compat="10"),
        RESULT.to_dict(),
        None,
    ]
    for other in others:
        assert other != RESULT
    with pytest.raises(TypeError, match="unhashable"):
        hash(RESULT)


def test_not_a_number_is_equal_to_itself() -> None:
    def result() -> rtreceval.Evaluation:
        run = {"q": {"x": 1.0}}
        return rtreceval.evaluate({"q": {"d": 1}}, run, "11pt_avg", judged_only=True)

    assert result() == result()
