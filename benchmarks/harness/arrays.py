"""Qrels and runs as arrays of integers, as a vector index gives them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy import ndarray


class Arrays(NamedTuple):
    """The lines of a file, of which all ids are numbers.

    Attributes:
        topics: The topics [lines] of qrels; those of a run [topics], each once.
        docs: The document ids [lines], or [topics, depth].
        values: The grades or scores, of the same shape.
    """

    topics: ndarray
    docs: ndarray
    values: ndarray


def read_arrays(path: str, *, grades: bool) -> Arrays:
    """Read a file of generate.py: the qrels, or a run with as many documents for each topic."""
    text = np.fromfile(path, dtype=np.uint8)
    fields = 4 if grades else 6
    ends = np.flatnonzero((text == ord(" ")) | (text == ord("\n"))).reshape(-1, fields)
    starts = np.concatenate(([0], ends.ravel()[:-1] + 1)).reshape(ends.shape)

    def column(index: int) -> ndarray:
        return _numbers(text, starts[:, index], ends[:, index])

    topics, docs = column(0).astype(np.int64), column(2).astype(np.int64)
    if grades:
        return Arrays(topics, docs, column(3))
    topics = topics[np.concatenate(([True], topics[1:] != topics[:-1]))]
    return Arrays(topics, docs.reshape(len(topics), -1), column(4).reshape(len(topics), -1))


def _numbers(text: ndarray, starts: ndarray, ends: ndarray) -> ndarray:
    """The numbers in fields of digits, with or without a point."""
    digits, decimals = np.zeros(len(starts)), np.zeros(len(starts), dtype=np.int64)
    is_after_point = np.zeros(len(starts), dtype=bool)
    for place in range(int((ends - starts).max())):
        at = starts + place
        byte = text[np.minimum(at, ends)]
        is_digit = (at < ends) & (byte != ord("."))
        digits = np.where(is_digit, digits * 10 + (byte - np.float64(ord("0"))), digits)
        decimals += is_digit & is_after_point
        is_after_point |= (at < ends) & (byte == ord("."))
    return digits / 10.0**decimals
