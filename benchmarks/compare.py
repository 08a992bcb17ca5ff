#!/usr/bin/env python3
"""Time this tool and its peers in turn, check that their values agree, print a Markdown table.

    python benchmarks/compare.py files trec robust msmarco   # whole processes, files to means
    python benchmarks/compare.py dicts trec shallow          # one call with dicts in memory
    python benchmarks/compare.py call                        # one small call, in microseconds

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
}


@dataclass(frozen=True)
class Case:
    """One comparison of all tools.

    Attributes:
        name: What the table calls it.
        way: A key of run_peer.WAYS.
        qrels: The file of the qrels.
        runs: The files of the runs.
    """

    name: str
    way: str
    qrels: Path
    runs: list[Path]


def main() -> None:
    """Measure what the arguments ask for."""
    args = parse_arguments()
    unit, usual, ways = MODES[args.mode]
    table = report.Table(unit, least_peak())
    tools = [
        tool
        for tool in find_tools(vars(args))
        if args.mode in tool.modes and tool.name in (args.tools or tool.name)
    ]
    print(f"Mode `{args.mode}`, measures `{args.measures}`, rounds: {args.rounds}, ", end="")
    print(report.about_machine(), table.heading(), sep="\n\n", flush=True)
    good = True
    for workload in ["own files"] if args.qrels else args.workload or usual:
        qrels, runs = (args.qrels, args.run) if args.qrels else data_set(workload, args)
        for way, label in ways.items():
            name = workload + "-shuffled" * args.shuffle + label
            good &= compare(Case(name, way, qrels, runs), tools, table, args)
    sys.exit(0 if good else 1)


def compare(case: Case, tools: list[Tool], table: report.Table, args: Namespace) -> bool:
    """Measure one case and print its lines; false if a tool failed or a value differs."""
    log(case.name)
    jobs = {
        tool.name: tool.jobs(case.way, case.qrels, case.runs, args.measures)
        for tool in tools
        if tool.command and tool.dialect in SETS[args.measures]
    }
    results = interleaved(jobs, args.rounds, args.timeout, log)
    base = next((results[name] for name in THIS_TOOL if name in results), Result())
    good = True
    for tool in tools:
        labels, result = [case.name, tool.name, tool.about], results.get(tool.name)
        if result is None:
            reason = "" if not tool.command else f"has no {args.measures}"
            print(report.line(*labels, reason, "", "", ""))
            continue
        values, agrees = "", not result.failure
        if result.rounds and base.rounds:
            names = common_names(args.measures, tool.dialect)
            values, agrees = report.agreement(
                report.named(result.rounds[-1], names), base.rounds[-1].values
            )
        good &= agrees
        print(table.row(labels, result, base, values), flush=True)
    return good


def data_set(workload: str, args: Namespace) -> tuple[Path, list[Path]]:
    """Qrels and runs of a workload, made by generate.py if they are not there."""
    options = ["--shuffle"] if args.shuffle else []
    script = Path(__file__).resolve().with_name("generate.py")
    command = [sys.executable, str(script), workload, *options]
    if subprocess.run(command, stdout=sys.stderr, check=False).returncode:
        sys.exit("compare.py: no data")
    folder = DATA / (workload + "-shuffled" * args.shuffle)
    return folder / "qrels.txt", sorted(folder.glob("run*.txt"))


def log(text: str) -> None:
    """Tell the person who waits, on the standard error."""
    print(text, file=sys.stderr, flush=True)


def parse_arguments() -> Namespace:
    """The command line."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=MODES)
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
    if bool(args.qrels) != bool(args.run):
        parser.error("--qrels and --run go together")
    if args.rounds < 1:
        parser.error("--rounds takes a number from 1")
    return args


if __name__ == "__main__":
    main()
