"""The conventions of the libraries of embeddings and of machine learning.

scikit-learn and pytrec_eval, which BEIR and MTEB call, are there to compare with. The others are
worked from their sources here, and live in `test_peers_libraries.py`, where they are installed.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import dcg_score, ndcg_score  # type: ignore[import-untyped]

import rtreceval
from tests.preset_inputs import close, few, like, no_negative, untied
from tests.support import Qrels, Run, qrels_and_run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


# --- BEIR and MTEB ---


def beir(qrels: Qrels, run: Run, k: int) -> dict[str, float]:
    """Compute what BEIR does, from its description."""
    run = {t: {d: s for d, s in docs.items() if d != t} for t, docs in run.items()}
    peer = pytrec_eval.RelevanceEvaluator(
        qrels, {f"ndcg_cut.{k}", f"map_cut.{k}", f"recall.{k}", f"P.{k}"}
    )
    found = peer.evaluate(run)
    names = {"NDCG": "ndcg_cut", "MAP": "map_cut", "Recall": "recall", "P": "P"}
    values = {
        f"{name}@{k}": sum(row[f"{measure}_{k}"] for row in found.values()) / len(found)
        for name, measure in names.items()
    }
    own = dict.fromkeys(["MRR", "R_cap", "Accuracy"], 0.0)
    for topic, docs in run.items():
        top = sorted(docs, key=lambda doc: -docs[doc])[:k]
        relevant = {doc for doc, grade in qrels[topic].items() if grade > 0}
        ranks = [rank for rank, doc in enumerate(top, 1) if doc in relevant]
        own["MRR"] += 1 / ranks[0] if ranks else 0
        own["Accuracy"] += bool(ranks)
        own["R_cap"] += len(ranks) / min(k, len(relevant)) if relevant else 0
    return values | {f"{name}@{k}": total / len(qrels) for name, total in own.items()}


@few
@given(inputs=qrels_and_run(), k=st.integers(1, 8))
def test_beir(inputs: tuple[Qrels, Run], k: int) -> None:
    """The topics are documents too; scores differ, since BEIR has two rules for equal ones."""
    qrels, run = inputs[0], {t: docs for t, docs in untied(inputs[1]).items() if t in inputs[0]}
    run = {topic: docs | {topic: 3.5} for topic, docs in run.items()}
    found = beir(qrels, run, k)
    assert like("beir", qrels, run, *found) == {name: close(v) for name, v in found.items()}


@few
@given(inputs=qrels_and_run(), k=st.integers(1, 8))
def test_mteb(inputs: tuple[Qrels, Run], k: int) -> None:
    qrels, run = inputs
    run = {t: {d: float(np.float32(s)) for d, s in docs.items()} for t, docs in run.items()}
    names = {
        "ndcg": "ndcg_cut", "map": "map_cut", "recall": "recall", "precision": "P",
        "hit_rate": "success",
    }  # fmt: skip
    peer = pytrec_eval.RelevanceEvaluator(qrels, {f"{name}.{k}" for name in names.values()})
    rows = peer.evaluate(run)
    found = {
        f"{name}_at_{k}": sum(row[f"{measure}_{k}"] for row in rows.values()) / len(rows)
        for name, measure in names.items()
    }
    reciprocal = []
    for topic in rows:
        docs = run[topic]
        top = sorted(docs, key=lambda doc, docs=docs: (docs[doc], doc), reverse=True)[:k]  # type: ignore[misc]
        ranks = [rank for rank, doc in enumerate(top, 1) if qrels[topic].get(doc, 0) > 0]
        reciprocal.append(1 / ranks[0] if ranks else 0.0)
    found[f"mrr_at_{k}"] = sum(reciprocal) / len(reciprocal)
    assert like("mteb", qrels, run, *found) == {name: close(v) for name, v in found.items()}


# --- scikit-learn ---


@few
@given(inputs=qrels_and_run(), k=st.integers(1, 8))
def test_sklearn(inputs: tuple[Qrels, Run], k: int) -> None:
    """Its vectors hold all judged documents: those that are not retrieved come last."""
    qrels, run = no_negative(inputs[0]), untied(inputs[1])
    measures = [f"ndcg_score@{k}", f"dcg_score@{k}"]
    result = rtreceval.evaluate(qrels, run, measures, like="sklearn", complete=False)
    for topic in result.topics:
        docs = sorted({*qrels[topic], *run[topic]})
        cut = min(k, len(run[topic]))
        grades = [[qrels[topic].get(doc, 0) for doc in docs]]
        scores = [[run[topic].get(doc, -1.0 - at) for at, doc in enumerate(docs)]]
        if cut < k or len(docs) == 1:
            continue  # it would see documents that are not retrieved
        row = result.per_topic[topic]
        assert row[f"dcg_score@{k}"] == close(dcg_score(grades, scores, k=k))
        assert row[f"ndcg_score@{k}"] == close(ndcg_score(grades, scores, k=k))


def test_sklearn_averages_equal_scores() -> None:
    qrels, run = {"1": {"a": 1, "b": 0}}, {"1": {"a": 1.0, "b": 1.0}}
    assert ndcg_score([[1, 0]], [[1.0, 1.0]]) == close((1 + 1 / math.log2(3)) / 2)
    assert ndcg_score([[0, 1]], [[1.0, 1.0]], ignore_ties=True) == 1.0
    assert like("sklearn", qrels, run, "ndcg_score") == {"ndcg_score": close(1 / math.log2(3))}


# --- LightGBM and torchmetrics, from their sources ---


def over_rows(qrels: Qrels, run: Run, of: Callable[[list[int]], float]) -> float:
    """Average a value of the grades of each ranking, in the order of score and then of input."""
    values = []
    for topic, docs in run.items():
        order = sorted(docs, key=lambda doc, docs=docs: -docs[doc])  # type: ignore[misc]
        values.append(of([qrels[topic][doc] for doc in order]))
    return sum(values) / len(values)


def dcg(grades: Iterable[int]) -> float:
    gains = enumerate((2.0**grade - 1 for grade in grades), 2)
    return sum(gain / math.log2(place) for place, gain in gains)


@st.composite
def rows(draw: st.DrawFn) -> tuple[Qrels, Run]:
    """Queries with rows: all documents are both judged and ranked."""
    qrels, run = {}, {}
    for topic in ["1", "2", "3"][: draw(st.integers(1, 3))]:
        grades = draw(st.lists(st.integers(0, 3), min_size=1, max_size=12))
        scores = st.lists(
            st.sampled_from([0.5, 1.0, 2.0]), min_size=len(grades), max_size=len(grades)
        )
        docs = [f"d{at}" for at in draw(st.permutations(range(len(grades))))]
        qrels[topic] = dict(zip(docs, grades, strict=True))
        run[topic] = dict(zip(docs, draw(scores), strict=True))
    return qrels, run


@few
@given(inputs=rows(), k=st.integers(1, 8))
def test_lightgbm(inputs: tuple[Qrels, Run], k: int) -> None:
    def ndcg(grades: list[int]) -> float:
        ideal = dcg(sorted(grades, reverse=True)[:k])
        return dcg(grades[:k]) / ideal if ideal else 1.0

    def average_precision(grades: list[int]) -> float:
        relevant = [grade > 0 for grade in grades]
        found = [
            sum(relevant[:rank]) / rank
            for rank in range(1, k + 1)
            if any(relevant[rank - 1 : rank])
        ]
        return sum(found) / min(k, sum(relevant)) if any(relevant) else 1.0

    assert like("lightgbm", *inputs, f"ndcg@{k}", f"map@{k}") == {
        f"ndcg@{k}": close(over_rows(*inputs, ndcg)),
        f"map@{k}": close(over_rows(*inputs, average_precision)),
    }


@few
@given(inputs=rows(), k=st.integers(1, 8))
def test_torchmetrics(inputs: tuple[Qrels, Run], k: int) -> None:
    """From its source, with scores that differ: it orders equal ones in no order that it tells."""
    qrels, run = inputs[0], untied(inputs[1])

    def average_precision(grades: list[int]) -> float:
        relevant = [grade > 0 for grade in grades[:k]]
        found = [sum(relevant[: at + 1]) / (at + 1) for at, hit in enumerate(relevant) if hit]
        return sum(found) / len(found) if found else 0.0

    def ndcg(grades: list[int]) -> float:
        def linear(of: list[int]) -> float:
            return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(of, 1))

        ideal = linear(sorted(grades, reverse=True)[:k])
        return linear(grades[:k]) / ideal if ideal else 0.0

    def precision(grades: list[int]) -> float:
        return sum(grade > 0 for grade in grades[:k]) / k

    found = {
        f"retrieval_average_precision@{k}": average_precision,
        f"retrieval_normalized_dcg@{k}": ndcg,
        f"retrieval_precision@{k}": precision,
    }
    assert like("torchmetrics", qrels, run, *found) == {
        name: close(over_rows(qrels, run, of)) for name, of in found.items()
    }
