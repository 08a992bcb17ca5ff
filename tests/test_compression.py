"""Compressed files are read like others, whatever their names."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import tarfile
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

import rtreceval
from rtreceval import golden, rag
from tests.support import FIXTURES, bits, run_file, run_python

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support import Cli, Qrels, Run, Write

QRELS = (FIXTURES / "small.qrels").read_bytes()
RUN = (FIXTURES / "small.run").read_bytes()
MEASURES = ["map", "ndcg_cut_10", "recip_rank"]


def arrow(name: str) -> Callable[[bytes], bytes]:
    """Compress with what comes with pyarrow."""
    return lambda data: pa.compress(data, codec=name, asbytes=True)


COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "Zstandard": arrow("zstd"),
    "LZ4": arrow("lz4"),
}
EXPECTED = rtreceval.evaluate(FIXTURES / "small.qrels", FIXTURES / "small.run", MEASURES)


def in_parts(compress: Callable[[bytes], bytes], data: bytes) -> bytes:
    """Compress in two parts that stand one after another, as `cat a.gz b.gz` makes them."""
    return compress(data[: len(data) // 2]) + compress(data[len(data) // 2 :])


@pytest.mark.parametrize("name", COMPRESS)
def test_every_argument_may_be_compressed(name: str, cli: Cli, write: Write) -> None:
    compress = COMPRESS[name]
    files = write("qrels", in_parts(compress, QRELS)), write("run", in_parts(compress, RUN))
    result = rtreceval.evaluate(*files, MEASURES)
    assert bits(result) == bits(EXPECTED)
    assert result.run_tag == EXPECTED.run_tag
    as_bytes = os.fsencode(files[0]), os.fsencode(files[1])
    assert bits(rtreceval.evaluate(*as_bytes, MEASURES)) == bits(EXPECTED)
    objects = io.BytesIO(files[0].read_bytes()), io.BytesIO(files[1].read_bytes())
    assert bits(rtreceval.evaluate(*objects, MEASURES)) == bits(EXPECTED)
    with files[0].open("rb") as qrels, files[1].open("rb") as run:
        assert bits(rtreceval.evaluate(qrels, run, MEASURES)) == bits(EXPECTED)
    read = rtreceval.read_qrels(files[0]), rtreceval.read_run(files[1])
    assert bits(rtreceval.evaluate(*read, MEASURES)) == bits(EXPECTED)
    plain = cli("-m", "all_trec", "-q", FIXTURES / "small.qrels", FIXTURES / "small.run")
    assert cli("-m", "all_trec", "-q", "qrels", "run") == plain
    piped = cli("-m", "all_trec", "-q", "qrels", "-", stdin=files[1].read_bytes())
    assert piped == plain
    for options in (["--lenient"], ["--ties", "file"], ["--tie-range"]):
        request = ("-m", "map", *options)
        plain = cli(*request, FIXTURES / "small.qrels", FIXTURES / "small.run")
        assert cli(*request, "qrels", "run") == plain


@pytest.mark.parametrize("name", COMPRESS)
def test_other_files_may_be_compressed(name: str, cli: Cli, write: Write) -> None:
    compress = COMPRESS[name]
    means = b"t1 map 0.5 0.25\nt2 map 0.5 0.25\n"
    files = ("-m", "map", FIXTURES / "small.qrels", FIXTURES / "small.run", "--quiet", "-Z")
    expected = cli(*files, write("means", means))
    assert expected.status == 0
    assert cli(*files, write("means.x", compress(means))) == expected
    items = FIXTURES / "rag" / "items.jsonl"
    packed = write("items", compress(items.read_bytes()))
    assert cli("rag", packed) == cli("rag", items)
    assert rag.evaluate(packed, k=10).summary == rag.evaluate(items, k=10).summary
    cases, results = FIXTURES / "rag" / "cases.jsonl", FIXTURES / "rag" / "results.jsonl"
    packed = write("cases", compress(cases.read_bytes()))
    assert cli("golden", packed, results) == cli("golden", cases, results)
    report = golden.evaluate(packed, io.BytesIO(compress(results.read_bytes())))
    assert report.summary == golden.evaluate(cases, results).summary
    write("base", compress(cli("rag", items, "--format", "json").out))
    compared = cli("rag", items, "--baseline", "base")
    assert compared.status == 0


@pytest.mark.parametrize("name", COMPRESS)
def test_damaged_data_is_one_error(name: str, cli: Cli, write: Write) -> None:
    data = COMPRESS[name](RUN)
    for damaged in (data[: len(data) * 2 // 3], data[:12], data + b"1 Q0 a 1 1 t\n"):
        for text in ("run", "-"):
            write("run", damaged)
            result = cli("-m", "map", FIXTURES / "small.qrels", text, stdin=damaged)
            assert (result.status, result.out) == (2, b"")
            start = f"rtreceval: {text}: found {name} data that is cut off or damaged ("
            assert result.err.decode().startswith(start)
            assert len(result.err.splitlines()) == 1
        with pytest.raises(rtreceval.InputError, match="cut off or damaged") as caught:
            rtreceval.evaluate(FIXTURES / "small.qrels", write("run", damaged), MEASURES)
        assert (caught.value.file or "").endswith("run")
        with pytest.raises(rtreceval.InputError, match="cut off or damaged"):
            rtreceval.evaluate(io.BytesIO(damaged), {"t1": {"a": 1.0}}, MEASURES)


def archive() -> bytes:
    """Put a run into a tar archive."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as files:
        entry = tarfile.TarInfo("run")
        entry.size = len(RUN)
        files.addfile(entry, io.BytesIO(RUN))
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (archive(), "run:1:1: found a tar archive, expected text, as 'tar -xO' gives it"),
        (gzip.compress(archive()), "run:1:1: found a tar archive, expected text, as 'tar -xO'"),
        (b"\x02\x21\x4c\x18\x00", "run:1:1: found LZ4 data in the legacy format, expected LZ4 fra"),
        (gzip.compress(gzip.compress(RUN)), "run:1:1: found data that was compressed twice"),
        (gzip.compress(RUN.decode().encode("utf-16")), "run:1:1: found UTF-16 text, expected text"),
    ],
)
def test_what_a_file_is_instead(data: bytes, message: str, cli: Cli, write: Write) -> None:
    for name in (write("run", data).name, "-"):
        result = cli("-m", "map", FIXTURES / "small.qrels", name, stdin=data)
        assert (result.status, result.out) == (2, b"")
        assert result.err.decode().startswith(f"rtreceval: {message.replace('run', name, 1)}")


def test_zeros_behind_gzip_data(write: Write) -> None:
    """Tapes and disks fill up their blocks."""
    run = write("run", gzip.compress(RUN) + bytes(1000))
    assert bits(rtreceval.evaluate(FIXTURES / "small.qrels", run, MEASURES)) == bits(EXPECTED)


@pytest.mark.parametrize("name", COMPRESS)
def test_a_file_of_several_blocks(name: str, big: tuple[Qrels, Run], tmp_path: Path) -> None:
    qrels, run = big
    expected = rtreceval.evaluate(qrels, run, MEASURES)
    data = run_file(run).encode()
    file = tmp_path / "run"
    file.write_bytes(COMPRESS[name](data))
    for threads in (1, 2, 3):
        result = rtreceval.evaluate(qrels, file, MEASURES, threads=threads)
        assert bits(result) == bits(expected)
        assert result.run_tag == "tag"
    # Topics whose lines are apart, and places in the text that was compressed.
    lines = data.splitlines(keepends=True)
    file.write_bytes(COMPRESS[name](b"".join(lines[::2] + lines[1::2])))
    assert bits(rtreceval.evaluate(qrels, file, MEASURES)) == bits(expected)
    lines[60_000] = b"topic1 Q0 d 1 x tag\n"
    file.write_bytes(COMPRESS[name](b"".join(lines)))
    with pytest.raises(rtreceval.InputError, match="found score 'x'") as caught:
        rtreceval.evaluate(qrels, file, MEASURES)
    assert (caught.value.line, caught.value.column) == (60_001, 15)


def test_memory_does_not_grow_with_what_a_file_holds(tmp_path: Path) -> None:
    """Of 60 MB of text a few are in memory at a time."""
    lines = "".join(
        f"{{}} Q0 a-document-with-a-long-name-{number} 0 1 t\n" for number in range(3000)
    )
    with gzip.open(tmp_path / "run", "wb", compresslevel=1) as file:
        for topic in range(400):
            file.write(lines.replace("{}", str(topic)).encode())
    (tmp_path / "qrels").write_text("7 0 a-document-with-a-long-name-3 1\n", encoding="utf-8")
    code = (
        "import resource, sys; from rtreceval._core import cli\n"
        "def most(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "before = most()\n"
        "status = cli(['-m', 'num_ret', '--threads', '2', '--quiet', *sys.argv[1:]])\n"
        "print(status, (most() - before) // 1024)"
    )
    printed = run_python(code, tmp_path / "qrels", tmp_path / "run").split()
    assert printed[:4] == ["num_ret", "all", "3000", "0"]
    assert int(printed[4]) < 20
