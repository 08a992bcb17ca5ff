#!/usr/bin/env python3
"""Time this tool and its peers in turn, check that their values agree, print a Markdown table.

    python benchmarks/compare.py files trec robust msmarco   # whole processes, files to means
    python benchmarks/compare.py dicts trec shallow          # one call with dicts in memory
    python benchmarks/compare.py call                        # one small call, in microseconds
    python benchmarks/compare.py arrays                      # one call with arrays of integers
    python benchmarks/compare.py all                         # the whole table, for half an hour

The peers are those installed beside the Python that runs this, and the programs that options name;
one that is absent is listed as absent. The exit status is 1 if values differ or a tool fails.
"""

import subprocess
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from dataclasses import dataclass
from pathlib import Path

from harness import report
from harness.measures import SETS, common_names
from harness.timing import Result, interleaved, least_peak
from harness.tools import PROGRAMS, THIS_TOOL, Tool, find_tools
from harness.workloads import DATA, WORKLOADS

# Mode: the unit of its times, its usual workloads, its ways (of run_peer.WAYS) and their labels.
MODES: dict[str, tuple[str, list[str], dict[str, str]]] = {
    "files": ("s", ["trec", "robust"], {"files": ""}),
    "dicts": ("s", ["trec", "robust"], {"dicts": ""}),
    "call": ("µs", ["tiny"], {"call": ", raw dicts", "reused": ", evaluator reused"}),
    "arrays": ("s", ["msmarco"], {"arrays": ", first call", "arrays_again": ", evaluator reused"}),
}


@dataclass(frozen=True)
class Comparison:
    """Some workloads in one mode.

    Attributes:
        mode: A key of MODES.
        workloads: Names of workloads; none for the usual ones.
        measures: A key of SETS.
        shuffle: Whether the lines of the files are in random order.
        tools: Names of the tools that take part; none for all.
    """

    mode: str
    workloads: tuple[str, ...] = ()
    measures: str = "five"
    shuffle: bool = False
    tools: tuple[str, ...] = ()


# The whole table. Python tools would take hours, or more than the memory, where programs are named.
WHOLE_TABLE = (
    Comparison("files", ("tiny", "trec", "robust", "msmarco", "shallow")),
    Comparison("files", ("msmarco",), measures="all_trec"),
    Comparison("files", ("msmarco",), shuffle=True, tools=tuple(PROGRAMS)),
    Comparison("files", ("runs",), tools=tuple(PROGRAMS)),
    Comparison("files", ("huge",), tools=tuple(PROGRAMS)),
    Comparison("dicts", ("trec", "robust", "msmarco", "shallow")),
    Comparison("call"),
    Comparison("arrays"),
)


@dataclass(frozen=True)
class Case:
    """One comparison of all tools.

    Attributes:
        name: What the table calls it.
        way: A key of run_peer.WAYS.
        measures: A key of SETS.
        qrels: The file of the qrels.
        runs: The files of the runs.
    """

    name: str
    way: str
    measures: str
    qrels: Path
    runs: list[Path]


def main() -> None:
    """Measure what the arguments ask for."""
    args = parse_arguments()
    asked = Comparison(
        args.mode, tuple(args.workload), args.measures, args.shuffle, tuple(args.tools or ())
    )
    known = find_tools(vars(args))
    good = [table_of(c, known, args) for c in (WHOLE_TABLE if args.mode == "all" else (asked,))]
    sys.exit(0 if all(good) else 1)


def table_of(comparison: Comparison, known: list[Tool], args: Namespace) -> bool:
    """Print the table of one comparison; false if a tool failed or a value differs."""
    unit, usual, ways = MODES[comparison.mode]
    table = report.Table(unit, least_peak())
    tools = [
        tool
        for tool in known
        if comparison.mode in tool.modes and tool.name in (comparison.tools or tool.name)
    ]
    print(
        f"Mode `{comparison.mode}`, measures `{comparison.measures}`, rounds: {args.rounds}, ",
        end="",
    )
    print(report.about_machine(), table.heading(), sep="\n\n", flush=True)
    good = True
    for workload in ["own files"] if args.qrels else comparison.workloads or usual:
        name = workload + "-shuffled" * comparison.shuffle
        qrels, runs = (args.qrels, args.run) if args.qrels else data_set(workload, comparison)
        for way, label in ways.items():
            case = Case(name + label, way, comparison.measures, qrels, runs)
            good &= compare(case, tools, table, args)
    print(flush=True)
    return good


def compare(case: Case, tools: list[Tool], table: report.Table, args: Namespace) -> bool:
    """Measure one case and print its lines; false if a tool failed or a value differs."""
    log(case.name)
    jobs = {
        tool.name: tool.jobs(case.way, case.qrels, case.runs, case.measures)
        for tool in tools
        if tool.command and tool.dialect in SETS[case.measures]
    }
    results = interleaved(jobs, args.rounds, args.timeout, log)
    base = next((results[name] for name in THIS_TOOL if name in results), Result())
    good = True
    for tool in tools:
        labels, result = [case.name, tool.name, tool.about], results.get(tool.name)
        if result is None:
            reason = "" if not tool.command else f"has no {case.measures}"
            print(report.line(*labels, reason, "", "", ""))
            continue
        values, agrees = "", not result.failure
        if result.rounds and base.rounds:
            names = common_names(case.measures, tool.dialect)
            values, agrees = report.agreement(
                report.named(result.rounds[-1], names), base.rounds[-1].values
            )
        good &= agrees
        print(table.row(labels, result, base, values), flush=True)
    return good


def data_set(workload: str, comparison: Comparison) -> tuple[Path, list[Path]]:
    """Qrels and runs of a workload, made by generate.py if they are not there."""
    options = ["--shuffle"] if comparison.shuffle else []
    script = Path(__file__).resolve().with_name("generate.py")
    command = [sys.executable, str(script), workload, *options]
    if subprocess.run(command, stdout=sys.stderr, check=False).returncode:
        sys.exit("compare.py: no data")
    folder = DATA / (workload + "-shuffled" * comparison.shuffle)
    return folder / "qrels.txt", sorted(folder.glob("run*.txt"))


def log(text: str) -> None:
    """Tell the person who waits, on the standard error."""
    print(text, file=sys.stderr, flush=True)


def parse_arguments() -> Namespace:
    """The command line."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=[*MODES, "all"])
    parser.add_argument("workload", nargs="*", help=f"of {', '.join(WORKLOADS)}")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each tool (5)")
    parser.add_argument("--measures", choices=SETS, default="five")
    parser.add_argument("--tools", nargs="+", metavar="NAME", help="these only")
    parser.add_argument("--shuffle", action="store_true", help="files with lines in random order")
    parser.add_argument("--qrels", type=Path, help="own files instead of a workload")
    parser.add_argument("--run", type=Path, nargs="+", default=[], help="one or more, with --qrels")
    parser.add_argument(
        "--timeout", type=float, default=600, help="seconds, of one measurement (600)"
    )
    for name, (option, _) in PROGRAMS.items():
        parser.add_argument(option, dest=name, metavar="COMMAND", help=f"what starts {name}")
    args = parser.parse_args()
    if unknown := set(args.workload) - set(WORKLOADS):
        parser.error(f"no workload {', '.join(sorted(unknown))}")
    if args.mode == "all" and (args.workload or args.qrels):
        parser.error("all takes its own workloads")
    if bool(args.qrels) != bool(args.run):
        parser.error("--qrels and --run go together")
    if args.rounds < 1:
        parser.error("--rounds takes a number from 1")
    return args


if __name__ == "__main__":
    main()
