# Types of the compiled part. The docstrings are in the module.

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import (
    Any,
    ClassVar,
    Literal,
    Protocol,
    TypeAlias,
    TypedDict,
    TypeVar,
    final,
    overload,
    type_check_only,
)

import numpy as np
import numpy.typing as npt

# Each may be absent, or without types.
import pandas as pd  # type: ignore[import-not-found, import-untyped, unused-ignore]
import polars as pl  # type: ignore[import-not-found, unused-ignore]
import pyarrow as pa  # type: ignore[import-not-found, import-untyped, unused-ignore]

_T = TypeVar("_T")

__all__ = [
    "Comparison",
    "Evaluation",
    "Evaluator",
    "Measure",
    "Qrels",
    "Report",
    "RetrievalMetrics",
    "Run",
    "__version__",
    "cli",
    "conventions",
    "evaluate",
    "evaluate_golden",
    "evaluate_items",
    "from_trec",
    "golden_fields",
    "hit_at_k",
    "measures",
    "mrr",
    "ndcg_at_k",
    "parse_qrel",
    "parse_run",
    "precision_at_k",
    "presets",
    "pytrec_eval_values",
    "read_qrels",
    "read_run",
    "recall_at_k",
    "required_depth",
    "retrieval_metrics",
    "to_trec",
]

__version__: str

_Path: TypeAlias = str | os.PathLike[str]
_Number: TypeAlias = float | np.number[Any]
_Id: TypeAlias = str | int | np.integer[Any]
_Layout: TypeAlias = Literal["wide", "long"]

class _Stream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None, /) -> object: ...

class _File(Protocol):
    def read(self) -> str | bytes: ...

class _Frame(Protocol):
    @property
    def columns(self) -> Any: ...  # noqa: ANN401
    def __getitem__(self, key: Any, /) -> Any: ...  # noqa: ANN401

_Input: TypeAlias = (
    _Path
    | bytes
    | _File
    | Mapping[Any, Mapping[Any, _Number]]
    | _Stream
    | _Frame
    | tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]
    | Iterable[tuple[_Id, _Id, _Number]]
)
_Qrels: TypeAlias = (
    Qrels
    | _Input
    | Mapping[Any, Mapping[Any, Mapping[Any, _Number]]]
    | Iterable[tuple[_Id, _Id, _Id, _Number]]
)
_Run: TypeAlias = Run | _Input
_Measures: TypeAlias = str | _IrMeasure | Iterable[str | _IrMeasure]

# The arguments of `evaluate` that conventions are.
@type_check_only
class _Arguments(TypedDict):
    compat: Literal["9", "10"]
    order: Literal["score", "rank"]
    ties: Literal["docno", "file", "rank"]
    topics: Literal["intersection", "qrels", "run"]
    no_relevant: Literal["zero", "skip", "one"]
    duplicates: Literal["error", "first", "last", "max"]
    relevance_level: float
    ignore_identical_ids: bool

# What `conventions` tells of a program.
@type_check_only
class _Conventions(TypedDict):
    program: str
    arguments: _Arguments
    digits: int | None
    measures: dict[str, str]
    refused: dict[str, str]
    differences: list[str]

# A measure of ir_measures.
@type_check_only
class _IrMeasure(Protocol):
    @property
    def SUPPORTED_PARAMS(self) -> dict[str, Any]: ...  # noqa: N802

@final
class Qrels:
    @property
    def topics(self) -> list[str]: ...
    @property
    def num_judgments(self) -> int: ...
    def __len__(self) -> int: ...

@final
class Run:
    @property
    def topics(self) -> list[str]: ...
    @property
    def tag(self) -> str: ...
    @property
    def num_docs(self) -> int: ...
    def __len__(self) -> int: ...

@final
class Measure:
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def help(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def ir_measures(self) -> list[str]: ...
    @property
    def parameters(self) -> list[str]: ...
    @property
    def defaults(self) -> list[float]: ...
    @property
    def needs(self) -> str: ...
    @property
    def average(self) -> str: ...
    @property
    def sets(self) -> list[str]: ...
    def _repr_html_(self) -> str: ...

@final
class Evaluation:
    def __getitem__(self, measure: str, /) -> float: ...
    def __contains__(self, measure: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def keys(self) -> list[str]: ...
    def values(self) -> list[float]: ...
    def items(self) -> list[tuple[str, float]]: ...
    @overload
    def get(self, measure: str, /) -> float | None: ...
    @overload
    def get(self, measure: str, default: _T, /) -> float | _T: ...
    @property
    def summary(self) -> dict[str, float]: ...
    @property
    def per_topic(self) -> dict[str, dict[str, float]]: ...
    @property
    def topics(self) -> list[str]: ...
    @property
    def measures(self) -> list[str]: ...
    @property
    def missing_topics(self) -> list[str]: ...
    @property
    def unjudged_topics(self) -> list[str]: ...
    @property
    def topics_without_relevant(self) -> list[str]: ...
    @property
    def conventions(self) -> _Arguments: ...
    @property
    def run_tag(self) -> str: ...
    def array(self, measure: str) -> npt.NDArray[np.float64]: ...
    def strings(self, measure: str) -> dict[str, str]: ...
    def to_trec(self, *, by_topic: bool = False, summary: bool = True) -> str: ...
    @overload
    def to_dict(
        self, *, layout: Literal["wide"] = "wide", summary: bool = False
    ) -> dict[str, dict[str, float | str]]: ...
    @overload
    def to_dict(
        self, *, layout: Literal["long"], summary: bool = False
    ) -> list[dict[str, float | str | None]]: ...
    def to_json(self, *, layout: _Layout = "wide", summary: bool = False) -> str: ...
    def to_pandas(self, *, layout: _Layout = "wide", summary: bool = False) -> pd.DataFrame: ...
    def to_polars(self, *, layout: _Layout = "wide", summary: bool = False) -> pl.DataFrame: ...
    def to_arrow(self, *, layout: _Layout = "wide", summary: bool = False) -> pa.Table: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Evaluator:
    def __new__(
        cls,
        qrels: _Qrels,
        measures: _Measures,
        *,
        like: str | None = None,
        relevance_level: float | None = None,
        complete: bool | None = None,
        judged_only: bool = False,
        max_depth: int | None = None,
        num_docs: int = 0,
        compat: str | None = None,
        order: str | None = None,
        ties: str | None = None,
        topics: str | None = None,
        no_relevant: str | None = None,
        ignore_identical_ids: bool | None = None,
        duplicates: str | None = None,
        columns: dict[str, str] | None = None,
        threads: int | None = None,
    ) -> Evaluator: ...
    def evaluate(self, run: _Run) -> Evaluation: ...

def evaluate(
    qrels: _Qrels,
    run: _Run,
    measures: _Measures,
    *,
    like: str | None = None,
    relevance_level: float | None = None,
    complete: bool | None = None,
    judged_only: bool = False,
    max_depth: int | None = None,
    num_docs: int = 0,
    compat: str | None = None,
    order: str | None = None,
    ties: str | None = None,
    topics: str | None = None,
    no_relevant: str | None = None,
    ignore_identical_ids: bool | None = None,
    duplicates: str | None = None,
    columns: dict[str, str] | None = None,
    threads: int | None = None,
) -> Evaluation: ...
def pytrec_eval_values(
    evaluator: Evaluator, run: Mapping[str, Mapping[str, _Number]]
) -> dict[str, dict[str, float]]: ...
def parse_run(lines: _Path | _File | Iterable[str]) -> dict[str, dict[str, float]]: ...
def parse_qrel(lines: _Path | _File | Iterable[str]) -> dict[str, dict[str, int]]: ...

@final
class RetrievalMetrics:
    @property
    def recall_at_k(self) -> float: ...
    @property
    def precision_at_k(self) -> float: ...
    @property
    def ndcg_at_10(self) -> float: ...
    @property
    def mrr(self) -> float: ...
    @property
    def hit_at_k(self) -> float: ...
    def to_dict(self) -> dict[str, float]: ...
    def to_json(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Report:
    def __getitem__(self, name: str, /) -> float | None: ...
    def __contains__(self, name: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def keys(self) -> list[str]: ...
    @property
    def summary(self) -> dict[str, Any]: ...
    @property
    def facets(self) -> dict[str, dict[str, dict[str, Any]]]: ...
    @property
    def rows(self) -> list[dict[str, Any]]: ...
    @property
    def warnings(self) -> list[str]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def to_json(self) -> str: ...
    def to_jsonl(self) -> str: ...
    def to_csv(self) -> str: ...
    def compare(
        self,
        baseline: Report | _Path | Mapping[str, Any],
        *,
        max_drop: Mapping[str, float] | None = None,
        max_facet_drop: Mapping[str, float] | None = None,
    ) -> Comparison: ...

@final
class Comparison:
    @property
    def passed(self) -> bool: ...
    @property
    def regressions(self) -> list[tuple[str, str, float | None, float | None]]: ...
    @property
    def notes(self) -> list[str]: ...

def recall_at_k(ranked: Iterable[str], qrels: Mapping[str, float], k: int) -> float: ...
def precision_at_k(ranked: Iterable[str], qrels: Mapping[str, float], k: int) -> float: ...
def hit_at_k(ranked: Iterable[str], qrels: Mapping[str, float], k: int) -> float: ...
def mrr(ranked: Iterable[str], qrels: Mapping[str, float]) -> float: ...
def ndcg_at_k(ranked: Iterable[str], qrels: Mapping[str, float], k: int) -> float: ...
def retrieval_metrics(
    ranked: Iterable[str], qrels: Mapping[str, float], k: int
) -> RetrievalMetrics: ...
def evaluate_items(
    items: _Path | _File | Iterable[Mapping[str, Any]], k: int, facets: Sequence[str]
) -> Report: ...
def to_trec(items: _Path | _File | Iterable[Mapping[str, Any]]) -> tuple[str, str]: ...
def from_trec(qrels: _Qrels, run: _Run) -> list[dict[str, Any]]: ...
def evaluate_golden(
    cases: _Path | _File | Iterable[Mapping[str, Any]],
    results: (
        _Path
        | _File
        | Iterable[Mapping[str, Any]]
        | Mapping[str, Iterable[Mapping[str, Any] | str]]
    ),
    facets: Sequence[str],
    whole_words: bool,
    evidence_fields: Sequence[str],
    document_fields: Sequence[str],
) -> Report: ...
def required_depth(case: Mapping[str, Any]) -> int: ...
def golden_fields() -> tuple[list[str], list[str]]: ...
def measures() -> list[Measure]: ...
def presets() -> list[str]: ...
def conventions(like: str) -> _Conventions: ...
def read_qrels(
    path: _Path | bytes | _File,
    *,
    format: str | None = None,  # noqa: A002
    duplicates: str = "error",
    lenient: bool = False,
    float_grades: bool = False,
    subtopics: bool = False,
) -> Qrels: ...
def read_run(
    path: _Path | bytes | _File,
    *,
    format: str | None = None,  # noqa: A002
    duplicates: str = "error",
    nan: str = "error",
    lenient: bool = False,
) -> Run: ...
def cli(args: Sequence[str]) -> int: ...
