"""The command line: options, warnings, exit statuses."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

import rtreceval
from tests.support import FIXTURES, Cli, Write

QRELS, RUN = FIXTURES / "small.qrels", FIXTURES / "small.run"
EXAMPLE = FIXTURES / "example.qrels", FIXTURES / "example.run"

HINT = b"rtreceval: 'rtreceval -h' tells how to call it\n"
WARNINGS = (
    b"rtreceval: warning: 1 of 3 topics of the qrels are not in the run and are left out "
    b"(-c counts them as 0): t3\n"
    b"rtreceval: warning: 1 topic of the run is not in the qrels and is left out: t9\n"
).splitlines(keepends=True)


def line(name: str, topic: str, value: str) -> bytes:
    return f"{name:<22}\t{topic}\t{value}\n".encode()


# Options


P_AND_MAP = line("map", "all", "0.5667") + line("P_1", "all", "0.5000")


@pytest.mark.parametrize(
    "args",
    [
        ["-m", "map", "-m", "P.1", "QRELS", "RUN"],
        ["QRELS", "RUN", "-m", "map", "-m", "P.1"],
        ["QRELS", "-m", "P.1", "RUN", "-m", "map"],
        ["-mmap", "-mP.1", "QRELS", "RUN"],
        ["--measure", "map", "--measure=P.1", "QRELS", "RUN"],
        ["--meas", "map", "--m=P_1", "QRELS", "RUN"],
        ["-m", "map", "-m", "P.1", "--", "QRELS", "RUN"],
        ["-m", "map", "-m", "P.1", "-R", "qrels", "-T", "trec_results", "QRELS", "RUN"],
        ["-m", "map", "-m", "P.1", "--threads", "2", "QRELS", "RUN"],
        ["-m", "map", "-m", "P.1", "--threads=1", "QRELS", "RUN"],
        ["-m", "map", "-m", "map", "-m", "P.1", "-m", "P.1", "QRELS", "RUN"],
    ],
    ids=" ".join,
)
def test_options_stand_anywhere(args: list[str], cli: Cli) -> None:
    files = {"QRELS": QRELS, "RUN": RUN}
    result = cli(*(files.get(arg, arg) for arg in args))
    assert (result.status, result.out) == (0, P_AND_MAP)


def test_options_without_a_value_may_be_glued(cli: Cli) -> None:
    apart = cli("-q", "-c", "-n", "-m", "map", QRELS, RUN)
    assert apart.out != b""
    assert cli("-qcn", "-mmap", QRELS, RUN) == apart
    assert cli("-qcnmmap", QRELS, RUN) == apart


BY_TOPIC = line("map", "t1", "0.3000") + line("map", "t2", "0.8333")
AVERAGE = line("map", "all", "0.5667")
COMPLETE = line("map", "all", "0.3778")


@pytest.mark.parametrize(
    ("args", "out"),
    [
        ([], AVERAGE),
        (["-q"], BY_TOPIC + AVERAGE),
        (["--query_eval_wanted"], BY_TOPIC + AVERAGE),
        (["--by-topic"], BY_TOPIC + AVERAGE),
        (["--query"], BY_TOPIC + AVERAGE),
        (["--by"], BY_TOPIC + AVERAGE),
        (["-n"], b""),
        (["-q", "-n"], BY_TOPIC),
        (["-q", "--nosummary"], BY_TOPIC),
        (["-q", "--no-summary"], BY_TOPIC),
        (["-c"], COMPLETE),
        (["--complete_rel_info_wanted"], COMPLETE),
        (["--complete"], COMPLETE),
        # 9.0.8 does not print the topics that the run lacks; 10.0 does.
        (["-c", "-q"], BY_TOPIC + COMPLETE),
        (["-c", "-q", "--compat", "10"], BY_TOPIC + line("map", "t3", "0.0000") + COMPLETE),
        (["--compat", "10"], AVERAGE),
        (["--compat=9"], AVERAGE),
        # Relevant from grade 2: t1 at rank 2 of 1, t2 at rank 1 of 1.
        (["-l", "2"], line("map", "all", "0.7500")),
        (["-l2"], line("map", "all", "0.7500")),
        (["--level_for_rel", "2"], line("map", "all", "0.7500")),
        (["--relevance-level=2"], line("map", "all", "0.7500")),
        # Without the unjudged t1 is 2 0 1 and misses one: (1 + 2/3) / 3.
        (["-J"], line("map", "all", "0.6944")),
        (["--Judged_docs_only"], line("map", "all", "0.6944")),
        (["--judged-only"], line("map", "all", "0.6944")),
        # Of t1 the 2 at rank 2, of t2 the 3 at rank 1: (1/2/3 + 1/2) / 2.
        (["-M", "2"], line("map", "all", "0.3333")),
        (["-M2"], line("map", "all", "0.3333")),
        (["--Max_retrieved_per_topic", "2"], line("map", "all", "0.3333")),
        (["--max-depth", "2"], line("map", "all", "0.3333")),
    ],
    ids=str,
)
def test_option(args: list[str], out: bytes, cli: Cli) -> None:
    result = cli(*args, "-m", "map", QRELS, RUN)
    assert (result.status, result.out) == (0, out)


@pytest.mark.parametrize("option", ["-N", "--Number_docs_in_coll", "--num-docs"])
def test_size_of_the_collection(option: str, cli: Cli) -> None:
    # 100 documents, of which 4 are retrieved and the 3 relevant among them.
    result = cli(option, "100", "-m", "utility.0,0,0,1", *EXAMPLE)
    assert result.out == line("utility_0,0,0,1", "all", "96.0000")


@pytest.mark.parametrize(
    ("abbreviation", "option"),
    [
        # trec_eval understands these, whatever other names there are here.
        (["--q"], ["-q"]),
        (["--c"], ["-c"]),
        (["--comp"], ["-c"]),
        (["--n"], ["-n"]),
        (["--J"], ["-J"]),
        (["--M", "1"], ["-M", "1"]),
        (["--l=2"], ["-l", "2"]),
        (["--N", "100"], ["-N", "100"]),
        (["--h"], ["-h"]),
        (["--v"], ["-v"]),
        (["--b"], ["-q"]),
        (["--compa", "10", "-c", "-q"], ["--compat", "10", "-c", "-q"]),
        (["--qui"], ["--quiet"]),
        (["--j"], ["-J"]),
        (["--ma=1"], ["-M", "1"]),
        (["--rel", "2"], ["-l", "2"]),
        (["--nu", "100"], ["-N", "100"]),
        (["--lis"], ["--list-measures"]),
    ],
    ids=str,
)
def test_abbreviation(abbreviation: list[str], option: list[str], cli: Cli) -> None:
    asked: list[str | Path] = ["-m", "map", "-m", "utility.0,0,0,1", QRELS, RUN]
    result = cli(*abbreviation, *asked)
    assert result.status == 0
    assert result == cli(*option, *asked)
    assert result != cli(*asked)


def test_official_is_the_default(cli: Cli) -> None:
    result = cli(QRELS, RUN)
    assert result == cli("-m", "official", QRELS, RUN)
    assert result.out.startswith(
        line("runid", "all", "small") + line("num_q", "all", "2") + line("num_ret", "all", "10")
    )


def test_text_is_quoted_by_topic(cli: Cli) -> None:
    result = cli("-q", "-m", "relstring", "-m", "runid", QRELS, RUN)
    by_topic = line("relstring", "t1", "'-20.1-'") + line("relstring", "t2", "'301-'")
    assert result.out == by_topic + line("runid", "all", "small")


def test_either_file_may_be_the_standard_input(cli: Cli) -> None:
    expected = cli("-q", QRELS, RUN)
    assert cli("-q", QRELS, "-", stdin=RUN.read_bytes()) == expected
    assert cli("-q", "-", RUN, stdin=QRELS.read_bytes()) == expected


def test_malformed_standard_input(cli: Cli) -> None:
    result = cli(QRELS, "-", stdin=b"t1 Q0 d10 1 x s\n")
    assert result.err == b"rtreceval: -:1:13: found score 'x', expected a number\n"
    assert result.status == 2


def test_threads_by_the_environment(cli: Cli) -> None:
    expected = cli("-q", QRELS, RUN)
    assert cli("-q", QRELS, RUN, env={"RTRECEVAL_THREADS": "2"}) == expected
    result = cli("-q", QRELS, RUN, env={"RTRECEVAL_THREADS": "two"})
    text = b"RTRECEVAL_THREADS: found 'two', expected a whole number above 0"
    assert result.err == b"rtreceval: %b\n%b" % (text, HINT)
    assert (result.status, result.out) == (1, b"")


# Warnings


def test_topics_left_out_are_named(cli: Cli) -> None:
    assert cli(QRELS, RUN).err == b"".join(WARNINGS)
    assert cli("-c", QRELS, RUN).err == WARNINGS[1]
    assert cli("--quiet", QRELS, RUN).err == b""
    assert cli("--quiet", QRELS, RUN).out == cli(QRELS, RUN).out


@pytest.mark.parametrize("options", [["--quiet", "--verbose"], ["--verbose", "--quiet"]])
def test_quiet_and_verbose_are_not_both(cli: Cli, options: list[str]) -> None:
    result = cli(*options, QRELS, RUN)
    assert (result.status, result.out) == (1, b"")
    assert result.err.startswith(b"rtreceval: found --quiet and --verbose, expected one of them\n")
    assert cli(*EXAMPLE).err == b""


def test_five_topics_are_named_and_all_counted(cli: Cli, write: Write) -> None:
    write("qrels", "".join(f"{topic} 0 a 1\n" for topic in range(10, 20)))
    write("run", "15 Q0 a 1 1 s\n")
    warning = cli("qrels", "run").err
    assert b"9 of 10 topics of the qrels" in warning
    assert warning.endswith(b": 10, 11, 12, 13, 14, ...\n")


def test_gains_out_of_order_are_told(cli: Cli, write: Write) -> None:
    write("qrels", "1 0 a 1\n1 0 b 2\n1 0 c 3\n")
    write("run", "1 Q0 a 1 3 s\n1 Q0 b 2 2 s\n1 Q0 c 3 1 s\n")
    result = cli("-m", "ndcg.1=0.5,2=0.75,3=0.25", "qrels", "run")
    assert result.err.startswith(b"rtreceval: warning: ndcg: gains less than 1 apart are out of")
    assert cli("-m", "ndcg.1=0.5,2=1.5,3=2.5", "qrels", "run").err == b""


def test_not_a_number_is_told(cli: Cli, write: Write) -> None:
    """Where trec_eval divides 0 by 0, this is printed as it prints it on x86."""
    write("qrels", "1 0 a 1\n")
    write("run", "1 Q0 b 1 3 s\n")
    result = cli("-J", "-m", "iprec_at_recall.0,0.5", "qrels", "run")
    assert result.out == line("iprec_at_recall_0.00", "all", "  -nan") + line(
        "iprec_at_recall_0.50", "all", "0.0000"
    )
    assert result.err.startswith(b"rtreceval: warning: 1 measure with 0/0 for a topic")
    write("qrels", "1 0 b 0\n")
    result = cli("-l", "0", "-m", "Rndcg", "qrels", "run")
    assert result.out == line("Rndcg", "all", "  -nan")
    assert result.err.startswith(b"rtreceval: warning: 1 measure with 0/0 for a topic")


# Errors


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "found no file, expected two: the qrels and the run"),
        (["QRELS"], "found one file, expected two: the qrels and the run"),
        (["-x", "QRELS", "RUN"], "unknown option '-x'"),
        (["--nonsense", "QRELS", "RUN"], "unknown option '--nonsense'"),
        (["--Re", "qrels", "QRELS", "RUN"], "option '--Re' could be several"),
        (["--r", "2", "QRELS", "RUN"], "option '--r' could be several"),
        (["-l", "x", "QRELS", "RUN"], "-l: found 'x', expected a whole number of at least 0"),
        (["-l", "-1", "QRELS", "RUN"], "-l: found '-1', expected a whole number of at least 0"),
        (["-l1.5", "QRELS", "RUN"], "-l: found '1.5', expected a whole number of at least 0"),
        (["-M", "0", "QRELS", "RUN"], "-M: found '0', expected a whole number of at least 1"),
        (["-N", "-5", "QRELS", "RUN"], "-N: found '-5', expected a whole number of at least 0"),
        (["--threads=0", "QRELS", "RUN"], "--threads: found '0', expected a whole number of at"),
        (["--compat", "8", "QRELS", "RUN"], "--compat: found '8', expected 9 or 10"),
        (["-m", "nonsense", "QRELS", "RUN"], "unknown measure 'nonsense' (--list-measures lists"),
        (["-m", "ndgc", "QRELS", "RUN"], "unknown measure 'ndgc'; did you mean ndcg or dcg"),
        (["-h", "-m", "nonsense"], "unknown measure 'nonsense'"),
    ],
    ids=str,
)
def test_wrong_command_line(args: list[str], message: str, cli: Cli) -> None:
    files = {"QRELS": QRELS, "RUN": RUN}
    result = cli(*(files.get(arg, arg) for arg in args))
    assert result.err.startswith(f"rtreceval: {message}".encode())
    assert result.err.endswith(b"\n" + HINT)
    assert (result.status, result.out) == (1, b"")


@pytest.mark.parametrize("option", ["-m", "--measure", "-l", "-M", "--compat", "--threads"])
def test_missing_value(option: str, cli: Cli) -> None:
    result = cli(QRELS, RUN, option)
    assert result.status == 1
    assert result.err.startswith(f"rtreceval: missing argument for option '{option}'".encode())


@pytest.mark.parametrize(
    ("request_", "status"),
    [("P.", 1), ("P.0", 2), ("P.x", 2), ("num_q.10", 2), ("utility.1", 4)],
)
def test_wrong_parameter(request_: str, status: int, cli: Cli) -> None:
    """trec_eval looks at a request at three times, with three statuses."""
    result = cli("-m", request_, QRELS, RUN)
    assert (result.status, result.out) == (status, b"")
    assert result.err.startswith(f"rtreceval: measure '{request_}': found ".encode())
    assert b", expected " in result.err


@pytest.mark.parametrize("at", [0, 1])
def test_no_file(at: int, cli: Cli, tmp_path: Path) -> None:
    files = [QRELS, RUN]
    files[at] = Path("missing")
    result = cli(*files)
    assert result.err == b"rtreceval: missing: No such file or directory\n"
    assert (result.status, result.out) == (2, b"")
    files[at] = tmp_path
    result = cli(*files)
    assert result.err.startswith(f"rtreceval: {tmp_path}: ".encode())
    assert (result.status, result.out) == (2, b"")


def test_malformed_file(cli: Cli, write: Write) -> None:
    write("run", "t1 Q0 d10 1 1\n")
    result = cli(QRELS, "run")
    expected = b"6 fields: topic Q0 docno rank score tag"
    assert result.err == b"rtreceval: run:1:14: found 5 fields, expected %b\n" % expected
    assert (result.status, result.out) == (2, b"")


def test_document_twice(cli: Cli, write: Write) -> None:
    write("run", "t1 Q0 d10 1 1 s\nt1 Q0 d10 1 1 s\n")
    result = cli(QRELS, "run")
    assert result.err.startswith(b"rtreceval: run:2:7: found document 'd10' of topic 't1' a second")
    assert (result.status, result.out) == (4, b"")


@pytest.mark.parametrize("args", [[], ["-c"], ["--compat", "10"]], ids=str)
def test_no_common_topic(args: list[str], cli: Cli, write: Write) -> None:
    write("run", "zz Q0 d10 1 1 s\n")
    result = cli(*args, QRELS, "run")
    assert result.err == (
        b"rtreceval: no topic has both judgments and a ranking: the qrels have topic 't1', the run"
        b" has topic 'zz'\n"
    )
    assert (result.status, result.out) == (7, b"")


def test_no_common_topic_is_all_zeros_in_10(cli: Cli, write: Write) -> None:
    write("run", "zz Q0 d10 1 1 s\n")
    result = cli("-c", "--compat", "10", "-m", "map", "-m", "num_q", QRELS, "run")
    assert result.out == line("num_q", "all", "3") + line("map", "all", "0.0000")
    assert result.status == 0


# Help


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help(option: str, cli: Cli) -> None:
    result = cli(option, "nonsense")
    assert (result.status, result.err) == (0, b"")
    text = result.out.decode()
    assert text.startswith("Usage: rtreceval [OPTION]... QRELS RUN...\n")
    for name in ("-m, --measure MEASURE", "-q, --by-topic", "    --compat 9|10", "-v, --version"):
        assert f"\n  {name} " in text
    assert "official, set, all_trec" in text


def test_help_on_measures(cli: Cli) -> None:
    result = cli("-h", "-m", "map", "-m", "P.5")
    assert (result.status, result.err) == (0, b"")
    titles = re.findall(r"^(\w+): (.+)$", result.out.decode(), re.MULTILINE)
    assert titles == [
        ("map", "Average precision, and its mean over topics"),
        ("P", "Precision at cutoffs"),
    ]


@pytest.mark.parametrize("option", ["-v", "--version"])
def test_version(option: str, cli: Cli) -> None:
    result = cli(option)
    assert (result.status, result.err) == (0, b"")
    assert result.out == f"rtreceval {rtreceval.__version__}\n".encode()


def test_list_of_measures(cli: Cli) -> None:
    result = cli("--list-measures")
    assert (result.status, result.err) == (0, b"")
    rows = [row.split(maxsplit=1) for row in result.out.decode().splitlines()]
    assert rows == [[measure.name, measure.title] for measure in rtreceval.measures()]


# The process


def test_the_command_and_the_module_are_the_same(cli: Cli) -> None:
    command = Path(sysconfig.get_path("scripts")) / "rtreceval"
    done = subprocess.run([command, "-q", QRELS, RUN], capture_output=True, check=True, timeout=30)
    assert done.stdout == cli("-q", QRELS, RUN).out


def test_a_reader_that_has_seen_enough(write: Write) -> None:
    """As in `| head -1`: the rest of 1 MB of lines is not wanted."""
    topics = range(500)
    qrels = write("qrels", "".join(f"{topic} 0 a 1\n" for topic in topics))
    run = write("run", "".join(f"{topic} Q0 a 1 1 s\n" for topic in topics))
    command = [sys.executable, "-m", "rtreceval", "-q", "-m", "all_trec", str(qrels), str(run)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == line("num_ret", "0", "1")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "rtreceval", "--quiet", str(QRELS), str(RUN)]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, timeout=30)
    assert done.returncode == 2
    assert done.stderr == b"rtreceval: standard output: No space left on device\n"


def test_ids_come_out_as_the_bytes_they_were(cli: Cli, write: Write) -> None:
    write("qrels", b"q\xff 0 d\xfe 1\n")
    write("run", b"q\xff Q0 d\xfe 1 1 tag\xfd\nz\xfc Q0 a 1 1 tag\xfd\n")
    result = cli("-q", "-m", "map", "-m", "runid", "qrels", "run")
    by_topic = b"map                   \tq\xff\t1.0000\n"
    assert result.out == by_topic + b"runid                 \tall\ttag\xfd\n" + line(
        "map", "all", "1.0000"
    )


def test_file_names_are_bytes(cli: Cli, tmp_path: Path) -> None:
    for name, file in ((b"qrels\xff", EXAMPLE[0]), (b"run\xfe", EXAMPLE[1])):
        (tmp_path / os.fsdecode(name)).write_bytes(file.read_bytes())
    assert cli(b"qrels\xff", b"run\xfe") == cli(*EXAMPLE)


def test_imports_are_few() -> None:
    """Starting up is most of what a small evaluation takes."""
    command = [sys.executable, "-X", "importtime", "-m", "rtreceval", *map(str, EXAMPLE)]
    done = subprocess.run(command, capture_output=True, check=True, timeout=30)
    lines = done.stderr.decode().splitlines()
    modules = [row.rpartition("|")[2].strip() for row in lines if row.startswith("import time:")]
    assert "rtreceval._core" in modules
    packages = {module.partition(".")[0] for module in modules}
    assert not packages & {"numpy", "pandas", "typing", "inspect", "dataclasses", "argparse"}


# Large qrels


def test_each_measure_alone_prints_what_all_together_print(write: Write, cli: Cli) -> None:
    """Of large qrels only the judgments are kept that the measures asked for depend on."""
    lines = [
        f"t{topic} 0 document-{n * 7} {n * n % 7 - 2}" for topic in range(60) for n in range(900)
    ]
    qrels = write("qrels", "\n".join(lines))
    assert qrels.stat().st_size > 2**20
    run = write(
        "run",
        "\n".join(
            f"t{topic} Q0 document-{n * (topic % 5 + 3)} 0 {n // 3} tag"
            for topic in range(1, 60)
            for n in range(400)
        ),
    )
    together = cli("-q", "-m", "all_trec", "-m", "ndcg_exp", "-m", "RR(rel=2)", qrels, run).out
    by_name: dict[bytes, list[bytes]] = {}
    for printed in together.splitlines():
        by_name.setdefault(printed.split()[0], []).append(printed)
    for name, expected in by_name.items():
        alone = cli("-q", "-m", name.decode(), qrels, run)
        assert (alone.status, alone.out.splitlines()) == (0, expected), name


@pytest.mark.parametrize(
    ("extra", "status", "text"),
    [
        (
            "t7 0 document-700 0",
            4,
            ":54001:6: found document 'document-700' of topic 't7' a second time",
        ),
        ("t99 0 document", 2, ":54001:15: found 3 fields"),
        ("t99 0 document 0.5", 2, ":54001:16: found grade '0.5'"),
        ("t7 0 document-apart 1", 0, ""),
    ],
)
def test_large_qrels_are_read_as_small_ones(
    extra: str, status: int, text: str, write: Write, cli: Cli
) -> None:
    lines = [f"t{topic} 0 document-{n * 7} {n % 4}" for topic in range(60) for n in range(900)]
    qrels = write("qrels", "\n".join([*lines, extra]))
    result = cli("-m", "map", "-m", "num_rel", qrels, write("run", "t7 Q0 document-7 1 1 tag"))
    assert result.status == status, result.err
    assert text.encode() in result.err
    if status == 0:
        assert line("num_rel", "all", "676") in result.out


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_an_interrupt_ends_what_waits_for_a_pipe(write: Write) -> None:
    command = [sys.executable, "-m", "rtreceval", str(write("qrels", "1 0 a 1\n")), "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin
        process.stdin.write(b"1 Q0 a 1 1 t\n")
        process.stdin.flush()
        time.sleep(0.5)  # it may still be starting
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == -signal.SIGINT
