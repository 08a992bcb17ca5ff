"""The numbers of BEIR, MTEB, LightGBM and torchmetrics, asked for where they are installed.

Inputs keep clear of what their presets say is not reproduced.
"""

from __future__ import annotations

import copy
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rtreceval
from tests.preset_inputs import few, like, untied
from tests.support import qrels_and_run

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.support import Qrels, Run

pytestmark = pytest.mark.filterwarnings("ignore")  # of theirs

ROUNDED = 5.1e-6
"""They round averages to 5 decimals."""


def common(inputs: tuple[Qrels, Run]) -> tuple[Qrels, Run]:
    """Leave out what they fail for: topics without judgments, or without a relevant document."""
    qrels, run = inputs
    qrels = {topic: docs | {"r": 1} for topic, docs in qrels.items()}
    return qrels, {topic: docs for topic, docs in run.items() if topic in qrels}


def check(
    preset: str, qrels: Qrels, run: Run, found: Mapping[str, float], close: float, **options: Any
) -> None:
    ours = like(preset, qrels, run, *found, **options)
    assert ours == {name: pytest.approx(float(value), abs=close) for name, value in found.items()}


@few
@given(inputs=qrels_and_run(), k=st.integers(1, 8))
def test_beir_by_pytrec_eval(inputs: tuple[Qrels, Run], k: int) -> None:
    """With equal scores, and documents that are the topic itself."""
    evaluation = pytest.importorskip("beir.retrieval.evaluation")
    qrels, run = common(inputs)
    run = {topic: docs | {topic: 0.75} for topic, docs in run.items()}
    values = evaluation.EvaluateRetrieval.evaluate(qrels, copy.deepcopy(run), [k])
    found = {name: value for part in values for name, value in part.items()}
    assert set(found) == {f"NDCG@{k}", f"MAP@{k}", f"Recall@{k}", f"P@{k}"}
    check("beir", qrels, run, found, ROUNDED)


@few
@given(inputs=qrels_and_run(), k=st.integers(1, 8))
def test_beirs_own(inputs: tuple[Qrels, Run], k: int) -> None:
    """Equal scores in the order of the input, by two options. It does not drop documents here."""
    evaluation = pytest.importorskip("beir.retrieval.evaluation")
    qrels, run = common(inputs)
    found: dict[str, float] = {}
    for metric in ("mrr", "recall_cap", "top_k_accuracy"):
        found |= evaluation.EvaluateRetrieval.evaluate_custom(qrels, run, [k], metric)
    assert set(found) == {f"MRR@{k}", f"R_cap@{k}", f"Accuracy@{k}"}
    check("beir", qrels, run, found, ROUNDED, ties="file", compat="10")


def test_beirs_hole_is_of_all_topics() -> None:
    """That is why its name is refused."""
    evaluation = pytest.importorskip("beir.retrieval.evaluation")
    qrels, run = {"1": {"a": 1}, "2": {"b": 1}}, {"1": {"b": 1.0, "x": 0.5}}
    found = evaluation.EvaluateRetrieval.evaluate_custom(qrels, run, [2], "hole")
    assert found == {"Hole@2": 0.25}  # x of topic 1 in half of the two topics
    assert rtreceval.evaluate(qrels, run, "hole@2")["hole@2"] == 1.0
    with pytest.raises(rtreceval.MeasureError, match="Hole@2"):
        like("beir", qrels, run, "Hole@2")


@few
@given(inputs=qrels_and_run(), k=st.integers(1, 8))
def test_mteb(inputs: tuple[Qrels, Run], k: int) -> None:
    """With equal scores; none that differ as 64-bit floats only."""
    metrics = pytest.importorskip("mteb._evaluators.retrieval_metrics")
    qrels, run = common(inputs)
    run = {t: {d: float(np.float32(s)) for d, s in docs.items()} for t, docs in run.items()}
    result = metrics.calculate_retrieval_scores(run, qrels, [k])
    values = {
        "ndcg": result.ndcg, "map": result.map, "recall": result.recall,
        "precision": result.precision, "mrr": result.mrr, "hit_rate": result.hit_rate,
    }  # fmt: skip
    found = {f"{name}_at_{k}": next(iter(value.values())) for name, value in values.items()}
    check("mteb", qrels, run, found, ROUNDED)


@pytest.mark.parametrize("seed", range(4))
def test_lightgbm(seed: int) -> None:
    """A model of one leaf leaves the scores as they are."""
    lightgbm = pytest.importorskip("lightgbm")
    made = random.Random(seed)  # noqa: S311
    sizes = [8, 5, 12, 6]
    grades = [[made.randint(0, 3) for _ in range(size)] for size in sizes]
    grades[1] = [0] * 5
    scores = [[float(made.randint(0, 3)) for _ in range(size)] for size in sizes]
    flat = [float(number) for row in scores for number in row]
    labels = [grade for row in grades for grade in row]
    data = lightgbm.Dataset(
        np.zeros((len(labels), 1)), label=labels, group=sizes, init_score=flat,
        params={"verbosity": -1},
    )  # fmt: skip
    held = lightgbm.Dataset(
        np.zeros((len(labels), 1)), label=labels, group=sizes, init_score=flat, reference=data
    )
    found: dict[str, Any] = {}
    options = {
        "objective": "lambdarank", "metric": ["ndcg", "map"], "eval_at": [1, 3, 10],
        "verbosity": -1, "num_threads": 1,
    }  # fmt: skip
    lightgbm.train(
        options, data, 1, valid_sets=[held], callbacks=[lightgbm.record_evaluation(found)]
    )
    qrels = {str(t): {f"d{at}": g for at, g in enumerate(row)} for t, row in enumerate(grades)}
    run = {str(t): {f"d{at}": s for at, s in enumerate(row)} for t, row in enumerate(scores)}
    peer = {name: float(of_model[0]) for name, of_model in found["valid_0"].items()}
    assert set(peer) == {f"{name}@{k}" for name in ("ndcg", "map") for k in (1, 3, 10)}
    check("lightgbm", qrels, run, peer, 1e-9)


METRICS = {
    "retrieval_normalized_dcg": "RetrievalNormalizedDCG",
    "retrieval_average_precision": "RetrievalMAP",
    "retrieval_reciprocal_rank": "RetrievalMRR",
    "retrieval_precision": "RetrievalPrecision",
    "retrieval_recall": "RetrievalRecall",
    "retrieval_hit_rate": "RetrievalHitRate",
    "retrieval_r_precision": "RetrievalRPrecision",
}


@few
@given(inputs=qrels_and_run(), k=st.integers(1, 8))
def test_torchmetrics(inputs: tuple[Qrels, Run], k: int) -> None:
    """It knows the documents that it is given: here those that are both judged and ranked."""
    retrieval = pytest.importorskip("torchmetrics.retrieval")
    torch = pytest.importorskip("torch")
    qrels, run = inputs
    qrels = {
        topic: {doc: max(qrels.get(topic, {}).get(doc, 0), 0) for doc in docs}
        for topic, docs in run.items()
    }
    run = untied(run)
    rows = [
        (at, score, qrels[topic][doc])
        for at, (topic, docs) in enumerate(run.items())
        for doc, score in docs.items()
    ]
    indexes, scores, grades = (torch.tensor(column) for column in zip(*rows, strict=True))
    found = {}
    for name, metric in METRICS.items():
        takes_cutoff = name != "retrieval_r_precision"
        computed = getattr(retrieval, metric)(**({"top_k": k} if takes_cutoff else {}))
        is_graded = name == "retrieval_normalized_dcg"
        target = grades if is_graded else (grades > 0).long()
        value = computed(scores, target, indexes=indexes.long())
        found[f"{name}@{k}" if takes_cutoff else name] = float(value)
    check("torchmetrics", qrels, run, found, 1e-6)
