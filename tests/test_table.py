"""The table of measures."""

from __future__ import annotations

import pytest

import rtreceval
from tests.support import FIXTURES, TEXTS, Cli, request_for

TABLE = rtreceval.measures()
FILES = FIXTURES / "small.qrels", FIXTURES / "small.run"
OF_GRADES = [measure for measure in TABLE if measure.needs in {"grades", "any"}]
SETS_OF_GRADES = {"official", "set", "all_trec"}
SETS = SETS_OF_GRADES | {"prefs", "all_prefs", "qrels_jg"}
AVERAGES = {"mean", "sum", "geometric mean", "count", "none"}


def names(of_set: str) -> list[str]:
    return [measure.name for measure in TABLE if of_set in measure.sets]


def test_names_are_unique() -> None:
    all_names = [measure.name for measure in TABLE]
    assert len(all_names) > 40
    assert len(set(all_names)) == len(all_names)
    assert not SETS & set(all_names)


@pytest.mark.parametrize("measure", TABLE, ids=lambda measure: measure.name)
def test_row(measure: rtreceval.Measure) -> None:
    assert measure.name.replace("_", "").isalnum()
    assert 5 < len(measure.title) < 80
    assert not measure.title.endswith(".")
    assert len(measure.help) > 40
    assert measure.help.endswith(".")
    assert measure.source
    assert not measure.source.endswith(".")
    assert measure.average in AVERAGES
    assert set(measure.sets) <= SETS
    assert all(isinstance(number, float) for number in measure.defaults)


@pytest.mark.parametrize("measure", TABLE, ids=lambda measure: measure.name)
def test_help_prints_the_row(measure: rtreceval.Measure, cli: Cli) -> None:
    result = cli("-h", "-m", measure.name)
    assert (result.status, result.err) == (0, b"")
    text = "".join(f"    {line}".rstrip() + "\n" for line in measure.help.splitlines())
    assert result.out.decode() == (
        f"{measure.name}: {measure.title}\n\n{text}\n    Source: {measure.source}.\n"
    )


@pytest.mark.parametrize("measure", OF_GRADES, ids=lambda measure: measure.name)
def test_defaults_are_the_values_that_come_out(measure: rtreceval.Measure) -> None:
    """What one name asks for is what its defaults spell out."""
    result = rtreceval.evaluate(*FILES, request_for(measure.name))
    columns = result.measures
    if columns == [request_for(measure.name).replace(".", "_", 1)]:
        return
    assert len(columns) == len(measure.defaults) > 1
    for column, default in zip(columns, measure.defaults, strict=True):
        assert column in {f"{measure.name}_{default:.0f}", f"{measure.name}_{default:.2f}"}
    spelled = ",".join(f"{default:g}" for default in measure.defaults)
    again = rtreceval.evaluate(*FILES, f"{measure.name}.{spelled}")
    assert again.summary == result.summary


@pytest.mark.parametrize("measure", OF_GRADES, ids=lambda measure: measure.name)
def test_the_average_is_what_the_row_says(measure: rtreceval.Measure) -> None:
    result = rtreceval.evaluate(*FILES, request_for(measure.name))
    for column in result.measures:
        if measure.name in TEXTS:
            assert measure.average == "none"
            assert column not in result.summary
            continue
        values, average = result.array(column), result[column]
        assert average == pytest.approx(
            {
                "mean": values.mean(),
                "sum": values.sum(),
                "count": len(values),
                "geometric mean": float(pow(2.718281828459045, values.mean())),
            }[measure.average]
        )


@pytest.mark.parametrize("of_set", sorted(SETS_OF_GRADES))
def test_sets(of_set: str) -> None:
    """A set is a set: its members, in the order of the table, and no others."""
    members = names(of_set)
    assert 5 < len(members) < len(TABLE)
    assert rtreceval.evaluate(*FILES, of_set).measures == (
        rtreceval.evaluate(*FILES, list(reversed(members))).measures
    )


def test_sets_are_trec_evals() -> None:
    assert set(names("official")) < set(names("all_trec"))
    assert set(names("set")) < set(names("all_trec"))
    assert " ".join(names("official")) == (
        "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank"
        " iprec_at_recall P"
    )
    assert " ".join(names("set")) == (
        "runid num_q num_ret num_rel num_rel_ret utility set_P set_relative_P set_recall set_map"
        " set_F"
    )
    assert " ".join(names("prefs")) == (
        "runid num_q prefs_num_prefs_poss prefs_num_prefs_ful prefs_num_prefs_ful_ret prefs_simp"
        " prefs_pair prefs_avgjg"
    )
    assert names("all_prefs") == [
        measure.name for measure in TABLE if measure.needs in {"preferences", "any"}
    ]
    assert " ".join(names("qrels_jg")) == "runid num_q map_avgjg P_avgjg Rprec_mult_avgjg"


def test_all_trec_has_grown_in_10() -> None:
    nine = set(rtreceval.evaluate(*FILES, "all_trec").measures)
    ten = set(rtreceval.evaluate(*FILES, "all_trec", compat="10").measures)
    assert ten - nine == {"rbp", "rbp_resid", "unj_5", "unj_10", "unj_20"}
    assert nine < ten


def test_linear_and_exponential_are_told_apart() -> None:
    """No measure is called nDCG alone: the title says which gain. Subtopics have no grades."""
    for measure in TABLE:
        if "ndcg" in measure.name.lower() and measure.needs == "grades":
            assert ("exponential gain" in measure.title) == ("exp" in measure.name)
            assert "exponential gain" in measure.title or "linear gain" in measure.title
