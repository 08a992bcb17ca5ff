"""The Python interface: evaluate, Evaluator, Evaluation."""

from __future__ import annotations

import io
import math
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rtreceval
from rtreceval import InputError, MeasureError, RtrecevalError
from tests.support import (
    ALL,
    FIXTURES,
    OPTIONS,
    Cli,
    Options,
    Qrels,
    Run,
    Write,
    bits,
    qrels_and_run,
    read_fixture,
    run_python,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EXAMPLE = FIXTURES / "example.qrels", FIXTURES / "example.run"
SMALL = FIXTURES / "small.qrels", FIXTURES / "small.run"
SMALL_QRELS, SMALL_RUN = read_fixture("small")


def test_read_objects_tell_what_they_hold() -> None:
    qrels, run = rtreceval.read_qrels(SMALL[0]), rtreceval.read_run(SMALL[1])
    assert (len(qrels), qrels.num_judgments, qrels.topics) == (3, 11, ["t1", "t2", "t3"])
    assert (len(run), run.num_docs, run.topics, run.tag) == (3, 11, ["t1", "t2", "t9"], "small")
    assert repr(qrels) == "<Qrels: 3 topics, 11 judgments>"
    assert repr(run) == "<Run: 3 topics, 11 documents>"


@pytest.mark.parametrize(
    ("grade", "score"),
    [
        (np.int64(1), np.float64(2.0)),
        (np.int8(1), np.float32(2.0)),
        (np.float32(1.0), np.float16(2.0)),
        (1.0, 2),
        (True, True),
        (np.bool_(True), np.int32(2)),  # noqa: FBT003
    ],
    ids=lambda number: type(number).__name__,
)
def test_numbers_of_many_types(grade: float, score: float) -> None:
    result = rtreceval.evaluate({"q": {"d": grade}}, {"q": {"d": score, "e": 0.5}}, ["map", "P.1"])
    assert result.summary == {"map": 1.0, "P_1": 1.0}


def test_fractional_grades() -> None:
    """They are gains of nDCG as they are, and the relevance level is compared with them."""
    qrels = {"q": {"a": 0.9, "b": 1.5, "c": 2.0}}
    run = {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}
    result = rtreceval.evaluate(qrels, run, ["ndcg_cut.10", "num_rel", "relstring"])
    ideal = 2.0 + 1.5 / math.log2(3) + 0.9 / 2
    assert result["ndcg_cut.10"] == pytest.approx((0.9 + 1.5 / math.log2(3) + 2.0 / 2) / ideal)
    assert result["num_rel"] == 2
    assert result.strings("relstring") == {"q": "012"}
    half = rtreceval.evaluate(qrels, run, "num_rel", relevance_level=0.5)
    assert half["num_rel"] == 3


@pytest.mark.parametrize("topic", ["q", "q\udcff", "q\udc80\udcfe", "é", "日本", "", "a b", "\0"])
def test_ids_are_any_text(topic: str) -> None:
    """Bytes of a file that are not UTF-8 are lone surrogates in Python."""
    docno = f"d{topic}"
    result = rtreceval.evaluate({topic: {docno: 1}}, {topic: {docno: 1.0}}, ["map", "relstring"])
    assert result.topics == [topic]
    assert result.per_topic == {topic: {"map": 1.0}}
    assert result.strings("relstring") == {topic: "1"}


def test_file_and_dict_have_the_same_ids(write: Write) -> None:
    run = write("run", b"q\xff Q0 d\xfe 1 2 s\nq\xff Q0 e 2 1 s\n")
    result = rtreceval.evaluate({"q\udcff": {"d\udcfe": 1}}, run, "map")
    assert result.per_topic == {"q\udcff": {"map": 1.0}}


def test_a_surrogate_that_no_byte_makes_is_refused() -> None:
    with pytest.raises(UnicodeEncodeError):
        rtreceval.evaluate({"\ud800": {"d": 1}}, {"q": {"d": 1.0}}, "map")
    with pytest.raises(UnicodeEncodeError):
        rtreceval.evaluate({"q": {"\ud800": 1}}, EXAMPLE[1], "map")


def test_ties_go_to_the_id_with_the_higher_bytes() -> None:
    run = {"q": dict.fromkeys(["a", "é", "z", "Z", "日"], 1.0)}
    for rank, docno in enumerate(["日", "é", "z", "a", "Z"], start=1):
        result = rtreceval.evaluate({"q": {docno: 1}}, run, "recip_rank")
        assert result["recip_rank"] == 1 / rank


def test_scores_are_compared_as_the_version_does() -> None:
    """9.0.8 keeps 32 bits of a score, 10.0 keeps 64."""
    qrels, run = {"q": {"a": 1}}, {"q": {"a": 1.00000001, "z": 1.0}}
    assert rtreceval.evaluate(qrels, run, "recip_rank")["recip_rank"] == 1 / 2
    assert rtreceval.evaluate(qrels, run, "recip_rank", compat="10")["recip_rank"] == 1


def test_scores_may_be_infinite() -> None:
    run = {"q": {"low": -math.inf, "mid": 0.0, "high": math.inf}}
    result = rtreceval.evaluate({"q": {"low": 1, "mid": 2, "high": 3}}, run, "relstring")
    assert result.strings("relstring") == {"q": "321"}


# Topics


def test_missing_topics_are_left_out_or_count_as_0() -> None:
    left_out = rtreceval.evaluate(SMALL_QRELS, SMALL_RUN, ["map", "num_q"])
    counted = rtreceval.evaluate(SMALL_QRELS, SMALL_RUN, ["map", "num_q"], complete=True)
    assert left_out.topics == ["t1", "t2"]
    assert counted.topics == ["t1", "t2", "t3"]
    assert left_out.missing_topics == counted.missing_topics == ["t3"]
    assert counted.per_topic["t3"] == {"map": 0.0}
    assert counted["map"] == pytest.approx(left_out["map"] * 2 / 3)
    assert (left_out["num_q"], counted["num_q"]) == (2, 3)


def test_empty_ranking_is_0_and_counted() -> None:
    """A dict can say what a file cannot: that a topic was asked and nothing was found."""
    qrels: Qrels = {"a": {"d": 1}, "b": {"d": 1, "e": 0}, "c": {"d": 0}}
    run: Run = {"a": {"d": 1.0}, "b": {}, "c": {}}
    result = rtreceval.evaluate(qrels, run, ALL)
    assert result.topics == ["a", "b", "c"]
    assert result.missing_topics == []
    none = dict.fromkeys(result.per_topic["a"], 0.0)
    assert result.per_topic["c"] == none
    # What it has whatever is retrieved.
    relevant = {"num_rel": 1.0, "ideal_dcg": 1.0, "yaap": math.log(1 / (1 + 1))}
    assert result.per_topic["b"] == none | relevant
    assert result.strings("relstring") == {"a": "1", "b": "", "c": ""}
    assert result["map"] == pytest.approx(1 / 3)


@settings(max_examples=100)
@given(inputs=qrels_and_run(), level=st.integers(1, 3), complete=st.booleans())
def test_values_are_numbers_in_their_range(
    inputs: tuple[Qrels, Run],
    level: int,
    complete: bool,  # noqa: FBT001
) -> None:
    qrels, run = inputs
    run = run | {topic: {} for topic in list(run)[1:]}  # the first keeps its ranking
    result = rtreceval.evaluate(qrels, run, ALL, relevance_level=level, complete=complete)
    unbounded = ("num_", "utility", "dcg", "ideal_dcg", "yaap", "gm_")
    for row in [*result.per_topic.values(), result.summary]:
        for name, value in row.items():
            assert math.isfinite(value), name
            if not name.startswith(unbounded):
                assert 0 <= value <= 1 + 1e-15, name


def test_topic_without_judgments_is_not_judged() -> None:
    """As in pytrec_eval."""
    run: Run = {"a": {"d": 1.0}, "b": {"d": 1.0}}
    result = rtreceval.evaluate({"a": {"d": 1}, "b": {}}, run, ["map", "num_q"], complete=True)
    assert (result.topics, result.missing_topics, result.unjudged_topics) == (["a"], [], ["b"])
    assert result.summary == {"num_q": 1.0, "map": 1.0}


def test_topics_come_in_the_order_of_their_bytes() -> None:
    ids = ["10", "2", "é", "1", "Z", "a", "日"]
    docs = {"d": 1}
    result = rtreceval.evaluate(dict.fromkeys(ids, docs), dict.fromkeys(ids, docs), "map")
    assert result.topics == sorted(ids, key=str.encode)
    assert list(result.per_topic) == result.topics


# The result


def test_views_of_the_result_agree() -> None:
    result = rtreceval.evaluate(*SMALL, ["map", "P.1,3", "num_ret"])
    assert result.measures == ["num_ret", "map", "P_1", "P_3"]
    assert list(result.summary) == result.measures
    for name in result.measures:
        by_topic = [row[name] for row in result.per_topic.values()]
        assert result.array(name).tolist() == by_topic
        assert result[name] == result.summary[name]
        average = sum(by_topic) / (1 if name == "num_ret" else len(by_topic))
        assert result[name] == pytest.approx(average, rel=1e-15)


def test_array_is_float64_and_read_only() -> None:
    values = rtreceval.evaluate(*SMALL, "map").array("map")
    assert values.dtype == np.float64
    assert values.shape == (2,)
    assert not values.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        values[0] = 1.0


def test_array_of_what_is_not_printed_by_topic() -> None:
    result = rtreceval.evaluate(*SMALL, ["num_q", "gm_map", "map"])
    assert result.array("num_q").tolist() == [1.0, 1.0]
    assert result.array("gm_map") == pytest.approx(np.log(result.array("map")))
    assert set(result.per_topic["t1"]) == {"map"}


@pytest.mark.parametrize("name", ["ndcg_cut_3", "ndcg_cut.3"])
def test_measures_go_by_both_spellings(name: str) -> None:
    result = rtreceval.evaluate(*EXAMPLE, [name])
    assert result.measures == ["ndcg_cut_3"]
    for spelling in ("ndcg_cut_3", "ndcg_cut.3"):
        assert result[spelling] == result.array(spelling)[0] == result.summary["ndcg_cut_3"]


def test_one_measure_needs_no_list() -> None:
    expected = rtreceval.evaluate(*EXAMPLE, ["P.1,2"]).summary
    assert rtreceval.evaluate(*EXAMPLE, "P.1,2").summary == expected
    assert rtreceval.evaluate(*EXAMPLE, (name for name in ("P_2", "P_1"))).summary == expected


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("summary", [True, False])
@pytest.mark.parametrize("by_topic", [True, False])
def test_to_trec_is_what_the_command_line_prints(
    options: Options,
    summary: bool,  # noqa: FBT001
    by_topic: bool,  # noqa: FBT001
    cli: Cli,
) -> None:
    result = rtreceval.evaluate(*SMALL, "all_trec", **options)
    arguments = ["-q"] * by_topic + ["-n"] * (not summary)
    flags = {
        "relevance_level": "-l",
        "complete": "-c",
        "judged_only": "-J",
        "max_depth": "-M",
        "num_docs": "-N",
        "compat": "--compat",
    }
    for option, value in options.items():
        arguments += [flags[option], *([] if value is True else [str(value)])]
    printed = cli(*arguments, "-m", "all_trec", *SMALL).out
    assert result.to_trec(by_topic=by_topic, summary=summary).encode() == printed


def test_printed_it_is_the_table() -> None:
    result = rtreceval.evaluate(*EXAMPLE, ["map", "P_1"])
    lines = [f"{name:<22}\tall\t{value:.4f}\n" for name, value in result.summary.items()]
    assert str(result) == result.to_trec() == "".join(lines)


def test_representations() -> None:
    evaluator = rtreceval.Evaluator(SMALL[0], ["map", "P.1,2"])
    assert repr(evaluator) == "<Evaluator: 3 topics, 3 values>"
    result = evaluator.evaluate(SMALL[1])
    assert repr(result) == "<Evaluation: 2 topics, 3 values, 1 topic of the qrels not in the run>"
    one = rtreceval.Evaluator({"t": {"d": 1}}, "map")
    assert repr(one) == "<Evaluator: 1 topic, 1 value>"
    assert repr(one.evaluate({"t": {"d": 1.0}})) == "<Evaluation: 1 topic, 1 value>"
    assert repr(rtreceval.read_qrels(io.BytesIO(b"t 0 d 1\n"))) == "<Qrels: 1 topic, 1 judgment>"
    assert repr(rtreceval.read_run(io.BytesIO(b"t Q0 d 1 1 x\n"))) == "<Run: 1 topic, 1 document>"
    assert repr(rtreceval.measures()[5]) == (
        "<Measure map: Average precision, and its mean over topics>"
    )


@pytest.mark.parametrize(
    "thing",
    [
        rtreceval.evaluate(*EXAMPLE, "map"),
        rtreceval.Evaluator(EXAMPLE[0], "map"),
        rtreceval.read_qrels(EXAMPLE[0]),
        rtreceval.read_run(EXAMPLE[1]),
        rtreceval.measures()[0],
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_objects_are_frozen(thing: object) -> None:
    names = [name for name in dir(thing) if not name.startswith("_")]
    assert names
    for name in [*names, "new"]:
        with pytest.raises(AttributeError):
            setattr(thing, name, 1)


def test_a_view_that_is_changed_changes_nothing() -> None:
    result = rtreceval.evaluate(*EXAMPLE, "map")
    before = result["map"]
    result.summary["map"] = 7.0
    result.per_topic["q1"]["map"] = 7.0
    result.topics.append("q2")
    assert (result["map"], result.per_topic, result.topics) == (
        before,
        {"q1": {"map": before}},
        ["q1"],
    )


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (lambda e: e["P_5"], "'P_5' was not evaluated; there are runid, map, relstring"),
        (lambda e: e.array("nonsense"), "'nonsense' was not evaluated; there are runid, map"),
        (lambda e: e.strings("P_5"), "'P_5' was not evaluated; there are runid, map, relstring"),
        (lambda e: e["runid"], "'runid' is text: see strings() and run_tag"),
        (lambda e: e["relstring"], "'relstring' is text: see strings() and run_tag"),
        (lambda e: e.array("relstring"), "'relstring' is text: see strings() and run_tag"),
        (lambda e: e.strings("map"), "'map' is not text by topic"),
        (lambda e: e.strings("runid"), "'runid' is not text by topic"),
    ],
)
def test_key_errors(ask: Callable[[rtreceval.Evaluation], object], text: str) -> None:
    result = rtreceval.evaluate(*EXAMPLE, ["map", "relstring", "runid"])
    with pytest.raises(KeyError) as caught:
        ask(result)
    assert str(caught.value.args[0]).startswith(text)


# What is refused


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"relevance_level": -1}, "relevance_level: found -1, expected a number of at least 0"),
        ({"relevance_level": math.nan}, "relevance_level: found NaN, expected a number of at"),
        ({"relevance_level": math.inf}, "relevance_level: found inf, expected a number of at"),
        ({"max_depth": 0}, "max_depth: found 0, expected at least 1, or None"),
        ({"max_depth": -3}, "max_depth: found -3, expected at least 1, or None"),
        ({"num_docs": -1}, "num_docs: found -1, expected at least 0"),
        ({"compat": "8"}, "compat: found '8', expected '9' or '10'"),
        ({"compat": "9.0.8"}, "compat: found '9.0.8', expected '9' or '10'"),
        ({"threads": 0}, "threads: found 0, expected at least 1, or None"),
    ],
    ids=str,
)
def test_options_out_of_range(options: Options, text: str) -> None:
    for call in (
        lambda: rtreceval.evaluate(*EXAMPLE, "map", **options),
        lambda: rtreceval.Evaluator(EXAMPLE[0], "map", **options),
    ):
        with pytest.raises(ValueError, match="expected") as caught:
            call()
        assert type(caught.value) is ValueError
        assert str(caught.value).startswith(text)


def test_options_are_keywords() -> None:
    call: Any = rtreceval.evaluate
    with pytest.raises(TypeError, match="positional"):
        call(*EXAMPLE, "map", 2)
    with pytest.raises(TypeError, match="relevancelevel"):
        call(*EXAMPLE, "map", relevancelevel=2)


@pytest.mark.parametrize(
    ("qrels", "run", "text"),
    [
        ({1.0: {"d": 1}}, {"q": {"d": 1.0}}, "qrels: topic: found 1.0, <class 'float'>, expected"),
        ({"q": {None: 1}}, {"q": {"d": 1.0}}, "qrels['q']: document: found None, <class 'NoneT"),
        ({"q": {"d": 1}}, {"q": {b"d": 1.0}}, "run['q']: document: found b'd', <class 'bytes'>"),
        ({"q": {"d": "1"}}, {"q": {}}, "qrels['q']['d']: found <class 'str'>, expected a number"),
        ({"q": {"d": 1}}, {"q": {"d": None}}, "run['q']['d']: found <class 'NoneType'>, expected"),
        ({"q": {"d": 1}}, {"q": {"d": 1.0, "e": "x"}}, "run['q']['e']: found <class 'str'>, exp"),
        ({"q": {"d": 1}}, {"q": {"d": 1.0, "e": 10**400}}, "run['q']['e']: found <class 'int'>"),
        ({"q": ["d"]}, {"q": {}}, "qrels['q']: found <class 'list'>, expected a mapping of"),
        ({"q": {"d": 1}}, 7, "run: found <class 'int'>, expected a path, a file object"),
    ],
    ids=str,
)
def test_wrong_types(qrels: Any, run: Any, text: str) -> None:
    with pytest.raises(TypeError) as caught:
        rtreceval.evaluate(qrels, run, "map")
    assert str(caught.value).startswith(text)


@pytest.mark.parametrize("measures", [None, 7, ["map", 7], [b"map"]])
def test_wrong_types_of_measures(measures: Any) -> None:
    with pytest.raises(TypeError, match=r"measures: found .*, expected a str or several"):
        rtreceval.evaluate(*EXAMPLE, measures)


def test_no_measure() -> None:
    with pytest.raises(RtrecevalError, match="no measure is asked for"):
        rtreceval.evaluate(*EXAMPLE, [])


@pytest.mark.parametrize(
    ("request_", "found", "expected"),
    [
        ("P.0", "cutoff '0'", "whole numbers above 0, each once, as in P.5,10"),
        ("P.-1", "cutoff '-1'", "whole numbers above 0, each once, as in P.5,10"),
        ("ndcg_cut.5,5", "cutoff 5 twice", "whole numbers above 0, each once, as in ndcg_cut.5,10"),
        ("num_q.10", "parameter '10'", "no parameter"),
        ("recip_rank.0", "cutoff '0'", "no parameter or ranks to cut at, as in recip_rank.10"),
        ("utility.1", "1 numbers", "utility.a,b,c,d with numbers, as in utility.1,-1,0,0"),
        ("rbp.p=1.5", "persistence 1.5", "p=persistence from 0 to 1 and grade=gain pairs, as in"),
        ("iprec_at_recall.x", "number 'x'", "numbers, each once, as in iprec_at_recall.0.1,0.2"),
    ],
)
def test_wrong_parameters(request_: str, found: str, expected: str) -> None:
    with pytest.raises(MeasureError) as caught:
        rtreceval.evaluate(*EXAMPLE, ["map", request_])
    error = caught.value
    assert error.found == found
    assert (error.expected or "").startswith(expected)
    assert str(error) == f"measure '{request_}': found {error.found}, expected {error.expected}"
    assert (error.file, error.line, error.column) == (None, None, None)


@pytest.mark.parametrize(
    ("request_", "nearest"), [("ndgc", "ndcg"), ("maap", "map"), ("offical", "official")]
)
def test_unknown_measure_names_the_nearest(request_: str, nearest: str) -> None:
    with pytest.raises(MeasureError, match=f"unknown measure '{request_}'; did you mean {nearest}"):
        rtreceval.evaluate(*EXAMPLE, request_)


@pytest.mark.parametrize("score", [math.nan, np.float32("nan")])
@pytest.mark.parametrize("docno", ["judged", "unjudged"])
def test_a_score_that_is_no_number(docno: str, score: float) -> None:
    run = {"q": {"a": 1.0, "judged": 2.0} | {docno: score}}
    with pytest.raises(InputError) as caught:
        rtreceval.evaluate({"q": {"judged": 1}}, run, "map")
    error = caught.value
    assert error.found == f"score nan (topic 'q', document '{docno}')"
    assert error.expected == "a number"
    assert str(error) == f"found {error.found}, expected {error.expected}"


@pytest.mark.parametrize("grade", [math.nan, math.inf, -math.inf])
def test_a_grade_that_is_not_finite(grade: float) -> None:
    with pytest.raises(InputError, match=r"found grade .*'q'.*'d'.*, expected a finite number"):
        rtreceval.evaluate({"q": {"d": grade}}, {"q": {"d": 1.0}}, "map")


@pytest.mark.parametrize("options", [{}, {"complete": True}], ids=str)
def test_no_common_topic(options: Options) -> None:
    text = "no topic has both judgments and a ranking: the qrels have topic 'a', the run has topic"
    with pytest.raises(InputError, match=f"{text} 'b'"):
        rtreceval.evaluate({"a": {"d": 1}}, {"b": {"d": 1.0}}, "map", **options)


def test_no_file(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    for call in (
        lambda: rtreceval.read_qrels(missing),
        lambda: rtreceval.read_run(missing),
        lambda: rtreceval.evaluate(EXAMPLE[0], missing, "map"),
        lambda: rtreceval.Evaluator(missing, "map"),
    ):
        with pytest.raises(FileNotFoundError) as caught:
            call()
        assert caught.value.filename == str(missing)


def test_exceptions_are_value_errors_with_fields() -> None:
    assert issubclass(RtrecevalError, ValueError)
    assert issubclass(InputError, RtrecevalError)
    assert issubclass(MeasureError, RtrecevalError)
    error = RtrecevalError("text")
    fields = ("file", "line", "column", "found", "expected")
    assert [getattr(error, name) for name in fields] == [None] * 5


# Evaluators


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_an_evaluator_gives_the_same_each_time(options: Options) -> None:
    evaluator = rtreceval.Evaluator(SMALL_QRELS, ALL, **options)
    other: Run = {"t1": {"d14": 1.0}, "t3": {"d30": 1.0, "d31": 1.0}}
    first = bits(evaluator.evaluate(SMALL_RUN))
    apart = bits(evaluator.evaluate(other))
    assert apart != first
    assert bits(evaluator.evaluate(SMALL_RUN)) == first
    assert bits(evaluator.evaluate(other)) == apart
    assert bits(rtreceval.evaluate(SMALL_QRELS, SMALL_RUN, ALL, **options)) == first


def test_an_evaluator_outlives_an_error() -> None:
    evaluator = rtreceval.Evaluator(SMALL_QRELS, ALL)
    first = bits(evaluator.evaluate(SMALL_RUN))
    with pytest.raises(InputError):
        evaluator.evaluate({"t1": {"d10": math.nan}})
    with pytest.raises(InputError):
        evaluator.evaluate({"t7": {"d10": 1.0}})
    assert bits(evaluator.evaluate(SMALL_RUN)) == first


def test_an_evaluator_keeps_its_own_qrels() -> None:
    qrels = {topic: dict(docs) for topic, docs in SMALL_QRELS.items()}
    evaluator = rtreceval.Evaluator(qrels, ALL)
    first = bits(evaluator.evaluate(SMALL_RUN))
    qrels["t1"]["d10"] = 0
    del qrels["t2"]
    assert bits(evaluator.evaluate(SMALL_RUN)) == first


def test_memory_does_not_grow() -> None:
    """What a leaked result, run or error would cost shows after 300 calls: 30 MB and more."""
    code = """if True:
        import resource
        import rtreceval
        qrels = {f"t{t}": {f"d{d}": d % 3 for d in range(40)} for t in range(20)}
        run = {f"t{t}": {f"d{d}": float(d) for d in range(200)} for t in range(20)}
        bad = run | {"t9": run["t9"] | {"d0": float("nan")}}
        evaluator = rtreceval.Evaluator(qrels, "all_trec")
        def step():
            result = rtreceval.evaluate(qrels, run, "all_trec")
            result.summary, result.per_topic, result.array("map"), result.to_trec(by_topic=True)
            evaluator.evaluate(run)
            try:
                evaluator.evaluate(bad)
            except rtreceval.InputError:
                pass
        def peak():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(30):
            step()
        before = peak()
        for _ in range(300):
            step()
        print(peak() - before)
    """
    assert int(run_python(code)) < 4096  # KiB


# Small things


def test_version() -> None:
    assert rtreceval.__version__ == version("rtreceval")
