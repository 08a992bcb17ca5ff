"""Objects used again, in any order and with errors in between, give what fresh ones would."""

from __future__ import annotations

import io
import tempfile
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

import rtreceval
from rtreceval import RtrecevalError
from tests.support import OPTIONS, Options, Qrels, Run, bits, qrels_and_run, run_file

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MEASURES = [
    ["map"],
    ["all_trec"],
    ["nDCG@3", "P.1,2", "relstring.4"],
    ["ndcg.0=1,2=0.5", "bpref", "recip_rank.2"],
]


def rows(data: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str, Any]]:
    """Give rows of topic, document and number."""
    return [(topic, doc, number) for topic, docs in data.items() for doc, number in docs.items()]


def frame(data: Mapping[str, Mapping[str, Any]], number: str) -> pl.DataFrame:
    """Give a data frame."""
    return pl.DataFrame(rows(data), ["query_id", "doc_id", number], orient="row")


def qrels_file(qrels: Qrels) -> bytes:
    """Give judgments the form of a file."""
    return "".join(f"{topic} 0 {doc} {grade}\n" for topic, doc, grade in rows(qrels)).encode()


def read(reader: Callable[[str], Any], content: bytes) -> Any:
    """Read an object from a file that is gone after that."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        return reader(file.name)


QRELS_SHAPES: dict[str, Callable[[Qrels], Any]] = {
    "dict": lambda qrels: qrels,
    "object": lambda qrels: read(rtreceval.read_qrels, qrels_file(qrels)),
    "file": lambda qrels: io.BytesIO(qrels_file(qrels)),
    "frame": lambda qrels: frame(qrels, "relevance"),
    "rows": lambda qrels: iter(rows(qrels)),
}
RUN_SHAPES: dict[str, Callable[[Run], Any]] = {
    "dict": lambda run: run,
    "object": lambda run: read(rtreceval.read_run, run_file(run).encode()),
    "file": lambda run: io.BytesIO(run_file(run).encode()),
    "frame": lambda run: frame(run, "score"),
    "rows": lambda run: iter(rows(run)),
}

BAD_RUNS: list[Any] = [
    {"1": {"d0": float("nan")}},
    {"1": {"d0": 1.0, "d1": "x"}},
    {"1": None},
    [("1", "d0", 1.0), ("1", "d0", 2.0)],
    io.BytesIO(b"1 Q0 d0 1 1 t\n1 Q0 d0 2 1 t\n"),
    {"elsewhere": {"d0": 1.0}},
    b"/nothing/here",
    7,
]
"""What no evaluation takes."""


class Reuse(RuleBasedStateMachine):
    """Evaluators, judgments, runs and results, all of which stay in use."""

    evaluators = Bundle("evaluators")
    judgments = Bundle("judgments")
    runs = Bundle("runs")

    def __init__(self) -> None:
        """Start with nothing."""
        super().__init__()
        self.results: list[tuple[rtreceval.Evaluation, dict[str, list[str]]]] = []

    @initialize(target=judgments, inputs=qrels_and_run(), shape=st.sampled_from(["dict", "object"]))
    def first_judgments(self, inputs: tuple[Qrels, Run], shape: str) -> tuple[Qrels, Any]:
        """Have some judgments in a shape that can be used again."""
        return inputs[0], QRELS_SHAPES[shape](inputs[0])

    @rule(target=judgments, inputs=qrels_and_run(), shape=st.sampled_from(["dict", "object"]))
    def more_judgments(self, inputs: tuple[Qrels, Run], shape: str) -> tuple[Qrels, Any]:
        """Have more of them."""
        return inputs[0], QRELS_SHAPES[shape](inputs[0])

    @initialize(target=runs, inputs=qrels_and_run(), shape=st.sampled_from(["dict", "object"]))
    def first_run(self, inputs: tuple[Qrels, Run], shape: str) -> tuple[Run, Any]:
        """Have a run in a shape that can be used again."""
        return inputs[1], RUN_SHAPES[shape](inputs[1])

    @rule(target=runs, inputs=qrels_and_run(), shape=st.sampled_from(["dict", "object"]))
    def more_runs(self, inputs: tuple[Qrels, Run], shape: str) -> tuple[Run, Any]:
        """Have more of them."""
        return inputs[1], RUN_SHAPES[shape](inputs[1])

    @rule(
        target=evaluators,
        judgments=judgments,
        shape=st.sampled_from([None, *QRELS_SHAPES]),
        measures=st.sampled_from(MEASURES),
        options=st.sampled_from(OPTIONS),
    )
    def prepare(
        self, judgments: tuple[Qrels, Any], shape: str | None, measures: list[str], options: Options
    ) -> tuple[rtreceval.Evaluator, Qrels, list[str], Options]:
        """Prepare an evaluator from judgments used before, or from the same in another shape."""
        qrels, reused = judgments
        given = QRELS_SHAPES[shape](qrels) if shape else reused
        return rtreceval.Evaluator(given, measures, **options), qrels, measures, options

    @rule(evaluator=evaluators, run=runs, shape=st.sampled_from([None, *RUN_SHAPES]))
    def evaluate(
        self,
        evaluator: tuple[rtreceval.Evaluator, Qrels, list[str], Options],
        run: tuple[Run, Any],
        shape: str | None,
    ) -> None:
        """Evaluate, and compare with copies of it all that nothing has used before."""
        prepared, qrels, measures, options = evaluator
        given = RUN_SHAPES[shape](run[0]) if shape else run[1]
        result = prepared.evaluate(given)
        fresh = rtreceval.evaluate(
            QRELS_SHAPES["object"](qrels),
            RUN_SHAPES["object"](run[0]),
            measures,
            **options,
        )
        assert bits(result) == bits(fresh)
        assert result.topics == fresh.topics
        assert result.missing_topics == fresh.missing_topics
        assert result.unjudged_topics == fresh.unjudged_topics
        self.results.append((result, bits(result)))

    @rule(evaluator=evaluators, number=st.integers(0, len(BAD_RUNS) - 1))
    def fail(
        self, evaluator: tuple[rtreceval.Evaluator, Qrels, list[str], Options], number: int
    ) -> None:
        """Give it what it refuses."""
        prepared, _, _, options = evaluator
        if options.get("compat") == "10" and "elsewhere" in repr(BAD_RUNS[number]):
            return  # every topic has a value then
        if isinstance(BAD_RUNS[number], io.BytesIO):
            BAD_RUNS[number].seek(0)
        with pytest.raises((RtrecevalError, OSError, TypeError)):
            prepared.evaluate(BAD_RUNS[number])

    @rule(judgments=judgments, request=st.sampled_from(["nothing", "P.0", "alpha_nDCG@5", ""]))
    def fail_to_prepare(self, judgments: tuple[Qrels, Any], request: str) -> None:
        """Ask for what these judgments have not."""
        with pytest.raises(RtrecevalError):
            rtreceval.evaluate(judgments[1], {"1": {"d0": 1.0}}, request)

    @invariant()
    def results_stay(self) -> None:
        """What was given out does not change."""
        for result, before in self.results[-3:]:
            assert bits(result) == before


TestReuse = Reuse.TestCase
TestReuse.settings = settings(max_examples=30, stateful_step_count=25)
