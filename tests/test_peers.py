"""The numbers of pytrec_eval and ir_measures, asked for on the spot.

pytrec_eval runs the C code of trec_eval 9: its values and these are the same bits, on all its
measures and every option that it has. ir_measures takes its values from pytrec_eval, so that they
are the same bits too, but for the exponential nDCG: gdeval prints it with five decimals.

Where peers differ by design:

- pytrec_eval lacks the topics that trec_eval leaves out, as we do; ir_measures counts each topic of
  the qrels that the run lacks as 0, which is `complete=True` here.
- pytrec_eval gives `relstring` and `runid` as 0.
- ir_measures passes its beta to trec_eval's `set_F`, which takes the square of van Rijsbergen's.
- ir_measures compares scores as 64-bit floats in gdeval, as 32-bit floats elsewhere.
- gdeval leaves out a topic without a relevant document, for which ir_measures puts 0.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import ir_measures
import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st

import rtreceval
from tests.support import SHARED, TEXTS, Qrels, Run, qrels_and_run, read_fixture, read_plainly

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ir_measures.measures import Measure

Values = dict[str, dict[str, float]]
"""By topic and measure."""

FIXTURE_NAMES = ["example", "small"]


def ours(result: rtreceval.Evaluation) -> Values:
    """Give all values, those that are not printed by topic too."""
    values: Values = {topic: {} for topic in result.topics}
    for name in result.measures:
        if name not in TEXTS:
            for topic, value in zip(result.topics, result.array(name), strict=True):
                values[topic][name] = float(value)
    return values


def theirs(values: Mapping[str, Mapping[str, float]]) -> Values:
    """Leave out what pytrec_eval does not compute."""
    return {
        topic: {name: float(value) for name, value in row.items() if name not in TEXTS}
        for topic, row in values.items()
    }


def exact(values: Values) -> dict[str, dict[str, str]]:
    """Make values comparable so that not-a-number is equal to itself."""
    return {
        topic: {name: float(value).hex() for name, value in row.items()}
        for topic, row in values.items()
    }


def check_pytrec_eval(qrels: Qrels, run: Run, level: int, *, judged_only: bool) -> None:
    peer = pytrec_eval.RelevanceEvaluator(
        qrels,
        pytrec_eval.supported_measures,
        relevance_level=level,
        judged_docs_only_flag=judged_only,
    )
    result = rtreceval.evaluate(
        qrels, run, "all_trec", relevance_level=level, judged_only=judged_only
    )
    assert exact(ours(result)) == exact(theirs(peer.evaluate(run)))


def test_pytrec_eval_has_no_measure_that_is_missing() -> None:
    in_all_trec = {measure.name for measure in rtreceval.measures() if "all_trec" in measure.sets}
    assert set(pytrec_eval.supported_measures) == in_all_trec


@pytest.mark.parametrize("judged_only", [False, True])
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("name", FIXTURE_NAMES)
def test_pytrec_eval_on_fixtures(name: str, level: int, judged_only: bool) -> None:  # noqa: FBT001
    check_pytrec_eval(*read_fixture(name), level, judged_only=judged_only)


@settings(max_examples=200)
@given(inputs=qrels_and_run(), level=st.integers(1, 3), judged_only=st.booleans())
def test_pytrec_eval_on_made_inputs(
    inputs: tuple[Qrels, Run],
    level: int,
    judged_only: bool,  # noqa: FBT001
) -> None:
    check_pytrec_eval(*inputs, level, judged_only=judged_only)


@pytest.mark.parametrize(
    "request_", ["P.1,7", "recall.2", "ndcg_cut.3,4", "map_cut.2", "success.3", "set_F.0.5"]
)
@settings(max_examples=30)
@given(inputs=qrels_and_run())
def test_pytrec_eval_with_parameters(request_: str, inputs: tuple[Qrels, Run]) -> None:
    qrels, run = inputs
    peer = theirs(pytrec_eval.RelevanceEvaluator(qrels, {request_}).evaluate(run))
    mine = ours(rtreceval.evaluate(qrels, run, request_))
    if request_.startswith("set_F"):  # whose parameter pytrec_eval leaves out of the name
        mine = {topic: {"set_F": row["set_F_0.5"]} for topic, row in mine.items()}
    assert exact(mine) == exact(peer)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real runs are not here")
@pytest.mark.parametrize("name", ["trec_eval_test", "ir_measures_compat", "covid_bm25"])
def test_pytrec_eval_on_real_runs(name: str) -> None:
    folder = SHARED / "real" / name
    qrels, run = read_plainly(folder / "qrels.txt", folder / "run.txt")
    check_pytrec_eval(qrels, run, 1, judged_only=False)


BY_IR_MEASURES: dict[str, Measure] = {
    "P_5": ir_measures.P @ 5,
    "recall_5": ir_measures.R @ 5,
    "ndcg_cut_5": ir_measures.nDCG @ 5,
    "ndcg": ir_measures.nDCG,
    "map": ir_measures.AP,
    "map_cut_5": ir_measures.AP @ 5,
    "recip_rank": ir_measures.RR,
    "Rprec": ir_measures.Rprec,
    "bpref": ir_measures.Bpref,
    "success_5": ir_measures.Success @ 5,
    "infAP": ir_measures.infAP,
    "iprec_at_recall_0.00": ir_measures.IPrec @ 0.0,
    "iprec_at_recall_0.40": ir_measures.IPrec @ 0.4,
    "set_P": ir_measures.SetP,
    "set_relative_P": ir_measures.SetP(relative=True),
    "set_recall": ir_measures.SetR,
    "set_map": ir_measures.SetAP,
    "set_F": ir_measures.SetF,
}


def by_ir_measures(measures: Mapping[str, Measure], qrels: Qrels, run: Run) -> Values:
    """Give what ir_measures computes, under our names."""
    names = {measure: name for name, measure in measures.items()}
    values: Values = {}
    for metric in ir_measures.iter_calc(list(names), qrels, run):
        values.setdefault(metric.query_id, {})[names[metric.measure]] = metric.value
    return values


def check_ir_measures(
    measures: Mapping[str, Measure], qrels: Qrels, run: Run, level: int = 1
) -> None:
    result = rtreceval.evaluate(qrels, run, list(measures), complete=True, relevance_level=level)
    assert exact(ours(result)) == exact(by_ir_measures(measures, qrels, run))


@pytest.mark.parametrize("level", [1, 2])
@settings(max_examples=20)
@given(inputs=qrels_and_run())
def test_ir_measures(level: int, inputs: tuple[Qrels, Run]) -> None:
    measures = {
        name: measure(rel=level) if "rel" in measure.SUPPORTED_PARAMS else measure
        for name, measure in BY_IR_MEASURES.items()
    }
    check_ir_measures(measures, *inputs, level)


@pytest.mark.parametrize("name", FIXTURE_NAMES)
def test_ir_measures_beta(name: str) -> None:
    """What it calls a beta of 4 is F2 in both."""
    check_ir_measures({"set_F_4.0": ir_measures.SetF(beta=4.0)}, *read_fixture(name))


@pytest.mark.parametrize("name", FIXTURE_NAMES)
def test_ir_measures_averages(name: str) -> None:
    qrels, run = read_fixture(name)
    means = ir_measures.calc_aggregate(list(BY_IR_MEASURES.values()), qrels, run)
    result = rtreceval.evaluate(qrels, run, list(BY_IR_MEASURES), complete=True)
    for measure, column in BY_IR_MEASURES.items():
        assert result[measure] == pytest.approx(means[column], rel=1e-15), measure


def check_gdeval(qrels: Qrels, run: Run) -> None:
    cutoffs = [1, 3, 10]
    measures = {f"ndcg_exp_cut_{k}": ir_measures.nDCG(dcg="exp-log2", cutoff=k) for k in cutoffs}
    # gdeval keeps 64 bits of a score.
    mine = ours(rtreceval.evaluate(qrels, run, list(measures), complete=True, compat="10"))
    peer = by_ir_measures(measures, qrels, run)
    assert set(mine) == set(peer)
    for topic, row in mine.items():
        assert row == pytest.approx(peer[topic], abs=5.1e-6), topic


needs_perl = pytest.mark.skipif(shutil.which("perl") is None, reason="gdeval is written in Perl")


@needs_perl
def test_gdeval_on_a_fixture() -> None:
    qrels, run = read_fixture("example")
    # It takes numbers for topics only.
    check_gdeval({"1": qrels["q1"]}, {"1": run["q1"]})


@needs_perl
@settings(max_examples=15)
@given(inputs=qrels_and_run())
def test_gdeval_on_made_inputs(inputs: tuple[Qrels, Run]) -> None:
    check_gdeval(*inputs)
