"""What holds for every measure of the table, and agreement with slow definitions."""

from __future__ import annotations

import math
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rtreceval
from tests import reference

MEASURES = {
    measure.name: measure
    for measure in rtreceval.measures()
    if measure.average != "none" and measure.needs in {"grades", "grades by subtopic", "any"}
}
"""Those with a number."""

GIVEN = {
    "bpm": "cutoff=5,max_rel=3", "sdcg": "cutoff=5,max_rel=3", "inst": "max_rel=3",
    "insq": "max_rel=3", "nerr8": "cutoff=5,max_rel=3", "nerr9": "cutoff=5,max_rel=3",
    "nerr10": "max_rel=3", "nerr11": "max_rel=3", "F": "cutoff=5",
}  # fmt: skip
"""Parameters of measures that do not do without."""

UNBOUNDED = {
    "num_q", "num_ret", "num_rel", "num_rel_ret", "num_nonrel_judged_ret", "utility", "dcg",
    "ideal_dcg", "gm_map", "gm_bpref", "yaap",
}  # fmt: skip
"""Counts, sums and logarithms."""

LOOKS_AT_ALL = {
    "num_ret", "utility", "set_P", "set_relative_P", "set_map", "set_F", "accuracy", "judged",
    "compat", "rbp_resid", "rbp_residual", "unj", "hole", "p_ia", "Rndcg", "iprec_at_recall",
}  # fmt: skip
"""Measures that another unjudged document at the end of the ranking changes."""

T = TypeVar("T")
Subtopics = dict[str, dict[str, dict[str, int]]]
Run = dict[str, dict[str, float]]


@st.composite
def inputs(draw: st.DrawFn) -> tuple[Subtopics, Run]:
    """Judgments by subtopic, of grades from -1 to 3, and a run with ties, of one topic each."""
    docs = [f"d{number}" for number in range(12)]
    grades = st.dictionaries(
        st.sampled_from("stu"), st.sampled_from([-1, 0, 0, 1, 2, 3]), min_size=1
    )
    judged = draw(st.dictionaries(st.sampled_from(docs), grades, max_size=12))
    scores = st.sampled_from([1.0, 2.0, 3.0, 4.5])
    run = draw(st.dictionaries(st.sampled_from([*docs, "x", "y"]), scores, min_size=1))
    return {"1": {"d0": {"s": 0}} | judged}, {"1": run}


def spell(name: str, **params: object) -> str:
    """Spell a request with these parameters and those that the measure needs."""
    given_params = [GIVEN[name]] if name in GIVEN else []
    given_params += [f"{key}={value}" for key, value in params.items()]
    return f"{name}({','.join(given_params)})" if given_params else name


def values(request: str | list[str], qrels: object, run: Run, **options: object) -> list[float]:
    """Compute the values of the one topic, in the order of the table."""
    result = rtreceval.evaluate(qrels, run, request, **options)  # type: ignore[arg-type]
    return [float(result.array(name)[0]) for name in result.measures]


def by_name(requests: list[str], qrels: object, run: Run) -> dict[str, float]:
    result = rtreceval.evaluate(qrels, run, requests)  # type: ignore[arg-type]
    return {name: float(result.array(name)[0]) for name in result.measures}


def test_every_measure_is_listed_right() -> None:
    for names in (set(GIVEN), UNBOUNDED, LOOKS_AT_ALL):
        assert names <= set(MEASURES)


@given(data=inputs())
def test_values_are_finite_and_in_range(data: tuple[Subtopics, Run]) -> None:
    for name in MEASURES:
        for value in values(spell(name), *data):
            if name == "Rndcg" and math.isnan(value):
                continue  # 0/0, as trec_eval has it
            assert math.isfinite(value), name
            assert name in UNBOUNDED or -1e-12 <= value <= 1 + 1e-12, name


@given(data=inputs())
def test_the_order_of_the_input_does_not_matter(data: tuple[Subtopics, Run]) -> None:
    def turned(of: dict[str, dict[str, T]]) -> dict[str, dict[str, T]]:
        return {topic: dict(reversed(of[topic].items())) for topic in of}

    requests = [spell(name) for name in MEASURES]
    expected = by_name(requests, *data)
    found = by_name(requests, turned(data[0]), turned(data[1]))
    assert found == pytest.approx(expected, abs=1e-12, nan_ok=True)


@given(data=inputs())
def test_unjudged_documents_at_the_end_do_not_matter(data: tuple[Subtopics, Run]) -> None:
    qrels, run = data
    longer = {"1": run["1"] | {"u1": -1.0, "u2": -2.0}}
    requests = [spell(name) for name in MEASURES if name not in LOOKS_AT_ALL]
    assert by_name(requests, qrels, run) == by_name(requests, qrels, longer)


def cut(name: str, k: int) -> str:
    """Cut a measure at a rank."""
    if "cutoff=" in GIVEN.get(name, ""):
        return spell(name).replace("cutoff=5", f"cutoff={k}")
    point = {"recall", "point"} & set(MEASURES[name].parameters)
    return spell(name, cutoff=k, **dict.fromkeys(point, 0.5))


@given(data=inputs())
def test_what_is_below_a_cutoff_does_not_matter(data: tuple[Subtopics, Run]) -> None:
    qrels, run = data
    requests = [cut(name, 4) for name, m in MEASURES.items() if "cutoff" in m.parameters]
    assert len(requests) > 40
    filled = {"1": {"f1": 9.0, "f2": 8.0, "f3": 7.0, "f4": 6.0}}
    longer = {"1": filled["1"] | {doc: -score for doc, score in run["1"].items()}}
    assert by_name(requests, qrels, filled) == by_name(requests, qrels, longer)


@pytest.mark.parametrize(
    ("param", "option", "value"),
    [("judged_only", "judged_only", True), ("rel", "relevance_level", 2)],
)
@given(data=inputs())
def test_a_parameter_of_one_is_the_option_for_all(
    param: str, option: str, value: int, data: tuple[Subtopics, Run]
) -> None:
    """Rank-biased precision without a level is another measure."""
    names = [name for name, m in MEASURES.items() if param in m.parameters]
    names = [name for name in names if param != "rel" or not name.startswith("rbp")]
    assert len(names) > 30
    spelled = [cut(n, 3) if "cutoff" in MEASURES[n].parameters else spell(n) for n in names]
    own = [
        f"{text[:-1]},{param}={value})" if text.endswith(")") else f"{text}({param}={value})"
        for text in spelled
    ]
    options: dict[str, object] = {option: value}
    for ours, plain in zip(own, spelled, strict=True):
        expected = [0.0 if math.isnan(v) else v for v in values(plain, data[0], data[1], **options)]
        assert values(ours, *data) == pytest.approx(expected, abs=1e-15), ours


@given(data=inputs())
def test_a_plain_measure_sees_the_highest_grade(data: tuple[Subtopics, Run]) -> None:
    qrels, run = data
    plain = {"1": {doc: max(grades.values()) for doc, grades in qrels["1"].items()}}
    requests = [spell(name) for name, m in MEASURES.items() if m.needs == "grades"]
    expected = by_name(requests, plain, run)
    assert by_name(requests, qrels, run) == pytest.approx(expected, nan_ok=True, abs=0)


@pytest.mark.parametrize("name", MEASURES)
def test_a_topic_without_documents(name: str) -> None:
    qrels = {"1": {"a": {"s": 1}, "b": {"s": 0}}}
    expected = {"num_q": 1, "num_rel": 1, "ideal_dcg": 1, "rbp_residual": 1, "yaap": None}
    logarithms = {"gm_map": math.log(1e-5), "gm_bpref": math.log(1e-5)}
    for value in values(spell(name), qrels, {"1": {}}):
        wanted = (expected | logarithms).get(name, 0)
        assert wanted is None or value == wanted


LEVELLED = {
    "P": reference.precision, "recall": reference.recall, "success": reference.success,
    "recip_rank": reference.reciprocal_rank, "AP": reference.average_precision,
    "Rprec": reference.r_precision, "bpref": reference.bpref, "set_P": reference.set_precision,
    "set_F": reference.set_f, "set_map": reference.set_ap, "F1": reference.f1,
    "recall_cap": reference.recall_cap, "accuracy": reference.accuracy,
    "infAP": reference.inferred_ap, "RBP": reference.rbp,
}  # fmt: skip


@st.composite
def rankings(draw: st.DrawFn) -> tuple[reference.Ranking, reference.Grades]:
    """Grades of a ranking, and of documents that were not retrieved. Some have fractions."""
    grade = st.sampled_from([0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 0.5, 1.25])
    ranking = draw(st.lists(st.none() | grade, min_size=1, max_size=15))
    return ranking, draw(st.lists(grade, max_size=6))


def as_dicts(ranking: reference.Ranking, missed: reference.Grades) -> tuple[object, Run]:
    docs = {f"d{at}": grade for at, grade in enumerate([*ranking, *missed]) if grade is not None}
    return {"1": docs or {"other": 0}}, {"1": {f"d{at}": -float(at) for at in range(len(ranking))}}


def without_unjudged(ranking: reference.Ranking, *, really: bool) -> reference.Ranking:
    return [grade for grade in ranking if grade is not None or not really]


@given(
    data=rankings(),
    rel=st.sampled_from([0.5, 1, 2]),
    k=st.sampled_from([1, 3, 10, 100]),
    judged_only=st.booleans(),
)
def test_slow_definitions(
    data: tuple[reference.Ranking, reference.Grades],
    rel: float,
    k: int,
    judged_only: bool,  # noqa: FBT001
) -> None:
    ranking, missed = data
    seen = without_unjudged(ranking, really=judged_only)
    for name, slow in LEVELLED.items():
        request = f"{name}(rel={rel},judged_only={judged_only})@{k}"
        found = values(request, *as_dicts(ranking, missed))
        assert found == [pytest.approx(slow(seen, missed, rel, k), abs=1e-12)], request


@pytest.mark.filterwarnings("ignore:.*grades up to .*, which count as:UserWarning")
@pytest.mark.parametrize("k", [1, 3, 10, 100])
@given(data=rankings(), judged_only=st.booleans())
def test_slow_gain_measures(
    k: int,
    data: tuple[reference.Ranking, reference.Grades],
    judged_only: bool,  # noqa: FBT001
) -> None:
    ranking, missed = data
    inputs_ = as_dicts(ranking, missed)
    seen = without_unjudged(ranking, really=judged_only)
    custom = {0.0: 0.25, 1.0: 4.0, 3.0: 0.0}

    def check(request: str, expected: float) -> None:
        assert values(request, *inputs_) == [pytest.approx(expected, abs=1e-12)]

    flag = f"judged_only={judged_only}"
    check(f"nDCG({flag})@{k}", reference.ndcg(seen, missed, k, lambda g: g))
    check(
        f"nDCG(dcg='exp-log2',{flag})@{k}",
        reference.ndcg(seen, missed, k, lambda g: 2**g - 1),
    )
    mapped = [g if g is None else custom.get(g, g) for g in seen]
    check(
        f"nDCG(gains={{0:0.25,1:4,3:0}},{flag})@{k}",
        reference.ndcg(mapped, [custom.get(g, g) for g in missed], k, lambda g: g),
    )
    check(f"ERR({flag})@{k}", reference.err(seen, missed, k))
    check(f"ERR(max_grade=2,{flag})@{k}", reference.err(seen, missed, k, 2))
    check(f"Judged@{k}", reference.judged(ranking, missed, k))
    check(f"Compat({flag})@{k}", reference.compat(seen, missed, k))


@given(data=rankings(), t=st.sampled_from([0.5, 1.0, 2.5]))
@settings(max_examples=20)
def test_slow_user_models(data: tuple[reference.Ranking, reference.Grades], t: float) -> None:
    ranking, missed = data
    k, p, depth = 5, 0.7, 200
    models = {
        f"INST(T={t}": lambda i, _, total: ((i + 2 * t - total - 1) / (i + 2 * t - total)) ** 2,
        f"INSQ(T={t}": lambda i, _g, _t: ((i + 2 * t - 1) / (i + 2 * t)) ** 2,
        f"NERR10(p={p}": lambda _i, gain, _t: p * (1 - gain),
        f"NERR11(T={t}": lambda i, gain, _t: ((i + 2 * t - 1) / (i + 2 * t)) ** 2 * (1 - gain),
        f"BPM(cutoff={k},T={t}": lambda i, _, total: float(i < k and total < t),
        f"NERR8(cutoff={k}": lambda i, gain, _t: (1 - gain) * (i < k),
        f"NERR9(cutoff={k}": lambda i, gain, _t: i / (i + 1) * (1 - gain) * (i < k),
        f"SDCG(cutoff={k}": lambda i, _g, _t: math.log2(i + 1) / math.log2(i + 2) * (i < k),
    }
    for name, goes_on in models.items():
        ends = "" if "cutoff" in name else f",depth={depth}"
        low, high = (
            reference.expected_gain(ranking, goes_on, max_rel=3, unjudged=u, depth=depth)
            for u in (0, 1)
        )
        request = f"{name},max_rel=3{ends}"
        found = values(f"{request})", *as_dicts(ranking, missed))
        assert found == [pytest.approx(low, abs=1e-12)], request
        found = values(f"{request},residual=True)", *as_dicts(ranking, missed))
        assert found == [pytest.approx(high - low, abs=1e-12)], request
