"""Whatever holds a run, the same bits come out: a file, pieces of a file, an object, a dict."""

from __future__ import annotations

import contextlib
import os
import random
import threading
from collections import ChainMap, OrderedDict, defaultdict
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rtreceval
from rtreceval import InputError
from tests.support import (
    ALL,
    FIXTURES,
    OPTIONS,
    Cli,
    Options,
    Qrels,
    Run,
    Write,
    big_run,
    bits,
    qrels_and_run,
    read_fixture,
    run_file,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

SMALL = FIXTURES / "small.qrels", FIXTURES / "small.run"

REQUESTS = [
    ALL,
    ["map"],  # what a source need not know of the other documents differs by measure
    ["ndcg_cut.3", "P.1,2"],
    ["relstring.5", "infAP"],
    ["ndcg.0=2,1=1", "dcg.2=0.5"],
    ["ndcg.0=-1", "G.1=-2,3=5"],
    ["rbp.p=0.5,0=1", "rbp_resid.p=0.5"],
    ["rbp.2=-3"],
    ["Rndcg.3=0", "ndcg_rel.1=4"],
    ["unj.1,3", "num_nonrel_judged_ret"],
]


def qrels_file(qrels: Mapping[str, Mapping[str, int]]) -> str:
    """Give judgments the form of a file."""
    return "".join(
        f"{topic} 0 {docno} {grade}\n"
        for topic, docs in qrels.items()
        for docno, grade in docs.items()
    )


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_fixture_from_every_source(options: Options) -> None:
    qrels_path, run_path = SMALL
    qrels_dict, run_dict = read_fixture("small")
    by_path = rtreceval.evaluate(qrels_path, run_path, ALL, **options)
    for qrels in (str(qrels_path), qrels_dict, rtreceval.read_qrels(qrels_path)):
        for run in (str(run_path), run_dict, rtreceval.read_run(run_path)):
            result = rtreceval.evaluate(qrels, run, ALL, **options)
            assert bits(result) == bits(by_path)
            assert result.per_topic == by_path.per_topic
            assert result.missing_topics == by_path.missing_topics == ["t3"]
            assert result.unjudged_topics == by_path.unjudged_topics == ["t9"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder that the examples of one test may all write to."""
    return tmp_path_factory.mktemp("sources")


@settings(max_examples=40)
@given(
    inputs=qrels_and_run(),
    level=st.sampled_from([1, 0, 2, 0.5]),
    complete=st.booleans(),
    judged_only=st.booleans(),
    max_depth=st.sampled_from([None, 1, 3]),
    compat=st.sampled_from(["9", "10"]),
)
def test_made_inputs_from_every_source(  # noqa: PLR0913, PLR0917
    folder: Path,
    inputs: tuple[Qrels, Run],
    level: float,
    complete: bool,  # noqa: FBT001
    judged_only: bool,  # noqa: FBT001
    max_depth: int | None,
    compat: str,
) -> None:
    qrels, run = inputs
    (folder / "qrels").write_text(qrels_file(qrels), encoding="utf-8")
    (folder / "run").write_text(run_file(run), encoding="utf-8")
    options: Options = {
        "relevance_level": level,
        "complete": complete,
        "judged_only": judged_only,
        "max_depth": max_depth,
        "compat": compat,
    }
    read = rtreceval.read_run(folder / "run")
    as_mapping = MappingProxyType({topic: MappingProxyType(docs) for topic, docs in run.items()})
    for requests in REQUESTS:
        expected = rtreceval.evaluate(folder / "qrels", folder / "run", requests, **options)
        for source in (read, run, as_mapping):
            for judgments in (folder / "qrels", qrels):
                found = rtreceval.evaluate(judgments, source, requests, **options)
                assert bits(found) == bits(expected)


@pytest.mark.parametrize("kind", [MappingProxyType, ChainMap, OrderedDict])
def test_any_mapping_will_do(kind: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> None:
    qrels, run = read_fixture("small")
    expected = rtreceval.evaluate(qrels, run, ALL)
    kinds = [kind({topic: kind(docs) for topic, docs in data.items()}) for data in (qrels, run)]
    assert bits(rtreceval.evaluate(kinds[0], kinds[1], ALL)) == bits(expected)


def test_a_defaultdict_is_only_read() -> None:
    docs = defaultdict(lambda: 9.0, {"a": 1.0, "b": 2.0})
    run = defaultdict(lambda: docs, {"q": docs})
    result = rtreceval.evaluate({"q": {"a": 1, "z": 1}, "p": {"a": 1}}, run, "map")
    assert result["map"] == 1 / 2 / 2
    assert {topic: dict(docs) for topic, docs in run.items()} == {"q": {"a": 1.0, "b": 2.0}}


def test_order_of_dicts_does_not_matter() -> None:
    qrels, run = read_fixture("small")

    def backwards(data: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
        return {t: dict(reversed(list(docs.items()))) for t, docs in reversed(list(data.items()))}

    expected = rtreceval.evaluate(qrels, run, ALL)
    assert bits(rtreceval.evaluate(backwards(qrels), backwards(run), ALL)) == bits(expected)


def test_order_of_lines_does_not_matter(write: Write) -> None:
    qrels, run = (file.read_text(encoding="utf-8").splitlines() for file in SMALL)
    expected = bits(rtreceval.evaluate(*SMALL, ALL))
    shuffled = random.Random(1)  # noqa: S311
    for _ in range(5):
        shuffled.shuffle(qrels)
        shuffled.shuffle(run)
        files = write("q", "\n".join(qrels)), write("r", "\n".join(run))
        assert bits(rtreceval.evaluate(*files, ALL)) == expected


@pytest.mark.parametrize("tied", [2, 31, 32, 33, 34, 200])
@pytest.mark.parametrize("others", [0, 5])
def test_many_documents_with_one_score(tied: int, others: int, write: Write) -> None:
    """However many there are, the id with the highest bytes goes first."""
    docnos = sorted((f"d{number}" for number in range(tied)), reverse=True)
    made = random.Random(tied)  # noqa: S311
    docs = [*dict.fromkeys(docnos, 1.0).items()]
    docs += [(f"low{n}", -1.0 - n) for n in range(others)]
    docs += [(f"top{n}", 9.0 + n) for n in range(others)]
    made.shuffle(docs)
    run = {"q": dict(docs)}
    read = rtreceval.read_run(write("run", run_file(run)))
    in_order = {"q": dict(sorted(docs, key=lambda item: -item[1]))}
    path = write("in_order", run_file(in_order))
    for at in {0, 1, tied // 2, tied - 1}:
        for source in (run, read, in_order, path):
            result = rtreceval.evaluate({"q": {docnos[at]: 1}}, source, "recip_rank")
            assert result["recip_rank"] == 1 / (others + at + 1)


# Files that are read in pieces


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("kind", ["together", "interleaved", "two halves"])
def test_big_file(big: tuple[Qrels, Run], kind: str, threads: int, tmp_path: Path) -> None:
    qrels, run = big
    lines = run_file(run).splitlines(keepends=True)
    if kind == "interleaved":
        random.Random(2).shuffle(lines)  # noqa: S311
    elif kind == "two halves":
        lines = lines[::2] + lines[1::2]
    path = tmp_path / "run"
    path.write_text("".join(lines), encoding="utf-8")
    assert path.stat().st_size > 3 << 20
    expected = rtreceval.evaluate(qrels, run, ALL, threads=1)
    for source in (path, rtreceval.read_run(path)):
        result = rtreceval.evaluate(qrels, source, ALL, threads=threads)
        assert bits(result) == bits(expected)
        assert result.topics == expected.topics
        assert result.missing_topics == expected.missing_topics
        assert result.unjudged_topics == expected.unjudged_topics


def test_big_file_with_all_that_lines_may_have(big: tuple[Qrels, Run], tmp_path: Path) -> None:
    """Comments, blank lines, odd white space and very long ids, wherever pieces begin and end."""
    qrels, run = big
    made = random.Random(3)  # noqa: S311
    parts: list[str] = ["\ufeff"]
    for line in run_file(run).splitlines():
        match made.randrange(8):
            case 0:
                parts.append(f"#{'x' * made.randint(0, 3000)}\n")
            case 1:
                parts.append("\r\n \t\n")
            case 2:
                parts.append(line.replace(" ", " \t ") + "  \r\n")
                continue
            case 3:
                parts.append(line + " and more\n")
                continue
            case _:
                pass
        parts.append(line + "\n")
    long_ids = "".join(f"topic1 Q0 {'y' * 5000}{number} 0 -9 tag\n" for number in range(50))
    at = max(index for index, part in enumerate(parts) if part.startswith("topic1 ")) + 1
    parts.insert(at, long_ids)
    path = tmp_path / "run"
    path.write_text("".join(parts), encoding="utf-8")
    run = run | {"topic1": run["topic1"] | {f"{'y' * 5000}{number}": -9.0 for number in range(50)}}
    expected = rtreceval.evaluate(qrels, run, ALL, threads=1)
    result = rtreceval.evaluate(qrels, path, ALL, threads=4)
    assert bits(result) == bits(expected)


def test_one_long_topic(tmp_path: Path) -> None:
    """A topic may be longer than any piece."""
    qrels, run = big_run(topics=3, depth=100_000)
    path = tmp_path / "run"
    path.write_text(run_file(run), encoding="utf-8")
    expected = rtreceval.evaluate(qrels, run, ["map", "ndcg", "num_ret"])
    assert expected["num_ret"] == 200_000
    assert bits(rtreceval.evaluate(qrels, path, ["map", "ndcg", "num_ret"])) == bits(expected)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("where", [0.0, 0.3, 0.999])
def test_place_of_an_error_in_a_big_file(
    big: tuple[Qrels, Run], where: float, threads: int, tmp_path: Path
) -> None:
    qrels, run = big
    lines = run_file(run).splitlines(keepends=True)
    at = int(len(lines) * where)
    topic, q0, docno, rank, _, tag = lines[at].split()
    prefix = f"{topic} {q0} {docno} {rank} "
    lines[at] = f"{prefix}1,5 {tag}\n"
    # A later one is not what is reported.
    lines[at + 50] = "malformed\n"
    path = tmp_path / "run"
    path.write_text("".join(lines), encoding="utf-8")
    for call in (
        lambda: rtreceval.evaluate(qrels, path, "map", threads=threads),
        lambda: rtreceval.read_run(path),
    ):
        with pytest.raises(InputError) as caught:
            call()
        error = caught.value
        assert (error.file, error.line, error.column) == (str(path), at + 1, len(prefix) + 1)
        assert (error.found, error.expected) == ("score '1,5'", "a number")


@pytest.mark.parametrize("threads", [1, 3])
def test_place_of_a_second_mention_in_a_big_file(
    big: tuple[Qrels, Run], threads: int, tmp_path: Path
) -> None:
    qrels, run = big
    lines = run_file(run).splitlines(keepends=True)
    topics = [line.split()[0] for line in lines]
    first = next(at for at, topic in enumerate(topics) if at > len(lines) / 2 and topic in qrels)
    second = max(at for at, topic in enumerate(topics) if topic == topics[first]) + 1
    lines.insert(second, lines[first])
    path = tmp_path / "run"
    path.write_text("".join(lines), encoding="utf-8")
    read = rtreceval.read_run(path)
    for source in (path, read):
        with pytest.raises(InputError) as caught:
            rtreceval.evaluate(qrels, source, "map", threads=threads)
        error = caught.value
        assert (error.file, error.line) == (str(path), second + 1)
        assert error.column == lines[first].index("doc") + 1
        docno = lines[first].split()[2]
        assert str(error).endswith(
            f"found document '{docno}' of topic '{topics[first]}' a second time "
            f"(first in line {first + 1}), expected each document once in a topic"
        )


SCATTERED = [("b", "x"), ("a", "x"), ("b", "y"), ("b", "x"), ("a", "x")]


@pytest.mark.parametrize("pairs", [SCATTERED, sorted(SCATTERED), sorted(SCATTERED)[::-1]])
def test_the_first_document_twice_is_told(pairs: list[tuple[str, str]], write: Write) -> None:
    """Whether the topics stand together or not, whatever their names, in run and qrels."""
    second = next(at for at, pair in enumerate(pairs) if pair in pairs[:at])
    message = f"of topic '{pairs[second][0]}' a second time"
    path = write("run", "".join(f"{topic} Q0 {docno} 1 1 t\n" for topic, docno in pairs))
    rows = [(topic, docno, 1.0) for topic, docno in pairs]
    for run in (path, rtreceval.read_run(path), rows):
        with pytest.raises(InputError, match=message) as caught:
            rtreceval.evaluate({"a": {"x": 1}, "b": {"x": 1}}, run, "map")
        assert run is rows or caught.value.line == second + 1
    judged = write("qrels", "".join(f"{topic} 0 {docno} 1\n" for topic, docno in pairs))
    for qrels in (judged, rows):
        with pytest.raises(InputError, match=message):
            rtreceval.evaluate(qrels, {"a": {"x": 1.0}}, "map")


def test_the_first_rank_twice_is_told(write: Write) -> None:
    run = write("run", "b x 1\na x 1\nb y 1\na y 1\n")
    with pytest.raises(InputError, match="rank 1 of topic 'b' a second time") as caught:
        rtreceval.read_run(run, format="msmarco")
    assert caught.value.line == 3


def test_a_document_twice_in_a_topic_without_judgments(write: Write) -> None:
    """The topic is not scored, so there is nothing to be wrong."""
    run = write("run", "q Q0 a 1 2 s\nz Q0 a 1 2 s\nz Q0 a 2 1 s\n")
    result = rtreceval.evaluate({"q": {"a": 1}}, run, "map")
    assert result.summary == {"map": 1.0}


def test_a_named_pipe(cli: Cli, tmp_path: Path) -> None:
    """What one has opened and left is gone, so it can be opened once only."""
    qrels, run = SMALL
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write_once() -> None:
        descriptor = os.open(pipe, os.O_WRONLY)  # waits for the reader
        pipe.unlink()
        with contextlib.suppress(BrokenPipeError), os.fdopen(descriptor, "wb") as out:
            out.write(run.read_bytes())

    writer = threading.Thread(target=write_once, daemon=True)
    writer.start()
    result = cli("-q", "-m", "all_trec", qrels, pipe)
    writer.join(timeout=10)
    assert result == cli("-q", "-m", "all_trec", qrels, run)


def test_standard_input(cli: Cli) -> None:
    qrels, run = SMALL
    from_file = cli("-q", "-m", "all_trec", qrels, run)
    from_pipe = cli("-q", "-m", "all_trec", qrels, "-", stdin=run.read_bytes())
    assert from_pipe == from_file
