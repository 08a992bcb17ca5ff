"""The Python tools, each behind the same methods.

Little is imported here, as it would be added to the start-up time of each tool.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TextIO, TypeAlias

    from harness.arrays import Arrays

    # What each tool has types of its own for.
    Qrels: TypeAlias = Any
    Run: TypeAlias = Any
    Measures: TypeAlias = Any
    Result: TypeAlias = Any


def open_text(path: str) -> TextIO:
    """Open a file to read; pathlib is imported for the tools that read files in Python only."""
    return import_module("pathlib").Path(path).open()


class Peer:
    """A Python tool. A new one is a subclass of this and a line in `PEERS`.

    Attributes:
        name: What the table calls it.
        module: What is imported.
        distribution: What is installed.
        dialect: How it spells measures, a key of the sets in harness/measures.py.
        modes: The modes of compare.py that it takes part in.
    """

    name = module = distribution = dialect = ""
    modes: tuple[str, ...] = ("files", "dicts", "call")

    def __init__(self) -> None:
        """Import the tool."""
        self.lib = import_module(self.module)

    def measures(self, names: list[str]) -> Measures:
        """What users of the tool hold instead of names."""
        return names

    def read_qrels(self, path: str) -> Qrels:
        """Qrels for `evaluator`."""
        return path

    def read_run(self, path: str) -> Run:
        """A run for what `evaluator` gives."""
        return path

    def evaluator(self, qrels: Qrels, measures: Measures) -> Callable[[Run], Result]:
        """Prepare the qrels once; gives the function that evaluates a run."""
        raise NotImplementedError

    def evaluate(self, qrels: Qrels, run: Run, measures: Measures) -> Result:
        """Evaluate one run, nothing prepared."""
        return self.evaluator(qrels, measures)(run)

    def array_evaluator(self, qrels: Arrays, measures: Measures) -> Callable[[Run], Result]:
        """The same as `evaluator` for arrays."""
        raise NotImplementedError

    def array_run(self, run: Arrays) -> Run:
        """A run for what `array_evaluator` gives."""
        return run

    def means(self, result: Result) -> dict[Any, float]:
        """The means that a result holds, by measure."""
        return result


class Rtreceval(Peer):
    """This tool as a library: files by their path, which it streams."""

    name, module, distribution = "rtreceval (Python)", "rtreceval", "rtreceval"
    dialect = "trec_eval"
    modes = ("files", "dicts", "call", "arrays")

    def evaluator(self, qrels: Qrels, measures: Measures) -> Callable[[Run], Result]:
        return self.lib.Evaluator(qrels, measures).evaluate

    def evaluate(self, qrels: Qrels, run: Run, measures: Measures) -> Result:
        return self.lib.evaluate(qrels, run, measures)

    def array_evaluator(self, qrels: Arrays, measures: Measures) -> Callable[[Run], Result]:
        return self.evaluator(tuple(qrels), measures)

    def array_run(self, run: Arrays) -> Run:
        return tuple(run)

    def means(self, result: Result) -> dict[Any, float]:
        return result.summary


class RtrecevalPerTopic(Rtreceval):
    """This tool, and the values as pytrec_eval gives them: a dict for each topic."""

    name = "rtreceval (Python), per_topic"
    modes = ("dicts", "call")

    def evaluator(self, qrels: Qrels, measures: Measures) -> Callable[[Run], Result]:
        evaluate = super().evaluator(qrels, measures)
        return lambda run: self.with_topics(evaluate(run))

    def evaluate(self, qrels: Qrels, run: Run, measures: Measures) -> Result:
        return self.with_topics(super().evaluate(qrels, run, measures))

    def with_topics(self, result: Result) -> tuple[Result, Any]:
        """A result and its values by topic."""
        return result, result.per_topic

    def means(self, result: Result) -> dict[Any, float]:
        return result[0].summary


class PytrecEval(Peer):
    """pytrec-eval-terrier: its own file readers, the means by its own function."""

    name, module, distribution = "pytrec_eval", "pytrec_eval", "pytrec-eval-terrier"
    dialect = "pytrec_eval"

    def read_qrels(self, path: str) -> Qrels:
        with open_text(path) as lines:
            return self.lib.parse_qrel(lines)

    def read_run(self, path: str) -> Run:
        with open_text(path) as lines:
            return self.lib.parse_run(lines)

    def evaluator(self, qrels: Qrels, measures: Measures) -> Callable[[Run], Result]:
        return self.lib.RelevanceEvaluator(qrels, measures).evaluate

    def means(self, result: Result) -> dict[Any, float]:
        mean, topics = self.lib.compute_aggregated_measure, list(result.values())
        return {name: mean(name, [topic[name] for topic in topics]) for name in topics[0]}


class PytrecEvalFromArrays(PytrecEval):
    """pytrec-eval-terrier, and the dicts that it needs made of the arrays in each call."""

    name = "pytrec_eval, from arrays"
    modes = ("arrays",)

    def array_evaluator(self, qrels: Arrays, measures: Measures) -> Callable[[Run], Result]:
        judged: dict[str, dict[str, int]] = {}
        for topic, doc, grade in zip(*(column.tolist() for column in qrels), strict=True):
            judged.setdefault(str(topic), {})[str(doc)] = int(grade)
        evaluate = self.evaluator(judged, measures)
        return lambda run: evaluate(
            {
                str(topic): dict(zip(map(str, docs), scores, strict=True))
                for topic, docs, scores in zip(*(column.tolist() for column in run), strict=True)
            }
        )


class IrMeasures(Peer):
    """ir_measures with its default providers; it gives means only."""

    name, module, distribution = "ir_measures", "ir_measures", "ir_measures"
    dialect = "ir_measures"

    def measures(self, names: list[str]) -> Measures:
        return [self.lib.parse_measure(name) for name in names]

    def read_qrels(self, path: str) -> Qrels:
        return list(self.lib.read_trec_qrels(path))

    def read_run(self, path: str) -> Run:
        return self.lib.read_trec_run(path)

    def evaluator(self, qrels: Qrels, measures: Measures) -> Callable[[Run], Result]:
        return self.lib.evaluator(measures, qrels).calc_aggregate

    def evaluate(self, qrels: Qrels, run: Run, measures: Measures) -> Result:
        return self.lib.calc_aggregate(measures, qrels, run)


class Ranx(Peer):
    """ranx, which compiles a part of itself in each process, for seconds; ties stay as they are."""

    name = module = distribution = dialect = "ranx"
    modes = ("files", "arrays")

    def read_qrels(self, path: str) -> Qrels:
        return self.lib.Qrels.from_file(path, kind="trec")

    def read_run(self, path: str) -> Run:
        return self.lib.Run.from_file(path, kind="trec")

    def evaluator(self, qrels: Qrels, measures: Measures) -> Callable[[Run], Result]:
        return lambda run: self.lib.evaluate(qrels, run, measures)

    def array_evaluator(self, qrels: Arrays, measures: Measures) -> Callable[[Run], Result]:
        # Topic by topic in the order of the run, which is that of the qrels, the best grades first.
        numpy, numba = import_module("numpy"), import_module("numba")
        judged = numba.typed.List()
        for topic in dict.fromkeys(qrels.topics.tolist()):
            of_topic = qrels.topics == topic
            pairs = numpy.stack((qrels.docs[of_topic], qrels.values[of_topic]), axis=1)
            judged.append(pairs[numpy.argsort(-pairs[:, 1], kind="stable")].astype(float))
        return self.evaluator(judged, measures)

    def array_run(self, run: Arrays) -> Run:
        return import_module("numpy").stack((run.docs.astype(float), run.values), axis=2)


PEERS: tuple[type[Peer], ...] = (
    Rtreceval,
    RtrecevalPerTopic,
    PytrecEval,
    PytrecEvalFromArrays,
    IrMeasures,
    Ranx,
)
