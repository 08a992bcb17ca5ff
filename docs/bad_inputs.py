"""Write the page of bad inputs: `python docs/bad_inputs.py [--trec-eval-9 PATH] [--trec-eval-10 PATH]`.

Every input is given to every tool that is there, in a process of its own. What the page has of a
tool that is not there is kept, and said to be. `--own` runs this tool only, and `--check` compares
what that gives with the page.
"""

# ruff: noqa: INP001, E501 (not a package; tables cannot be wrapped)

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from bad_input_cases import BASE, DIRECTORY, GROUPS, MISSING, PYTHON_CASES, UNREADABLE, Case

COMMAND = "python docs/bad_inputs.py"
PAGE = Path(__file__).with_name("bad-inputs.md")
SECONDS = 20
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2
VERSIONS = "The libraries are "
GIGABYTES = 4
SHOWN = 60
"""Characters of a message that a cell shows."""

TREC_EVAL = ["-q", "-m", "map", "-m", "ndcg", "qrels", "run"]
PYTREC_EVAL = """
import pytrec_eval
with open("qrels") as qrels, open("run") as run:
    qrels, run = pytrec_eval.parse_qrel(qrels), pytrec_eval.parse_run(run)
result = pytrec_eval.RelevanceEvaluator(qrels, {"map", "ndcg"}).evaluate(run)
for topic in sorted(result):
    print("map", topic, "%.4f" % result[topic]["map"])
print("map all -")
"""
IR_MEASURES = """
import ir_measures
qrels, run = ir_measures.read_trec_qrels("qrels"), ir_measures.read_trec_run("run")
measures = [ir_measures.AP, ir_measures.nDCG]
result = [value for value in ir_measures.iter_calc(measures, qrels, run) if str(value.measure) == "AP"]
for value in sorted(result):
    print("map", value.query_id, "%.4f" % value.value)
print("map all -")
"""

LIBRARIES = {
    "pytrec_eval": """
import pytrec_eval
evaluator = pytrec_eval.RelevanceEvaluator(QRELS, {"map", "ndcg"})
result = [evaluator.evaluate(RUN) for _ in range(2)][-1]
result = {topic: values["map"] for topic, values in result.items()}
""",
    "ir_measures": """
import ir_measures
measures = [ir_measures.AP, ir_measures.nDCG]
result = [list(ir_measures.iter_calc(measures, QRELS, RUN)) for _ in range(2)][-1]
result = {value.query_id: value.value for value in result if str(value.measure) == "AP"}
""",
    "rtreceval": """
import rtreceval
evaluator = rtreceval.Evaluator(QRELS, ["map", "ndcg"])
result = [evaluator.evaluate(RUN) for _ in range(2)][-1]
result = {topic: values["map"] for topic, values in result.per_topic.items()}
""",
}
"""How each library evaluates QRELS and RUN."""

IN_PYTHON = """
Q = {{'1': {{'a': 1, 'b': 0, 'c': 1}}, '2': {{'a': 1}}}}
R = {{'1': {{'b': 3.5, 'a': 2.5, 'c': 1.5}}, '2': {{'a': 0.5}}}}
QRELS, RUN = {qrels}, {run}
{evaluate}
for topic in sorted(result):
    print("map", "%.4f" % result[topic])
print("map all -")
"""


def tools(arguments: argparse.Namespace) -> dict[str, list[str] | None]:
    """Give the command of each tool, by the head of its column; None for one that is not there."""

    def python(module: str, *command: str) -> list[str] | None:
        is_there = importlib.util.find_spec(module) and not arguments.own
        return [sys.executable, *command] if is_there else None

    def program(path: str | None) -> list[str] | None:
        return [path, *TREC_EVAL] if path and not arguments.own else None

    return {
        "trec_eval 9.0.8": program(arguments.trec_eval_9),
        "trec_eval 10.0": program(arguments.trec_eval_10),
        "pytrec_eval": python("pytrec_eval", "-c", PYTREC_EVAL),
        "ir_measures": python("ir_measures", "-c", IR_MEASURES),
        "rtreceval": [sys.executable, "-m", "rtreceval", *TREC_EVAL],
    }


def prepare(folder: Path, case: Case) -> None:
    """Write the files of a case."""
    for name, content in (("qrels", case.qrels), ("run", case.run)):
        file = folder / name
        if content == DIRECTORY:
            file.mkdir()
        elif content != MISSING:
            file.write_bytes(content)
            file.chmod(0 if content == UNREADABLE else 0o644)


def limit() -> None:
    """Keep a tool from taking all memory."""
    resource.setrlimit(resource.RLIMIT_AS, (GIGABYTES << 30, GIGABYTES << 30))


def limit_unreadable() -> None:
    """Keep root from reading what nobody may read."""
    if os.getuid() == 0:
        libc = ctypes.CDLL(None)
        for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            libc.prctl(PR_CAPBSET_DROP, capability)
    limit()


def run(command: list[str], case: Case) -> str:
    """Give what a tool makes of a case, as a cell."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        prepare(folder, case)
        is_unreadable = UNREADABLE in {case.qrels, case.run}
        try:
            done = subprocess.run(  # noqa: S603
                command,
                cwd=folder,
                capture_output=True,
                timeout=SECONDS,
                check=False,
                preexec_fn=limit_unreadable if is_unreadable else limit,
                env=os.environ | {"PYTHONWARNINGS": "ignore", "PYTHONDONTWRITEBYTECODE": "1"},
            )
        except subprocess.TimeoutExpired:
            return f"**hangs** (over {SECONDS} s)"
    if done.returncode < 0:
        return f"**crash**: {signal.Signals(-done.returncode).name}"
    if done.returncode:
        return refusal(done.returncode, done.stderr.decode(errors="replace"))
    return scored(done.stdout.decode(errors="replace"), done.stderr != b"", case)


def refusal(status: int, message: str) -> str:
    """Give the cell of a tool that has refused a case."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    if "Traceback (most recent call last):" in lines:
        error = next(
            line for line in reversed(lines) if re.match(r"[\w.]+(Error|Exception)\b", line)
        )
        text, place = re.sub(r"^([a-z_]+\.)+", "", error), ""
    else:
        text, place = (lines[0] if lines else "no message"), f"{status}: "
        text = re.sub(r"^(rtreceval|trec_eval\S*): ", "", text)
    if len(text) > SHOWN:
        text = text[:SHOWN].rstrip() + "..."
    text = text.replace("`", "'").replace("|", "\\|")
    return f"{place}`{text}`" if text.isprintable() else f"{place}`{text!r}`"


def scored(output: str, warned: bool, case: Case) -> str:  # noqa: FBT001
    """Give the cell of a tool that has scored a case."""
    lines = [line for line in output.splitlines() if line.startswith("map")]
    values = " ".join(line.split()[-1] for line in lines[:-1]) or "no values"
    note = ", with a warning" if warned else ""
    if case.right is None:
        return values + note
    return ("right" if values == case.right else f"**{values}**") + note


HEAD = """\
# Bad inputs

<!-- Generated by `{command}`. -->

What tools make of input that is not as it should be. Each input is these two files with one thing
changed. AP and nDCG are computed; the cells have the AP of the two topics.

    qrels               run
    1 0 a 1             1 Q0 b 1 3.5 t
    1 0 b 0             1 Q0 a 2 2.5 t
    1 0 c 1             1 Q0 c 3 1.5 t
    2 0 a 1             2 Q0 a 1 0.5 t

- `right`: the values of the input as it is meant, which are {base} for most.
- Values in **bold**: wrong, or a value where none is right. Values in plain type: a matter of
  convention. `with a warning`: the values come with a message on the standard error.
- `2: a message`: refused with that exit status; `Error: a message`: an exception. Both are cut.
- **crash**: killed by a signal. **hangs**: not done after {seconds} seconds. Each tool has {gigabytes} GB of memory.

The libraries are {versions}.

"""


def kept() -> tuple[dict[str, dict[str, str]], str]:
    """Give the cells of the page as it is, by row and column, and the versions."""
    rows: dict[str, dict[str, str]] = {}
    heads: list[str] = []
    versions = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else []:
        if line.startswith(VERSIONS):
            versions = line.removeprefix(VERSIONS).rstrip(".")
        if line.startswith("|"):
            name, *cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if name == "input":
                heads = cells
            rows[name] = dict(zip(heads, cells, strict=True))
    return rows, versions


def page(arguments: argparse.Namespace) -> str:
    """Write the page."""
    before, versions = kept()
    if not arguments.own:
        names = ("pytrec_eval-terrier", "ir_measures")
        versions = ", ".join(f"{name} {version(name)}" for name in names)
    commands = tools(arguments)
    lines = []
    for title, cases in GROUPS.items():
        lines += table(title, list(commands))
        for case in cases:
            cells = [run(c, case) if c else old(before, case.name, h) for h, c in commands.items()]
            lines.append(f"| {case.name} | {' | '.join(cells)} |")
        lines.append("")
    lines += table("From Python", list(LIBRARIES))
    for name, (right, qrels, a_run) in PYTHON_CASES.items():
        cells = []
        for library, evaluate in LIBRARIES.items():
            code = IN_PYTHON.format(qrels=qrels, run=a_run, evaluate=evaluate)
            is_asked = commands[library] is not None
            cells.append(
                run([sys.executable, "-c", code], Case(name, right))
                if is_asked
                else old(before, name, library)
            )
        lines.append(f"| {name} | {' | '.join(cells)} |")
    text = HEAD.format(
        command=COMMAND, base=BASE, seconds=SECONDS, gigabytes=GIGABYTES, versions=versions
    )
    return text + "\n".join([*lines, ""])


def table(title: str, heads: list[str]) -> list[str]:
    """Give the head of a table."""
    rule = "|---" * (len(heads) + 1) + "|"
    return [f"## {title}", "", f"| input | {' | '.join(heads)} |", rule]


def old(before: dict[str, dict[str, str]], name: str, head: str) -> str:
    """Give a cell of the page as it is."""
    return before.get(name, {}).get(head, "not run")


def main() -> int:
    """Write the page, or tell whether what it says of this tool is up to date."""
    parser = argparse.ArgumentParser(description="Write the page of bad inputs.")
    parser.add_argument("--trec-eval-9", help="the program trec_eval 9.0.8")
    parser.add_argument("--trec-eval-10", help="the program trec_eval 10.0")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    parser.add_argument("--own", action="store_true", help="run this tool only, keep the others")
    arguments = parser.parse_args()
    arguments.own |= arguments.check
    for head, command in tools(arguments).items():
        if command is None and not arguments.own:
            sys.stderr.write(f"{head} is not there: what the page has of it is kept\n")
    text = page(arguments)
    if not arguments.check:
        PAGE.write_text(text, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != text:
        sys.stderr.write(f"{PAGE} is not up to date: run {COMMAND} --own\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
