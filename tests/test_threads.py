"""Threads: any number gives the same bits, may share what it likes, and lets others run."""

from __future__ import annotations

import io
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import pytest

import rtreceval
from rtreceval import InputError
from tests.support import ALL, FIXTURES, Qrels, Run, Write, bits, run_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_threads_change_no_bit(big: tuple[Qrels, Run]) -> None:
    expected = bits(rtreceval.evaluate(*big, ALL, threads=1))
    for threads in (2, 7, None):
        assert bits(rtreceval.evaluate(*big, ALL, threads=threads)) == expected


def test_threads_share_an_evaluator(big: tuple[Qrels, Run]) -> None:
    qrels, run = big
    evaluator = rtreceval.Evaluator(qrels, ["map", "ndcg_cut.10", "relstring"])
    runs = [{topic: run[topic] for topic in list(run)[start::4]} for start in range(4)]
    expected = [bits(evaluator.evaluate(part)) for part in runs]
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(evaluator.evaluate, runs * 5))
    assert [bits(result) for result in results] == expected * 5


def test_the_first_error_is_the_same_for_any_number_of_threads(write: Write) -> None:
    lines = [f"t{topic} Q0 d{doc} 0 {doc} s" for topic in range(100, 300) for doc in range(300)]
    lines += [f"t{topic} Q0 d7 0 1 s" for topic in (290, 110, 200)]
    qrels = {f"t{topic}": {"d1": 1} for topic in range(100, 300)}
    run = rtreceval.read_run(write("run", "\n".join(lines)))
    messages = set()
    text = "document 'd7' of topic 't290' a second time"  # the first in the file
    for threads in (1, 2, 5):
        with pytest.raises(InputError, match=text) as caught:
            rtreceval.evaluate(qrels, run, "map", threads=threads)
        messages.add(str(caught.value))
    assert len(messages) == 1


def other_thread_runs_during(call: Callable[[], object]) -> bool:
    """Tell whether another Python thread gets to run before a call returns.

    No thread is made to give up the interpreter here, as the switch interval is longer than the
    test. So the other thread runs only if the call lets go of it.
    """
    gate = threading.Lock()
    gate.acquire()
    ran: list[bool] = []

    def wait_and_run() -> None:
        with gate:
            ran.append(True)

    thread = threading.Thread(target=wait_and_run)
    interval = sys.getswitchinterval()
    thread.start()
    sys.setswitchinterval(1000)
    try:
        gate.release()
        call()
        during = bool(ran)
    finally:
        sys.setswitchinterval(interval)
    thread.join()
    return during


def test_other_threads_run_meanwhile(big: tuple[Qrels, Run], tmp_path: Path) -> None:
    """Whatever a run comes in, but for dicts, which are Python's own."""
    qrels, run = big
    file = tmp_path / "run"
    file.write_text(run_file(run), encoding="utf-8")
    evaluator = rtreceval.Evaluator(qrels, ALL, threads=1)
    read = rtreceval.read_run(file)
    rows = [(topic, docno, score) for topic, docs in run.items() for docno, score in docs.items()]
    frame = pl.DataFrame(rows, schema=["topic", "docno", "score"], orient="row")
    expected = bits(evaluator.evaluate(run))
    shapes: list[Callable[[], Any]] = [
        lambda: read,
        lambda: file,
        lambda: io.BytesIO(file.read_bytes()),
        lambda: frame,
    ]
    results: list[rtreceval.Evaluation] = []
    for shape in shapes:
        argument = shape()

        def evaluate(run: Any = argument) -> None:
            results.append(evaluator.evaluate(run))

        assert other_thread_runs_during(evaluate)
    assert [bits(result) for result in results] == [expected] * len(shapes)
    assert other_thread_runs_during(lambda: rtreceval.read_run(file))
    # And the test can tell: this call keeps the interpreter.
    assert not other_thread_runs_during(lambda: sum(range(2_000_000)))


def test_other_threads_run_while_arrays_are_evaluated() -> None:
    topics, docnos = np.repeat(np.arange(200), 1000), np.tile(np.arange(1000), 200)
    qrels = (topics[::10], docnos[::10], docnos[::10] % 3)
    evaluator = rtreceval.Evaluator(qrels, "map", threads=1)
    run = (topics, docnos, np.sqrt(docnos))
    assert other_thread_runs_during(lambda: evaluator.evaluate(run))


@pytest.mark.parametrize("shape", ["file", "dict", "run"])
def test_threads_race_for_what_is_made_once(shape: str) -> None:
    """An evaluator makes what it needs for a kind of run when it first meets one."""
    files = FIXTURES / "small.qrels", FIXTURES / "small.run"
    read = rtreceval.read_run(files[1])
    run: Any = {"file": files[1], "dict": {"t1": {"d10": 1.0, "d11": 2.0}}, "run": read}[shape]
    for qrels in (files[0], {"t1": {"d10": 1, "d11": 0}, "t2": {"d20": 1}}):
        expected = bits(rtreceval.evaluate(qrels, run, ALL))
        for _ in range(20):
            evaluator = rtreceval.Evaluator(qrels, ALL)
            gate = threading.Barrier(4)

            def evaluate(
                evaluator: rtreceval.Evaluator, gate: threading.Barrier = gate
            ) -> dict[str, list[str]]:
                gate.wait()
                return bits(evaluator.evaluate(run))

            with ThreadPoolExecutor(4) as pool:
                assert list(pool.map(evaluate, [evaluator] * 4)) == [expected] * 4
