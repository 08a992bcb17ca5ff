"""What the tests of presets share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

import rtreceval

if TYPE_CHECKING:
    from tests.support import Qrels, Run

few = settings(max_examples=25)


def like(preset: str, qrels: Qrels, run: Run, *measures: str, **options: Any) -> dict[str, float]:
    return rtreceval.evaluate(qrels, run, measures, like=preset, **options).summary


def close(value: float) -> Any:
    return pytest.approx(value, abs=1e-12)


def per_topic(result: rtreceval.Evaluation, measure: str) -> dict[str, float]:
    return {topic: row[measure] for topic, row in result.per_topic.items()}


def untied(run: Run) -> Run:
    """Give documents scores that all differ, in the order that they have here."""
    ranked = {}
    for topic, docs in run.items():
        order = sorted(docs, key=lambda doc: (docs[doc], doc), reverse=True)
        ranked[topic] = {doc: float(len(order) - at) for at, doc in enumerate(order)}
    return ranked


def no_negative(qrels: Qrels) -> Qrels:
    return {t: {d: max(g, 0) for d, g in docs.items()} for t, docs in qrels.items()}
