"""pytrec_eval, computed by rtreceval: change the import, and nothing else.

The names, keys and values are those of pytrec-eval-terrier, to the last bit; `docs/dropins.md`
lists what is different on purpose.

>>> from rtreceval.compat import pytrec_eval
>>> qrel = {"q1": {"d1": 0, "d2": 1}, "q2": {"d2": 1, "d3": 1}}
>>> evaluator = pytrec_eval.RelevanceEvaluator(qrel, {"map", "ndcg_cut.3"})
>>> evaluator.evaluate({"q1": {"d1": 1.0, "d2": 2.0}, "q2": {"d1": 9.0, "d2": 5.0}})
{'q1': {'map': 1.0, 'ndcg_cut_3': 1.0}, 'q2': {'map': 0.25, 'ndcg_cut_3': 0.38685280723454163}}
"""

from __future__ import annotations

from collections import defaultdict

from rtreceval import _core
from rtreceval._core import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rtreceval._core import _File, _Measures, _Number, _Path, _Qrels

__all__ = [
    "RelevanceEvaluator",
    "__version__",
    "compute_aggregated_measure",
    "parse_qrel",
    "parse_run",
    "supported_measures",
    "supported_nicknames",
]

supported_nicknames: dict[str, set[str]] = {}
"""The sets of measures of trec_eval, by name."""

for _measure in _core.measures():
    for _nickname in _measure.sets:
        supported_nicknames.setdefault(_nickname, set()).add(_measure.name)

supported_measures: set[str] = supported_nicknames["all_trec"]
"""The measures of pytrec_eval. All others of rtreceval can be asked for too."""


class RelevanceEvaluator:
    """Evaluates runs against judgments."""

    def __init__(
        self,
        query_relevance: _Qrels,
        measures: _Measures,
        relevance_level: float = 1,
        judged_docs_only_flag: bool = False,  # noqa: FBT001, FBT002 (a position it has)
    ) -> None:
        """Prepare judgments and measures for any number of runs.

        Args:
            query_relevance: `{topic: {docno: grade}}`, or whatever `rtreceval.Evaluator` takes. A
                topic without a judgment is left out.
            measures: Names of measures and sets: 'map', 'ndcg_cut', 'ndcg_cut.10', 'P_5,10',
                'all_trec'.
            relevance_level: The lowest grade that the binary measures count as relevant.
            judged_docs_only_flag: Drop documents without a judgment from each ranking first.

        Raises:
            InputError: The judgments cannot be used.
            MeasureError: A measure is unknown, or a parameter is not one that it takes.
            TypeError: An argument, an id or a grade is of a wrong type.
            ValueError: The relevance level is negative.
        """
        requests = [measures] if isinstance(measures, str) else list(measures)  # type: ignore[arg-type]
        self._has_measures = bool(requests)
        self._evaluator = _core.Evaluator(
            query_relevance,
            requests or "num_q",
            relevance_level=relevance_level,
            judged_only=bool(judged_docs_only_flag),
        )

    def evaluate(self, scores: Mapping[str, Mapping[str, _Number]]) -> dict[str, dict[str, float]]:
        """Evaluate a run.

        Args:
            scores: `{topic: {docno: score}}`.

        Returns:
            `{topic: {measure: value}}` for the topics of the run that have judgments, in the order
            of the run.

        Raises:
            InputError: A score is not a number.
            TypeError: The run, an id or a score is of a wrong type.
        """
        values = _core.pytrec_eval_values(self._evaluator, scores)
        return values if self._has_measures else {topic: {} for topic in values}


def parse_run(f_run: _Path | _File | Iterable[str]) -> dict[str, dict[str, float]]:
    """Read a run of lines 'topic Q0 docno rank score tag'.

    Args:
        f_run: An open file, its lines, or a path.

    Returns:
        `{topic: {docno: score}}`, in the order of the lines.

    Raises:
        InputError: A line is malformed, or a topic names a document twice. `file`, `line` and
            `column` tell the place.
        OSError: The file cannot be read.
    """
    return defaultdict(dict, _core.parse_run(f_run))


def parse_qrel(f_qrel: _Path | _File | Iterable[str]) -> dict[str, dict[str, int]]:
    """Read judgments of lines 'topic iteration docno grade'.

    Args:
        f_qrel: An open file, its lines, or a path.

    Returns:
        `{topic: {docno: grade}}`, in the order of the lines.

    Raises:
        InputError: A line is malformed, or a topic names a document twice. `file`, `line` and
            `column` tell the place.
        OSError: The file cannot be read.
    """
    return defaultdict(dict, _core.parse_qrel(f_qrel))


def compute_aggregated_measure(measure: str, values: Sequence[float]) -> float:
    """Make one value of a measure's values by topic.

    Args:
        measure: The name of the measure. One that starts with 'num_' is summed; of one that starts
            with 'gm_' the values are logarithms, and their mean is taken to the power of e; of all
            others the mean is taken.
        values: The values by topic.

    Returns:
        The sum or the mean; not-a-number where there is no topic to average.
    """
    import numpy as np  # noqa: PLC0415 (an evaluation does without)

    if measure.startswith("num_"):
        return float(np.sum(values))
    if measure.startswith("gm_"):
        return float(np.exp(np.sum(values) / len(values)))
    return float(np.mean(values))
