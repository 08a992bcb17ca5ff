"""The numbers of ranx, asked for on the spot where it is installed.

Its sort is not stable from 16 documents on, and it gives a dict another order than a `Run`: a `Run`
of at most 15 documents is in the order that its documents have in the input.
"""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rtreceval
from tests.support import Qrels, Run, qrels_and_run

ranx = pytest.importorskip("ranx")

pytestmark = pytest.mark.filterwarnings("ignore")  # of numba

MEASURES = [
    "precision", "precision@3", "recall", "recall@3", "f1", "f1@3", "r-precision", "mrr", "mrr@2",
    "map", "map@3", "ndcg", "ndcg@3", "ndcg_burges", "ndcg_burges@5", "hit_rate@3", "dcg", "dcg@3",
]  # fmt: skip


def theirs(qrels: Qrels, run: Run, measures: list[str]) -> dict[str, float]:
    found = ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), measures, make_comparable=True)
    return found if isinstance(found, dict) else {measures[0]: found}


def prepared(inputs: tuple[Qrels, Run]) -> tuple[Qrels, Run]:
    """Leave what ranx orders as it was given, and at least one topic of each."""
    qrels, run = inputs
    run = {t: dict(list(docs.items())[:15]) for t, docs in run.items()}
    return {t: {d: max(g, 0) for d, g in docs.items()} for t, docs in qrels.items()}, run


@settings(max_examples=40)
@given(inputs=qrels_and_run())
def test_ranx(inputs: tuple[Qrels, Run]) -> None:
    """With ties, scores that 32 bits do not tell apart, and topics missing on both sides."""
    qrels, run = prepared(inputs)
    ours = rtreceval.evaluate(qrels, run, MEASURES, like="ranx").summary
    found = theirs(qrels, run, MEASURES)
    assert ours == {name: pytest.approx(float(found[name]), abs=1e-12) for name in MEASURES}


@settings(max_examples=20)
@given(inputs=qrels_and_run())
def test_bpref_where_some_document_is_judged_not_relevant(inputs: tuple[Qrels, Run]) -> None:
    qrels, run = prepared(inputs)
    qrels = {t: docs | {"n": 0, "r": 1} for t, docs in qrels.items()}
    ours = rtreceval.evaluate(qrels, run, "bpref", like="ranx").summary
    assert ours == {"bpref": pytest.approx(theirs(qrels, run, ["bpref"])["bpref"], abs=1e-12)}


@settings(max_examples=20)
@given(inputs=qrels_and_run(), level=st.integers(1, 3))
def test_levels(inputs: tuple[Qrels, Run], level: int) -> None:
    """What ranx writes as a suffix is a parameter."""
    qrels, run = prepared(inputs)
    for theirs_, ours_ in [("precision@3", "P"), ("map@5", "AP"), ("recall@3", "R")]:
        found = theirs(qrels, run, [f"{theirs_}-l{level}"])
        name = f"{ours_}(rel={level})@{theirs_[-1]}"
        ours = rtreceval.evaluate(qrels, run, name, like="ranx").summary
        assert list(ours.values()) == pytest.approx(list(found.values()), abs=1e-12)


def test_what_is_not_reproduced() -> None:
    docs = [f"d{at:02}" for at in range(40)]
    tied = {doc: dict.fromkeys(docs, 1.0) for doc in docs}
    one = {doc: {doc: 1} for doc in docs}
    ours = rtreceval.evaluate(one, tied, "mrr", like="ranx").per_topic
    in_order = [1 / rank for rank in range(1, 41)]
    assert [ours[doc]["mrr"] for doc in docs] == in_order
    scrambled = [theirs({doc: one[doc]}, {doc: tied[doc]}, ["mrr"])["mrr"] for doc in docs]
    assert sorted(scrambled, reverse=True) == pytest.approx(in_order)
    assert scrambled != pytest.approx(in_order)
    qrels, run = {"1": {"a": 1}}, {"1": {"a": 1.0}}
    assert math.isnan(theirs(qrels, run, ["bpref"])["bpref"])
    assert rtreceval.evaluate(qrels, run, "bpref", like="ranx").summary == {"bpref": 1.0}
    graded = {"1": {"a": 3}}
    assert theirs(graded, run, ["rbp.95"])["rbp.95"] == pytest.approx(0.15)
    with pytest.raises(rtreceval.MeasureError, match="ranx sums grades that are not scaled"):
        rtreceval.evaluate(graded, run, "rbp", like="ranx")
    with pytest.raises(rtreceval.MeasureError, match="ranx averages counts"):
        rtreceval.evaluate(graded, run, "hits@3", like="ranx")
