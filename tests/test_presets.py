"""Conventions by the name of a program: what is set, what is said, and its names of measures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

import rtreceval
from tests.preset_inputs import like

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import Cli, Write

PRESETS = rtreceval.presets()

MEASURES = ["recip_rank", "P.2", "ndcg_cut.2", "ndcg_exp_cut.2", "num_ret"]
"""Names that no program has for something else."""

QRELS = "1 0 a 1\n1 0 b 2\n1 0 c 0\n2 0 a 1\n3 0 b 0\n"
RUN = "1 Q0 c 1 2 t\n1 Q0 b 3 1 t\n1 Q0 a 2 1 t\n1 Q0 1 4 3 t\n3 Q0 b 1 1 t\n"


@pytest.mark.parametrize("preset", PRESETS)
def test_conventions_are_arguments(preset: str, cli: Cli, write: Write) -> None:
    """They have one form for all programs, and ask for what the program's name asks for."""
    told = rtreceval.conventions(preset)
    assert list(told) == ["program", "arguments", "digits", "measures", "refused", "differences"]
    qrels, run = write("qrels", QRELS), write("run", RUN)
    by_name = rtreceval.evaluate(qrels, run, MEASURES, like=preset)
    assert by_name.conventions == told["arguments"]
    assert by_name == rtreceval.evaluate(qrels, run, MEASURES, **told["arguments"])
    text = cli("-h", "--like", preset).out.decode()
    assert all(f"    {theirs} = {ours}\n" in text for theirs, ours in told["measures"].items())
    assert all(
        f"    {name}: not to be had: {why}\n" in text for name, why in told["refused"].items()
    )
    assert all(f"    {difference}\n" in text for difference in told["differences"])


@pytest.mark.parametrize("preset", PRESETS)
def test_conventions_are_said_as_options(preset: str, cli: Cli, write: Write) -> None:
    """These options alone do the same."""
    write("qrels", QRELS)
    write("run", RUN)
    measures = [arg for measure in MEASURES for arg in ("-m", measure)]
    by_name = cli("qrels", "run", *measures, "--like", preset)
    first = by_name.err.decode().splitlines()[0]
    program = re.escape(rtreceval.conventions(preset)["program"])
    said = re.fullmatch(rf"rtreceval: like {preset} \({program}\): (.*)", first)
    assert said is not None
    options = [] if said[1] == "the defaults" else said[1].split()
    assert cli("qrels", "run", *measures, *options).out == by_name.out
    assert cli("qrels", "run", *measures, "--like", preset, "--quiet").err == b""


def test_differences_are_told_of_the_measures_asked_for(cli: Cli, write: Write) -> None:
    write("qrels", QRELS)
    write("run", RUN)

    def said(*args: str) -> list[str]:
        err = cli("qrels", "run", "-c", "--like", "ranx", *args).err.decode()
        return [line for line in err.splitlines() if line.startswith("rtreceval:   ")]

    differences = rtreceval.conventions("ranx")["differences"]
    (bpref,) = (text for text in differences if text.startswith("bpref"))
    told = [text.removeprefix("rtreceval:   not the same: ") for text in said("-m", "ndcg@10")]
    assert told[:-1] == differences[:2]
    assert told[-1] == "rtreceval:   2 more: rtreceval -h --like ranx"
    assert any(line.endswith(bpref) for line in said("-m", "ndcg@10", "-m", "bpref"))
    verbose = said("-m", "ndcg@10", "--verbose")
    assert [line for line in verbose if "not the same" in line] == [
        f"rtreceval:   not the same: {text}" for text in differences
    ]
    assert "rtreceval:   equal scores: in the order of the input" in verbose
    assert "rtreceval:   document twice: the last one counts" in verbose


def test_all_presets_are_listed(cli: Cli, write: Write) -> None:
    general = cli("-h").out.decode()
    assert all(f"\n  {preset} " in general for preset in PRESETS)
    write("qrels", "1 0 a 1\n")
    result = cli("qrels", "qrels", "--like", "trec")
    assert (result.status, result.out) == (1, b"")
    names = ", ".join(PRESETS[:-1]) + " or " + PRESETS[-1]
    assert f"--like: found 'trec', expected {names}\n" in result.err.decode()
    with pytest.raises(ValueError, match="like: found 'trec', expected 'trec_eval9', 'trec_"):
        rtreceval.conventions("trec")
    with pytest.raises(ValueError, match="like: found 'trec', expected 'trec_eval9', 'trec_"):
        rtreceval.evaluate({"1": {"a": 1}}, {"1": {"a": 1.0}}, "map", like="trec")


def test_a_topic_that_counts_as_0_is_not_told_to_be_left_out(write: Write, cli: Cli) -> None:
    """BEIR's own MRR averages over all topics of the qrels, its nDCG over those of the run."""
    files = write("qrels", "1 0 a 1\n3 0 c 1"), write("run", "1 Q0 a 1 1 t")
    told = b"warning: 1 of 2 topics of the qrels are not in the run and "
    for measures, text in [
        (["mrr@10"], b"count as 0: 3\n"),
        (["ndcg@10"], b"are left out (-c counts them as 0): 3\n"),
        (
            ["mrr@10", "ndcg@10"],
            b"are left out (-c counts them as 0, as these do: mrr@10): 3\n",
        ),
    ]:
        options = [part for measure in measures for part in ("-m", measure)]
        assert told + text in cli(*files, "--like", "beir", *options).err


def test_two_presets_contradict(cli: Cli, write: Write) -> None:
    write("qrels", "1 0 a 1\n")
    result = cli("qrels", "qrels", "--like", "beir", "--like", "mteb")
    assert (result.status, result.out) == (1, b"")
    assert b"--like: found 'mteb' after 'beir', expected one" in result.err


def test_options_beside_a_preset_hold(cli: Cli, write: Write) -> None:
    """Wherever they stand."""
    write("qrels", "1 0 a 1\n2 0 a 1\n3 0 b 0\n")
    write("run", "1 Q0 a 1 1 t\n1 Q0 1 1 2 t\n3 Q0 a 1 1 t\n")

    def value(*args: str) -> str:
        result = cli("qrels", "run", "-m", "recip_rank", *args)
        return result.out.decode().split()[-1]

    assert value("--like", "beir") == "0.50000"
    assert value("--digits", "2", "--like", "beir") == value("--like", "beir", "--digits", "2")
    assert value("--like", "beir", "--digits", "2") == "0.50"
    assert value("--like", "ranx") == "0.1667"
    assert value("--like", "ranx", "--topics", "intersection") == "0.2500"
    assert value("-c", "--like", "beir") == value("--like", "beir", "-c") == "0.33333"
    assert value("--like", "gdeval") == "0.50000"
    assert value("--like", "gdeval", "--no-relevant", "zero") == "0.25000"
    changed = cli("qrels", "run", "--like", "beir", "-c", "-m", "map").err.decode()
    assert "): --topics qrels (by option) --ignore-identical-ids --digits 5\n" in changed
    assert changed.count("(by option)") == 1


def test_options_in_python(tmp_path: Path) -> None:
    qrels, run = {"1": {"a": 1}, "2": {"a": 1}}, {"1": {"a": 1.0, "b": 1.0, "1": 2.0}}
    beir = like("beir", qrels, run, "recip_rank")
    assert beir == {"recip_rank": 0.5}
    assert like("beir", qrels, run, "recip_rank", complete=True) == {"recip_rank": 0.25}
    assert like("beir", qrels, run, "recip_rank", ties="file") == {"recip_rank": 1.0}
    options: dict[str, Any] = {"ties": "file", "ignore_identical_ids": False}
    assert like("beir", qrels, run, "recip_rank", **options) == {"recip_rank": 0.5}
    with pytest.raises(ValueError, match="ties: found 'x', expected 'docno', 'file' or 'rank'"):
        rtreceval.evaluate(qrels, run, "map", ties="x")
    file = tmp_path / "run"
    file.write_text("1 Q0 b 2 1 t\n1 Q0 a 1 1 t\n1 Q0 b 3 0 t\n")
    for rule in ("first", "last", "max"):
        with pytest.warns(rtreceval.InputWarning, match="dropped 1 more mention of a document"):
            assert rtreceval.evaluate(qrels, file, "set_P", duplicates=rule)["set_P"] == 0.5
    with pytest.raises(rtreceval.InputError, match="document 'b' of topic '1' a second time"):
        rtreceval.evaluate(qrels, file, "map")
    with pytest.raises(rtreceval.RtrecevalError, match="the run has no rank column"):
        rtreceval.evaluate(qrels, run, "map", ties="rank")


def test_names_that_are_not_to_be_had(cli: Cli, write: Write) -> None:
    write("qrels", "1 0 a 1\n")
    write("run", "1 Q0 a 1 1 t\n")
    for preset, name in [("beir", "Hole@10"), ("ranx", "hits@5"), ("ranx", "dcg_burges@5")]:
        result = cli("qrels", "run", "-m", name, "--like", preset, "--quiet")
        assert (result.status, result.out) == (1, b""), name
        found = f"measure '{name}': found '{name}', by --like {preset}, expected another measure: "
        assert found in result.err.decode()
    result = cli("qrels", "run", "-m", "Recall", "--like", "beir", "--quiet")
    assert b"expected a cutoff, as in Recall@10" in result.err
    result = cli("qrels", "run", "-m", "strec", "--like", "ndeval", "--quiet")
    assert b"expected a cutoff, as in strec@10" in result.err


@pytest.mark.parametrize(
    ("preset", "name", "found"),
    [
        (
            "msmarco",
            "mrr@x",
            "cutoff 'x', by --like msmarco, expected a whole number of at least 1",
        ),
        (
            "msmarco",
            "MRR@0",
            "cutoff '0', by --like msmarco, expected a whole number of at least 1",
        ),
        ("ranx", "precision_at_", "cutoff '', by --like ranx, expected a whole number"),
        ("ranx", "hit_rate(rel=-1)@3", "rel=-1, expected a number of at least 0"),
        ("ranx", "mrr(depth=3)@5", "parameter 'depth', expected one of those of RR: "),
        ("gdeval", "ndcg(rel=1,rel=2)@5", "rel twice, expected each parameter once"),
        (
            "gdeval",
            "nDCG(gains={1:5})@5",
            "gains without dcg, by --like gdeval, expected dcg='log2' or",
        ),
        ("gdeval", "ndcg(rel=1", "the end at character 11, expected"),
        ("ranx", "mrr(rel=2)x", "'x' at character 11, expected '@' with a value, or the end"),
    ],
)
def test_errors_quote_what_was_asked_for(preset: str, name: str, found: str) -> None:
    with pytest.raises(rtreceval.MeasureError) as error:
        like(preset, {"1": {"a": 1}}, {"1": {"a": 1.0}}, name)
    assert str(error.value).startswith(f"measure '{name}': found {found}")


def test_parameters_do_not_change_what_a_name_means() -> None:
    qrels, run = {"1": {"a": 3, "b": 1}}, {"1": {"x": 3.0, "b": 2.0, "a": 1.0}}
    for preset, name, ours in [
        ("gdeval", "ndcg(judged_only=True)@2", "nDCG(dcg='exp-log2',judged_only=True)@2"),
        ("gdeval", "nDCG(dcg='log2')@2", "nDCG@2"),
        ("gdeval", "nDCG(gains={3:9},dcg='log2')@2", "nDCG(gains={3:9})@2"),
        ("gdeval", "err(max_grade=3)@2", "ERR(max_grade=3)@2"),
        ("mteb", "accuracy(judged_only=True)", "R(judged_only=True)@1"),
        ("ranx", "precision(rel=2)", "SetP(rel=2)"),
        ("ranx", "mrr( rel = 2 ) @ 3", "RR(rel=2)@3"),
    ]:
        expected = rtreceval.evaluate(qrels, run, ours)[ours]
        assert like(preset, qrels, run, name) == {name: expected}


def test_names_that_values_print_under() -> None:
    """Aliases of ir_measures as ir_measures prints them, all other names as they were asked for."""
    qrels, run = {"1": {"a": 1}}, {"1": {"a": 1.0}}
    ir_measures = pytest.importorskip("ir_measures")
    aliases = ["MRR@10", "MAP", "NDCG@5", "Precision@5", "Recall@5", "BPref", "NumRelRet"]
    asked = ["mrr@10", "map@5", "ndcg@5", "precision@5", "recall@5", "hit_rate@3", "ndcg_at_5"]
    printed = {name: str(ir_measures.parse_measure(name)) for name in aliases}
    for name, expected in [*printed.items(), *((name, name) for name in asked)]:
        assert rtreceval.evaluate(qrels, run, name).measures == [expected]
    assert printed["MRR@10"] == "RR@10"
    assert list(like("msmarco", qrels, run, "MRR@10")) == ["MRR@10"]
