"""What other tools make of the example on the page of measures, computed here and now.

pytrec_eval, cwl-eval, pyndeval, gdeval (in Perl), ir_measures and scikit-learn have to be there.
ranx, which brings much with it, may be absent: then a page is not written, and checked without it.
"""

# ruff: noqa: INP001 (not a package)

from __future__ import annotations

from typing import TYPE_CHECKING

import ir_measures
import pytrec_eval
from sklearn.metrics import (  # type: ignore[import-untyped]
    average_precision_score,
    dcg_score,
    ndcg_score,
)

import rtreceval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

try:
    import ranx
except ImportError:
    ranx = None

MISSING = [] if ranx else ["ranx"]
"""The tools that are not here."""

CLOSE = 1e-5
"""Gdeval prints five decimals."""

Run = dict[str, dict[str, float]]

QRELS = {"1": {"a": 3, "b": 2, "c": 1, "d": 1, "e": 0}}
RUN = {"1": {"b": 9.0, "x": 8.0, "a": 7.0, "e": 6.0, "c": 5.0}}
TIED = {"1": {"b": 9.0, "x": 9.0, "a": 7.0, "e": 6.0, "c": 5.0}}
DIVERSE = {"1": {"a": {"s": 1, "t": 1}, "b": {"s": 1}, "c": {"u": 1}, "e": {"s": 0}}}
ROWS = [
    ir_measures.Qrel("1", doc, grade, subtopic)
    for doc, grades in DIVERSE["1"].items()
    for subtopic, grade in grades.items()
]

EXAMPLES = {
    "accuracy": ["Accuracy"], "map": ["AP"], "map_cut": ["AP@3", "AP(rel=2)@3"],
    "bpm": ["BPM(max_rel=3)@5"], "bpref": ["Bpref"], "compat": ["Compat"], "err": ["ERR@5"],
    "err_ia": ["ERR_IA@1", "ERR_IA@5"], "nerr_ia": ["nERR_IA@5"],
    "alpha_dcg": ["alpha_DCG@1", "alpha_DCG@5"], "alpha_ndcg": ["alpha_nDCG@5"], "nrbp": ["NRBP"],
    "nnrbp": ["nNRBP"], "ap_ia": ["AP_IA"], "p_ia": ["P_IA@5"], "strec": ["StRecall@5"],
    "infAP": ["infAP"], "inst": ["INST(max_rel=3)"], "insq": ["INSQ(max_rel=3)"],
    "iprec_at_recall": ["IPrec@0.5"], "judged": ["Judged@1", "Judged@5"], "ndcg": ["nDCG"],
    "ndcg_cut": ["nDCG@5", "nDCG(gains={1:0,3:9})@5"], "ndcg_exp": ["nDCG(dcg='exp-log2')"],
    "ndcg_exp_cut": ["nDCG(dcg='exp-log2')@5"], "nerr8": ["NERR8(max_rel=3)@5"],
    "nerr9": ["NERR9(max_rel=3)@5"], "nerr10": ["NERR10(max_rel=3)"],
    "nerr11": ["NERR11(max_rel=3)"], "num_q": ["NumQ"], "num_rel": ["NumRel"],
    "num_ret": ["NumRet"], "num_rel_ret": ["NumRet(rel=1)", "NumRet(rel=2)"], "P": ["P@5"],
    "recall": ["R@5"], "relative_P": ["relative_P.3"], "F": ["F@5"], "dcg": ["dcg@5"],
    "rbp": ["RBP", "RBP(rel=1)"], "rbp_residual": ["RBP(residual=True)"], "Rprec": ["Rprec"],
    "Rprec_mult": ["Rprec_mult.0.5"],
    "recip_rank": ["RR", "RR@10"], "sdcg": ["SDCG(max_rel=3)@5"], "set_P": ["SetP"],
    "set_relative_P": ["SetP(relative=True)"], "set_recall": ["SetR"],
    "set_F": ["SetF", "SetF(beta=2.0)"], "set_map": ["SetAP"], "success": ["Success@1"],
}  # fmt: skip
"""What is computed of a measure; of one that is not here its name, where pytrec_eval has that."""

ON_TIES = {
    "RR", "RR@10", "AP", "nDCG@5", "nDCG(dcg='exp-log2')@5", "ERR@5", "RBP(rel=1)", "Accuracy",
    "INST(max_rel=3)", "Compat", "Judged@1", "Success@1", "dcg@5", "alpha_nDCG@5",
}  # fmt: skip
"""What is computed with equal scores too."""

PROVIDERS = {
    "pytrec_eval": "pytrec_eval", "cwl_eval": "cwl-eval", "gdeval": "gdeval",
    "pyndeval": "pyndeval", "msmarco": "ir_measures", "judged": "ir_measures",
    "compat": "ir_measures", "accuracy": "ir_measures",
}  # fmt: skip
"""The tools behind the providers of ir_measures. The last four are code of its own."""

RANX = {
    "AP": "map", "AP@3": "map@3", "Bpref": "bpref", "nDCG": "ndcg", "nDCG@5": "ndcg@5",
    "nDCG(dcg='exp-log2')": "ndcg_burges", "nDCG(dcg='exp-log2')@5": "ndcg_burges@5",
    "NumRet(rel=1)": "hits", "P@5": "precision@5", "R@5": "recall@5", "F@5": "f1@5",
    "dcg@5": "dcg@5", "RBP(rel=1)": "rbp.80", "Rprec": "r-precision", "RR": "mrr",
    "RR@10": "mrr@10", "SetP": "precision", "SetR": "recall", "SetF": "f1",
    "Success@1": "hit_rate@1",
}  # fmt: skip


def vectors(run: Run) -> tuple[list[list[int]], list[list[float]]]:
    """Give grades and scores of all documents; those that are not retrieved come last."""
    docs = sorted({*QRELS["1"], *run["1"]})
    grades = [QRELS["1"].get(doc, 0) for doc in docs]
    return [grades], [[run["1"].get(doc, -1.0 - at) for at, doc in enumerate(docs)]]


SKLEARN: dict[str, Callable[[list[list[int]], list[list[float]]], float]] = {
    "AP": lambda grades, scores: average_precision_score([g > 0 for g in grades[0]], scores[0]),
    "nDCG": ndcg_score,
    "nDCG@5": lambda grades, scores: ndcg_score(grades, scores, k=5),
    "dcg@5": lambda grades, scores: dcg_score(grades, scores, k=5),
}


def by_ir_measures(request: str, run: Run) -> Iterator[tuple[str, float]]:
    """Compute a request by each provider of ir_measures that can."""
    try:
        measure = ir_measures.parse_measure(request)
        measure.validate_params()  # type: ignore[no-untyped-call]
    except (AssertionError, NameError, ValueError):
        return
    for name, tool in PROVIDERS.items():
        provider = ir_measures.providers.registry[name]
        if provider.supports(measure):
            qrels = ROWS if name == "pyndeval" else QRELS
            (metric,) = provider.iter_calc([measure], qrels, run)
            yield tool, metric.value


def theirs(request: str, run: Run) -> dict[str, float]:
    """Compute a request by each tool that can."""
    values = dict(by_ir_measures(request, run))
    if not values and request.partition(".")[0] in pytrec_eval.supported_measures:
        of_topic = pytrec_eval.RelevanceEvaluator(QRELS, {request}).evaluate(run)["1"]
        (values["pytrec_eval"],) = of_topic.values()
    if request in SKLEARN:
        values["scikit-learn"] = SKLEARN[request](*vectors(run))
    if ranx and request in RANX:
        values["ranx"] = ranx.evaluate(ranx.Qrels(QRELS), ranx.Run(run), RANX[request])
    return {tool: float(value) for tool, value in values.items()}


def row(request: str, run: Run) -> str:
    """Write the line of a request: its value, who has the same, who another."""
    name = request.partition("@")[0].partition("(")[0]
    needs = {m.needs for m in rtreceval.measures() if name in m.ir_measures}
    is_diverse = needs == {"grades by subtopic"}
    value = rtreceval.evaluate(DIVERSE if is_diverse else QRELS, run, request)[request]
    same, other = [], []
    for tool, found in theirs(request, run).items():
        if abs(found - value) < CLOSE:
            same.append(tool)
        else:
            other.append(f"{tool} **{found:.4f}** ({found - value:+.4f})")
    tied = ", tied" if run is TIED else ""
    return cells(f"`{request}`{tied}", f"{value:.4f}", ", ".join(same), ", ".join(other))


def cells(request: str, value: str, same: str, other: str) -> str:
    """Write the line of a table."""
    return f"| {request} | {value} | {same or '-'} | {other or '-'} |"


def table(measure: str) -> list[str]:
    """Write the table of a measure; nothing where nobody else has it."""
    has_name = measure in pytrec_eval.supported_measures and measure not in {"relstring", "runid"}
    requests = EXAMPLES.get(measure, [measure] if has_name else [])
    rows = []
    for request in requests:
        rows.append(row(request, RUN))
        if request in ON_TIES:
            rows.append(row(request, TIED))
    head = ["| on the example | value | the same in | another in |", "|---|---|---|---|"]
    return [*head, *rows, ""] if rows else []


def without(page: str, tools: list[str]) -> str:
    """Leave tools out of the tables of a page."""

    def kept(line: str) -> str:
        parts = line.strip("| ").split(" | ")
        if not line.startswith("| `") or len(parts) != len(("request", "value", "same", "other")):
            return line
        lists = [part.split(", ") for part in parts[2:]]
        same, other = (
            ", ".join(item for item in items if item.split()[0] not in tools) for items in lists
        )
        return cells(parts[0], parts[1], same, other)

    return "\n".join(map(kept, page.splitlines()))
