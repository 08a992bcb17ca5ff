"""The conventions of the programs of TREC and of ir_measures: live, or worked by hand.

The presets say which points they do not reproduce. Inputs keep clear of these, one test each shows
where they matter.
"""

from __future__ import annotations

import random
import shutil
from typing import TYPE_CHECKING

import ir_measures
import numpy as np
import pyndeval  # type: ignore[import-untyped]
import pytest
from hypothesis import given

import rtreceval
from tests.preset_inputs import close, few, like, no_negative, per_topic, untied
from tests.support import Qrels, Run, qrels_and_run

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import Cli, Write


def ranked_file(run: Run) -> str:
    """Give a run the form of a file whose ranks tell the order, and whose scores tell another."""
    lines = []
    for topic, docs in untied(run).items():
        for doc, score in docs.items():
            lines.append(f"{topic} Q0 {doc} {len(docs) + 1 - score:.0f} {-score} tag\n")
    return "".join(lines)


# --- trec_eval and pytrec_eval ---


@few
@given(inputs=qrels_and_run())
def test_trec_evals(inputs: tuple[Qrels, Run]) -> None:
    for preset, compat in [("trec_eval9", "9"), ("trec_eval10", "10")]:
        plain = rtreceval.evaluate(*inputs, "all_trec", compat=compat)
        assert str(rtreceval.evaluate(*inputs, "all_trec", like=preset)) == str(plain)


# --- gdeval ---


@pytest.mark.skipif(shutil.which("perl") is None, reason="gdeval is written in Perl")
def test_gdeval() -> None:
    made = random.Random(3)  # noqa: S311
    docs = [f"d{number}" for number in range(25)]
    qrels = {
        str(t): {d: made.randint(-1, 4) if t % 5 else 0 for d in made.sample(docs, 12)}
        for t in range(1, 40)
    }
    run = {
        str(t): {d: float(made.randint(0, 9)) for d in made.sample(docs, 15)} for t in range(5, 45)
    }
    measures = [ir_measures.ERR @ 10, ir_measures.nDCG(dcg="exp-log2") @ 10]
    found = list(ir_measures.gdeval.evaluator(measures, qrels)._iter_calc(run))  # noqa: SLF001
    result = rtreceval.evaluate(qrels, run, ["err@10", "ndcg@10"], like="gdeval")
    for name, measure in zip(["err@10", "ndcg@10"], measures, strict=True):
        of_topics = {m.query_id: m.value for m in found if m.measure == measure}
        assert per_topic(result, name) == pytest.approx(of_topics, abs=5.1e-6)
        assert result[name] == pytest.approx(np.mean(list(of_topics.values())), abs=5.1e-6)
    assert result.topics_without_relevant == sorted(str(t) for t in range(5, 40, 5))


def test_gdevals_warning_of_a_grade_above_4() -> None:
    qrels, run = {"1": {"a": 5}}, {"1": {"a": 1.0}}
    text = "err@5: the qrels have grades up to 5, which count as 4, the measure's max_grade"
    with pytest.warns(UserWarning, match=text):
        assert like("gdeval", qrels, run, "err@5") == {"err@5": 15 / 16}


# --- ndeval ---


NDEVAL = ["nERR-IA@5", "alpha-nDCG@5", "NRBP", "nNRBP", "MAP-IA", "P-IA@5", "strec@5"]


def test_ndeval(tmp_path: Path) -> None:
    """Pyndeval orders by score, ndeval by the ranks of a file. ERR-IA and alpha-DCG from rank 2."""
    made = random.Random(5)  # noqa: S311
    docs = [f"d{number}" for number in range(20)]
    rows = [
        pyndeval.SubtopicQrel(str(t), str(made.randint(1, 4)), d, made.randint(0, 1))
        for t in range(1, 25)
        for d in made.sample(docs, 10)
    ]
    run = {str(t): {d: made.random() for d in made.sample(docs, 15)} for t in range(5, 30)}
    names = [*NDEVAL, "ERR-IA@5", "alpha-DCG@5"]
    scored = [
        pyndeval.ScoredDoc(t, d, s) for t, of_t in untied(run).items() for d, s in of_t.items()
    ]
    peer = pyndeval.RelevanceEvaluator(rows, names)
    found = {row["query_id"]: row for row in peer.evaluate_iter(scored)}
    qrels_path, run_path = tmp_path / "qrels", tmp_path / "run"
    qrels_path.write_text("".join(f"{r[0]} {r[1]} {r[2]} {r[3]}\n" for r in rows))
    run_path.write_text(ranked_file(run))
    result = rtreceval.evaluate(qrels_path, run_path, names, like="ndeval")
    assert set(result.topics) == set(found)
    for topic, values in result.per_topic.items():
        assert values == {name: close(found[topic][name]) for name in names}


def test_ndeval_at_rank_1_is_divided() -> None:
    qrels = {"1": {"a": {"s": 1, "t": 1}}}
    run = {"1": {"a": 1.0}}
    (found,) = pyndeval.RelevanceEvaluator(
        [pyndeval.SubtopicQrel("1", s, "a", 1) for s in "st"], ["ERR-IA@1", "alpha-DCG@1"]
    ).evaluate_iter([pyndeval.ScoredDoc("1", "a", 1.0)])
    assert (found["ERR-IA@1"], found["alpha-DCG@1"]) == (2.0, 2.0)
    ours = rtreceval.evaluate(qrels, run, ["ERR-IA@1", "alpha-DCG@1"], like="ndeval").summary
    assert ours == {"ERR-IA@1": 1.0, "alpha-DCG@1": 1.0}


# --- ir_measures ---


IR_MEASURES = ["AP", "nDCG@5", "P@5", "R@5", "RR", "Bpref", "Rprec", "Success@1", "SetF", "infAP"]


@few
@given(inputs=qrels_and_run())
def test_ir_measures(inputs: tuple[Qrels, Run]) -> None:
    parsed = {ir_measures.parse_measure(name): name for name in IR_MEASURES}
    found = ir_measures.calc_aggregate(list(parsed), *inputs)
    ours = like("ir_measures", *inputs, *IR_MEASURES)
    assert ours == {parsed[measure]: close(value) for measure, value in found.items()}


@few
@given(inputs=qrels_and_run())
def test_ir_measures_other_providers_where_no_scores_are_equal(inputs: tuple[Qrels, Run]) -> None:
    qrels, run = no_negative(inputs[0]), untied(inputs[1])
    for name in ["RR@3", "Judged@3", "Compat", "RBP(rel=1)"]:
        (found,) = ir_measures.calc_aggregate(
            [ir_measures.parse_measure(name)], qrels, run
        ).values()
        assert like("ir_measures", qrels, run, name)[name] == close(found)


def test_ir_measures_keeps_the_last_of_duplicates(cli: Cli, write: Write) -> None:
    qrels = write("qrels", "1 0 a 0\n1 0 b 1\n1 0 a 2\n")
    run = write("run", "1 Q0 a 1 3 t\n1 Q0 b 2 2 t\n1 Q0 a 3 1 t\n")
    (found,) = ir_measures.calc_aggregate(
        [ir_measures.nDCG @ 5],
        list(ir_measures.read_trec_qrels(str(qrels))),  # type: ignore[no-untyped-call]
        list(ir_measures.read_trec_run(str(run))),  # type: ignore[no-untyped-call]
    ).values()
    shown = cli("qrels", "run", "-m", "nDCG@5", "--like", "ir_measures", "--digits", "12")
    assert float(shown.out.split()[-1]) == pytest.approx(found, abs=1e-11)


# --- MS MARCO ---


def msmarco(qrels: Qrels, run: Run) -> float:
    """Mean reciprocal rank at 10 as the script has it: over the topics of the qrels, by rank."""
    total = 0.0
    for topic, docs in run.items():
        ranked = sorted(docs, key=lambda doc: -docs[doc])[:10]
        hits = [rank for rank, doc in enumerate(ranked, 1) if doc in qrels.get(topic, {})]
        total += 1 / hits[0] if hits else 0
    return total / len(qrels)


@few
@given(inputs=qrels_and_run())
def test_msmarco(inputs: tuple[Qrels, Run]) -> None:
    qrels, run = no_negative(inputs[0]), untied(inputs[1])
    assert like("msmarco", qrels, run, "MRR@10")["MRR@10"] == close(msmarco(qrels, run))


def test_msmarco_by_the_ranks_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "run"
    file.write_text("1 Q0 7 2 9 t\n1 Q0 8 1 1 t\n3 Q0 7 1 1 t\n")
    qrels = {"1": {"7": 0}, "2": {"7": 1}}
    by_rank = rtreceval.evaluate(qrels, file, "MRR@10", like="msmarco")
    assert by_rank.summary == {"MRR@10": 0.25}
    assert by_rank.conventions["order"] == "rank"
    by_score = rtreceval.evaluate(qrels, {"1": {"7": 9.0}}, "MRR@10", like="msmarco")
    assert by_score.conventions["order"] == "score"
