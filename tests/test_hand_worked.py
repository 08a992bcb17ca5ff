"""Every measure, worked by hand from its definition.

The rankings, and what each rank holds (`-` where the qrels do not name the document):

    example  q1   2 - 3 1        R = 3, all retrieved; nothing judged non-relevant
    small    t1   - 2 0 * 1 -    R = 3, a grade 1 is not retrieved; N = 2, a grade 0 is not
                                 retrieved; * is a document with the grade -1
    small    t2   3 0 1 -        R = 2; the first three have one score, so ids decide, highest first

R is the number of relevant documents, N that of judged non-relevant ones, at relevance level 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import exp, log, log2

import pytest

import rtreceval
from tests.support import FIXTURES, Options

TOPICS = {"q1": "example", "t1": "small", "t2": "small"}
EPSILON = 0.00001


@dataclass(frozen=True)
class Case:
    """The value of one measure for one topic, or its average for the topics of a run."""

    measure: str
    where: str
    expected: float | str
    options: Options = field(default_factory=Options)

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options.items())
        return "-".join(part for part in (self.measure, self.where, options) if part)


# The discounts of ranks 1 to 6 are log2 of 2, 3, 4, 5, 6 and 7.
Q1_DCG = 2 + 3 / log2(4) + 1 / log2(5)  # grades 2, -, 3, 1
Q1_IDEAL = 3 + 2 / log2(3) + 1 / log2(4)  # grades 3, 2, 1
T1_DCG = 2 / log2(3) + 1 / log2(6)  # grades -, 2, 0, *, 1, -
T1_IDEAL = 2 + 1 / log2(3) + 1 / log2(4)  # grades 2, 1, 1
Q1_AP = (1 / 1 + 2 / 3 + 3 / 4) / 3  # relevant at ranks 1, 3, 4
T1_AP = (1 / 2 + 2 / 5) / 3  # relevant at ranks 2, 5, one never
T2_AP = (1 / 1 + 2 / 3) / 2  # relevant at ranks 1, 3

BY_TOPIC = [
    Case("num_ret", "q1", 4),
    Case("num_ret", "t1", 6),
    Case("num_ret", "t1", 4, {"max_depth": 4}),
    Case("num_ret", "t1", 3, {"judged_only": True}),  # 2, 0 and 1; -1 is no judgment
    Case("num_rel", "q1", 3),
    Case("num_rel", "t1", 3),
    Case("num_rel", "t1", 1, {"relevance_level": 2}),
    Case("num_rel_ret", "q1", 3),
    Case("num_rel_ret", "t1", 2),
    Case("num_nonrel_judged_ret", "q1", 0),
    Case("num_nonrel_judged_ret", "t1", 1),  # the 0; neither - nor *
    Case("num_nonrel_judged_ret", "t1", 2, {"relevance_level": 2}),  # the 0 and the 1
    Case("map", "q1", Q1_AP),
    Case("map", "t1", T1_AP),
    Case("map", "t2", T2_AP),
    Case("map", "t1", 1 / 2, {"relevance_level": 2}),  # one relevant, at rank 2
    Case("map", "t1", (1 / 1 + 2 / 3) / 3, {"judged_only": True}),  # the ranking is 2 0 1
    Case("map", "t1", (1 / 2) / 3, {"max_depth": 4}),  # the 1 at rank 5 is cut off
    Case("map_cut.3", "q1", (1 / 1 + 2 / 3) / 3),
    Case("map_cut.4", "t1", (1 / 2) / 3),  # still divided by R
    Case("gm_map", "q1", log(Q1_AP)),
    Case("gm_map", "t1", log(T1_AP)),
    Case("gm_map", "t1", log(EPSILON), {"max_depth": 1}),  # AP 0 counts as 0.00001
    Case("Rprec", "q1", 2 / 3),  # 2 - 3
    Case("Rprec", "t1", 1 / 3),  # - 2 0
    Case("Rprec", "t1", 1 / 3, {"max_depth": 2}),  # divided by R, though 2 documents are left
    Case("Rprec_mult.0.2,1.0,2.0", "q1:Rprec_mult_0.20", 1 / 1),  # trunc(0.6 + 0.9) = 1 document
    Case("Rprec_mult.0.2,1.0,2.0", "q1:Rprec_mult_1.00", 2 / 3),  # trunc(3.0 + 0.9) = 3
    Case("Rprec_mult.0.2,1.0,2.0", "q1:Rprec_mult_2.00", 3 / 6),  # trunc(6.0 + 0.9) = 6
    Case("Rprec_mult.1.5", "t1:Rprec_mult_1.50", 2 / 5),  # trunc(4.5 + 0.9) = 5
    # No judged non-relevant document above any relevant one.
    Case("bpref", "q1", (1 + 1 + 1) / 3),
    # The 2 has none above it; the 1 has the 0, and of the two that are judged so it is one.
    Case("bpref", "t1", (1 + (1 - 1 / min(2, 3))) / 3),
    Case("bpref", "t2", (1 + (1 - 1 / min(1, 2))) / 2),  # N is 1
    Case("bpref", "t1", 1, {"relevance_level": 2}),
    Case("gm_bpref", "t1", log(1.5 / 3)),
    Case("recip_rank", "q1", 1 / 1),
    Case("recip_rank", "t1", 1 / 2),
    Case("recip_rank", "t1", 0, {"relevance_level": 3}),
    Case("iprec_at_recall.0.0", "q1:iprec_at_recall_0.00", 1),  # the best precision anywhere
    # trunc(1.2 + 0.9) = 2 relevant documents: at rank 3 or below 2/3 and 3/4 are had.
    Case("iprec_at_recall.0.4", "q1:iprec_at_recall_0.40", 3 / 4),
    # Rounding 1.2 gives 1 relevant document.
    Case("iprec_at_recall.0.4", "q1:iprec_at_recall_0.40", 1, {"compat": "10"}),
    Case("iprec_at_recall.0.4", "t1:iprec_at_recall_0.40", 2 / 5),  # 2 documents: at rank 5
    Case("iprec_at_recall.1.0", "t1:iprec_at_recall_1.00", 0),  # 3 are never found
    # trunc(2 p + 0.9) is 0 for 0.0, 1 up to 0.5, 2 from 0.6 on; precision 1 at rank 1, 2/3 at 3.
    Case("11pt_avg", "t2", (1 + 5 * 1 + 5 * (2 / 3)) / 11),
    Case("11pt_avg.0.2,0.5,0.8", "q1", (1 + 3 / 4 + 3 / 4) / 3),  # 1, 2 and 3 documents
    Case("P.3", "q1:P_3", 2 / 3),
    Case("P.10", "q1:P_10", 3 / 10),  # divided by 10, though there are 4
    Case("P.5", "t1:P_5", 2 / 5),
    Case("recall.3", "q1:recall_3", 2 / 3),
    Case("recall.100", "t1:recall_100", 2 / 3),
    Case("relative_P.2", "q1:relative_P_2", 1 / 2),  # up to R it is precision
    Case("relative_P.5", "t1:relative_P_5", 2 / 3),  # after R it is recall
    Case("success.1", "q1:success_1", 1),
    Case("success.1", "t1:success_1", 0),
    Case("success.2", "t1:success_2", 1),
    Case("relstring", "q1", "2-31"),
    Case("relstring", "t1", "-20.1-"),
    Case("relstring.3", "t1", "-20"),
    # Rank 1: 1. Rank 3: above it 1 pooled of 2. Rank 4: above it 2 pooled of 3.
    Case(
        "infAP",
        "q1",
        (
            1
            + (1 / 3 + 2 / 3 * (1 / 2) * ((1 + EPSILON) / (1 + 2 * EPSILON)))
            + (1 / 4 + 3 / 4 * (2 / 3) * ((2 + EPSILON) / (2 + 2 * EPSILON)))
        )
        / 3,
    ),
    # Rank 2: nothing pooled above. Rank 5: above it 2, 0 and * are pooled, 1 of 2 judged relevant.
    Case("infAP", "t1", ((1 / 2 + 0) + (1 / 5 + 4 / 5 * (3 / 4) * (1 / 2))) / 3),
    Case("utility", "q1", 3 - 1),  # 3 relevant, 1 not
    Case("utility", "t1", 2 - 4),
    # 2 relevant, 4 not; 1 relevant left behind, and 100 - 6 - 1 others.
    Case("utility.1,-1,-2,0.5", "t1", 2 - 4 - 2 * 1 + 0.5 * 93, {"num_docs": 100}),
    Case("set_P", "q1", 3 / 4),
    Case("set_P", "t1", 2 / 6),
    Case("set_recall", "q1", 3 / 3),
    Case("set_recall", "t1", 2 / 3),
    Case("set_relative_P", "q1", 3 / 3),
    Case("set_relative_P", "t1", 1 / 2, {"max_depth": 2}),  # 2 retrieved, fewer than R
    Case("set_map", "q1", 3 * 3 / (4 * 3)),
    Case("set_map", "t1", 2 * 2 / (6 * 3)),
    Case("set_F", "q1", 2 * (3 / 4) * 1 / (3 / 4 + 1)),
    Case("set_F", "t1", 2 * (2 / 6) * (2 / 3) / (2 / 6 + 2 / 3)),
    Case("set_F.4", "q1", 5 * (3 / 4) * 1 / (4 * (3 / 4) + 1)),  # the parameter is beta squared
    # Ideal gains so far at ranks 1 to 4: 3, 5, 6, 6; the fourth rank costs 1 all the same.
    Case(
        "G",
        "q1",
        (2 / log2(2 + 3 - 2) + 3 / log2(2 + 6 - 5) + 1 / log2(2 + 7 - 6)) / (3 + 2 + 1),
    ),
    # Costs at ranks 1 to 5: 2, 3, 4, 5, 6.
    Case("G", "t1", (2 / log2(2 + 3 - 2) + 1 / log2(2 + 6 - 3)) / (2 + 1 + 1)),
    # Non-relevant above: 0, 1, 1.
    Case("binG", "q1", (1 / log2(2) + 1 / log2(3) + 1 / log2(3)) / 3),
    # The first - is above the 2; -, 0 and * are above the 1.
    Case("binG", "t1", (1 / log2(2 + 1) + 1 / log2(2 + 3)) / 3),
    Case("ndcg", "q1", Q1_DCG / Q1_IDEAL),
    Case("ndcg", "t1", T1_DCG / T1_IDEAL),
    Case("ndcg", "t1", T1_DCG / T1_IDEAL, {"relevance_level": 2}),  # which it never looks at
    # Gains 5, 1 and 0 for the grades 1, 2 and 0; the 0 is left as it is.
    Case("ndcg.1=5,2=1", "t1", (1 / log2(3) + 5 / log2(6)) / (5 + 5 / log2(3) + 1 / log2(4))),
    Case("dcg", "q1", Q1_DCG),
    Case("dcg", "t1", T1_DCG),
    Case("dcg.0=1", "t1", T1_DCG + 1 / log2(4)),  # the 0 is at rank 3
    Case("ideal_dcg", "q1", Q1_IDEAL),
    Case("ideal_dcg", "t1", T1_IDEAL),
    Case("ndcg_cut.2", "q1:ndcg_cut_2", 2 / (3 + 2 / log2(3))),
    Case("ndcg_cut.3", "t1:ndcg_cut_3", (2 / log2(3)) / T1_IDEAL),
    # Cut at the ranks of the documents with a gain: 1, 3 and 4.
    Case("ndcg_rel", "q1", (2 / 3 + (2 + 3 / 2) / Q1_IDEAL + Q1_DCG / Q1_IDEAL) / 3),
    # At rank 2, at rank 5, and once more at the end for the one that is not retrieved.
    Case("ndcg_rel", "t1", ((2 / log2(3)) / (2 + 1 / log2(3)) + 2 * T1_DCG / T1_IDEAL) / 3),
    # The ideal falls after ranks 1, 2 and 3; the ranking is as long as the ideal and its fall.
    Case("Rndcg", "q1", (2 / 3 + 2 / (3 + 2 / log2(3)) + (2 + 3 / 2) / Q1_IDEAL) / 3),
    # It falls after rank 1 (nothing gained yet) and rank 3; and the ranking goes on to its end.
    Case("Rndcg", "t1", (0 / 2 + (2 / log2(3)) / T1_IDEAL + T1_DCG / T1_IDEAL) / 3),
    # Gains 2^grade - 1: 3, -, 7, 1 against 7, 3, 1.
    Case("ndcg_exp", "q1", (3 + 7 / 2 + 1 / log2(5)) / (7 + 3 / log2(3) + 1 / 2)),
    Case("ndcg_exp", "t1", (3 / log2(3) + 1 / log2(6)) / (3 + 1 / log2(3) + 1 / 2)),
    Case("ndcg_exp_cut.2", "q1:ndcg_exp_cut_2", 3 / (7 + 3 / log2(3))),
    Case("ndcg_exp_cut.3", "t1:ndcg_exp_cut_3", (3 / log2(3)) / (3 + 1 / log2(3) + 1 / 2)),
    Case("yaap", "q1", log((1 + 3 * Q1_AP) / (1 + 3 - 3 * Q1_AP))),  # the sum is R times AP
    Case("yaap", "t1", log((1 + 0.9) / (1 + 3 - 0.9))),  # 1/2 + 2/5
    # Grades up to 3 are scaled to gains 2/3, -, 1, 1/3.
    Case("rbp", "q1", 0.1 * (2 / 3 + 0.9**2 + (1 / 3) * 0.9**3)),
    Case("rbp.p=0.5", "t1", 0.5 * (1 * 0.5 + (1 / 2) * 0.5**4)),  # gains 1 and 1/2
    Case("rbp.p=0.8,1=1,2=1", "t1", 0.2 * (0.8 + 0.8**4)),  # binary
    # The rest after n documents, and the unjudged: rank 2 of q1; ranks 1, 4 and 6 of t1.
    Case("rbp_resid", "q1", 0.9**4 + 0.1 * 0.9),
    Case("rbp_resid", "t1", 0.9**6 + 0.1 * (1 + 0.9**3 + 0.9**5)),
    Case("rbp_resid.p=0.5", "q1", 0.5**4 + 0.5 * 0.5),
    Case("rbp_resid", "t1", 0, {"judged_only": True}),
    Case("unj.5", "q1:unj_5", 1 / 5),
    Case("unj.5", "t1:unj_5", 2 / 5),  # - and *
    Case("unj.20", "t1:unj_20", 3 / 20),
]

SUMMARIES = [
    Case("num_q", "small", 2),
    Case("num_q", "small", 3, {"complete": True}),
    Case("num_ret", "small", 6 + 4),
    Case("num_rel", "small", 3 + 2),
    Case("num_rel", "small", 3 + 2 + 2, {"complete": True}),
    Case("num_rel_ret", "small", 2 + 2),
    Case("num_nonrel_judged_ret", "small", 1 + 1),
    Case("map", "small", (T1_AP + T2_AP) / 2),
    Case("map", "small", (T1_AP + T2_AP + 0) / 3, {"complete": True}),
    Case("gm_map", "small", (T1_AP * T2_AP) ** (1 / 2)),
    Case("gm_map", "small", exp((log(T1_AP * T2_AP) + log(EPSILON)) / 3), {"complete": True}),
    Case("gm_bpref", "small", (1.5 / 3 * 1 / 2) ** (1 / 2)),
    Case("P.1", "small", (0 + 1) / 2),
    Case("utility", "small", ((2 - 4) + (2 - 2)) / 2),
]


BY_TOPIC += [
    # Beyond trec_eval; q1 holds gains 2/3, -, 1, 1/3 for grades 2, -, 3, 1 with max_rel = 3.
    Case("err", "q1", 3 / 16 + 13 / 16 * 7 / 16 / 3 + 13 / 16 * 9 / 16 * 1 / 16 / 4),
    Case("rbp_residual", "q1", 0.8**4 + 0.2 * 0.8),
    Case("inst.max_rel=3,depth=3", "q1", (2 / 3 + 0.16) / (1 + (4 / 7) ** 2 + 0.16)),
    Case("insq.max_rel=3,depth=3", "q1", (2 / 3 + 1 / 4) / (1 + 4 / 9 + 1 / 4)),
    Case("bpm.3,max_rel=3", "q1", (2 / 3 + 1) / 3),
    Case("sdcg.3,max_rel=3", "q1", (2 / 3 + 1 / 2) / (1 + 1 / log2(3) + 1 / 2)),
    Case("nerr8.3,max_rel=3", "q1", (2 / 3 + 1 / 3) / (1 + 1 / 3 + 1 / 3)),
    Case("nerr9.3,max_rel=3", "q1", (2 / 3 + 1 / 9) / (1 + 1 / 6 + 1 / 9)),
    Case("nerr10.p=0.5,max_rel=3", "q1", (2 / 3 + 1 / 12) / (1 + 1 / 6 + 1 / 12)),
    Case("nerr11.max_rel=3", "q1", (2 / 3 + 1 / 12) / (1 + 4 / 27 + 1 / 12)),
    Case("judged", "q1", 3 / 4),
    Case("judged.2", "q1", 1 / 2),
    Case("hole.2", "q1:hole_2", 1 / 2),
    Case("hole.5", "t1:hole_5", 1 / 5),  # the - at rank 1; the * is named
    Case("map_cap.2", "q1:map_cap_2", 1 / 2),
    Case("map_cap.4", "t1:map_cap_4", (1 / 2) / 3),
    Case("map_found.4", "q1:map_found_4", (1 / 1 + 2 / 3 + 3 / 4) / 3),
    Case("map_found.4", "t1:map_found_4", 1 / 2),
    Case("accuracy", "q1", 1 / 3),
    Case("compat.p=0.5", "q1", (1 / 4 + 1 / 6 + 3 / 32) / (1 + 1 / 2 + 1 / 4 + 3 / 32)),
    Case("F.2", "q1", 2 * (1 / 2 * 1 / 3) / (1 / 2 + 1 / 3)),
    Case("alpha_dcg.2", "q1", 1 / (1 + 1 / 2 / log2(3))),
    Case("alpha_ndcg.3", "q1", (1 + 1 / 2 / 2) / (1 + 1 / 2 / log2(3) + 1 / 4 / 2)),
    Case("err_ia.3", "q1", (1 + 1 / 2 / 3) / (1 + 1 / 2 / 2 + 1 / 4 / 3)),
    Case("nerr_ia.3", "q1", (1 + 1 / 2 / 3) / (1 + 1 / 2 / 2 + 1 / 4 / 3)),
    Case("nrbp", "q1", 3 / 4 * (1 + 1 / 2 / 4 + 1 / 4 / 8)),
    Case("nnrbp", "q1", (1 + 1 / 2 / 4 + 1 / 4 / 8) / (1 + 1 / 2 / 2 + 1 / 4 / 4)),
    Case("ap_ia", "q1", Q1_AP),
    Case("p_ia.2", "q1", 1 / 2),
    Case("strec.1", "q1", 1),
]


def evaluate(case: Case, run: str) -> rtreceval.Evaluation:
    files = FIXTURES / f"{run}.qrels", FIXTURES / f"{run}.run"
    return rtreceval.evaluate(*files, case.measure, **case.options)


@pytest.mark.parametrize("case", BY_TOPIC, ids=str)
def test_value_of_a_topic(case: Case) -> None:
    topic, _, column = case.where.partition(":")
    result = evaluate(case, TOPICS[topic])
    column = column or result.measures[0]
    assert column in result.measures
    if isinstance(case.expected, str):
        assert result.strings(column)[topic] == case.expected
    else:
        value = result.array(column)[result.topics.index(topic)]
        assert value == pytest.approx(case.expected, rel=1e-13, abs=1e-15)


@pytest.mark.parametrize("case", SUMMARIES, ids=str)
def test_average(case: Case) -> None:
    result = evaluate(case, case.where)
    assert result[case.measure] == pytest.approx(case.expected, rel=1e-13)


def test_tag() -> None:
    result = evaluate(Case("runid", "small", "small"), "small")
    assert result.run_tag == "small"
    assert result.to_trec() == "runid                 \tall\tsmall\n"


def test_every_measure_is_here() -> None:
    """A measure that is new in the table fails here until someone has worked it by hand.

    Those of judgment groups and preferences are in the tests of the core.
    """
    requests = [case.measure for case in BY_TOPIC + SUMMARIES] + ["runid"]
    names = {
        m.name for m in rtreceval.measures() if m.needs in {"grades", "grades by subtopic", "any"}
    }
    covered = {request if request in names else request.split(".")[0] for request in requests}
    assert covered == names


def test_every_measure_of_groups_and_preferences_is_in_the_golden_files() -> None:
    """What trec_eval printed for them is a value by a peer; the tests of the core work them too."""
    golden = (FIXTURES / "prefs" / "small.jsonl").read_text(encoding="utf-8")
    of_groups = {"grades by judgment group", "preferences"}
    names = [measure.name for measure in rtreceval.measures() if measure.needs in of_groups]
    assert len(names) > 15
    for name in names:
        assert re.search(rf'(\\n|"){name}(_[\d.]+)? *\\t', golden), name
