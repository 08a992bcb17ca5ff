"""The named workloads: how many topics, how deep, judged how, written how."""

from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / "data"


@dataclass(frozen=True)
class Shape:
    """What one data set looks like.

    Attributes:
        what: One line for people.
        topics: Number of topics, all of them in the qrels and in every run.
        depth: Retrieved documents for each topic.
        judged: Mean number of judged documents for each topic (each has one at least).
        grades: `grade:weight,...`; each topic has one relevant document at least.
        ids: Style of the document ids, a key of `columns.ID_STYLES`.
        scores: Format of the scores: `%.<k>f`, `int`, `repr` (17 digits) or `e` (e-notation).
        ties: Probability that a line has the score of the line before it.
        found: Share of the judged documents that a run retrieves (0.2 to 0.8 if there are several).
        topic_gap: Mean distance of one topic number to the next.
        runs: Number of runs on the same qrels.
    """

    what: str = "own shape"
    topics: int = 50
    depth: int = 1000
    judged: float = 600
    grades: str = "0:0.80,1:0.13,2:0.07"
    ids: str = "clueweb"
    scores: str = "%.4f"
    ties: float = 0.02
    found: float = 0.6
    topic_gap: int = 1
    runs: int = 1


MSMARCO = {"judged": 1.0655, "grades": "1:1", "ids": "numeric", "scores": "%.6f", "ties": 0.0}

WORKLOADS: dict[str, Shape] = {
    "tiny": Shape(
        "start-up cost",
        topics=3,
        depth=10,
        judged=8,
        grades="0:0.5,1:0.3,2:0.2",
        ids="numeric",
        ties=0.0,
    ),
    "trec": Shape("a TREC ad hoc or web track"),
    "robust": Shape(
        "the size of Robust04",
        topics=250,
        judged=1245,
        grades="0:0.944,1:0.048,2:0.008",
        ids="news",
        scores="%.6f",
    ),
    "msmarco": Shape("the size of MS MARCO dev", topics=6980, topic_gap=157, **MSMARCO),
    "shallow": Shape(
        "many short rankings, long ids, full-precision scores",
        topics=10_000,
        depth=100,
        judged=10,
        grades="0:0.6,1:0.3,2:0.1",
        ids="uuid",
        scores="repr",
        ties=0.0,
        topic_gap=100,
    ),
    "runs": Shape("100 runs on one qrels", runs=100),
    "huge": Shape("50 million lines in one file", topics=50_000, topic_gap=20, **MSMARCO),
}
