"""Ids of topics and documents that are int, in mappings and rows."""

from __future__ import annotations

from collections import UserDict
from enum import IntEnum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rtreceval
from rtreceval import InputError
from tests.support import bits

MEASURES = ["map", "ndcg", "bpref", "recip_rank", "num_rel_ret", "relstring"]


class Document(IntEnum):
    """Ids that have names."""

    FIRST = 10


def spelled(nested: dict[str, Any], one: Any, other: Any) -> dict[Any, Any]:
    """Give topics and documents an id of another type."""
    return {
        one(topic): {other(docno): value for docno, value in docs.items()}
        for topic, docs in nested.items()
    }


QRELS = {"1": {"10": 2, "11": 0, "-3": 1, "12": 1}, "2": {"10": 1, "99999999999999999999": 3}}
RUN = {
    "1": {"12": 0.9, "9": 0.5, "10": 0.5, "-3": 0.1, "14": 0.0},
    "2": {"99999999999999999999": 0.3, "10": 0.3, "100": 0.3},
}
EXPECTED = bits(rtreceval.evaluate(QRELS, RUN, MEASURES))


@pytest.mark.parametrize("kind", [dict, UserDict], ids=["dict", "another mapping"])
@pytest.mark.parametrize("of_run", [(int, int), (int, str), (str, int), (str, str)])
@pytest.mark.parametrize("of_qrels", [(int, int), (int, str), (str, int), (str, str)])
def test_an_int_is_its_digits(
    of_qrels: tuple[Any, Any], of_run: tuple[Any, Any], kind: Any
) -> None:
    """Also where documents are tied: the digits decide, not the number."""
    qrels, run = spelled(QRELS, *of_qrels), spelled(RUN, *of_run)
    assert bits(rtreceval.evaluate(qrels, kind(run), MEASURES)) == EXPECTED


@pytest.mark.parametrize("kind", [np.int64, np.int16, np.uint8])
def test_ids_of_numpy(kind: Any) -> None:
    qrels, run = {"1": {"10": 1, "11": 2}}, {"1": {"11": 1.0, "12": 2.0}}
    expected = bits(rtreceval.evaluate(qrels, run, MEASURES))
    for judged in (qrels, spelled(qrels, kind, kind)):
        for retrieved in (run, spelled(run, kind, kind), spelled(run, np.str_, np.str_)):
            assert bits(rtreceval.evaluate(judged, retrieved, MEASURES)) == expected


def test_ids_of_an_enumeration() -> None:
    result = rtreceval.evaluate({"q": {Document.FIRST: 1}}, {"q": {"10": 1.0}}, "map")
    assert result["map"] == 1


def test_ids_of_both_kinds_in_one_ranking() -> None:
    mixed: dict[str, dict[Any, float]] = {"1": {12: 0.9, "9": 0.5, 10: 0.5, "-3": 0.1, "14": 0.0}}
    mixed["2"] = {"99999999999999999999": 0.3, 10: 0.3, "100": 0.3}
    assert bits(rtreceval.evaluate(QRELS, mixed, MEASURES)) == EXPECTED


def test_ids_by_subtopic() -> None:
    run = {1: {10: 2.0, 11: 1.0}}
    qrels = {1: {10: {1: 1, 2: 0}, 11: {2: 1}}}
    spelled_out = {"1": {"10": {"1": 1, "2": 0}, "11": {"2": 1}}}
    expected = rtreceval.evaluate(spelled_out, {"1": {"10": 2.0, "11": 1.0}}, "alpha_ndcg.10")
    assert rtreceval.evaluate(qrels, run, "alpha_ndcg.10") == expected


@given(st.integers() | st.text(alphabet="-0123456789+ _٣", max_size=25))
def test_digits_are_those_of_str(docno: int | str) -> None:
    """'007', '+7' and '٣' are no ints: nothing but `str(number)` is the same document."""
    run: dict[str, dict[Any, float]] = {"q": {"other": 2.0, docno: 1.0}}
    result = rtreceval.evaluate({"q": {str(docno): 1}}, run, "recip_rank")
    assert result["recip_rank"] == 0.5
    if isinstance(docno, str) and docno.isdecimal() and docno != str(int(docno)):
        run = {"q": {"other": 2.0, int(docno): 1.0}}
        result = rtreceval.evaluate({"q": {docno: 1}}, run, "recip_rank")
        assert result["recip_rank"] == 0


@pytest.mark.parametrize(
    ("qrels", "run", "error", "text"),
    [
        (
            {"q": {10: 1, "10": 2}},
            {"q": {"10": 1.0}},
            InputError,
            "document '10' of topic 'q' a second time",
        ),
        (
            {1: {"d": 1}, "1": {"e": 1}},
            {"1": {"d": 1.0}},
            TypeError,
            "qrels: found topic '1' twice",
        ),
        (
            {1: {"d": {"s": 1}}, "1": {"e": {"s": 1}}},
            {"1": {"d": 1.0}},
            TypeError,
            "qrels: found topic '1' twice",
        ),
        (
            {"1": {"d": 1}},
            {"1": {"d": 1.0}, 1: {"d": 1.0}},
            TypeError,
            "run: found topic '1' twice",
        ),
        (
            {"q": {"1": 1}},
            {"q": {1.0: 1.0}},
            TypeError,
            "found 1.0, <class 'float'>, expected a str",
        ),
        ({"q": {"1": 1}}, {"q": {True: 1.0}}, TypeError, "found True, <class 'bool'>, expected a"),
        ({"q": {True: 1}}, {"q": {"1": 1.0}}, TypeError, "found True, <class 'bool'>, expected a"),
        (
            {"q": {(1,): 1}},
            {"q": {"1": 1.0}},
            TypeError,
            r"found \(1,\), <class 'tuple'>, expected a",
        ),
    ],
)
def test_ids_that_are_refused(qrels: Any, run: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        rtreceval.evaluate(qrels, run, "map")


@pytest.mark.parametrize("kind", [dict, UserDict], ids=["dict", "another mapping"])
def test_ids_that_can_never_match(kind: Any) -> None:
    """All values would be 0, without a word."""
    with pytest.raises(InputError) as caught:
        rtreceval.evaluate({"q": {"D1": 1}}, kind({"q": {1: 1.0, 2: 0.5}}), "map")
    assert caught.value.found == "document 1, an int, in the run, and 'D1' in the qrels"
    assert caught.value.expected == "ids of one kind: none of the run can be one of the qrels"
    with pytest.raises(InputError) as caught:
        rtreceval.evaluate({"q": {1: 1}}, kind({"q": {"D1": 1.0}}), "map")
    assert caught.value.found == "document 'D1' in the run, and 1, an int, in the qrels"


@pytest.mark.parametrize(
    ("qrels", "run"),
    [
        ({"q": {"D1": 1}}, {"q": {"D2": 1.0}}),
        ({"q": {"1": 1}}, {"q": {2: 1.0}}),
        ({"q": {1: 1}}, {"q": {"2": 1.0}}),
        ({"q": {"D1": 1, "7": 0}}, {"q": {1: 1.0}}),
        ({"q": {"D1": 1}}, {"q": {1: 1.0, "D2": 0.5}}),
        ({"q": {"D1": 1}, "r": {"D2": 1}}, {"q": {1: 1.0}, "r": {"D2": 1.0}}),
        ({"q": {"D1": 1}}, {"q": {}}),
    ],
)
def test_a_run_may_find_nothing(qrels: Any, run: Any) -> None:
    assert rtreceval.evaluate(qrels, run, "P.1").per_topic["q"] == {"P_1": 0}
