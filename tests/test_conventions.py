"""Each program's conventions, by its preset: live against the program, or worked by hand.

The presets say which points they do not reproduce. Inputs keep clear of these, one test each shows
where they matter.
"""

from __future__ import annotations

import math
import random
import shutil
from typing import TYPE_CHECKING, Any

import ir_measures
import numpy as np
import pyndeval  # type: ignore[import-untyped]
import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import dcg_score, ndcg_score  # type: ignore[import-untyped]

import rtreceval
from tests.support import SHARED, Qrels, Run, qrels_and_run, run_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from tests.support import Cli, Write

PRESETS = rtreceval.presets()

few = settings(max_examples=25)


def like(preset: str, qrels: Qrels, run: Run, *measures: str, **options: Any) -> dict[str, float]:
    return rtreceval.evaluate(qrels, run, measures, like=preset, **options).summary


def close(value: float) -> Any:
    return pytest.approx(value, abs=1e-12)


def per_topic(result: rtreceval.Evaluation, measure: str) -> dict[str, float]:
    return {topic: row[measure] for topic, row in result.per_topic.items()}


def untied(run: Run) -> Run:
    """Give documents scores that all differ, in the order that they have here."""
    ranked = {}
    for topic, docs in run.items():
        order = sorted(docs, key=lambda doc: (docs[doc], doc), reverse=True)
        ranked[topic] = {doc: float(len(order) - at) for at, doc in enumerate(order)}
    return ranked


def ranked_file(run: Run) -> str:
    """Give a run the form of a file whose ranks tell the order, and whose scores tell another."""
    lines = []
    for topic, docs in untied(run).items():
        for doc, score in docs.items():
            lines.append(f"{topic} Q0 {doc} {len(docs) + 1 - score:.0f} {-score} tag\n")
    return "".join(lines)


def no_negative(qrels: Qrels) -> Qrels:
    return {t: {d: max(g, 0) for d, g in docs.items()} for t, docs in qrels.items()}


# --- What presets are ---


@pytest.mark.parametrize("preset", PRESETS)
def test_conventions_are_told(preset: str, cli: Cli, write: Write) -> None:
    told = rtreceval.conventions(preset)
    points = {name: text for name, text in told.items() if isinstance(text, str)}
    qrels, run = write("qrels", "1 0 a 1\n"), write("run", "1 Q0 a 1 1 t\n")
    result = rtreceval.evaluate(qrels, run, "recip_rank", like=preset)
    assert result.conventions == {n: t for n, t in points.items() if n != "decimals"}
    shown = cli("qrels", "run", "-m", "num_ret", "--like", preset)
    lines = shown.err.decode().splitlines()
    program = "".join(told["program"])
    assert lines[0] == f"rtreceval: like {preset}: {program}"
    assert lines[1 : 1 + len(points)] == [f"rtreceval:   {n}: {t}" for n, t in points.items()]
    differences = [f"rtreceval:   not the same: {text}" for text in told["differences"]]
    assert lines[1 + len(points) :] == differences
    assert cli("qrels", "run", "-m", "num_ret", "--like", preset, "--quiet").err == b""
    text = cli("-h", "--like", preset).out.decode()
    assert all(part in text for part in [*told["names"], *told["differences"], *points.values()])


def test_all_presets_are_listed(cli: Cli, write: Write) -> None:
    general = cli("-h").out.decode()
    assert all(f"\n  {preset} " in general for preset in PRESETS)
    write("qrels", "1 0 a 1\n")
    result = cli("qrels", "qrels", "--like", "trec")
    assert (result.status, result.out) == (1, b"")
    names = ", ".join(PRESETS[:-1]) + " or " + PRESETS[-1]
    assert f"--like: found 'trec', expected {names}\n" in result.err.decode()
    with pytest.raises(ValueError, match="like: found 'trec', expected 'trec_eval9', 'trec_"):
        rtreceval.conventions("trec")
    with pytest.raises(ValueError, match="like: found 'trec', expected 'trec_eval9', 'trec_"):
        rtreceval.evaluate({"1": {"a": 1}}, {"1": {"a": 1.0}}, "map", like="trec")


def test_two_presets_contradict(cli: Cli, write: Write) -> None:
    write("qrels", "1 0 a 1\n")
    result = cli("qrels", "qrels", "--like", "beir", "--like", "mteb")
    assert (result.status, result.out) == (1, b"")
    assert b"--like: found 'mteb' after 'beir', expected one" in result.err


def test_options_beside_a_preset_hold(cli: Cli, write: Write) -> None:
    """Wherever they stand."""
    write("qrels", "1 0 a 1\n2 0 a 1\n3 0 b 0\n")
    write("run", "1 Q0 a 1 1 t\n1 Q0 1 1 2 t\n3 Q0 a 1 1 t\n")

    def value(*args: str) -> str:
        result = cli("qrels", "run", "-m", "recip_rank", *args)
        return result.out.decode().split()[-1]

    assert value("--like", "beir") == "0.50000"
    assert value("--digits", "2", "--like", "beir") == value("--like", "beir", "--digits", "2")
    assert value("--like", "beir", "--digits", "2") == "0.50"
    assert value("--like", "ranx") == "0.1667"
    assert value("--like", "ranx", "--topics", "intersection") == "0.2500"
    assert value("-c", "--like", "beir") == value("--like", "beir", "-c") == "0.33333"
    assert value("--like", "gdeval") == "0.50000"
    assert value("--like", "gdeval", "--no-relevant", "zero") == "0.25000"
    changed = cli("qrels", "run", "--like", "beir", "-c", "-m", "map").err.decode()
    assert "  topics: all of the qrels; one that the run lacks counts as 0 (by option)\n" in changed
    assert changed.count("(by option)") == 1


def test_options_in_python(tmp_path: Path) -> None:
    qrels, run = {"1": {"a": 1}, "2": {"a": 1}}, {"1": {"a": 1.0, "b": 1.0, "1": 2.0}}
    beir = like("beir", qrels, run, "recip_rank")
    assert beir == {"recip_rank": 0.5}
    assert like("beir", qrels, run, "recip_rank", complete=True) == {"recip_rank": 0.25}
    assert like("beir", qrels, run, "recip_rank", ties="file") == {"recip_rank": 1.0}
    options: dict[str, Any] = {"ties": "file", "ignore_identical_ids": False}
    assert like("beir", qrels, run, "recip_rank", **options) == {"recip_rank": 0.5}
    with pytest.raises(ValueError, match="ties: found 'x', expected 'docno', 'file' or 'rank'"):
        rtreceval.evaluate(qrels, run, "map", ties="x")
    file = tmp_path / "run"
    file.write_text("1 Q0 b 2 1 t\n1 Q0 a 1 1 t\n1 Q0 b 3 0 t\n")
    kept = {
        rule: rtreceval.evaluate(qrels, file, "set_P", duplicates=rule)["set_P"]
        for rule in ("first", "last", "max")
    }
    assert kept == {"first": 0.5, "last": 0.5, "max": 0.5}
    with pytest.raises(rtreceval.InputError, match="document 'b' of topic '1' a second time"):
        rtreceval.evaluate(qrels, file, "map")
    with pytest.raises(rtreceval.RtrecevalError, match="the run has no rank column"):
        rtreceval.evaluate(qrels, run, "map", ties="rank")


def test_every_form_of_a_run_is_prepared_alike(tmp_path: Path) -> None:
    """Policies that change a run hold for files, dicts, rows and frames."""
    pandas = pytest.importorskip("pandas")
    qrels = {"1": {"a": 1, "b": 2}, "2": {"c": 1}}
    run = {"1": {"x": 1.0, "1": 3.0, "a": 1.0, "b": 1.0}, "2": {"c": 0.5}}
    file = tmp_path / "run"
    file.write_text(run_file(run))
    rows = [(t, d, s) for t, docs in run.items() for d, s in docs.items()]
    frame = pandas.DataFrame(rows, columns=["topic", "docno", "score"])
    options: dict[str, Any] = {"ties": "file", "ignore_identical_ids": True}
    with file.open("rb") as opened:
        forms = [run, file, opened, rows, frame, rtreceval.read_run(file)]
        for form in forms:
            result = rtreceval.evaluate(qrels, form, ["map", "ndcg"], **options)
            assert per_topic(result, "map") == {"1": close((1 / 2 + 2 / 3) / 2), "2": 1.0}


def test_names_that_are_not_to_be_had(cli: Cli, write: Write) -> None:
    write("qrels", "1 0 a 1\n")
    write("run", "1 Q0 a 1 1 t\n")
    for preset, name in [("beir", "Hole@10"), ("ranx", "hits@5"), ("ranx", "dcg_burges@5")]:
        result = cli("qrels", "run", "-m", name, "--like", preset, "--quiet")
        assert (result.status, result.out) == (1, b""), name
        found = f"measure '{name}': found '{name}', by --like {preset}, expected another measure: "
        assert found in result.err.decode()
    result = cli("qrels", "run", "-m", "Recall", "--like", "beir", "--quiet")
    assert b"expected a cutoff, as in Recall@10" in result.err
    result = cli("qrels", "run", "-m", "strec", "--like", "ndeval", "--quiet")
    assert b"expected a cutoff, as in strec@10" in result.err


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


def test_ranks_decide_and_stand_once(cli: Cli, write: Write) -> None:
    write("qrels", "1 0 a 1\n")
    write("run", "1 Q0 b 2 9 t\n1 Q0 a 1 1 t\n")
    assert cli("qrels", "run", "-m", "recip_rank", "--order", "rank").out.endswith(b"\t1.0000\n")
    assert cli("qrels", "run", "-m", "recip_rank").out.endswith(b"\t0.5000\n")
    write("run", "1 Q0 b 1 9 t\n1 Q0 a 1 1 t\n")
    result = cli("qrels", "run", "-m", "recip_rank", "--order", "rank")
    assert (result.status, result.out) == (2, b"")
    assert b"run:2:8: found rank '1' a second time in the topic, expected each rank" in result.err


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
    assert by_rank.conventions["order"].startswith("the rank column")
    by_score = rtreceval.evaluate(qrels, {"1": {"7": 9.0}}, "MRR@10", like="msmarco")
    assert by_score.conventions["order"].startswith("score")


# --- BEIR and MTEB ---


def beir(qrels: Qrels, run: Run, k: int) -> dict[str, float]:
    """Compute what BEIR does, from its description."""
    run = {t: {d: s for d, s in docs.items() if d != t} for t, docs in run.items()}
    peer = pytrec_eval.RelevanceEvaluator(
        qrels, {f"ndcg_cut.{k}", f"map_cut.{k}", f"recall.{k}", f"P.{k}"}
    )
    found = peer.evaluate(run)
    names = {"NDCG": "ndcg_cut", "MAP": "map_cut", "Recall": "recall", "P": "P"}
    values = {
        f"{name}@{k}": sum(row[f"{measure}_{k}"] for row in found.values()) / len(found)
        for name, measure in names.items()
    }
    own = dict.fromkeys(["MRR", "R_cap", "Accuracy"], 0.0)
    for topic, docs in run.items():
        top = sorted(docs, key=lambda doc: -docs[doc])[:k]
        relevant = {doc for doc, grade in qrels[topic].items() if grade > 0}
        ranks = [rank for rank, doc in enumerate(top, 1) if doc in relevant]
        own["MRR"] += 1 / ranks[0] if ranks else 0
        own["Accuracy"] += bool(ranks)
        own["R_cap"] += len(ranks) / min(k, len(relevant)) if relevant else 0
    return values | {f"{name}@{k}": total / len(qrels) for name, total in own.items()}


@few
@given(inputs=qrels_and_run(), k=st.integers(1, 8))
def test_beir(inputs: tuple[Qrels, Run], k: int) -> None:
    """The topics are documents too; scores differ, since BEIR has two rules for equal ones."""
    qrels, run = inputs[0], {t: docs for t, docs in untied(inputs[1]).items() if t in inputs[0]}
    run = {topic: docs | {topic: 3.5} for topic, docs in run.items()}
    found = beir(qrels, run, k)
    assert like("beir", qrels, run, *found) == {name: close(v) for name, v in found.items()}


@few
@given(inputs=qrels_and_run(), k=st.integers(1, 8))
def test_mteb(inputs: tuple[Qrels, Run], k: int) -> None:
    qrels, run = inputs
    run = {t: {d: float(np.float32(s)) for d, s in docs.items()} for t, docs in run.items()}
    names = {
        "ndcg": "ndcg_cut", "map": "map_cut", "recall": "recall", "precision": "P",
        "hit_rate": "success",
    }  # fmt: skip
    peer = pytrec_eval.RelevanceEvaluator(qrels, {f"{name}.{k}" for name in names.values()})
    rows = peer.evaluate(run)
    found = {
        f"{name}_at_{k}": sum(row[f"{measure}_{k}"] for row in rows.values()) / len(rows)
        for name, measure in names.items()
    }
    reciprocal = []
    for topic in rows:
        docs = run[topic]
        top = sorted(docs, key=lambda doc, docs=docs: (docs[doc], doc), reverse=True)[:k]  # type: ignore[misc]
        ranks = [rank for rank, doc in enumerate(top, 1) if qrels[topic].get(doc, 0) > 0]
        reciprocal.append(1 / ranks[0] if ranks else 0.0)
    found[f"mrr_at_{k}"] = sum(reciprocal) / len(reciprocal)
    assert like("mteb", qrels, run, *found) == {name: close(v) for name, v in found.items()}


# --- scikit-learn ---


@few
@given(inputs=qrels_and_run(), k=st.integers(1, 8))
def test_sklearn(inputs: tuple[Qrels, Run], k: int) -> None:
    """Its vectors hold all judged documents: those that are not retrieved come last."""
    qrels, run = no_negative(inputs[0]), untied(inputs[1])
    measures = [f"ndcg_score@{k}", f"dcg_score@{k}"]
    result = rtreceval.evaluate(qrels, run, measures, like="sklearn", complete=False)
    for topic in result.topics:
        docs = sorted({*qrels[topic], *run[topic]})
        cut = min(k, len(run[topic]))
        grades = [[qrels[topic].get(doc, 0) for doc in docs]]
        scores = [[run[topic].get(doc, -1.0 - at) for at, doc in enumerate(docs)]]
        if cut < k or len(docs) == 1:
            continue  # it would see documents that are not retrieved
        row = result.per_topic[topic]
        assert row[f"dcg_score@{k}"] == close(dcg_score(grades, scores, k=k))
        assert row[f"ndcg_score@{k}"] == close(ndcg_score(grades, scores, k=k))


def test_sklearn_averages_equal_scores() -> None:
    qrels, run = {"1": {"a": 1, "b": 0}}, {"1": {"a": 1.0, "b": 1.0}}
    assert ndcg_score([[1, 0]], [[1.0, 1.0]]) == close((1 + 1 / math.log2(3)) / 2)
    assert ndcg_score([[0, 1]], [[1.0, 1.0]], ignore_ties=True) == 1.0
    assert like("sklearn", qrels, run, "ndcg_score") == {"ndcg_score": close(1 / math.log2(3))}


# --- LightGBM and torchmetrics, from their sources ---


def over_rows(qrels: Qrels, run: Run, of: Callable[[list[int]], float]) -> float:
    """Average a value of the grades of each ranking, in the order of score and then of input."""
    values = []
    for topic, docs in run.items():
        order = sorted(docs, key=lambda doc, docs=docs: -docs[doc])  # type: ignore[misc]
        values.append(of([qrels[topic][doc] for doc in order]))
    return sum(values) / len(values)


def dcg(grades: Iterable[int]) -> float:
    gains = enumerate((2.0**grade - 1 for grade in grades), 2)
    return sum(gain / math.log2(place) for place, gain in gains)


@st.composite
def rows(draw: st.DrawFn) -> tuple[Qrels, Run]:
    """Queries with rows: all documents are both judged and ranked."""
    qrels, run = {}, {}
    for topic in ["1", "2", "3"][: draw(st.integers(1, 3))]:
        grades = draw(st.lists(st.integers(0, 3), min_size=1, max_size=12))
        scores = st.lists(
            st.sampled_from([0.5, 1.0, 2.0]), min_size=len(grades), max_size=len(grades)
        )
        docs = [f"d{at}" for at in draw(st.permutations(range(len(grades))))]
        qrels[topic] = dict(zip(docs, grades, strict=True))
        run[topic] = dict(zip(docs, draw(scores), strict=True))
    return qrels, run


@few
@given(inputs=rows(), k=st.integers(1, 8))
def test_lightgbm(inputs: tuple[Qrels, Run], k: int) -> None:
    def ndcg(grades: list[int]) -> float:
        ideal = dcg(sorted(grades, reverse=True)[:k])
        return dcg(grades[:k]) / ideal if ideal else 1.0

    def average_precision(grades: list[int]) -> float:
        relevant = [grade > 0 for grade in grades]
        found = [
            sum(relevant[:rank]) / rank
            for rank in range(1, k + 1)
            if any(relevant[rank - 1 : rank])
        ]
        return sum(found) / min(k, sum(relevant)) if any(relevant) else 1.0

    assert like("lightgbm", *inputs, f"ndcg@{k}", f"map@{k}") == {
        f"ndcg@{k}": close(over_rows(*inputs, ndcg)),
        f"map@{k}": close(over_rows(*inputs, average_precision)),
    }


def test_lightgbm_live() -> None:
    """A model of one leaf leaves the scores as they are."""
    lightgbm = pytest.importorskip("lightgbm")
    made = random.Random(9)  # noqa: S311
    sizes = [8, 5, 12, 6]
    grades = [[made.randint(0, 3) for _ in range(size)] for size in sizes]
    grades[1] = [0] * 5
    scores = [[float(made.randint(0, 3)) for _ in range(size)] for size in sizes]
    flat = [float(number) for row in scores for number in row]
    labels = [grade for row in grades for grade in row]
    data = lightgbm.Dataset(
        np.zeros((len(labels), 1)), label=labels, group=sizes, init_score=flat,
        params={"verbosity": -1},
    )  # fmt: skip
    held = lightgbm.Dataset(
        np.zeros((len(labels), 1)), label=labels, group=sizes, init_score=flat, reference=data
    )
    found: dict[str, Any] = {}
    options = {
        "objective": "lambdarank", "metric": ["ndcg", "map"], "eval_at": [1, 3, 10],
        "verbosity": -1, "num_threads": 1,
    }  # fmt: skip
    lightgbm.train(
        options, data, 1, valid_sets=[held], callbacks=[lightgbm.record_evaluation(found)]
    )
    qrels = {str(t): {f"d{at}": g for at, g in enumerate(row)} for t, row in enumerate(grades)}
    run = {str(t): {f"d{at}": s for at, s in enumerate(row)} for t, row in enumerate(scores)}
    peer = {name: float(values[0]) for name, values in found["valid_0"].items()}
    ours = like("lightgbm", qrels, run, *peer)
    assert ours == {name: pytest.approx(value, abs=1e-9) for name, value in peer.items()}


@few
@given(inputs=rows(), k=st.integers(1, 8))
def test_torchmetrics(inputs: tuple[Qrels, Run], k: int) -> None:
    """From its source, with scores that differ: it orders equal ones in no order that it tells."""
    qrels, run = inputs[0], untied(inputs[1])

    def average_precision(grades: list[int]) -> float:
        relevant = [grade > 0 for grade in grades[:k]]
        found = [sum(relevant[: at + 1]) / (at + 1) for at, hit in enumerate(relevant) if hit]
        return sum(found) / len(found) if found else 0.0

    def ndcg(grades: list[int]) -> float:
        def linear(of: list[int]) -> float:
            return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(of, 1))

        ideal = linear(sorted(grades, reverse=True)[:k])
        return linear(grades[:k]) / ideal if ideal else 0.0

    def precision(grades: list[int]) -> float:
        return sum(grade > 0 for grade in grades[:k]) / k

    found = {
        f"retrieval_average_precision@{k}": average_precision,
        f"retrieval_normalized_dcg@{k}": ndcg,
        f"retrieval_precision@{k}": precision,
    }
    assert like("torchmetrics", qrels, run, *found) == {
        name: close(over_rows(qrels, run, of)) for name, of in found.items()
    }


# --- Single conventions ---


def test_topics_without_a_relevant_document() -> None:
    qrels = {"1": {"a": 1}, "2": {"a": 0}, "3": {"a": 1}, "4": {"a": 0}}
    run = {"1": {"a": 1.0}, "2": {"a": 1.0}, "3": {"b": 1.0}}
    measures = ["map", "num_q", "judged", "ndcg", "dcg"]

    def values(rule: str, *, complete: bool = False) -> list[float]:
        found = rtreceval.evaluate(qrels, run, measures, no_relevant=rule, complete=complete)
        return [found[name] for name in ("num_q", "map", "ndcg", "judged", "dcg")]

    assert values("zero") == [3, close(1 / 3), close(1 / 3), close(2 / 3), close(1 / 3)]
    assert values("skip") == [2, 0.5, 0.5, 0.5, 0.5]
    assert values("one") == [3, close(2 / 3), close(2 / 3), close(2 / 3), close(1 / 3)]
    assert values("skip", complete=True) == [2, 0.5, 0.5, 0.5, 0.5]
    assert values("one", complete=True)[:2] == [4, 0.5]
    only = {"2": qrels["2"]}
    with pytest.raises(rtreceval.InputError, match="found no topic with a relevant document"):
        rtreceval.evaluate(only, run, "map", no_relevant="skip")


def test_topics_without_a_relevant_document_are_named(cli: Cli, write: Write) -> None:
    write("qrels", "1 0 a 1\n2 0 a 0\n")
    write("run", "1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n")
    result = cli("qrels", "run", "-m", "map", "-q", "--no-relevant", "skip")
    assert b"warning: left out 1 topic without a relevant document: 2\n" in result.err
    assert b"\t2\t" not in result.out
    result = cli("qrels", "run", "-m", "map", "-R", "qrels_jg", "--no-relevant", "one")
    assert result.status == 1


@pytest.mark.parametrize(
    ("request_", "parameter"),
    [("err.max_grade=3", "max_grade"), ("inst.max_rel=3", "max_rel"),
     ("NERR8(max_rel=3)@5", "max_rel"), ("sdcg.5,max_rel=3", "max_rel")],
)  # fmt: skip
def test_clipped_grades(request_: str, parameter: str, cli: Cli, write: Write) -> None:
    """Once for an evaluation, however many topics have them."""
    write("qrels", "1 0 a 4\n2 0 a 4\n3 0 a 1\n")
    write("run", "1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n")
    text = f": the qrels have grades up to 4, which count as 3, the measure's {parameter}\n"
    err = cli("qrels", "run", "-m", request_, "-c").err.decode()
    assert err.count(text) == err.count("warning: ") == 1
    qrels, run = {"1": {"a": 4}}, {"1": {"a": 1.0}}
    with pytest.warns(UserWarning, match="grades up to 4, which count as 3") as warned:
        rtreceval.evaluate(qrels, run, request_)
    assert len(warned) == 1
    rtreceval.evaluate(qrels, run, request_.replace("=3", "=4"))


def test_holes() -> None:
    """A negative grade is no hole, but unjudged."""
    qrels, run = {"1": {"a": 1, "b": -1}}, {"1": {"a": 3.0, "b": 2.0, "x": 1.0}}
    found = rtreceval.evaluate(qrels, run, ["hole@2", "hole@3", "hole_at_10", "unj.3"]).summary
    assert found == {"hole@2": 0, "hole@3": close(1 / 3), "hole_at_10": 0.1, "unj_3": close(2 / 3)}


@pytest.mark.parametrize(
    ("request_", "value"),
    [("map_cap@2", (1 / 2) / 2), ("map_cut.2", (1 / 2) / 3), ("map_found@2", 1 / 2),
     ("map_cap@4", (1 / 2 + 2 / 3) / 3), ("map_found@4", (1 / 2 + 2 / 3) / 2)],
)  # fmt: skip
def test_three_average_precisions(request_: str, value: float) -> None:
    """Relevant at ranks 2 and 3; a third relevant document is not retrieved."""
    qrels = {"1": {"a": 1, "b": 1, "c": 1}}
    run = {"1": {"x": 4.0, "a": 3.0, "b": 2.0, "y": 1.0}}
    (found,) = rtreceval.evaluate(qrels, run, request_).summary.values()
    assert found == close(value)


CASES = SHARED / "cases"


@pytest.mark.skipif(not CASES.is_dir(), reason="the cases are not here")
@pytest.mark.parametrize(
    ("case", "mode", "args", "rename"),
    [
        ("28-query-is-in-the-corpus", "drop-self", ["--ignore-identical-ids"], ("", "")),
        ("28-query-is-in-the-corpus", "drop-self", ["--like", "beir", "--digits", "4"], ("", "")),
        ("27-recall-versus-capped-recall", "ext", [], ("recall_cap_", "recall_cap@")),
        (
            "08-linear-vs-exponential-gain",
            "gain=exp",
            ["--like", "lightgbm"],
            ("ndcg_cut_", "ndcg@"),
        ),
        ("30-err-max-grade", "max=4", ["--like", "gdeval", "--digits", "4"], ("err_", "err@")),
    ],
)
def test_reported_cases(
    cli: Cli, case: str, mode: str, args: list[str], rename: tuple[str, str]
) -> None:
    folder = CASES / case
    lines = (folder / "expected.txt").read_text(encoding="utf-8").splitlines()
    expected = [line.split("\t") for line in lines if line.startswith(f"{mode}\t")]
    assert expected
    checked = 0
    for _, measure, _, value, *_ in expected:
        if measure.startswith("dcg_cut"):
            continue  # there is no DCG of exponential gains
        name = measure.replace(*rename)
        shown = cli(folder / "qrels.txt", folder / "run.txt", "-m", name, *args)
        assert shown.out.decode().split()[-1] == value, (name, shown.err)
        checked += 1
    assert checked
