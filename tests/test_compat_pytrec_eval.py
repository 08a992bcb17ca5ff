"""`rtreceval.compat.pytrec_eval` beside pytrec_eval: the same names, the same dicts, to the bit.

Where pytrec_eval crashes, hangs or answers wrongly, what this one does is worked by hand.
"""

from __future__ import annotations

import inspect
import io
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import pytrec_eval as peer
from hypothesis import given, settings
from hypothesis import strategies as st

from rtreceval import InputError, MeasureError, RtrecevalError, evaluate
from rtreceval.compat import pytrec_eval as ours
from tests.support import (
    FIXTURES,
    SHARED,
    Qrels,
    Run,
    Write,
    qrels_and_run,
    read_fixture,
    read_plainly,
    run_file,
    run_python,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

QREL = {"q1": {"d1": 0, "d2": 1, "d3": 0}, "q2": {"d2": 1, "d3": 1}}
RUN = {"q1": {"d1": 1.0, "d2": 0.0, "d3": 1.5}, "q2": {}}

MEASURES: list[set[str]] = [
    {"map"},
    {"map", "ndcg"},
    {"official"},
    {"set"},
    {"all_trec"},
    {"official", "set", "ndcg"},
    {"ndcg_cut.1,2,3,1000"},
    {"ndcg_cut", "ndcg_cut.1,4", "ndcg_cut_20,4", "ndcg_cut_15", "recall.1000", "P"},
    {"iprec_at_recall.0.25", "Rprec_mult_0.3", "success_3", "map_cut.2"},
    {"set_F.0.5"},
    {"set_F", "set_F_2"},
    {"11pt_avg.0.1,0.2"},
    set(peer.supported_measures),
]


def exact(values: dict[str, dict[str, float]]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Give everything in its order; not-a-number is equal to itself."""
    return [(t, [(name, value.hex()) for name, value in row.items()]) for t, row in values.items()]


def check(qrel: Any, run: Any, measures: Iterable[str], **options: Any) -> None:
    theirs = peer.RelevanceEvaluator(qrel, measures, **options).evaluate(run)
    assert exact(ours.RelevanceEvaluator(qrel, measures, **options).evaluate(run)) == exact(theirs)


def test_names() -> None:
    assert set(peer.__all__) | {"compute_aggregated_measure", "__version__"} == set(ours.__all__)
    assert ours.supported_measures == peer.supported_measures
    assert ours.supported_nicknames == peer.supported_nicknames


@pytest.mark.parametrize("name", ["parse_run", "parse_qrel", "compute_aggregated_measure"])
def test_arguments_of_functions(name: str) -> None:
    """Arguments may be given by name."""
    assert list(inspect.signature(getattr(ours, name)).parameters) == list(
        inspect.signature(getattr(peer, name)).parameters
    )


def test_arguments_of_the_class() -> None:
    def defaults(function: Callable[..., object]) -> dict[str, object]:
        return {name: p.default for name, p in inspect.signature(function).parameters.items()}

    mine, theirs = ours.RelevanceEvaluator, peer.RelevanceEvaluator
    assert defaults(mine) == defaults(theirs)
    assert defaults(mine.evaluate).keys() == defaults(theirs.evaluate).keys()
    assert exact(mine(QREL, {"map"}, 2, True).evaluate(RUN)) == exact(  # noqa: FBT003
        theirs(QREL, {"map"}, 2, True).evaluate(RUN)  # noqa: FBT003
    )


@pytest.mark.parametrize("measures", MEASURES, ids=lambda measures: ",".join(sorted(measures)[:3]))
@pytest.mark.parametrize("name", ["example", "small"])
def test_fixtures(name: str, measures: set[str]) -> None:
    for level in (1, 2):
        for judged_only in (False, True):
            options = {"relevance_level": level, "judged_docs_only_flag": judged_only}
            check(*read_fixture(name), measures, **options)


@settings(max_examples=200)
@given(
    inputs=qrels_and_run(),
    measures=st.sampled_from(MEASURES),
    level=st.integers(1, 3),
    flag=st.integers(0, 1),
)
def test_made_inputs(inputs: tuple[Qrels, Run], measures: set[str], level: int, flag: int) -> None:
    check(*inputs, measures, relevance_level=level, judged_docs_only_flag=flag)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real runs are not here")
@pytest.mark.parametrize("name", ["trec_eval_test", "ir_measures_compat", "covid_bm25"])
def test_real_runs(name: str) -> None:
    folder = SHARED / "real" / name
    check(*read_plainly(folder / "qrels.txt", folder / "run.txt"), {"all_trec"})


@pytest.mark.parametrize(
    ("qrel", "measures", "run"),
    [
        (QREL, {"map", "ndcg"}, {}),
        (QREL, set(), RUN),
        (QREL, [], RUN),
        (QREL, {}, RUN),
        (QREL, set(), {}),
        ({}, {"map", "ndcg"}, RUN),
        ({}, {"map", "ndcg"}, {}),
        ({}, set(), RUN),
        ({}, {}, {}),
        (QREL, {"map"}, {"q3": {"d1": 1.0}}),
        (QREL, {"map"}, {"q2": {}, "q1": {}}),
        (QREL | {"q10": {}}, {"map", "ndcg"}, RUN | {"q10": {"d1": 1.0}}),
        ({"q10": {}} | QREL, {"all_trec"}, {"q2": {"d3": 1}, "q10": {}, "q1": {"d2": 1}}),
        (QREL, ["map", "map"], RUN),
        (QREL, ("P_5", "P.10"), {"q1": {"d1": 1, "d2": 2, "d3": 3}}),
    ],
)
def test_little_or_nothing(qrel: Any, measures: Any, run: Any) -> None:
    check(qrel, run, measures)


def test_an_evaluator_is_used_again() -> None:
    """Also beside others, with other cutoffs."""
    evaluators = [ours.RelevanceEvaluator(QREL, [f"ndcg_cut.{k}"]) for k in (1, 2, 3)]
    for _ in range(3):
        values = [evaluator.evaluate(RUN)["q1"] for evaluator in evaluators]
        assert values == [{"ndcg_cut_1": 0.0}, {"ndcg_cut_2": 0.0}, {"ndcg_cut_3": 0.5}]


def test_results_are_the_users_to_change() -> None:
    evaluator = ours.RelevanceEvaluator(QREL, {"map"})
    evaluator.evaluate(RUN)["q1"]["map"] = -1.0
    assert evaluator.evaluate(RUN)["q1"]["map"] == pytest.approx(1 / 3)


class TestAggregates:
    """compute_aggregated_measure."""

    @given(values=st.lists(st.floats(-300, 300), min_size=1))
    def test_bits(self, values: list[float]) -> None:
        for measure in ("map", "num_ret", "gm_map", "ndcg_cut_10", "num_q"):
            mine = ours.compute_aggregated_measure(measure, values)
            assert mine.hex() == peer.compute_aggregated_measure(measure, values).hex()
            assert type(mine) is float

    @pytest.mark.parametrize("name", ["example", "small"])
    def test_they_are_the_summary(self, name: str) -> None:
        qrel, run = read_fixture(name)
        values = ours.RelevanceEvaluator(qrel, {"all_trec"}).evaluate(run)
        summary = evaluate(qrel, run, "all_trec").summary
        assert len(summary) == 93  # relstring and runid are text
        for measure, expected in summary.items():
            found = [row[measure] for row in values.values()]
            assert ours.compute_aggregated_measure(measure, found) == pytest.approx(expected)


class TestReaders:
    """parse_run and parse_qrel."""

    @pytest.mark.parametrize("name", ["example", "small"])
    def test_fixtures(self, name: str) -> None:
        readers: list[tuple[str, Any, Any]] = [
            ("run", ours.parse_run, peer.parse_run),
            ("qrels", ours.parse_qrel, peer.parse_qrel),
        ]
        for suffix, mine, theirs in readers:
            path = FIXTURES / f"{name}.{suffix}"
            with path.open(encoding="utf-8") as file:
                expected = theirs(file)
            lines = path.read_text(encoding="utf-8").splitlines()
            with path.open(encoding="utf-8") as file:
                parsed = mine(file)
            sources = [path, str(path), lines, [f"{line}\n" for line in lines], iter(lines)]
            for found in [parsed, *(mine(source) for source in sources)]:
                assert ordered(found) == ordered(expected)
                assert type(found) is type(expected)

    @given(inputs=qrels_and_run(), shuffled=st.randoms(use_true_random=False))
    def test_lines_in_any_order(self, inputs: tuple[Qrels, Run], shuffled: Any) -> None:
        qrel, run = inputs
        lines = run_file(run).splitlines()
        shuffled.shuffle(lines)
        assert ordered(ours.parse_run(lines)) == ordered(peer.parse_run(lines))
        lines = [f"{t} 0 {doc} {grade}" for t, docs in qrel.items() for doc, grade in docs.items()]
        shuffled.shuffle(lines)
        assert ordered(ours.parse_qrel(lines)) == ordered(peer.parse_qrel(lines))

    def test_nothing_to_read(self) -> None:
        assert ours.parse_run([]) == ours.parse_qrel(io.StringIO("")) == peer.parse_run([]) == {}

    def test_what_cannot_be_parsed(self) -> None:
        with pytest.raises(TypeError):
            ours.parse_run(3)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="<lines>: found 3, <class 'int'>, expected a str"):
            ours.parse_run([3])  # type: ignore[list-item]
        with pytest.raises(FileNotFoundError):
            ours.parse_qrel("no such file")


def ordered(parsed: dict[str, dict[str, Any]]) -> list[tuple[str, list[tuple[str, Any, type]]]]:
    return [(t, [(d, n, type(n)) for d, n in docs.items()]) for t, docs in parsed.items()]


class TestMalformedLines:
    """pytrec_eval tells what Python could not do with a line, but not with which."""

    @pytest.mark.parametrize(
        ("line", "place", "found"),
        [
            ("q1 Q0 d2 2 1.0", "2:15", "5 fields"),
            ("q1 Q0 d2 2 abc r", "2:12", "score 'abc'"),
            ("q1 Q0 d2 2 2,5 r", "2:12", "score '2,5'"),
            ("q1 Q0 d2 2 nan r", "2:12", "score 'nan'"),
            ("q1 Q0 a d 2 1.0 r", "2:9", "more than 6 fields and rank 'd'"),
        ],
    )
    def test_run(self, line: str, place: str, found: str, write: Write) -> None:
        path = write("run", f"q1 Q0 d1 1 2.0 r\n{line}\n")
        for source, name in ((path, str(path)), (["q1 Q0 d1 1 2.0 r", line], "<lines>")):
            with pytest.raises(InputError) as caught:
                ours.parse_run(source)
            assert str(caught.value).startswith(f"{name}:{place}: found {found}, expected ")
            assert (caught.value.file, caught.value.line) == (name, 2)

    @pytest.mark.parametrize(
        ("line", "place", "found"),
        [
            ("q1 d2 1", "2:8", "3 fields"),
            ("q1 0 d2 1 x", "2:10", "more than 4 fields"),
            ("q1 0 d2 high", "2:9", "grade 'high'"),
            ("q1 0 d2 2.0", "2:9", "grade '2.0'"),
        ],
    )
    def test_qrel(self, line: str, place: str, found: str) -> None:
        with pytest.raises(InputError, match=f"^<lines>:{place}: found {found}, expected "):
            ours.parse_qrel(["q1 0 d1 1", line])

    def test_a_document_twice(self) -> None:
        """In pytrec_eval: an AssertionError without a message."""
        text = "<lines>:3:7: found document 'd1' of topic 'q1' a second time (first in line 1)"
        lines = ["q1 Q0 d1 1 3.0 r", "q2 Q0 d1 1 3.0 r", "q1 Q0 d1 2 2.0 r"]
        with pytest.raises(InputError) as caught:
            ours.parse_run(lines)
        assert str(caught.value).startswith(text)
        with pytest.raises(InputError) as caught:
            ours.parse_qrel(["q1 0 d1 1", "q2 0 d1 1", "q1 0 d1 1"])
        assert str(caught.value).startswith(text.replace(":7", ":6"))

    @pytest.mark.parametrize("blank", ["\n", "\ufeff", "# a comment\n", "  \t\n\n"])
    def test_what_holds_nothing_is_skipped(self, blank: str) -> None:
        assert ours.parse_run(io.StringIO(f"{blank}q1 Q0 d1 1 2.0 r\n")) == {"q1": {"d1": 2.0}}
        assert ours.parse_qrel(io.StringIO(f"{blank}q1 0 d1 1\n")) == {"q1": {"d1": 1}}

    def test_a_non_breaking_space_is_part_of_an_id(self) -> None:
        assert ours.parse_run(["q1 Q0 d\u00a01 1 2.0 r"]) == {"q1": {"d\u00a01": 2.0}}

    def test_bytes_that_are_not_utf_8(self, write: Write) -> None:
        """An id with such bytes is what `os.fsdecode` makes of it; pytrec_eval crashes on it."""
        run = ours.parse_run(write("run", b"q1 Q0 caf\xe9 1 2.0 r\n"))
        qrel = ours.parse_qrel(write("qrels", b"q1 0 caf\xe9 1\n"))
        assert list(run["q1"]) == list(qrel["q1"]) == ["caf\udce9"]
        assert ours.RelevanceEvaluator(qrel, {"map"}).evaluate(run) == {"q1": {"map": 1.0}}


class TestWherePytrecEvalCrashes:
    """It ends the process, or never does; here is an exception or the right value."""

    @pytest.mark.parametrize(
        "measure", ["P.0", "P_0", "ndcg_cut_0", "ndcg_cut.0", "P.5,5", "P.5,05", "P.-1", "P_5x"]
    )
    def test_cutoffs_that_are_none(self, measure: str) -> None:
        with pytest.raises(MeasureError, match=r"expected whole numbers above 0, each once"):
            ours.RelevanceEvaluator(QREL, {measure})

    def test_gains(self) -> None:
        """Gains 9 and 1, in reverse: (1 + 9 / log2(3)) / (9 + 1 / log2(3))."""
        evaluator = ours.RelevanceEvaluator({"q": {"a": 1, "b": 2}}, {"ndcg.1=9,2=1"})
        value = (1 + 9 / np.log2(3)) / (9 + 1 / np.log2(3))
        assert evaluator.evaluate({"q": {"a": 1.0, "b": 2.0}}) == {
            "q": {"ndcg_1=9,2=1": pytest.approx(value)}
        }

    @pytest.mark.parametrize("topic", ["no_query", "no query"])
    def test_names_that_mean_no_topic(self, topic: str) -> None:
        """One hangs at the second call, the other has 0 everywhere."""
        evaluator = ours.RelevanceEvaluator({topic: {"a": 1}}, {"map", "ndcg"})
        for _ in range(3):
            assert evaluator.evaluate({topic: {"a": 1.0}}) == {topic: {"map": 1.0, "ndcg": 1.0}}

    @pytest.mark.parametrize("grade", [30_000, 1_000_000, 3_000_000_000])
    def test_large_grades(self, grade: int) -> None:
        """pytrec_eval's time grows with the square of the highest grade, its memory with it."""
        start = time.process_time()
        evaluator = ours.RelevanceEvaluator({"q": {"a": grade, "b": 1}}, {"all_trec"})
        assert evaluator.evaluate({"q": {"a": 2.0, "b": 1.0}})["q"]["ndcg"] == 1.0
        assert time.process_time() - start < 1

    def test_an_id_with_a_zero_byte(self) -> None:
        """There the id ends for pytrec_eval, and both are one."""
        evaluator = ours.RelevanceEvaluator({"q": {"a\0x": 1}}, {"map"})
        assert evaluator.evaluate({"q": {"a\0y": 1.0}}) == {"q": {"map": 0.0}}
        assert evaluator.evaluate({"q": {"a\0x": 1.0}}) == {"q": {"map": 1.0}}

    def test_an_id_with_a_lone_surrogate(self) -> None:
        """One that stands for a byte is that byte; another is no text that could be in a file."""
        evaluator = ours.RelevanceEvaluator({"q": {"\udc80": 1}}, {"map"})
        assert evaluator.evaluate({"q": {"\udc80": 1.0}}) == {"q": {"map": 1.0}}
        with pytest.raises(UnicodeEncodeError, match="surrogates not allowed"):
            evaluator.evaluate({"q": {"\ud800": 1.0}})

    def test_no_judged_document(self) -> None:
        """All grades are negative: nothing is judged, and nothing can be found."""
        evaluator = ours.RelevanceEvaluator({"q": {"a": -1, "b": -2}}, {"all_trec"})
        values = evaluator.evaluate({"q": {"a": 1.0}})["q"]
        assert values["map"] == values["ndcg"] == values["num_rel"] == 0.0
        assert values["num_ret"] == 1.0

    @pytest.mark.parametrize("grades", [{"a": 1, "b": -1}, {"a": 0}])
    def test_no_retrieved_document(self, grades: dict[str, int]) -> None:
        """Nothing is found; pytrec_eval divides 0 by 0, or reads memory that it has not set."""
        values = ours.RelevanceEvaluator({"q": grades}, {"all_trec"}).evaluate({"q": {}})["q"]
        others = {name: value for name, value in values.items() if value != 0.0}
        least = pytest.approx(np.log(1e-5))  # of which a geometric mean is made
        counts = {"num_rel": 1.0} if 1 in grades.values() else {}
        assert others == {"num_q": 1.0, "gm_map": least, "gm_bpref": least} | counts

    def test_refused_input_is_freed(self) -> None:
        """pytrec_eval keeps the 30 000 documents before the one it refuses, each time."""
        code = """if True:
            import resource
            from rtreceval.compat import pytrec_eval
            run = {f"d{number}": float(number) for number in range(30_000)} | {"last": "1.0"}
            evaluator = pytrec_eval.RelevanceEvaluator({"q": {"d1": 1}}, {"map"})
            for call in range(120):
                try:
                    evaluator.evaluate({"q": run})
                except TypeError:
                    if call in (20, 119):
                        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        """
        before, after = map(int, run_python(code).split())
        assert after - before < 20_000  # KiB; it would be 140 000


class TestWherePytrecEvalIsWrong:
    """It answers something else than it was asked."""

    def test_a_cut_of_a_measure_without_cutoffs(self) -> None:
        """The first relevant document is at rank 2, so that RR@1 is 0; pytrec_eval cuts nothing."""
        qrel, run = {"q": {"a": 1}}, {"q": {"x": 2.0, "a": 1.0}}
        for measure in ("recip_rank_1", "recip_rank.1"):
            assert peer.RelevanceEvaluator(qrel, {measure}).evaluate(run) == {
                "q": {"recip_rank": 0.5}
            }
            assert ours.RelevanceEvaluator(qrel, {measure}).evaluate(run) == {
                "q": {"recip_rank_1": 0.0}
            }

    def test_several_f_measures(self) -> None:
        """P = 1/2, R = 1, and F = (x + 1) P R / (R + x P); pytrec_eval knows the first only."""
        qrel, run = {"q": {"a": 1}}, {"q": {"a": 2.0, "x": 1.0}}
        measures = {"set_F.0.5", "set_F.2"}
        assert len(peer.RelevanceEvaluator(qrel, measures).evaluate(run)["q"]) == 1
        assert ours.RelevanceEvaluator(qrel, measures).evaluate(run) == {
            "q": {"set_F_0.5": pytest.approx(0.75 / 1.25), "set_F_2": pytest.approx(1.5 / 2)}
        }

    def test_utility(self) -> None:
        """A relevant and another document, worth 3 and 1; pytrec_eval takes 0, 1 and 3."""
        qrel, run = {"q": {"a": 1}}, {"q": {"a": 2.0, "x": 1.0}}
        measure = {"utility.3,1,0,0"}
        mine = ours.RelevanceEvaluator(qrel, measure).evaluate(run)
        assert mine == {"q": {"utility": 4.0}}
        assert peer.RelevanceEvaluator(qrel, measure).evaluate(run) != mine

    def test_a_score_that_is_not_a_number(self) -> None:
        """Its place in pytrec_eval's ranking depends on the order of the dict."""
        evaluator = ours.RelevanceEvaluator(QREL, {"map"})
        with pytest.raises(InputError, match="found score nan"):
            evaluator.evaluate({"q1": {"d1": float("nan")}})


class TestFriendlier:
    """What pytrec_eval refuses and need not."""

    def test_numbers_of_numpy(self) -> None:
        qrel: Any = {"q": {"a": np.int64(1), "b": np.int8(0)}}
        run = {"q": {"a": np.float32(1.0), "b": np.int32(2)}}
        values = ours.RelevanceEvaluator(qrel, {"map"}).evaluate(run)
        assert values == {"q": {"map": 0.5}}

    def test_other_measures_and_one_by_itself(self) -> None:
        evaluator = ours.RelevanceEvaluator({"q": {"a": 2, "b": 0}}, ["nDCG@10", "ndcg_exp_cut_5"])
        assert evaluator.evaluate({"q": {"a": 2.0, "b": 1.0}}) == {
            "q": {"nDCG@10": 1.0, "ndcg_exp_cut_5": 1.0}
        }
        assert ours.RelevanceEvaluator(QREL, "map").evaluate(RUN)["q2"] == {"map": 0.0}

    def test_judgments_in_a_file(self) -> None:
        qrel, run = read_fixture("example")
        mine = ours.RelevanceEvaluator(FIXTURES / "example.qrels", {"all_trec"}).evaluate(run)
        assert mine == ours.RelevanceEvaluator(qrel, {"all_trec"}).evaluate(run)

    @pytest.mark.parametrize("measure", ["ndgc", "nope", "Map", "", "prefs_simp", "all_prefs"])
    def test_unknown_measures(self, measure: str) -> None:
        """A ValueError there too; preferences are none of the judgments that it reads."""
        for module in (ours, peer):
            with pytest.raises((ValueError, TypeError)):
                module.RelevanceEvaluator(QREL, {measure}).evaluate(RUN)
        with pytest.raises(RtrecevalError):
            ours.RelevanceEvaluator(QREL, {measure}).evaluate(RUN)

    @pytest.mark.parametrize(
        ("run", "found"),
        [
            ([("q1", "d1", 1.0)], "run: found <class 'list'>, expected a mapping of topics"),
            ({1.5: {"d1": 1.0}}, "run: topic: found 1.5, <class 'float'>, expected a str"),
            ({"q1": ["d1"]}, r"run\['q1'\]: found <class 'list'>, expected a mapping"),
            (
                {"q1": {b"d": 1.0}},
                r"run\['q1'\]: document: found b'd', <class 'bytes'>",
            ),
            ({"q1": {"d1": "1"}}, r"run\['q1'\]\['d1'\]: found <class 'str'>, expected a number"),
            ({"q1": {"d1": None}}, r"found <class 'NoneType'>, expected a number"),
        ],
    )
    def test_wrong_types_are_named(self, run: Any, found: str) -> None:
        with pytest.raises(TypeError, match=found):
            ours.RelevanceEvaluator(QREL, {"map"}).evaluate(run)
        with pytest.raises(TypeError):
            peer.RelevanceEvaluator(QREL, {"map"}).evaluate(run)

    def test_levels(self) -> None:
        """trec_eval takes a level of 0, for which every judged document is relevant."""
        run = {"q1": {"d1": 1.0, "x": 2.0}}
        assert ours.RelevanceEvaluator(QREL, {"num_rel_ret"}, 0).evaluate(run) == {
            "q1": {"num_rel_ret": 1.0}
        }
        with pytest.raises(ValueError, match="relevance_level: found -1, expected"):
            ours.RelevanceEvaluator(QREL, {"map"}, -1)


def test_the_peer_is_not_imported() -> None:
    code = (
        "import sys; from rtreceval.compat import pytrec_eval;"
        "names = {'numpy', 'pytrec_eval', 'pytrec_eval_ext'}; print(names & set(sys.modules))"
    )
    assert run_python(code) == "set()\n"
