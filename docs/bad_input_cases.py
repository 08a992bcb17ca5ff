"""The bad inputs of the page that `bad_inputs.py` writes."""

# ruff: noqa: INP001, E501 (not a package; lines as in a table)

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
from dataclasses import dataclass

QRELS = b"1 0 a 1\n1 0 b 0\n1 0 c 1\n2 0 a 1\n"
RUN = b"1 Q0 b 1 3.5 t\n1 Q0 a 2 2.5 t\n1 Q0 c 3 1.5 t\n2 Q0 a 1 0.5 t\n"
BASE = "0.5833 1.0000"
"""AP of the topics as they are above."""

REFUSE = ""
"""There are no right values: the input should be refused."""

UNREADABLE = b"\0unreadable"
DIRECTORY = b"\0directory"
MISSING = b"\0missing"
LONG = 10_000_000


@dataclass(frozen=True)
class Case:
    """An input, and the values of AP that are right; None where tools may differ."""

    name: str
    right: str | None
    qrels: bytes = QRELS
    run: bytes = RUN


def both(name: str, right: str | None, old: bytes, new: bytes) -> Case:
    """Change both files in the same way."""
    return Case(name, right, QRELS.replace(old, new), RUN.replace(old, new))


def scores(name: str, right: str | None, score: bytes) -> Case:
    """Put another score in the second line."""
    return Case(name, right, run=RUN.replace(b"2.5", score))


def grades(name: str, right: str | None, grade: bytes) -> Case:
    """Put another grade in the first line."""
    return Case(name, right, QRELS.replace(b"a 1\n1", b"a " + grade + b"\n1"))


def archive(content: bytes) -> bytes:
    """Put a file in a zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as files:
        files.writestr(zipfile.ZipInfo("file"), content)
    return out.getvalue()


def gz(content: bytes) -> bytes:
    """Compress as gzip, each time to the same bytes."""
    return gzip.compress(content, mtime=0)


GROUPS: dict[str, list[Case]] = {
    "Lines and fields": [
        Case("run line without a tag", REFUSE, run=RUN.replace(b"2.5 t", b"2.5")),
        Case("run lines with a 7th field", BASE, run=RUN.replace(b" t", b" t more")),
        Case("blank inside a document id", REFUSE, run=RUN.replace(b"a 2", b"a x 2")),
        Case("the same, quoted, in both files", REFUSE, QRELS.replace(b"a 1\n1", b'"a x" 1\n1'), RUN.replace(b"a 2", b'"a x" 2')),
        Case("qrels line of 3 fields", REFUSE, QRELS.replace(b"1 0 b", b"1 b")),
        Case("qrels line of 5 fields", REFUSE, QRELS.replace(b"b 0", b"b 0 0")),
        Case("qrels with a line of column names", BASE, b"query-id 0 corpus-id score\n" + QRELS),
        Case("qrels and run in the wrong order", REFUSE, RUN, QRELS),
        Case("blank lines in the run", BASE, run=RUN.replace(b"\n", b"\n\n")),
        Case("blank lines in the qrels", BASE, QRELS.replace(b"\n", b"\n\n")),
        Case("comment before a line of the run", BASE, run=b"# x\n" + RUN),
        Case("comment before a line of the qrels", BASE, b"# x\n" + QRELS),
        Case("two comments together in the qrels", BASE, b"# x\n# y\n" + QRELS),
        Case("comment at the end of the qrels", BASE, QRELS + b"# x\n"),
        both("CRLF", BASE, b"\n", b"\r\n"),
        both("lines that end with CR alone", REFUSE, b"\n", b"\r"),
        both("tabs", BASE, b" ", b"\t"),
        both("trailing blanks", BASE, b"\n", b" \t\n"),
        both("leading blanks", BASE, b"\n", b"\n  "),
        Case("no newline at the end", BASE, QRELS[:-1], RUN[:-1]),
        Case("topics interleaved", BASE, QRELS[-8:] + QRELS[:-8], RUN[:15] + RUN[-15:] + RUN[15:-15]),
        Case("a line of 10 MB without blanks in the run", REFUSE, run=RUN + b"x" * LONG + b"\n"),
        Case("a tag of 10 MB", BASE, run=RUN[:-2] + b"x" * LONG + b"\n"),
        Case("a document id of 10 MB", BASE, run=RUN.replace(b"b 1", b"x" * LONG + b" 1")),
    ],
    "Scores": [
        scores("`nan`", REFUSE, b"nan"),
        scores("`inf`", "0.8333 1.0000", b"inf"),
        scores("`-inf`", "0.5833 1.0000", b"-inf"),
        scores("`1e999`", "0.8333 1.0000", b"1e999"),
        scores("`abc`", REFUSE, b"abc"),
        scores("`2,5`", REFUSE, b"2,5"),
        scores("`9.5x`", REFUSE, b"9.5x"),
        scores("`1_000`", REFUSE, b"1_000"),
        scores("`0x1p3`", REFUSE, b"0x1p3"),
    ],
    "Grades": [
        grades("`2.0`", None, b"2.0"),
        grades("`0.9`", REFUSE, b"0.9"),
        grades("`high`", REFUSE, b"high"),
        grades("`1e3`", REFUSE, b"1e3"),
        Case("negative grades only, in the first topic", None, QRELS.replace(b"1 0 a 1", b"1 0 a -1").replace(b"c 1", b"c -1").replace(b"b 0", b"b -1")),
        Case("-2 only, in a later topic", None, QRELS.replace(b"2 0 a 1", b"2 0 a -2")),
        grades("1000000", BASE, b"1000000"),
        grades("3000000000", BASE, b"3000000000"),
        grades("2^63 - 1", BASE, b"9223372036854775807"),
        grades("2^63", REFUSE, b"9223372036854775808"),
        grades("10^30", REFUSE, b"1" + b"0" * 30),
    ],
    "Twice the same": [
        Case("a document twice in a ranking", REFUSE, run=RUN + b"1 Q0 a 4 9 t\n"),
        Case("a judgment twice, with one grade", REFUSE, QRELS + b"1 0 a 1\n"),
        Case("a judgment twice, with two grades", REFUSE, QRELS + b"1 0 a 0\n"),
    ],
    "Topics": [
        Case("none in common", REFUSE, run=RUN.replace(b"1 Q0", b"3 Q0").replace(b"2 Q0", b"4 Q0")),
        Case("one not in the run", None, run=RUN[:-15]),
        Case("one not in the qrels", None, QRELS[:-8]),
        Case("called `all`", "1.0000 0.5833", QRELS.replace(b"1 0", b"all 0"), RUN.replace(b"1 Q0", b"all Q0")),
        Case("called `no_query`, first of all", BASE, QRELS.replace(b"1 0", b"no_query 0").replace(b"2 0", b"z 0"), RUN.replace(b"1 Q0", b"no_query Q0").replace(b"2 Q0", b"z Q0")),
    ],
    "Bytes": [
        Case("byte order mark", BASE, b"\xef\xbb\xbf" + QRELS, b"\xef\xbb\xbf" + RUN),
        Case("ids in UTF-8", BASE, QRELS.replace(b"a", b"\xc3\xa9"), RUN.replace(b"a", b"\xc3\xa9")),
        Case("ids in Latin-1", BASE, QRELS.replace(b"a", b"\xe9"), RUN.replace(b"a", b"\xe9")),
        Case("non-breaking space in an id", BASE, QRELS.replace(b"a", b"a\xc2\xa0b"), RUN.replace(b"a", b"a\xc2\xa0b")),
        Case("NUL in an id", BASE, QRELS.replace(b"a", b"a\0x"), RUN.replace(b"a", b"a\0x")),
        Case("a run of 1000 NUL bytes", REFUSE, run=b"\0" * 1000),
        Case("a run in UTF-16", REFUSE, run=RUN.decode().encode("utf-16")),
        Case("a run in JSON", BASE, run=b'{"1": {"b": 3.5, "a": 2.5, "c": 1.5}, "2": {"a": 0.5}}\n'),
    ],
    "Files": [
        Case("empty qrels", REFUSE, b""),
        Case("empty run", REFUSE, run=b""),
        Case("a run of blank lines", REFUSE, run=b"\n \n\n"),
        Case("a run of comments", REFUSE, run=b"# x\n# y\n"),
        Case("run does not exist", REFUSE, run=MISSING),
        Case("run may not be read", REFUSE, run=UNREADABLE),
        Case("run is a directory", REFUSE, run=DIRECTORY),
        Case("both files gzip", BASE, gz(QRELS), gz(RUN)),
        Case("both files bzip2", BASE, bz2.compress(QRELS), bz2.compress(RUN)),
        Case("both files xz", BASE, lzma.compress(QRELS), lzma.compress(RUN)),
        Case("run is a zip archive", None, run=archive(RUN)),
        Case("run is gzip, cut off", REFUSE, run=gz(RUN)[:-12]),
    ],
}  # fmt: skip

PYTHON_CASES = {
    "score `nan`": (REFUSE, "Q", "{'1': {'b': 3.5, 'a': float('nan'), 'c': 1.5}, '2': {'a': 0.5}}"),
    "score `None`": (REFUSE, "Q", "{'1': {'b': 3.5, 'a': None, 'c': 1.5}, '2': {'a': 0.5}}"),
    "score `'2.5'`": (REFUSE, "Q", "{'1': {'b': 3.5, 'a': '2.5', 'c': 1.5}, '2': {'a': 0.5}}"),
    "whole numbers as scores": (BASE, "Q", "{'1': {'b': 3, 'a': 2, 'c': 1}, '2': {'a': 0}}"),
    "grade 0.9": (None, "{'1': {'a': 0.9, 'b': 0, 'c': 1}, '2': {'a': 1}}", "R"),
    "grade `True`": (BASE, "{'1': {'a': True, 'b': False, 'c': True}, '2': {'a': True}}", "R"),
    "grade 2^63": (BASE, "{'1': {'a': 2**63, 'b': 0, 'c': 1}, '2': {'a': 1}}", "R"),
    "ids that part after a NUL": (
        "0.0000 1.0000",
        "{'1': {'a\\0x': 1}, '2': {'a': 1}}",
        "{'1': {'a\\0y': 1.0}, '2': {'a': 1.0}}",
    ),
    "id with half a surrogate pair": (
        BASE,
        "{'1': {'\\ud800': 1, 'b': 0, 'c': 1}, '2': {'a': 1}}",
        "{'1': {'b': 3.5, '\\ud800': 2.5, 'c': 1.5}, '2': {'a': 0.5}}",
    ),
    "whole numbers as ids": (
        None,
        "{1: {7: 1, 8: 0, 9: 1}, 2: {7: 1}}",
        "{1: {8: 3.5, 7: 2.5, 9: 1.5}, 2: {7: 0.5}}",
    ),
    "a topic called `no query`": (
        BASE,
        "{'no query': Q['1'], 'z': Q['2']}",
        "{'no query': R['1'], 'z': R['2']}",
    ),
    "a topic called `no_query`": (
        BASE,
        "{'no_query': Q['1'], 'z': Q['2']}",
        "{'no_query': R['1'], 'z': R['2']}",
    ),
    "a ranking without documents": (None, "Q", "{'1': R['1'], '2': {}}"),
    "a run without topics": (REFUSE, "Q", "{}"),
    "qrels without topics": (REFUSE, "{}", "R"),
}
"""Judgments and a run of Python, where Q and R are the files above: each is evaluated twice."""
