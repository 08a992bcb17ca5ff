"""Input that is refused by default, and what can be done with it."""

from __future__ import annotations

import gzip
import io
import lzma
import re
import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.support import SHARED

if TYPE_CHECKING:
    from tests.support import Cli, Result, Write

QRELS = "t1 0 a 1\nt1 0 b 0\nt1 0 c 2\nt2 0 a 1\n"


def value(result: Result, measure: str) -> str:
    """Give the average of a measure."""
    assert result.status == 0, result.err
    found = [line.split("\t") for line in result.out.decode().splitlines()]
    return next(text for name, topic, text in found if name.strip() == measure and topic == "all")


@pytest.fixture(autouse=True)
def qrels(write: Write) -> None:
    write("qrels", QRELS)


@pytest.mark.parametrize(
    ("policy", "recip_rank", "num_ret"),
    [("first", "0.5000", "2"), ("last", "1.0000", "2"), ("max", "1.0000", "2")],
)
def test_duplicates(cli: Cli, write: Write, policy: str, recip_rank: str, num_ret: str) -> None:
    write("run", "t1 Q0 a 1 1 t\nt1 Q0 b 2 2 t\nt1 Q0 a 3 9 t\n")
    refused = cli("qrels", "run")
    assert refused.status == 4
    assert (
        b"run:3:7: found document 'a' of topic 't1' a second time (first in line 1)" in refused.err
    )
    assert cli("qrels", "run", "--duplicates", "error") == refused
    result = cli("qrels", "run", "-m", "official", "--duplicates", policy)
    assert (value(result, "recip_rank"), value(result, "num_ret")) == (recip_rank, num_ret)
    line = 1 if policy != "first" else 3
    text = f"dropped 1 more mention of a document: run:{line}:7: document 'a' of topic 't1'\n"
    assert text.encode() in result.err
    assert cli("qrels", "run", "--duplicates", policy, "--quiet").err == b""


def test_duplicates_in_qrels(cli: Cli, write: Write) -> None:
    write("qrels", "t1 0 a 0\nt1 0 a 1\n")
    write("run", "t1 Q0 a 1 1 t\n")
    assert cli("qrels", "run").status == 4
    grades = {"first": "0.0000", "last": "1.0000", "max": "1.0000"}
    for policy, expected in grades.items():
        result = cli("qrels", "run", "-m", "map", "--duplicates", policy)
        assert value(result, "map") == expected
        assert b"qrels:" in result.err


def test_nan(cli: Cli, write: Write) -> None:
    write("run", "t1 Q0 z 1 nan t\nt1 Q0 a 2 1 t\nt1 Q0 b 3 -NaN t\n")
    assert cli("qrels", "run").status == 2
    skipped = cli("qrels", "run", "-m", "num_ret", "--lenient")
    assert (value(skipped, "num_ret"), skipped.err.count(b"skipped 2 lines")) == ("1", 1)
    result = cli("qrels", "run", "-m", "official", "--nan", "drop")
    assert (value(result, "recip_rank"), value(result, "num_ret")) == ("1.0000", "1")
    assert b"dropped 2 documents with a score that is not a number: run:1:11: " in result.err


@pytest.mark.parametrize(
    "run",
    [
        '{"t1": {"a": 1.0}}',
        '{"mteb_model_meta": {}, "default": {"test": {"t1": {"a": 1.0}}}}',
        '{"query_id": "t1", "results": [{"corpus_id": "a", "score": 1.0}]}',
        '{"query": {"qid": "t1"}, "candidates": [{"docid": "a", "score": 1.0}]}',
    ],
)
def test_json_has_no_number_that_is_none(cli: Cli, write: Write, run: str) -> None:
    """So a run in JSON has nothing to drop, and the option says so."""
    write("run", run)
    assert value(cli("qrels", "run", "-m", "num_ret"), "num_ret") == "1"
    result = cli("qrels", "run", "--nan", "drop")
    assert (result.status, result.out) == (1, b"")
    assert re.search(rb"--nan: the format \w+ has no such choice", result.err)


def test_nan_and_lenient_are_apart(cli: Cli, write: Write) -> None:
    write("run", "t1 Q0 a 2 1 t\nt1 Q0 b 3 x t\n")
    assert cli("qrels", "run", "--nan", "drop").status == 2
    assert value(cli("qrels", "run", "-m", "num_ret", "--lenient"), "num_ret") == "1"


def test_lenient(cli: Cli, write: Write) -> None:
    lines = [
        "t1 Q0 x 1 9,5 t",
        "t1 Q0 Annual report 2 0.5 t",
        "t1 Q0 a 2 8 t",
        "t1 Q0",
        "t1 Q0 b 3 0x10 t",
        "t1 Q0 c 4 1",
    ]
    write("run", "\n".join(lines))
    result = cli("qrels", "run", "-m", "official", "--lenient")
    assert (value(result, "num_ret"), value(result, "recip_rank")) == ("2", "1.0000")
    warnings = result.err.decode().splitlines()
    assert warnings[0].startswith(
        "rtreceval: warning: skipped 4 lines: run:1:11: found score '9,5'"
    )
    assert warnings[0].endswith("; ...")
    assert warnings[1].startswith("rtreceval: warning: took 1 line without a tag: run:6:12: ")
    write("qrels", QRELS + "t1 0 d 0.9\nt1 0 d\n")
    assert (
        cli("qrels", "run", "--lenient", "-m", "map").err.count(b"qrels:5:8: found grade '0.9'")
        == 1
    )


def test_nothing_left(cli: Cli, write: Write) -> None:
    write("run", "t1 Q0 x 1 9,5 t\n")
    result = cli("qrels", "run", "--lenient")
    assert (result.status, result.out) == (2, b"")
    assert b"found no line that can be read (the first: run:1:11: " in result.err


def test_topics(cli: Cli, write: Write) -> None:
    write("run", "t1 Q0 c 1 3 t\nt1 Q0 a 2 2 t\nt7 Q0 x 1 1 t\nt8 Q0 x 1 1 t\nt8 Q0 y 2 0 t\n")

    def run(*args: str) -> tuple[str, str, str]:
        result = cli("qrels", "run", *args, "-m", "official")
        return value(result, "num_q"), value(result, "map"), value(result, "num_ret")

    assert run() == run("--topics", "intersection") == ("1", "1.0000", "2")
    assert run("-c") == run("--topics", "qrels") == run("-c", "--topics", "qrels")
    assert run("-c") == ("2", "0.5000", "2")
    assert run("--topics", "run") == ("3", "0.3333", "5")
    err = cli("qrels", "run", "--topics", "run").err.decode()
    assert "1 of 2 topics of the qrels are not in the run and are left out: t2" in err
    assert "2 topics of the run are not in the qrels and are counted as without" in err
    for topics in ["run", "intersection"]:
        assert cli("qrels", "run", "-c", "--topics", topics).status == 1


def test_topics_of_a_run_without_a_judged_one(cli: Cli, write: Write) -> None:
    write("run", "t8 Q0 x 1 1 t\n")
    assert cli("qrels", "run").status == 7
    assert value(cli("qrels", "run", "--topics", "run", "-m", "map"), "map") == "0.0000"


def test_ties(cli: Cli, write: Write) -> None:
    write("qrels", "t1 0 b 1\n")
    write("run", "t1 Q0 b 3 5 t\nt1 Q0 c 1 5.00000001 t\nt1 Q0 a 2 5 t\n")

    def run(*args: str) -> str:
        return value(cli("qrels", "run", "-m", "recip_rank", *args), "recip_rank")

    assert run() == run("--ties", "docno") == "0.5000"
    assert run("--ties", "file") == "1.0000"
    assert run("--ties", "rank") == "0.3333"
    # 10.0 tells the scores apart.
    assert run("--ties", "file", "--compat", "10") == "0.5000"
    assert run("--ties", "file", "-M", "1") == "1.0000"


def test_ties_by_a_rank_that_is_none(cli: Cli, write: Write) -> None:
    write("run", "t1 Q0 b - 5 t\nt1 Q0 c x 4 t\nt1 Q0 a 2 4 t\n")
    result = cli("qrels", "run", "--ties", "rank")
    assert (result.status, result.out) == (2, b"")
    assert b"run:2:9: found rank 'x', expected a number" in result.err


@pytest.mark.parametrize("policy", [["--ties", "file"], ["--nan", "drop"], ["--lenient"]])
def test_policies_change_nothing_else(cli: Cli, write: Write, policy: list[str]) -> None:
    write("run", "t1 Q0 b 3 5 t\nt1 Q0 c 1 4 t\nt2 Q0 x 2 5 t\nt1 Q0 a 1 -1 t\nt5 Q0 a 1 0 t\n")
    plain = cli("qrels", "run", "-m", "all_trec", "-q", "-c")
    assert cli("qrels", "run", "-m", "all_trec", "-q", "-c", *policy) == plain


@pytest.mark.parametrize("option", ["duplicates", "nan", "ties", "topics"])
def test_a_policy_that_does_not_exist(cli: Cli, write: Write, option: str) -> None:
    write("run", "t1 Q0 a 1 1 t\n")
    result = cli("qrels", "run", f"--{option}", "perhaps")
    assert (result.status, result.out) == (1, b"")
    assert f"--{option}: found 'perhaps', expected ".encode() in result.err


RUN = b"t1 Q0 a 1 1 t\nt1 Q0 b 2 0.5 t\n"


def zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("run.txt", RUN)
    return file.getvalue()


KINDS = {
    "data that was compressed twice": gzip.compress(lzma.compress(RUN)),
    "a zip archive": zipped(),
    "UTF-16 text": RUN.decode().encode("utf-16"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("option", [[], ["--lenient"]])
def test_files_of_another_kind(cli: Cli, write: Write, kind: str, option: list[str]) -> None:
    write("run", RUN)
    write("other", KINDS[kind])
    message = f"other:1:1: found {kind}, expected "
    for files in [("qrels", "other"), ("other", "run")]:
        result = cli(*files, *option)
        assert (result.status, result.out) == (2, b"")
        assert result.err.decode().startswith(f"rtreceval: {message}")
        assert len(result.err.splitlines()) == 1
    piped = cli("qrels", "-", *option, stdin=KINDS[kind])
    assert piped.err.decode().startswith(f"rtreceval: -:1:1: found {kind}")


@pytest.mark.parametrize("content", [b"", b"\n \n\r\n", b"# a comment\n", b"\xef\xbb\xbf"])
def test_files_without_a_line(cli: Cli, write: Write, content: bytes) -> None:
    write("run", RUN)
    write("empty", content)
    for files in [("qrels", "empty"), ("empty", "run"), ("qrels", "empty", "--lenient")]:
        result = cli(*files)
        assert (result.status, result.out) == (2, b"")
        assert b"empty: found nothing but blank lines and comments, expected" in result.err


def test_files_that_cannot_be_read(cli: Cli, write: Write) -> None:
    write("run", RUN)
    for name, text in {".": b"Is a directory", "absent": b"No such file or directory"}.items():
        for files in [("qrels", name), (name, "run"), ("qrels", name, "--lenient")]:
            result = cli(*files)
            assert (result.status, result.out) == (2, b"")
            assert result.err == b"rtreceval: " + name.encode() + b": " + text + b"\n"


CASES = SHARED / "cases"


@pytest.mark.skipif(not CASES.is_dir(), reason="the cases are not here")
@pytest.mark.parametrize(
    ("case", "mode", "args"),
    [
        ("06-duplicate-doc-in-run", "dedup=first", ["--duplicates", "first"]),
        ("19-five-columns", "lenient", ["--lenient"]),
        ("24-nan-scores", "nan=last", ["--nan", "drop"]),
    ],
)
def test_reported_cases(cli: Cli, case: str, mode: str, args: list[str]) -> None:
    lines = (CASES / case / "expected.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line.startswith(f"{mode}\t")]
    assert rows
    for _, measure, _, expected, *_ in rows:
        result = cli(CASES / case / "qrels.txt", CASES / case / "run.txt", "-m", measure, *args)
        assert value(result, measure) == expected
