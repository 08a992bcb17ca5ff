"""Formats of judgments other than plain grades, and z-scores."""

from __future__ import annotations

import gzip
import json
import re
from typing import NotRequired, TypedDict

import pytest

import rtreceval
from tests.support import FIXTURES, Cli, Write, run_cli

PREFS = FIXTURES / "prefs"
COMPAT = {"9.0.8": "9", "10.0": "10"}
FORMATS = ["qrels", "qrels_jg", "prefs", "qrels_prefs"]


class Case(TypedDict):
    """A line of a file of cases."""

    id: str
    trec_eval: str
    args: list[str]
    qrels: NotRequired[str]
    run: NotRequired[str]
    means: NotRequired[str]
    stdout: str
    exit: int


def read_cases(name: str) -> list[Case]:
    """Read cases that trec_eval has answered."""
    lines = (PREFS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


SMALL, RANDOM = read_cases("small"), read_cases("random")


def without_rbp(output: bytes) -> bytes:
    """Leave out what 10.0 computes from memory it has not set."""
    lines = output.splitlines(keepends=True)
    return b"".join(line for line in lines if line.split()[0] not in {b"rbp", b"Zrbp"})


def test_there_are_cases_of_all_formats_and_versions() -> None:
    cases = SMALL + RANDOM
    assert len(SMALL) > 40
    assert len(RANDOM) == 80
    assert {case["trec_eval"] for case in cases} == set(COMPAT)
    assert {name for name in FORMATS for case in cases if name in case["args"]} >= set(FORMATS[1:])
    assert {case["exit"] for case in cases} == {0, 2, 4, 7}


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case["id"])
def test_small(case: Case) -> None:
    arguments = ["--compat", COMPAT[case["trec_eval"]], "--quiet", *case["args"]]
    result = run_cli(arguments, PREFS)
    assert without_rbp(result.out) == case["stdout"].encode()
    assert result.status == case["exit"]


@pytest.mark.parametrize("case", RANDOM, ids=lambda case: case["id"])
def test_random(case: Case, cli: Cli, write: Write) -> None:
    write("qrels", case["qrels"])
    write("run", case["run"])
    write("means", case.get("means", ""))
    result = cli("--compat", COMPAT[case["trec_eval"]], "--quiet", *case["args"])
    assert without_rbp(result.out) == case["stdout"].encode()
    assert result.status == case["exit"]


@pytest.mark.parametrize("name", FORMATS)
def test_help_of_a_format(name: str, cli: Cli) -> None:
    result = cli("-h", "-R", name)
    assert result.status == 0
    lines = result.out.decode().splitlines()
    assert lines[0].startswith(f"{name}: ")
    assert lines[2].startswith("    ")
    assert "fields: topic " in lines[2]
    assert all(len(line) <= 104 for line in lines)


def test_help_of_a_format_and_a_measure(cli: Cli) -> None:
    out = cli("-h", "-m", "prefs_simp", "-R", "prefs", "-T", "trec_results").out.decode()
    titles = [line.split(":")[0] for line in out.splitlines() if line and not line.startswith(" ")]
    assert titles == ["prefs", "trec_results", "prefs_simp"]


def test_unknown_formats_name_the_known_ones(cli: Cli) -> None:
    for option, known in [
        ("-R", "qrels, subtopics, qrels_jg, prefs, qrels_prefs, beir, "),
        ("-T", "trec_results, beir, msmarco, "),
    ]:
        for arguments in (("qrels", "run"), ("-h",)):
            result = cli(option, "qrel", *arguments)
            assert (result.status, result.out) == (2, b"")
            assert f"found format 'qrel', expected {known}" in result.err.decode()
            assert b", csv or parquet\n" in result.err


def test_the_run_may_come_from_standard_input(cli: Cli) -> None:
    qrels, run = PREFS / "small.prefs", PREFS / "small.run"
    from_file = cli("-R", "prefs", "-m", "all_prefs", qrels, run)
    from_input = cli("-R", "prefs", "-m", "all_prefs", qrels, "-", stdin=run.read_bytes())
    assert from_input == from_file
    assert b"1 of 5 topics of the qrels are not in the run" in from_file.err


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("prefs", "1 g s A 1\n1 g s B\n", "qrels:2:8: found 4 fields, expected 5 fields: topic"),
        ("prefs", "1 g s A 1e\n", "qrels:1:9: found level '1e', expected a finite number"),
        ("qrels_prefs", "1 g A 1 x\n", "qrels:1:8: found more than 4 fields, expected 4 fields"),
        ("qrels_jg", "1 g A 1\n1 g A 1\n", "qrels:2:5: found document 'A' of group 'g'"),
    ],
)
def test_bad_lines(name: str, text: str, message: str, cli: Cli, write: Write) -> None:
    write("qrels", text)
    result = cli("-R", name, "-m", "num_q", "qrels", write("run", "1 Q0 A 1 1 tag\n"))
    assert (result.status, result.out) == (2, b"")
    assert message in result.err.decode()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 g s A 1\n1 g s A 1\n", "qrels:2:7: found document 'A' of group 'g'"),
        ("1 g s A 1\n1 g t A 0\n", "qrels:2:7: found level 0.0 for document 'A'"),
        ("1 g s A 1\n1 g s B 2\n1 g t A 2\n1 g t B 1\n", "preferred to itself by way of others"),
    ],
)
def test_contradicting_preferences(text: str, message: str, cli: Cli, write: Write) -> None:
    write("qrels", text)
    result = cli("-R", "prefs", "-m", "num_q", "qrels", write("run", "1 Q0 A 1 1 tag\n"))
    assert (result.status, result.out) == (4, b"")
    assert message in result.err.decode()


def test_a_measure_of_other_judgments_names_the_format(cli: Cli) -> None:
    result = cli("-m", "prefs_simp", PREFS / "small.qrels", PREFS / "small.run")
    assert (result.status, result.out) == (4, b"")
    expected = "measure 'prefs_simp': found judgments that are grades, expected preferences "
    assert expected in result.err.decode()
    with pytest.raises(rtreceval.MeasureError, match="expected preferences"):
        rtreceval.evaluate({"1": {"A": 1}}, {"1": {"A": 1.0}}, "prefs_simp")


def test_measures_say_what_they_need() -> None:
    needs = {measure.name: measure.needs for measure in rtreceval.measures()}
    assert needs["map"] == "grades"
    assert needs["map_avgjg"] == "grades by judgment group"
    assert needs["prefs_pair"] == "preferences"
    assert needs["num_q"] == "any"


def test_values_without_a_mean_are_told(cli: Cli, write: Write) -> None:
    write("means", "t1 map 0.5 0.25\n")
    result = cli("-m", "map", "-Z", "means", PREFS / "small.qrels", PREFS / "small.run")
    assert result.out == b"Zmap                   \tall\t-750000.1667\n"
    assert b"3 values without a mean to go by" in result.err
    assert b"map of topic t2 is the first" in result.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("t1 map 0.5\n", "means:1:11: found 3 fields, expected 4 fields: topic measure mean"),
        ("t1 map 0.5 -1\n", "means:1:12: found deviation '-1', expected a finite number"),
        ("t1 map 1 1\nt1 map 1 1\n", "means:2:4: found measure 'map' of topic 't1' a second time"),
        ("\n", "means: found nothing but blank lines and comments, expected 4 fields"),
    ],
)
def test_bad_means(text: str, message: str, cli: Cli, write: Write) -> None:
    write("means", text)
    result = cli("-Z", "means", PREFS / "small.qrels", PREFS / "small.run")
    assert (result.status, result.out) == (2, b"")
    assert message in result.err.decode()


OUTPUTS = ["trec", "tsv", "csv", "json", "jsonl", "markdown", "latex"]


@pytest.mark.parametrize("output", OUTPUTS)
def test_z_scores_in_every_output_format(output: str, cli: Cli, write: Write) -> None:
    write("qrels", "t1 0 a 1\nt1 0 b 0\nt1 0 c 1\nt2 0 a 1\n")
    write("run", "t1 Q0 b 1 2 tag\nt1 Q0 a 2 1 tag\n")
    write("means", "t1 map 0.5 0.25\nt1 num_ret 4 2\nt1 num_q 1 1\n")
    measures = ("-m", "map", "-m", "num_ret", "-m", "relstring.2")
    request = ("-q", *measures, "-Z", "means", "-c", "qrels", "run", "--format", output)
    result = cli(*request, "--digits", "1", "--quiet")
    text = result.out.decode()
    assert result.status == 0
    assert ("Znum\\_ret" if output == "latex" else "Znum_ret") in text
    assert "Zmap" in text
    assert "Zrelstring" not in text
    # A z-score of a count is none, and a topic that the run lacks adds 0.
    for number in ("-1.0", "-0.5") if output != "trec" else ("-1.0",):
        assert number in text
    assert "t2" in text or output == "trec"
    if output == "json":
        document = json.loads(text)
        assert document["options"]["zscores"] == "means"
        assert document["qrels"]["format"] == "qrels"
        of_topics = document["runs"][0]["per_topic"]
        assert of_topics["t1"] == {"Zmap": -1.0, "Znum_ret": -1.0, "relstring_2": "01"}
        assert (of_topics["t2"]["Zmap"], of_topics["t2"]["Znum_ret"]) == (0, 0)
        assert document["runs"][0]["summary"] == {"Zmap": -0.5, "Znum_ret": -1.0}


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize(("name", "measure"), [("qrels_jg", "map_avgjg"), ("prefs", "prefs_simp")])
def test_formats_in_every_output_format(name: str, measure: str, output: str, cli: Cli) -> None:
    request = ("-R", name, "-m", measure, PREFS / f"small.{name}", PREFS / "small.run", "--quiet")
    value = cli(*request).out.decode().split()[-1]
    result = cli(*request, "--format", output, "--digits", "4")
    assert result.status == 0
    assert re.search(rf"(?<![\d.]){re.escape(value)}(?!\d)", result.out.decode()) is not None


@pytest.mark.parametrize("name", ["qrels_jg", "prefs", "qrels_prefs"])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--tie-range"], "--tie-range: ranges are found for -R qrels, not for "),
        (["--topics", "run"], "--topics run: a topic that the qrels lack has a value with -R "),
        (["--lenient"], "--lenient: the format {name} has no such choice"),
        (["--duplicates", "max"], "--duplicates: the format {name} has no such choice"),
    ],
)
def test_what_needs_plain_grades(name: str, options: list[str], message: str, cli: Cli) -> None:
    qrels = PREFS / ("small.qrels_jg" if name == "qrels_prefs" else f"small.{name}")
    result = cli("-R", name, "-m", "num_q", *options, qrels, PREFS / "small.run")
    assert (result.status, result.out) == (1, b"")
    assert result.err.decode().startswith(f"rtreceval: {message.format(name=name)}")


def test_z_scores_have_no_range(cli: Cli, write: Write) -> None:
    write("means", "t1 map 0.5 0.25\n")
    files = ("-Z", "means", PREFS / "small.qrels", PREFS / "small.run")
    result = cli("--tie-range", *files)
    assert (result.status, result.out) == (1, b"")
    assert b"--tie-range: ranges are found for values, not for z-scores (-Z)" in result.err
    result = cli("explain", "-m", "map", "--topic", "t1", *files)
    assert (result.status, result.out) == (1, b"")
    assert b"--zscores: values are explained, not z-scores" in result.err
    result = cli("-Z", "-", PREFS / "small.qrels", "-", stdin=b"")
    assert (result.status, result.out) == (1, b"")
    assert b"the standard input can be read once" in result.err


def test_explain_needs_plain_grades(cli: Cli) -> None:
    request = ("explain", "--topic", "t1", PREFS / "small.prefs", PREFS / "small.run")
    result = cli(*request, "-R", "prefs", "-m", "num_q")
    assert (result.status, result.out) == (1, b"")
    assert b"explain: values are explained for -R qrels, not for preferences" in result.err
    request = ("explain", "--topic", "t1", PREFS / "small.qrels", PREFS / "small.run")
    result = cli(*request, "-m", "prefs_simp")
    assert (result.status, result.out) == (4, b"")
    assert b"expected preferences (-R prefs or -R qrels_prefs)" in result.err


def test_policies_of_runs_go_with_all_formats(cli: Cli, write: Write) -> None:
    write("prefs", "1 g s a 2\n1 g s b 1\n")
    write("run", "1 Q0 b 1 5 t\n1 Q0 a 2 5 t\n1 Q0 c 3 nan t\n")

    def share(*options: str) -> str:
        result = cli("-R", "prefs", "-m", "prefs_simp", *options, "prefs", "run", "--nan", "drop")
        assert result.status == 0
        return result.out.decode().split()[-1]

    # Of equal scores the lowest id is first with preferences.
    assert share() == share("--ties", "docno") == "1.0000"
    assert share("--ties", "file") == share("--ties", "rank") == "0.0000"
    write("run", "1 Q0 b 1 5 t\n1 Q0 a 1 5 t\n")
    assert share("--ties", "rank") == "1.0000"


@pytest.mark.parametrize("name", FORMATS[1:])
def test_compressed_files_are_read_in_all_formats(name: str, cli: Cli, write: Write) -> None:
    qrels = PREFS / ("small.qrels_jg" if name == "qrels_prefs" else f"small.{name}")
    request = ("-R", name, "-m", "num_q")
    plain = cli(*request, qrels, PREFS / "small.run")
    assert (plain.status, plain.out != b"") == (0, True)
    write("qrels", gzip.compress(qrels.read_bytes()))
    write("run", gzip.compress((PREFS / "small.run").read_bytes()))
    assert cli(*request, "qrels", "run") == plain
