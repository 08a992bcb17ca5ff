#!/usr/bin/env python3
"""Run one Python tool once: the process that compare.py starts anew for each measurement.

    run_peer.py TOOL WAY QRELS MEASURE,... RUN...

It prints the means of each run as lines `measure all value`; before them, unless WAY is "files",
the seconds of what it has timed itself: `seconds time value`.
"""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from time import perf_counter

from harness.peers import PEERS, open_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeAlias

    from harness.peers import Peer, Result

    Timed: TypeAlias = tuple[float | None, Result]

# Each is given a tool, the paths of the qrels and the runs, and the names of measures. It yields
# for each run the seconds it took (None: the parent times the whole process) and the result.


def from_files(peer: Peer, qrels: str, runs: list[str], names: list[str]) -> Iterator[Timed]:
    """The whole way from the files, the qrels read once."""
    evaluate = peer.evaluator(peer.read_qrels(qrels), peer.measures(names))
    for run in runs:
        yield None, evaluate(peer.read_run(run))


def one_call(peer: Peer, qrels: str, runs: list[str], names: list[str]) -> Iterator[Timed]:
    """One call with dicts, after one with a single topic for what is imported late."""
    judged, measures = read_dicts(qrels, grades=True), peer.measures(names)
    for path in runs:
        run = read_dicts(path, grades=False)
        topic = next(iter(run))
        peer.evaluate({topic: judged[topic]}, {topic: run[topic]}, measures)
        gc.collect()
        begin = perf_counter()
        result = peer.evaluate(judged, run, measures)
        yield perf_counter() - begin, result


def many_calls(peer: Peer, qrels: str, runs: list[str], names: list[str]) -> Iterator[Timed]:
    """The same call again and again, nothing prepared but the dicts."""
    judged, measures = read_dicts(qrels, grades=True), peer.measures(names)
    for path in runs:
        run = read_dicts(path, grades=False)
        yield repeated(lambda run=run: peer.evaluate(judged, run, measures))


def reused(peer: Peer, qrels: str, runs: list[str], names: list[str]) -> Iterator[Timed]:
    """The same call again and again on an evaluator that is made before."""
    evaluate = peer.evaluator(read_dicts(qrels, grades=True), peer.measures(names))
    for path in runs:
        run = read_dicts(path, grades=False)
        yield repeated(lambda run=run: evaluate(run))


def first_call_with_arrays(
    peer: Peer, qrels: str, runs: list[str], names: list[str]
) -> Iterator[Timed]:
    """One call with arrays on an evaluator that is made before, and what is compiled for it."""
    for evaluate, run in with_arrays(peer, qrels, runs, names):
        gc.collect()
        begin = perf_counter()
        result = evaluate(run)
        yield perf_counter() - begin, result


def many_calls_with_arrays(
    peer: Peer, qrels: str, runs: list[str], names: list[str]
) -> Iterator[Timed]:
    """The same call again and again."""
    for evaluate, run in with_arrays(peer, qrels, runs, names):
        yield repeated(lambda evaluate=evaluate, run=run: evaluate(run))


def with_arrays(
    peer: Peer, qrels: str, runs: list[str], names: list[str]
) -> Iterator[tuple[Callable[[Any], Result], Any]]:
    """An evaluator of arrays, with each run as such."""
    read_arrays = import_module("harness.arrays").read_arrays  # with NumPy, for this way only
    evaluate = peer.array_evaluator(read_arrays(qrels, grades=True), peer.measures(names))
    for path in runs:
        yield evaluate, peer.array_run(read_arrays(path, grades=False))


LONG_ENOUGH = 0.2  # seconds

WAYS = {
    "files": from_files,
    "dicts": one_call,
    "call": many_calls,
    "reused": reused,
    "arrays": first_call_with_arrays,
    "arrays_again": many_calls_with_arrays,
}


def repeated(call: Callable[[], Result]) -> tuple[float, Result]:
    """Seconds of one call after the first, the mean over `LONG_ENOUGH`; and what it gives."""
    result = call()
    calls = 1
    while True:
        begin = perf_counter()
        for _ in range(calls):
            call()
        seconds = perf_counter() - begin
        if seconds >= LONG_ENOUGH:
            return seconds / calls, result
        calls *= 2


def read_dicts(path: str, *, grades: bool) -> dict[str, dict[str, Any]]:
    """A file as {topic: {docno: grade or score}}, plain dicts, the same for all tools."""
    column, value = (3, int) if grades else (4, float)
    table: dict[str, dict[str, Any]] = {}
    with open_text(path) as lines:
        for line in lines:
            fields = line.split()
            table.setdefault(fields[0], {})[fields[2]] = value(fields[column])
    return table


def main() -> None:
    """Run one tool once and print what it gives."""
    name, way, qrels, names, *runs = sys.argv[1:]
    peer = next(peer for peer in PEERS if peer.name == name)()
    for seconds, result in WAYS[way](peer, qrels, runs, names.split(",")):
        if seconds is not None:
            print("seconds", "time", repr(seconds), sep="\t")
        for measure, value in peer.means(result).items():
            print(measure, "all", value, sep="\t")


if __name__ == "__main__":
    main()
