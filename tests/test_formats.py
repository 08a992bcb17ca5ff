"""Formats of judgments other than plain grades, and z-scores."""

from __future__ import annotations

import json
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
    assert titles == ["trec_results", "prefs", "prefs_simp"]


def test_unknown_formats_name_the_known_ones(cli: Cli) -> None:
    for option, known in [("-R", "qrels, qrels_jg, prefs or qrels_prefs"), ("-T", "trec_results")]:
        for arguments in (("qrels", "run"), ("-h",)):
            result = cli(option, "qrel", *arguments)
            assert (result.status, result.out) == (2, b"")
            assert f"found format 'qrel', expected {known}\n" in result.err.decode()


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
    assert b"3 values have no mean to go by" in result.err
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
