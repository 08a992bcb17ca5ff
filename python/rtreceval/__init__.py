"""Retrieval evaluation with the numbers of trec_eval, byte for byte.

>>> import rtreceval
>>> qrels = {"q1": {"A": 3, "B": 2, "C": 1}}
>>> run = {"q1": {"B": 9.0, "X": 8.0, "A": 7.0, "C": 6.0}}
>>> result = rtreceval.evaluate(qrels, run, ["ndcg_cut_4", "ndcg_exp_cut_4"])
>>> print(result)
ndcg_cut_4            	all	0.8254
ndcg_exp_cut_4        	all	0.7379
<BLANKLINE>
"""

from __future__ import annotations

from rtreceval._core import (
    Evaluation,
    Evaluator,
    Measure,
    Qrels,
    Run,
    __version__,
    conventions,
    evaluate,
    measures,
    presets,
    read_qrels,
    read_run,
)
from rtreceval.errors import InputError, InputWarning, MeasureError, RtrecevalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from rtreceval import golden, rag

__all__ = [
    "Evaluation",
    "Evaluator",
    "InputError",
    "InputWarning",
    "Measure",
    "MeasureError",
    "Qrels",
    "RtrecevalError",
    "Run",
    "__version__",
    "conventions",
    "evaluate",
    "golden",
    "measures",
    "presets",
    "rag",
    "read_qrels",
    "read_run",
]


def __getattr__(name: str) -> ModuleType:
    """Import a module of the package when it is first asked for."""
    if name in {"golden", "rag"}:
        from importlib import import_module  # noqa: PLC0415 (most programs need it never)

        return import_module(f"rtreceval.{name}")
    raise AttributeError(f"module 'rtreceval' has no attribute '{name}'")
