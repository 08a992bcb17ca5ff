"""Golden sets: questions with the documents and the content terms that their results should have.

>>> from rtreceval import golden
>>> cases = [{"id": "refunds", "topK": 5, "expectedContentTerms": ["30 days", "receipt"]}]
>>> results = {
...     "refunds": [
...         {"title": "30 days refund", "content": "How to return things."},
...         {"title": "Policy", "content": "Within 30 days, with the receipt."},
...     ]
... }
>>> report = golden.evaluate(cases, results)
>>> report["content_recall_at_5"], report["content_mrr_at_10"]
(1.0, 0.5)
"""

from __future__ import annotations

from rtreceval import _core
from rtreceval._core import Comparison, Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from rtreceval._core import _File, _Path

__all__ = [
    "DOCUMENT_FIELDS",
    "EVIDENCE_FIELDS",
    "Comparison",
    "Report",
    "evaluate",
    "required_depth",
]

EVIDENCE_FIELDS: tuple[str, ...]
"""The fields of a result that an answer could be read from, where no others are given."""
DOCUMENT_FIELDS: tuple[str, ...]
"""The fields of a result that tell its document, where no others are given."""
EVIDENCE_FIELDS, DOCUMENT_FIELDS = map(tuple, _core.golden_fields())


def evaluate(  # noqa: PLR0913 (they are keywords)
    cases: _Path | _File | Iterable[Mapping[str, Any]],
    results: (
        _Path
        | _File
        | Iterable[Mapping[str, Any]]
        | Mapping[str, Iterable[Mapping[str, Any] | str]]
    ),
    facets: Iterable[str] = (),
    *,
    whole_words: bool = False,
    evidence_fields: Iterable[str] = (),
    document_fields: Iterable[str] = (),
) -> Report:
    """Compare the results of a system with what the cases of a golden set expect.

    Terms are looked for in evidence, document substrings in the fields that tell a document. Text
    is brought to Unicode NFC, case folded, and each run of white space counts as one blank. A term
    is found wherever it stands, as "art" in "cart". A result without evidence is not an error: its
    rank carries no term.

    The report has for each case, and averaged over those that expect something of the kind:

    * `hit@K`: 1 where one of the first topK results is of an expected document, else 0.
    * `rr@10`: 1 / rank of the first such result of the first 10, else 0.
    * `contentRecall@5`: the share of terms that the first 5 results carry;
      `contentRecallAll@5`: 1 where they carry all, else 0.
    * `contentRR@10`: the mean over the terms of 1 / rank of the first of 10 results that carries
      the term, 0 for a term that none carries.

    Args:
        cases: The path of a file with a JSON object on each line ('-' is the standard input), a
            file object, or mappings of the same shape. Each has an `id`; `topK` (10 if absent),
            `expectedDocumentSubstrings` (one is enough), `expectedContentTerms` (each a string or a
            list of alternatives). Any other field may be a facet.
        results: The same with an `id` and its `results`, best first; or a mapping of ids to those.
            A result is a mapping, or a string that is its content. `requestedDepth` tells how many
            were asked for, if not topK.
        facets: Fields of cases by whose values to average too.
        whole_words: Find a term only where no letter or digit stands beside it.
        evidence_fields: Paths of the fields to look for terms in, in place of `EVIDENCE_FIELDS`:
            names parted by dots, `*` for any one, `**` for all below, 'default' for the default
            ones.
        document_fields: The same for documents and `DOCUMENT_FIELDS`.

    Returns:
        The values of all cases, their means, and the means of each group.

    Raises:
        InputError: A case or a result is not of its shape, an id comes twice, nothing is expected,
            no case has a facet, or no results are of a case. `file`, `line` and `column` tell the
            place in a file.
        OSError: A file cannot be read.
        TypeError: An argument is of a wrong type.
        ValueError: A path of a field is malformed.

    >>> report = evaluate(
    ...     [{"id": "1", "topK": 3, "expectedDocumentSubstrings": ["guide"]}],
    ...     [{"id": "1", "results": [{"title": "Notes"}, {"fileName": "User_Guide.pdf"}]}],
    ... )
    >>> report["hit_at_k"], report["mrr_at_10"], report["content_mrr_at_10"]
    (1.0, 0.5, None)
    """
    return _core.evaluate_golden(
        cases, results, list(facets), whole_words, list(evidence_fields), list(document_fields)
    )


def required_depth(case: Mapping[str, Any]) -> int:
    """Tell how many results to ask for, so that each value of a case is what it is called.

    Args:
        case: A case, as `evaluate` takes it.

    Returns:
        topK; 10, if that is larger, for a case with content terms.

    Raises:
        InputError: It is not of the shape of a case.
        TypeError: It is not a mapping.

    >>> required_depth({"id": "1", "topK": 3, "expectedContentTerms": ["30 days"]})
    10
    >>> required_depth({"id": "1", "topK": 3, "expectedDocumentSubstrings": ["guide"]})
    3
    """
    return _core.required_depth(case)
