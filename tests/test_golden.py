"""Golden sets: documents and content terms, fields, matching, depth, the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rtreceval
from rtreceval import golden
from tests.test_rag import case, jsonl

if TYPE_CHECKING:
    from tests.support import Cli, Write


def content(texts: list[Any], terms: list[Any], **options: Any) -> dict[str, Any]:
    """Evaluate one case of content terms, and give its row."""
    cases = [{"id": "c", "topK": 10, "expectedContentTerms": terms}]
    (row,) = golden.evaluate(cases, {"c": texts}, **options).rows
    return row


def test_content_mrr() -> None:
    item, expected = case("55-content-mrr")
    row = content(item["results"], item["expected_terms"])
    assert row["contentRR@10"] == pytest.approx(expected[0][3], abs=1e-12)
    assert row["termRanks"] == [1, 3, None]
    assert row["contentRecall@5"] == pytest.approx(2 / 3)
    assert row["contentRecallAll@5"] == 0.0


MODES: dict[str, dict[str, Any]] = {
    "substring": {},
    "word": {"whole_words": True},
    "casefold": {},
    "full casefold": {},
    "collapse blanks": {},
    "nfc": {},
    "list": {},
}
"""The modes of the case that are to be had. The others tell what is not done."""


def test_matching() -> None:
    items, expected = case("56-content-mrr-matching")
    by_id = {item["id"]: item for item in items}
    checked = set()
    for mode, _, name, value in expected:
        row_options = MODES.get(mode)
        item = by_id[name]
        row = content(item["results"], item["expected_terms"], **(row_options or {}))
        if row_options is None:
            assert row["contentRR@10"] != pytest.approx(value)
        else:
            assert row["contentRR@10"] == pytest.approx(value, abs=1e-12)
            checked.add(mode)
    assert checked == set(MODES)


def test_a_case_without_terms_is_neither_0_nor_in_the_mean() -> None:
    items, _ = case("56-content-mrr-matching")
    cases = [{"id": item["id"], "expectedContentTerms": item["expected_terms"]} for item in items]
    report = golden.evaluate(cases, {item["id"]: item["results"] for item in items})
    assert report.summary["content_mrr_case_count"] == report.summary["case_count"] == 6
    assert report.summary["left_out_count"] == 1
    assert report.rows[-1]["contentRR@10"] is None
    values = [row["contentRR@10"] for row in report.rows[:-1]]
    assert report["content_mrr_at_10"] == sum(values) / 6
    assert report.warnings[0] == "1 of 7 cases expect nothing and are left out: none"


CASES: list[dict[str, Any]] = [
    {
        "id": "refunds",
        "query": "How long may I return things?",
        "topK": 2,
        "expectedDocumentSubstrings": ["handbook", "policy.pdf"],
        "expectedContentTerms": ["30 days", ["refund", "money back"]],
        "type": "policy",
    },
    {"id": 7, "expectedDocumentSubstrings": ["Straße"], "type": "place"},
    {"id": "terms", "topK": 10, "expectedContentTerms": ["timeout"], "type": "ops"},
    {"id": "nothing", "type": "ops", "expectedContentTerms": None},
]
RESULTS: list[dict[str, Any]] = [
    {
        "id": "refunds",
        "results": [
            {"title": "30 days refund", "content": "How to return things."},
            {"title": "Notes", "content": "Nothing."},
            {"fileName": "Policy.PDF", "content": "Money\nBACK, within 30\u00a0 days."},
        ],
    },
    {"id": 7, "results": [{"sectionPath": ["Orte", "STRASSE"]}]},
    {"id": "terms", "results": [{"content": "no"}] * 9 + [{"content": "Timeout!"}]},
    {"id": "unknown", "results": []},
]


def test_cases() -> None:
    report = golden.evaluate(CASES, RESULTS, ["type"])
    refunds, place, terms, nothing = report.rows
    assert refunds["topK"] == 2
    assert refunds["documentRank"] == 3
    assert refunds["hit@K"] == 0.0
    assert refunds["rr@10"] == pytest.approx(1 / 3)
    assert refunds["termRanks"] == [3, 3]
    assert refunds["contentRecall@5"] == refunds["contentRecallAll@5"] == 1.0
    assert refunds["contentRR@10"] == pytest.approx(1 / 3)
    assert (place["id"], place["topK"], place["hit@K"]) == ("7", 10, 1.0)
    assert place["contentRR@10"] is place["contentRecall@5"] is None
    assert terms["contentRR@10"] == 0.1
    assert terms["contentRecall@5"] == 0.0
    assert terms["hit@K"] is terms["rr@10"] is None
    assert nothing["facets"] == {"type": "ops"}
    assert report.summary == {
        "case_count": 3,
        "document_case_count": 2,
        "content_mrr_case_count": 2,
        "hit_at_k": 0.5,
        "mrr_at_10": pytest.approx((1 / 3 + 1) / 2),
        "content_recall_at_5": 0.5,
        "content_recall_all_at_5": 0.5,
        "content_mrr_at_10": pytest.approx((1 / 3 + 1 / 10) / 2),
        "left_out_count": 1,
        "missing_result_count": 0,
        "unknown_result_count": 1,
        "shallow_case_count": 1,
    }
    assert report.facets["type"]["place"]["content_mrr_at_10"] is None
    assert report.facets["type"]["ops"]["content_mrr_case_count"] == 1
    assert report.to_dict()["unknown_results"] == ["unknown"]


def test_cases_without_results_count_as_0() -> None:
    report = golden.evaluate(CASES, RESULTS[1:2])
    assert report["content_mrr_at_10"] == 0.0
    assert report["hit_at_k"] == 0.5
    assert report.to_dict()["missing_results"] == ["refunds", "terms"]
    assert report.rows[0]["termRanks"] == [None, None]
    assert str(report.rows[0]["contentRR@10"]) == "0.0"


def test_hit_never_looks_past_top_k() -> None:
    one = {"id": "c", "topK": 12, "expectedDocumentSubstrings": ["x"]}
    results = [{"title": "no"}] * 11 + [{"title": "x"}]
    (row,) = golden.evaluate([one], {"c": results}).rows
    assert (row["hit@K"], row["rr@10"], row["documentRank"]) == (1.0, 0.0, 12)
    (row,) = golden.evaluate([one | {"topK": 11}], {"c": results}).rows
    assert (row["hit@K"], row["rr@10"], row["documentRank"]) == (0.0, 0.0, None)
    (row,) = golden.evaluate([one | {"topK": 1}], {"c": results[8:]}).rows
    assert (row["hit@K"], row["rr@10"]) == (0.0, 0.25)


RESULT: dict[str, Any] = {
    "title": "in-title",
    "file_name": "in-file-name",
    "sectionHeading": "in-heading",
    "sectionPath": ["in-path"],
    "content": "in-content",
    "retrievalSynopsis": "in-synopsis",
    "tableFacts": [
        {
            "title": "in-table-title",
            "columns": {"Total": 4711, "Rows": ["in-columns"]},
            "metadata": {
                "path": "in-table-path",
                "accessibleMarkdown": "| in-markdown |",
                "textSnippet": "in-snippet",
                "cells": [["in-cells", None], [{"text": "in-deep-cells"}]],
            },
        }
    ],
    "images": [
        {
            "path": "in-image-path",
            "text": "in-image-text",
            "accessible_table_markdown": "in-image-markdown",
            "tableRows": [["in-image-rows"]],
        }
    ],
    "indexUnits": [{"title": "in-unit-title", "content": "in-unit", "path": "in-unit-path"}],
    "memoryCards": ["in-card", {"content": "in-card-content"}],
}


@pytest.mark.parametrize(
    "term",
    [
        *("content", "synopsis", "columns", "markdown", "snippet", "cells", "deep-cells"),
        *("image-text", "image-markdown", "image-rows", "unit-title", "unit"),
        *("card", "card-content"),
    ],
)
def test_evidence(term: str) -> None:
    assert content([RESULT], [f"in-{term}"])["contentRR@10"] == 1.0
    assert content([{"content": ""}, RESULT], [f"IN-{term}"])["contentRR@10"] == 0.5


@pytest.mark.parametrize(
    "term",
    [
        *("title", "file-name", "heading", "path"),
        *("table-title", "table-path", "image-path", "unit-path"),
    ],
)
def test_what_only_names_a_result_is_no_evidence(term: str) -> None:
    assert f"in-{term}" in str(RESULT)
    assert content([RESULT], [f"in-{term}"])["contentRR@10"] == 0.0


def test_numbers_are_evidence_and_names_of_fields_are_not() -> None:
    assert content([RESULT], ["4711", "Total"])["termRanks"] == [1, None]


@pytest.mark.parametrize("term", ["title", "file-name", "heading", "path"])
def test_document_fields(term: str) -> None:
    cases = [{"id": "c", "expectedDocumentSubstrings": [f"IN-{term}"]}]
    assert golden.evaluate(cases, {"c": [RESULT]})["hit_at_k"] == 1.0
    assert golden.evaluate(cases, {"c": [RESULT]}, document_fields=["content"])["hit_at_k"] == 0.0


def test_fields_are_configurable() -> None:
    own = {"body": {"parts": [{"text": "found here"}]}, "content": "not here"}
    assert content([own], ["found here"])["contentRR@10"] == 0.0
    for path in ["body.parts.text", "body.**", "*.parts.*.text", "**.text", "Body.PARTS.text"]:
        assert content([own], ["found here"], evidence_fields=[path])["contentRR@10"] == 1.0, path
        assert content([own], ["not here"], evidence_fields=[path])["contentRR@10"] == 0.0
    both = content([own], ["found here", "not here"], evidence_fields=["default", "body.**"])
    assert both["contentRR@10"] == 1.0
    for path in ["", "a..b", "a*"]:
        with pytest.raises(ValueError, match="evidence_fields: found"):
            content([own], ["x"], evidence_fields=[path])
    assert "content" in golden.EVIDENCE_FIELDS
    assert "title" in golden.DOCUMENT_FIELDS
    assert not {"title", "fileName", "sectionHeading", "sectionPath", "path"} & set(
        golden.EVIDENCE_FIELDS
    )


def test_a_term_does_not_span_fields() -> None:
    assert content([{"content": "thirty", "text": "days"}], ["thirty days"])["contentRR@10"] == 0.0


def test_a_demoted_answer_lowers_content_mrr_and_not_content_recall() -> None:
    answer = {"title": "Policy", "content": "Within 30 days, with the receipt."}
    distractor = {"title": "30 days with the receipt", "content": "Ask at the desk."}
    first = content([answer, distractor], ["30 days", "receipt"])
    second = content([distractor, answer], ["30 days", "receipt"])
    assert (first["contentRecall@5"], first["contentRR@10"]) == (1.0, 1.0)
    assert (second["contentRecall@5"], second["contentRR@10"]) == (1.0, 0.5)


WORDS = st.sampled_from(["alpha", "beta", "GAMMA", "Straße", "cafe\u0301", "x", "\u00e9x", "30 %"])
TEXT = st.lists(WORDS, max_size=5).map(" ".join)
TERM = WORDS | st.lists(WORDS, min_size=1, max_size=3)


@given(
    st.lists(TEXT, max_size=14),
    st.lists(TERM, min_size=1, max_size=4),
    st.booleans(),
    st.booleans(),
)
def test_values_are_shares(texts: list[str], terms: list[Any], words: bool, extra: bool) -> None:  # noqa: FBT001
    row = content(texts, terms, whole_words=words)
    for name in ["contentRecall@5", "contentRecallAll@5", "contentRR@10"]:
        assert 0.0 <= row[name] <= 1.0
    all_first = all(rank == 1 for rank in row["termRanks"])
    assert (row["contentRR@10"] == 1.0) == all_first
    assert row["contentRecallAll@5"] == (row["contentRecall@5"] == 1.0)
    # What stands below rank 10 plays no part.
    below = [*texts, *[""] * (10 - len(texts)), *(["alpha beta"] if extra else [])]
    assert content(below, terms, whole_words=words)["contentRR@10"] == row["contentRR@10"]
    # More text never hurts, and neither does an alternative.
    assert content([t + " more" for t in texts], terms)["contentRR@10"] >= row["contentRR@10"]
    more = [[*([term] if isinstance(term, str) else term), "alpha"] for term in terms]
    assert content(texts, more, whole_words=words)["contentRR@10"] >= row["contentRR@10"]


@given(st.lists(TEXT, min_size=2, max_size=5), st.lists(TERM, min_size=1, max_size=4), st.data())
def test_demotion(texts: list[str], terms: list[Any], data: st.DataObject) -> None:
    """What is moved below results without evidence loses content MRR, and no content recall."""
    before = content(texts, terms)
    at = data.draw(st.integers(0, len(texts) - 1))
    room = 5 - len(texts)
    distractors: list[Any] = [{"title": "alpha beta"}] * data.draw(st.integers(0, room))
    after = content([*texts[:at], *distractors, *texts[at:]], terms)
    assert after["contentRecall@5"] == before["contentRecall@5"]
    moved = any(rank is not None and rank > at for rank in before["termRanks"])
    if distractors and moved:
        assert after["contentRR@10"] < before["contentRR@10"]
    else:
        assert after["contentRR@10"] == before["contentRR@10"]


@given(st.lists(TEXT, max_size=6), st.lists(TERM, min_size=1, max_size=4), st.randoms())
def test_invariance(texts: list[str], terms: list[Any], random: Any) -> None:
    """The case of letters, the kind of white space and the order of terms play no part."""
    row = content(texts, terms)
    changed = [text.swapcase().replace(" ", " \u2003\n") for text in texts]
    assert content(changed, terms)["termRanks"] == row["termRanks"]
    shuffled = random.sample(terms, len(terms))
    assert content(texts, shuffled)["contentRR@10"] == pytest.approx(row["contentRR@10"], abs=1e-15)


@pytest.mark.parametrize(
    ("case", "count", "declared", "depth", "is_shallow"),
    [
        ({"topK": 5}, 5, None, 10, True),
        ({"topK": 5}, 7, None, 10, True),
        ({"topK": 5}, 4, None, 10, False),  # fewer than were asked for: there are no more
        ({"topK": 5}, 10, None, 10, False),
        ({"topK": 5}, 5, 10, 10, False),
        ({"topK": 20}, 8, None, 20, False),
        ({"topK": 20}, 8, 8, 20, True),
        ({}, 9, None, 10, False),
        ({"topK": 5, "expectedContentTerms": []}, 5, None, 5, False),
    ],
)
def test_depth_guard(
    case: dict[str, Any],
    count: int,
    declared: int | None,
    depth: int,
    is_shallow: bool,  # noqa: FBT001
) -> None:
    whole = {"id": "c", "expectedDocumentSubstrings": ["x"], "expectedContentTerms": ["x"]} | case
    assert golden.required_depth(whole) == depth
    results = {"id": "c", "results": ["text"] * count, "requestedDepth": declared}
    report = golden.evaluate([whole], [results])
    assert report.summary["shallow_case_count"] == is_shallow
    assert report.to_dict()["shallow_cases"] == (["c"] if is_shallow else [])
    assert len(report.warnings) == is_shallow
    if is_shallow:
        assert report.warnings[0].startswith("1 case with content terms and fewer than 10 results")
        assert report.warnings[0].endswith("(ask for as many as the required depth): c")


def test_command_line(cli: Cli, write: Write) -> None:
    cases, results = write("cases.jsonl", jsonl(CASES)), write("results.jsonl", jsonl(RESULTS))
    report = golden.evaluate(CASES, RESULTS, facets=["type"])
    assert golden.evaluate(cases, results, facets=["type"]).to_json() == report.to_json()
    with cases.open() as some, results.open("rb") as others:
        assert golden.evaluate(some, others, facets=["type"]).to_json() == report.to_json()
    for name, text in [
        ("json", report.to_json()),
        ("jsonl", report.to_jsonl()),
        ("csv", report.to_csv()),
        ("table", str(report)),
    ]:
        result = cli("golden", cases, results, "--facet", "type", "-f", name)
        assert result.status == 0
        assert result.out.decode() == text
        assert result.err.decode().splitlines() == [
            f"rtreceval: warning: {warning}" for warning in report.warnings
        ]
    assert "content_mrr@10            0.2167   over 2 cases\n" in str(report)
    assert [json.loads(line) for line in report.to_jsonl().splitlines()] == report.rows
    assert cli("golden", "-", results, stdin=cases.read_bytes()).status == 0
    depths = cli("golden", "--required-depth", cases)
    assert depths.out == b"refunds\t10\n7\t10\nterms\t10\nnothing\t10\n"
    fields = cli("golden", "--list-fields", "--evidence-field", "a.*")
    assert fields.out.startswith(b"evidence\ta.*\ndocument\ttitle\n")
    words = cli("golden", cases, results, "--whole-words", "--evidence-field=content", "-fjson")
    settings = json.loads(words.out)["settings"]
    assert (settings["match"], settings["evidenceFields"]) == ("words", ["content"])


def test_gate(cli: Cli, write: Write) -> None:
    cases, results = write("cases.jsonl", jsonl(CASES)), write("results.jsonl", jsonl(RESULTS))
    before = write("before.json", cli("golden", cases, results, "-f", "json").out)
    gate = ["--quiet", "--baseline", str(before), "--max-drop", "content_mrr_at_10=0.05"]
    assert cli("golden", cases, results, *gate).status == 0
    demoted = write("demoted.jsonl", jsonl([RESULTS[0] | {"results": []}, *RESULTS[1:]]))
    worse = cli("golden", cases, demoted, *gate, "--max-drop", "hit@K=1")
    assert worse.status == 1
    assert b"refunds contentRR@10               0.3333   0.0000  -0.3333" in worse.out
    assert worse.out.endswith(b"1 of 2 limits broken\n")
    other = cli("golden", cases, results, *gate, "--whole-words")
    assert other.status == 2
    assert b'found a baseline with match "substring", expected one with match "words"' in other.err
    edited = write("cases.jsonl", jsonl([CASES[0] | {"expectedContentTerms": []}, *CASES[1:]]))
    changed = cli("golden", edited, results, *gate)
    assert changed.status == 2
    assert b"found 1 case with other expectations than in the baseline: refunds" in changed.err


@pytest.mark.parametrize(
    ("case", "place", "message"),
    [
        ("[]", "1", "found a list, expected a JSON object on each line"),
        ('{"topK": 5}', "1", "found no field 'id', expected a string that names the case"),
        ('{"id": "c", "topK": 0}', "21", "found 0 in 'topK', expected a whole number of at least"),
        ('{"id": "c", "topK": -1}', "21", "found -1 in 'topK'"),
        ('{"id": "c", "topK": 2.5}', "21", "found 2.5 in 'topK'"),
        ('{"id": "c", "topK": "5"}', "21", "found string '5' in 'topK'"),
        ('{"id": "c", "top_k": 5}', "1", "found field 'top_k', expected 'topK'"),
        (
            '{"id": "c", "expectedContentTerms": "x"}',
            "37",
            "found string 'x' in 'expectedContentTerms', expected a list of strings",
        ),
        (
            '{"id": "c", "expectedContentTerms": ["x", " "]}',
            "43",
            "found an empty string in 'expectedContentTerms[1]', expected text to look for",
        ),
        ('{"id": "c", "expectedContentTerms": [[]]}', "38", "found an empty list in 'expectedCo"),
        (
            '{"id": "c", "expectedContentTerms": [["x", null]]}',
            "44",
            "found null in 'expectedContentTerms[0][1]', expected a string to look for",
        ),
        ('{"id": "c", "expectedDocumentSubstrings": [""]}', "44", "found an empty string in"),
        ('{"id": "refunds"}', "8", "found 'refunds' a second time (first in line 1) in 'id'"),
    ],
)
def test_malformed_cases(case: str, place: str, message: str, cli: Cli, write: Write) -> None:
    write("cases.jsonl", jsonl(CASES[:1]) + case)
    write("results.jsonl", jsonl(RESULTS))
    result = cli("golden", "cases.jsonl", "results.jsonl")
    assert result.status == 2
    assert result.out == b""
    assert result.err.decode().startswith(f"rtreceval: cases.jsonl:2:{place}: {message}")


@pytest.mark.parametrize(
    ("line", "place", "message"),
    [
        ('{"results": []}', "1", "found no field 'id', expected a string that names the case"),
        (
            '{"id": "terms"}',
            "1",
            "found no field 'results', expected a list of results, best first",
        ),
        ('{"id": "terms", "results": null}', "28", "found null in 'results', expected a list"),
        ('{"id": "terms", "Results": []}', "1", "found field 'Results', expected 'results'"),
        ('{"id": "terms", "results": [7]}', "29", "found 7 in 'results[0]', expected a result"),
        (
            '{"id": "terms", "results": [], "requestedDepth": 0}',
            "50",
            "found 0 in 'requestedDepth', expected a whole number of at least 1",
        ),
        ('{"id": "refunds", "results": []}', "8", "found 'refunds' a second time (first in line"),
    ],
)
def test_malformed_results(line: str, place: str, message: str, cli: Cli, write: Write) -> None:
    write("cases.jsonl", jsonl(CASES))
    write("results.jsonl", jsonl(RESULTS[:1]) + line)
    result = cli("golden", "cases.jsonl", "results.jsonl")
    assert result.status == 2
    assert result.err.decode().startswith(f"rtreceval: results.jsonl:2:{place}: {message}")


@pytest.mark.parametrize(
    ("cases", "results", "message"),
    [
        ([], [], "found 0 cases without an expectation, expected expectedDocumentSubstrings or"),
        ([CASES[3]], [], "found 1 case without an expectation"),
        (CASES, [], "found results of no case, expected an id of a case, such as 'refunds'"),
        (CASES, [RESULTS[3]], "found results of no case, such as 'unknown', expected an id of a"),
        ([CASES[0]] * 2, [], r"found id 'refunds' in 'cases\[0\]' and 'cases\[1\]', expected each"),
        (CASES, [RESULTS[0]] * 2, r"id 'refunds' in 'results\[0\]' and 'results\[1\]'"),
        (CASES, {"refunds": [None]}, r"found null in 'results\[0\].results\[0\]', expected a re"),
    ],
)
def test_wrong_objects(cases: Any, results: Any, message: str) -> None:
    with pytest.raises(rtreceval.InputError, match=message):
        golden.evaluate(cases, results)


def test_wrong_types() -> None:
    with pytest.raises(
        TypeError, match="cases: found <class 'dict'>, expected a path, a file object or"
    ):
        golden.evaluate(CASES[0], [])  # type: ignore[arg-type]
    with pytest.raises(
        TypeError, match="results: found <class 'int'>, expected a path, a file object or"
    ):
        golden.evaluate(CASES, 7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="case: found <class 'int'>, expected a mapping"):
        golden.required_depth(7)  # type: ignore[arg-type]
    with pytest.raises(rtreceval.InputError, match="facet 'typo' in no case"):
        golden.evaluate(CASES, RESULTS, facets=["typo"])


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["a"], "found 1 files, expected two: cases and results"),
        (["--required-depth", "a", "b"], "found 2 files, expected one: the cases"),
        (["-k", "5", "a", "b"], "unknown option '-k'"),
        (["--evidence-field", "a..b", "a", "b"], "--evidence-field: found 'a..b', expected names"),
        (["--max-drop", "mrr=1", "a", "b"], "--max-drop: found 'mrr', expected one of hit_at_k, "),
    ],
)
def test_command_lines_that_cannot_be_carried_out(args: list[str], message: str, cli: Cli) -> None:
    result = cli("golden", *args)
    assert result.status == 2
    assert message in result.err.decode()
    assert result.err.endswith(b"rtreceval: 'rtreceval golden -h' tells how to call it\n")
