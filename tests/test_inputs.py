"""What the readers take, and how they refuse the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rtreceval
from rtreceval import InputError

if TYPE_CHECKING:
    from tests.support import Cli, Write

QRELS = b"1 0 a 1\n1 0 b 0\n2 0 a 1\n"
RUN = b"1 Q0 b 1 2.5 tag\n1 Q0 a 2 1.5 tag\n2 Q0 a 1 0.5 tag\n"
EXPECTED = {"1": {"recip_rank": 0.5}, "2": {"recip_rank": 1.0}}


def replaced(old: bytes, new: bytes) -> tuple[bytes, bytes]:
    """Change both files in the same way."""
    return QRELS.replace(old, new), RUN.replace(old, new)


ACCEPTED: dict[str, tuple[bytes, bytes]] = {
    "plain": (QRELS, RUN),
    "tabs": replaced(b" ", b"\t"),
    "several blanks": replaced(b" ", b"  \t "),
    "vertical tabs and form feeds": replaced(b" ", b"\v\f"),
    "leading blanks": replaced(b"\n", b"\n \t")[:2],
    "trailing blanks": replaced(b"\n", b" \t \n"),
    "CRLF": replaced(b"\n", b"\r\n"),
    "no final newline": (QRELS.rstrip(), RUN.rstrip()),
    "no final newline, CR": (QRELS.rstrip() + b"\r", RUN.rstrip() + b"\r"),
    "blank lines": replaced(b"\n", b"\n\n \t\r\n\n"),
    "blank lines first": (b"\n\n" + QRELS, b" \n\n" + RUN),
    "byte order mark": (b"\xef\xbb\xbf" + QRELS, b"\xef\xbb\xbf" + RUN),
    "comments": (b"# a comment\n" + QRELS + b"#1 0 b 1", b"#\n" + RUN + b"#1 Q0 z 0 99 x\n"),
    "comment after a byte order mark": (b"\xef\xbb\xbf# x\n" + QRELS, b"\xef\xbb\xbf#\n" + RUN),
    "more columns": (QRELS, RUN.replace(b" tag", b" tag and more # of it")),
    "interleaved topics": (
        b"1 0 a 1\n2 0 a 1\n1 0 b 0\n",
        b"1 Q0 a 2 1.5 tag\n2 Q0 a 1 0.5 tag\n1 Q0 b 1 2.5 tag\n",
    ),
    "other second columns and ranks": (
        b"1 x a 1\n1 y b 0\n2 - a 1\n",
        b"1 0 b x 2.5 tag\n1 1 a x 1.5 tag\n2 \xff a -3 0.5 tag\n",
    ),
    "grades with signs and zeros": (b"1 0 a +1\n1 0 b -0\n2 0 a 0001\n", RUN),
    "scores of every form": (
        QRELS,
        b"1 Q0 b 1 +2.5e0 tag\n1 Q0 a 2 15E-1 tag\n2 Q0 a 1 .5 tag\n",
    ),
    "scores beyond 64 bits": (QRELS, b"1 Q0 b 1 1e999 t\n1 Q0 a 2 -inf t\n2 Q0 a 1 1e-999 t\n"),
    "scores of many digits": (
        QRELS,
        b"1 Q0 b 1 1234567890123456789012.5 t\n1 Q0 a 2 1234.567890123456789012 t\n2 Q0 a 1 -0 t\n",
    ),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str, write: Write, cli: Cli) -> None:
    qrels, run = ACCEPTED[name]
    files = write("qrels", qrels), write("run", run)
    assert rtreceval.evaluate(*files, "recip_rank").per_topic == EXPECTED
    read = rtreceval.read_qrels(files[0]), rtreceval.read_run(files[1])
    assert rtreceval.evaluate(*read, "recip_rank").per_topic == EXPECTED
    result = cli("-m", "recip_rank", "qrels", "-", stdin=run)
    assert (result.out, result.err) == (b"recip_rank            \tall\t0.7500\n", b"")


def test_leading_blanks_do_not_make_a_comment(write: Write) -> None:
    """Only a line that begins with '#' is one; an id may hold or begin with it."""
    qrels = write("qrels", "#1 0 a 1\n #1 0 b#1 1\n1 0 #c 1\n1 0 d# 0\n")
    run = write("run", "1 Q0 d# 1 3 #tag\n 1 Q0 #c 2 2 #tag\n\t#1 Q0 b#1 3 1 #tag\n")
    result = rtreceval.evaluate(qrels, run, "recip_rank")
    assert result.per_topic == {"#1": {"recip_rank": 1.0}, "1": {"recip_rank": 0.5}}
    assert result.run_tag == "#tag"


def test_the_tag_is_that_of_the_last_line(write: Write) -> None:
    run = write("run", "2 Q0 a 1 1 first\n1 Q0 a 1 1 last\n# 1 Q0 b 1 1 comment\n\n")
    assert rtreceval.read_run(run).tag == "last"
    assert rtreceval.evaluate({"1": {"a": 1}}, run, "runid").run_tag == "last"


def test_a_mark_inside_a_file_is_part_of_an_id(write: Write) -> None:
    qrels = write("qrels", b"1 0 a 1\n\xef\xbb\xbf2 0 a 1\n")
    assert rtreceval.read_qrels(qrels).topics == ["1", "\ufeff2"]


ID = st.binary(min_size=1, max_size=8).filter(
    lambda id_: not set(id_) & set(b" \t\n\v\f\r") and not id_.startswith((b"#", b"\xef\xbb\xbf"))
)


@settings(max_examples=100)
@given(docs=st.lists(ID, min_size=1, max_size=8, unique=True), topic=ID, data=st.data())
def test_ids_are_bytes(
    docs: list[bytes], topic: bytes, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Any bytes but white space; those with one score are ordered by them."""
    folder = tmp_path_factory.mktemp("ids")
    (folder / "run").write_bytes(b"".join(b"%b Q0 %b 0 1 s\n" % (topic, doc) for doc in docs))
    relevant = data.draw(st.sampled_from(docs))
    (folder / "qrels").write_bytes(b"%b 0 %b 1\n" % (topic, relevant))
    result = rtreceval.evaluate(folder / "qrels", folder / "run", "recip_rank")
    assert result.topics == [topic.decode("utf-8", "surrogateescape")]
    assert result["recip_rank"] == 1 / (sorted(docs, reverse=True).index(relevant) + 1)


GRADE = "a whole number of at most 64 bits"
QRELS_LINE = "4 fields: topic iteration docno grade"
RUN_LINE = "6 fields: topic Q0 docno rank score tag"
BLANK_IN_ID = "a number: is there a blank inside the document id?"


class Refused(NamedTuple):
    """A file that is refused, and with what."""

    file: str
    content: bytes
    line: int
    column: int
    found: str
    expected: str


REFUSED = [
    Refused("qrels", b"1 0 a\n", 1, 6, "3 fields", QRELS_LINE),
    Refused("qrels", b"1\n", 1, 2, "1 field", QRELS_LINE),
    Refused("qrels", b"1 0 a 1 2\n", 1, 8, "more than 4 fields", QRELS_LINE),
    Refused("qrels", b"1 0 a 1\n\n# c\n 1 0 b  # 1 \n", 4, 10, "more than 4 fields", QRELS_LINE),
    Refused(
        "qrels",
        b"1 0 a 0.5\n",
        1,
        7,
        "grade '0.5'",
        f"{GRADE} (--float-grades takes fractions)",
    ),
    Refused("qrels", b"1 0 a 1\n1 0 b x\n", 2, 7, "grade 'x'", GRADE),
    Refused("qrels", b"1 0 a 1e3\n", 1, 7, "grade '1e3'", GRADE),
    Refused("qrels", b"1 0 a -\n", 1, 7, "grade '-'", GRADE),
    Refused("qrels", b"1 0 a \xff1\n", 1, 7, "grade '\ufffd1'", GRADE),
    Refused("qrels", b"1 0 a 99999999999999999999\n", 1, 7, "grade '99999999999999999999'", GRADE),
    Refused(
        "qrels", b"query-id\tcorpus-id\tscore\n", 1, 25, "a header and nothing below it", "rows"
    ),
    Refused("run", b"1 Q0 a 1 2.5\n", 1, 13, "5 fields", RUN_LINE),
    Refused("run", b"1 Q0 a 1 2.5 s\n7\t8\t1\r\n", 2, 6, "3 fields", RUN_LINE),
    Refused("run", b"1 Q0 a 1 2,5 s\n", 1, 10, "score '2,5'", "a number"),
    Refused("run", b"1 Q0 a 1 abc s\n", 1, 10, "score 'abc'", "a number"),
    Refused("run", b"1 Q0 a 1 nan s\n", 1, 10, "score 'nan'", "a number"),
    Refused("run", b"1 Q0 a 1 NaN s\n", 1, 10, "score 'NaN'", "a number"),
    Refused("run", b"1 Q0 a 1 -nan s\n", 1, 10, "score '-nan'", "a number"),
    Refused("run", b"1 Q0 a 1 0x1p3 s\n", 1, 10, "score '0x1p3'", "a number"),
    Refused("run", b"1 Q0 a 1 1_000 s\n", 1, 10, "score '1_000'", "a number"),
    Refused("run", b"1 Q0 a 1 . s\n", 1, 10, "score '.'", "a number"),
    Refused("run", b"1 Q0 a 1 1.5.2 s\n", 1, 10, "score '1.5.2'", "a number"),
    Refused("run", b"1 Q0 a 1 1\0 s\n", 1, 10, r"score '1\u{0}'", "a number"),
    Refused("run", b"1 Q0 a 1 " + b"x" * 80 + b" s\n", 1, 10, f"score '{'x' * 60}...'", "a number"),
    Refused("run", b"\xef\xbb\xbf1 Q0 a 1 x s\n", 1, 13, "score 'x'", "a number"),
    Refused("run", b"1 Q0 a 1 1 s\n \t 1  Q0 a\t1 x s", 2, 14, "score 'x'", "a number"),
    Refused(
        "run",
        b"1 Q0 a b report 1 2.5 s\n",
        1,
        8,
        "more than 6 fields and rank 'b'",
        BLANK_IN_ID,
    ),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case.file}: {case.content[:20]!r}")
def test_refused(case: Refused, cli: Cli, write: Write) -> None:
    files = {"qrels": QRELS, "run": RUN} | {case.file: case.content}
    paths = {name: write(name, content) for name, content in files.items()}
    result = cli("qrels", "run")
    text = f"found {case.found}, expected {case.expected}"
    message = f"{case.file}:{case.line}:{case.column}: {text}"
    assert result.err.decode() == f"rtreceval: {message}\n"
    assert (result.status, result.out) == (2, b"")
    read = rtreceval.read_qrels if case.file == "qrels" else rtreceval.read_run
    for call in (
        lambda: read(paths[case.file]),
        lambda: rtreceval.evaluate(paths["qrels"], paths["run"], "map"),
    ):
        with pytest.raises(InputError) as caught:
            call()
        error = caught.value
        assert str(error) == f"{paths[case.file]}:{case.line}:{case.column}: {text}"
        assert error.file == str(paths[case.file])
        assert (error.line, error.column) == (case.line, case.column)
        assert (error.found, error.expected) == (case.found, case.expected)


@pytest.mark.parametrize("content", [b"", b"\n\n", b"# nothing\n", b" \t\r\n", b"\xef\xbb\xbf"])
@pytest.mark.parametrize(("file", "expected"), [("qrels", QRELS_LINE), ("run", RUN_LINE)])
def test_empty(file: str, expected: str, content: bytes, cli: Cli, write: Write) -> None:
    paths = {name: write(name, text) for name, text in (("qrels", QRELS), ("run", RUN))}
    write(file, content)
    result = cli("-c", "qrels", "run")
    text = f"found nothing but blank lines and comments, expected {expected}"
    assert result.err.decode() == f"rtreceval: {file}: {text}\n"
    assert (result.status, result.out) == (2, b"")
    with pytest.raises(InputError) as caught:
        rtreceval.evaluate(paths["qrels"], paths["run"], "map")
    assert str(caught.value) == f"{paths[file]}: {text}"
    assert caught.value.expected == expected


TWICE = "found document 'a' of topic '1' a second time (first in line 1), expected each document"


@pytest.mark.parametrize(
    ("file", "content", "place", "status"),
    [
        ("qrels", b"1 0 a 1\n1 0 b 0\n1 0 a 1\n", "3:5", 4),
        ("qrels", b"1 0 a 1\n2 0 a 0\n\n1 0 a 0\n", "4:5", 4),
        ("run", b"1 Q0 a 1 3 s\n1 Q0 b 2 2 s\n1 Q0 a 3 1 s\n", "3:6", 4),
        ("run", b"1 Q0 a 1 3 s\n2 Q0 a 1 3 s\n# c\n  1 Q0 a 2 3 s\n", "4:8", 4),
    ],
)
def test_document_twice(  # noqa: PLR0913, PLR0917
    file: str, content: bytes, place: str, status: int, cli: Cli, write: Write
) -> None:
    paths = {name: write(name, text) for name, text in (("qrels", QRELS), ("run", RUN))}
    write(file, content)
    result = cli("qrels", "run")
    text = f"{TWICE} once in a topic"
    assert result.err.decode() == f"rtreceval: {file}:{place}: {text}\n"
    assert (result.status, result.out) == (status, b"")
    with pytest.raises(InputError) as caught:
        rtreceval.evaluate(paths["qrels"], paths["run"], "map")
    error = caught.value
    assert str(error) == f"{paths[file]}:{place}: {text}"
    assert (error.file, f"{error.line}:{error.column}") == (str(paths[file]), place)


@settings(max_examples=200)
@given(
    qrels=st.binary(max_size=60) | st.lists(st.sampled_from([*b"1 0 a 1\n\t#-."])).map(bytes),
    run=st.binary(max_size=60) | st.lists(st.sampled_from([*b"1 Q0 a 1 2.5 s\n\t#-e"])).map(bytes),
)
def test_no_input_does_worse_than_an_error(
    qrels: bytes, run: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("any")
    (folder / "qrels").write_bytes(qrels)
    (folder / "run").write_bytes(run)
    try:
        result = rtreceval.evaluate(folder / "qrels", folder / "run", "all_trec")
    except InputError as error:
        assert str(error)  # noqa: PT017
    else:
        assert result.topics
