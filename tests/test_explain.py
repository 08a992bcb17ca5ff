"""The sub-command `explain`."""

from __future__ import annotations

import re
from math import log2
from typing import TYPE_CHECKING

import pytest

import rtreceval
from tests.support import ALL, FIXTURES

if TYPE_CHECKING:
    from tests.support import Cli, Write

QRELS = "q 0 a 3\nq 0 b 0\nq 0 c 1\nq 0 d -1\nq 0 e 2\nq 0 f 1\nother 0 a 1\n"
RUN = (
    "q Q0 b 1 9 t\nq Q0 a 2 8 t\nq Q0 x 3 8.0 t\nq Q0 c 4 7.5 t\nq Q0 d 5 6 t\nq Q0 e 6 4 t\n"
    "alone Q0 a 1 1 t\n"
)


@pytest.fixture(autouse=True)
def files(write: Write) -> None:
    write("qrels", QRELS)
    write("run", RUN)


def explain(cli: Cli, *args: str) -> list[str]:
    result = cli("explain", "qrels", "run", "--topic", "q", *args)
    assert (result.status, result.err) == (0, b"")
    return result.out.decode().splitlines()


def table(lines: list[str]) -> list[list[str]]:
    """Give the cells of the lines of the first table."""
    start = next(at for at, line in enumerate(lines) if line.startswith("rank"))
    end = lines.index("", start)
    return [line.split() for line in lines[start + 1 : end]]


def test_the_example_of_the_readme(cli: Cli) -> None:
    files = (FIXTURES / "example.qrels", FIXTURES / "example.run")
    measures = ("-m", "ndcg_cut.4", "-m", "ndcg_exp_cut.4")
    result = cli("explain", *files, *measures, "--topic", "q1", "--digits", "3")
    lines = result.out.decode().splitlines()
    assert "ndcg_cut_4 = 3.931 / 4.762 = 0.825" in lines
    assert "ndcg_exp_cut_4 = 6.931 / 9.393 = 0.738" in lines
    assert table(lines)[0] == [
        *["1", "B", "9", "2", "2", "1.000", "2.000", "2.000"],
        *["|", "3", "1.000", "3.000", "3.000"],
    ]


def test_the_head_counts(cli: Cli) -> None:
    assert explain(cli, "-m", "map")[:5] == [
        "topic q: 6 documents retrieved",
        "judged: 5 (1 x grade 3, 1 x grade 2, 2 x grade 1, 1 x grade 0)",
        "relevant, of grade 1 and above: 4, of which 3 retrieved",
        "not retrieved, by grade: 1: f (1)",
        "equal scores: 2 documents, ordered by document id, highest bytes first",
    ]


def test_binary_measures_count_relevant_documents(cli: Cli) -> None:
    lines = explain(cli, "-m", "map")
    assert table(lines) == [
        ["1", "b", "9", "0"],
        ["2", "x", "8", "-"],
        ["3", "a", "8", "3", "1", "0.3333", "0.3333"],
        ["4", "c", "7.5", "1", "2", "0.5000", "0.8333"],
        ["5", "d", "6", "."],
        ["6", "e", "4", "2", "3", "0.5000", "1.3333"],
    ]
    assert lines[-1] == "map = 1.3333 / 4 = 0.3333"


def test_gains_and_the_ideal_ranking(cli: Cli) -> None:
    lines = explain(cli, "-m", "ndcg_exp")
    ranked = {1: 0, 3: 7, 4: 1, 6: 3}
    dcg = ideal = 0.0
    for row, gain in zip(table(lines), [7, 3, 1, 1], strict=False):
        rank = int(row[0])
        discount = 1 / log2(rank + 1)
        bar = row.index("|")
        ideal += gain * discount
        assert row[bar + 1 :] == [
            str(gain),
            *(f"{x:.4f}" for x in (discount, gain * discount, ideal)),
        ]
        if ranked.get(rank):
            dcg += ranked[rank] * discount
            adds = ranked[rank] * discount
            assert row[bar - 4 : bar] == [
                str(ranked[rank]),
                *(f"{x:.4f}" for x in (discount, adds, dcg)),
            ]
    dcg += ranked[6] / log2(7)
    assert lines[-1] == f"ndcg_exp = {dcg:.4f} / {ideal:.4f} = {dcg / ideal:.4f}"


def test_cut_and_thinned(cli: Cli) -> None:
    lines = explain(cli, "-m", "P.2", "-M", "4", "-J", "-l", "2")
    assert lines[0] == "topic q: 3 documents retrieved of 6 (see -M and -J)"
    assert [row[:2] for row in table(lines)] == [["1", "b"], ["2", "a"], ["3", "c"]]
    assert lines[-1] == "P_2 = 1 / 2 = 0.5000"


def test_ties(cli: Cli) -> None:
    lines = explain(cli, "-m", "recip_rank", "--ties", "file")
    assert [row[1] for row in table(lines)] == ["b", "a", "x", "c", "d", "e"]
    assert lines[-1] == "recip_rank = 0.5000"


def test_every_measure_has_the_value_of_the_evaluation(cli: Cli) -> None:
    names = [m.name for m in rtreceval.measures() if m.name in ALL]
    lines = explain(cli, *(word for name in names for word in ("-m", name)))
    titles = [line.split(":")[0] for line in lines[5:] if re.match(r"\w+: \w", line)]
    assert titles == names
    found = re.findall(r"^(\S+) = (?:.* = )?(.*)$", "\n".join(lines), re.MULTILINE)
    values: dict[str, str] = dict(found)
    words = [word for name in names for word in ("-m", name)]
    expected = cli("qrels", "run", "-q", "-n", "--quiet", *words).out.decode().splitlines()
    assert len(expected) > 60
    for line in expected:
        name, topic, value = line.split("\t")
        if topic == "q":
            assert values[name.strip()] == value.strip("'"), name
    assert "runid has no value by topic" in lines


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (
            ["qrels", "run", "-m", "map", "--topic", "none"],
            "qrels does not have it; it has other, q",
        ),
        (
            ["qrels", "run", "-m", "map", "--topic", "other"],
            "run does not have it; it has alone, q",
        ),
        (["qrels", "run", "-m", "map", "--topic", "alone"], "qrels does not have it"),
        (["qrels", "run", "-m", "map"], "expected a topic: --topic ID"),
        (["qrels", "run", "--topic", "q"], "expected a measure: -m MEASURE"),
        (["qrels", "run", "run", "-m", "map", "--topic", "q"], "found 3 files, expected two"),
        (["qrels", "-m", "map", "--topic", "q"], "found one file, expected two"),
        (["qrels", "run", "-m", "mpa", "--topic", "q"], "did you mean map"),
        (
            ["qrels", "run", "-m", "map", "--topic", "q", "--format", "csv"],
            "--format: it has no meaning",
        ),
        (
            ["qrels", "run", "-m", "map", "--topic", "q", "--tie-range"],
            "--tie-range: it has no meaning",
        ),
    ],
)
def test_a_command_that_cannot_be_carried_out(cli: Cli, args: list[str], text: str) -> None:
    result = cli("explain", *args)
    assert (result.status, result.out) == (1, b"")
    assert text in result.err.decode()
    assert result.err.endswith(b"'rtreceval explain -h' tells how to call it\n")


def test_policies_hold(cli: Cli, write: Write) -> None:
    write("run", "q Q0 a 1 2 t\nq Q0 a 2 3 t\nq Q0 b 3 2,5 t\n")
    result = cli("explain", "qrels", "run", "-m", "map", "--topic", "q")
    assert result.status == 2
    request = ("explain", "qrels", "run", "-m", "map", "--topic", "q", "--lenient")
    assert cli(*request).status == 4
    explained = cli(*request, "--duplicates", "max")
    assert explained.status == 0
    assert table(explained.out.decode().splitlines())[0][:3] == ["1", "a", "3"]


def test_topic_belongs_to_explain(cli: Cli) -> None:
    result = cli("qrels", "run", "--topic", "q")
    assert result.status == 1
    assert b"--topic: it is an option of 'rtreceval explain'" in result.err


def test_a_file_named_like_the_command(cli: Cli, write: Write) -> None:
    write("explain", QRELS)
    assert (
        cli("./explain", "run", "-m", "map", "--quiet").out == cli("qrels", "run", "-m", "map").out
    )


def test_help(cli: Cli) -> None:
    text = cli("explain", "-h").out.decode()
    assert text.startswith("Usage: rtreceval explain QRELS RUN -m MEASURE --topic ID")
    assert "--topic ID" in text
    assert "--tie-range" not in text
    assert cli("explain", "-h", "-m", "map").out == cli("-h", "-m", "map").out
