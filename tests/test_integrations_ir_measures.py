"""`rtreceval.integrations.ir_measures`: ir_measures with rtreceval first in its pipeline.

That the values are those of the tools which ir_measures calls is tested in `test_peers_more.py`,
measure by measure; here it is the provider: what goes in, and what comes out in which order.
"""

from __future__ import annotations

import math
import subprocess
import sys
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import ir_measures
import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from ir_measures import (
    AP,
    ERR_IA,
    RBP,
    RR,
    Accuracy,
    Metric,
    NumQ,
    NumRel,
    NumRet,
    P,
    Qrel,
    ScoredDoc,
    SetF,
    StRecall,
    alpha_nDCG,
    nDCG,
)

import rtreceval
from rtreceval.integrations.ir_measures import Provider, install, uninstall
from tests.support import FIXTURES, ROOT, Qrels, Run, qrels_and_run, read_fixture, run_python
from tests.test_ir_measures_language import QRELS, REGISTRY, RUN, combinations
from tests.test_peers import BY_IR_MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ir_measures.measures import Measure

OURS = Provider()  # type: ignore[no-untyped-call]
THEIRS = list(ir_measures.DefaultPipeline.providers)


@pytest.fixture
def installed() -> Iterator[None]:
    install()
    yield
    uninstall()


def pairs(metrics: Iterable[Metric]) -> dict[tuple[str, str], float]:
    return {(metric.query_id, str(metric.measure)): metric.value for metric in metrics}


def qrel_rows(qrels: Qrels) -> list[Qrel]:
    return [Qrel(topic, doc, grade) for topic, docs in qrels.items() for doc, grade in docs.items()]


def run_rows(run: Run) -> list[ScoredDoc]:
    return [
        ScoredDoc(topic, doc, score) for topic, docs in run.items() for doc, score in docs.items()
    ]


class TestInstall:
    def test_it_is_first_and_goes_again(self) -> None:
        registry = dict(ir_measures.providers.registry)
        for _ in range(2):
            install()
            assert [p.NAME for p in ir_measures.DefaultPipeline.providers].count("rtreceval") == 1
            assert ir_measures.DefaultPipeline.providers[0].NAME == "rtreceval"
            assert ir_measures.providers.registry["rtreceval"].NAME == "rtreceval"
        for _ in range(2):
            uninstall()
            assert ir_measures.DefaultPipeline.providers == THEIRS
            assert ir_measures.providers.registry == registry

    @pytest.mark.usefixtures("installed")
    def test_whatever_uses_the_pipeline_uses_it(self) -> None:
        """RR@10 tells: of equal scores the highest id comes first, elsewhere the lowest."""
        qrels, run = {"1": {"a": 1}}, {"1": {"a": 1.0, "z": 1.0}}
        measure = RR @ 10
        means: list[Any] = [
            ir_measures.calc_aggregate([measure], qrels, run)[measure],
            ir_measures.calc([measure], qrels, run).aggregated[measure],  # type: ignore[index]
            ir_measures.evaluator([measure], qrels).calc_aggregate(run)[measure],
            measure.calc_aggregate(qrels, run),
            measure.calc(qrels, run).aggregated,
            next(ir_measures.iter_calc([measure], qrels, run)).value,
            next(measure.iter_calc(qrels, run)).value,
            measure.evaluator(qrels).calc_aggregate(run)[measure],
        ]
        assert means == [0.5] * 8

    def test_neither_imports_the_other_unasked(self) -> None:
        code = "import sys, rtreceval; print('ir_measures' in sys.modules)"
        assert run_python(code) == "False\n"


class TestSupport:
    @pytest.mark.parametrize("name", sorted(REGISTRY))
    def test_every_measure_with_every_parameter(self, name: str) -> None:
        for text in combinations(name):
            measure = ir_measures.parse_measure(text)
            assert OURS.supports(measure)
            qrels = [
                Qrel(topic, doc, grade, subtopic)
                for topic, docs in QRELS.items()
                for doc, grades in docs.items()
                for subtopic, grade in grades.items()
            ]
            (metric,) = OURS.iter_calc([measure], qrels, RUN)
            expected = rtreceval.evaluate(QRELS, RUN, str(measure))
            assert metric == Metric("1", measure, expected.per_topic["1"].get(str(measure), 1.0))

    def test_the_list_is_complete(self) -> None:
        names = {measure.NAME for measure in OURS.SUPPORTED_MEASURES}
        assert names == {measure.NAME for measure in REGISTRY.values()}
        assert len(OURS.SUPPORTED_MEASURES) == len(names)

    @pytest.mark.usefixtures("installed")
    @pytest.mark.parametrize(
        "text",
        ["RBP", "RBP(p=0.8)", "RBP(rel=1)@10", "ERR", "NumRel(rel=2)",
         "nDCG(dcg='exp-log2')"],
    )  # fmt: skip
    def test_what_no_other_provider_computes(self, text: str) -> None:
        measure = ir_measures.parse_measure(text)
        assert not any(p.supports(measure) for p in THEIRS if p.NAME != "ranx")
        (name,) = (result := rtreceval.evaluate(*read_fixture("example"), text)).measures
        found = ir_measures.calc_aggregate([measure], *read_fixture("example"))
        assert found == {measure: result[name]}

    @pytest.mark.parametrize(
        ("measure", "error"),
        [
            (P @ 0, "measure 'P@0': found cutoff=0, expected a whole number of at least 1"),
            (P @ -1, "cutoff=-1, expected a whole number of at least 1"),
            (AP(rel=-1), "rel=-1, expected a number of at least 0"),
            (RBP(p=1.0), "p=1.0, expected a number from 0 to less than 1"),
        ],
    )
    def test_parameters_out_of_range(self, measure: Measure, error: str) -> None:
        """A cutoff of 0 ends the process in pytrec_eval."""
        assert OURS.supports(measure)
        with pytest.raises(rtreceval.MeasureError, match=error):
            OURS.calc_aggregate([measure], *read_fixture("example"))

    @pytest.mark.parametrize("measure", [P, P(cutoff="5"), AP(depth=3), nDCG(dcg="log3")])
    def test_what_ir_measures_refuses(self, measure: Measure) -> None:
        with pytest.raises(AssertionError):
            OURS.supports(measure)
        with pytest.raises(AssertionError):
            OURS.calc_aggregate([measure], *read_fixture("example"))

    def test_parameters_of_other_number_types(self) -> None:
        for given_, plain in (
            (RBP(p=np.float64(0.5), rel=True), RBP(p=0.5, rel=1)),
            (nDCG(gains={1: np.int64(5), 2: np.float64(0.5)}), nDCG(gains={1: 5, 2: 0.5})),
        ):
            inputs = read_fixture("example")
            found = OURS.calc_aggregate([given_, plain], *inputs)
            assert len(set(found.values())) == 1

    @pytest.mark.usefixtures("installed")
    def test_measures_defined_by_a_user_stay_theirs(self) -> None:
        mine = ir_measures.define_byquery(lambda _, run: float(len(run)), name="AP")
        assert not OURS.supports(mine)
        with pytest.raises(ValueError, match="unsupported measure AP"):
            OURS.evaluator([mine], {"1": {"a": 1}})
        qrels, run = {"1": {"a": 1}, "2": {"a": 1}}, {"1": {"a": 1.0, "b": 2.0}}
        found = pairs(ir_measures.iter_calc([mine @ 5, P @ 1], qrels, run))
        assert found == {
            ("1", "AP@5"): 2.0, ("2", "AP@5"): 0.0, ("1", "P@1"): 0.0, ("2", "P@1"): 0.0
        }  # fmt: skip


class TestAgreement:
    @settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(inputs=qrels_and_run())
    def test_bits_of_the_default_pipeline(self, inputs: tuple[Qrels, Run]) -> None:
        """Topics come in one order, so that the means are the same bits too."""
        measures = list(BY_IR_MEASURES.values())
        theirs = list(ir_measures.iter_calc(measures, *inputs))
        mine = list(OURS.iter_calc(measures, *inputs))
        assert pairs(mine) == pairs(theirs)
        assert len(mine) == len(theirs)
        assert topics_of(mine) == topics_of(theirs)
        means = ir_measures.calc_aggregate(measures, *inputs)
        assert OURS.calc_aggregate(measures, *inputs) == means
        assert OURS.calc(measures, *inputs) == (means, mine)

    @pytest.mark.parametrize("name", ["example", "small"])
    def test_files(self, name: str) -> None:
        def read() -> tuple[Any, Any]:
            return (
                ir_measures.read_trec_qrels(str(FIXTURES / f"{name}.qrels")),  # type: ignore[no-untyped-call]
                ir_measures.read_trec_run(str(FIXTURES / f"{name}.run")),  # type: ignore[no-untyped-call]
            )

        measures = list(BY_IR_MEASURES.values())
        assert OURS.calc_aggregate(measures, *read()) == ir_measures.calc_aggregate(
            measures, *read()
        )


def topics_of(metrics: list[Metric]) -> list[str]:
    return list(dict.fromkeys(metric.query_id for metric in metrics))


class TestStream:
    QRELS: ClassVar[Qrels] = {"c": {"d": 1}, "b": {"d": 1, "e": 2}, "a": {"d": 1}, "z": {}}
    RUN: ClassVar[Run] = {"x": {"d": 1.0}, "c": {"d": 1.0}, "a": {"d": 1.0, "e": 2.0}}

    def test_order(self) -> None:
        """Topics of the run as it has them, then the missing ones, as ir_measures does."""
        measures = [nDCG @ 5, AP]
        metrics = [
            (m.query_id, m.measure, m.value) for m in OURS.iter_calc(measures, self.QRELS, self.RUN)
        ]
        assert metrics == [
            ("c", nDCG @ 5, 1.0), ("c", AP, 1.0),
            ("a", nDCG @ 5, pytest.approx(1 / math.log2(3))), ("a", AP, 0.5),
            ("b", AP, 0.0), ("z", AP, 0.0), ("b", nDCG @ 5, 0.0), ("z", nDCG @ 5, 0.0),
        ]  # fmt: skip

    def test_missing_topics_count(self) -> None:
        """As 0 in a mean; their judgments are there, which ir_measures forgets."""
        measures = [AP, NumQ, NumRel, NumRet]
        assert OURS.calc_aggregate(measures, self.QRELS, self.RUN) == {
            AP: 1.5 / 4, NumQ: 3.0, NumRel: 4.0, NumRet: 3.0
        }  # fmt: skip

    @pytest.mark.parametrize("run", [{}, [], {"x": {"d": 1.0}}, {"z": {"d": 1.0}}])
    def test_no_topic_in_common(self, run: Any) -> None:
        found = pairs(OURS.iter_calc([AP, NumRel], self.QRELS, run))
        assert found == {
            ("a", "AP"): 0.0, ("b", "AP"): 0.0, ("c", "AP"): 0.0, ("z", "AP"): 0.0,
            ("a", "NumRel"): 1.0, ("b", "NumRel"): 2.0, ("c", "NumRel"): 1.0, ("z", "NumRel"): 0.0,
        }  # fmt: skip

    @pytest.mark.parametrize("name", sorted(REGISTRY))
    @pytest.mark.parametrize("run", [{}, {"a": {}}, {"a": {}, "b": {}}])
    def test_nothing_found_is_0(self, name: str, run: Run) -> None:
        """Be it that a topic is missing, or that its ranking is empty."""
        rows = [Qrel(topic, doc, 2, s) for topic in "ab" for doc, s in (("d", "s"), ("e", "t"))]
        measure = ir_measures.parse_measure(combinations(name)[0])
        values = pairs(OURS.iter_calc([measure], rows, run))
        expected = {"NumQ": 1.0, "NumRel": 2.0}.get(name, 0.0)
        assert values == {("a", str(measure)): expected, ("b", str(measure)): expected}

    @pytest.mark.parametrize("qrels", [{}, [], iter(())])
    @pytest.mark.parametrize("run", [{}, [], RUN])
    def test_no_judgments(self, qrels: Any, run: Any) -> None:
        evaluator = OURS.evaluator([AP, NumQ], qrels)
        assert list(evaluator.iter_calc(run)) == []
        assert list(OURS.iter_calc([StRecall @ 5], qrels, run)) == []
        means = evaluator.calc_aggregate(run)
        assert (math.isnan(means[AP]), means[NumQ]) == (True, 0)

    def test_no_measures(self) -> None:
        assert list(OURS.iter_calc([], self.QRELS, self.RUN)) == []
        assert OURS.calc_aggregate([], self.QRELS, self.RUN) == {}


class Judged(NamedTuple):
    """Fields in an order of its own, and more of them."""

    relevance: int
    note: str
    doc_id: str
    query_id: str


class TestInputs:
    MEASURES = (AP, nDCG @ 5, RBP(rel=1), RR @ 10)

    @pytest.mark.parametrize("name", ["example", "small"])
    def test_every_form(self, name: str) -> None:
        qrels, run = read_fixture(name)
        expected = OURS.calc(self.MEASURES, qrels, run)
        judged = [Judged(q.relevance, "", q.doc_id, q.query_id) for q in qrel_rows(qrels)]
        extra = pd.DataFrame(run_rows(run)).assign(rank=0, text="t")[::-1][::-1]
        for some_qrels in (
            lambda: qrel_rows(qrels),
            lambda: iter(qrel_rows(qrels)),
            lambda: (row for row in judged),
            lambda: pd.DataFrame(qrel_rows(qrels)),
            lambda: pd.DataFrame(judged),
        ):
            for some_run in (
                lambda: run,
                lambda: run_rows(run),
                lambda: (row for row in run_rows(run)),
                lambda: pd.DataFrame(run_rows(run)),
                lambda: extra,
            ):
                assert OURS.calc(self.MEASURES, some_qrels(), some_run()) == expected

    @pytest.mark.usefixtures("installed")
    def test_one_shot_qrels_serve_many_runs(self) -> None:
        """In ir_measures the second run has not-a-number, for some providers."""
        qrels, run = read_fixture("example")
        evaluator = ir_measures.evaluator(self.MEASURES, iter(qrel_rows(qrels)))
        means = [evaluator.calc_aggregate(iter(run_rows(run))) for _ in range(3)]
        assert means == [OURS.calc_aggregate(self.MEASURES, qrels, run)] * 3
        assert evaluator.calc_aggregate({}) == dict.fromkeys(self.MEASURES, 0.0)

    def test_interleaved_topics(self) -> None:
        """For cwl_eval a topic ends where the next one starts."""
        qrels, run = (
            {"1": {"a": 1, "b": 1}, "2": {"a": 1}},
            {"1": {"a": 2.0, "b": 1.0}, "2": {"a": 1.0}},
        )
        rows = run_rows(run)
        rows = [rows[0], rows[2], rows[1]]
        assert len(list(ir_measures.cwl_eval.iter_calc([RBP(rel=1)], qrels, rows))) == 3
        assert OURS.calc([RBP(rel=1)], qrels, rows) == OURS.calc([RBP(rel=1)], qrels, run)

    @pytest.mark.filterwarnings("ignore:no topic has more than one subtopic")
    def test_ids_that_are_numbers(self) -> None:
        """In a data frame they are what they print as, since that is how pandas reads a file."""
        qrels = pd.DataFrame([Qrel(1, 10, 1), Qrel(2, 11, 1)])  # type: ignore[arg-type]
        run = pd.DataFrame([ScoredDoc(2, 11, 1.0)])  # type: ignore[arg-type]
        expected = [Metric("2", AP, 1.0), Metric("1", AP, 0.0)]
        assert list(OURS.iter_calc([AP], qrels, run)) == expected
        for rows in (list(qrels.itertuples()), {1: {10: 1}}):
            for measure in (AP, StRecall @ 5):
                with pytest.raises(TypeError, match=r"qrels: query_id: found 1, .* expected a str"):
                    OURS.evaluator([measure], rows)
        for ranking in (list(run.itertuples()), {2: {11: 1.0}}):
            with pytest.raises(TypeError, match=r"run: query_id: found 2, .* expected a str"):
                OURS.calc_aggregate([AP], qrels, ranking)

    def test_what_cannot_be_used(self) -> None:
        qrels, run = read_fixture("example")
        evaluator = OURS.evaluator([AP], qrels)
        for wrong in (3, [("q1", "A", 1.0)], pd.DataFrame({"docno": ["A"]})):
            with pytest.raises(ValueError, match="unknown run format: "):
                evaluator.calc_aggregate(wrong)
            with pytest.raises(ValueError, match="unknown qrels format: "):
                OURS.evaluator([AP], wrong)
        twice = run_rows(run) * 2
        for rows in (twice, pd.DataFrame(twice)):
            with pytest.raises(rtreceval.InputError, match="a second time"):
                evaluator.calc_aggregate(rows)
        for rows in (qrel_rows(qrels) * 2, pd.DataFrame(qrel_rows(qrels) * 2)):
            with pytest.raises(rtreceval.InputError, match="a second time for iteration '0'"):
                OURS.evaluator([AP], rows)
        with pytest.raises(rtreceval.InputError, match="found score nan"):
            evaluator.calc_aggregate([ScoredDoc("q1", "A", float("nan"))])


class TestDiversity:
    ROWS = (
        Qrel("1", "a", 1, "s"),
        Qrel("1", "a", 2, "t"),
        Qrel("1", "b", 1, "t"),
        Qrel("1", "c", 0, "s"),
    )
    RUN: ClassVar[Run] = {"1": {"c": 3.0, "a": 2.0, "b": 1.0}}

    @pytest.mark.parametrize("form", [list, iter, pd.DataFrame])
    def test_iterations_are_subtopics(self, form: Any) -> None:
        measures = [alpha_nDCG @ 20, alpha_nDCG(alpha=0.7) @ 20, ERR_IA @ 5, StRecall @ 2]
        found = OURS.calc_aggregate(measures, form(self.ROWS), self.RUN)
        for measure in measures:  # each for itself, since it mixes up those of two alphas
            (expected,) = ir_measures.pyndeval.calc_aggregate(
                [measure], list(self.ROWS), self.RUN
            ).values()
            assert found[measure] == pytest.approx(expected)

    def test_no_limit_of_cutoffs(self) -> None:
        """Pyndeval has cutoffs from 1 to 20 only."""
        measures = [alpha_nDCG, alpha_nDCG @ 30, alpha_nDCG @ 20]
        found = OURS.calc_aggregate(measures, list(self.ROWS), self.RUN)
        assert len(set(found.values())) == 1

    def test_other_measures_see_the_highest_grade(self) -> None:
        """Whether or not a measure of diversity stands beside them; ir_measures takes the last."""
        rows = [self.ROWS[1], self.ROWS[0], *self.ROWS[2:]]
        for measures in ([P(rel=2) @ 2], [P(rel=2) @ 2, StRecall @ 2]):
            assert OURS.calc_aggregate(measures, rows, self.RUN)[measures[0]] == 0.5
            theirs = ir_measures.calc_aggregate(measures, rows, self.RUN)
            assert theirs[measures[0]] == 0.0

    @pytest.mark.parametrize(
        "qrels",
        [
            {"1": {"a": 1, "b": 1}},
            [Qrel("1", "a", 1), Qrel("1", "b", 1)],
            [Judged(1, "", "a", "1")],
        ],
    )
    def test_no_subtopics(self, qrels: Any) -> None:
        """One subtopic; ir_measures warns too."""
        with pytest.warns(UserWarning, match="no topic has more than one subtopic"):
            means = OURS.calc_aggregate([StRecall @ 1, StRecall @ 2], qrels, self.RUN)
        assert means == {StRecall @ 1: 0.0, StRecall @ 2: 1.0}


class TestDifferences:
    """What docs/dropins.md lists, worked by hand; `test_peers_more.py` has the rest of it."""

    @pytest.mark.usefixtures("installed")
    def test_plain_ndcg_beside_gains(self) -> None:
        """1 / log2(3), not the 0 of the other one's gains."""
        measures = [nDCG(gains={1: 0}), nDCG]
        found = ir_measures.calc_aggregate(measures, {"1": {"a": 1}}, {"1": {"x": 2.0, "a": 1.0}})
        assert found == {measures[0]: 0.0, nDCG: pytest.approx(1 / math.log2(3))}

    @pytest.mark.usefixtures("installed")
    def test_beta(self) -> None:
        """P = 1/2, R = 1: F2 = 5 * 0.5 / (4 * 0.5 + 1)."""
        run = {"1": {"a": 2.0, "x": 1.0}}
        assert SetF(beta=2.0).calc_aggregate({"1": {"a": 1}}, run) == pytest.approx(5 / 6)

    @pytest.mark.usefixtures("installed")
    def test_accuracy_without_a_pair(self) -> None:
        """0, and counted, whatever measures stand beside it."""
        qrels, run = {"1": {"a": 1}, "2": {"a": 1}}, {"1": {"a": 2.0, "b": 1.0}, "2": {"b": 1.0}}
        assert Accuracy.calc_aggregate(qrels, run) == 0.5
        assert ir_measures.calc_aggregate([Accuracy, RR], qrels, run)[Accuracy] == 0.5

    @pytest.mark.usefixtures("installed")
    def test_all_digits(self) -> None:
        """Gdeval prints five of 13/64 + 51/64 * 1/16 / 2; and topics may have any name."""
        qrels, run = {"one": {"a": 2, "b": 1}}, {"one": {"a": 2.0, "b": 1.0}}
        (value,) = ir_measures.calc_aggregate([ir_measures.ERR @ 20], qrels, run).values()
        assert value == pytest.approx(3 / 16 + 13 / 16 / 16 / 2, abs=1e-15)


class TestPyTerrier:
    """`pt.Experiment` with frames, for which PyTerrier does not start Java."""

    def test_an_experiment_is_computed_here(self) -> None:
        pt = pytest.importorskip("pyterrier")
        qrels, run = read_fixture("example")
        judged = [(q, d, grade) for q, docs in qrels.items() for d, grade in docs.items()]
        ranked = [(q, d, score) for q, docs in run.items() for d, score in docs.items()]
        frames = (
            [pt.Transformer.from_df(pd.DataFrame(ranked, columns=["qid", "docno", "score"]))],
            pd.DataFrame({"qid": list(qrels), "query": "?"}),
            pd.DataFrame(judged, columns=["qid", "docno", "label"]),
        )

        def experiment(measures: list[Any]) -> list[tuple[Any, ...]]:
            table = pt.Experiment(*frames, measures, perquery=True)
            rows = table[["qid", "measure", "value"]].itertuples(index=False, name=None)
            return sorted(rows)  # whose order is that of a set

        measures = [ir_measures.AP, ir_measures.nDCG @ 3, ir_measures.P @ 2, "recip_rank"]
        before = experiment(measures)
        install()
        try:
            assert experiment(measures) == before
            # The other providers refuse this one, and so it was computed here.
            cut = experiment([ir_measures.NumRel(rel=2)])
        finally:
            uninstall()
        assert not pt.java.started()
        assert len(before) == 4 * len(qrels)
        (relevant,) = rtreceval.evaluate(qrels, run, "num_rel", relevance_level=2).summary.values()
        assert sum(value for *_, value in cut) == relevant


class TestCommandLine:
    FILES = (str(FIXTURES / "small.qrels"), str(FIXTURES / "small.run"))

    def run(self, module: str, *args: str) -> str:
        command = [sys.executable, "-W", "ignore", "-m", module, *self.FILES, *args]
        done = subprocess.run(
            command, capture_output=True, check=True, text=True, timeout=60, cwd=ROOT
        )
        return done.stdout

    @pytest.mark.parametrize(
        "args", [("AP P@5 nDCG@10",), ("AP", "-q"), ("AP", "-q", "-n", "-p", "-1")]
    )
    def test_it_prints_the_same(self, args: tuple[str, ...]) -> None:
        out = self.run("rtreceval.integrations.ir_measures", *args)
        assert out == self.run("ir_measures", *args)
        assert len(out.splitlines()) > 2

    def test_it_is_a_provider(self) -> None:
        out = self.run(
            "rtreceval.integrations.ir_measures", "RBP@10 RR@10", "--provider", "rtreceval"
        )
        assert [line.partition("\t")[0] for line in out.splitlines()] == ["RBP@10", "RR@10"]
