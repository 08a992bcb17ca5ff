"""Single conventions: options of the command line and arguments of Python, which do the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import rtreceval
from tests.preset_inputs import close, per_topic
from tests.support import SHARED, run_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import Cli, Result, Write

QRELS = "1 0 a 1\n1 0 b 2\n1 0 c 0\n2 0 a 1\n3 0 b 0\n4 0 a 1\n4 0 c 1\n"
RUN = (
    "1 Q0 c 1 2 t\n1 Q0 b 3 1 t\n1 Q0 a 2 1 t\n1 Q0 1 4 1 t\n1 Q0 x 5 0 t\n3 Q0 b 1 1 t\n"
    "4 Q0 c 2 1.00000001 t\n4 Q0 y 1 1 t\n9 Q0 a 1 1 t\n"
)

Arguments = dict[str, Any]

SAME: list[tuple[list[str], Arguments]] = [
    ([], {}),
    (["--compat", "10"], {"compat": "10"}),
    (["--order", "rank"], {"order": "rank"}),
    (["--ties", "file"], {"ties": "file"}),
    (["--ties", "rank"], {"ties": "rank"}),
    (["-c"], {"complete": True}),
    (["--topics", "qrels"], {"topics": "qrels"}),
    (["--topics", "run"], {"topics": "run"}),
    (["--topics", "run", "--ties", "file"], {"topics": "run", "ties": "file"}),
    (["--no-relevant", "skip"], {"no_relevant": "skip"}),
    (["--no-relevant", "one", "-c"], {"no_relevant": "one", "complete": True}),
    (["--ignore-identical-ids"], {"ignore_identical_ids": True}),
    (["-l", "2"], {"relevance_level": 2}),
    (["-J"], {"judged_only": True}),
    (["-M", "2", "-N", "100"], {"max_depth": 2, "num_docs": 100}),
    (["--like", "ranx", "--topics", "run"], {"like": "ranx", "topics": "run"}),
    (["--like", "ndeval", "--order", "score"], {"like": "ndeval", "order": "score"}),
]


def values(result: Result) -> dict[str, dict[str, float]]:
    """Read what `--format tsv` prints: each number in full."""
    assert result.status == 0, result.err
    header, *lines = [line.split("\t") for line in result.out.decode().splitlines()]
    rows = (dict(zip(header, line, strict=True)) for line in lines)
    found: dict[str, dict[str, float]] = {}
    for row in rows:
        found.setdefault(row["topic"], {})[row["measure"]] = float(row["value"])
    return found


@pytest.mark.parametrize(("options", "arguments"), SAME)
def test_options_and_arguments_do_the_same(
    options: list[str], arguments: Arguments, cli: Cli, write: Write
) -> None:
    qrels, run = write("qrels", QRELS), write("run", RUN)
    measures = ["map", "ndcg", "recip_rank", "P.2", "utility", "num_ret", "bpref"]
    args = [arg for measure in measures for arg in ("-m", measure)]
    printed = values(
        cli("qrels", "run", *args, *options, "-q", "--format", "tsv", "--digits", "20")
    )
    with run.open("rb") as opened:
        for form in (run, opened, rtreceval.read_run(run)):
            result = rtreceval.evaluate(qrels, form, measures, **arguments)
            assert result.per_topic | {"all": result.summary} == printed


def test_documents_that_are_there_twice(cli: Cli, write: Write) -> None:
    """In the qrels and in the run; what is dropped is told."""
    qrels = write("qrels", "1 0 a 1\n1 0 a 2\n1 0 b 1\n")
    run = write("run", "1 Q0 a 1 3 t\n1 Q0 b 2 2 t\n1 Q0 a 3 1 t\n1 Q0 x 4 1.5 t\n")
    for rule in ("first", "last", "max"):
        printed = values(cli("qrels", "run", "-m", "ndcg", "--duplicates", rule, "--format", "tsv"))
        with pytest.warns(rtreceval.InputWarning) as warned:
            result = rtreceval.evaluate(qrels, run, "ndcg", duplicates=rule)
        assert result.summary == printed["all"]
        assert [str(warning.message).partition(": ")[0] for warning in warned] == [
            "dropped 1 more mention of a document"
        ] * 2
        with pytest.warns(rtreceval.InputWarning):
            read = (
                rtreceval.read_qrels(qrels, duplicates=rule),
                rtreceval.read_run(run, duplicates=rule),
            )
        assert rtreceval.evaluate(*read, "ndcg") == result
    rows = [("1", "a", 1), ("1", "a", 2), ("1", "b", 1)]
    with pytest.warns(rtreceval.InputWarning, match="document 'a' of topic '1'"):
        found = rtreceval.evaluate(rows, {"1": {"a": 1.0}}, "ndcg_cut.1", duplicates="last")
    assert found["ndcg_cut_1"] == 1.0
    with pytest.raises(rtreceval.InputError, match="a second time"):
        rtreceval.evaluate(qrels, run, "ndcg")


def test_lines_that_are_not_right(cli: Cli, write: Write) -> None:
    """What is left out of a file is chosen where it is read."""
    qrels = write("qrels", "1 0 a 1.5\n1 0 b\n1 0 c 0.5\n")
    run = write("run", "1 Q0 a 1 nan t\n1 Q0 b 2 2 t\n1 Q0 c 3 1\n1 Q0\n")
    shown = cli(
        "qrels", "run", "--lenient", "--nan", "drop", "--float-grades", "-m", "ndcg",
        "--format", "tsv",
    )  # fmt: skip
    told = [line.removeprefix("rtreceval: warning: ") for line in shown.err.decode().splitlines()]
    with pytest.warns(rtreceval.InputWarning) as warned:
        found = rtreceval.evaluate(
            rtreceval.read_qrels(qrels, lenient=True, float_grades=True),
            rtreceval.read_run(run, lenient=True, nan="drop"),
            "ndcg",
        )
    assert found.summary == values(shown)["all"]
    assert [str(warning.message).replace(f"{qrels.parent}/", "") for warning in warned] == told
    assert len(told) == 4
    with pytest.raises(rtreceval.InputError, match="found score 'nan', expected a number"):
        rtreceval.read_run(run)
    with pytest.raises(ValueError, match="nan: found 'keep', expected 'error' or 'drop'"):
        rtreceval.read_run(run, nan="keep")
    with pytest.raises(ValueError, match="--lenient: the format json has no such choice"):
        rtreceval.read_run(write("json", '{"1": {"a": 1}}'), lenient=True)


def test_topics_of_the_run_are_named(write: Write) -> None:
    qrels, run = {"1": {"a": 1}, "2": {"a": 1}}, {"1": {"a": 1.0}, "9": {"a": 1.0}}
    result = rtreceval.evaluate(qrels, run, ["map", "num_q"], topics="run")
    assert result.summary == {"num_q": 2, "map": 0.5}
    assert (result.topics, result.unjudged_topics) == (["1", "9"], ["9"])
    assert result.missing_topics == ["2"]
    evaluator = rtreceval.Evaluator(qrels, ["map", "num_q"], topics="run")
    assert evaluator.evaluate(run) == result
    for complete, topics in [(True, "run"), (False, "qrels"), (True, "intersection")]:
        with pytest.raises(ValueError, match=f"topics: found '{topics}' with complete, expected '"):
            rtreceval.evaluate(qrels, run, "map", complete=complete, topics=topics)
    jg = rtreceval.read_qrels(write("jg", "1 g1 a 1\n"), format="qrels_jg")
    with pytest.raises(ValueError, match="topics run: a topic that the qrels lack has a value"):
        rtreceval.evaluate(jg, run, "map_avgjg", topics="run")
    with pytest.raises(ValueError, match="no_relevant: grades by judgment group do not"):
        rtreceval.evaluate(jg, run, "map_avgjg", no_relevant="skip")


def test_an_order_by_ranks_that_are_not_there() -> None:
    """A preset does without, and the result says so; who asks for ranks gets an error."""
    qrels, run = {"1": {"a": 1}}, {"1": {"b": 1.0, "a": 2.0}}
    assert rtreceval.evaluate(qrels, run, "map", like="ndeval").conventions["order"] == "score"
    for like in ("ndeval", None):
        with pytest.raises(rtreceval.RtrecevalError, match="the run has no rank column"):
            rtreceval.evaluate(qrels, run, "map", like=like, order="rank")


def test_ranks_decide_and_stand_once(cli: Cli, write: Write) -> None:
    write("qrels", "1 0 a 1\n")
    write("run", "1 Q0 b 2 9 t\n1 Q0 a 1 1 t\n")
    assert cli("qrels", "run", "-m", "recip_rank", "--order", "rank").out.endswith(b"\t1.0000\n")
    assert cli("qrels", "run", "-m", "recip_rank").out.endswith(b"\t0.5000\n")
    write("run", "1 Q0 b 1 9 t\n1 Q0 a 1 1 t\n")
    result = cli("qrels", "run", "-m", "recip_rank", "--order", "rank")
    assert (result.status, result.out) == (2, b"")
    assert b"run:2:8: found rank '1' a second time in the topic, expected each rank" in result.err


def test_every_form_of_a_run_is_prepared_alike(tmp_path: Path) -> None:
    """Policies that change a run hold for files, dicts, rows and frames."""
    pandas = pytest.importorskip("pandas")
    qrels = {"1": {"a": 1, "b": 2}, "2": {"c": 1}}
    run = {"1": {"x": 1.0, "1": 3.0, "a": 1.0, "b": 1.0}, "2": {"c": 0.5}}
    file = tmp_path / "run"
    file.write_text(run_file(run))
    rows = [(t, d, s) for t, docs in run.items() for d, s in docs.items()]
    frame = pandas.DataFrame(rows, columns=["topic", "docno", "score"])
    options: dict[str, Any] = {"ties": "file", "ignore_identical_ids": True}
    with file.open("rb") as opened:
        forms = [run, file, opened, rows, frame, rtreceval.read_run(file)]
        for form in forms:
            result = rtreceval.evaluate(qrels, form, ["map", "ndcg"], **options)
            assert per_topic(result, "map") == {"1": close((1 / 2 + 2 / 3) / 2), "2": 1.0}


def test_topics_without_a_relevant_document() -> None:
    qrels = {"1": {"a": 1}, "2": {"a": 0}, "3": {"a": 1}, "4": {"a": 0}}
    run = {"1": {"a": 1.0}, "2": {"a": 1.0}, "3": {"b": 1.0}}
    measures = ["map", "num_q", "judged", "ndcg", "dcg"]

    def values(rule: str, *, complete: bool = False) -> list[float]:
        found = rtreceval.evaluate(qrels, run, measures, no_relevant=rule, complete=complete)
        return [found[name] for name in ("num_q", "map", "ndcg", "judged", "dcg")]

    assert values("zero") == [3, close(1 / 3), close(1 / 3), close(2 / 3), close(1 / 3)]
    assert values("skip") == [2, 0.5, 0.5, 0.5, 0.5]
    assert values("one") == [3, close(2 / 3), close(2 / 3), close(2 / 3), close(1 / 3)]
    assert values("skip", complete=True) == [2, 0.5, 0.5, 0.5, 0.5]
    assert values("one", complete=True)[:2] == [4, 0.5]
    only = {"2": qrels["2"]}
    with pytest.raises(rtreceval.InputError, match="found no topic with a relevant document"):
        rtreceval.evaluate(only, run, "map", no_relevant="skip")


def test_topics_without_a_relevant_document_are_named(cli: Cli, write: Write) -> None:
    write("qrels", "1 0 a 1\n2 0 a 0\n")
    write("run", "1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n")
    result = cli("qrels", "run", "-m", "map", "-q", "--no-relevant", "skip")
    assert b"warning: left out 1 topic without a relevant document: 2\n" in result.err
    assert b"\t2\t" not in result.out
    result = cli("qrels", "run", "-m", "map", "-R", "qrels_jg", "--no-relevant", "one")
    assert result.status == 1


@pytest.mark.parametrize(
    ("request_", "parameter"),
    [("err.max_grade=3", "max_grade"), ("inst.max_rel=3", "max_rel"),
     ("NERR8(max_rel=3)@5", "max_rel"), ("sdcg.5,max_rel=3", "max_rel")],
)  # fmt: skip
def test_clipped_grades(request_: str, parameter: str, cli: Cli, write: Write) -> None:
    """Once for an evaluation, however many topics have them."""
    write("qrels", "1 0 a 4\n2 0 a 4\n3 0 a 1\n")
    write("run", "1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n")
    text = f": the qrels have grades up to 4, which count as 3, the measure's {parameter}\n"
    err = cli("qrels", "run", "-m", request_, "-c").err.decode()
    assert err.count(text) == err.count("warning: ") == 1
    qrels, run = {"1": {"a": 4}}, {"1": {"a": 1.0}}
    with pytest.warns(UserWarning, match="grades up to 4, which count as 3") as warned:
        rtreceval.evaluate(qrels, run, request_)
    assert len(warned) == 1
    rtreceval.evaluate(qrels, run, request_.replace("=3", "=4"))


def test_holes() -> None:
    """A negative grade is no hole, but unjudged."""
    qrels, run = {"1": {"a": 1, "b": -1}}, {"1": {"a": 3.0, "b": 2.0, "x": 1.0}}
    found = rtreceval.evaluate(qrels, run, ["hole@2", "hole@3", "hole_at_10", "unj.3"]).summary
    assert found == {"hole@2": 0, "hole@3": close(1 / 3), "hole_at_10": 0.1, "unj_3": close(2 / 3)}


@pytest.mark.parametrize(
    ("request_", "value"),
    [("map_cap@2", (1 / 2) / 2), ("map_cut.2", (1 / 2) / 3), ("map_found@2", 1 / 2),
     ("map_cap@4", (1 / 2 + 2 / 3) / 3), ("map_found@4", (1 / 2 + 2 / 3) / 2)],
)  # fmt: skip
def test_three_average_precisions(request_: str, value: float) -> None:
    """Relevant at ranks 2 and 3; a third relevant document is not retrieved."""
    qrels = {"1": {"a": 1, "b": 1, "c": 1}}
    run = {"1": {"x": 4.0, "a": 3.0, "b": 2.0, "y": 1.0}}
    (found,) = rtreceval.evaluate(qrels, run, request_).summary.values()
    assert found == close(value)


CASES = SHARED / "cases"


@pytest.mark.skipif(not CASES.is_dir(), reason="the cases are not here")
@pytest.mark.parametrize(
    ("case", "mode", "args", "rename"),
    [
        ("28-query-is-in-the-corpus", "drop-self", ["--ignore-identical-ids"], ("", "")),
        ("28-query-is-in-the-corpus", "drop-self", ["--like", "beir", "--digits", "4"], ("", "")),
        ("27-recall-versus-capped-recall", "ext", [], ("recall_cap_", "recall_cap@")),
        (
            "08-linear-vs-exponential-gain",
            "gain=exp",
            ["--like", "lightgbm"],
            ("ndcg_cut_", "ndcg@"),
        ),
        ("30-err-max-grade", "max=4", ["--like", "gdeval", "--digits", "4"], ("err_", "err@")),
    ],
)
def test_reported_cases(
    cli: Cli, case: str, mode: str, args: list[str], rename: tuple[str, str]
) -> None:
    folder = CASES / case
    lines = (folder / "expected.txt").read_text(encoding="utf-8").splitlines()
    expected = [line.split("\t") for line in lines if line.startswith(f"{mode}\t")]
    assert expected
    checked = 0
    for _, measure, _, value, *_ in expected:
        if measure.startswith("dcg_cut"):
            continue  # there is no DCG of exponential gains
        name = measure.replace(*rename)
        shown = cli(folder / "qrels.txt", folder / "run.txt", "-m", name, *args)
        assert shown.out.decode().split()[-1] == value, (name, shown.err)
        checked += 1
    assert checked
