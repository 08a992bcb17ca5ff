"""Output formats, several runs, ranges over ties, and help."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

import rtreceval
from tests.support import qrels_and_run, run_cli

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import Cli, Qrels, Run, Write

QRELS = "t1 0 a 1\nt1 0 b 0\nt1 0 c 2\nt2 0 a 1\nt3 0 z 1\n"
ONE = (
    "t1 Q0 a 1 5 one\nt1 Q0 b 2 5 one\nt1 Q0 c 3 5 one\n"
    "t2 Q0 x 1 3 one\nt2 Q0 a 2 1 one\nt9 Q0 a 2 1 one\n"
)
TWO = "t1 Q0 c 1 5 two\nt1 Q0 b 2 3 two\nt3 Q0 z 1 3 two\n"
MEASURES = ("-m", "map", "-m", "P.1", "-m", "num_ret")
FORMATS = ["trec", "tsv", "csv", "json", "jsonl", "markdown", "latex"]


@pytest.fixture(autouse=True)
def files(write: Write) -> None:
    write("qrels", QRELS)
    write("one", ONE)
    write("two", TWO)


def test_trec_is_the_default_of_one_run(cli: Cli) -> None:
    plain = cli("qrels", "one", "-m", "all_trec", "-q")
    named = cli("qrels", "one", "-m", "all_trec", "-q", "--format", "trec", "--digits", "4")
    assert plain == named
    assert plain.status == 0


def test_a_table_is_the_default_of_several_runs(cli: Cli) -> None:
    result = cli("qrels", "one", "two", *MEASURES, "--quiet")
    assert result.out.decode() == (
        "| run | num_ret |    map |    P_1 |\n"
        "| :-- | ------: | -----: | -----: |\n"
        "| one |       5 | 0.6667 | 0.5000 |\n"
        "| two |       3 | 0.7500 | 1.0000 |\n"
    )
    assert (result.status, result.err) == (0, b"")
    assert cli("qrels", "one", "two", *MEASURES, "--format", "markdown").out == result.out


def test_the_best_is_marked_where_averages_are_over_the_same_topics(cli: Cli) -> None:
    result = cli("qrels", "one", "two", *MEASURES, "--quiet", "-c")
    assert b"| **0.5000** | **0.6667** |" in result.out
    assert result.out.count(b"**") == 4


def test_trec_lines_of_several_runs_have_the_run_in_front(cli: Cli) -> None:
    result = cli("qrels", "one", "two", "-m", "map", "-q", "--format", "trec", "--quiet")
    one = cli("qrels", "one", "-m", "map", "-q", "--quiet").out.splitlines()
    two = cli("qrels", "two", "-m", "map", "-q", "--quiet").out.splitlines()
    expected = [b"one\t" + line for line in one] + [b"two\t" + line for line in two]
    assert result.out.splitlines() == expected


def test_latex(cli: Cli) -> None:
    result = cli("qrels", "one", "two", *MEASURES, "-q", "--format", "latex", "--digits", "2")
    assert result.out.decode().splitlines() == [
        r"\begin{tabular}{llrrr}",
        r"\toprule",
        r"run & topic & num\_ret & map & P\_1 \\",
        r"\midrule",
        r"one & t1 & 3 & \textbf{0.83} & 1.00 \\",
        r"two & t1 & 2 & 0.50 & 1.00 \\",
        r"\midrule",
        r"one & t2 & 2 & 0.50 & 0.00 \\",
        r"\midrule",
        r"two & t3 & 1 & 1.00 & 1.00 \\",
        r"\midrule",
        r"one & all & 5 & 0.67 & 0.50 \\",
        r"two & all & 3 & 0.75 & 1.00 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_names_of_files_are_escaped(cli: Cli, write: Write) -> None:
    write("50%_a|b--c.run", ONE)
    latex = cli("qrels", "50%_a|b--c.run", "-m", "map", "--format", "latex").out.decode()
    assert r"50\%\_a\textbar{}b-{}-c.run & 0.6667" in latex
    markdown = cli("qrels", "50%_a|b--c.run", "-m", "map", "--format", "markdown").out.decode()
    assert r"| 50%\_a\|b--c.run |" in markdown
    write('a,"b".run', ONE)
    rows = cli("qrels", 'a,"b".run', "-m", "map", "--format", "csv").out.decode()
    assert list(csv.reader(io.StringIO(rows)))[1][:3] == ['a,"b".run', "all", "map"]


def test_machine_formats_have_every_digit(cli: Cli) -> None:
    value = 1 / 2 * (2 / 3 + 1)
    row = f"one\tt1\tmap\t{value!r}\n"
    assert row in cli("qrels", "one", "-m", "map", "-q", "--format", "tsv").out.decode()
    for name in ["csv", "tsv"]:
        text = cli("qrels", "one", *MEASURES, "-q", "--format", name, "--digits", "3").out.decode()
        rows = list(csv.reader(io.StringIO(text), delimiter="\t" if name == "tsv" else ","))
        assert rows[0] == ["run", "topic", "measure", "value"]
        assert ["one", "t1", "map", "0.833"] in rows
        assert ["one", "all", "num_ret", "5"] in rows


def test_json(cli: Cli) -> None:
    result = cli("qrels", "one", "two", "-m", "official", "-q", "--format", "json", "-l", "2")
    found = json.loads(result.out)
    assert found["version"] == rtreceval.__version__
    assert (found["compat"], found["qrels"]) == (
        "9",
        {"file": "qrels", "format": "qrels", "topics": 3},
    )
    assert found["options"] == {
        "like": None,
        "relevance_level": 2,
        "judged_only": False,
        "max_depth": None,
        "num_docs": 0,
        "topics": "intersection",
        "no_relevant": "zero",
        "order": "score",
        "ties": "docno",
        "ignore_identical_ids": False,
        "duplicates": "error",
        "nan": "error",
        "lenient": False,
        "zscores": None,
    }
    one, two = found["runs"]
    assert (one["file"], one["tag"], two["tag"]) == ("one", "one", "two")
    assert one["topics"] == {
        "averaged": 2,
        "missing": 1,
        "missing_names": ["t3"],
        "unjudged": 1,
        "unjudged_names": ["t9"],
    }
    expected = rtreceval.evaluate(
        {"t1": {"a": 1, "b": 0, "c": 2}, "t2": {"a": 1}, "t3": {"z": 1}},
        {"t1": {"a": 5.0, "b": 5.0, "c": 5.0}, "t2": {"x": 3.0, "a": 1.0}},
        "official",
        relevance_level=2,
    )
    summary = {name: value for name, value in one["summary"].items() if name != "runid"}
    assert summary == expected.summary
    assert one["per_topic"] == expected.per_topic


def test_topics_that_the_run_lacks_are_in_all_formats_but_trecs(cli: Cli) -> None:
    def run(name: str) -> str:
        return cli("qrels", "one", "-m", "map", "-c", "-q", "--format", name).out.decode()

    assert "t3" not in run("trec")
    assert "one\tt3\tmap\t0.0\n" in run("tsv")
    assert json.loads(run("json"))["runs"][0]["per_topic"]["t3"] == {"map": 0}
    assert "| one | t3    | 0.0000 |" in run("markdown")


def test_not_a_number(cli: Cli, write: Write) -> None:
    """`-J` leaves nothing of a topic: 0/0, as in trec_eval."""
    write("unjudged", "t1 Q0 x 1 5 t\n")
    request = ("qrels", "unjudged", "-J", "-m", "iprec_at_recall.0", "--quiet")
    assert cli(*request).out.endswith(b"all\t  -nan\n")
    found = json.loads(cli(*request, "--format", "json").out)
    assert found["runs"][0]["summary"] == {"iprec_at_recall_0.00": None}
    assert cli(*request, "--format", "csv").out.endswith(b",NaN\n")
    assert b"| unjudged |                  NaN |" in cli(*request, "--format", "markdown").out


def test_ids_that_are_not_utf_8(cli: Cli, write: Write) -> None:
    write("qrels", b"t\xff 0 a 1\n")
    write("run", b"t\xff Q0 a 1 1 \xe9\n")
    run = json.loads(cli("qrels", "run", "-m", "map", "-q", "--format", "json").out)["runs"][0]
    assert run["per_topic"] == {b"t\xff".decode(errors="surrogateescape"): {"map": 1}}
    assert run["tag"] == b"\xe9".decode(errors="surrogateescape")
    assert b"run,t\xff,map,1.0\n" in cli("qrels", "run", "-m", "map", "-q", "--format", "csv").out


@pytest.mark.parametrize("name", FORMATS)
def test_no_topics_and_no_averages(cli: Cli, name: str) -> None:
    topics_only = cli("qrels", "one", "-m", "map", "-q", "-n", "--format", name, "--quiet")
    nothing = cli("qrels", "one", "-m", "map", "-n", "--format", name, "--quiet")
    assert topics_only.status == nothing.status == 0
    assert b"t1" in topics_only.out
    assert (
        re.search(
            rb"\ball\b|null|summary",
            re.sub(rb'"(like|max_depth|zscores)": null', b"", topics_only.out),
        )
        is None
    )
    assert b"0.6667" not in nothing.out
    if name == "json":
        json.loads(topics_only.out)
        json.loads(nothing.out)


def test_all_formats_are_covered(cli: Cli) -> None:
    result = cli("qrels", "one", "--format", "xml")
    assert result.status == 1
    assert (", ".join(FORMATS[:-1]) + " or " + FORMATS[-1]).encode() in result.err


@pytest.mark.parametrize("digits", ["x", "-1", "21", ""])
def test_bad_digits(cli: Cli, digits: str) -> None:
    result = cli("qrels", "one", f"--digits={digits}")
    assert (result.status, result.out) == (1, b"")
    assert b"--digits: found '" in result.err


def test_a_run_that_fails_does_not_hide_the_others(cli: Cli, write: Write) -> None:
    write("bad", "t1 Q0 a 1 2,5 t\n")
    write("none", "t8 Q0 a 1 2 t\n")
    result = cli("qrels", "one", "none", "bad", "absent", "two", "-m", "map", "--quiet")
    assert result.status == 7
    assert [line.split()[1] for line in result.out.decode().splitlines()[2:]] == ["one", "two"]
    errors = result.err.decode().splitlines()
    assert errors[0].startswith("rtreceval: none: no topic has both")
    assert errors[1].startswith("rtreceval: bad:1:11: found score '2,5'")
    assert errors[2] == "rtreceval: absent: No such file or directory"
    failed = cli("qrels", "bad", "absent")
    assert (failed.status, failed.out) == (2, b"")


def test_warnings_name_the_run(cli: Cli) -> None:
    lines = cli("qrels", "one", "two", "-m", "map").err.decode().splitlines()
    assert [line.split(": ")[:3] for line in lines] == [
        ["rtreceval", "warning", "one"],
        ["rtreceval", "warning", "one"],
        ["rtreceval", "warning", "two"],
    ]


def test_the_standard_input_is_read_once(cli: Cli) -> None:
    assert cli("qrels", "-", "one", "-m", "map", stdin=TWO.encode()).out.count(b"\n") == 4
    for files in [("-", "-"), ("qrels", "-", "-")]:
        result = cli(*files, stdin=TWO.encode())
        assert (result.status, result.out) == (1, b"")
        assert b"the standard input can be read once" in result.err


def test_tie_range(cli: Cli) -> None:
    request = ("qrels", "one", "-m", "map", "-m", "relstring", "-q", "--tie-range", "--quiet")
    worst, best = 1 / 2 * (1 / 2 + 2 / 3), 1.0
    assert (
        cli(*request).out.decode().splitlines()[0]
        == "map                   \tt1\t0.8333\t0.5833\t1.0000"
    )
    rows = list(csv.DictReader(io.StringIO(cli(*request, "--format", "csv").out.decode())))
    assert [float(rows[0][name]) for name in ("lowest", "highest")] == [worst, best]
    assert (rows[1]["measure"], rows[1]["lowest"]) == ("relstring", "")
    assert [float(rows[-1][name]) for name in ("lowest", "highest")] == [
        (worst + 0.5) / 2,
        (best + 0.5) / 2,
    ]
    run = json.loads(cli(*request, "--format", "json").out)["runs"][0]
    assert run["per_topic_range"]["t1"] == {"map": [worst, best]}
    assert run["summary_range"] == {"map": [(worst + 0.5) / 2, (best + 0.5) / 2]}
    lines = [json.loads(line) for line in cli(*request, "--format", "jsonl").out.splitlines()]
    assert (lines[0]["lowest"], lines[0]["highest"]) == (worst, best)
    assert b"0.8333 (0.5833 to 1.0000)" in cli(*request, "--format", "markdown").out


def test_a_range_that_is_not_known(cli: Cli, write: Write) -> None:
    write("qrels", "".join(f"t1 0 d{n} {n % 2}\n" for n in range(20)))
    write("run", "".join(f"t1 Q0 d{n} 0 1 t\n" for n in range(30)))
    result = cli("qrels", "run", "-m", "infAP", "-m", "map", "--tie-range")
    assert b"infAP                 \tall\t" in result.out
    assert result.out.splitlines()[1].endswith(b"\t-\t-")
    assert b"-" not in result.out.splitlines()[0]
    assert b"infAP: the range is not known" in result.err
    run = json.loads(cli("qrels", "run", "-m", "infAP", "--tie-range", "--format", "json").out)
    assert run["runs"][0]["summary_range"] == {"infAP": [None, None]}


def write_inputs(folder: Path, qrels: Qrels, run: Run) -> None:
    judged = [f"{t} 0 {d} {g}\n" for t, docs in qrels.items() for d, g in docs.items()]
    ranked = [f"{t} Q0 {d} 0 {s!r} tag\n" for t, docs in run.items() for d, s in docs.items()]
    (folder / "qrels").write_text("".join(judged), encoding="utf-8")
    (folder / "run").write_text("".join(ranked), encoding="utf-8")


def json_run(folder: Path, *args: str) -> dict[str, Any]:
    found = json.loads(run_cli(["qrels", "run", *args, "--format", "json"], folder).out)
    run: dict[str, Any] = found["runs"][0]
    return run


@given(qrels_and_run())
def test_every_order_is_within_the_range(
    tmp_path_factory: pytest.TempPathFactory, inputs: tuple[Qrels, Run]
) -> None:
    folder = tmp_path_factory.mktemp("ranges")
    write_inputs(folder, *inputs)
    ranged = json_run(folder, "-m", "all_trec", "--tie-range", "-q")
    other = json_run(folder, "-m", "all_trec", "--ties", "file", "-q")
    for values in (ranged, other):
        for topic, found in values["per_topic"].items():
            for name, (low, high) in ranged["per_topic_range"][topic].items():
                if low is not None and found[name] is not None:
                    assert low - 1e-12 <= found[name] <= high + 1e-12, name
        for name, (low, high) in ranged["summary_range"].items():
            value = values["summary"][name]
            if low is not None and value is not None and not math.isnan(value):
                assert low - 1e-12 <= value <= high + 1e-12, name


def test_help(cli: Cli) -> None:
    text = cli("-h").out.decode()
    assert all(len(line) <= 100 for line in text.splitlines())
    for word in [*FORMATS, "explain", "--tie-range", "--lenient", "--list-measures"]:
        assert word in text
    assert "--topic ID" not in text


def test_help_on_measures_and_formats(cli: Cli) -> None:
    text = cli("-h", "-m", "P", "-R", "qrels", "-T", "trec_results").out.decode()
    assert [line.split(":")[0] for line in text.splitlines() if re.match(r"\w+: ", line)] == [
        "qrels",
        "trec_results",
        "P",
    ]
    assert "Usage" not in text
    every = cli("-h", "-m", "all_trec", "-m", "set_F.1", "-m", "set_F.2").out.decode()
    assert every.count("set_F: F measure") == 1
    unknown = cli("-h", "-m", "ndgc")
    assert unknown.status == 1
    assert b"did you mean ndcg" in unknown.err


def test_nearest_option_and_debug_option(cli: Cli) -> None:
    assert b"did you mean --format?" in cli("qrels", "one", "--fromat", "csv").err
    for option in ["-D1", "--Debug_level=1"]:
        result = cli("qrels", "one", option)
        assert (result.status, result.out) == (1, b"")
        assert b"rtreceval explain QRELS RUN -m MEASURE --topic ID" in result.err
