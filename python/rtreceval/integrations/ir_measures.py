"""ir_measures, computed by rtreceval.

After `install()` whatever goes through the default pipeline of ir_measures is computed here:
`ir_measures.calc_aggregate`, `calc`, `iter_calc` and `evaluator`, the methods of its measures, and
what is built on them, such as the `Experiment` of PyTerrier. `docs/dropins.md` lists what is
different on purpose.

>>> import ir_measures
>>> from ir_measures import RR
>>> from rtreceval.integrations.ir_measures import install, uninstall
>>> install()
>>> qrels = {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 2}}
>>> ir_measures.calc_aggregate([RR @ 10], qrels, {"q1": {"d2": 2.0, "d1": 1.0}})
{RR@10: 0.25}
>>> uninstall()

`python -m rtreceval.integrations.ir_measures QRELS RUN MEASURE...` is the command line of
ir_measures with it.
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import ir_measures
from ir_measures import CalcResults, DefaultPipeline, Metric, providers
from ir_measures.util import QrelsConverter, RunConverter

import rtreceval

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ir_measures.measures import Measure
    from ir_measures.util import TYPE_QREL, TYPE_RUN

__all__ = ["Evaluator", "Provider", "install", "uninstall"]

_OURS = {name: ours for ours in rtreceval.measures() for name in ours.ir_measures}
_ANY = providers.base.Any()  # type: ignore[no-untyped-call]
_TYPES = {type(m) for name, m in ir_measures.measures.registry.items() if name in _OURS}


class Provider(providers.Provider):
    """Computes all measures of ir_measures, with all their parameters."""

    NAME = "rtreceval"
    SUPPORTED_MEASURES = [  # noqa: RUF012 (as the base class has it)
        measure(**dict.fromkeys(measure.SUPPORTED_PARAMS, _ANY))
        for measure in sorted(_TYPES, key=attrgetter("NAME"))
    ]

    def supports(self, measure: Measure) -> bool:
        """Tell whether a measure is one of those that ir_measures comes with.

        A measure made by `ir_measures.define` is not, whatever its name.

        Raises:
            AssertionError: ir_measures does not know a parameter, or its value is of a wrong type.
        """
        measure.validate_params()  # type: ignore[no-untyped-call]
        return type(measure) in _TYPES

    def _evaluator(self, measures: Iterable[Measure], qrels: TYPE_QREL) -> Evaluator:
        return Evaluator(measures, qrels)


class _Values(NamedTuple):
    """The values of a run."""

    topics: list[str]
    """Those of the run, in its order, and then the other topics of the qrels."""
    num_ranked: int
    """Number of those of the run."""
    columns: dict[Measure, list[float]]
    """For each measure a value for each topic."""


class Evaluator(providers.Evaluator):
    """Judgments and measures, prepared for any number of runs."""

    def __init__(self, measures: Iterable[Measure], qrels: TYPE_QREL) -> None:
        """Prepare judgments and measures.

        Args:
            measures: Measures of ir_measures.
            qrels: What ir_measures takes: named tuples with `query_id`, `doc_id`, `relevance` and
                perhaps `iteration`, a data frame with such columns, or `{topic: {docno: grade}}`.
                The iteration is the subtopic; judgments without subtopics have one.

        Raises:
            AssertionError: ir_measures does not know a parameter, or its value is of a wrong type.
            InputError: The judgments cannot be used.
            MeasureError: A parameter is not in its range.
            TypeError: An id or a grade is of a wrong type.
            ValueError: The judgments have another form, or a measure is not ir_measures' own.
        """
        self._requests = {measure: _request(measure) for measure in measures}
        by_subtopic = any(
            _OURS[str(measure.NAME)].needs == "grades by subtopic" for measure in self._requests
        )
        judgments, topics, self._judged = _judgments(qrels, by_subtopic=by_subtopic)
        super().__init__(list(self._requests), topics)
        requests = list(self._requests.values()) or ["num_q"]
        self._evaluator = rtreceval.Evaluator(judgments, requests, complete=True)

    def iter_calc(self, run: TYPE_RUN) -> Iterator[Metric]:
        """Give the values of a run one by one.

        Args:
            run: Named tuples with `query_id`, `doc_id` and `score`, a data frame with such columns,
                or `{topic: {docno: score}}`.

        Yields:
            For each topic of the run, in its order, a metric for each measure, in theirs; then
            those of the other topics of the qrels, in the order of the measures' names.

        Raises:
            InputError: The run cannot be used.
            TypeError: An id or a score is of a wrong type.
            ValueError: The run has another form.
        """
        yield from _metrics(self._values(run))

    def calc_aggregate(self, run: TYPE_RUN) -> dict[Measure, float | int]:
        """Give the mean of each measure over all topics of the qrels, or the sum of a number.

        Args:
            run: See `iter_calc`.

        Returns:
            The means by measure; not-a-number where the qrels have no topic.

        Raises:
            InputError: The run cannot be used.
            TypeError: An id or a score is of a wrong type.
            ValueError: The run has another form.
        """
        return _aggregates(self._values(run))

    def calc(self, run: TYPE_RUN) -> CalcResults:
        """Give the means and the values by topic.

        Args:
            run: See `iter_calc`.

        Returns:
            What `calc_aggregate` gives, and a list of what `iter_calc` gives.

        Raises:
            InputError: The run cannot be used.
            TypeError: An id or a score is of a wrong type.
            ValueError: The run has another form.
        """
        values = self._values(run)
        return CalcResults(_aggregates(values), list(_metrics(values)))

    def _values(self, run: TYPE_RUN) -> _Values:
        ranking, order = _ranking(run)
        ranked = [topic for topic in order if topic in self.qrel_qids]
        topics = ranked + sorted(set(self.qrel_qids).difference(ranked))
        if not self._judged:
            return _Values(
                topics, len(ranked), {m: [m.DEFAULT] * len(topics) for m in self.measures}
            )
        if self._judged.isdisjoint(ranked):
            # A run without any topic is not evaluated: one of them has an empty ranking instead.
            ranking = {min(self._judged): {}}
        result = self._evaluator.evaluate(ranking)
        index = {topic: at for at, topic in enumerate(result.topics)}
        columns = {}
        for measure, request in self._requests.items():
            values = result.array(request).tolist()
            columns[measure] = [
                values[index[topic]] if topic in index else measure.DEFAULT for topic in topics
            ]
        return _Values(topics, len(ranked), columns)


def install() -> None:
    """Put rtreceval first in the default pipeline of ir_measures, and among its providers."""
    providers.register(_PROVIDER)  # type: ignore[no-untyped-call]
    if _PROVIDER not in DefaultPipeline.providers:
        DefaultPipeline.providers.insert(0, _PROVIDER)


def uninstall() -> None:
    """Leave ir_measures as it was before `install()`."""
    providers.registry.pop(_PROVIDER.NAME, None)
    if _PROVIDER in DefaultPipeline.providers:
        DefaultPipeline.providers.remove(_PROVIDER)


_PROVIDER = Provider()  # type: ignore[no-untyped-call]


def _request(measure: Measure) -> str:
    """Spell a measure; a number may be of a class of its own, such as NumPy's."""
    if not _PROVIDER.supports(measure):
        raise ValueError(f"unsupported measure {measure}")
    params, at = [], ""
    for name, value in measure.params.items():
        if isinstance(value, dict):
            text = "{" + ",".join(f"{grade}:{gain}" for grade, gain in value.items()) + "}"
        else:
            text = repr(measure.SUPPORTED_PARAMS[name].dtype(value))
        if name == measure.AT_PARAM:
            at = f"@{text}"
        else:
            params.append(f"{name}={text}")
    return f"{measure.NAME}({','.join(params)}){at}" if params else f"{measure.NAME}{at}"


def _metrics(values: _Values) -> Iterator[Metric]:
    topics, num_ranked, columns = values
    for row, topic in enumerate(topics[:num_ranked]):
        for measure, column in columns.items():
            yield Metric(topic, measure, column[row])
    for measure in sorted(columns, key=str):
        for row in range(num_ranked, len(topics)):
            yield Metric(topics[row], measure, columns[measure][row])


def _aggregates(values: _Values) -> dict[Measure, float | int]:
    aggregators = {measure: measure.aggregator() for measure in values.columns}
    for measure, aggregator in aggregators.items():
        for value in values.columns[measure]:
            aggregator.add(value)
    return {measure: aggregator.result() for measure, aggregator in aggregators.items()}


def _judgments(
    qrels: Any,  # noqa: ANN401 (ir_measures tells what it is)
    *,
    by_subtopic: bool,
) -> tuple[Any, set[str], set[str]]:
    """Give judgments as rtreceval takes them, their topics, and those that have a judgment."""
    converter = QrelsConverter(qrels)  # type: ignore[no-untyped-call]
    kind, _ = converter.predict_type()  # type: ignore[no-untyped-call]
    if kind == "dict_of_dict":
        _check_topics("qrels", qrels)
    if kind == "dict_of_dict" and not by_subtopic:
        return qrels, set(qrels), {topic for topic, documents in qrels.items() if documents}
    if kind == "pd_dataframe" and not by_subtopic:
        frame = qrels[["query_id", "doc_id", "relevance"]]
        if not frame.duplicated(["query_id", "doc_id"]).any():
            topics = set(map(str, frame["query_id"].unique()))
            return frame, topics, topics
    rows = list(converter.as_namedtuple_iter())  # type: ignore[no-untyped-call]
    _check_topics("qrels", map(attrgetter("query_id"), rows))
    if not by_subtopic:
        plain: dict[str, dict[str, Any]] = defaultdict(dict)
        for topic, docno, grade in map(attrgetter("query_id", "doc_id", "relevance"), rows):
            plain[topic][docno] = grade
        if sum(map(len, plain.values())) == len(rows):
            return plain, set(plain), set(plain)
    judgments = _by_subtopic(rows)
    topics = set(qrels) if kind == "dict_of_dict" else set(judgments)
    if by_subtopic and judgments and all(map(_has_one_subtopic, judgments.values())):
        text = (
            "no topic has more than one subtopic: measures of diversity need qrels with the "
            "subtopic in the column or field 'iteration'"
        )
        warnings.warn(text, stacklevel=2)
    return judgments, topics, set(judgments)


def _check_topics(role: str, topics: Iterable[Any]) -> None:
    """Refuse query ids that are no strings, by which `Metric` could not be told apart."""
    for topic in topics:
        if not isinstance(topic, str):
            raise TypeError(f"{role}: query_id: found {topic!r}, {type(topic)}, expected a str")


def _by_subtopic(rows: list[Any]) -> dict[str, dict[str, dict[str, Any]]]:
    judgments: dict[str, dict[str, dict[str, Any]]] = {}
    for row in rows:
        subtopic = str(getattr(row, "iteration", "0"))
        grades = judgments.setdefault(row.query_id, {}).setdefault(row.doc_id, {})
        if subtopic in grades:
            raise rtreceval.InputError(
                f"found document '{row.doc_id}' of topic '{row.query_id}' a second time for "
                f"iteration '{subtopic}', expected each once"
            )
        grades[subtopic] = row.relevance
    return judgments


def _has_one_subtopic(documents: dict[str, dict[str, Any]]) -> bool:
    return len({subtopic for grades in documents.values() for subtopic in grades}) < 2  # noqa: PLR2004


def _ranking(run: Any) -> tuple[Any, Iterable[str]]:  # noqa: ANN401
    """Give a run as rtreceval takes it, and its topics in its order."""
    converter = RunConverter(run)  # type: ignore[no-untyped-call]
    kind, error = converter.predict_type()  # type: ignore[no-untyped-call]
    if kind == "dict_of_dict":
        _check_topics("run", run)
        return run, list(run)
    if kind == "pd_dataframe":
        return run[["query_id", "doc_id", "score"]], map(str, run["query_id"].unique())
    if kind == "namedtuple_iter":
        ranking: dict[str, dict[str, float]] = defaultdict(dict)
        for topic, docno, score in map(attrgetter("query_id", "doc_id", "score"), converter.run):
            documents = ranking[topic]
            if docno in documents:
                raise rtreceval.InputError(
                    f"found document '{docno}' of topic '{topic}' a second time, expected each "
                    "document once in a topic"
                )
            documents[docno] = score
        _check_topics("run", ranking)
        return ranking, ranking
    raise ValueError(f"unknown run format: {error}")


def main() -> None:
    """Run the command line of ir_measures."""
    from ir_measures.__main__ import main_cli  # noqa: PLC0415

    install()
    main_cli()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
