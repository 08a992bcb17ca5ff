"""The language of ir_measures: every name, parameter and alias, and how each prints."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import ir_measures
import pytest

import rtreceval

if TYPE_CHECKING:
    from tests.support import Cli, Write

REGISTRY = ir_measures.measures.registry

QRELS = {"1": {"a": {"s": 2, "t": 1}, "b": {"t": 1}, "c": {"s": 0}, "d": {"s": -1}}}
"""By subtopic, which some measures need; the others see the highest grade of each document."""
RUN = {"1": {"c": 4.0, "x": 3.0, "a": 2.0, "b": 1.0}}

VALUES: dict[str, list[str]] = {
    "cutoff": ["1", "10"],
    "recall": ["0.25", "0.5"],
    "rel": ["1", "2"],
    "judged_only": ["True", "False"],
    "dcg": ["'log2'", "'exp-log2'", '"log2"'],
    "gains": ["{0:1,2:5}", "{2: 3, 1: 1}", "{}"],
    "p": ["0.8", "0.95", "0.5"],
    "T": ["1.0", "1.5"],
    "min_rel": ["0", "1"],
    "max_rel": ["3"],
    "alpha": ["0.5", "0.25"],
    "beta": ["0.5", "1.0"],
    "normalize": ["True", "False"],
    "relative": ["True", "False"],
}
"""Values for each parameter: its default where it has one, and others."""


def column(request: str | ir_measures.Measure) -> str:
    """Give the name under which a request is reported."""
    result = rtreceval.evaluate(QRELS, RUN, request)
    (name,) = result.measures
    return name


def combinations(name: str) -> list[str]:
    """Spell a measure with every choice of parameters."""
    measure = REGISTRY[name]
    options = []
    for param, info in measure.SUPPORTED_PARAMS.items():
        given = [f"{param}={value}" for value in VALUES[param] if is_choice(info, value)]
        options.append(given if info.required else [*given, ""])
    spelled = []
    for choice in itertools.product(*options):
        given = [text for text in choice if text]
        at = [text for text in given if text.startswith(f"{measure.AT_PARAM}=")]
        rest = [text for text in given if text not in at]
        spelled.append(f"{name}({', '.join(given)})" if given else name)
        if at:
            parenthesis = f"({','.join(rest)})" if rest else ""
            spelled.append(f"{name}{parenthesis}@{at[0].partition('=')[2]}")
    return spelled


def is_choice(info: ir_measures.measures.ParamInfo, value: str) -> bool:
    return not isinstance(info.choices, list | tuple) or value.strip("'\"") in info.choices


def is_plain(text: str) -> bool:
    """Tell whether a bare name is one of trec_eval's, and so means its defaults."""
    return text in {measure.name for measure in rtreceval.measures()}


def test_all_names_are_known() -> None:
    known = {name for measure in rtreceval.measures() for name in measure.ir_measures}
    assert len(REGISTRY) == 51
    assert set(REGISTRY) <= known


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_every_combination_prints_as_there(name: str) -> None:
    spelled = combinations(name)
    assert spelled
    for text in spelled:
        if not is_plain(text):
            measure = ir_measures.parse_measure(text)
            measure.validate_params()  # type: ignore[no-untyped-call]
            assert column(text) == str(measure), text
            assert column(measure) == str(measure), text


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_what_is_printed_is_read_again(name: str) -> None:
    for text in combinations(name):
        if not is_plain(text):
            printed = column(text)
            assert column(printed) == printed


@pytest.mark.parametrize(
    "text",
    [
        "P", "P@0", "P@-1", "P@[5,10]", "P(5)", "P@5@10", "P(rel=2", "P(rel=2)@", "P@5 10",
        "ndgc@10", "nDCG(dcg='log3')@5", "nDCG(x=1)", "ERR(rel=1)", "NumQ@3", "SDCG@10",
        "SDCG(max_rel=0)@10", "INST(min_rel=3,max_rel=3)", "RBP(p=1.0)", "AP(rel=-1)",
        "AP(judged_only='yes')", "nDCG(gains={1:-2})", "nDCG(gains={-1:2})", "AP(rel=1)@5.5",
        "alpha_nDCG(alpha=2)@10", "AP(rel=1,rel=2)", "lambda: 1", "__import__('os')",
    ],
)  # fmt: skip
def test_what_means_nothing_is_refused(text: str) -> None:
    if text == "P":
        assert len(rtreceval.evaluate(QRELS, RUN, text).measures) == 9  # trec_eval's
        return
    with pytest.raises(rtreceval.MeasureError, match=r"expected|unknown measure"):
        rtreceval.evaluate(QRELS, RUN, text)


def test_both_spellings_in_one_call() -> None:
    result = rtreceval.evaluate(QRELS, RUN, ["recip_rank.2", "RR@2", "RR", "ndcg", "nDCG"])
    assert result.summary == {
        "recip_rank_2": 0.0,
        "RR@2": 0.0,
        "RR": pytest.approx(1 / 3),
        "ndcg": result["nDCG"],
        "nDCG": result["ndcg"],
    }


def test_measures_of_ir_measures_are_taken_as_they_are() -> None:
    measures = [ir_measures.nDCG @ 10, ir_measures.AP(rel=2), "map"]
    assert set(rtreceval.evaluate(QRELS, RUN, measures).measures) == {"nDCG@10", "AP(rel=2)", "map"}
    with pytest.raises(TypeError, match="expected a str or several"):
        rtreceval.evaluate(QRELS, RUN, [ir_measures.nDCG @ 10, 3])  # type: ignore[list-item]


def test_the_command_line_takes_them_too(cli: Cli, write: Write) -> None:
    write("qrels", "1 0 a 2\n1 0 b 1\n1 0 c 0\n")
    write("run", "1 Q0 c 1 4 r\n1 Q0 x 2 3 r\n1 Q0 a 3 2 r\n")
    result = cli("-m", "RR@10", "-m", "nDCG(dcg='exp-log2')@10", "-m", "map", "qrels", "run")
    assert (result.status, result.err) == (0, b"")
    names = [line.split("\t")[0].rstrip() for line in result.out.decode().splitlines()]
    assert names == ["map", "RR@10", "nDCG(dcg='exp-log2')@10"]
    result = cli("-m", "nDCG(dcg='log2)@10", "qrels", "run")
    assert result.status == 1
    assert b"found the end at character 19, expected the quote that ends the string" in result.err


def test_a_level_for_all_is_that_of_measures_that_do_not_say() -> None:
    result = rtreceval.evaluate(QRELS, RUN, ["AP", "AP(rel=2)"], relevance_level=2)
    assert result["AP"] == result["AP(rel=2)"]
    with pytest.raises(rtreceval.RtrecevalError, match="both print as 'AP'"):
        rtreceval.evaluate(QRELS, RUN, ["AP", "AP(rel=1)"], relevance_level=2)


def test_a_ranking_left_without_documents_is_0() -> None:
    result = rtreceval.evaluate({"1": {"a": 1}}, {"1": {"x": 1.0}}, ["IPrec(judged_only=True)@0.0"])
    assert result.per_topic == {"1": {"IPrec(judged_only=True)@0.0": 0.0}}
