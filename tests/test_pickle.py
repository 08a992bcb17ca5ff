"""Pickles: results, qrels, runs and evaluators go to other processes and to disk."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

import rtreceval
from tests.support import ALL, FIXTURES, OPTIONS, Options, Qrels, Run, Write, bits

SMALL = FIXTURES / "small.qrels", FIXTURES / "small.run"
DIVERSE = {
    "q1": {"a": {"t": 1, "s": 2}, "b": {"s": 1}, "\udcff": {"u": 3, "t": -1}},
    "q2": {"a": {"s": 1, "u": 0}},
}
OF_SUBTOPICS = ["alpha_ndcg", "ERR_IA@10", "AP_IA", "StRecall@2", "NRBP", "map"]


def again(thing: Any, protocol: int = pickle.DEFAULT_PROTOCOL) -> Any:
    """Pickle and unpickle."""
    return pickle.loads(pickle.dumps(thing, protocol))  # noqa: S301


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_results(options: Options, protocol: int) -> None:
    result = rtreceval.evaluate(*SMALL, ALL, **options)
    read = again(result, protocol)
    assert read == result
    assert bits(read) == bits(result)
    assert read.to_trec(by_topic=True) == result.to_trec(by_topic=True)
    assert read.to_dict(summary=True) == result.to_dict(summary=True)
    assert (read.topics, read.measures, read.run_tag) == (result.topics, ALL_NAMES, "small")
    assert (read.missing_topics, read.unjudged_topics) == (["t3"], ["t9"])


ALL_NAMES = rtreceval.evaluate(*SMALL, ALL).measures


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_qrels_and_runs(protocol: int) -> None:
    qrels, run = rtreceval.read_qrels(SMALL[0]), rtreceval.read_run(SMALL[1])
    expected = rtreceval.evaluate(qrels, run, ALL)
    read = again(qrels, protocol), again(run, protocol)
    assert rtreceval.evaluate(*read, ALL) == expected
    assert (read[0].topics, read[0].num_judgments) == (qrels.topics, qrels.num_judgments)
    assert (read[1].topics, read[1].num_docs, read[1].tag) == (run.topics, run.num_docs, run.tag)


def test_ids_are_any_bytes(write: Write) -> None:
    qrels = rtreceval.read_qrels(write("qrels", b"q\xff 0 d\xfe 1\nq\xff 0 e\xfe -1\n"))
    run = rtreceval.read_run(write("run", b"q\xff Q0 d\xfe 1 2.5 t\xff\nq\xff Q0 e 2 1 t\xff\n"))
    assert again(qrels).topics == again(run).topics == ["q\udcff"]
    result = rtreceval.evaluate(again(qrels), again(run), ["map", "runid", "relstring"])
    assert again(result) == rtreceval.evaluate(qrels, run, ["map", "runid", "relstring"])
    assert result["map"] == 1
    assert again(result).run_tag == "t\udcff"


def test_a_run_keeps_what_is_wrong_with_it(write: Write) -> None:
    run = again(rtreceval.read_run(write("run", "t1 Q0 d10 1 2 s\nt1 Q0 d10 2 1 s\n")))
    with pytest.raises(rtreceval.InputError, match="document 'd10' of topic 't1' a second time"):
        rtreceval.evaluate(SMALL[0], run, "map")


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_evaluators(options: Options, big: tuple[Qrels, Run]) -> None:
    for qrels, run in (SMALL, big):
        evaluator = rtreceval.Evaluator(qrels, ALL, **options)
        assert again(evaluator).evaluate(run) == evaluator.evaluate(run)
        assert again(again(evaluator)).evaluate(run) == evaluator.evaluate(run)
        assert copy.deepcopy(evaluator).evaluate(run) == evaluator.evaluate(run)


def test_evaluators_by_subtopic() -> None:
    """Subtopics keep their order, in which they are summed up."""
    run = {"q1": {"b": 3.0, "\udcff": 2.0, "x": 1.5, "a": 1.0}, "q2": {"x": 2.0, "a": 1.0}}
    evaluator = rtreceval.Evaluator(DIVERSE, OF_SUBTOPICS)
    assert bits(again(evaluator).evaluate(run)) == bits(evaluator.evaluate(run))
    assert bits(again(again(evaluator)).evaluate(run)) == bits(evaluator.evaluate(run))


def test_evaluators_keep_the_names_of_columns() -> None:
    rows = {"t": ["q", "q"], "d": ["a", "b"], "n": [1, 0]}
    pd = pytest.importorskip("pandas")
    columns = {"topic": "t", "docno": "d", "grade": "n", "score": "n"}
    evaluator = rtreceval.Evaluator(pd.DataFrame(rows), "map", columns=columns, threads=1)
    assert again(evaluator).evaluate(pd.DataFrame(rows))["map"] == 1


def test_worker_processes() -> None:
    """Workers that begin anew take an evaluator along, and give results back."""
    evaluator = rtreceval.Evaluator(SMALL[0], ["map", "ndcg_cut.10", "relstring"])
    read = rtreceval.read_run(SMALL[1])
    runs: list[Any] = [read, {"t1": {"d10": 1.0}}, {"t2": {"d20": 1.0, "d21": 1.0}}]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        results = list(pool.map(evaluator.evaluate, runs))
    assert results == [evaluator.evaluate(run) for run in runs]


@pytest.mark.parametrize(
    "thing",
    [
        rtreceval.evaluate(*SMALL, "map"),
        rtreceval.Evaluator(SMALL[0], "map"),
        rtreceval.read_qrels(SMALL[0]),
        rtreceval.read_run(SMALL[1]),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_a_pickle_says_who_wrote_it(thing: Any) -> None:
    restore, (form, version, held) = thing.__reduce__()
    assert (form, version) == (2, rtreceval.__version__)
    assert type(restore(form, version, held)) is type(thing)
    with pytest.raises(ValueError, match="a pickle of form 3, written by rtreceval 9, expected"):
        restore(3, "9", held)


@pytest.mark.parametrize(
    "change",
    [
        {"measures": ["ndcg"]},
        {"requests": ["no_such_measure"]},
        {"values": [0.5]},
        {"texts": ["x"]},
        {"summary": []},
        {"order": "no_such_order"},
    ],
    ids=str,
)
def test_a_result_of_other_measures(change: dict[str, Any]) -> None:
    """Names that another version gives another meaning are not guessed at."""
    result: Any = rtreceval.evaluate(*SMALL, "map")
    restore, (form, version, held) = result.__reduce__()
    with pytest.raises(ValueError, match="found a result of other measures, written by rtreceval"):
        restore(form, version, held | change)
