"""Retrieval metrics for RAG: did the retriever find the right chunks, and rank them well.

`ranked` is a sequence of ids, best first. `qrels` maps ids to grades: 0 irrelevant, 1 marginal,
2 relevant, 3 perfect, or any other numbers. The binary metrics count a grade of at least 1 as
relevant, nDCG has the gain 2^grade - 1. An id without a grade is not relevant. An id that comes
back counts at its first place only; its copies keep their places and add nothing.

>>> from rtreceval import rag
>>> ranked, qrels = ["B", "X", "A", "C"], {"A": 3, "B": 2, "C": 1}
>>> rag.recall_at_k(ranked, qrels, 4), rag.precision_at_k(ranked, qrels, 4)
(1.0, 0.75)
>>> round(rag.ndcg_at_k(ranked, qrels, 4), 3)
0.738
"""

from __future__ import annotations

from rtreceval import _core
from rtreceval._core import Comparison, Report, RetrievalMetrics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from rtreceval._core import _File, _Path, _Qrels, _Run

__all__ = [
    "Comparison",
    "Report",
    "RetrievalMetrics",
    "evaluate",
    "from_trec",
    "hit_at_k",
    "mrr",
    "ndcg_at_10",
    "ndcg_at_k",
    "precision_at_k",
    "recall_at_k",
    "retrieval_metrics",
    "to_trec",
]


def recall_at_k(ranked: Iterable[str], qrels: Mapping[str, float], k: int) -> float:
    """Give the share of the relevant ids that are among the first k.

    Args:
        ranked: Ids, best first.
        qrels: Grades of ids; one of at least 1 is relevant.
        k: How many ids to look at, at least 1.

    Returns:
        From 0 to 1; 0 where nothing is relevant.

    Raises:
        InputError: A grade is not finite.
        TypeError: An argument, an id or a grade is of a wrong type.
        ValueError: k is below 1.

    >>> recall_at_k(["A", "X", "B"], {"A": 3, "B": 1}, 2)
    0.5
    """
    return _core.recall_at_k(ranked, qrels, k)


def precision_at_k(ranked: Iterable[str], qrels: Mapping[str, float], k: int) -> float:
    """Give the share of relevant ids among the first k, divided by k however few there are.

    Args:
        ranked: Ids, best first.
        qrels: Grades of ids; one of at least 1 is relevant.
        k: How many ids to look at, at least 1.

    Returns:
        From 0 to 1.

    Raises:
        InputError: A grade is not finite.
        TypeError: An argument, an id or a grade is of a wrong type.
        ValueError: k is below 1.

    >>> precision_at_k(["A", "X", "B"], {"A": 3, "B": 1}, 5)
    0.4
    """
    return _core.precision_at_k(ranked, qrels, k)


def hit_at_k(ranked: Iterable[str], qrels: Mapping[str, float], k: int) -> float:
    """Tell whether a relevant id is among the first k.

    Args:
        ranked: Ids, best first.
        qrels: Grades of ids; one of at least 1 is relevant.
        k: How many ids to look at, at least 1.

    Returns:
        1.0 or 0.0; 0.0 where nothing is relevant.

    Raises:
        InputError: A grade is not finite.
        TypeError: An argument, an id or a grade is of a wrong type.
        ValueError: k is below 1.

    >>> hit_at_k(["X", "B"], {"A": 3, "B": 1}, 1), hit_at_k(["X", "B"], {"A": 3, "B": 1}, 2)
    (0.0, 1.0)
    """
    return _core.hit_at_k(ranked, qrels, k)


def mrr(ranked: Iterable[str], qrels: Mapping[str, float]) -> float:
    """Give the reciprocal rank of the first relevant id, whose mean is the MRR.

    Args:
        ranked: Ids, best first. All of them are looked at.
        qrels: Grades of ids; one of at least 1 is relevant.

    Returns:
        1 / rank; 0 where nothing relevant is ranked.

    Raises:
        InputError: A grade is not finite.
        TypeError: An argument, an id or a grade is of a wrong type.

    >>> mrr(["X", "B", "A"], {"A": 3, "B": 1})
    0.5
    """
    return _core.mrr(ranked, qrels)


def ndcg_at_k(ranked: Iterable[str], qrels: Mapping[str, float], k: int = 10) -> float:
    """Give nDCG at k with exponential gain, the measure `ndcg_exp_cut` to the last bit.

    The gain of a grade is 2^grade - 1, the discount at rank i is 1 / log2(i + 1), the ideal ranking
    holds all graded ids. A grade of 0 or below has no gain.

    Args:
        ranked: Ids, best first.
        qrels: Grades of ids.
        k: How many ids to look at, at least 1.

    Returns:
        From 0 to 1; 0 where no grade is above 0.

    Raises:
        InputError: A grade is not finite.
        TypeError: An argument, an id or a grade is of a wrong type.
        ValueError: k is below 1.

    Source: Burges et al., Learning to Rank using Gradient Descent, ICML 2005.

    >>> ndcg_at_k(["X", "B", "A"], {"A": 3, "B": 1})
    0.5413402936435214
    """
    return _core.ndcg_at_k(ranked, qrels, k)


def ndcg_at_10(ranked: Iterable[str], qrels: Mapping[str, float]) -> float:
    """Give nDCG at 10 with exponential gain: `ndcg_at_k` with its default.

    >>> ndcg_at_10(["X", "B", "A"], {"A": 3, "B": 1})
    0.5413402936435214
    """
    return _core.ndcg_at_k(ranked, qrels, 10)


def retrieval_metrics(
    ranked: Iterable[str], qrels: Mapping[str, float], k: int = 10
) -> RetrievalMetrics:
    """Give all five metrics. nDCG is at 10 whatever k is.

    Args:
        ranked: Ids, best first.
        qrels: Grades of ids; one of at least 1 is relevant to the binary metrics.
        k: How many ids recall, precision and hit look at, at least 1.

    Returns:
        The metrics; see the functions of their names.

    Raises:
        InputError: A grade is not finite.
        TypeError: An argument, an id or a grade is of a wrong type.
        ValueError: k is below 1.

    >>> metrics = retrieval_metrics(["X", "B", "A"], {"A": 3, "B": 1}, k=2)
    >>> metrics.recall_at_k
    0.5
    >>> metrics.to_json()[:40]
    '{"recallAtK": 0.5, "precisionAtK": 0.5, '
    """
    return _core.retrieval_metrics(ranked, qrels, k)


def evaluate(
    items: _Path | _File | Iterable[Mapping[str, Any]],
    k: int = 10,
    facets: Iterable[str] = (),
) -> Report:
    """Evaluate items one by one, and average over all and by facet.

    Args:
        items: The path of a file with a JSON object on each line ('-' is the standard input), a
            file object, or mappings of the same shape. Each has a `resultId`, `ranked` (ids, best
            first) and `qrels` (a mapping of ids to grades); an item without any grade is left out
            and counted. Any other field may be a facet.
        k: How many ids recall, precision and hit look at, at least 1.
        facets: Fields by whose values to average too; dots lead into fields of fields. Items
            without a value are in the group '(none)', items with a list in the group of each
            element.

    Returns:
        The metrics of all items, their means, and the means of each group.

    Raises:
        InputError: An item is not of this shape, an id comes twice, no item has a facet, or none
            has judgments. `file`, `line` and `column` tell the place in a file.
        OSError: The file cannot be read.
        TypeError: An argument is of a wrong type.
        ValueError: k is below 1.

    >>> items = [
    ...     {"resultId": "1", "ranked": ["A", "X"], "qrels": {"A": 3}, "type": "fact"},
    ...     {"resultId": "2", "ranked": ["X", "B"], "qrels": {"B": 1}, "type": "multi"},
    ...     {"resultId": "3", "ranked": ["X", "B"], "qrels": {}, "type": "multi"},
    ... ]
    >>> report = evaluate(items, k=2, facets=["type"])
    >>> report["mrr"]
    0.75
    >>> report.summary["leftOut"]
    1
    >>> report.facets["type"]["multi"]["retrievalMetrics"]["mrr"]
    0.5
    >>> report.rows[2]["retrievalMetrics"] is None
    True
    """
    return _core.evaluate_items(items, k, list(facets))


def to_trec(items: _Path | _File | Iterable[Mapping[str, Any]]) -> tuple[str, str]:
    """Write items as the text of a qrels file and of a run, which give the same numbers.

    The place of an id that comes back is filled with 'copy-of-RANK', which is judged nowhere: a run
    names a document once only, and without the place the documents below would move up.

    Args:
        items: As `evaluate` takes them.

    Returns:
        Lines 'topic 0 docno grade', and lines 'topic Q0 docno rank score tag'.

    Raises:
        InputError: An item is not of the shape, or has what these files cannot hold: white space
            in an id, a grade that is not whole.
        OSError: The file cannot be read.
        TypeError: An argument is of a wrong type.

    >>> qrels, run = to_trec([{"resultId": "1", "ranked": ["X", "A"], "qrels": {"A": 3}}])
    >>> print(qrels + run, end="")
    1 0 A 3
    1 Q0 X 1 2 rtreceval
    1 Q0 A 2 1 rtreceval
    """
    return _core.to_trec(items)


def from_trec(
    qrels: _Qrels,
    run: _Run,
) -> list[dict[str, Any]]:
    """Make items of qrels and a run, one for each topic of either.

    Documents are ranked by score, highest first; those with equal scores by id, highest bytes
    first; scores are compared as 32-bit floats, as in trec_eval 9. A topic that the run lacks gets
    an empty ranking, and so counts as 0; one that the qrels lack gets no `qrels`, and so is left
    out.

    Args:
        qrels: A path, `{topic: {docno: grade}}`, or any other form that `rtreceval.evaluate` takes.
        run: A path, `{topic: {docno: score}}`, or any other form that `rtreceval.evaluate` takes.

    Returns:
        The items, in the order of the topics' bytes.

    Raises:
        InputError: Qrels or run cannot be used, or have ids that are not UTF-8.
        OSError: A file cannot be read.
        TypeError: An argument, an id, a grade or a score is of a wrong type.

    >>> from_trec({"1": {"A": 3}}, {"1": {"A": 0.5, "X": 0.7}})
    [{'resultId': '1', 'ranked': ['X', 'A'], 'qrels': {'A': 3.0}}]
    """
    return _core.from_trec(qrels, run)
