#!/usr/bin/env python3
"""Time retrieval metrics and golden sets, from files and from Python objects.

    python benchmarks/rag.py [--rounds N]

Writes data of a fixed seed to a temporary folder: 100,000 items of 50 ranked ids, and 10,000 golden
cases of 10 results with 2 kB of text each. Prints the best and the median wall time of whole
processes (files) and of one call (objects). The exit status is 1 where the best is above 2 seconds.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from rtreceval import golden, rag

TARGET = 2.0
ITEMS = 100_000
RANKED = 50
CASES = 10_000
RESULTS = 10
TEXT = 2_000


def write_items(file: Path, rng: random.Random) -> None:
    """Write items with some judged ids among the ranked ones, and some missed."""
    with file.open("w", encoding="utf-8") as out:
        for number in range(ITEMS):
            ranked = [f"doc-{rng.randrange(10**7):08}" for _ in range(RANKED)]
            qrels = {docno: rng.randrange(4) for docno in rng.sample(ranked, 5)}
            item = {
                "resultId": f"q{number}",
                "ranked": ranked,
                "qrels": qrels | {"missed-1": 1, "missed-2": 3},
                "type": rng.choice(["fact", "list", "multi-hop"]),
            }
            out.write(json.dumps(item) + "\n")


def write_golden(cases: Path, results: Path, rng: random.Random) -> None:
    """Write cases with terms of which some are found early, some late and some never."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(rng.choices(letters, k=rng.randrange(2, 11))) for _ in range(5000)]
    words += ["naïve", "Straße", "cafe\u0301", "Übung"]
    texts = [" ".join(rng.choices(words, k=TEXT // 5))[:TEXT] for _ in range(3000)]
    with cases.open("w", encoding="utf-8") as to_cases, results.open("w", encoding="utf-8") as to:
        for number in range(CASES):
            pair = f"{rng.choice(words)} {rng.choice(words)}"
            case = {
                "id": f"c{number}",
                "topK": 5,
                "expectedDocumentSubstrings": [f"document {rng.randrange(100)}"],
                "expectedContentTerms": [
                    pair,
                    [rng.choice(words), "an alternative"],
                    "never there",
                ],
                "type": rng.choice(["fact", "list"]),
            }
            to_cases.write(json.dumps(case, ensure_ascii=False) + "\n")
            found = [
                {"title": f"Document {rng.randrange(1000)}", "content": rng.choice(texts)}
                for _ in range(RESULTS)
            ]
            line = {"id": f"c{number}", "requestedDepth": RESULTS, "results": found}
            to.write(json.dumps(line, ensure_ascii=False) + "\n")


def read(file: Path) -> list[dict[str, object]]:
    """Read a file of JSON lines."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def process(*args: str | Path) -> Callable[[], object]:
    """Give what runs the command line."""
    command = [sys.executable, "-m", "rtreceval", *args, "--quiet"]
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    """Time each job and print a Markdown table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as name:
        items, cases, results = (
            Path(name, f"{file}.jsonl") for file in ("items", "cases", "results")
        )
        write_items(items, rng)
        write_golden(cases, results, rng)
        item_objects, case_objects, result_objects = read(items), read(cases), read(results)
        jobs: dict[str, Callable[[], object]] = {
            f"rtreceval rag, {ITEMS:,} items x {RANKED} ids": process("rag", items, "--facet=type"),
            "the same from objects": lambda: rag.evaluate(item_objects, facets=["type"]),
            f"rtreceval golden, {CASES:,} cases x {RESULTS} results x {TEXT:,} bytes": process(
                "golden", cases, results, "--facet=type"
            ),
            "the same from objects ": lambda: golden.evaluate(
                case_objects, result_objects, facets=["type"]
            ),
        }
        times: dict[str, list[float]] = {job: [] for job in jobs}
        for _ in range(rounds + 1):  # the first warms the page cache, and is not counted
            for job, run in jobs.items():
                begin = perf_counter()
                run()
                times[job].append(perf_counter() - begin)
    print(f"| job | best of {rounds} (s) | median (s) |\n|---|---|---|")
    for job, seconds in times.items():
        print(f"| {job.strip()} | {min(seconds[1:]):.2f} | {median(seconds[1:]):.2f} |")
    if any(min(seconds[1:]) > TARGET for seconds in times.values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
