"""Files in the formats that users have: the same data in each gives the same bits."""

from __future__ import annotations

import gzip
import io
import json
import re
import sys
import warnings
from collections import namedtuple
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet
import pytest

import rtreceval
from rtreceval import InputError, InputWarning, tables
from tests.file_kinds import METADATA, QRELS_KINDS, RUN_KINDS, Kind, lines, nested, written
from tests.support import FIXTURES, SHARED, bits, run_cli, run_python

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support import Cli, Write

JUDGMENTS = [("1", "10", 2), ("1", "11", 0), ("1", "012", 1), ("2", "10", 1), ("2", "13", 3)]
RETRIEVED = [
    ("1", "012", 1 / 3),
    ("1", "10", 0.3),
    ("1", "14", 1e-9),
    ("2", "13", -1.5),
    ("2", "10", -1.5),
]
MEASURES = ["map", "ndcg_cut_10", "ndcg_exp", "bpref", "infAP", "relstring"]
EXPECTED = rtreceval.evaluate(nested(JUDGMENTS), nested(RETRIEVED), MEASURES)
WHOLE_IDS = [(topic, docno.lstrip("0"), number) for topic, docno, number in RETRIEVED]
WHOLE_JUDGED = [(topic, docno.lstrip("0"), number) for topic, docno, number in JUDGMENTS]


def data_of(kind: Kind) -> tuple[Any, bytes, bool]:
    """Give the other input of an evaluation, a file, and whether it is of qrels."""
    if kind in QRELS_KINDS:
        return nested(RETRIEVED), kind.make(JUDGMENTS), True
    if kind.name == "rank_llm":  # ids as numbers have no zeros before them
        return nested(WHOLE_JUDGED), kind.make(WHOLE_IDS), False
    return nested(JUDGMENTS), kind.make(RETRIEVED), False


def evaluate(other: Any, data: Any, *, is_qrels: bool) -> rtreceval.Evaluation:
    """Evaluate two inputs, of which the first is of the other role."""
    pair = (data, other) if is_qrels else (other, data)
    return rtreceval.evaluate(*pair, MEASURES)


def forms(data: bytes, file: Path, *, is_qrels: bool) -> Iterator[Callable[[], Any]]:
    """Give what makes the arguments that a file can be."""
    read: Any = rtreceval.read_qrels if is_qrels else rtreceval.read_run
    file.write_bytes(data)
    yield lambda: file
    yield lambda: io.BytesIO(data)
    yield lambda: io.BytesIO(gzip.compress(data))
    yield lambda: read(file)
    yield lambda: read(io.BytesIO(data))
    file.with_suffix(".x").write_bytes(gzip.compress(data))
    yield lambda: file.with_suffix(".x")


@pytest.mark.parametrize("kind", QRELS_KINDS + RUN_KINDS, ids=lambda kind: kind.name)
def test_every_kind_gives_the_same_bits(kind: Kind, tmp_path: Path) -> None:
    other, data, is_qrels = data_of(kind)
    for form in forms(data, tmp_path / "file", is_qrels=is_qrels):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            result = evaluate(other, form(), is_qrels=is_qrels)
        assert bits(result) == bits(EXPECTED)
        assert [one.category for one in caught] == [InputWarning] * (kind.recognised == "likely")
        assert all(f"read as '{kind.name}': " in str(one.message) for one in caught)
    # With its name there is nothing to guess.
    read: Any = rtreceval.read_qrels if is_qrels else rtreceval.read_run
    named = read(tmp_path / "file", format=kind.name)
    assert bits(evaluate(other, named, is_qrels=is_qrels)) == bits(EXPECTED)


@pytest.mark.parametrize("kind", QRELS_KINDS + RUN_KINDS, ids=lambda kind: kind.name)
def test_every_kind_on_the_command_line(kind: Kind, cli: Cli, write: Write) -> None:
    _, data, is_qrels = data_of(kind)
    (own, theirs, option) = ("qrels", "run", "-R") if is_qrels else ("run", "qrels", "-T")
    judged, retrieved = JUDGMENTS, RETRIEVED
    if kind.name == "rank_llm":
        judged, retrieved = WHOLE_JUDGED, WHOLE_IDS
    write("qrels", QRELS_KINDS[0].make(judged))
    write("run", RUN_KINDS[0].make(retrieved))
    request = ("-q", "-m", "map", "-m", "bpref", "-m", "ndcg", "qrels", "run")
    expected = cli(*request)
    assert (expected.status, expected.err) == (0, b"")
    write(own, data)
    said = f"{own}: read as '{kind.name}'"
    result = cli(*request)
    assert (result.status, result.out) == (0, expected.out)
    if kind.recognised == "likely":
        assert result.err.decode().startswith(f"rtreceval: warning: {said}: ")
        assert len(result.err.splitlines()) == 1
        assert cli(*request, "--quiet").err == b""
    else:
        assert result.err == b""
        told = cli(*request, "--verbose").err.decode()
        assert told.startswith(f"rtreceval: {said} (") or (
            not told and kind.recognised == "default"
        )
    assert cli(*request, option, kind.name) == expected
    if kind.name == "parquet":
        return  # what reads it takes a while to import
    for more in (["--duplicates", "first"], ["--tie-range"], ["--threads", "1"]):
        changed = cli(*request, option, kind.name, *more)
        assert changed.status == 0
        if more != ["--tie-range"]:
            assert changed.out == expected.out
    if not is_qrels:
        piped = cli(*request[:-1], "-", stdin=gzip.compress(data))
        assert (piped.status, piped.out) == (0, expected.out)
    files = {theirs: theirs, own: write("packed", gzip.compress(data)).name}
    assert cli(*request[:-2], files["qrels"], files["run"], "--quiet").out == expected.out
    explained = cli("explain", "-m", "map", "--topic", "1", "qrels", "run", "--quiet")
    assert explained.status == 0


def test_all_formats_have_a_kind_and_a_text(cli: Cli) -> None:
    text = cli("-h").out.decode()
    for option, kinds, more in (
        ("-R", QRELS_KINDS, {"subtopics", "qrels_jg", "prefs", "qrels_prefs", "2col"}),
        ("-T", RUN_KINDS, {"2col"}),
    ):
        part = text.partition(f"({option}):\n")[2].partition("\n\n")[0]
        names = {line.split()[0] for line in part.splitlines() if line[2] != " "}
        assert names == {kind.name for kind in kinds} | more
        for name in names:
            told = cli("-h", option, name)
            assert told.out.decode().startswith(f"{name}: ")
            assert all(len(line) <= 104 for line in told.out.decode().splitlines())


class Refused(NamedTuple):
    """A file that is refused, and the end of the message."""

    role: str
    content: str | bytes
    message: str
    format: str = ""


EITHER = (
    "found 3 fields, of which the last is a rank or a score, expected 6 fields: topic Q0 docno "
    "rank score tag; or the format named: 'msmarco' takes the last for a rank, '3col' for a score"
)
TREC_RUN = "expected 6 fields: topic Q0 docno rank score tag"
TREC_QRELS = "expected 4 fields: topic iteration docno grade"
ID = "expected one that is not empty"
NO_QUOTES = "expected one without quotes in it"
NO_LINES = "expected one without the end of a line in it"
NO_NUMBER = "expected one for the score: any of score, sim, scores"
CLOSED = "found JSON that ends before it is closed, expected the rest of it"

REFUSED = [
    # Whole numbers that are not all ranks could be either.
    Refused("run", "1 a 1\n1 b 3\n", f"1:1: {EITHER}"),
    Refused("run", "1 a 30\n1 b 20\n", f"1:1: {EITHER}"),
    Refused("run", "1 a 1\n1 b 1\n", f"1:1: {EITHER}"),
    Refused("run", "1 a 1\n2 b 2\n", f"1:1: {EITHER}"),
    Refused("run", "1 a 0\n1 b 1\n2 a 1\n", f"1:1: {EITHER}"),  # from 0, and from 1
    # What lacks fields of TREC is told as before.
    Refused("run", "1 a x\n", f"1:6: found 3 fields, {TREC_RUN}"),
    Refused("run", "1 Q0 1\n1 Q0 2\n", f"1:7: found 3 fields, {TREC_RUN}"),
    Refused("run", "1 a 1\n1 b 2\n1 c\n", f"1:6: found 3 fields, {TREC_RUN}"),
    Refused("run", "1 a 0.5\n1 Q0 b 1 2 t\n", f"1:8: found 3 fields, {TREC_RUN}"),
    Refused("run", "1 Q0 a 1 2 t\n1 a 0.5\n", f"2:8: found 3 fields, {TREC_RUN}"),
    Refused("run", "1 a\n", f"1:4: found 2 fields, {TREC_RUN}"),
    Refused("run", "1 Q0 a 1 2\n", f"1:11: found 5 fields, {TREC_RUN}"),
    Refused("run", "[q] d 1 2\n", "1:1: found JSON, expected lines of fields, or JSON in a format"),
    Refused("qrels", "1 0 1\n2 0 1\n", f"1:6: found 3 fields, {TREC_QRELS}"),
    Refused("qrels", "1 a\n", f"1:4: found 2 fields, {TREC_QRELS}"),
    Refused("qrels", "1 a x\n", f"1:6: found 3 fields, {TREC_QRELS}"),
    # A header of which a part is known.
    Refused("run", "query doc score_\n", f"1:1: found columns query, doc, score_, {NO_NUMBER}"),
    Refused("run", "qid,docno,points\n1,a,1\n", f"found columns qid, docno, points, {NO_NUMBER}"),
    Refused("run", "Query-ID\tcorpus-id\tscore\n", "1:1: found columns Query-ID, corpus-id, score"),
    Refused("qrels", "q_id\tdoc_id\n1\ta\n", "1:1: found columns q_id, doc_id, expected one for t"),
    Refused("run", "qid,docno\n1,a\n", f"1:1: found columns qid, docno, {NO_NUMBER}"),
    # One that names two columns for the same.
    Refused("run", "query-id\tqid\tdocid\tscore\n", "1:10: found columns query-id and qid for the"),
    Refused("run", "qid,docid,doc,sim\n", "1:11: found columns docid and doc for the docno, expec"),
    Refused("run", "qid,docno,score,sim\n", "for the score, expected one of them: rename the othe"),
    Refused("run", "qid,docno,score,rank,rank\n1,a,1,1,1\n", "1:22: found columns rank and rank f"),
    Refused("qrels", "qid docno rel label\n", "1:15: found columns rel and label for the grade"),
    # Formats that are named or sure.
    Refused("run", "1 a 1\n1 b 2\n1 c 1\n", "3:5: found rank 1 of topic '1' a second", "msmarco"),
    Refused("run", "1 a 1\n1 b 1.5\n", "2:5: found rank '1.5', expected a whole number", "msmarco"),
    Refused("run", "1 a -1\n", "1:5: found rank '-1', expected a whole number", "msmarco"),
    Refused("run", "1 a 16777217\n", "1:5: found rank '16777217', expected", "msmarco"),
    Refused("run", "1 a 1\n1 a 2\n", "2:3: found document 'a' of topic '1' a second", "msmarco"),
    Refused("run", "1 a 2,5\n", "1:5: found score '2,5', expected a number", "3col"),
    Refused("run", "1 a nan\n", "1:5: found score 'nan', expected a number", "3col"),
    Refused("run", "1 a b\n", "1:4: found more than 2 fields, expected 2 fields", "2col"),
    Refused("run", "qid\tdocno\tscore\n1\ta\tnan\n", "2:5: found score 'nan', expected a number"),
    Refused("run", "qid\tdocno\tscore\n", "1:16: found a header and nothing below it, expected ro"),
    Refused("run", "qid\tdocno\tscore\n1\ta\n", "2:4: found 2 fields, expected 3, as the header h"),
    Refused("run", "qid\tdocno\tscore\n\ta\t1\n", f"2:1: found id '', {ID}"),
    Refused("run", 'qid\tdocno\tscore\n1\ta"b\t1\n', f"2:3: found id 'a\"b', {NO_QUOTES}"),
    Refused("run", "a\tb\tc\n1\ta\t1\n", "1:1: found columns a, b, c, expected one for", "beir"),
    Refused("qrels", "query-id\tcorpus-id\tscore\n1\ta\t0.5\n", "2:5: found grade '0.5', expected"),
    Refused("qrels", "query-id\tcorpus-id\tscore\n1\ta\t1\n1\ta\t1\n", "3:3: found document 'a'"),
    Refused("qrels", "1 a 0.5\n", "1:5: found grade '0.5', expected a whole number"),
    Refused("qrels", '{"1": {"a": 0.5}}', "1:13: found grade '0.5', expected a whole number"),
    Refused("qrels", '{"1": {"a": 1e999}}', "1:13: found grade '1e999', expected a finite number"),
    Refused("qrels", '{"1": {"a": "x"}}', '1:13: found "x", expected a number'),
    Refused("qrels", '{"1": {"a": 1}, "1": {}}', "1:18: found topic '1' a second time"),
    Refused("qrels", '{"1": {"a": 1,\n"a": 1}}', "2:2: found document 'a' of topic '1' a second t"),
    Refused("run", '{"1": {"\\u00e9": 1,\n"é": 1}}', "2:2: found document 'é' of topic '1' a seco"),
    Refused("run", '{"1": {"": 1}}', f"1:8: found id '', {ID}"),
    Refused("run", '{"": {"a": 1}}', f"1:2: found id '', {ID}"),
    Refused("run", '{"1": {"a\\n": 1}}', f"1:8: found id 'a\\n', {NO_LINES}"),
    Refused("run", '{"1": {"\\ud800": 1}}', "1:8: found id '\"\\ud800\"', expected one that can b"),
    Refused("qrels", '{"1": ["a"]}', "1:7: found a list, expected an object of documents"),
    Refused("qrels", '{"1": {"a": 1}', f"1:15: {CLOSED}"),
    Refused("run", '{"1": {"a": 1, "b', f"1:18: {CLOSED}"),
    Refused("run", '{"1": {"a": NaN}}', "1:13: found what is not JSON ('NaN'), expected a JSON va"),
    Refused("run", '{"1": {"a": 1}}}', "1:16: found what is not JSON ('}'), expected a JSON value"),
    Refused("run", '{"1": {"a": true}}', "1:13: found true, expected a number"),
    Refused("run", "# a comment\n[]", "2:1: found a list, expected an object of topics"),
    Refused("run", "{}", "1:1: found no topic, expected JSON: {topic: {docno: score}}"),
    Refused("run", "5", "1:1: found 5, expected an object of topics", "json"),
    Refused("run", "# nothing\n", "run: found nothing but blank lines and comments", "json"),
    Refused("run", '{"mteb_model_meta": {}, "a": {"x": {}, "y": {}}}', "expected one split"),
    Refused("run", '{"mteb_model_meta": {}, "a": {"x": {}}, "b": {}}', "expected one subset"),
    Refused("run", '{"query_id": 1.5, "results": []}', "found 1.5 in 'query_id', expected a strin"),
    Refused("run", '{"query_id": 1, "results": {}}', "1:28: found an object in 'results', expecte"),
    Refused("run", '{"query_id": "", "results": []}', f"1:14: found id '', {ID}"),
    Refused("run", '{"query_id": "1", "results": [{"corpus', f"1:39: {CLOSED}"),
    Refused("run", '{"query_id": "1", "res', f"1:23: {CLOSED}"),
    Refused("run", '{"id": 1, "id": 2, "output": []}', "1:11: found field 'id' a second time"),
    Refused("run", '{"query": {}, "candidates": []}', "1:11: found no field 'qid', expected one"),
    Refused("run", '{"query": 5, "candidates": []}', "1:11: found 5, expected an object"),
    Refused("qrels", "a,b\n1,2\n", "expected one for the topic: any of topic, topic_id", "csv"),
    Refused("qrels", "qid,docno,label\n1,a,x\n", "2:5: found grade 'x', expected a whole number"),
    Refused("qrels", "qid,docno,label\n1,a,\n", "2:5: found grade '', expected a whole number"),
    Refused("qrels", "qid,docno,label\n1,a,0.5\n", "2:5: found grade '0.5', expected a whole numb"),
    Refused("run", "qid,docno,score\n1,a,1\n1,b,2\n1,a,3\n", "4:3: found document 'a' of topic '1"),
    Refused("run", "qid,docno,score\n", "1:16: found a header and nothing below it, expected rows"),
    Refused("run", "qid,docno,score\n1,a\n", "2:4: found 2 fields, expected 3, as the header has"),
    Refused("run", "qid,docno,score\n1,,1\n", f"2:3: found id '', {ID}"),
    Refused("run", 'qid,docno,score\n"",a,1\n', f"2:2: found id '', {ID}"),
    Refused("run", 'qid,docno,score\n1,"a\nb",1\n', f"2:4: found id 'a\\nb', {NO_LINES}"),
    Refused("run", 'qid,docno,score\n1,"a,1\n', "2:3: found a quote, expected another one that cl"),
    Refused("run", 'qid,docno,score\n1,"a"b,1\n', "2:6: found more of a field after its quotes, e"),
    Refused("run", "qid,docno,score\n1,a,nan\n", "2:5: found score 'nan', expected a number"),
    Refused("qrels", "PAR1nothing", "qrels: found a Parquet file that cannot be read: it is cut o"),
    # Another encoding, whatever is written in it.
    *(
        Refused("run", text.encode(f"utf-{bits}{order}"), f"1:1: found UTF-{bits} text", name)
        for bits in (16, 32)
        for order in ("", "-le", "-be")
        for text, name in (
            ("1 Q0 a 1 1 t\n", ""),
            ("qid,docno,score\n1,a,1\n", "csv"),
            ('{"1": {"a": 1}}', "json"),
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case.role}: {case.content[:25]!r}")
def test_refused(case: Refused, cli: Cli, write: Write) -> None:
    write("qrels", QRELS_KINDS[0].make(JUDGMENTS))
    write("run", RUN_KINDS[0].make(RETRIEVED))
    file = write(case.role, case.content)
    option = ["-R" if case.role == "qrels" else "-T", case.format] if case.format else []
    result = cli("-m", "map", "qrels", "run", *option, "--quiet")
    text = result.err.decode()
    assert result.status == (4 if "found document" in text else 2)
    assert result.out == b""
    assert text.startswith(f"rtreceval: {case.role}:")
    assert case.message in text
    assert len(text.splitlines()) == 1
    read: Any = rtreceval.read_qrels if case.role == "qrels" else rtreceval.read_run
    with pytest.raises(InputError) as caught, warnings.catch_warnings(action="ignore"):
        rtreceval.evaluate({"1": {"a": 1}}, read(file, format=case.format or None), "map")
    error = caught.value
    assert case.message in str(error)
    assert error.file == str(file)
    if place := re.match(r"(\d+):(\d+): ", case.message):
        assert (error.line, error.column) == tuple(map(int, place.groups()))


@pytest.mark.parametrize("kind", QRELS_KINDS + RUN_KINDS, ids=lambda kind: kind.name)
def test_a_format_of_trec_that_is_named_is_not_doubted(kind: Kind, cli: Cli, write: Write) -> None:
    _, data, is_qrels = data_of(kind)
    write("qrels", QRELS_KINDS[0].make(JUDGMENTS))
    write("run", RUN_KINDS[0].make(RETRIEVED))
    own = write("qrels" if is_qrels else "run", data)
    for more in ([], ["--ties", "file"], ["--lenient"]):
        result = cli("-m", "map", "-R", "qrels", "-T", "trec_results", "qrels", "run", *more)
        assert (result.status == 0) == (kind.recognised == "default")
        assert (result.err == b"") == (result.status == 0)
        assert f"{own.name}:".encode() in result.err or result.status == 0
        assert b"read as" not in result.err


def test_a_rank_decides_whatever_the_order_of_lines(write: Write) -> None:
    run = rtreceval.read_run(write("run", "1 a 3\n1 b 1\n1 c 2\n"), format="msmarco")
    result = rtreceval.evaluate({"1": {"a": 1}}, run, ["recip_rank", "relstring"])
    assert result["recip_rank"] == 1 / 3
    assert result.strings("relstring") == {"1": "--1"}


def test_columns_without_a_number(cli: Cli, write: Write) -> None:
    write("qrels", "1 b\n")
    run = write("run", "1 a\n1 b\n1 c\n")
    request = ("-m", "recip_rank", "-m", "num_rel_ret", "qrels", "run", "-R", "2col", "-T", "2col")
    assert cli(*request).out.split()[2::3] == [b"1", b"0.5000"]
    write("qrels", "1 c\n")
    assert cli(*request).out.split()[2::3] == [b"1", b"1.0000"]  # the highest id
    assert cli(*request, "--ties", "file").out.split()[2::3] == [b"1", b"0.3333"]
    refused = cli(*request, "--ties", "rank")
    assert (refused.status, refused.out) == (1, b"")
    assert b"--ties rank: run: the run, in the format 2col, has no rank column" in refused.err
    assert rtreceval.read_run(run, format="2col").num_docs == 3


@pytest.mark.parametrize("kind", QRELS_KINDS + RUN_KINDS, ids=lambda kind: kind.name)
def test_policies_of_every_kind(kind: Kind, cli: Cli, write: Write) -> None:
    """A choice that a format has is the same in all; one that it lacks is refused."""
    is_qrels = kind in QRELS_KINDS
    option = "-R" if is_qrels else "-T"
    write("qrels", QRELS_KINDS[0].make(JUDGMENTS))
    write("run", RUN_KINDS[0].make(RETRIEVED))
    _, data, _ = data_of(kind)
    write("qrels" if is_qrels else "run", data)
    lenient = cli("-m", "map", "qrels", "run", option, kind.name, "--lenient")
    has_lines = kind.name in {"qrels", "trec_results", "beir", "csv", "3col", "msmarco"}
    assert lenient.status == (0 if has_lines else 1)
    if not has_lines:
        message = f"--lenient: the format {kind.name} has no such choice"
        assert message in lenient.err.decode()


def test_lines_that_are_skipped_in_a_table(cli: Cli, write: Write) -> None:
    write("qrels", "qid\tdocno\trel\n1\ta\t1\nbroken\n1\tb\t0.5\n")
    write("run", "1 b 2.5\n1 a x\n1 a 1.5\n")
    request = ("-m", "recip_rank", "qrels", "run", "-T", "3col", "--lenient")
    result = cli(*request)
    assert result.out.split()[-1] == b"0.5000"
    assert b"skipped 2 lines: qrels:3:7: found 1 field" in result.err
    assert b"skipped 1 line: run:2:5: found score 'x'" in result.err
    assert cli(*request, "--float-grades").out.split()[-1] == b"0.5000"


CASES = SHARED / "cases"


@pytest.mark.skipif(not CASES.is_dir(), reason="the cases are not here")
@pytest.mark.parametrize(
    ("case", "mode", "options", "run"),
    [
        ("43-beir-tsv-qrels", "qrels-format=beir", ["--qrels-format", "beir"], "run.txt"),
        ("43-beir-tsv-qrels", "qrels-format=beir", [], "run.txt"),
        ("44-msmarco-run", "run-format=msmarco", ["--run-format", "msmarco"], "run.txt"),
        ("44-msmarco-run", "run-format=msmarco", [], "run.txt"),
        ("59-gzip-input", "", [], "run.txt.gz"),
    ],
)
def test_reported_cases(case: str, mode: str, options: list[str], run: str, cli: Cli) -> None:
    text = (CASES / case / "expected.txt").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line.startswith(f"{mode}\t")]
    for _, measure, *_, value, _, _ in [row for row in rows if row[1] != "ERROR"]:
        name = "RR@10" if measure == "recip_rank_10" else measure
        result = cli(*options, "-m", name, CASES / case / "qrels.txt", CASES / case / run)
        assert (result.status, result.out.split()[-1].decode()) == (0, value)
        assert (b"read as 'msmarco': " in result.err) == (case[:2] == "44" and not options)


def parquet(**columns: list[Any]) -> bytes:
    """Write a Parquet file of a run; what is not named has values that can be used."""
    size = len(next(iter(columns.values())))
    rows: dict[str, list[Any]] = {
        "qid": ["1"] * size,
        "docno": [f"d{n}" for n in range(size)],
        "score": [1.0] * size,
    }
    typed = {
        name: pa.array(values, None if any(values) else type_)
        for (name, values), type_ in zip(
            (rows | columns).items(), [pa.string(), pa.string(), pa.float64(), None], strict=False
        )
    }
    return written(pyarrow.parquet.write_table, pa.table(typed))


PARQUET: dict[str, tuple[bytes, str]] = {
    "null": (
        parquet(docno=["a", None]),
        "run: row 2, column docno: found a null, expected a value",
    ),
    "nulls": (parquet(docno=[None]), "run: row 1, column docno: found a null, expected a value"),
    "nan": (parquet(score=[1.0, 2.0, float("nan")]), "run: row 3, column score: found score nan ("),
    "empty": (parquet(qid=["1", ""]), "run: row 2, column qid: found an empty id, expected one"),
    "type": (parquet(score=["x"]), "run: found column 'score' of Utf8"),
    "twice": (
        parquet(docno=["a", "\n", "a"]),
        "run: row 3: found document 'a' of topic '1' a second time (first in row 1), expected",
    ),
    "no rows": (parquet(docno=[]), "run: found a table without rows, expected rows"),
    "two topics": (
        parquet(query_id=["1"]),
        "run: found columns qid and query_id for the topic, expected one of them: rename the other",
    ),
    "no score": (
        written(pyarrow.parquet.write_table, pa.table({"qid": ["1"], "docno": ["a"]})),
        "run: found columns qid, docno, expected one for the score: any of score, sim, scores",
    ),
    "cut off": (
        parquet(docno=["a"])[:-9],
        "run: found a Parquet file that cannot be read: it is cut off, damaged or encrypted, exp",
    ),
}


@pytest.mark.parametrize("library", tables.LIBRARIES)
@pytest.mark.parametrize("name", PARQUET)
def test_refused_parquet(
    name: str, library: str, monkeypatch: pytest.MonkeyPatch, write: Write
) -> None:
    """The row is told where there is one, and nothing in the words of the library."""
    monkeypatch.setattr(tables, "LIBRARIES", (library,))
    content, message = PARQUET[name]
    file = write("run", content)
    with pytest.raises(InputError) as caught:
        rtreceval.evaluate({"1": {"a": 1}}, file, "map")
    assert str(caught.value).startswith(str(file.parent / message))
    assert (caught.value.file, caught.value.line) == (str(file), None)
    row = re.match(r"run: row (\d+)", message)
    assert caught.value.row == (int(row[1]) if row else None)


def test_refused_parquet_on_the_command_line(cli: Cli, write: Write) -> None:
    write("qrels", "1 0 a 1\n")
    content, message = PARQUET["nan"]
    write("run", content)
    result = cli("-m", "map", "qrels", "run")
    assert (result.status, result.out) == (2, b"")
    assert result.err.decode().startswith(f"rtreceval: {message}")


@pytest.mark.parametrize("library", tables.LIBRARIES)
def test_any_library_reads_parquet(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "LIBRARIES", (library,))
    for kind in QRELS_KINDS + RUN_KINDS:
        if kind.name == "parquet":
            other, data, is_qrels = data_of(kind)
            result = evaluate(other, io.BytesIO(data), is_qrels=is_qrels)
            assert bits(result) == bits(EXPECTED)


def test_fields_of_csv() -> None:
    """Between quotes stand commas, doubled quotes and ends of lines; ids stay as they are."""
    text = '\ufeff# a comment\nqid,docno,score\r\n"1","a,""b",0.1\r\n1,NA,0.2\r\n1,007,1e-1\r\n'
    run = rtreceval.read_run(io.StringIO(text))
    assert rtreceval.evaluate({"1": {'a,"b': 1, "NA": 1}}, run, "P_2")["P_2"] == 1.0
    text = 'qid,text,docno,score\n1,"of ""two""\r\nlines",a"b,2\n\n1,,"c""""",1\n1,"x",d,0'
    run = rtreceval.read_run(io.StringIO(text))
    assert run.num_docs == 3
    assert rtreceval.evaluate({"1": {'a"b': 1, 'c""': 1}}, run, "P_2")["P_2"] == 1.0


def test_tables_of_pyterrier() -> None:
    """Its docid is a number, its query a text."""
    text = "qid\tdocid\tdocno\trank\tscore\tquery\n1\t7\ta\t0\t1.5\twhat is it\n"
    for separator in "\t,":
        file = io.StringIO(text.replace("\t", separator))
        assert rtreceval.evaluate({"1": {"a": 1}}, file, "map")["map"] == 1.0


def test_comments_in_front_of_json() -> None:
    for kind in RUN_KINDS:
        if kind.name in {"json", "mteb", "sentence_transformers", "rank_llm", "kilt"}:
            other, data, is_qrels = data_of(kind)
            result = evaluate(other, io.BytesIO(METADATA + b"\n" + data), is_qrels=is_qrels)
            assert bits(result) == bits(EXPECTED)


def test_without_a_library_the_error_names_them(
    monkeypatch: pytest.MonkeyPatch, write: Write, cli: Cli
) -> None:
    monkeypatch.setattr(tables, "find_spec", lambda _: None)
    text = "a file of parquet is read with pyarrow, polars or duckdb: none of them is installed"
    file = write("qrels", next(k for k in QRELS_KINDS if k.name == "parquet").make(JUDGMENTS))
    with pytest.raises(InputError, match=text) as caught:
        rtreceval.read_qrels(file)
    assert caught.value.file == str(file)
    blocked = "import sys; sys.modules.update(dict.fromkeys(['pyarrow', 'polars', 'duckdb']))\n"
    code = blocked + "from rtreceval._core import cli; print(cli(['-m', 'map', *sys.argv[1:]]))"
    assert run_python(code, file, write("run", "1 Q0 a 1 1 t\n")).split() == ["2"]
    assert cli("-m", "map", "qrels", "run").status == 0


def test_nothing_is_imported_for_files_of_trec(write: Write) -> None:
    files = write("qrels", "1 0 a 1\n"), write("run", '{"1": {"a": 1}}')
    code = (
        "import sys; from rtreceval._core import cli; cli(['-m', 'map', *sys.argv[1:]])\n"
        "print(sorted({'numpy', 'pandas', 'pyarrow', 'rtreceval.tables'} & set(sys.modules)))"
    )
    assert run_python(code, *files).split()[-1] == "[]"


class FakeDataset:
    """A data set of ir_datasets."""

    def __init__(self, *fields: str) -> None:
        self.row: Any = namedtuple("Row", fields)  # type: ignore[misc] # noqa: PYI024 (they vary)
        self.more = ["0"] * (len(fields) - 3)

    def has_qrels(self) -> bool:
        return bool(self.more)

    def qrels_cls(self) -> Any:
        return self.row

    def qrels_iter(self) -> Any:
        return (self.row(*row, *self.more) for row in JUDGMENTS)


def fake_datasets() -> ModuleType:
    """Stand in for ir_datasets."""
    module = ModuleType("ir_datasets")
    sets = {
        "a/b": FakeDataset("query_id", "doc_id", "relevance", "iteration"),
        "a/sub": FakeDataset("query_id", "doc_id", "relevance", "subtopic_id"),
    }
    module.load = lambda name: sets[name]  # type: ignore[attr-defined]
    module.__spec__ = None
    return module


def test_data_sets_by_name(
    monkeypatch: pytest.MonkeyPatch, cli: Cli, write: Write, tmp_path: Path
) -> None:
    run = write("run", RUN_KINDS[0].make(RETRIEVED))
    if find_spec("ir_datasets") is None:
        with pytest.raises(
            InputError, match="ir_datasets:a/b: data sets come from ir_datasets, which"
        ):
            rtreceval.read_qrels("ir_datasets:a/b")
        result = cli("-m", "map", "ir_datasets:a/b", "run")
        assert (result.status, result.out) == (2, b"")
        assert (
            b"rtreceval: ir_datasets:a/b: data sets come from ir_datasets, which is not"
            in result.err
        )
    monkeypatch.setitem(sys.modules, "ir_datasets", fake_datasets())
    monkeypatch.setattr(tables, "find_spec", lambda _: True)
    for qrels in ("ir_datasets:a/b", rtreceval.read_qrels("ir_datasets:a/b")):
        assert bits(rtreceval.evaluate(qrels, run, MEASURES)) == bits(EXPECTED)
    for name, text in (("x", "no data set of this id"), ("a/sub", "judgments of query_id, doc_id")):
        with pytest.raises(InputError, match=f"ir_datasets:{name}: found {text}"):
            rtreceval.read_qrels(f"ir_datasets:{name}")
    # The command line, with the same module to be found.
    module = (
        "from typing import NamedTuple\n"
        "class Row(NamedTuple):\n    query_id: str\n    doc_id: str\n    relevance: int\n"
        "class load:\n    def __init__(self, name): assert name == 'a/b'\n"
        "    def has_qrels(self): return True\n    def qrels_cls(self): return Row\n"
        f"    def qrels_iter(self): return [Row(*row) for row in {JUDGMENTS!r}]\n"
    )
    write("ir_datasets.py", module)
    write("qrels", QRELS_KINDS[0].make(JUDGMENTS))
    expected = run_cli(["-m", "map", "qrels", "run"], tmp_path)
    for more, status in (
        ([], 0),
        (["--float-grades"], 0),
        (["--lenient"], 1),
        (["-R", "qrels"], 1),
    ):
        got = run_cli(["-m", "map", "ir_datasets:a/b", "run", *more], tmp_path)
        assert (got.status, got.out) == (status, b"" if status else expected.out)
    document = run_cli(["-m", "map", "ir_datasets:a/b", "run", "--format", "json"], tmp_path)
    assert json.loads(document.out)["qrels"]["format"] == "ir_datasets"
    write("ir_datasets:a", "1 0 a 1\n")  # a file of that name is one
    assert run_cli(["-m", "num_q", "ir_datasets:a", "run"], tmp_path).status == 0


def test_judgments_by_group_in_python(write: Write) -> None:
    folder = FIXTURES / "prefs"
    run = folder / "small.run"
    for name, measure in [
        ("prefs", "prefs_simp"), ("qrels_jg", "map_avgjg"), ("qrels_prefs", "prefs_pair"),
    ]:  # fmt: skip
        file = folder / ("small.qrels_jg" if name == "qrels_prefs" else f"small.{name}")
        expected = run_cli(["-R", name, "-m", measure, str(file), str(run), "--quiet"], folder)
        qrels = rtreceval.read_qrels(file, format=name)
        evaluator = rtreceval.Evaluator(qrels, measure)
        as_dict: dict[str, dict[str, float]] = {}
        for line in run.read_text(encoding="utf-8").splitlines():
            topic, _, docno, _, score, *_ = line.split()
            as_dict.setdefault(topic, {})[docno] = float(score)
        rows = [(topic, docno, n) for topic, docs in as_dict.items() for docno, n in docs.items()]
        for form in (run, rtreceval.read_run(run), io.BytesIO(run.read_bytes()), as_dict, rows):
            assert evaluator.evaluate(form).to_trec().encode() == expected.out
    with pytest.raises(InputError, match="found format 'nope', expected qrels, subtopics"):
        rtreceval.read_qrels(write("qrels", "1 0 a 1\n"), format="nope")
    with pytest.raises(ValueError, match="--float-grades: the format prefs has no such choice"):
        rtreceval.read_qrels(folder / "small.prefs", format="prefs", float_grades=True)
    with pytest.raises(ValueError, match="format: found 'qrels', expected 'subtopics'"):
        rtreceval.read_qrels(folder / "small.prefs", format="qrels", subtopics=True)
    with pytest.raises(TypeError, match="path: found <class 'int'>, expected a path or a file"):
        rtreceval.read_qrels(5)  # type: ignore[arg-type]


def test_retrieval_metrics_of_files_in_other_formats(cli: Cli, write: Write) -> None:
    write("trec.qrels", QRELS_KINDS[0].make(JUDGMENTS))
    write("trec.run", RUN_KINDS[0].make(RETRIEVED))
    write("qrels", lines(JUDGMENTS, header="query-id\tcorpus-id\tscore\n"))
    write("run", RUN_KINDS[4].make(RETRIEVED))
    expected, result = cli("rag", "trec.qrels", "trec.run"), cli("rag", "qrels", "run")
    assert (result.status, result.out) == (0, expected.out)
    assert b"run: read as 'msmarco': " in result.err
