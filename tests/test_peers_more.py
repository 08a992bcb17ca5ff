"""Measures beyond trec_eval's, live against the tools that have them.

The tools break ties in five ways, so that most of them are given runs without ties: documents get
the scores n, n - 1, ..., 1 in the order that they have here.
"""

from __future__ import annotations

import math
import shutil
from typing import TYPE_CHECKING, Any

import ir_measures
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_measures.providers.cwl_eval import CwlEvaluator
from sklearn.metrics import dcg_score, ndcg_score  # type: ignore[import-untyped]

import rtreceval
from tests.support import Qrels, Run, qrels_and_run

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PerTopic = dict[str, float]

few = settings(max_examples=15)
"""There are many measures, and cwl-eval walks down a thousand ranks in Python for each."""


def untied(run: Run) -> Run:
    """Give the documents scores without ties, in the order that they have here."""
    ranked = {}
    for topic, docs in run.items():
        order = sorted(docs, key=lambda doc: (np.float32(docs[doc]), doc), reverse=True)
        ranked[topic] = {doc: float(len(order) - place) for place, doc in enumerate(order)}
    return ranked


def judged(qrels: Qrels) -> Qrels:
    """Leave out negative grades, which other tools take for a judgment of not relevant."""
    return {t: {d: g for d, g in docs.items() if g >= 0} for t, docs in qrels.items()}


def ours(measure: object, qrels: Mapping[str, Any], run: Run) -> PerTopic:
    (name,) = (result := rtreceval.evaluate(qrels, run, [str(measure)], complete=True)).measures
    assert name == str(measure)
    return {topic: values[name] for topic, values in result.per_topic.items()}


def theirs(
    provider: ir_measures.providers.Provider, measure: str, qrels: object, run: Run
) -> PerTopic:
    """Compute one measure at a time: together, ir_measures mixes some of them up."""
    parsed = ir_measures.parse_measure(measure)
    return {m.query_id: m.value for m in provider.iter_calc([parsed], qrels, run)}


PYTREC_EVAL = [
    "P@5", "P(rel=2)@3", "P(judged_only=True)@3", "RR", "RR(rel=2)", "RR(judged_only=True)",
    "Rprec", "Rprec(rel=2)", "Rprec(judged_only=True)", "AP", "AP@5", "AP(rel=2)@5",
    "AP(rel=2,judged_only=True)@5", "nDCG", "nDCG@5", "nDCG(judged_only=True)@5",
    "nDCG(gains={0:1,1:2,2:7})", "nDCG(gains={1:4,2:1})@5", "nDCG(gains={3:0})@3", "R@5",
    "R(rel=2)@5", "Bpref", "Bpref(rel=2)", "NumRet", "NumRet(rel=1)", "NumRet(rel=2)", "SetAP",
    "SetAP(rel=2)", "SetF", "SetF(rel=2)", "SetP", "SetP(rel=2)", "SetP(relative=True)",
    "SetP(relative=True,rel=2)", "SetR", "SetR(rel=2)", "Success@3", "Success(rel=2)@3",
    "IPrec@0.1", "IPrec@0.5", "IPrec(rel=2)@0.5", "infAP", "infAP(rel=2)",
]  # fmt: skip


@pytest.mark.parametrize("measure", PYTREC_EVAL)
@few
@given(data=qrels_and_run())
def test_pytrec_eval(measure: str, data: tuple[Qrels, Run]) -> None:
    qrels, run = data
    found = theirs(ir_measures.pytrec_eval, measure, qrels, run)
    found = {t: 0.0 if math.isnan(v) or t not in run else v for t, v in found.items()}
    assert ours(measure, qrels, run) == pytest.approx(found, abs=1e-14)


CWL = [
    "P(rel=2)@3", "RR(rel=2)", "RBP(rel=1)", "RBP(p=0.5,rel=2)", "BPM(max_rel=3)@5",
    "BPM(T=0.5,max_rel=3)@10", "BPM(T=2.0,min_rel=1,max_rel=2)@4", "SDCG(max_rel=3)@5",
    "SDCG(min_rel=1,max_rel=2)@10", "NERR8(max_rel=3)@5", "NERR8(min_rel=1,max_rel=3)@10",
    "NERR9(max_rel=3)@5", "NERR9(max_rel=2)@10", "NERR10(max_rel=3)", "NERR10(p=0.5,max_rel=3)",
    "NERR11(max_rel=3)", "NERR11(T=2.0,max_rel=3)", "INST(max_rel=3)", "INST(T=0.5,max_rel=2)",
    "INST(T=3.0,min_rel=1,max_rel=3)", "INSQ(max_rel=3)", "INSQ(T=2.5,max_rel=3)",
]  # fmt: skip


@pytest.mark.filterwarnings("ignore:.*grades up to .*, which count as:UserWarning")
@pytest.mark.parametrize("measure", CWL)
@few
@given(data=qrels_and_run())
def test_cwl_eval(measure: str, data: tuple[Qrels, Run]) -> None:
    qrels, run = data[0], untied(data[1])
    found = theirs(ir_measures.cwl_eval, measure, qrels, run)
    assert ours(measure, qrels, run) == pytest.approx(found, abs=1e-12)


@pytest.mark.filterwarnings("ignore:.*grades up to .*, which count as:UserWarning")
@pytest.mark.parametrize("measure", [name for name in CWL if name[:2] not in ("P(", "RR")])
@few
@given(data=qrels_and_run())
def test_cwl_evals_residuals(measure: str, data: tuple[Qrels, Run]) -> None:
    qrels, run = judged(data[0]), untied(data[1])
    parsed = ir_measures.parse_measure(measure)
    evaluator = ir_measures.cwl_eval.evaluator([parsed], qrels)
    found = {}

    class WithResiduals(CwlEvaluator):
        def flush(self, qid: str, makers: dict[object, Any]) -> Iterator[Any]:
            (maker,) = makers.values()
            model: Any = self._irm_convert_to_measure(parsed)  # type: ignore[no-untyped-call]
            model.residuals = True
            model.measure(maker.get_ranking())
            found[qid] = float(model.residual_expected_utility)
            return iter(())

    evaluator.__class__ = WithResiduals
    assert list(evaluator._iter_calc(run)) == []  # noqa: SLF001
    name, _, rest = measure.partition("(")
    values = ours(f"{name}({rest.replace(')', ',residual=True)')}", qrels, run)
    # With -c, a topic that the run lacks is 0 in every mean.
    assert {t: v for t, v in values.items() if t in found} == pytest.approx(found, abs=1e-9)


@pytest.mark.skipif(shutil.which("perl") is None, reason="gdeval is written in perl")
@pytest.mark.parametrize(
    "measure", ["nDCG(dcg='exp-log2')@5", "nDCG(dcg='exp-log2')@20", "ERR@3", "ERR@20"]
)
def test_gdeval(measure: str) -> None:
    """Gdeval prints five digits. A process for each example would take too long: one for many."""
    random = np.random.default_rng(7)
    qrels, run = {}, {}
    for topic in map(str, range(100)):
        docs = [f"d{number}" for number in range(30)]
        qrels[topic] = {d: int(random.integers(-1, 5)) for d in docs if random.random() < 0.6}
        qrels[topic]["d0"] = 0
        run[topic] = {d: float(random.integers(0, 8)) for d in docs if random.random() < 0.7}
        run[topic]["d1"] = 3.0
    found = theirs(ir_measures.gdeval, measure, qrels, run)
    assert ours(measure, qrels, run) == pytest.approx(found, abs=5.1e-6)


@pytest.mark.parametrize("measure", ["RR@1", "RR@3", "RR@10", "RR(rel=2)@5"])
@few
@given(data=qrels_and_run())
def test_msmarco(measure: str, data: tuple[Qrels, Run]) -> None:
    qrels, run = data[0], untied(data[1])
    found = theirs(ir_measures.msmarco, measure, qrels, run)
    assert ours(measure, qrels, run) == pytest.approx(found, abs=1e-14)


@pytest.mark.parametrize("measure", ["Judged@1", "Judged@10", "Judged@1000", "Judged"])
@few
@given(data=qrels_and_run())
def test_judged(measure: str, data: tuple[Qrels, Run]) -> None:
    qrels, run = judged(data[0]), untied(data[1])
    found = theirs(ir_measures.providers.registry["judged"], measure, qrels, run)
    assert ours(measure, qrels, run) == pytest.approx(found, abs=1e-14)


@pytest.mark.parametrize("measure", ["Compat", "Compat(p=0.5)", "Compat(p=0.8,normalize=False)"])
@few
@given(data=qrels_and_run())
def test_compat(measure: str, data: tuple[Qrels, Run]) -> None:
    qrels, run = data[0], untied(data[1])
    found = theirs(ir_measures.compat, measure, qrels, run)
    assert ours(measure, qrels, run) == pytest.approx(found, abs=1e-12)


@pytest.mark.parametrize("measure", ["Accuracy", "Accuracy@4", "Accuracy(rel=2)"])
@few
@given(data=qrels_and_run())
def test_accuracy(measure: str, data: tuple[Qrels, Run]) -> None:
    """It has no value where there is no pair, and ir_measures divides by zero."""
    qrels, run = data[0], untied(data[1])
    level = 2 if "rel=2" in measure else 1
    cut = 4 if "@4" in measure else 1000
    for topic in qrels.keys() & run.keys():
        first = list(run[topic])[:cut]
        relevant = [qrels[topic].get(doc, 0) >= level for doc in first]
        if all(relevant):
            continue
        one = {topic: qrels[topic]}, {topic: run[topic]}
        found = theirs(ir_measures.accuracy, measure, *one)
        assert ours(measure, *one) == pytest.approx(found or {topic: 0.0}, abs=1e-14)


SubtopicQrels = dict[str, dict[str, dict[str, int]]]


@st.composite
def subtopic_qrels_and_run(draw: st.DrawFn) -> tuple[SubtopicQrels, Run]:
    """Judgments by subtopic, with subtopics that nothing is relevant for, and a run with ties."""
    docs = [f"d{number}" for number in range(draw(st.integers(3, 25)))]
    names = ["s", "t", "u", "v"][: draw(st.integers(1, 4))]
    grades = st.dictionaries(
        st.sampled_from(names), st.sampled_from([0, 0, 1, 1, 2]), min_size=1, max_size=4
    )
    scores = st.sampled_from([0.0, 1.0, 2.0, 3.5])
    topics = ["1", "2"][: draw(st.integers(1, 2))]
    qrels = {
        t: draw(st.dictionaries(st.sampled_from(docs), grades, min_size=1, max_size=len(docs)))
        for t in topics
    }
    run = {t: draw(st.dictionaries(st.sampled_from(docs), scores, min_size=1)) for t in topics}
    return qrels, run


PYNDEVAL = [
    "ERR_IA@2", "ERR_IA@5", "ERR_IA@20", "ERR_IA(rel=2)@10", "nERR_IA@1", "nERR_IA@5",
    "nERR_IA(rel=2)@20", "alpha_DCG@5", "alpha_DCG(alpha=0.25)@20", "alpha_nDCG@1", "alpha_nDCG@5",
    "alpha_nDCG@20", "alpha_nDCG(alpha=0.75)@10", "alpha_nDCG(alpha=1.0)@10", "alpha_nDCG(rel=2)@5",
    "NRBP", "NRBP(alpha=0.25,beta=0.75)", "nNRBP", "nNRBP(alpha=0.25,beta=0.75)", "AP_IA",
    "AP_IA(rel=2)", "P_IA@1", "P_IA@5", "P_IA@20", "StRecall@1", "StRecall@5", "StRecall(rel=2)@20",
]  # fmt: skip


@pytest.mark.parametrize("measure", PYNDEVAL)
@few
@given(data=subtopic_qrels_and_run())
def test_pyndeval(measure: str, data: tuple[SubtopicQrels, Run]) -> None:
    qrels, run = data[0], untied(data[1])
    rows = [
        ir_measures.Qrel(topic, doc, grade, subtopic)
        for topic, docs in qrels.items()
        for doc, grades in docs.items()
        for subtopic, grade in grades.items()
    ]
    found = theirs(ir_measures.pyndeval, measure, rows, run)
    found = {t: 0.0 if math.isnan(v) else v for t, v in found.items()}
    assert ours(measure, qrels, run) == pytest.approx(found, abs=1e-12)


@few
@given(data=qrels_and_run())
def test_scikit_learn(data: tuple[Qrels, Run]) -> None:
    """It knows retrieved documents only, so all judged ones are retrieved here."""
    qrels, run = data
    qrels = {topic: qrels[topic] for topic in qrels.keys() & run.keys()}
    run = untied({t: dict.fromkeys(qrels[t], -2000.0) | run[t] | {"x": -3000.0} for t in qrels})
    for topic in qrels:
        docs = list(run[topic])
        grades = [[max(qrels[topic].get(doc, 0), 0) for doc in docs]]
        scores = [[run[topic][doc] for doc in docs]]
        for k in (1, 3, 10, 1000):
            one = {topic: qrels[topic]}, {topic: run[topic]}
            ndcg = ndcg_score(grades, scores, k=k, ignore_ties=True)
            assert ours(f"nDCG@{k}", *one) == {topic: pytest.approx(ndcg, abs=1e-12)}
            dcg = dcg_score(grades, scores, k=k, ignore_ties=True)
            assert ours(f"dcg@{k}", *one) == {topic: pytest.approx(dcg, abs=1e-12)}


class TestWhereAPeerIsWrong:
    """What ir_measures or its providers get wrong, beside the value worked by hand."""

    def test_set_f_beta(self) -> None:
        """P = 1/2, R = 1: F2 = 5 * 0.5 / (4 * 0.5 + 1) = 0.8333; beta is taken for its square."""
        qrels, run = {"1": {"a": 1}}, {"1": {"a": 2.0, "x": 1.0}}
        assert ours("SetF(beta=2.0)", qrels, run) == {"1": pytest.approx(5 / 6)}
        assert theirs(ir_measures.pytrec_eval, "SetF(beta=2.0)", qrels, run) == {
            "1": pytest.approx(0.75)
        }

    def test_ndcg_beside_gains(self) -> None:
        """nDCG: a has gain 1 at rank 2 of 2, so 1 / log2(3); with gains {1: 0} nothing has."""
        qrels, run = {"1": {"a": 1}}, {"1": {"x": 2.0, "a": 1.0}}
        measures = ["nDCG(gains={1:0})", "nDCG"]
        result = rtreceval.evaluate(qrels, run, measures).summary
        assert result == {measures[0]: 0.0, "nDCG": pytest.approx(1 / math.log2(3))}
        parsed = [ir_measures.parse_measure(measure) for measure in measures]
        assert ir_measures.pytrec_eval.calc_aggregate(parsed, qrels, run)[ir_measures.nDCG] == 0.0

    def test_two_alphas_at_once(self) -> None:
        """Both documents cover s: the ideal is the ranking, whatever alpha."""
        rows = [ir_measures.Qrel("1", doc, 1, "s") for doc in "ab"]
        run = {"1": {"a": 2.0, "b": 1.0}}
        measures = ["alpha_nDCG@20", "alpha_nDCG(alpha=0.7)@20"]
        qrels = {"1": {"a": {"s": 1}, "b": {"s": 1}}}
        assert rtreceval.evaluate(qrels, run, measures).summary == dict.fromkeys(measures, 1.0)
        parsed = [ir_measures.parse_measure(measure) for measure in measures]
        assert sorted(ir_measures.calc_aggregate(parsed, rows, run).values()) == [0.0, 1.0]

    def test_ties_of_rr(self) -> None:
        """Of equal scores the highest id comes first: z, then a, which is relevant."""
        qrels, run = {"1": {"a": 1}}, {"1": {"a": 1.0, "z": 1.0}}
        assert ours("RR", qrels, run) == ours("RR@10", qrels, run) == {"1": 0.5}
        found = ir_measures.calc_aggregate([ir_measures.RR, ir_measures.RR @ 10], qrels, run)
        assert list(found.values()).count(1.0) == 1

    def test_err_ia_at_1(self) -> None:
        """One document for both of two subtopics is all that can be had: 1; ndeval has 2."""
        rows = [ir_measures.Qrel("1", "a", 1, subtopic) for subtopic in "st"]
        qrels, run = {"1": {"a": {"s": 1, "t": 1}}}, {"1": {"a": 1.0}}
        for measure in ("ERR_IA@1", "alpha_DCG@1"):
            assert ours(measure, qrels, run) == {"1": 1.0}
            assert theirs(ir_measures.pyndeval, measure, rows, run) == {"1": 2.0}

    def test_compat_with_negative_scores(self) -> None:
        """A retrieved document comes before one of its grade that is not: the ranking is ideal.

        ir_measures takes 0 for the score of the document that is not retrieved.
        """
        qrels, run = {"1": {"a": 1, "b": 1}}, {"1": {"a": -1.0}}
        # Depth 1: both have a. Depth 2: one of two. Ideal with itself: 1 + 0.95.
        expected = (1 + 0.95 / 2) / (1 + 0.95)
        assert ours("Compat", qrels, run) == {"1": pytest.approx(expected)}
        assert theirs(ir_measures.compat, "Compat", qrels, run)["1"] < expected

    def test_accuracy_without_a_pair(self) -> None:
        qrels, run = {"1": {"a": 1}}, {"1": {"a": 1.0}}
        assert ours("Accuracy", qrels, run) == {"1": 0.0}
        with pytest.raises(ZeroDivisionError):
            theirs(ir_measures.accuracy, "Accuracy", qrels, run)

    def test_relevant_documents_of_a_missing_topic(self) -> None:
        """Two topics with a relevant document each; ir_measures forgets that which is missing."""
        qrels, run = {"1": {"a": 1}, "2": {"a": 1}}, {"1": {"a": 1.0}}
        summary = rtreceval.evaluate(qrels, run, ["NumRel", "NumQ"], complete=True).summary
        assert summary == {"NumRel": 2.0, "NumQ": 2.0}
        found = ir_measures.calc_aggregate([ir_measures.NumRel, ir_measures.NumQ], qrels, run)
        assert set(found.values()) == {1}


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        # Grades 2, -, 1, 0 in this order, and one document of grade 3 that was not retrieved.
        ("RBP(p=0.5)", 0.5 * (2 / 3 + 0.25 * 1 / 3)),
        ("RBP(p=0.5)@1", 0.5 * 2 / 3),
        ("RBP(p=0.5,rel=2)@3", 0.5),
        ("RBP(p=0.5,residual=True)", 0.5**4 + 0.5 * 0.5),
        ("ERR", 3 / 16 + 13 / 16 * (1 / 16) / 3),
        ("ERR(max_grade=3)@1", 3 / 8),
        ("NumRel(rel=2)", 2.0),
        ("nDCG(dcg='exp-log2')", (3 + 1 / 2) / (7 + 3 / math.log2(3) + 1 / 2)),
        ("nDCG(dcg='exp-log2',gains={2:1})@3", 1.5 / (7 + 1 / math.log2(3) + 1 / 2)),
        ("nDCG(gains={2:0.5,3:0.7})@2", 0.5 / (1 + 0.7 / math.log2(3))),
        ("Bpref(rel=2)@1", 0.5),
        ("infAP@1", 1 / 3),
        ("Rprec@2", 1 / 3),
        ("F(beta=2)@2", 5 * (1 / 2) * (1 / 3) / (4 / 2 + 1 / 3)),
        ("recall_cap@2", 0.5),
        ("recall_cap@10", 2 / 3),
        ("hit@1", 1.0),
        ("unjudged@2", 0.5),
        ("mrr_at_10", 1.0),
        ("SetP(judged_only=True)", 2 / 3),
        ("INST(max_rel=3,depth=1)", 2 / 3),
        ("Judged@3", 2 / 3),
    ],
)
def test_worked_by_hand(measure: str, value: float) -> None:
    """Requests that no peer can compute."""
    qrels = {"1": {"a": 2, "b": 1, "c": 0, "d": 3}}
    run = {"1": {"a": 4.0, "x": 3.0, "b": 2.0, "c": 1.0}}
    assert rtreceval.evaluate(qrels, run, measure).summary == {measure: pytest.approx(value)}
