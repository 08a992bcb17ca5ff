"""Inputs of every size and kind of file: a result or an error with its place, in bounded time."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rtreceval
from rtreceval import InputError
from tests.support import FIXTURES, run_python

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support import Cli, Write

MILLION = 1_000_000
MEGABYTES = 10
SMALL = FIXTURES / "small.qrels", FIXTURES / "small.run"


# Long lines


def test_long_fields_are_fields(write: Write) -> None:
    long = "x" * (MEGABYTES << 20)
    qrels = write("qrels", f"1 0 {long} 1\n1 0 b 0\n")
    run = write("run", f"1 Q0 b 1 2 t\n1 Q0 {long} 2 1 {long}\n")
    result = rtreceval.evaluate(qrels, run, "recip_rank")
    assert result["recip_rank"] == 0.5
    assert result.run_tag == long


def test_a_long_line_has_a_short_error(write: Write, cli: Cli) -> None:
    run = write("run", b"1 Q0 a 1 2 t\n" + b"x" * (MEGABYTES << 20) + b"\n")
    result = cli(SMALL[0], "run")
    column = (MEGABYTES << 20) + 1
    found = "found 1 field, expected 6 fields: topic Q0 docno rank score tag"
    assert result.err.decode() == f"rtreceval: {run.name}:2:{column}: {found}\n"
    assert result.status == 2


@pytest.mark.parametrize("file", ["qrels", "run"])
def test_a_long_value_is_cut_in_the_error(file: str, write: Write) -> None:
    content = {"qrels": "1 0 a 1\n", "run": "1 Q0 a 1 1 t\n"}
    long = "x" * (MEGABYTES << 20)
    content[file] = {"qrels": f"1 0 a {long}\n", "run": f"1 Q0 a 1 {long} t\n"}[file]
    qrels, run = (write(name, text) for name, text in content.items())
    with pytest.raises(InputError) as caught:
        rtreceval.evaluate(qrels, run, "map")
    assert len(str(caught.value)) < 400
    assert caught.value.line == 1


# Files that cannot be read


def without_rights() -> None:
    """Keep root, too, from reading what nobody may read."""
    if os.getuid() == 0:
        drop, override, search = 24, 1, 2
        libc = ctypes.CDLL(None)
        for capability in (override, search):
            libc.prctl(drop, capability)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="root reads all elsewhere")
@pytest.mark.parametrize("unreadable", ["qrels", "run"])
def test_a_file_that_may_not_be_read(unreadable: str, tmp_path: Path) -> None:
    for name, fixture in zip(("qrels", "run"), SMALL, strict=True):
        (tmp_path / name).write_bytes(fixture.read_bytes())
    (tmp_path / unreadable).chmod(0)
    done = subprocess.run(
        [sys.executable, "-m", "rtreceval", "qrels", "run"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=30,
        preexec_fn=without_rights,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == f"rtreceval: {unreadable}: Permission denied\n".encode()


@pytest.mark.parametrize("wrong", [0, 1], ids=["qrels", "run"])
def test_a_directory(wrong: int, tmp_path: Path, cli: Cli) -> None:
    files = list(SMALL)
    files[wrong] = tmp_path
    result = cli(*files)
    assert result.status == 2
    assert result.err == f"rtreceval: {tmp_path}: Is a directory\n".encode()
    with pytest.raises(IsADirectoryError):
        rtreceval.evaluate(files[0], files[1], "map")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file here that fails late")
def test_a_file_that_fails_while_it_is_read() -> None:
    with pytest.raises(OSError, match="Input/output error"):
        rtreceval.read_run("/proc/self/mem")


# Pipes


def piped(path: Path, content: bytes) -> threading.Thread:
    """Write to a named pipe, once."""
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(content,), daemon=True)
    writer.start()
    return writer


def test_both_files_are_pipes(cli: Cli, tmp_path: Path) -> None:
    pipes = [tmp_path / "qrels", tmp_path / "run"]
    files = zip(pipes, SMALL, strict=True)
    writers = [piped(pipe, file.read_bytes()) for pipe, file in files]
    assert cli("-q", *pipes) == cli("-q", *SMALL)
    for writer in writers:
        writer.join(timeout=10)
        assert not writer.is_alive()


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="no /dev/stdin here")
@pytest.mark.parametrize("given", [0, 1], ids=["qrels", "run"])
def test_the_standard_input_by_its_name(given: int, cli: Cli) -> None:
    files = list(SMALL)
    files[given] = Path("/dev/stdin")
    assert cli("-q", *files, stdin=SMALL[given].read_bytes()) == cli("-q", *SMALL)


def test_an_error_in_a_pipe_has_its_place(cli: Cli) -> None:
    result = cli(SMALL[0], "/dev/stdin", stdin=b"t1 Q0 a 1 1 t\nt1 Q0 b 1 x t\n")
    assert result.err == b"rtreceval: /dev/stdin:2:11: found score 'x', expected a number\n"


# Many topics, many documents


MEASURE = """
import resource, subprocess, sys
command = [sys.executable, "-m", "rtreceval", *sys.argv[1:]]
print(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Runs the command line from a small process: the peak of a child begins with its parent's."""


def peak_megabytes(folder: Path, *args: str) -> tuple[list[str], float]:
    """Evaluate `run` against `qrels`; give what is printed and the peak of memory."""
    *out, peak = run_python(MEASURE, *args, folder / "qrels", folder / "run").split()
    return out, int(peak) * (1 if sys.platform == "darwin" else 1 << 10) / (1 << 20)


def test_a_million_topics_of_one_document(tmp_path: Path) -> None:
    """What is kept of a topic does not grow out of proportion: at most some 300 bytes."""
    numbers = range(MILLION)
    (tmp_path / "run").write_text("".join(f"{n} Q0 d 1 1 t\n" for n in numbers), "utf-8")
    (tmp_path / "qrels").write_text("".join(f"{n} 0 d {n % 2}\n" for n in numbers), "utf-8")
    out, megabytes = peak_megabytes(tmp_path, "-m", "map", "-m", "num_q")
    assert out == ["num_q", "all", "1000000", "map", "all", "0.5000"]
    assert megabytes < 400


def test_one_topic_of_a_million_documents(tmp_path: Path) -> None:
    lines = (f"1 Q0 {n} 1 {n * 7919 % MILLION} t\n" for n in range(MILLION))
    (tmp_path / "run").write_text("".join(lines), "utf-8")
    (tmp_path / "qrels").write_text("1 0 0 1\n", "utf-8")  # with the lowest score
    args = ["-m", "num_ret", "-m", "recip_rank.2000000", "-m", "bpref"]
    out, megabytes = peak_megabytes(tmp_path, *args)
    values = "num_ret all 1000000 bpref all 1.0000 recip_rank_2000000 all 0.0000"
    assert sorted(out) == sorted(values.split())
    assert megabytes < 400
    result = rtreceval.evaluate(tmp_path / "qrels", tmp_path / "run", "recip_rank")
    assert result["recip_rank"] == 1 / MILLION


# Grades


@pytest.mark.parametrize("grade", [MILLION, 3 * 10**9, 2**53 + 2, 2**63 - 1])
@pytest.mark.parametrize("kind", ["file", "dict"])
def test_time_does_not_grow_with_the_grade(kind: str, grade: int, write: Write) -> None:
    qrels = {"1": {"a": grade, "b": 1}}
    file = write("qrels", f"1 0 a {grade}\n1 0 b 1\n")
    run = {"1": {"b": 2.0, "a": 1.0}}
    result = rtreceval.evaluate(qrels if kind == "dict" else file, run, ["ndcg", "map", "num_rel"])
    assert result["num_rel"] == 2
    assert result["map"] == 1
    gain = float(grade)
    discount = 1.584962500721156  # log2(3)
    assert result["ndcg"] == pytest.approx((1 + gain / discount) / (gain + 1 / discount), rel=1e-15)


@pytest.mark.parametrize("grade", ["9223372036854775808", "-9223372036854775809", "1" + "0" * 300])
def test_a_grade_beyond_64_bits_is_refused(grade: str, write: Write) -> None:
    with pytest.raises(InputError, match="expected a whole number of at most 64 bits"):
        rtreceval.read_qrels(write("qrels", f"1 0 a {grade}\n"))


def test_the_lowest_grade_of_64_bits_is_a_negative_one(write: Write) -> None:
    qrels = write("qrels", f"1 0 a {-(2**63)}\n1 0 b 1\n")
    run = {"1": {"a": 2.0, "b": 1.0}}
    result = rtreceval.evaluate(qrels, run, ["recip_rank", "ndcg", "bpref"])
    assert (result["recip_rank"], result["bpref"]) == (0.5, 1)


# Ids that are no text


@pytest.mark.parametrize(
    "make",
    [
        lambda bad: ({bad: {"a": 1}}, {"1": {"a": 1.0}}),
        lambda bad: ({"1": {bad: 1}}, {"1": {"a": 1.0}}),
        lambda bad: ({"1": {"a": 1}}, {bad: {"a": 1.0}}),
        lambda bad: ({"1": {"a": 1}}, {"1": {bad: 1.0}}),
        lambda bad: ([("1", bad, 1)], [("1", "a", 1.0)]),
        lambda bad: ([("1", "a", 1)], [("1", bad, 1.0)]),
    ],
    ids=[
        "topic, qrels",
        "document, qrels",
        "topic, run",
        "document, run",
        "row, qrels",
        "row, run",
    ],
)
def test_half_a_surrogate_pair(make: Callable[[str], tuple[object, object]]) -> None:
    """It is refused, or an id like any other; one that stands for a byte of a file is an id."""
    for half, refused in (("\ud800", UnicodeEncodeError), ("\udcff", ())):
        qrels, run = make(half)
        try:
            result = rtreceval.evaluate(qrels, run, "map")  # type: ignore[arg-type]
        except refused:
            continue
        except InputError as error:
            assert str(error).startswith("no topic has both")  # noqa: PT017
        else:
            assert result.summary == {"map": 0.0}
