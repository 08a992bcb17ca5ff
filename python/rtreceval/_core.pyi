# Types of the compiled part. The docstrings are in the module.

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, final, type_check_only

import numpy as np
import numpy.typing as npt

__all__ = [
    "Evaluation",
    "Evaluator",
    "Measure",
    "Qrels",
    "Run",
    "__version__",
    "cli",
    "evaluate",
    "measures",
    "read_qrels",
    "read_run",
]

__version__: str

_Path: TypeAlias = str | os.PathLike[str]
_Number: TypeAlias = float | np.number[Any]
_Id: TypeAlias = str | int

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
    | Mapping[str, Mapping[str, _Number]]
    | _Stream
    | _Frame
    | tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]
    | Iterable[tuple[_Id, _Id, _Number]]
)
_Qrels: TypeAlias = Qrels | _Input | Mapping[str, Mapping[str, Mapping[str, _Number]]]
_Run: TypeAlias = Run | _Input
_Measures: TypeAlias = str | _IrMeasure | Iterable[str | _IrMeasure]

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
    def needs(self) -> str: ...
    @property
    def defaults(self) -> list[float]: ...
    @property
    def average(self) -> str: ...
    @property
    def sets(self) -> list[str]: ...

@final
class Evaluation:
    def __getitem__(self, measure: str, /) -> float: ...
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
    def run_tag(self) -> str: ...
    def array(self, measure: str) -> npt.NDArray[np.float64]: ...
    def strings(self, measure: str) -> dict[str, str]: ...
    def to_trec(self, *, by_topic: bool = False, summary: bool = True) -> str: ...

@final
class Evaluator:
    def __new__(
        cls,
        qrels: _Qrels,
        measures: _Measures,
        *,
        relevance_level: float = 1.0,
        complete: bool = False,
        judged_only: bool = False,
        max_depth: int | None = None,
        num_docs: int = 0,
        compat: str = "9",
        columns: dict[str, str] | None = None,
        threads: int | None = None,
    ) -> Evaluator: ...
    def evaluate(self, run: _Run) -> Evaluation: ...

def evaluate(
    qrels: _Qrels,
    run: _Run,
    measures: _Measures,
    *,
    relevance_level: float = 1.0,
    complete: bool = False,
    judged_only: bool = False,
    max_depth: int | None = None,
    num_docs: int = 0,
    compat: str = "9",
    columns: dict[str, str] | None = None,
    threads: int | None = None,
) -> Evaluation: ...
def measures() -> list[Measure]: ...
def read_qrels(path: _Path, *, float_grades: bool = False, subtopics: bool = False) -> Qrels: ...
def read_run(path: _Path) -> Run: ...
def cli(args: Sequence[str]) -> int: ...
