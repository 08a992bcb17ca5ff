"""Write the pages that are made from the table of measures: `python docs/generate.py [--check]`.

Values of other tools are computed here and now, so that a page can only say what is so.
"""

# ruff: noqa: INP001, E501 (not a package; tables cannot be wrapped)

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import ir_measures

import rtreceval

CLOSE = 1e-5
"""Gdeval prints five decimals."""

Run = dict[str, dict[str, float]]

HERE = Path(__file__).parent
COMMAND = "python docs/generate.py"

QRELS = {"1": {"a": 3, "b": 2, "c": 1, "d": 1, "e": 0}}
RUN = {"1": {"b": 9.0, "x": 8.0, "a": 7.0, "e": 6.0, "c": 5.0}}
TIED = {"1": {"b": 9.0, "x": 9.0, "a": 7.0, "e": 6.0, "c": 5.0}}
DIVERSE = {"1": {"a": {"s": 1, "t": 1}, "b": {"s": 1}, "c": {"u": 1}, "e": {"s": 0}}}
ROWS = [
    ir_measures.Qrel("1", doc, grade, subtopic)
    for doc, grades in DIVERSE["1"].items()
    for subtopic, grade in grades.items()
]

REQUESTS = {
    "Accuracy": ["Accuracy"], "AP": ["AP", "AP(rel=2)@3"], "BPM": ["BPM(max_rel=3)@5"],
    "Bpref": ["Bpref"], "Compat": ["Compat"], "ERR": ["ERR@5"], "ERR_IA": ["ERR_IA@1", "ERR_IA@5"],
    "nERR_IA": ["nERR_IA@5"], "alpha_DCG": ["alpha_DCG@1", "alpha_DCG@5"],
    "alpha_nDCG": ["alpha_nDCG@5"], "NRBP": ["NRBP"], "nNRBP": ["nNRBP"], "AP_IA": ["AP_IA"],
    "P_IA": ["P_IA@5"], "StRecall": ["StRecall@5"], "infAP": ["infAP"], "INST": ["INST(max_rel=3)"],
    "INSQ": ["INSQ(max_rel=3)"], "IPrec": ["IPrec@0.5"], "Judged": ["Judged@5"],
    "nDCG": ["nDCG@5", "nDCG(dcg='exp-log2')@5", "nDCG(gains={1:0,3:9})@5"],
    "NERR8": ["NERR8(max_rel=3)@5"], "NERR9": ["NERR9(max_rel=3)@5"],
    "NERR10": ["NERR10(max_rel=3)"], "NERR11": ["NERR11(max_rel=3)"], "NumQ": ["NumQ"],
    "NumRel": ["NumRel"], "NumRet": ["NumRet", "NumRet(rel=2)"], "P": ["P@5"], "R": ["R@5"],
    "RBP": ["RBP", "RBP(rel=1)", "RBP(residual=True)"], "Rprec": ["Rprec"], "RR": ["RR", "RR@10"],
    "SDCG": ["SDCG(max_rel=3)@5"], "SetP": ["SetP", "SetP(relative=True)"], "SetR": ["SetR"],
    "SetF": ["SetF", "SetF(beta=2.0)"], "SetAP": ["SetAP"], "Success": ["Success@1"],
}  # fmt: skip
"""What the example computes of each measure of ir_measures."""

ON_TIES = [
    "RR", "RR@10", "AP", "nDCG@5", "nDCG(dcg='exp-log2')@5", "ERR@5", "RBP(rel=1)", "INST(max_rel=3)",
    "Accuracy", "Compat", "Judged@1", "alpha_nDCG@5",
]  # fmt: skip

PROVIDERS = [
    "pytrec_eval", "cwl_eval", "msmarco", "gdeval", "judged", "compat", "accuracy", "pyndeval",
]  # fmt: skip


def theirs(request: str, run: Run) -> dict[str, float]:
    """Compute a request by each provider of ir_measures that can."""
    try:
        measure = ir_measures.parse_measure(request)
        measure.validate_params()  # type: ignore[no-untyped-call]
    except (AssertionError, ValueError):
        return {}
    values = {}
    for name in PROVIDERS:
        provider = ir_measures.providers.registry[name]
        if provider.supports(measure):
            qrels = ROWS if name == "pyndeval" else QRELS
            (metric,) = provider.iter_calc([measure], qrels, run)
            values[name] = float(metric.value)
    return values


def example(request: str, run: Run) -> str:
    """Write the line of a request in the example."""
    qrels = DIVERSE if is_diverse(request) else QRELS
    value = rtreceval.evaluate(qrels, run, request)[request]
    others = theirs(request, run)
    if not others:
        return f"| `{request}` | {value:.4f} | none has it |"
    same = [name for name, other in others.items() if abs(other - value) < CLOSE]
    parts = [f"`{name}`" for name in same]
    parts += [f"`{name}` **{v:.4f}**" for name, v in others.items() if name not in same]
    return f"| `{request}` | {value:.4f} | {', '.join(parts)} |"


def is_diverse(request: str) -> bool:
    """Tell whether a request needs judgments by subtopic."""
    name = request.partition("@")[0].partition("(")[0]
    return any(
        name in m.ir_measures for m in rtreceval.measures() if m.needs == "grades by subtopic"
    )


def row(measure: rtreceval.Measure) -> list[str]:
    """Write the section of a measure."""
    lines = [f"### `{measure.name}`", "", f"{measure.title}.", ""]
    facts = []
    if measure.ir_measures:
        facts.append("ir_measures: " + ", ".join(f"`{name}`" for name in measure.ir_measures))
    if measure.parameters:
        facts.append("parameters: " + ", ".join(f"`{name}`" for name in measure.parameters))
    facts.append(f"topics become one by: {measure.average}")
    if measure.needs == "grades by subtopic":
        facts.append("needs judgments by subtopic")
    if measure.sets:
        facts.append("in the sets " + ", ".join(f"`{name}`" for name in measure.sets))
    lines += [
        *(f"- {fact}" for fact in facts),
        "",
        "```text",
        *measure.help.splitlines(),
        "```",
        "",
    ]
    return [*lines, f"Source: {measure.source}.", ""]


def measures_page() -> str:
    """Write the page of all measures."""
    lines = [
        "# Measures",
        "",
        f"<!-- Generated by `{COMMAND}`. -->",
        "",
        "A measure is asked for in the spelling of trec_eval (`ndcg_cut.10`, `P.5,10`), as trec_eval",
        "prints it (`P_10`), in that of ir_measures (`nDCG@10`, `AP(rel=2)@100`), or by a name that",
        "BEIR, MTEB or ranx have for it (`mrr@10`, `ndcg_at_10`, `hit_rate@5`). It is reported in the",
        "spelling that it was asked for in; an alias of ir_measures (`MRR@10`) as ir_measures prints it",
        "(`RR@10`).",
        "",
        "In the spelling of ir_measures every measure, also one that ir_measures does not have, takes",
        "the parameters listed with it. `rel=` is the lowest grade that counts as relevant,",
        "`judged_only=True` drops documents without a judgment first, `@k` then cuts the ranking; what",
        "is relevant or ideal does not change. A parameter that a measure cannot honour is refused.",
        "0/0 is 0 there. A topic that the run lacks is left out of the mean, or counts as 0 with `-c`;",
        "ir_measures always counts it as 0.",
        "",
        "## An example, and what other tools make of it",
        "",
        "One topic. The grades are",
        "",
        *(f"    {name} = {value}" for name, value in (("QRELS", QRELS["1"]), ("RUN", RUN["1"]))),
        f"    by subtopic = {DIVERSE['1']}",
        "",
        "`d` is not retrieved and `x` not judged. Beside each value stand the providers of ir_measures",
        "that compute the request; where one has another value, with it.",
        "",
        "| request | value | providers |",
        "|---|---|---|",
        *(example(request, RUN) for requests in REQUESTS.values() for request in requests),
        "",
        "`cwl_eval`'s AP divides by the gain of the documents retrieved, not of all that are relevant.",
        "`pyndeval` does not normalize at rank 1. `pytrec_eval` is given beta where it takes the square",
        "of beta: P = 3/5 and R = 3/4, so F2 = 5 P R / (4 P + R) = 0.7143.",
        "",
        "The same, with `x` and `b` at one score. The higher id comes first here; elsewhere the lower",
        "one does, or that which came first in the input:",
        "",
        "| request | value | providers |",
        "|---|---|---|",
        *(example(request, TIED) for request in ON_TIES),
        "",
        "## All measures",
        "",
    ]
    for measure in rtreceval.measures():
        lines += row(measure)
    return "\n".join(lines)


GAIN = """\
# Two nDCGs

<!-- Generated by `{command}`. -->

Two formulas share the name nDCG. Both divide the DCG of the ranking by that of the ideal ranking:

    linear       DCG@k = sum over the first k of  grade / log2(rank + 1)
    exponential  DCG@k = sum over the first k of  (2^grade - 1) / log2(rank + 1)

The ideal ranking holds all judged documents of the topic, retrieved or not, by falling grade. (An
ideal of the retrieved documents only is not offered here: it is too low, so that the values come out
too high, and a run that misses the best documents is not punished for it.)

## One ranking, two values

Three documents are judged, A with grade 3, B with 2, C with 1. The run has B, X, A, C; X is unjudged.

| | B, rank 1 | A, rank 3 | C, rank 4 | DCG | ideal: A, B, C | nDCG@4 |
|---|---|---|---|---|---|---|
| linear | 2 / 1 | 3 / 2 | 1 / 2.322 | {ldcg:.3f} | {lideal:.3f} | **{linear:.3f}** |
| exponential | 3 / 1 | 7 / 2 | 1 / 2.322 | {edcg:.3f} | {eideal:.3f} | **{exponential:.3f}** |

The exponential gain makes more of the highest grades: it punishes A at rank 3 harder.
With grades of 0 and 1 the two are equal: 2^0 - 1 = 0 and 2^1 - 1 = 1. With A, B, C all of grade 1
the same run has {lbinary:.3f} and {ebinary:.3f}. How far they part on this run as the top grade grows:

| grades of A, B, C | linear | exponential |
|---|---|---|
{apart}

## Who uses which

| linear | exponential |
|---|---|
| trec_eval, pytrec_eval, ir_measures `nDCG` | gdeval, ir_measures `nDCG(dcg='exp-log2')` |
| BEIR, MTEB | LETOR, LightGBM, XGBoost (by default) |
| scikit-learn, torchmetrics | |
| ranx `ndcg` | ranx `ndcg_burges` |

## How to ask for each

| | linear | exponential |
|---|---|---|
| spelling of trec_eval | `ndcg`, `ndcg_cut.10` | `ndcg_exp`, `ndcg_exp_cut.10` |
| spelling of ir_measures | `nDCG@10` | `nDCG(dcg='exp-log2')@10` |
| other names | `ndcg@10`, `ndcg_at_10` | `ndcg_burges@10` |

Gains of one's own: `nDCG(gains={{1:1,2:3}})@10`, or `ndcg.1=1,2=3` without a cutoff; grades that are
not named keep theirs.

## Which one is a published number?

If the judgments are 0 and 1, it does not matter. If the paper names trec_eval, pytrec_eval, BEIR or
MTEB, it is linear; a TREC Web Track, LETOR or learning-to-rank paper most likely has the exponential
one. With the run at hand compute both: `-m ndcg_cut.10 -m ndcg_exp_cut.10`.
"""


def gain_page() -> str:
    """Write the page of the two gains."""
    run = {"1": {"B": 9.0, "X": 8.0, "A": 7.0, "C": 6.0}}

    def both(a: int, b: int, c: int) -> dict[str, float]:
        requests = ["dcg@4", "nDCG@4", "nDCG(dcg='exp-log2')@4"]
        qrels = {"1": {"A": a, "B": b, "C": c}}
        return rtreceval.evaluate(qrels, run, requests).summary

    linear, exponential = "nDCG@4", "nDCG(dcg='exp-log2')@4"
    worked, gains, binary = both(3, 2, 1), both(7, 3, 1), both(1, 1, 1)
    apart = []
    for grades in ((1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 2, 1), (6, 2, 1)):
        values = both(*grades)
        named = ", ".join(map(str, grades))
        apart.append(f"| {named} | {values[linear]:.3f} | {values[exponential]:.3f} |")
    return GAIN.format(
        command=COMMAND,
        ldcg=worked["dcg@4"],
        lideal=worked["dcg@4"] / worked[linear],
        linear=worked[linear],
        edcg=gains["dcg@4"],
        eideal=gains["dcg@4"] / gains[linear],
        exponential=worked[exponential],
        lbinary=binary[linear],
        ebinary=binary[exponential],
        apart="\n".join(apart),
    )


CONVENTIONS = """\
# Whose conventions?

<!-- Generated by `{command}`. -->

Two programs that compute one measure on one run can print two numbers: they order equal scores in
two ways, leave a topic out or count it as 0, divide by one number or another. `--like PROGRAM`, in
Python `like="program"`, sets all such points at once to what another program does. The command line
says on the standard error which options that stands for, and what of the measures asked for is not
reproduced; `--verbose` says all, in words, and `--quiet` nothing. In Python the result has the
arguments that were followed as `conventions`, and `rtreceval.conventions("beir")` tells of any
program what its arguments, its names of measures and the differences are.

A single point is changed by its option beside the preset, wherever it stands: `--like beir --ties
file`. The options are

| point | option | in Python |
|---|---|---|
| order | `--order score\\|rank` | `order=` |
| equal scores | `--ties docno\\|file\\|rank` | `ties=` |
| scores | `--compat 9\\|10` | `compat=` |
| topics | `--topics intersection\\|qrels\\|run`, `-c` | `topics=`, `complete=` |
| no relevant document | `--no-relevant zero\\|skip\\|one` | `no_relevant=` |
| relevant from grade | `-l` | `relevance_level=` |
| document with the id of its topic | `--ignore-identical-ids` | `ignore_identical_ids=` |
| document twice | `--duplicates error\\|first\\|last\\|max` | `duplicates=` |
| decimals | `--digits` | |

What is left out of a file that is not right (`--lenient`, `--nan`, `--float-grades`) is in Python an
argument of `read_qrels` and `read_run`.

`--compat` is one of these points, which version of trec_eval to agree with; `--like trec_eval10` is
`--compat 10`, and `--like trec_eval9` is the default.

Under a preset the other program's names of measures mean what they mean there: `ndcg@10` is the
exponential nDCG with `--like gdeval`, and the linear one with `--like ranx`, also with parameters
(`ndcg(judged_only=True)@10`). A value prints under the name it was asked by. All other names keep
their meaning, so that `ndcg_cut.10` is linear everywhere; a name that the program has for something
else than can be computed here is refused.

## One run, {count} programs

    QRELS = {qrels}
    RUN   = {run}

Topic 1 retrieves itself and has two documents with one score, topic 2 has no relevant document, topic
3 is not in the run. A dict has no ranks, so that `ndeval` and `msmarco` go by score here.

| `--like` | topics averaged over | reciprocal rank | as options |
|---|---|---|---|
{rows}

{sections}
"""


def described(preset: str) -> tuple[list[list[str]], str]:
    """Give what the command line says of a preset: points with what is done, and options."""
    command = [sys.executable, "-m", "rtreceval", "--like", preset, "--verbose", "-m", "num_ret"]
    files = ["trec_fixtures/example.qrels", "trec_fixtures/example.run"]
    done = subprocess.run(  # noqa: S603
        [*command, "--threads", "1", *files],
        capture_output=True,
        check=True,
        cwd=HERE.parent,
        text=True,
    )
    first, *lines = done.stderr.splitlines()
    points = [
        line.removeprefix("rtreceval:   ").split(": ", 1)
        for line in lines
        if "not the same" not in line
    ]
    options = first.rpartition("): ")[2]
    return points, options if options == "the defaults" else f"`{options}`"


def conventions_page() -> str:
    """Write the page of presets."""
    qrels = {"1": {"a": 1}, "2": {"b": 0}, "3": {"c": 1}}
    run = {"1": {"1": 3.0, "a": 2.0, "x": 2.0}, "2": {"b": 1.0}}
    rows, sections = [], []
    for preset in rtreceval.presets():
        told = rtreceval.conventions(preset)
        result = rtreceval.evaluate(qrels, run, ["num_q", "recip_rank"], like=preset)
        values = f"{result['num_q']:.0f} | {result['recip_rank']:.4f}"
        points, options = described(preset)
        rows.append(f"| `{preset}` | {values} | {options} |")
        sections += [
            f"## `{preset}`",
            "",
            f"{told['program']}.",
            "",
            "| point | what is done |",
            "|---|---|",
        ]
        sections += [*(f"| {name} | {what} |" for name, what in points), ""]
        names = [f"    {theirs} = {ours}" for theirs, ours in told["measures"].items()]
        names += [f"    {name}: not to be had: {why}" for name, why in told["refused"].items()]
        if names:
            sections += ["Its names of measures:", "", *names, ""]
        sections += ["Where it is not the same:", ""]
        sections += [*(f"- {text}" for text in told["differences"]), ""]
    return CONVENTIONS.format(
        command=COMMAND,
        count=len(rows),
        qrels=qrels,
        run=run,
        rows="\n".join(rows),
        sections="\n".join(sections).rstrip(),
    )


PAGES = {"measures.md": measures_page, "gain.md": gain_page, "conventions.md": conventions_page}


def main() -> int:
    """Write the pages, or tell which of them are not up to date."""
    status = 0
    for name, page in PAGES.items():
        text = page()
        file = HERE / name
        if "--check" not in sys.argv:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            sys.stderr.write(f"{file} is not up to date: run {COMMAND}\n")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
