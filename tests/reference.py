"""Measures as their definitions have them, one after another and without haste.

Each takes the grades of the ranking (None for a document without a judgment), the grades of the
judged documents that were not retrieved, and the parameters. No grade is negative here.
"""

# ruff: noqa: ARG001 (all of them are called alike)

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

Ranking = list[float | None]
Grades = list[float]


def hits(ranking: Ranking, rel: float) -> list[bool]:
    """Tell which documents are relevant."""
    return [grade is not None and grade >= rel for grade in ranking]


def num_rel(ranking: Ranking, missed: Grades, rel: float) -> int:
    return sum(hits(ranking, rel)) + sum(grade >= rel for grade in missed)


def share(count: float, of: float) -> float:
    return count / of if of else 0.0


def precision(ranking: Ranking, missed: Grades, rel: float, k: int) -> float:
    return sum(hits(ranking[:k], rel)) / k


def recall(ranking: Ranking, missed: Grades, rel: float, k: int) -> float:
    return share(sum(hits(ranking[:k], rel)), num_rel(ranking, missed, rel))


def success(ranking: Ranking, missed: Grades, rel: float, k: int) -> float:
    return float(any(hits(ranking[:k], rel)))


def reciprocal_rank(ranking: Ranking, missed: Grades, rel: float, k: int) -> float:
    return next((1 / rank for rank, hit in enumerate(hits(ranking[:k], rel), 1) if hit), 0.0)


def average_precision(ranking: Ranking, missed: Grades, rel: float, k: int) -> float:
    found = hits(ranking[:k], rel)
    total = sum(sum(found[:rank]) / rank for rank, hit in enumerate(found, 1) if hit)
    return share(total, num_rel(ranking, missed, rel))


def r_precision(ranking: Ranking, missed: Grades, rel: float, k: int) -> float:
    number = num_rel(ranking, missed, rel)
    return share(sum(hits(ranking[: min(k, number)], rel)), number)


def bpref(ranking: Ranking, missed: Grades, rel: float, k: int) -> float:
    number = num_rel(ranking, missed, rel)
    others = sum(grade is not None and grade < rel for grade in [*ranking, *missed])
    total, above = 0.0, 0
    for grade in ranking[:k]:
        if grade is not None and grade < rel:
            above += 1
        elif grade is not None:
            total += 1 - (min(above, number) / min(others, number) if above else 0)
    return share(total, number)


def set_precision(ranking: Ranking, missed: Grades, rel: float, k: int) -> float:
    return share(sum(hits(ranking[:k], rel)), len(ranking[:k]))


def set_f(ranking: Ranking, missed: Grades, rel: float, k: int) -> float:
    p, r = set_precision(ranking, missed, rel, k), recall(ranking, missed, rel, k)
    return share(2 * p * r, p + r)


def set_ap(ranking: Ranking, missed: Grades, rel: float, k: int) -> float:
    return set_precision(ranking, missed, rel, k) * recall(ranking, missed, rel, k)


def f1(ranking: Ranking, missed: Grades, rel: float, k: int) -> float:
    p, r = precision(ranking, missed, rel, k), recall(ranking, missed, rel, k)
    return share(2 * p * r, p + r)


def recall_cap(ranking: Ranking, missed: Grades, rel: float, k: int) -> float:
    return share(sum(hits(ranking[:k], rel)), min(k, num_rel(ranking, missed, rel)))


def accuracy(ranking: Ranking, missed: Grades, rel: float, k: int) -> float:
    found = hits(ranking[:k], rel)
    pairs = [above for at, low in enumerate(found) for above in found[:at] if above != low]
    return share(sum(pairs), len(pairs))


def inferred_ap(ranking: Ranking, missed: Grades, rel: float, k: int) -> float:
    total, epsilon = 0.0, 0.00001
    for at, hit in enumerate(hits(ranking[:k], rel)):
        above = [grade for grade in ranking[:at] if grade is not None]
        relevant = sum(grade >= rel for grade in above)
        if hit and at == 0:
            total += 1
        elif hit:
            estimate = (relevant + epsilon) / (len(above) + 2 * epsilon)
            total += 1 / (at + 1) + at / (at + 1) * (len(above) / at) * estimate
    return share(total, num_rel(ranking, missed, rel))


def judged(ranking: Ranking, missed: Grades, k: int) -> float:
    return share(sum(grade is not None for grade in ranking[:k]), len(ranking[:k]))


def dcg(grades: Ranking, gain: Callable[[float], float]) -> float:
    return sum(gain(grade or 0) / math.log2(rank + 1) for rank, grade in enumerate(grades, 1))


def ndcg(ranking: Ranking, missed: Grades, k: int, gain: Callable[[float], float]) -> float:
    known = [grade for grade in ranking if grade is not None]
    ideal = sorted([*known, *missed], key=gain, reverse=True)
    return share(dcg(ranking[:k], gain), dcg([*ideal[:k]], gain))


def err(ranking: Ranking, missed: Grades, k: int, max_grade: float = 4) -> float:
    total, reach = 0.0, 1.0
    for rank, grade in enumerate(ranking[:k], 1):
        satisfied = (2 ** min(grade or 0, max_grade) - 1) / 2**max_grade
        total += reach * satisfied / rank
        reach *= 1 - satisfied
    return total


def rbp(ranking: Ranking, missed: Grades, rel: float, k: int, p: float = 0.8) -> float:
    return (1 - p) * sum(p**at for at, hit in enumerate(hits(ranking[:k], rel)) if hit)


def expected_gain(
    ranking: Ranking,
    goes_on: Callable[[int, float, float], float],
    *,
    max_rel: float,
    unjudged: float = 0,
    depth: int = 1000,
) -> float:
    """Compute a C/W/L measure from the probabilities to go on."""
    padded = [*ranking, *[None] * depth][:depth]
    gains = [unjudged if g is None else min(g, max_rel) / max_rel for g in padded]
    reach, total, weights = 1.0, 0.0, []
    for rank, gain in enumerate(gains, 1):
        weights.append(reach)
        total += gain
        reach *= goes_on(rank, gain, total)
    return math.fsum(w * g for w, g in zip(weights, gains, strict=True)) / math.fsum(weights)


def compat(ranking: Ranking, missed: Grades, k: int, p: float = 0.95) -> float:
    """Documents are named by their places: retrieved ones first, then the missed ones."""
    cut = ranking[:k]
    grades = [*cut, *ranking[k:], *missed]
    found = list(range(len(cut)))
    ideal = [at for at in range(len(grades)) if (grades[at] or 0) > 0]
    ideal.sort(key=lambda at: -(grades[at] or 0))
    depths = range(1, max(len(found), len(ideal)) + 1)

    def overlap(one: list[int], other: list[int]) -> float:
        return sum(p ** (d - 1) * len(set(one[:d]) & set(other[:d])) / d for d in depths)

    return share(overlap(found, ideal), overlap(ideal, ideal))
