"""The rank column of a run: which files have one, and what becomes of it."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pytest

import rtreceval
from tests.support import run_cli

if TYPE_CHECKING:
    from pathlib import Path

QRELS = {"q": {"a": 1}}

# The relevant document has the highest score and the second rank.
TREC = "q Q0 a 2 9.5 r\nq Q0 b 1 1.5 r\n"
SCORES = {"a": 9.5, "b": 1.5}
BEIR = "query-id\tcorpus-id\tscore\nq\ta\t9.5\nq\tb\t1.5\n"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    texts = {"trec": TREC, "beir": BEIR, "qrels": "q 0 a 1\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return {name: tmp_path / name for name in texts}


def test_only_ranks_order_a_run(files: dict[str, Path]) -> None:
    """A score behind the document is not taken for a rank: a file without ranks is refused."""
    evaluator = rtreceval.Evaluator(QRELS, "mrr@10", like="msmarco")
    by_rank, by_score = evaluator.evaluate(files["trec"]), evaluator.evaluate({"q": SCORES})
    assert (by_rank["mrr@10"], by_score["mrr@10"]) == (0.5, 1.0)
    assert by_rank.conventions["order"] != by_score.conventions["order"]
    read = rtreceval.read_run(files["beir"])
    for run, name in (
        (files["beir"], files["beir"]),
        (read, files["beir"]),
        (pickle.loads(pickle.dumps(read)), "<pickled run>"),  # noqa: S301
    ):
        with pytest.raises(ValueError, match="the run has no rank column to order by") as caught:
            evaluator.evaluate(run)
        assert str(caught.value).startswith(f"{name}: ")
    for name, value in (("trec", [b"0.5000"]), ("beir", [])):
        args = ["--like", "msmarco", "-m", "mrr@10", "qrels", name]
        assert run_cli(args, files["qrels"].parent).out.split()[-1:] == value


def test_ranks_are_asked_for_in_vain(files: dict[str, Path]) -> None:
    tied = files["beir"].with_name("tied")
    tied.write_text(BEIR.replace("9.5", "1.5"), encoding="utf-8")
    with pytest.raises(ValueError, match="the run has no rank column"):
        rtreceval.evaluate(QRELS, tied, "map", ties="rank")
    for option in ("--order", "--ties"):
        done = run_cli([option, "rank", "qrels", "tied"], tied.parent)
        assert (done.status, done.out) == (1, b"")
        message = f"{option} rank: tied: the run, in the format beir, has no rank column"
        assert message.encode() in done.err


TABLE: dict[str, list[Any]] = {
    "qid": ["q", "q"], "rank": [1, 2], "docno": ["a", "b"], "score": [1.5, 1.5],
}  # fmt: skip


def delimited(separator: str) -> str:
    """Write the table as text."""
    rows = [TABLE.keys(), *zip(*TABLE.values(), strict=True)]
    return "".join(separator.join(map(str, row)) + "\n" for row in rows)


@pytest.mark.parametrize("kind", ["tabs", "blanks", "csv", "parquet", "pandas", "polars"])
def test_a_column_of_ranks(kind: str, tmp_path: Path) -> None:
    """It counts where ranks are asked for, and only there, as in a file of TREC."""
    pa = pytest.importorskip("pyarrow")
    frame = pa.table(TABLE)
    file = tmp_path / "run"
    if kind == "parquet":
        pytest.importorskip("pyarrow.parquet").write_table(frame, file)
    else:
        separators = {"tabs": "\t", "blanks": " ", "csv": ","}
        file.write_text(delimited(separators.get(kind, ",")), encoding="utf-8")
    run: Any = file
    if kind == "pandas":
        run = frame.to_pandas()
    elif kind == "polars":
        run = pytest.importorskip("polars").from_arrow(frame)
    assert rtreceval.evaluate(QRELS, run, "RR")["RR"] == 0.5
    assert rtreceval.evaluate(QRELS, run, "RR", ties="rank")["RR"] == 1.0
    assert rtreceval.evaluate(QRELS, run, "RR", like="msmarco")["RR"] == 1.0
    (tmp_path / "qrels").write_text("q 0 a 1\n", encoding="utf-8")
    if run is file:
        read = rtreceval.read_run(file)
        again = pickle.loads(pickle.dumps(read))  # noqa: S301
        for one in (read, again):
            assert rtreceval.evaluate(QRELS, one, "RR", ties="rank")["RR"] == 1.0
        done = run_cli(["--order", "rank", "-m", "recip_rank", "qrels", "run"], tmp_path)
        assert done.out.split()[-1] == b"1.0000"


@pytest.mark.parametrize(
    ("ranks", "message"),
    [
        (
            "1 1",
            "found rank '1' a second time in the topic, for document 'b' of topic 'q', expected",
        ),
        ("1 x", "found a rank that is no number, for document 'b' of topic 'q', expected a number"),
    ],
)
def test_a_column_of_bad_ranks(ranks: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "run"
    first, second = ranks.split()
    file.write_text(f"qid,rank,docno,score\nq,{first},a,1\nq,{second},b,2\n", encoding="utf-8")
    assert rtreceval.evaluate(QRELS, file, "RR")["RR"] == 0.5
    with pytest.raises(rtreceval.InputError) as caught:
        rtreceval.evaluate(QRELS, file, "RR", like="msmarco")
    assert str(caught.value).startswith(f"{file}:3:5: {message}")
    frame = pytest.importorskip("pandas").read_csv(file)
    assert rtreceval.evaluate(QRELS, frame, "RR")["RR"] == 0.5
    with pytest.raises(rtreceval.InputError, match=message[:20]):
        rtreceval.evaluate(QRELS, frame, "RR", like="msmarco")


def test_a_column_of_ranks_can_be_chosen() -> None:
    pd = pytest.importorskip("pandas")
    run = pd.DataFrame(TABLE).rename(columns={"rank": "place"})
    columns = {"rank": "place"}
    assert rtreceval.evaluate(QRELS, run, "RR", ties="rank", columns=columns)["RR"] == 1.0
    with pytest.raises(ValueError, match="the run has no rank column to order by"):
        rtreceval.evaluate(QRELS, run, "RR", ties="rank")


def test_a_pickle_keeps_ranks(files: dict[str, Path]) -> None:
    run = rtreceval.read_run(files["trec"])
    evaluator = rtreceval.Evaluator(QRELS, "mrr@10", like="msmarco")
    assert evaluator.evaluate(pickle.loads(pickle.dumps(run))) == evaluator.evaluate(run)  # noqa: S301
    assert evaluator.evaluate(run)["mrr@10"] == 0.5


def test_columns_that_are_not_there() -> None:
    pd = pytest.importorskip("pandas")
    qrels = pd.DataFrame({"topic": ["q"], "docno": ["a"], "label": [0], "rel2": [1]})
    run = {"q": {"a": 1.0}}
    assert rtreceval.evaluate(qrels, run, "map", columns={"grade": "rel2"})["map"] == 1.0
    with pytest.raises(
        ValueError, match=r"qrels: found columns .*, expected 'rel_2' for the grade"
    ):
        rtreceval.evaluate(qrels, run, "map", columns={"grade": "rel_2"})
    with pytest.raises(ValueError, match="columns: found 'grad', expected any of topic, docno"):
        rtreceval.evaluate(qrels, run, "map", columns={"grad": "rel2"})


def test_results_without_other_topics_are_not_equal() -> None:
    qrels = {"q": {"a": 1}, "r": {"a": 0}}
    run = {"q": {"a": 1.0}, "r": {"a": 1.0}}
    skipped = rtreceval.evaluate(qrels, run, "map", no_relevant="skip")
    assert skipped.topics_without_relevant == ["r"]
    assert skipped != rtreceval.evaluate({"q": {"a": 1}}, {"q": {"a": 1.0}}, "map")


def test_numbers_with_a_point_are_scores(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("q 0 a 1\n", encoding="utf-8")
    (tmp_path / "run").write_text("q\ta\t2.0\nq\tb\t1.0\n", encoding="utf-8")
    assert run_cli(["-m", "recip_rank", "qrels", "run"], tmp_path).out.split()[-1] == b"1.0000"
    done = run_cli(["-T", "msmarco", "qrels", "run"], tmp_path)
    assert (done.status, done.out) == (2, b"")
    assert b"run:1:5: found rank '2.0', expected a whole number" in done.err
